"""Cards leaving the stub: where they should go, and where they went.

``due`` names the next card of the stage; ``deal`` puts one where it went and reports
what was irregular about it. A card that goes where it was due wakes no rule.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from adjudicator.account import places
from adjudicator.cards import JOKER, rank
from adjudicator.drawing import asked_early, serve, serving
from adjudicator.events import Dealt, RoundDealt
from adjudicator.findings import (
    BonusMissed,
    BurnExtra,
    BurnMissing,
    BurnPassedBy,
    CardExposed,
    CardSeenTwice,
    DealtOut,
    ExtraBoardCard,
    Finding,
    FirstCard,
    HoleCardUp,
    JokerSeen,
    LastCardUp,
    PlayerTookCard,
    PrematureCard,
    WrongFace,
)
from adjudicator.profile import Profile
from adjudicator.seats import clockwise
from adjudicator.state import LIVE, Hand, Seat, State, with_item

Dealing = tuple[State, list[Finding]]


@dataclass(frozen=True)
class CardDue:
    """The next card: a seat, the board or the burn, and its face."""

    to: int | str
    face: str


def scheduled(profile: Profile, stage: int) -> tuple[str, ...]:
    """The faces of all cards dealt to a seat up to and including a stage."""
    return profile.schedule[min(stage, len(profile.stages) - 1)] if stage >= 0 else ()


def expected(hand: Hand, seat: Seat) -> int:
    """How many cards the seat should hold by now."""
    planned = len(scheduled(hand.profile, hand.stage)) + seat.bonus
    if not hand.draw_begun or (seat.wants is None and not seat.thrown):
        return planned
    wanted = seat.wants if seat.wants is not None else seat.thrown
    return planned - max(wanted + seat.refused - seat.served, 0)


def deal_order(hand: Hand) -> tuple[int, ...]:
    """The seats in the order the cards of this stage go round."""
    stage = hand.profile.stages[max(hand.stage, 0)] if hand.stage < 1 else None
    if stage is not None and stage.start == "left_of_big_blind":
        blind = big_blind_as_posted(hand)
        if blind is not None:
            return clockwise(hand.order, blind)
    return hand.order


def deal_line(hand: Hand) -> tuple[int, ...]:
    """The live seats in the order the cards of this stage go round."""
    return tuple(s for s in deal_order(hand) if hand.seats[s].live)


def small_blind_seat(hand: Hand) -> int | None:
    """Who owes the small blind; nobody where its place is empty."""
    small = hand.blinds_at[0]
    return small if small in hand.seats else None


def big_blind_seat(hand: Hand) -> int | None:
    """Who owes the big blind."""
    return hand.blinds_at[1]


def big_blind_as_posted(hand: Hand) -> int | None:
    """The seat that posted the big blind, rightly or not, or the one that owes it."""
    return big_blind_seat(hand) if hand.big_at is None else hand.big_at


def due(hand: Hand) -> CardDue | None:
    """The next card of a dealing stage."""
    stage = hand.here
    if stage is None and hand.stage == -1:
        return _due_to_seat(hand, 0)
    if stage is None or hand.phase not in ("dealing", "posting"):
        return None
    burned = hand.burned or hand.spare_burns or hand.stage in hand.no_burn
    if stage.burn and not burned:
        return CardDue("burn", "down")
    if stage.kind == "board":
        return CardDue("board", "up")
    return _due_to_seat(hand, hand.stage)


def _due_to_seat(hand: Hand, stage: int) -> CardDue | None:
    faces = scheduled(hand.profile, stage)
    waiting = [s for s in deal_order(hand) if hand.seats[s].live]
    for number in waiting:
        if hand.seats[number].bonus_due:
            return CardDue(number, "up")
    short = [s for s in waiting if _short(hand.seats[s], faces)]
    if not short:
        return None
    first = min(short, key=lambda s: (_planned(hand.seats[s]), _place(waiting, s)))
    return CardDue(first, next_face(hand.seats[first], faces))


def _place(order: list[int], seat: int) -> int:
    return order.index(seat)


def _planned(seat: Seat) -> int:
    """How many cards of the plan the seat has been given, or passed over for."""
    return seat.count - seat.bonus + seat.bonus_later + seat.late


def _short(seat: Seat, faces: tuple[str, ...]) -> bool:
    return _planned(seat) < len(faces)


def next_face(seat: Seat, faces: tuple[str, ...]) -> str:
    """The face of a seat's next card; what it has up already need not come again."""
    needs_up = faces.count("up") + seat.bonus - seat.ups
    needs_down = faces.count("down") - (seat.count - seat.ups)
    planned = faces[min(max(_planned(seat), 0), len(faces) - 1)]
    if planned == "up":
        return "up" if needs_up > 0 else "down"
    return "down" if needs_down > 0 else "up"


