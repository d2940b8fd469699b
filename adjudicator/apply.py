"""What each entry changes, and what it shows to be irregular.

One transition per event type. A transition records what happened, however irregular, and
returns the findings; it never judges. ``apply`` looks the transition up by type.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from adjudicator import (
    betting,
    deal_plan,
    dealing,
    drawing,
    flow,
    held_cards,
    moving,
    mucking,
    positions,
    session,
    showdown,
    speech,
    upcards,
)
from adjudicator import events as ev
from adjudicator.account import Place, elsewhere, places
from adjudicator.cards import JOKER
from adjudicator.chips import broke, by_seat, collect, give_back, hold, pay, reachable, release
from adjudicator.events import Event
from adjudicator.findings import (
    ActedOutOfTurn,
    AntedLastChips,
    AntesMissing,
    AwardDiffers,
    CardExposed,
    CardSeenTwice,
    ClosedUnproved,
    CutBy,
    Disclosed,
    EntryWithCarriedPot,
    FalseOpening,
    Finding,
    HandLeftOpen,
    JokerSeen,
    LockedOutDealtIn,
    OpenedForLess,
    PostWrong,
    PotDeclared,
    RappedFacingBet,
    RoundSkipped,
    SeatChangedWithPot,
    SessionOver,
    ShortAnte,
    ShownInPart,
    StartedAgainst,
    StartedByOther,
    StarterDiffers,
    TableAdvisory,
    TookBackBound,
)
from adjudicator.openers import holds_openers
from adjudicator.rules import Law
from adjudicator.seats import clockwise
from adjudicator.state import LIVE, Claim, Hand, Layer, Move, OpenCall, Player, Seat, State
from adjudicator.wire import Amount, exact

Applied = tuple[State, list[Finding]]
Transition = Callable[[State, Any], Applied]


def apply(state: State, event: Event, law: Law) -> Applied:
    """The state after the entry, before any rule has spoken, and what was found."""
    transition = TRANSITIONS.get(type(event))
    if transition is not None:
        return transition(state, event)
    if isinstance(event, ev.TableOpened | ev.GameChanged):
        return _game(state, event, law)
    return state, []


# --- The table -----------------------------------------------------------------


def _game(state: State, event: ev.TableOpened | ev.GameChanged, law: Law) -> Applied:
    profile = law.profile(event.game, event.stakes, event.options or {})
    found: list[Finding] = [TableAdvisory(rule, text) for rule, text in profile.advisories]
    if isinstance(event, ev.GameChanged):
        return state.but(upcoming=profile), found
    edition = profile.options.get("edition") or law.edition
    opened = state.but(profile=profile, edition=edition, places=event.seats)
    return opened, found


def _player_seated(state: State, event: ev.PlayerSeated) -> Applied:
    tracked, chips = event.chips is not None, event.chips or 0
    if not tracked:
        state, chips = session.comes_back(state, event.player)
    newcomer = state.number and state.profile is not None and state.profile.blinds
    missed = ("big_blind",) if newcomer else ()
    new = Player(event.player, chips, tracked, since=state.seq, missed=missed)
    state = _takes_place(state, event.seat, event.player)
    return state.but(players={**state.players, event.seat: new}), []


def _takes_place(state: State, seat: int, player: str) -> State:
    """Who comes back has again what he had in the carried pot; a newcomer has no part in it."""
    was = next((s for s, name in state.left.items() if name == player), None)
    if seat in state.left and was != seat:
        state = _follow(state, seat, None)
    left = {s: name for s, name in state.left.items() if s not in (seat, was)}
    state = state.but(left=left)
    return state if was is None else _follow(state, was, seat)


def _awards_moved(hand: Hand, old: int, new: int) -> dict[int | None, Mapping[int, Amount]]:
    """What was pushed to a player who takes another seat is at that seat."""
    return {
        pot: {new if seat == old else seat: amount for seat, amount in award.items()}
        for pot, award in hand.awards.items()
    }


def _follow(state: State, old: int, new: int | None) -> State:
    """A part in the carried pot, or a lock-out from it, goes where its player goes."""

    def with_him(seats: tuple[int, ...]) -> tuple[int, ...]:
        moved = (new if seat == old else seat for seat in seats)
        return tuple(dict.fromkeys(seat for seat in moved if seat is not None))

    carried = tuple(
        layer.but(involved=with_him(layer.involved), eligible=with_him(layer.eligible))
        for layer in state.carried
    )
    return state.but(carried=carried, locked_out=with_him(state.locked_out))


def _player_left(state: State, event: ev.PlayerLeft) -> Applied:
    if _in_hand(state, event.seat):
        state = state.but_player(event.seat, out=True, leaving=True)
        return mucking.out(state, event.seat, "folded"), []
    return session.leaves(state, event.seat), []


def _in_hand(state: State, seat: int) -> bool:
    return state.hand_on and state.hand is not None and seat in state.hand.seats


def _sat_out(state: State, event: ev.SatOut) -> Applied:
    return state.but_player(event.seat, out=True), []


def _sat_in(state: State, event: ev.SatIn) -> Applied:
    return state.but_player(event.seat, out=False, since=state.seq), []


def _seat_changed(state: State, event: ev.SeatChanged) -> Applied:
    mover = state.players[event.seat]
    players = {s: p for s, p in state.players.items() if s != event.seat}
    state = state.but(players={**players, event.to: mover})
    if state.hand is not None and state.hand.awards:
        state = state.but_hand(awards=_awards_moved(state.hand, event.seat, event.to))
    if not state.hand_on:
        state = _follow(state, event.seat, event.to)
    way_back = {"type": "seat_changed", "seat": event.seat, "to": event.to}
    back = any(way_back in due.by for due in state.dues)
    if state.carried and not state.hand_on and not back:
        return state, [SeatChangedWithPot(event.seat, event.to)]
    return state, []


def _chips_bought(state: State, event: ev.ChipsBought) -> Applied:
    player = state.players[event.seat]
    if not player.tracked:
        return state, []
    if _in_hand(state, event.seat):
        return state.but_player(event.seat, behind=exact(player.behind + event.amount)), []
    return state.but_player(event.seat, purse=exact(player.purse + event.amount)), []


def _dealer_changed(state: State, event: ev.DealerChanged) -> Applied:
    return state.but(dealer=event.dealer), []


def _table_closed(state: State, event: ev.TableClosed) -> Applied:
    return state.but(closed=True, window=False), []


# --- A hand begins ---------------------------------------------------------------


def _hand_started(state: State, event: ev.HandStarted) -> Applied:
    found: list[Finding] = []
    if state.hand_on:
        assert state.hand is not None
        found.append(HandLeftOpen(state.hand.number))
        state, more = close_hand(state)
        found += more
    state = _between_hands(state)
    found += _session_over(state)
    profile = state.upcoming or state.profile
    assert profile is not None
    seats = event.seats if event.seats is not None else _may_play(state)
    order = clockwise(seats, event.button)
    found += _start_faults(state, event, profile, order)
    due = positions.button_due(state, order)
    right = event.button if due is None else due
    hand = Hand.of(
        number=state.number + 1,
        button=event.button,
        order=order,
        seats={s: BROKE if _no_chips(state, s, profile) else FRESH for s in order},
        profile=profile,
        edition=state.edition,
        started=state.seq,
        carried_in=state.carried,
        riding=state.carried,
        button_due=due,
        blinds_at=positions.blind_places(profile, order, event.button, state.hand),
        blinds_due=positions.blind_places(profile, clockwise(seats, right), right, state.hand),
    )
    standing = {k: v for k, v in state.standing.items() if k != "hand"}
    state = state.but(
        hand=hand,
        players=_passed_by(state, hand),
        number=hand.number,
        profile=profile,
        upcoming=None,
        carried=(),
        standing=standing,
        window=False,
        dues=tuple(d for d in state.dues if d.code == "seat_change_denied"),
        rulings={},
        next_button=event.button,
        button_fixed=False,
    )
    return _ready_to_deal(state), found


def _session_over(state: State) -> list[Finding]:
    if not session.over(state):
        return []
    return [SessionOver(state.resolved_pots, session.length(state), session.places(state))]


# A status is asked for more often than anything else, and found sooner where it is said.
FRESH, BROKE = Seat.of(status=LIVE), Seat.of(status=LIVE, all_in=True)


def _passed_by(state: State, hand: Hand) -> Mapping[int, Player]:
    """The players, those out of the hand with the blinds that went past them."""
    players = state.players
    if not hand.profile.blinds or len(players) == len(hand.order):
        return players
    return {
        seat: player if seat in hand.seats else _missing(state, hand, seat, player)
        for seat, player in players.items()
    }


def _missing(state: State, hand: Hand, seat: int, player: Player) -> Player:
    passed = positions.passed_by(state.hand, hand.blinds_at, seat)
    missed = tuple(dict.fromkeys((*player.missed, *passed)))
    return player if missed == player.missed else player.but(missed=missed)


def _no_chips(state: State, seat: int, profile: Any) -> bool:
    player = state.players[seat]
    return bool(player.tracked and profile.all_in and player.purse <= 0)


def _between_hands(state: State) -> State:
    for seat in [s for s, player in state.players.items() if player.leaving]:
        state = session.leaves(state, seat)
    players = {
        seat: player.but(purse=exact(player.purse + player.behind), behind=0)
        if player.behind
        else player
        for seat, player in state.players.items()
    }
    return state.but(players=players)


def _may_play(state: State) -> tuple[int, ...]:
    return tuple(s for s in state.seated_in if s not in state.locked_out)


def _start_faults(
    state: State, event: ev.HandStarted, profile: Any, order: tuple[int, ...]
) -> list[Finding]:
    found: list[Finding] = []
    found += [LockedOutDealtIn(s) for s in order if s in state.locked_out]
    if state.carried:
        found += _entries(state, profile, order)
    least = profile.players[0]
    most = profile.most(state.standing.get("draw_limit"))
    if not least <= len(order) <= most:
        found.append(StartedAgainst("players", len(order), most))
    return found


def _entries(state: State, profile: Any, order: tuple[int, ...]) -> list[Finding]:
    found: list[Finding] = []
    for seat in order:
        if seat in state.locked_out:
            continue
        missed = [lay for lay in state.carried if seat not in lay.involved]
        if not missed:
            continue
        sets = sum(1 for lay in missed if lay.kind == "antes")
        forfeited = tuple(lay for lay in missed if lay.kind == "forfeited")
        due = exact(profile.ante * (sets + (0 if state.ante_off else 1)))
        found.append(EntryWithCarriedPot(seat, sets, due, forfeited))
    return found


def antes_due(state: State, seat: int) -> Amount:
    """What the seat still has to ante for this deal."""
    hand = state.hand
    assert hand is not None
    mine = hand.seats[seat]
    if not mine.live or (state.ante_off and not _sets_missed(hand, seat)):
        return 0
    if mine.all_in and (mine.put_in or _was_in(hand, seat)):
        return 0
    sets = _sets_missed(hand, seat) + (0 if state.ante_off else 1)
    return exact(max(hand.profile.ante * sets - mine.ante, 0))


def _sets_missed(hand: Hand, seat: int) -> int:
    return sum(1 for lay in hand.carried_in if lay.kind == "antes" and seat not in lay.involved)


def _was_in(hand: Hand, seat: int) -> bool:
    return any(seat in lay.involved for lay in hand.carried_in)


def _posted(state: State, event: ev.Posted) -> Applied:
    hand = state.hand
    assert hand is not None
    if not hand.on or event.seat in hand.denied:
        return state, []
    state = state.but_hand(posts=(*hand.posts, (event.seat, event.kind, state.seq)))
    mine = hand.seats.get(event.seat)
    if mine is None:
        return state, []
    amount = reachable(state, event.seat, event.amount)
    if event.kind == "ante":
        return _ante(state, event, mine, amount)
    found = _blind_faults(state, event, amount)
    if event.kind == "payment":
        return hold(state, event.seat, amount), found
    live = event.kind in ("small_blind", "big_blind", "post")
    state = _paid_up(state, event)
    changes: dict[str, Any] = {}
    if event.kind in ("small_blind", "big_blind"):
        posted = exact(hand.blinds.get(event.seat, 0) + amount)
        big = event.seat if event.kind == "big_blind" else hand.big_at
        state = state.but_hand(blinds={**hand.blinds, event.seat: posted}, big_at=big)
    if live:
        changes["bet"] = exact(mine.bet + amount)
    else:
        changes["dead"] = exact(mine.dead + amount)
    state = pay(state, event.seat, amount, **changes)
    if not live:
        state = state.but_hand(common=exact(hand.common + amount))
    elif mine.owes and mine.owes <= mine.bet + amount:
        state = state.but_seat(event.seat, owes=0)
    return _note_all_in(_ready_to_deal(state), event.seat), found


PAYS: Mapping[str, tuple[str, ...]] = {
    "big_blind": ("big_blind", "small_blind"),
    "post": ("big_blind",),
    "dead": ("small_blind",),
}


def _paid_up(state: State, event: ev.Posted) -> State:
    """Missed blinds are posted, or met in the player's own turn of the big blind."""
    missed = state.players[event.seat].missed
    left = tuple(kind for kind in missed if kind not in PAYS.get(event.kind, ()))
    return state if left == missed else state.but_player(event.seat, missed=left)


