"""Cards leaving the stub: where they went, and what was irregular about it.

``deal`` puts a card where it went and reports the difference to where it was due. A card
that goes where it was due wakes no rule.
"""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.game.profile import Profile
from adjudicator.log.events import Dealt, RoundDealt
from adjudicator.play.cards.findings import CardSeenTwice, JokerSeen
from adjudicator.play.cards.held_cards import (
    earn_bonus,
    exposed_on_way,
    give_card,
    lay_aside,
    take_card,
    take_turn,
)
from adjudicator.play.cards.outcomes import CARD_REPLACE_NEXT, CARD_TO_BURN
from adjudicator.play.deal.findings import (
    BoardCardDown,
    BurnExtra,
    BurnMissing,
    BurnPassedBy,
    DealtOut,
    ExtraBoardCard,
    FirstCard,
    PlayerTookCard,
    PrematureCard,
)
from adjudicator.play.deal.upcards import bonus_passed_over, face_up_deal
from adjudicator.play.draw.numbers import draw_limit
from adjudicator.play.draw.serving import asked_early, serve, serving
from adjudicator.play.finding import Finding
from adjudicator.table.card_locations import places
from adjudicator.table.deal_plan import deal_line, due, scheduled
from adjudicator.table.hand import Hand
from adjudicator.table.seat import Seat
from adjudicator.table.table import State
from adjudicator.values.cards import JOKER, without
from adjudicator.values.frozen import replace

Dealing = tuple[State, list[Finding]]


def deal(state: State, event: Dealt, remedy: bool) -> Dealing:
    """One card leaves the stub; ``remedy`` when a due of this seat asks for it."""
    hand = state.the_hand
    if not hand.on:
        return state, []
    found: list[Finding] = []
    if not hand.dealt:
        state, found = _begin(state, event.to)
        hand = state.the_hand
    in_sight = event.face == "up" or event.to == "board"
    if event.card == JOKER and not hand.profile.jokers and in_sight:
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
        state = state.with_hand(replace(state.the_hand, cards_out=out))
    elif _new_face(hand, event.card):
        state = state.with_hand(
            replace(state.the_hand, cards_out=out, seen={**hand.seen, event.card: state.seq})
        )
    else:
        state, found = see(
            state.with_hand(replace(state.the_hand, cards_out=out)), event.card, found
        )
    if event.to == "burn":
        return _burn(state, event, found)
    if event.to == "board":
        return _to_board(state, event, found)
    if not isinstance(event.to, int):
        return state, found
    return _to_seat(state, event, event.to, remedy, found)


def as_planned(hand: Hand, event: Dealt) -> bool:
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
        and (card is None or (card != JOKER and (card not in hand.seen or _new_face(hand, card))))
    )


def follow_plan(state: State, event: Dealt) -> State:
    """A card that goes as planned: the seat has it, and the next seat is due."""
    hand, seat, card = state.hand, event.to, event.card
    assert hand is not None
    assert isinstance(seat, int)
    mine = hand.seats[seat]
    cards = mine.cards if card is None else (*mine.cards, card)
    new = replace(
        hand,
        seats={**hand.seats, seat: replace(mine, count=mine.count + 1, cards=cards)},
        cards_out=hand.cards_out + 1,
        to_stage=hand.to_stage + 1,
        deal_turn=(hand.deal_turn + 1) % len(hand.deal_line),
        seen=hand.seen if card is None else {**hand.seen, card: state.seq},
    )
    return replace(state, hand=new)


def _begin(state: State, first: int | str) -> Dealing:
    hand = state.the_hand
    anted = any(seat.ante for seat in hand.seats.values())
    new = replace(
        hand,
        dealt=True,
        phase="dealing",
        stage=max(hand.stage, 0),
        first_card=first,
        anted=anted,
    )
    new = replace(new, deal_line=deal_line(new))
    state = replace(state, hand=new, anted_deals=state.anted_deals + anted)
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
    hand = state.the_hand
    if _new_face(hand, card):
        return state.with_hand(replace(hand, seen={**hand.seen, card: state.seq})), found
    if card != JOKER or hand.profile.jokers < 2:
        found = [*found, CardSeenTwice(card, hand.seen[card])]
    return state, found


def _jokers(state: State, event: Dealt, found: list[Finding]) -> Dealing:
    hand = state.the_hand
    state = state.with_hand(replace(hand, scrap=(*hand.scrap, JOKER)))
    holder = event.to if isinstance(event.to, int) else None
    return state, [*found, JokerSeen(holder, acted=False)]


