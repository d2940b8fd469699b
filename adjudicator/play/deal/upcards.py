"""Stud: cards dealt face up, cards that lie with the wrong face, and bonus cards.

A seat may be skipped: whatever it lacks at the end of a street it is owed from then on
(``late``), and the next street no longer waits for it.
"""

from __future__ import annotations

from adjudicator.log.events import Dealt
from adjudicator.play.cards.held_cards import earn_bonus, give_card, take_turn, turn
from adjudicator.play.cards.seen import exposed_on_way, flash
from adjudicator.play.deal.findings import BonusMissed, HoleCardUp, LastCardUp, WrongFace
from adjudicator.play.finding import Finding
from adjudicator.play.transition import Applied
from adjudicator.table.deal_plan import is_short, next_face, planned, scheduled
from adjudicator.table.seat import Seat
from adjudicator.table.table import State
from adjudicator.values.frozen import replace


def face_up_deal(state: State, event: Dealt, seat: int) -> Applied:
    """Deal a card of a street with upcards: its face, and whether it earns a bonus."""
    hand = state.the_hand
    mine, faces = hand.seats[seat], scheduled(hand.profile, hand.stage)
    state, meant = _meant(state, seat, faces, event.face)
    state = _bonus_in_its_pass(state, seat, len(faces))
    if event.face == "up":
        if meant == "down":
            return _up_for_down(state, seat, event.card, mine)
        return earn_bonus(give_card(state, seat, event.card, True), seat, event.card), []
    state = give_card(state, seat, event.card, False)
    if meant == "up" and mine.count - mine.ups >= faces.count("down"):
        return state, [WrongFace(seat, event.card, "up")]
    return _off_the_table(state, seat, event.card) if event.off_table else (state, [])


def _meant(state: State, seat: int, faces: tuple[str, ...], face: str) -> tuple[State, str]:
    """The face the card was meant to have, and what it makes up for."""
    mine = state.the_seat(seat)
    if mine.bonus_cards.due:
        return state.with_seat(
            seat, replace(mine, bonus_cards=replace(mine.bonus_cards, due=mine.bonus_cards.due - 1))
        ), "up"
    if mine.bonus_cards.late > 0 and not is_short(mine, faces):
        return state.with_seat(
            seat,
            replace(mine, bonus_cards=replace(mine.bonus_cards, late=mine.bonus_cards.late - 1)),
        ), face
    return state, next_face(mine, faces)


def _off_the_table(state: State, seat: int, card: str | None) -> Applied:
    """A card that falls off the table is exposed, and may become an upcard."""
    turned = None if card is None else turned_up(state, seat, card)
    return turned or exposed_on_way(state, seat, card, "deal", off_table=True)


def _up_for_down(state: State, seat: int, card: str | None, mine: Seat) -> Applied:
    """A card dealt face up where a downcard is due."""
    hand = state.the_hand
    faces = scheduled(hand.profile, hand.stage)
    if hand.stage == 0 and mine.count < faces.count("down"):
        return _hole_card_up(give_card(state, seat, card, False), seat, card)
    if faces.count("up") <= mine.ups < faces.count("up") + mine.bonus_cards.earned:
        state = state.with_seat(
            seat,
            replace(
                state.the_seat(seat),
                bonus_cards=replace(
                    state.the_seat(seat).bonus_cards, late=max(mine.bonus_cards.late - 1, 0)
                ),
            ),
        )
        return earn_bonus(give_card(state, seat, card, True), seat, card), []
    state = flash(give_card(state, seat, card, False), seat, card)
    kind = WrongFace if hand.seat_stage_ahead else LastCardUp
    return state, [kind(seat, card, "down")]


def _bonus_in_its_pass(state: State, seat: int, need: int) -> State:
    """The bonus for an exposed hole card falls due in the pass of the seat's upcard."""
    mine = state.the_seat(seat)
    if mine.bonus_cards.later and planned(mine) + 1 >= need:
        return state.with_seat(seat, replace(mine, bonus_cards=replace(mine.bonus_cards, later=0)))
    return state