def _ante(state: State, event: ev.Posted, mine: Seat, amount: Amount) -> Applied:
    hand = state.hand
    assert hand is not None
    due = antes_due(state, event.seat)
    found: list[Finding] = []
    sets = _sets_missed(hand, event.seat)
    left = reachable(state, event.seat, amount + 1) > amount
    if amount < due and not left:
        found.append(ShortAnte(event.seat, amount, due))
    elif amount != due:
        found.append(PostWrong(event.seat, "ante", amount, due))
    ante = exact(mine.ante + amount)
    state = pay(state, event.seat, amount, ante=ante)
    if sets and amount >= due:
        state = _buys_in(state, event.seat)
    state = _note_all_in(_ready_to_deal(state), event.seat)
    if hand.profile.all_in and not left and ante >= hand.profile.ante:
        found.append(AntedLastChips(event.seat))
    return state, found


def _buys_in(state: State, seat: int) -> State:
    """A newcomer's extra antes join the carried antes he now plays for."""
    hand = state.hand
    assert hand is not None
    ante = hand.profile.ante
    joined = 0
    riding = []
    for layer in hand.riding:
        if layer.kind == "antes" and seat not in layer.involved:
            joined += 1
            layer = layer.but(
                amount=exact(layer.amount + ante),
                involved=(*layer.involved, seat),
                eligible=(*layer.eligible, seat),
            )
        riding.append(layer)
    state = state.but_hand(riding=tuple(riding))
    return state.but_seat(seat, dead=exact(hand.seats[seat].dead + ante * joined))