def _burn(state: State, event: Dealt, found: list[Finding]) -> Dealing:
    hand = state.the_hand
    stage = hand.here
    state = state.with_hand(replace(hand, burns=hand.burns + 1))
    if event.card is not None:
        state = state.with_hand(replace(state.the_hand, burnt=(*hand.burnt, event.card)))
    if hand.phase == "drawing":
        return _burn_in_draw(state, found)
    coming = _next_cards_stage(hand)
    if stage is None or coming is None:
        return state, [*found, BurnExtra("the deal", True, event.card)]
    if not coming.burn:
        burns = _burns(hand.profile)
        state = state.with_hand(
            replace(state.the_hand, misburned=hand.misburned if burns else state.seq)
        )
        return state, [*found, BurnExtra(coming.name, burns, event.card, coming.kind == "draw")]
    early = hand.phase == "betting"
    burned = hand.burned > hand.round_began if early else bool(hand.burned)
    if not burned and hand.spare_burns:
        return state.with_hand(
            replace(state.the_hand, burned=state.seq, spare_burns=hand.spare_burns - 1)
        ), found
    if burned or (hand.stage in hand.no_burn and not early):
        state = state.with_hand(replace(state.the_hand, spare_burns=hand.spare_burns + 1))
        return state, [*found, BurnExtra(coming.name, True, event.card, coming.kind == "draw")]
    return state.with_hand(replace(state.the_hand, burned=state.seq)), found


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
    hand = state.the_hand
    wanted = serving(hand)
    stage = hand.here
    assert stage is not None
    draw = replace(hand.draw, last_served=0)
    if (wanted is None or not wanted.burn) and (hand.burned or not stage.burn):
        extra = BurnExtra(stage.name, game_burns=stage.burn, drawing=True)
        return state.with_hand(hand.with_draw(draw)), [*found, extra]
    hand = hand.with_draw(replace(draw, begun=draw.begun or state.seq))
    return state.with_hand(replace(hand, burned=hand.burned or state.seq)), found


def _to_board(state: State, event: Dealt, found: list[Finding]) -> Dealing:
    hand = state.the_hand
    stage = hand.here
    card = event.card
    if stage is None or stage.kind != "board" or hand.phase != "dealing":
        return _not_on_board(state, hand, card if event.face == "up" else None, found)
    unburned = stage.burn and not hand.burned and hand.stage not in hand.no_burn
    if unburned and not hand.to_stage:
        if not hand.spare_burns:
            found = [*found, BurnMissing(stage.name, card)]
        spare = max(hand.spare_burns - 1, 0)
        state = state.with_hand(replace(hand, burned=state.seq, spare_burns=spare))
    if event.face == "up":
        return put_on_board(state, card), found
    hidden = (*hand.board_hidden, card) if card is not None else hand.board_hidden
    state = state.with_hand(
        replace(state.the_hand, board_down=hand.board_down + 1, board_hidden=hidden)
    )
    return put_on_board(state, None), [*found, BoardCardDown(stage.name)]


def turn_board_card(state: State, card: str) -> Dealing:
    """A board card that lay face down is turned up; what the table sees is what it is."""
    hand = state.the_hand
    found: list[Finding] = []
    hidden = hand.board_hidden
    if card in hidden:
        hidden = without(hidden, (card,))
    else:
        state, found = see(state, card, found)
        hidden = hidden[: hand.board_down - 1]  # it was recorded as another card
    return state.with_hand(
        replace(
            state.the_hand,
            board=(*hand.board, card),
            blank_board=hand.blank_board - 1,
            board_down=hand.board_down - 1,
            board_hidden=hidden,
        )
    ), found


def _not_on_board(state: State, hand: Hand, card: str | None, found: list[Finding]) -> Dealing:
    """A board card while none is due: one too many, too early, or after the last."""
    known = (card,) if card else ()
    state = state.with_hand(replace(state.the_hand, aside=(*hand.aside, *known)))
    before = hand.profile.stages[hand.stage - 1] if hand.stage > 0 else None
    fresh = hand.phase == "betting" and not hand.street_actions and not hand.early
    several = before is not None and before.kind == "board" and before.cards > 1
    if fresh and several and hand.burned <= hand.round_began and hand.extra_board is None:
        assert before is not None
        state = state.with_hand(replace(state.the_hand, extra_board=card or ""))
        return state, [*found, ExtraBoardCard(card, before.name)]
    if hand.phase in ("betting", "drawing") and hand.board_stage_ahead:
        state = state.with_hand(
            replace(state.the_hand, early=(*hand.early, *known), premature=hand.premature + 1)
        )
        return state, [*found, PrematureCard("board", card)]
    return state, [*found, ExtraBoardCard(card, "")]


def put_on_board(state: State, card: str | None) -> State:
    """A board card in its place."""
    hand = state.the_hand
    hand = replace(hand, to_stage=hand.to_stage + 1)
    if card is None:
        return state.with_hand(replace(hand, blank_board=hand.blank_board + 1))
    return state.with_hand(replace(hand, board=(*hand.board, card)))