def deal(state: State, event: Dealt, remedy: bool) -> Dealing:
    """One card leaves the stub; ``remedy`` when a due of this seat asks for it."""
    hand = state.hand
    assert hand is not None
    if not hand.on:
        return state, []
    found: list[Finding] = []
    if not hand.dealt:
        state, found = _begin(state, event.to)
        hand = state.hand
        assert hand is not None
    if _as_planned(hand, event):
        return _follow_plan(state, event), found
    if event.card == JOKER and not hand.profile.jokers:
        state, found = see(state, event.card, found)
        return _jokers(state, event, found)
    if event.by is not None and event.by not in ("dealer", "floor"):
        assert isinstance(event.by, int)
        now = due(hand)
        proper = now is not None and (now.to, now.face) == (event.to, event.face)
        up = event.face == "up"
        found.append(PlayerTookCard(event.by, event.to, event.card, up, proper))
    out = hand.cards_out + 1
    if event.card is None:
        state = state.but_hand(cards_out=out)
    elif _new_face(hand, event.card):
        state = state.but_hand(cards_out=out, seen=with_item(hand.seen, event.card, state.seq))
    else:
        state, found = see(state.but_hand(cards_out=out), event.card, found)
    if event.to == "burn":
        return _burn(state, event, found)
    if event.to == "board":
        return _to_board(state, event, found)
    if not isinstance(event.to, int):
        return state, found
    return _to_seat(state, event, event.to, remedy, found)


def _as_planned(hand: Hand, event: Dealt) -> bool:
    """Whether a face-down card goes where the deal has come to, in a game without upcards.

    Nearly every card of a night is one, so it is told apart first. The first two cards of
    a hand are never plain: a misdeal may hang on them (rrop-misdeal/1a).
    """
    line, card = hand.deal_line, event.card
    return (
        hand.phase == "dealing"
        and event.face == "down"
        and hand.profile.plain_deal[hand.stage]
        and bool(line)
        and line[hand.deal_turn] == event.to
        and hand.cards_out >= 2
        and not hand.misburned
        and event.by is None
        and not event.off_table
        and (card is None or (card != JOKER and _new_face(hand, card)))
    )


def _follow_plan(state: State, event: Dealt) -> State:
    hand, seat, card = state.hand, event.to, event.card
    assert hand is not None
    assert isinstance(seat, int)
    mine = hand.seats[seat]
    cards = mine.cards if card is None else (*mine.cards, card)
    return state.but_hand(
        seats=with_item(hand.seats, seat, mine.but(count=mine.count + 1, cards=cards)),
        cards_out=hand.cards_out + 1,
        to_stage=hand.to_stage + 1,
        deal_turn=(hand.deal_turn + 1) % len(hand.deal_line),
        seen=hand.seen if card is None else with_item(hand.seen, card, state.seq),
    )