def _blind_faults(state: State, event: ev.Posted, amount: Amount) -> list[Finding]:
    hand = state.hand
    assert hand is not None
    if event.kind == "payment":
        return [PostWrong(event.seat, "payment", amount, 0)]
    due = {
        "small_blind": hand.profile.small_blind,
        "big_blind": hand.profile.big_blind,
    }.get(event.kind)
    if due is None or not hand.profile.blinds:
        return []
    due = exact(due - hand.blinds.get(event.seat, 0))
    if amount == due:
        return []
    if amount < due and reachable(state, event.seat, amount + 1) == amount:
        return []
    return [PostWrong(event.seat, event.kind, amount, due)]


def _note_all_in(state: State, seat: int) -> State:
    if broke(state, seat):
        return state.but_seat(seat, all_in=True)
    return state


def _ready_to_deal(state: State) -> State:
    """Posting is over once nothing more is owed."""
    hand = state.hand
    assert hand is not None
    if hand.dealt or hand.phase not in ("posting", "dealing"):
        return state
    phase = "posting" if _owing(state) else "dealing"
    return state if phase == hand.phase else state.but_hand(phase=phase)


def _owing(state: State) -> bool:
    """Whether a post is owed; players mostly post in order, so the last is asked first."""
    hand = state.hand
    assert hand is not None
    if hand.profile.ante and any(antes_due(state, seat) for seat in reversed(hand.order)):
        return True
    return hand.profile.blinds and bool(posts_due(state))


