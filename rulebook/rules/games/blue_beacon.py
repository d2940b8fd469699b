"""Blue Beacon: what is announced, how many may play, the board, the draw in the middle.

| article | says | rule |
| --- | --- | --- |
| blue-beacon/stages | the order of the stages | ``drawn_at_the_wrong_stage`` ... |
| blue-beacon/deck | no joker, nothing wild | ``nothing_wild``, ``five_of_a_kind`` |
| blue-beacon/object | only the high hand wins | cited by a wrong award |
| blue-beacon/capacity | the deck serves everybody | ``too_many_for_the_deck`` |
| blue-beacon/draw-limit | announced before the deal | ``limit_not_announced`` ... |
| blue-beacon/stakes | antes and stakes before the deal | cited by draw-high/0.2 |
| blue-beacon/deal | five down, singly, clockwise | cited by draw-high/3 to 4e, misdeals |
| blue-beacon/board | four cards, one at a time | ``order_of_the_board_unknown`` |
| blue-beacon/draw | clockwise, once | ``number_out_of_turn`` ..., draw-high/4f to 9 |
| blue-beacon/betting | first live seat left of the dealer | the engine; cited |
| blue-beacon/uncontested | the last one shows nothing | ``nobody_called`` |
| blue-beacon/showdown | best five of nine | the engine |
| blue-beacon/award | best hand takes all, ties share | the engine; cited |
"""

from __future__ import annotations

from adjudicator.judging.rules import EVERY_SUBJECT, AnyMoment, Moment
from adjudicator.judging.rulings import CONDITIONAL, FLOOR, Fact, Option, Ruling, Weighed
from adjudicator.log.events import Announced, AttentionCalled, Shown
from adjudicator.play.betting.outcomes import ACTION_VOID
from adjudicator.play.cards.findings import CardExposed
from adjudicator.play.cards.outcomes import CARD_KEEP
from adjudicator.play.deal.findings import FirstCard
from adjudicator.play.deal.outcomes import ALL_ACTION_VOID_REFUND
from adjudicator.play.draw.findings import (
    DrawAtWrongStage,
    DrawLimitExceeded,
    DrawOutOfTurn,
    ServedBeyondLimit,
    ServedOutOfOrder,
)
from adjudicator.play.draw.outcomes import DRAW_LIMIT, REQUEST_LOCKED
from adjudicator.play.muck.outcomes import HAND_LIVE
from adjudicator.play.outcome import Outcome
from adjudicator.play.posting.findings import StartedAgainst
from adjudicator.play.speech.outcomes import DEALER_CORRECTS, FLOOR_DECIDES, WARNING
from rulebook.rules.draw import the_draw
from rulebook.rules.general.board_and_burns import by_chance
from rulebook.rules.general.showdown import unseen
from rulebook.rules.shared import established, rule, rulings_so_far

# --- Set-up ------------------------------------------------------------------------


def _too_many(now: AnyMoment, limit: object) -> Ruling | None:
    """The warning that a table is too large, once for a hand."""
    hand = now.hand
    known = limit if isinstance(limit, int) else hand.profile.draw_limit
    most, players = hand.profile.most(known), len(hand.dealt_in)
    if players <= most or _ruled(now, "blue-beacon/capacity"):
        return None
    draw = f"a draw of up to {known} cards" if known else "no draw"
    fact = f"{players} players are dealt in; with {draw} the deck serves {most}"
    return Ruling(outcomes=(WARNING(),), because=(Fact(now.seq, fact),))


def _ruled(now: AnyMoment, article: str) -> list[Ruling]:
    return [one for one in rulings_so_far(now) if one.rule == article and one.status != "withdrawn"]


@rule("blue-beacon/capacity", on=StartedAgainst, displaces=("rrop-misc",))
def too_many_for_the_deck(now: Moment[StartedAgainst]) -> Ruling | None:
    """A table that the deck cannot serve with its whole draw is warned before the deal."""
    limit = now.after.standing.get("draw_limit")
    return _too_many(now, limit) if now.trigger.what == "players" else None