def _begin(state: State, first: int | str) -> Dealing:
    hand = state.hand
    assert hand is not None
    anted = any(seat.ante for seat in hand.seats.values())
    new = hand.but(
        dealt=True,
        phase="dealing",
        stage=max(hand.stage, 0),
        first_card=first,
        anted=anted,
    )
    new = new.but(deal_line=deal_line(new))
    state = state.but(hand=new, anted_deals=state.anted_deals + anted)
    return state, [FirstCard()]


def begin(state: State) -> Dealing:
    """The deal begins with a whole pass or with the dealer's signal."""
    return _begin(state, "")


def _new_face(hand: Hand, card: str) -> bool:
    """Whether the card was not seen, or has gone back into the stub since."""
    first = hand.seen.get(card)
    return first is None or (first <= hand.reshuffled and not places(hand, card))


def see(state: State, card: str, found: list[Finding]) -> Dealing:
    """Note a card's face; one that was seen elsewhere is a finding."""
    hand = state.hand
    assert hand is not None
    if _new_face(hand, card):
        return state.but_hand(seen=with_item(hand.seen, card, state.seq)), found
    if card != JOKER or hand.profile.jokers < 2:
        found = [*found, CardSeenTwice(card, hand.seen[card])]
    return state, found


def _jokers(state: State, event: Dealt, found: list[Finding]) -> Dealing:
    hand = state.hand
    assert hand is not None
    if isinstance(event.to, int) and event.to in hand.seats and event.face == "down":
        state = give_card(state, event.to, event.card, False)
        return state, found
    state = state.but_hand(scrap=(*hand.scrap, JOKER))
    holder = event.to if isinstance(event.to, int) else None
    return state, [*found, JokerSeen(holder, acted=False)]


def _burn(state: State, event: Dealt, found: list[Finding]) -> Dealing:
    hand = state.hand
    assert hand is not None
    stage = hand.here
    state = state.but_hand(burns=hand.burns + 1)
    if event.card is not None:
        state = state.but_hand(burnt=(*hand.burnt, event.card))
    if hand.phase == "drawing":
        return _burn_in_draw(state, found)
    coming = _next_cards_stage(hand)
    if stage is None or coming is None:
        return state, [*found, BurnExtra("the deal", True, event.card)]
    if not coming.burn:
        burns = _burns(hand.profile)
        state = state.but_hand(misburned=hand.misburned if burns else state.seq)
        return state, [*found, BurnExtra(coming.name, burns, event.card)]
    early = hand.phase == "betting"
    burned = hand.burned > hand.round_began if early else bool(hand.burned)
    if not burned and hand.spare_burns:
        return state.but_hand(burned=state.seq, spare_burns=hand.spare_burns - 1), found
    if burned or (hand.stage in hand.no_burn and not early):
        state = state.but_hand(spare_burns=hand.spare_burns + 1)
        return state, [*found, BurnExtra(coming.name, True, event.card)]
    return state.but_hand(burned=state.seq), found


def _burns(profile: Profile) -> bool:
    return any(stage.burn for stage in profile.stages)


def _next_cards_stage(hand: Hand):  # type: ignore[no-untyped-def]
    stages = hand.profile.stages
    start = hand.stage if hand.phase != "betting" else hand.stage + 1
    for stage in stages[max(start, 0) :]:
        if stage.kind != "bet":
            return stage
    return None


def _burn_in_draw(state: State, found: list[Finding]) -> Dealing:
    hand = state.hand
    assert hand is not None
    wanted = serving(hand)
    begun = hand.draw_begun or state.seq
    if wanted is not None and wanted.burn:
        new = hand.but(burned=hand.burned or state.seq, last_served=0, draw_begun=begun)
        return state.but(hand=new), found
    stage = hand.here
    burns = stage is not None and stage.burn
    if burns and not hand.burned:
        return state.but_hand(burned=state.seq, draw_begun=begun, last_served=0), found
    return state.but_hand(last_served=0), [
        *found,
        BurnExtra("the draw", game_burns=burns),
    ]