def posts_due(state: State) -> list[dict[str, Any]]:
    """Posts still owed before the cards, ready to be entered."""
    hand = state.hand
    assert hand is not None
    found = []
    for seat in hand.order:
        due = antes_due(state, seat) if hand.profile.ante else 0
        if due:
            found.append(_post(state, seat, "ante", due))
    for kind, seat_due, amount in (
        ("small_blind", deal_plan.small_blind_seat(hand), hand.profile.small_blind),
        ("big_blind", deal_plan.big_blind_seat(hand), hand.profile.big_blind),
    ):
        if seat_due is not None and amount and not hand.seats[seat_due].bet:
            found.append(_post(state, seat_due, kind, amount))
    return found


def _post(state: State, seat: int, kind: str, amount: Amount) -> dict[str, Any]:
    """What the seat owes, or all it has if that is less."""
    put = reachable(state, seat, amount)
    entry: dict[str, Any] = {"type": "posted", "seat": seat, "kind": kind, "amount": put}
    return {**entry, "all_in": True} if put < amount else entry


def _shuffled(state: State, event: ev.Shuffled) -> Applied:
    hand = state.hand
    if hand is not None and not hand.ended and hand.awards:
        return state.but_hand(riffled=state.seq).but(window=False, dues=()), []
    if hand is None or hand.ended:
        return state.but(window=False), []
    return moving.shuffle(state), []


# --- Cards -----------------------------------------------------------------------


def _dealt(state: State, event: ev.Dealt) -> Applied:
    hand = state.hand
    assert hand is not None
    if dealing.as_planned(hand, event):
        return dealing.follow_plan(state, event), []
    missing = [] if hand.dealt else _antes_missing(state)
    remedy = bool(state.dues) and any(
        pattern.get("type") == "dealt" and pattern.get("to") == event.to
        for due in state.dues
        if due.code not in DRAW_DUES and moving.ripe(due, hand)
        for pattern in due.by
    )
    state, found = dealing.deal(state, event, remedy)
    state, more = _starter_again(hand, state)
    return state, found + missing + more


def _starter_again(was: Hand, state: State) -> Applied:
    """An upcard that comes during the betting may change who is to begin."""
    hand = state.hand
    assert hand is not None
    if hand.phase != "betting" or was.phase != "betting" or not hand.profile.stud:
        return state, []
    changed = [n for n, seat in hand.seats.items() if seat.up != was.seats[n].up]
    first = flow.first_to_act(hand) if changed else None
    if first is None or first == hand.first_actor or hand.first_actor is None:
        return state, []
    if not hand.street_actions:
        return state.but_hand(to_act=first, first_actor=first), []
    return state, [StarterDiffers(first, hand.first_actor)] if first in changed else []


DRAW_DUES = frozenset(("defer_fifth_card", "burn_then_card", "card_replace_after_draw"))


def _antes_missing(state: State) -> list[Finding]:
    owing = [p for p in posts_due(state) if p["kind"] == "ante"]
    if not owing:
        return []
    return [AntesMissing(tuple(p["seat"] for p in owing), owing[0]["amount"])]


def _round_dealt(state: State, event: ev.RoundDealt) -> Applied:
    hand = state.hand
    assert hand is not None
    missing = [] if hand.dealt else _antes_missing(state)
    state, found = dealing.deal_pass(state, event)
    return state, found + missing


def _deal_completed(state: State, event: ev.DealCompleted) -> Applied:
    hand = state.hand
    assert hand is not None
    found: list[Finding] = []
    if not hand.on:
        return state, []
    if not hand.dealt:
        missing = _antes_missing(state)
        state, found = dealing.begin(state)
        found += missing
        hand = state.hand
        assert hand is not None
    stage = hand.here
    if hand.phase == "dealing" and stage is not None and stage.kind == "deal":
        state, more = flow.finish_dealing(state)
        found += more
    return state, found


def _cut(state: State, event: ev.Cut) -> Applied:
    hand = state.hand
    if hand is None or not hand.on or event.seat is None or len(hand.order) < 2:
        return state, []
    right = hand.order[-2] if hand.button in hand.order else hand.order[-1]
    return state, [] if event.seat == right else [CutBy(event.seat, right)]


def _exposed(state: State, event: ev.Exposed) -> Applied:
    hand = state.hand
    assert hand is not None
    if not hand.on:
        return state, []
    seat = event.seat if event.seat in hand.seats else None
    if event.seat is None and hand.board_down:
        return dealing.turn_board_card(state, event.card)
    if seat is not None and event.card in hand.seats[seat].flashed:
        return state, []
    found: list[Finding] = []
    if seat is not None and event.card not in hand.seats[seat].cards:
        mine = hand.seats[seat]
        state, found = dealing.see(state, event.card, found)
        if len(mine.cards) < mine.count:
            state = state.but_seat(seat, cards=(*mine.cards, event.card))
    if seat is not None and event.by == "dealer" and hand.profile.stud:
        turned = upcards.turned_up(state, seat, event.card)
        if turned is not None:
            state, more = _starter_again(hand, turned[0])
            return state, [*found, *turned[1], *more]
    moment = _moment(hand, seat)
    state = held_cards.flash(state, seat, event.card, event.by)
    return state, [
        *found,
        CardExposed(seat, event.card, event.by, moment, event.off_table),
    ]