@rule("blue-beacon/capacity", on=Announced)
def too_many_for_the_limit(now: Moment[Announced]) -> Ruling | None:
    """A limit on the draw is announced with a view to what the deck can serve."""
    event, hand = now.trigger, now.hand
    if event.topic != "draw_limit" or not _before_the_deal(now) or event.by != "dealer":
        return None
    return _too_many(now, event.value) if hand.on else None


@rule("blue-beacon/capacity", on=FirstCard)
def too_many_at_the_deal(now: Moment[FirstCard]) -> Ruling | None:
    """Where no limit was announced the usual one decides whether the deck serves the table."""
    return _too_many(now, now.after.standing.get("draw_limit"))


def _before_the_deal(now: AnyMoment) -> bool:
    return not now.hand.dealt or now.hand.ended > 0


@rule("blue-beacon/draw-limit", on=FirstCard)
def limit_not_announced(now: Moment[FirstCard]) -> Ruling | None:
    """The dealer announces before the deal how many cards may be drawn; else when it is noticed."""
    if "draw_limit" in now.after.standing:
        return None
    usual = now.profile.draw_limit or 0
    limits = (usual, *(n for n in range(now.profile.numbers.most_to_announce + 1) if n != usual))
    ways = tuple(
        {"type": "announced", "topic": "draw_limit", "value": n, "by": "dealer"} for n in limits
    )
    fact = Fact(now.seq, "the first card was dealt with no limit on the draw announced")
    return Ruling(
        outcomes=(DEALER_CORRECTS(amount=usual, by=ways),),
        because=(fact,),
        considered=(Weighed("rrop-misdeal/2", "a limit announced late is no misdeal"),),
        say=f"no limit on the draw was announced; without one it is {usual}",
    )


@rule("blue-beacon/draw-limit", on=Announced)
def limit_announced_late(now: Moment[Announced]) -> Ruling | None:
    """A limit that changes after the cards were looked at is the floor's to decide."""
    event, hand = now.trigger, now.hand
    if event.topic != "draw_limit" or event.by != "dealer" or not hand.on or not hand.deal.done:
        return None
    before = now.before.standing.get("draw_limit", hand.profile.draw_limit)
    if event.value == before or hand.drawn:
        return None
    return Ruling(
        outcomes=(FLOOR_DECIDES(),),
        certainty=FLOOR,
        options=(
            Option((HAND_LIVE(),), presumed=True, label=f"the limit is {event.value}"),
            Option(
                (DEALER_CORRECTS(),),
                label=f"the limit stays at {before}",
                also=(DRAW_LIMIT(amount=before),),
            ),
        ),
        factors=("who had looked at their cards", "how far the betting had come"),
        because=(
            Fact(hand.deal.done, f"the cards were out with a limit of {before}"),
            Fact(now.seq, f"a limit of {event.value} was announced"),
        ),
    )


@rule("blue-beacon/deck", on=Announced)
def nothing_wild(now: Moment[Announced]) -> Ruling | None:
    """Blue Beacon has no joker and nothing wild, whatever is announced."""
    event = now.trigger
    wild = event.topic == "wild_cards" and event.value not in (None, "", "none", "off", [], False)
    joker = event.topic == "joker_in_use" and event.value in ("on", True)
    if not wild and not joker:
        return None
    value = "off" if joker else "none"
    said = {"type": "announced", "topic": event.topic, "value": value, "by": "dealer"}
    what = "a joker" if joker else "wild cards"
    return Ruling(
        outcomes=(DEALER_CORRECTS(by=(said,)),),
        because=(Fact(now.seq, f"{what} announced in a game that has none"),),
        say=f"Blue Beacon is played without {what}",
        cites=("rrop-irregularities/8",) if joker else (),
    )


@rule("blue-beacon/deck", on=Announced, cites=("rrop-irregularities/4",))
def five_of_a_kind(now: Moment[Announced]) -> Ruling | None:
    """Five of a kind cannot be: a claim to it has the deck checked."""
    event = now.trigger
    words = str(event.value).replace("_", " ").lower()
    if event.topic != "hand" or "five of a kind" not in words or not now.hand.on:
        return None
    return Ruling(
        outcomes=(ALL_ACTION_VOID_REFUND(),),
        certainty=CONDITIONAL,
        needs=({"type": "deck_fault_found", "fault": "duplicate"},),
        because=(Fact(now.seq, "five of a kind was claimed"),),
    )