def _to_board(state: State, event: Dealt, found: list[Finding]) -> Dealing:
    hand = state.hand
    assert hand is not None
    stage = hand.here
    card = event.card
    if stage is None or stage.kind != "board" or hand.phase != "dealing":
        return _not_on_board(state, hand, card, found)
    unburned = stage.burn and not hand.burned and hand.stage not in hand.no_burn
    if unburned and not hand.to_stage:
        if not hand.spare_burns:
            found = [*found, BurnMissing(stage.name, card)]
        spare = max(hand.spare_burns - 1, 0)
        state = state.but_hand(burned=state.seq, spare_burns=spare)
    if event.face == "down":
        found = [*found, WrongFace(0, card, "up")]
    return put_on_board(state, card), found


def _not_on_board(state: State, hand: Hand, card: str | None, found: list[Finding]) -> Dealing:
    """A board card while none is due: one too many, too early, or after the last."""
    known = (card,) if card else ()
    state = state.but_hand(aside=(*hand.aside, *known))
    before = hand.profile.stages[hand.stage - 1] if hand.stage > 0 else None
    fresh = hand.phase == "betting" and not hand.street_actions and not hand.early
    several = before is not None and before.kind == "board" and before.cards > 1
    if fresh and several and hand.burned <= hand.round_began and hand.extra_board is None:
        assert before is not None
        state = state.but_hand(extra_board=card or "")
        return state, [*found, ExtraBoardCard(card, before.name)]
    if hand.phase in ("betting", "drawing") and hand.board_stage_ahead:
        state = state.but_hand(early=(*hand.early, *known), too_early=hand.too_early + 1)
        return state, [*found, PrematureCard("board", card)]
    return state, [*found, ExtraBoardCard(card, "")]


def put_on_board(state: State, card: str | None) -> State:
    """A board card in its place."""
    hand = state.hand
    assert hand is not None
    changes: dict[str, object] = {"to_stage": hand.to_stage + 1}
    if card is None:
        changes["blank_board"] = hand.blank_board + 1
    else:
        changes["board"] = (*hand.board, card)
    return state.but_hand(**changes)


def _to_seat(state: State, event: Dealt, seat: int, remedy: bool, found: list[Finding]) -> Dealing:
    hand = state.hand
    assert hand is not None
    mine = hand.seats.get(seat)
    if mine is None or not mine.live:
        state = _lay_aside(state, seat if mine is not None else None, event.card)
        if mine is None or seat in hand.denied:
            return state.but_hand(strays=(*hand.strays, (seat, state.seq))), found
        state = state.but_hand(off_order=hand.off_order or state.seq)
        return state, [*found, DealtOut(seat)]
    if (hand.phase == "drawing" or asked_early(hand, mine)) and not remedy:
        state, more = serve(state, seat, event.card)
        return _exposed_on_way(state, event, seat, "draw", [*found, *more])
    up = event.face == "up"
    if remedy:
        state = _replaced(state, seat)
    if hand.phase == "dealing":
        return _in_deal(state, event, seat, mine, up, remedy, found)
    if mine.late > 0 and (remedy or (up and hand.profile.bonus is not None)):
        state = give_card(state.but_seat(seat, late=mine.late - 1), seat, event.card, up)
        return earn_bonus(state, seat, event.card if up else None), found
    if hand.phase == "betting" and not remedy and hand.seat_stage_ahead:
        state = _lay_aside(state, seat, event.card)
        return state, [*found, PrematureCard(seat, event.card)]
    state = give_card(state, seat, event.card, up)
    return state, found


def _lay_aside(state: State, seat: int | None, card: str | None) -> State:
    """A card lies at a seat, or nowhere, and is in nobody's hand."""
    hand = state.hand
    assert hand is not None
    if card is not None:
        state = state.but_hand(aside=(*hand.aside, card))
    if seat is None:
        return state
    return state.but_seat(seat, loose=hand.seats[seat].loose + 1)