def _moment(hand: Hand, seat: int | None) -> str:
    if seat is None:
        return "stub"
    drawing_on = hand.phase == "drawing" or (hand.draw_done > 0 and not hand.acted_since_draw)
    if drawing_on and hand.last_served == seat and hand.seats[seat].served:
        return "draw"
    if hand.profile.draws and not hand.draw_begun:
        return "deal"
    return "deal" if hand.phase in ("dealing", "posting") or not hand.first_action else "later"


def _boxed_found(state: State, event: ev.BoxedFound) -> Applied:
    hand = state.hand
    assert hand is not None
    if not hand.on:
        return state, []
    found: list[Finding] = []
    if event.card is not None:
        state, found = dealing.see(state, event.card, found)
    scrap = (*hand.scrap, event.card) if event.card else hand.scrap
    out = hand.cards_out + 1
    return state.but_hand(boxed=(*hand.boxed, state.seq), scrap=scrap, cards_out=out), found


def _card_moved(state: State, event: ev.CardMoved) -> Applied:
    hand = state.hand
    assert hand is not None
    if not hand.on:
        return state, []
    found = _moved_from_elsewhere(hand, event)
    state, _ = _starter_again(hand, moving.move(state, event))
    return state, found


def _moved_from_elsewhere(hand: Hand, event: ev.CardMoved) -> list[Finding]:
    """A card that is known to lie somewhere else than where it is taken from."""
    card, origin = event.card, event.from_
    at_hand: tuple[Place, ...]
    lies = places(hand, card) if card is not None else ()
    at_hand = (origin, event.to)
    if origin == "board" or isinstance(origin, int):
        at_hand = (*at_hand, "aside")
    if card is None or not lies or any(place in at_hand for place in lies):
        return []
    return [CardSeenTwice(card, hand.seen.get(card, hand.started))]


def _hand_counted(state: State, event: ev.HandCounted) -> Applied:
    hand = state.hand
    assert hand is not None
    if event.seat not in hand.seats:
        return state, []
    mine = hand.seats[event.seat]
    late = mine.late + mine.count - event.count
    return state.but_seat(event.seat, count=event.count, late=late), []


def _attention(state: State, event: ev.AttentionCalled) -> Applied:
    hand = state.hand
    if hand is None:
        return state, []
    seat = event.seat
    called = (*hand.called, (event.about, seat, state.seq))
    if seat is None:
        return state.but_hand(called=called), []
    claim = Claim(state.seq, event.about, event.by, event.facts or {}, hand)
    return state.but_hand(called=called, claims={**hand.claims, seat: claim}), []


# --- Actions ---------------------------------------------------------------------


def _acted(state: State, event: ev.Acted) -> Applied:
    hand = state.hand
    assert hand is not None
    if hand.profile.stud and event.seat in showdown.may_begin(hand):
        state = state.but_hand(to_act=event.seat, first_actor=event.seat)
    if hand.phase != "dealing" or not deal_plan.only_bonus_due(hand):
        state, found = betting.read(state, event)
        return state, _behind_a_wrong_start(state, found) if hand.profile.stud else found
    state, found = upcards.leave_short(state, after_action=True)
    state, more = flow.finish_dealing(state)
    state, read = betting.read(state, event)
    return state, found + more + read


def _behind_a_wrong_start(state: State, found: list[Finding]) -> list[Finding]:
    """Whether an act out of turn comes behind somebody who began the round wrongly."""
    hand = state.hand
    assert hand is not None
    if not found or not isinstance(found[0], ActedOutOfTurn) or hand.street_actions:
        return found
    move, due = found[0].move, found[0].due
    early = [s for s in hand.live if hand.seats[s].held_move is not None and s != move.seat]
    if due != hand.first_actor or len(early) != 1 or move.verb == "fold":
        return found
    return [StartedByOther(early[0], due, move.seat), *found[1:]]


def _rapped(state: State, event: ev.Rapped) -> Applied:
    hand = state.hand
    assert hand is not None
    mine = hand.seats.get(event.seat)
    if not hand.on or mine is None or not mine.live:
        return state, []
    if hand.phase == "drawing":
        return drawing.indicate(state, ev.made(ev.DrawIndicated, {"seat": event.seat, "count": 0}))
    if hand.open_call is None and hand.phase == "betting" and hand.level > mine.bet:
        return state, [RappedFacingBet(event.seat, bool(mine.told), hand.raises > 0)]
    return betting.read(state, ev.made(ev.Acted, {"seat": event.seat, "verb": "check"}))