# --- The board and the stages ------------------------------------------------------


@rule("blue-beacon/stages", on=DrawAtWrongStage, cites=("blue-beacon/draw",))
def drawn_at_the_wrong_stage(now: Moment[DrawAtWrongStage]) -> Ruling | None:
    """The draw comes with two board cards known; begun earlier, it waits for the board."""
    found, hand = now.trigger, now.hand
    if found.second or _ruled(now, "blue-beacon/stages"):
        return None
    board = {"type": "dealt", "to": "board"}
    fact = f"seat {found.seat} asked for cards with {_cards(len(hand.board))} on the board"
    return Ruling(
        outcomes=(DEALER_CORRECTS(by=(board,)),),
        because=(Fact(now.seq, fact),),
        say="the draw waits until its board cards are out and bet on",
    )


def _goes_back(seat: int) -> Outcome:
    """A new card of the seat goes back on the deck."""
    back = {"type": "card_moved", "from": seat, "to": "stub"}
    return DEALER_CORRECTS(seat, by=(back,))


def _cards(count: int) -> str:
    return "one card" if count == 1 else f"{count or 'no'} cards"


@rule("blue-beacon/stages", about=EVERY_SUBJECT, cites=("blue-beacon/draw",))
def new_cards_looked_at(now: Moment[AttentionCalled]) -> Ruling | None:
    """Cards drawn at the wrong stage and looked at stand, and the skipped board card follows."""
    hand = now.hand
    earlier = _ruled(now, "blue-beacon/stages")
    served = tuple(s for s in hand.live if hand.draw.of(s).served)
    looked = established(now, "untouched") is False
    if not earlier or not looked or not served or hand.drawn:
        return None
    stand = tuple(CARD_KEEP(seat) for seat in served)
    back = tuple(_goes_back(seat) for seat in served)
    return Ruling(
        outcomes=(FLOOR_DECIDES(),),
        seats=served,
        certainty=FLOOR,
        options=(
            Option(stand, presumed=True, label="the new cards stand, the board card comes next"),
            Option(back, label="the new cards go back"),
        ),
        factors=("who had looked at new cards", "how many seats had drawn"),
        because=(
            Fact(earlier[0].seq, "the draw was begun at the wrong stage"),
            Fact(now.seq, "new cards had been looked at"),
        ),
    )


@rule(
    "blue-beacon/board", about=("wrong_board_card",), cites=("tda-rp/14",), displaces=("tda-rp/14",)
)
def order_of_the_board_unknown(now: Moment[AttentionCalled]) -> Ruling | None:
    """Of two board cards turned together chance chooses, where nobody knows which came first."""
    event = now.trigger
    if established(now, "order_known") is not False or not now.hand.on:
        return None
    fact = Fact(event.entry or now.seq, "two board cards were turned together")
    return by_chance("both go back into the stub", fact)


# --- The draw ----------------------------------------------------------------------


@rule("blue-beacon/draw", on=DrawAtWrongStage)
def only_one_draw(now: Moment[DrawAtWrongStage]) -> Ruling | None:
    """There is one draw in a hand; a second one is refused."""
    found = now.trigger
    if not found.second:
        return None
    outcome = ACTION_VOID(found.seat)
    facts = (Fact(now.hand.draw.done, "the draw was over"),)
    say = "there is one draw in a hand, and it is over"
    return Ruling(outcomes=(outcome,), seats=(found.seat,), because=facts, say=say)


@rule("blue-beacon/draw", on=DrawOutOfTurn, cites=("draw-high/0.9",))
def number_out_of_turn(now: Moment[DrawOutOfTurn]) -> Ruling:
    """The draw goes clockwise from the dealer's left; a number given early waits its turn."""
    return the_draw.waits_its_turn(now)


@rule("blue-beacon/draw", on=ServedOutOfOrder, cites=("draw-high/0.9",))
def served_out_of_order(now: Moment[ServedOutOfOrder]) -> Ruling:
    """The right seat is served first; cards already served stay where they are."""
    return the_draw.served_cards_stand(now)