def place(state: State, seat: int, card: str | None, up: bool = False) -> State:
    """Put a card where it belongs, as if it had been dealt there."""
    hand = state.the_hand
    mine = hand.seats[seat]
    faces = scheduled(hand.profile, hand.stage)
    missing = is_short(mine, faces) or mine.bonus_cards.due
    if hand.phase != "dealing" or "up" not in faces or not missing:
        return give_card(state, seat, card, up)
    up = bool(mine.bonus_cards.due) or next_face(mine, faces) == "up"
    state = state.with_hand(replace(hand, burn=replace(hand.burn, wrong=0)))
    state = take_turn(state, seat, mine, remedy=True)
    if mine.bonus_cards.due:
        state = state.with_seat(
            seat,
            replace(
                state.the_seat(seat),
                bonus_cards=replace(state.the_seat(seat).bonus_cards, due=mine.bonus_cards.due - 1),
            ),
        )
    state = give_card(state, seat, card, up)
    return earn_bonus(state, seat, card) if up else state


def turned_up(state: State, seat: int, card: str) -> Applied | None:
    """Treat an exposed downcard of a stud hand as its missing upcard, if it lacks one."""
    hand = state.the_hand
    mine = hand.seats[seat]
    faces = scheduled(hand.profile, hand.stage)
    if "up" not in faces or card in mine.up or not mine.live:
        return None
    downs = mine.count - mine.ups
    if downs > faces.count("down") and mine.ups < faces.count("up") + mine.bonus_cards.earned:
        return earn_bonus(turn(state, seat, card), seat, card), []
    holes = faces.count("down")
    if hand.stage == 0 and hand.phase == "dealing" and mine.count <= holes:
        return _hole_card_up(state, seat, card)
    return None


def _hole_card_up(state: State, seat: int, card: str | None) -> Applied:
    """A hole card exposed in the first deal becomes the upcard; with both the hand is dead."""
    hand = state.the_hand
    mine = hand.seats[seat]
    faces = scheduled(hand.profile, hand.stage)
    both = mine.ups >= faces.count("up")
    state = flash(state, seat, card)
    if both:
        return state, [HoleCardUp(seat, card, both=True)]
    state = turn(state, seat, card)
    if hand.profile.policy.exposed_down_four != "never":
        state = earn_bonus(state, seat, card, at_once=False)
    return state, [HoleCardUp(seat, card, both=False)]


def bonus_passed_over(state: State, seat: int) -> Applied:
    """The first card dealt elsewhere while a bonus card is due at once."""
    hand = state.the_hand
    waiting = next((s for s in hand.live if hand.seats[s].bonus_cards.due), None)
    if waiting is None or waiting == seat or hand.seats[waiting].bonus_cards.missed:
        return state, []
    state = state.with_seat(
        waiting,
        replace(
            state.the_seat(waiting),
            bonus_cards=replace(state.the_seat(waiting).bonus_cards, missed=state.seq),
        ),
    )
    return state, [BonusMissed(waiting, after_action=False)]


def leave_short(state: State, after_action: bool) -> Applied:
    """End the street: a seat is owed from now on whatever it lacks."""
    hand = state.the_hand
    need = len(scheduled(hand.profile, hand.stage))
    found: list[Finding] = []
    seats = dict(hand.seats)
    for number in hand.live:
        mine = seats[number]
        if mine.bonus_cards.due and not mine.bonus_cards.missed:
            found.append(BonusMissed(number, after_action))
        late = need + mine.bonus_cards.earned - mine.count
        if late != mine.bonus_cards.late or mine.bonus_cards.due or mine.bonus_cards.later:
            seats[number] = replace(
                mine, bonus_cards=replace(mine.bonus_cards, late=late, due=0, later=0, missed=0)
            )
    return state.with_hand(replace(hand, seats=seats)), found