def _pot_declared_open(state: State, event: ev.PotDeclaredOpen) -> Applied:
    hand = state.hand
    assert hand is not None
    mine = hand.seats.get(event.seat)
    if not hand.on or mine is None:
        return state, []
    call = hand.open_call
    if call is not None:
        return _declare(state, event, mine, call)
    unopened = hand.phase == "betting" and hand.street == 1 and not hand.opened
    if unopened and mine.live and hand.profile.draws:
        if mine.all_in and hand.to_act == event.seat:
            return _opens_for_antes(state, event)
        return betting.read(state, _opening(event))
    return state, [PotDeclared(event.seat, False, mine.passed, None)]


def _opening(event: ev.PotDeclaredOpen) -> ev.Acted:
    to = event.to or None
    fields = {"seat": event.seat, "verb": "bet", "to": to, "all_in": event.all_in}
    return ev.made(ev.Acted, fields)


def _opens_for_antes(state: State, event: ev.PotDeclaredOpen) -> Applied:
    """An all-in seat opens for nothing; callers owe a whole opening bet."""
    hand = state.hand
    assert hand is not None
    already = hand.seats[event.seat].bet
    price = betting.opening_price(hand, already, all_in=True)
    move = Move(
        event.seat,
        "bet",
        already,
        all_in=True,
        price=price,
        seq=state.seq,
    )
    state = state.but_seat(event.seat, opened_on=hand.seats[event.seat].known)
    state = state.but_hand(
        opener=event.seat, opening=state.seq, in_when_opened=hand.live, move=move
    )
    return state, [OpenedForLess(event.seat, already, price)]


def _declare(state: State, event: ev.PotDeclaredOpen, mine: Seat, call: OpenCall) -> Applied:
    hand = state.hand
    assert hand is not None
    allowed = event.seat in call.asked
    turn = call.asked[0] if call.asked else None
    finding = PotDeclared(event.seat, allowed, mine.passed, turn)
    if not allowed or turn != event.seat:
        return state, [finding]
    to = max(event.to or hand.unit, mine.bet)
    put = reachable(state, event.seat, to - mine.bet)
    state = state.but_hand(
        open_call=None,
        opener=event.seat,
        opening=state.seq,
        plays_unopened=False,
        level=0,
        base=0,
        raises=0,
        raised_by_other=False,
        calls=frozenset(),
    )
    state = state.but_seat(event.seat, opened_for=min(to, hand.unit), opened_on=mine.known)
    hand = state.hand
    assert hand is not None
    seats = {
        n: s.but(acted=not s.live, may_raise=True) if n != event.seat else s
        for n, s in hand.seats.items()
    }
    all_in = put < to - mine.bet or broke(state, event.seat)
    made = exact(mine.bet + put)
    price = betting.opening_price(hand, made, all_in)
    move = Move(event.seat, "bet", made, all_in=all_in, price=price, seq=state.seq)
    return state.but_hand(seats=seats, to_act=event.seat, move=move), [finding]


def _draw_indicated(state: State, event: ev.DrawIndicated) -> Applied:
    return drawing.indicate(state, event)


def _discarded(state: State, event: ev.Discarded) -> Applied:
    return drawing.discard(state, event)


def _shown(state: State, event: ev.Shown) -> Applied:
    hand = state.hand
    assert hand is not None
    mine = hand.seats.get(event.seat)
    if mine is None:
        return state, []
    if event.purpose == "discards":
        return state.but_seat(event.seat, discards=event.cards, draws_up=True), []
    found: list[Finding] = []
    known = set(mine.cards) | set(mine.shown)
    for card in event.cards:
        if card not in known and len(known) <= 7:
            state, found = _see_shown(state, event.seat, card, found)
    if hand.on and JOKER in event.cards and not hand.profile.jokers and mine.live:
        found.append(JokerSeen(event.seat, mine.has_acted))
    if event.purpose not in showdown.TABLED:
        if event.purpose == "courtesy" and speech.undecided(hand):
            found.append(Disclosed(event.seat, mine.live, shown=True))
        return state, found
    shown = _laid_open(hand, mine, event.cards)
    state = state.but_seat(event.seat, shown=shown, shown_seq=state.seq, cards=shown)
    if event.purpose == "openers" and hand.on:
        found += _openers_shown(state, event, mine)
    elif event.purpose == "showdown" and _last_round_not_begun(hand) and mine.live:
        found.append(RoundSkipped(True, hand.to_act))
    elif hand.phase == "showdown" and mine.live and len(hand.live) > 1:
        found += _shown_in_part(state, event.seat)
    return state, found


def _last_round_not_begun(hand: Hand) -> bool:
    """Whether the betting after the draw is due and nobody has acted in it."""
    after = bool(hand.draw_done) and hand.stage == len(hand.profile.stages) - 1
    return after and hand.phase == "betting" and not hand.street_actions and hand.contested


def _laid_open(hand: Hand, mine: Seat, cards: tuple[str, ...]) -> tuple[str, ...]:
    """What lies open by now: a hand may be tabled in more than one motion."""
    both = tuple(dict.fromkeys((*mine.shown, *cards)))
    return both if len(both) <= min(mine.count, hand.profile.hand_size) else cards


def _shown_in_part(state: State, number: int) -> list[Finding]:
    hand = state.hand
    assert hand is not None
    mine = hand.seats[number]
    if showdown.tabled(hand, mine):
        return []
    return [ShownInPart(number, len(mine.shown), mine.count)]