def _to_seat(state: State, event: Dealt, seat: int, remedy: bool, found: list[Finding]) -> Dealing:
    hand = state.the_hand
    mine = hand.seats.get(seat)
    if mine is None or not mine.live:
        state = lay_aside(state, seat if mine is not None else None, event.card)
        if mine is None or seat in hand.denied:
            return state.with_hand(
                replace(state.the_hand, strays=(*hand.strays, (seat, state.seq)))
            ), found
        state = state.with_hand(replace(state.the_hand, off_order=hand.off_order or state.seq))
        return state, [*found, DealtOut(seat)]
    if (hand.phase == "drawing" or asked_early(hand, seat)) and not remedy:
        state, more = serve(state, seat, event.card, draw_limit(state))
        return exposed_on_way(state, event, seat, "draw", [*found, *more])
    up = event.face == "up"
    if remedy:
        state = _replaced(state, seat)
    if hand.phase == "dealing":
        return _in_deal(state, event, seat, mine, up, remedy, found)
    if mine.late > 0 and (remedy or (up and hand.profile.bonus is not None)):
        state = give_card(
            state.with_seat(seat, replace(state.the_seat(seat), late=mine.late - 1)),
            seat,
            event.card,
            up,
        )
        return earn_bonus(state, seat, event.card if up else None), found
    if hand.phase == "betting" and not remedy and hand.seat_stage_ahead:
        state = lay_aside(state, seat, event.card)
        return state, [*found, PrematureCard(seat, event.card)]
    state = give_card(state, seat, event.card, up)
    return state, found


def _replaced(state: State, seat: int) -> State:
    """The card that is to be replaced leaves the hand as the next one comes."""
    hand = state.the_hand
    for owed in state.dues:
        if not CARD_REPLACE_NEXT.names(owed) or owed.seat != seat or owed.card is None:
            continue
        if owed.card in hand.seats[seat].cards:
            return _set_aside(take_card(state, seat, owed.card), owed.card)
    return state


def _set_aside(state: State, card: str) -> State:
    """A refused card is out of play; one that is to be the next burn is burned by it."""
    hand = state.the_hand
    as_burn = any(CARD_TO_BURN.names(due) and due.card == card for due in state.dues)
    if not as_burn or not _burns(hand.profile):
        return state.with_hand(replace(hand, aside=(*hand.aside, card)))
    burnt = (*hand.burnt, card)
    return state.with_hand(replace(hand, burns=hand.burns + 1, burned=state.seq, burnt=burnt))


def _in_deal(
    state: State,
    event: Dealt,
    seat: int,
    mine: Seat,
    up: bool,
    remedy: bool,
    found: list[Finding],
) -> Dealing:
    hand = state.the_hand
    faces = scheduled(hand.profile, hand.stage)
    stage = hand.here
    if stage is not None and stage.burn and not hand.burned and not hand.to_stage:
        found = [*found, BurnMissing(stage.name, event.card if up else None)]
    if hand.cards_out <= 2:
        state = state.with_hand(replace(hand, first_cards=(*hand.first_cards, state.seq)))
    if hand.profile.bonus is not None and not remedy:
        state, found = bonus_passed_over(state, seat, found)
    if hand.misburned:
        state = state.with_hand(replace(state.the_hand, misburned=0))
        found = [*found, BurnPassedBy(hand.misburned)]
    state = take_turn(state, seat, mine, remedy)
    if "up" not in faces:
        return _face_down_deal(state, event, seat, up, found)
    return face_up_deal(state, event, seat, faces, up, found)


def _face_down_deal(
    state: State, event: Dealt, seat: int, up: bool, found: list[Finding]
) -> Dealing:
    """A card of a deal whose cards all lie face down."""
    state = give_card(state, seat, event.card, False)
    return exposed_on_way(state, event, seat, "deal", found, face_up=up)


def deal_pass(state: State, event: RoundDealt) -> Dealing:
    """A whole pass: to each live seat ``each`` cards, or as counted."""
    hand = state.the_hand
    if not hand.on:
        return state, []
    found: list[Finding] = []
    if not hand.dealt:
        state, found = begin(state)
        hand = state.the_hand
    counts: Mapping[int, int] = event.counts or {}
    seats = dict(hand.seats)
    dealt = 0
    for number in hand.dealt_in:
        mine = seats[number]
        given = counts.get(number, event.each if mine.live else 0)
        ups = given if event.face == "up" else 0
        seats[number] = replace(mine, count=mine.count + given, ups=mine.ups + ups)
        dealt += given
    for number in counts.keys() - seats.keys():
        dealt += counts[number]
    strays = tuple((n, state.seq) for n in counts.keys() - seats.keys() if counts[n])
    hand = replace(hand, strays=(*hand.strays, *strays))
    new = replace(
        hand, seats=seats, to_stage=hand.to_stage + dealt, cards_out=hand.cards_out + dealt
    )
    stage = hand.here
    if stage is not None and stage.burn and not hand.burned and not hand.to_stage:
        found.append(BurnMissing(stage.name, drawing=stage.kind == "draw"))
    return replace(state, hand=new), found
