"""Chips: moving them, layering the pot, and dividing it exactly.

Nothing here creates or loses a chip: what leaves a player's stack is in the middle,
and what leaves the middle is in a stack, a rake or a carried layer.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from adjudicator.state import Hand, Layer, Pot, Seat, State
from adjudicator.wire import Amount, exact


def pay(state: State, seat: int, amount: Amount, /, **changes: object) -> State:
    """Chips go from the player to the seat's place in the pot."""
    hand, player = state.hand, state.players[seat]
    assert hand is not None
    left = exact(player.purse - amount)
    mine = hand.seats[seat]
    new = mine.but(put_in=exact(mine.put_in + amount), **changes)
    return state.but(
        players={**state.players, seat: player.but(purse=left)},
        hand=hand.but(seats={**hand.seats, seat: new}),
    )


def give_back(state: State, seat: int, amount: Amount, /, **changes: object) -> State:
    """Chips come back from the pot to the player, never more than still lie there."""
    hand = state.hand
    assert hand is not None
    if hand.awards:
        amount = min(amount, max(hand.pot, 0))
    state = pay(state, seat, -amount, **changes)
    mine = _seat(state, seat)
    if amount and mine.all_in and state.players[seat].purse > 0:
        state = state.but_seat(seat, all_in=False)
    return state


def hold(state: State, seat: int, amount: Amount) -> State:
    """Chips pushed out of turn lie in front of the player, in no bet yet."""
    player = state.players[seat]
    state = state.but_player(seat, purse=exact(player.purse - amount))
    return state.but_seat(seat, held=exact(_seat(state, seat).held + amount))


def release(state: State, seat: int) -> State:
    """Held chips go back to the player, as far as they were not pushed to somebody."""
    hand, held = state.hand, _seat(state, seat).held
    assert hand is not None
    back = min(held, max(hand.pot, 0)) if hand.awards else held
    purse = exact(state.players[seat].purse + back)
    state = state.but_player(seat, purse=purse)
    return state.but_seat(seat, held=exact(held - back), held_move=None)


def collect(state: State, shares: Mapping[int, Amount]) -> State:
    """Chips go to the players they are pushed to (negative: come back)."""
    players = dict(state.players)
    for seat, amount in shares.items():
        player = players.get(seat)
        if player is not None:
            players[seat] = player.but(purse=exact(player.purse + amount))
    return state.but(players=players)


def reachable(state: State, seat: int, wanted: Amount) -> Amount:
    """How much of ``wanted`` the player can put in."""
    player = state.players[seat]
    if wanted <= player.purse or not state.has_limit(seat):
        return wanted
    return max(player.purse, 0)


def broke(state: State, seat: int) -> bool:
    """Whether a player whose chips are tracked has none left to play with."""
    return state.has_limit(seat) and state.players[seat].purse <= 0


def layers(hand: Hand) -> tuple[Pot, ...]:
    """The pot in layers, main pot first, layers with equal claimants merged.

    Money carried from earlier deals comes first, then each level at which somebody is
    all-in. A layer nobody can win joins the next one below it that somebody can, or
    else the one above.
    """
    live = hand.live
    found = [Pot(lay.amount, _both(lay.eligible, live)) for lay in hand.riding]
    found += _levels(hand, live)
    if hand.common:
        found = _into_lowest(found, hand.common)
    return _merged(_claimed(found))


def pots(hand: Hand) -> tuple[Pot, ...]:
    """What lies in the middle by now, layer by layer; all of it, whatever happened.

    Chips that are in no bet are a layer of their own, for nobody but their owner. What was
    pushed is missing from its layer, which stays in the list for its place there.
    """
    found = [*layers(hand), *_in_no_bet(hand)]
    left = [pot.amount for pot in found]
    for index, award in hand.awards.items():
        first = [index] if index is not None and index < len(left) else []
        _take(left, sum(award.values()), [*first, *range(len(left))])
    _take(left, hand.raked, range(len(left)))
    if not any(left):
        return ()
    return tuple(pot.but(amount=exact(here)) for pot, here in zip(found, left, strict=True))


def _in_no_bet(hand: Hand) -> list[Pot]:
    held = ((number, seat.held) for number, seat in hand.seats.items())
    return [Pot(exact(amount), (number,)) for number, amount in held if amount]


def _take(left: list[Amount], amount: Amount, places: Iterable[int]) -> None:
    for place in places:
        taken = min(left[place], amount)
        left[place] -= taken
        amount -= taken


def unclaimed(hand: Hand) -> Amount:
    """Chips in layers all of whose claimants are out of the hand."""
    live = hand.live
    found = [Pot(lay.amount, _both(lay.eligible, live)) for lay in hand.riding]
    found += _levels(hand, live)
    return exact(sum((pot.amount for pot in found if not pot.eligible), start=0))