def _see_shown(state: State, seat: int, card: str, found: list[Finding]) -> Applied:
    hand = state.hand
    assert hand is not None
    first = hand.seen.get(card)
    if first is None:
        return state.but_hand(seen={**hand.seen, card: state.seq}), found
    if elsewhere(hand, card, seat):
        return state, [*found, CardSeenTwice(card, first)]
    return state, found


def _openers_shown(state: State, event: ev.Shown, mine: Seat) -> list[Finding]:
    """Before the draw the opener's hand either qualifies or is false."""
    hand = state.hand
    assert hand is not None
    if hand.opener != event.seat or not hand.profile.opens_on_jacks or hand.draw_begun:
        return []
    if holds_openers(event.cards, hand.profile.ranking):  # type: ignore[arg-type]
        return []
    if len(event.cards) < mine.count or hand.phase == "showdown":
        return []
    return [false_opening(state, event.seat, shown=True)]


def false_opening(state: State, seat: int, shown: bool) -> FalseOpening:
    """The facts of a bad opening: whether the pot plays and who may declare it open."""
    hand = state.hand
    assert hand is not None
    mine = hand.seats[seat]
    raised = hand.raised_by_other or (
        hand.profile.on("open_raise_counts") and mine.put_in - mine.ante > mine.opened_for
    )
    callers = len(hand.calls - {seat})
    done = hand.phase != "betting" or hand.street > 1
    revives = hand.profile.on("revive_folds_on_false_open")
    folded = tuple(s for s in hand.in_when_opened if hand.seats[s].status == "folded")
    plays = raised or callers >= 2 or done
    put = mine.put_in - mine.ante
    return FalseOpening(
        seat=seat,
        plays=plays,
        raised=raised,
        action_done=done,
        other_bets=exact(max(put - mine.opened_for, 0)),
        opening=mine.opened_for,
        all_in=mine.all_in and not mine.opened_for,
        shown=shown,
        folded=folded if revives and not plays else (),
    )


def _bet_taken_back(state: State, event: ev.BetTakenBack) -> Applied:
    hand = state.hand
    assert hand is not None
    mine = hand.seats.get(event.seat)
    if mine is None or not hand.on:
        return state, []
    wanted = min(event.amount, mine.put_in - mine.dead)
    blind = hand.blinds.get(event.seat, 0)
    if blind and not hand.first_action:
        state = state.but_hand(blinds={**hand.blinds, event.seat: exact(max(blind - wanted, 0))})
        return _takes(state, event.seat, wanted), []
    allowed = min(wanted, max(withdrawable(hand, event.seat), _asked_back(state, event.seat)))
    bound = event.amount - allowed
    found: list[Finding] = [TookBackBound(event.seat, exact(bound))] if bound else []
    if not allowed:
        return state, found
    state = _takes(state, event.seat, exact(allowed))
    return (_acts_again(state, event.seat) if mine.live and mine.withdrawable else state), found


def withdrawable(hand: Hand, seat: int) -> Amount:
    """What a seat may take back: a live one only until somebody acts after it."""
    mine = hand.seats[seat]
    over = mine.live and (hand.phase != "betting" or hand.last_actor != seat)
    return 0 if over else mine.withdrawable


def _asked_back(state: State, seat: int) -> Amount:
    """Chips that a due asks the seat to take back."""
    asked = [p for due in state.dues for p in due.by if p.get("type") == "bet_taken_back"]
    return exact(sum((p["amount"] for p in asked if p["seat"] == seat), start=0))


def _takes(state: State, seat: int, amount: Amount) -> State:
    assert state.hand is not None
    mine = state.hand.seats[seat]
    left = exact(max(mine.withdrawable - amount, 0))
    return give_back(state, seat, amount, bet=exact(max(mine.bet - amount, 0)), withdrawable=left)


def _acts_again(state: State, seat: int) -> State:
    """The chips were put in unaware of a raise: the seat has its turn again."""
    hand = state.hand
    assert hand is not None
    state = state.but_seat(seat, acted=False, may_raise=True, owes=0, withdrawable=0)
    return state.but_hand(to_act=seat, calls=hand.calls - {seat})


# --- The end ---------------------------------------------------------------------


def _pot_awarded(state: State, event: ev.PotAwarded) -> Applied:
    hand = state.hand
    assert hand is not None
    awards = dict(hand.awards)
    replaced = awards.values() if event.pot is None else [awards.get(event.pot, {})]
    pushed = by_seat(replaced)
    # Whoever has left the table keeps what was pushed to him.
    gone = {seat: amount for seat, amount in pushed.items() if seat not in state.players}
    state = collect(state, {seat: -amount for seat, amount in pushed.items()})
    state = collect(state, event.to)
    kept = {} if event.pot is None else awards
    kept[event.pot] = {**gone, **event.to}
    state = state.but_hand(awards=kept).but(window=True)
    if hand.ended:
        others = state.carried[:-1] if hand.left_over else state.carried
        state = _carry_rest(state.but(carried=others))
    return state, _award_faults(state, event)


def _award_faults(state: State, event: ev.PotAwarded) -> list[Finding]:
    hand = state.hand
    assert hand is not None
    result = hand.result
    if not hand.on:
        return []
    if result is None:
        open_yet = hand.phase in ("dealing", "betting", "drawing") and hand.contested
        return [RoundSkipped(False, hand.to_act)] if open_yet else []
    right = dict(result.paid) if event.pot is None else _layer_shares(hand, event.pot)
    pushed = {seat: amount for seat, amount in event.to.items() if amount}
    right = {seat: amount for seat, amount in right.items() if amount}
    if pushed == right:
        return []
    fair = tuple(sorted(right.items()))
    return [AwardDiffers(tuple(sorted(pushed.items())), fair, event.pot)]


