"""A betting round from its beginning to its end."""

from __future__ import annotations

from adjudicator.game.profile import Profile
from adjudicator.play.betting.findings import DiscardedUncalled, SidePotMade
from adjudicator.play.betting.turns import first_to_act
from adjudicator.play.finding import Finding
from adjudicator.play.opening.findings import PassedOut
from adjudicator.play.transition import Applied
from adjudicator.table.chips import give_back, reachable, release
from adjudicator.table.hand import Hand
from adjudicator.table.parts import GoneBack
from adjudicator.table.pots import layers, uncalled
from adjudicator.table.seat import Seat
from adjudicator.table.table import State
from adjudicator.values.amounts import Amount, exact
from adjudicator.values.frozen import replace


def enter_round(state: State) -> State:
    """Begin a betting round; where nobody can bet it is closed as soon as the hand moves on."""
    state = _stands_as_made(state)
    hand = state.the_hand
    opening, faults = hand.street == 0, hand.board_faults
    seats = {n: _fresh(s, owes=s.owes if opening else 0) for n, s in hand.seats.items()}
    hand = replace(
        hand,
        seats=seats,
        phase="betting",
        street=hand.street + 1,
        round_began=state.seq,
        raises=0,
        capped=False,
        aggressor=None,
        bet_to_match=0,
        last_full_bet=0,
        step=0,
        board_faults=replace(faults, premature=0) if faults.premature else faults,
        action=replace(hand.action, on_street=0),
    )
    if hand.street == 1:
        hand = _with_blinds(hand)
    first = first_to_act(hand)
    return replace(state, hand=replace(hand, to_act=first, first_actor=first))


def _fresh(seat: Seat, owes: Amount) -> Seat:
    """A seat as a round begins; a short blind stays owed into the first round."""
    told = seat.speech.told
    speech = replace(seat.speech, told=0) if told else seat.speech
    return replace(
        seat,
        last_act="" if seat.live else seat.last_act,
        acted=not seat.live,
        may_raise=True,
        limited=False,
        checked=False,
        owes=owes,
        missing=0,
        fell_short=seat.fell_short or seat.missing > 0,
        speech=speech,
    )


def _with_blinds(hand: Hand) -> Hand:
    """Blinds count toward the bet; the bet to match is the full big blind."""
    level = max((seat.bet for seat in hand.seats.values()), default=0)
    if hand.profile.blinds:
        level = max(level, hand.profile.big_blind)
    return replace(hand, bet_to_match=level, last_full_bet=level)


def close_round(state: State) -> Applied:
    """Close the round: an uncalled bet goes back, the bets go into the pot."""
    passed = _passed_out(state.the_hand)
    thrown = _discarded_uncalled(state.the_hand)
    state = uncalled_back(state)
    for number, mine in state.the_hand.seats.items():
        if mine.held:
            state = release(state, number)
    hand = state.the_hand
    closed = replace(
        hand,
        seats={number: _done_betting(mine) for number, mine in hand.seats.items()},
        bet_to_match=0,
        last_full_bet=0,
        to_act=None,
        street_closed=state.seq,
    )
    if passed:
        return state.with_hand(closed), [PassedOut(exact(closed.pot), state.anted_deals)]
    return state.with_hand(closed), [*thrown, *_side_pot(hand, closed)]


def _discarded_uncalled(hand: Hand) -> list[Finding]:
    """What nobody called of the last bet, where its maker has folded since."""
    maker = hand.aggressor
    if maker is None or hand.seats[maker].status != "folded":
        return []
    others = max((seat.bet for n, seat in hand.seats.items() if n != maker), default=0)
    over = exact(hand.seats[maker].bet - others)
    return [DiscardedUncalled(maker, over)] if over > 0 else []


def _stands_as_made(state: State) -> State:
    """A short call that was not made good stands as made: what it left uncalled goes back."""
    hand = state.the_hand
    if not any(seat.missing for seat in hand.seats.values()):
        return state
    lay = {number: replace(seat, bet=seat.closed_bet) for number, seat in hand.seats.items()}
    return _back(state, uncalled(replace(hand, seats=lay)))


def uncalled_back(state: State) -> State:
    """Return an uncalled bet, as far as it is still in the pot and nobody has yet to call it."""
    hand = state.the_hand
    owing = {
        number: seat for number, seat in hand.seats.items() if seat.live and seat.owes > seat.bet
    }
    due = {
        number: replace(seat, bet=exact(seat.bet + reachable(state, number, seat.owes - seat.bet)))
        for number, seat in owing.items()
    }
    return _back(state, uncalled(replace(hand, seats={**hand.seats, **due}) if due else hand))


def _back(state: State, back: tuple[int, Amount] | None) -> State:
    hand = state.the_hand
    if back is None:
        return state
    seat, amount = back[0], min(back[1], hand.pot)
    mine = hand.seats[seat]
    state = give_back(state, seat, amount, replace(mine, bet=exact(max(mine.bet - amount, 0))))
    returned = {**hand.closing.returned, seat: exact(hand.closing.returned.get(seat, 0) + amount)}
    gone = (*hand.closing.went_back, GoneBack(seat, amount, state.seq, ruled=False))
    closing = replace(state.the_hand.closing, returned=returned, went_back=gone)
    return state.with_hand(replace(state.the_hand, closing=closing))


def _side_pot(before: Hand, after: Hand) -> list[Finding]:
    """A side pot that this round made; it takes an all-in seat to make one."""
    live = after.live
    all_in = tuple(seat for seat in live if after.seats[seat].all_in)
    if not all_in or len(live) < 2:
        return []
    pots = layers(after)
    added = len(pots) > 1 and len(pots) > len(layers(_without_bets(before)))
    return [SidePotMade(pots, all_in)] if added else []


def _done_betting(seat: Seat) -> Seat:
    if not (seat.bet or seat.closed_bet or seat.held_move):
        return seat
    missing = exact(max(seat.owes - seat.bet, 0)) if seat.live else 0
    return replace(seat, bet=0, closed_bet=seat.bet, held_move=None, owes=0, missing=missing)


def _without_bets(hand: Hand) -> Hand:
    """The hand without the bets of this round."""
    seats = {n: replace(seat, put_in=seat.put_in - seat.bet) for n, seat in hand.seats.items()}
    return replace(hand, seats=seats)


def _passed_out(hand: Hand) -> bool:
    """Whether everybody checked the first round of a draw game without blinds.

    Where nobody had the chips to act on, nobody passed: the draw is due.
    """
    profile, live = hand.profile, len(hand.live)
    if not hand.action.on_street:
        return False
    opened = hand.bet_to_match or hand.opened or hand.opening.plays_unopened
    if opened or hand.street != 1 or not _opened_by_a_bet(profile):
        return False
    return live > 1 or (live == 1 and profile.opens_on_jacks)


def _opened_by_a_bet(profile: Profile) -> bool:
    """Whether the pot has to be opened: a draw game without board or blinds."""
    return profile.draws and not profile.board_size and not profile.blinds