def _both(some: Sequence[int], live: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(seat for seat in live if seat in some)


def _stake(seat: Seat) -> Amount:
    return seat.put_in - seat.dead


def _levels(hand: Hand, live: tuple[int, ...]) -> list[Pot]:
    seats = hand.seats
    total = sum(_stake(seat) for seat in seats.values())
    caps = sorted({_stake(seats[s]) for s in live if seats[s].all_in})
    found: list[Pot] = []
    below: Amount = 0
    done: Amount = 0
    for cap in caps:
        amount = sum(min(_stake(s), cap) - min(_stake(s), below) for s in seats.values())
        able = tuple(s for s in live if not seats[s].all_in or _stake(seats[s]) >= cap)
        if amount:
            found.append(Pot(exact(amount), able))
        below, done = cap, done + amount
    if total - done:
        able = tuple(s for s in live if not seats[s].all_in)
        found.append(Pot(exact(total - done), able))
    return found


def _into_lowest(found: list[Pot], amount: Amount) -> list[Pot]:
    if not found:
        return [Pot(amount, ())]
    return [found[0].but(amount=exact(found[0].amount + amount)), *found[1:]]


def _claimed(found: list[Pot]) -> list[Pot]:
    kept: list[Pot] = []
    loose: Amount = 0
    for pot in found:
        if pot.eligible:
            kept.append(pot.but(amount=exact(pot.amount + loose)) if loose else pot)
            loose = 0
        elif kept:
            kept[-1] = kept[-1].but(amount=exact(kept[-1].amount + pot.amount))
        else:
            loose += pot.amount
    return [*kept, Pot(exact(loose), ())] if loose else kept


def _merged(found: list[Pot]) -> tuple[Pot, ...]:
    kept: list[Pot] = []
    for pot in found:
        for place, other in enumerate(kept):
            if other.eligible == pot.eligible:
                kept[place] = other.but(amount=exact(other.amount + pot.amount))
                break
        else:
            kept.append(pot)
    return tuple(kept)


def divide(amount: Amount, winners: Sequence[int], in_fractions: bool) -> dict[int, Amount]:
    """Equal shares; odd chips go one each, in the order of the winners."""
    if in_fractions:
        share = exact(Fraction(amount) / len(winners))
        return dict.fromkeys(winners, share)
    each, odd = divmod(amount, len(winners))
    return {seat: exact(each + (1 if place < odd else 0)) for place, seat in enumerate(winners)}


def uncalled(hand: Hand) -> tuple[int, Amount] | None:
    """The seat whose wager nobody matched, and how much of it comes back."""
    bets = sorted(((s.bet, n) for n, s in hand.seats.items() if s.bet), reverse=True)
    if not bets:
        return None
    top, seat = bets[0]
    second = bets[1][0] if len(bets) > 1 else 0
    if top == second or not hand.seats[seat].live:
        return None
    return seat, exact(top - second)


def take_back_awards(state: State) -> State:
    """What was pushed comes back to the middle, as far as its taker still has it."""
    hand = state.hand
    assert hand is not None
    kept: dict[int | None, Mapping[int, Amount]] = {}
    for pot, award in hand.awards.items():
        gone: dict[int, Amount] = {}
        for seat, amount in award.items():
            player = state.players.get(seat)
            reach = max(player.purse, 0) if player is not None else 0
            whole = player is not None and not state.has_limit(seat)
            back = amount if whole else min(amount, reach)
            state = collect(state, {seat: -back})
            gone[seat] = exact(amount - back)
        if any(gone.values()):
            kept[pot] = gone
    return state.but_hand(awards=kept)


def by_seat(awards: Iterable[Mapping[int, Amount]]) -> dict[int, Amount]:
    """What these awards push to each seat."""
    found: dict[int, Amount] = {}
    for award in awards:
        for seat, amount in award.items():
            found[seat] = exact(found.get(seat, 0) + amount)
    return found


def recoverable(state: State) -> bool:
    """Whether what was pushed from a closed hand can be had back from those who hold it."""
    hand = state.hand
    if hand is None or not hand.awards:
        return False
    won = by_seat(hand.awards.values())
    put = {seat for seat, mine in hand.seats.items() if mine.put_in}
    if not state.players.keys() >= put | won.keys():
        return False
    players = state.players
    return all(not players[s].tracked or players[s].purse >= a for s, a in won.items())


def void_bets(state: State) -> State:
    """Everything put in on this deal goes back; carried money is carried again."""
    hand = state.hand
    assert hand is not None
    for seat, mine in hand.seats.items():
        if mine.put_in:
            state = pay(state, seat, -mine.put_in, bet=0, dead=0, owes=0, ante=0, all_in=False)
    state = take_back_awards(state)
    for seat, mine in hand.seats.items():
        if mine.held:
            state = release(state, seat)
    state = state.but_hand(riding=(), common=0, carried_in=(), awards={})
    return state.but(carried=hand.carried_in)


def carried_sum(carried: Sequence[Layer]) -> Amount:
    """All carried money."""
    return exact(sum((layer.amount for layer in carried), start=0))


def _seat(state: State, seat: int) -> Seat:
    assert state.hand is not None
    return state.hand.seats[seat]