def _layer_shares(hand: Hand, pot: int) -> dict[int, Amount]:
    assert hand.result is not None
    pots = hand.result.pots
    return dict(pots[pot][1]) if pot < len(pots) else {}


def _misdeal_called(state: State, event: ev.MisdealCalled) -> Applied:
    return state, []


def _hand_ended(state: State, event: ev.HandEnded) -> Applied:
    return close_hand(state)


def _not_kept_as_asked(hand: Hand, opener: int) -> bool:
    """Whether the opener was asked to keep and show the opening hand, and has not, out or not."""
    mine = hand.seats[opener]
    asked = [
        seq
        for about, seat, seq in hand.called
        if about == "retain_openers" and seat in (None, opener)
    ]
    in_time = bool(asked) and (mine.muck is None or mine.muck_seq > asked[0])
    return hand.profile.opens_on_jacks and in_time and mine.shown_seq < asked[0]


def close_hand(state: State) -> Applied:
    """Close the hand: what was not pushed is carried, the button moves on."""
    hand = state.hand
    assert hand is not None
    found: list[Finding] = []
    if not hand.on:
        return state.but_hand(ended=state.seq).but(window=True), found
    window = not hand.riffled
    due = any(d.code == "must_prove_openers" for d in state.dues)
    if hand.opener is not None and (due or _not_kept_as_asked(hand, hand.opener)):
        found.append(ClosedUnproved(hand.opener))
    state = _take_rake(state, hand)
    hand = state.hand
    assert hand is not None
    for number, mine in hand.seats.items():
        if mine.held:
            state = release(state, number)
    assert state.hand is not None
    left = state.hand.pot
    won = bool(hand.awards) and any(sum(a.values()) for a in hand.awards.values())
    state = state.but_hand(ended=state.seq, phase="ended", to_act=None, move=None, open_call=None)
    if not state.button_fixed:
        state = state.but(next_button=positions.button_after(hand, state.seated_in))
    state = state.but(window=window, dues=())
    state = _carry_rest(state)
    if won and not left:
        state = _pot_won(state, hand)
        if state.resolved_pots == session.length(state):
            found += _session_over(state)
    return state, found


def _take_rake(state: State, hand: Hand) -> State:
    """The house's part of a pot that was awarded leaves the table."""
    due = hand.result.rake if hand.result is not None and hand.awards else 0
    raked = exact(min(due, max(hand.pot, 0)))
    return state.but_hand(raked=raked).but(raked=exact(state.raked + raked)) if raked else state


def _carry_rest(state: State) -> State:
    """What was not pushed is carried as unawarded money."""
    hand = state.hand
    assert hand is not None
    left = hand.pot
    if not left:
        return state.but_hand(left_over=False)
    rightful = tuple(hand.result.paid) if hand.result is not None else hand.live
    layer = Layer(exact(left), "unawarded", hand.order, rightful or hand.order)
    return state.but_hand(left_over=True).but(carried=(*state.carried, layer))


def _pot_won(state: State, hand: Hand) -> State:
    """The pot is resolved: the count of anted deals starts again."""
    takers = {s for award in hand.awards.values() for s, a in award.items() if a}
    freed = hand.opener is not None
    locked = tuple(s for s in state.locked_out if not (freed and takers - {s}))
    before = (state.anted_deals, state.ante_off, state.locked_out, state.resolved_pots)
    return state.but_hand(counts_before=before).but(
        anted_deals=0,
        ante_off=False,
        locked_out=locked,
        resolved_pots=state.resolved_pots + 1,
    )


TRANSITIONS: Mapping[type[Event], Transition] = {
    ev.PlayerSeated: _player_seated,
    ev.PlayerLeft: _player_left,
    ev.SatOut: _sat_out,
    ev.SatIn: _sat_in,
    ev.SeatChanged: _seat_changed,
    ev.ChipsBought: _chips_bought,
    ev.DealerChanged: _dealer_changed,
    ev.TableClosed: _table_closed,
    ev.Announced: speech.announced,
    ev.HandStarted: _hand_started,
    ev.Posted: _posted,
    ev.Shuffled: _shuffled,
    ev.Cut: _cut,
    ev.Dealt: _dealt,
    ev.RoundDealt: _round_dealt,
    ev.DealCompleted: _deal_completed,
    ev.Exposed: _exposed,
    ev.BoxedFound: _boxed_found,
    ev.CardMoved: _card_moved,
    ev.HandCounted: _hand_counted,
    ev.AttentionCalled: _attention,
    ev.Acted: _acted,
    ev.Rapped: _rapped,
    ev.PotDeclaredOpen: _pot_declared_open,
    ev.DrawIndicated: _draw_indicated,
    ev.Discarded: _discarded,
    ev.Shown: _shown,
    ev.Mucked: mucking.muck,
    ev.HandRetrieved: mucking.retrieve,
    ev.BetTakenBack: _bet_taken_back,
    ev.PotAwarded: _pot_awarded,
    ev.MisdealCalled: _misdeal_called,
    ev.HandEnded: _hand_ended,
}