def _replaced(state: State, seat: int) -> State:
    """The card that is to be replaced leaves the hand as the next one comes."""
    hand = state.hand
    assert hand is not None
    for due in state.dues:
        if due.code != "card_replace_next" or due.seat != seat or due.card is None:
            continue
        if due.card in hand.seats[seat].cards:
            return _set_aside(take_card(state, seat, due.card), due.card)
    return state


def _set_aside(state: State, card: str) -> State:
    """A refused card is out of play; one that is to be the next burn is burned by it."""
    hand = state.hand
    assert hand is not None
    as_burn = any(due.code == "card_to_burn" and due.card == card for due in state.dues)
    if not as_burn or not _burns(hand.profile):
        return state.but_hand(aside=(*hand.aside, card))
    burnt = (*hand.burnt, card)
    return state.but_hand(burns=hand.burns + 1, burned=state.seq, burnt=burnt)


def _in_deal(
    state: State,
    event: Dealt,
    seat: int,
    mine: Seat,
    up: bool,
    remedy: bool,
    found: list[Finding],
) -> Dealing:
    hand = state.hand
    assert hand is not None
    faces = scheduled(hand.profile, hand.stage)
    stage = hand.here
    if stage is not None and stage.burn and not hand.burned and not hand.to_stage:
        found = [*found, BurnMissing(stage.name)]
    if hand.cards_out <= 2:
        state = state.but_hand(first_cards=(*hand.first_cards, state.seq))
    if hand.profile.bonus is not None and not remedy:
        state, found = _bonus_missed(state, seat, found)
    if hand.misburned:
        state = state.but_hand(misburned=0)
        found = [*found, BurnPassedBy(hand.misburned)]
    state = _take_turn(state, seat, mine, remedy)
    if "up" not in faces:
        return _face_down_deal(state, event, seat, up, found)
    return _face_up_deal(state, event, seat, faces, up, found)


def _take_turn(state: State, seat: int, mine: Seat, remedy: bool) -> State:
    """Whose turn it is to be dealt to; the first card out of order is remembered."""
    hand = state.hand
    assert hand is not None
    changes: dict[str, object] = {"to_stage": hand.to_stage + 1}
    line, turn = hand.deal_line, hand.deal_turn
    if line and line[turn] == seat and not mine.bonus_due:
        changes["deal_turn"] = (turn + 1) % len(line)
    elif not hand.off_order and not remedy and not mine.bonus_due and not _in_order(hand, seat):
        changes["off_order"] = state.seq
    return state.but_hand(**changes)


def _in_order(hand: Hand, seat: int) -> bool:
    """Whether the card goes where one is missing, or on a packet that is accepted."""
    now = due(hand)
    if now is not None and now.to == seat:
        return True
    packets = hand.profile.options.get("stud_packet_deal") == "accepted"
    previous = hand.deal_line[hand.deal_turn - 1] if hand.deal_line else None
    short = _short(hand.seats[seat], scheduled(hand.profile, hand.stage))
    return packets and "up" in scheduled(hand.profile, hand.stage) and seat == previous and short


def _face_down_deal(
    state: State, event: Dealt, seat: int, up: bool, found: list[Finding]
) -> Dealing:
    """A card of a deal whose cards all lie face down."""
    state = give_card(state, seat, event.card, False)
    return _exposed_on_way(state, event, seat, "deal", found, face_up=up)


def _face_up_deal(
    state: State,
    event: Dealt,
    seat: int,
    faces: tuple[str, ...],
    up: bool,
    found: list[Finding],
) -> Dealing:
    """A card of a deal with upcards: its face, and whether it earns another one."""
    hand = state.hand
    assert hand is not None
    mine = hand.seats[seat]
    short = _short(mine, faces)
    meant = next_face(mine, faces)
    if mine.bonus_due:
        state, meant = state.but_seat(seat, bonus_due=mine.bonus_due - 1), "up"
    elif not short and mine.late > 0:
        state, meant = state.but_seat(seat, late=mine.late - 1), "up" if up else "down"
    state = _bonus_in_its_pass(state, seat, len(faces))
    if up and meant == "down":
        return _up_for_down(state, event, seat, mine, found)
    state = give_card(state, seat, event.card, up)
    if up:
        return earn_bonus(state, seat, event.card), found
    if meant == "up" and mine.count - mine.ups >= faces.count("down"):
        return state, [*found, WrongFace(seat, event.card, "up")]
    if event.off_table and event.card is not None:
        turned = turned_up(state, seat, event.card)
        if turned is not None:
            return turned[0], [*found, *turned[1]]
    return _exposed_on_way(state, event, seat, "deal", found)