@rule("blue-beacon/draw-limit", on=DrawLimitExceeded)
def more_than_the_limit(now: Moment[DrawLimitExceeded]) -> Ruling:
    """A request beyond the limit is refused and made again."""
    found = now.trigger
    fact = Fact(now.seq, f"seat {found.seat} asked for {found.count}; the limit is {found.limit}")
    return Ruling(
        outcomes=(ACTION_VOID(found.seat),),
        seats=(found.seat,),
        because=(fact,),
        say=f"the limit is {found.limit}; seat {found.seat} asks again",
    )


@rule("blue-beacon/draw-limit", on=ServedBeyondLimit)
def served_beyond_the_limit(now: Moment[ServedBeyondLimit]) -> Ruling:
    """A card served beyond the limit goes back on the deck while nobody has seen it."""
    found = now.trigger
    fact = Fact(now.seq, f"card {found.count} of seat {found.seat}; the limit is {found.limit}")
    return Ruling(
        outcomes=(_goes_back(found.seat),),
        seats=(found.seat,),
        because=(fact,),
        factors=("whether the card was looked at",),
    )


@rule("blue-beacon/draw-limit", about=EVERY_SUBJECT, displaces=("draw-high/4f", "draw-high/4g"))
def seen_beyond_the_limit(now: Moment[AttentionCalled]) -> Ruling | None:
    """Cards beyond the limit that were looked at stand, with a warning, and the floor decides."""
    hand, seat = now.hand, now.trigger.seat
    looked = established(now, "untouched") is False
    limit = now.after.standing.get("draw_limit", hand.profile.draw_limit)
    if seat is None or seat not in hand.seats or not looked or limit is None:
        return None
    if hand.draw.of(seat).drew <= limit:
        return None
    drew = hand.draw.of(seat).drew
    stand = (CARD_KEEP(seat), REQUEST_LOCKED(seat, amount=drew))
    return Ruling(
        outcomes=(WARNING(seat), FLOOR_DECIDES(seat)),
        seats=(seat,),
        certainty=FLOOR,
        options=(
            Option(stand, presumed=True, label="the cards stand; the hand still has five"),
            Option((_goes_back(seat),), label="a card goes back at random"),
        ),
        factors=("whether it was deliberate", "whether others relied on the limit"),
        because=(
            Fact(
                hand.draw.of(seat).served_seq,
                f"seat {seat} was served {drew}; the limit is {limit}",
            ),
            Fact(now.seq, "the cards had been looked at"),
        ),
    )


@rule("blue-beacon/draw", on=Shown)
def discard_face_up(now: Moment[Shown]) -> Ruling | None:
    """A discard thrown face up is dead and draws a warning; the draw goes on."""
    event, hand = now.trigger, now.hand
    if event.purpose != "discards" or hand.phase != "drawing":
        return None
    return _warned(now, event.seat)


@rule("blue-beacon/draw", on=CardExposed)
def discard_flashed(now: Moment[CardExposed]) -> Ruling | None:
    """A player who shows a discard is warned; the card is dead."""
    found, hand = now.trigger, now.hand
    seat = found.seat
    if seat is None or seat not in hand.seats or found.by != "owner":
        return None
    return _warned(now, seat) if found.card in hand.draw.of(seat).discards else None


def _warned(now: AnyMoment, seat: int) -> Ruling:
    fact = Fact(now.seq, f"seat {seat} showed what it threw")
    return Ruling(outcomes=(WARNING(seat),), seats=(seat,), because=(fact,))


# --- The end -----------------------------------------------------------------------


@rule(
    "blue-beacon/uncontested",
    about=("see_hand",),
    cites=("rrop-showdown/5",),
    displaces=("rrop-showdown/5",),
)
def nobody_called(now: Moment[AttentionCalled]) -> Ruling | None:
    """The last one left shows nothing, since nobody called."""
    return unseen(now)


RULES = (
    too_many_for_the_deck,
    too_many_for_the_limit,
    too_many_at_the_deal,
    limit_not_announced,
    limit_announced_late,
    nothing_wild,
    five_of_a_kind,
    drawn_at_the_wrong_stage,
    new_cards_looked_at,
    order_of_the_board_unknown,
    only_one_draw,
    number_out_of_turn,
    served_out_of_order,
    more_than_the_limit,
    served_beyond_the_limit,
    seen_beyond_the_limit,
    discard_face_up,
    discard_flashed,
    nobody_called,
)