def _up_for_down(
    state: State, event: Dealt, seat: int, mine: Seat, found: list[Finding]
) -> Dealing:
    """A card dealt face up where one face down is due."""
    hand = state.hand
    assert hand is not None
    faces = scheduled(hand.profile, hand.stage)
    if hand.stage == 0 and mine.count < faces.count("down"):
        return _hole_card_up(give_card(state, seat, event.card, False), seat, event.card, found)
    if faces.count("up") <= mine.ups < faces.count("up") + mine.bonus:
        state = state.but_seat(seat, late=max(mine.late - 1, 0))
        return earn_bonus(give_card(state, seat, event.card, True), seat, event.card), found
    state = _seen(give_card(state, seat, event.card, False), seat, event.card)
    kind = WrongFace if hand.seat_stage_ahead else LastCardUp
    return state, [*found, kind(seat, event.card, "down")]


def _bonus_in_its_pass(state: State, seat: int, need: int) -> State:
    """The bonus of a hole card turned up is due once the seat has its own upcard's place."""
    assert state.hand is not None
    mine = state.hand.seats[seat]
    if mine.bonus_later and _planned(mine) + 1 >= need:
        return state.but_seat(seat, bonus_later=0)
    return state


def _seen(state: State, seat: int, card: str | None) -> State:
    return state if card is None else flash(state, seat, card)


def place(state: State, seat: int, card: str | None, up: bool = False) -> State:
    """A card put where it belongs lies there as if it had been dealt there."""
    hand = state.hand
    assert hand is not None
    mine = hand.seats[seat]
    faces = scheduled(hand.profile, hand.stage)
    if hand.phase != "dealing" or "up" not in faces or not (_short(mine, faces) or mine.bonus_due):
        return give_card(state, seat, card, up)
    up = bool(mine.bonus_due) or next_face(mine, faces) == "up"
    state = state.but_hand(misburned=0)
    state = _take_turn(state, seat, mine, remedy=True)
    if mine.bonus_due:
        state = state.but_seat(seat, bonus_due=mine.bonus_due - 1)
    state = give_card(state, seat, card, up)
    return earn_bonus(state, seat, card) if up else state


def turned_up(state: State, seat: int, card: str) -> Dealing | None:
    """A hidden card of a stud hand turned over where an upcard is wanting, if one is."""
    hand = state.hand
    assert hand is not None
    mine = hand.seats[seat]
    faces = scheduled(hand.profile, hand.stage)
    if "up" not in faces or card in mine.up or not mine.live:
        return None
    downs = mine.count - mine.ups
    if downs > faces.count("down") and mine.ups < faces.count("up") + mine.bonus:
        return earn_bonus(turn(state, seat, card), seat, card), []
    holes = faces.count("down")
    if hand.stage == 0 and hand.phase == "dealing" and mine.count <= holes:
        return _hole_card_up(state, seat, card, [])
    return None


def _hole_card_up(state: State, seat: int, card: str | None, found: list[Finding]) -> Dealing:
    """A hole card turned up in the first deal is the upcard; with both the hand is dead."""
    hand = state.hand
    assert hand is not None
    mine = hand.seats[seat]
    faces = scheduled(hand.profile, hand.stage)
    both = mine.ups >= faces.count("up")
    state = _seen(state, seat, card)
    if both:
        return state, [*found, HoleCardUp(seat, card, both=True)]
    state = turn(state, seat, card)
    if hand.profile.options.get("exposed_down_four") != "never":
        state = earn_bonus(state, seat, card, at_once=False)
    return state, [*found, HoleCardUp(seat, card, both=False)]


def turn(state: State, seat: int, card: str | None) -> State:
    """A card that lies face down in a hand is turned up."""
    hand = state.hand
    assert hand is not None
    mine = hand.seats[seat]
    up = mine.up if card is None else (*mine.up, card)
    return state.but_seat(seat, ups=mine.ups + 1, up=up)


def _bonus_missed(state: State, seat: int, found: list[Finding]) -> Dealing:
    """The first card that goes elsewhere while a bonus is due at once."""
    hand = state.hand
    assert hand is not None
    waiting = next((s for s in hand.live if hand.seats[s].bonus_due), None)
    if waiting is None or waiting == seat or hand.seats[waiting].bonus_missed:
        return state, found
    state = state.but_seat(waiting, bonus_missed=state.seq)
    return state, [*found, BonusMissed(waiting, after_action=False)]


def only_bonus_due(hand: Hand) -> bool:
    """Whether the street is out but for bonus cards."""
    faces = scheduled(hand.profile, hand.stage)
    stage = hand.here
    return (
        hand.profile.bonus is not None
        and stage is not None
        and stage.kind == "deal"
        and hand.to_stage >= len(hand.deal_line)
        and any(hand.seats[s].bonus_due for s in hand.live)
        and not any(_owed_a_street(hand.seats[s], faces) for s in hand.live)
    )


def _owed_a_street(seat: Seat, faces: tuple[str, ...]) -> bool:
    return _planned(seat) + seat.bonus_due < len(faces)


def leave_short(state: State, after_action: bool) -> Dealing:
    """The street is over: what a seat should have had and has not, it is owed from now on."""
    hand = state.hand
    assert hand is not None
    need = len(scheduled(hand.profile, hand.stage))
    found: list[Finding] = []
    seats = dict(hand.seats)
    for number in hand.live:
        mine = seats[number]
        if mine.bonus_due and not mine.bonus_missed:
            found.append(BonusMissed(number, after_action))
        late = need + mine.bonus - mine.count
        if late != mine.late or mine.bonus_due or mine.bonus_later:
            seats[number] = mine.but(late=late, bonus_due=0, bonus_later=0, bonus_missed=0)
    return state.but_hand(seats=seats), found


def earn_bonus(state: State, seat: int, card: str | None, at_once: bool = True) -> State:
    """An upcard of the bonus rank earns another one."""
    hand = state.hand
    assert hand is not None
    bonus = hand.profile.bonus
    if bonus is None or card is None or rank(card) != bonus.rank:  # type: ignore[arg-type]
        return state
    mine = hand.seats[seat]
    owed = "late" if hand.phase != "dealing" else "bonus_due" if at_once else "bonus_later"
    return state.but_seat(seat, bonus=mine.bonus + 1, **{owed: getattr(mine, owed) + 1})


def _exposed_on_way(
    state: State,
    event: Dealt,
    seat: int,
    moment: str,
    found: list[Finding],
    face_up: bool = False,
) -> Dealing:
    shown = face_up or event.off_table or (event.face == "up" and moment == "draw")
    if not shown or event.card is None:
        return state, found
    state = flash(state, seat, event.card)
    return state, [
        *found,
        CardExposed(seat, event.card, "dealer", moment, event.off_table),
    ]


def flash(state: State, seat: int | None, card: str, by: str = "dealer") -> State:
    """Remember that a card was seen by the table, and whether the dealer exposed it."""
    hand = state.hand
    assert hand is not None
    if by == "dealer":
        state = state.but_hand(exposed=(*hand.exposed, (seat, card, state.seq)))
    if seat is not None and seat in hand.seats:
        mine = hand.seats[seat]
        state = state.but_seat(seat, flashed=(*mine.flashed, card))
    return state


def give_card(state: State, seat: int, card: str | None, up: bool) -> State:
    """A card in a seat's hand."""
    hand = state.hand
    assert hand is not None
    mine = hand.seats[seat]
    changes: dict[str, Any] = {"count": mine.count + 1}
    if card is not None:
        changes["cards"] = (*mine.cards, card)
    if up:
        changes["ups"] = mine.ups + 1
        if card is not None:
            changes["up"] = (*mine.up, card)
    return state.but_hand(seats=with_item(hand.seats, seat, mine.but(**changes)))


def take_card(state: State, seat: int, card: str | None) -> State:
    """A card leaves a seat's hand."""
    hand = state.hand
    assert hand is not None
    mine = hand.seats[seat]
    up = card in mine.up
    changes: dict[str, object] = {
        "count": max(mine.count - 1, 0),
        "cards": without(mine.cards, (card,)),
        "up": without(mine.up, (card,)),
        "ups": mine.ups - up,
    }
    return _bonus_of(state.but_seat(seat, **changes), seat, card if up else None)


def _bonus_of(state: State, seat: int, gone: str | None) -> State:
    """An upcard that goes takes its bonus along; a bonus card that goes is due again."""
    hand = state.hand
    assert hand is not None
    bonus, mine = hand.profile.bonus, hand.seats[seat]
    if bonus is None or gone is None or not mine.bonus or hand.phase != "dealing":
        return state
    if rank(gone) == bonus.rank:  # type: ignore[arg-type]
        return state.but_seat(seat, bonus=mine.bonus - 1, bonus_due=max(mine.bonus_due - 1, 0))
    full = mine.count + 1 >= len(scheduled(hand.profile, hand.stage)) + mine.bonus
    return state.but_seat(seat, bonus_due=mine.bonus_due + 1) if full else state


def without(cards: tuple[str, ...], gone: tuple[str | None, ...]) -> tuple[str, ...]:
    """The cards less those that are gone, each once."""
    left = list(cards)
    for card in gone:
        if card in left:
            left.remove(card)
    return tuple(left)


def deal_pass(state: State, event: RoundDealt) -> Dealing:
    """A whole pass: to each live seat ``each`` cards, or as counted."""
    hand = state.hand
    assert hand is not None
    if not hand.on:
        return state, []
    found: list[Finding] = []
    if not hand.dealt:
        state, found = begin(state)
        hand = state.hand
        assert hand is not None
    counts: Mapping[int, int] = event.counts or {}
    seats = dict(hand.seats)
    dealt = 0
    for number in hand.order:
        mine = seats[number]
        given = counts.get(number, event.each if mine.live else 0)
        ups = given if event.face == "up" else 0
        seats[number] = mine.but(count=mine.count + given, ups=mine.ups + ups)
        dealt += given
    for number in counts.keys() - seats.keys():
        dealt += counts[number]
    strays = tuple((n, state.seq) for n in counts.keys() - seats.keys() if counts[n])
    hand = hand.but(strays=(*hand.strays, *strays))
    new = hand.but(seats=seats, to_stage=hand.to_stage + dealt, cards_out=hand.cards_out + dealt)
    stage = hand.here
    if stage is not None and stage.burn and not hand.burned and not hand.to_stage:
        found.append(BurnMissing(stage.name))
    return state.but(hand=new), found


def stage_served(hand: Hand) -> bool:
    """Whether everybody has the cards of this dealing stage."""
    stage = hand.here
    if stage is None:
        return False
    if stage.kind == "board":
        return hand.to_stage >= stage.cards
    if hand.to_stage < len(hand.deal_line):
        return False
    need = len(scheduled(hand.profile, hand.stage))
    # The last seat is served last, so it is looked at first.
    for number in reversed(hand.order):
        seat = hand.seats[number]
        if seat.status == LIVE and (_planned(seat) < need or seat.bonus_due):
            return False
    return True
