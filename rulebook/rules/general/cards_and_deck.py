"""The deck and single cards: joker, boxed, duplicate, foreign and missing cards.

| article | says | rule |
| --- | --- | --- |
| joker/1 | players are told | ``joker_announced`` |
| joker/2-4 | what the joker is | the hand reader |
| rrop-irregularities/3 | different back | ``foreign_card`` |
| rrop-irregularities/4 | two identical cards | ``seen_twice``, ``duplicate_confirmed`` |
| rrop-irregularities/5 | freeroll on a bad deck | floor: ``knew_the_deck_was_bad`` |
| rrop-irregularities/7 | boxed card | ``boxed_card`` |
| rrop-misdeal/1c | two or more boxed cards | ``boxed_cards`` |
| rrop-irregularities/8 | joker in a jokerless game | ``stray_joker`` |
| rrop-irregularities/9 | acting without looking | ``acted_without_looking`` |
| tda/35 | card from outside the deck | ``card_from_outside``, ``joker_found_in_time`` ... |
| rrop-irregularities/10 | missing card | ``missing_card`` |
| rrop-irregularities/6 | who plays for forfeited money | ``only_those_dealt_in`` |
| rrop-irregularities/17 | fouled stub | ``fouled_stub``, ``stub_in_order`` |
"""

from __future__ import annotations

from adjudicator.judging.rules import AnyMoment, Moment
from adjudicator.judging.rulings import CONDITIONAL, FLOOR, Fact, Option, Ruling, Weighed
from adjudicator.log.events import AttentionCalled, BoxedFound, DeckFaultFound
from adjudicator.play.betting.outcomes import BET_RETURNED, BET_STAYS
from adjudicator.play.cards.findings import CardSeenTwice, JokerSeen
from adjudicator.play.cards.outcomes import CARD_REPLACE_NEXT, CARD_SCRAP
from adjudicator.play.deal.findings import FirstCard
from adjudicator.play.deal.outcomes import ALL_ACTION_VOID_REFUND, RESHUFFLE_AND_CONTINUE
from adjudicator.play.muck.outcomes import HAND_DEAD, HAND_LIVE
from adjudicator.play.offers import next_entries
from adjudicator.play.posting.findings import EntryWithCarriedPot
from adjudicator.play.posting.outcomes import BUTTON_STAYS, ENTRY_DENIED
from adjudicator.play.showdown.outcomes import POT_CARRIES
from adjudicator.play.speech.outcomes import DEALER_CORRECTS, FLOOR_DECIDES, NO_IRREGULARITY
from adjudicator.table import deal_plan
from adjudicator.table.chips import recoverable
from adjudicator.table.seat import Seat
from adjudicator.values.amounts import Amount
from adjudicator.values.cards import JOKER
from adjudicator.values.frozen import replace
from rulebook.rules.shared import (
    REDEAL,
    established,
    rule,
    rulings_so_far,
    seat_in_question,
    seats_of,
    window_fact,
    window_open,
)


@rule("joker/1", on=FirstCard)
def joker_announced(now: Moment[FirstCard]) -> Ruling | None:
    """Players are told whether the joker is in use; a missing or wrong word is put right now."""
    use = "on" if now.profile.jokers else "off"
    said = now.after.standing.get("joker_in_use")
    if not now.profile.joker_known or said == use:
        return None
    pattern = {"type": "announced", "topic": "joker_in_use", "value": use, "by": "dealer"}
    told = (
        "before anybody was told about the joker"
        if said is None
        else f"with the joker announced as {said}; at this table it is {use}"
    )
    fact = Fact(now.seq, f"the first card was dealt {told}")
    return Ruling(outcomes=(DEALER_CORRECTS(by=(pattern,)),), because=(fact,))


@rule("rrop-misdeal/1c", on=BoxedFound, cites=("tda/35",), displaces=("rrop-irregularities/7",))
def boxed_cards(now: Moment[BoxedFound]) -> Ruling | None:
    """Two or more boxed cards are a misdeal, as long as the window for one is open."""
    boxed = now.hand.deck.boxed
    if len(boxed) < 2 or not now.was.on or not window_open(now, now.was):
        return None
    facts = tuple(Fact(seq, "a card lay face up in the deck") for seq in boxed)
    return Ruling(
        outcomes=REDEAL,
        because=(*facts, window_fact(now.was, now.seq)),
        say=f"{len(boxed)} cards lay face up in the deck",
    )


@rule("rrop-irregularities/7", on=BoxedFound)
def boxed_card(now: Moment[BoxedFound]) -> Ruling | None:
    """A card face up in the deck is scrap, and the next one takes its place."""
    event, hand = now.trigger, now.hand
    if not now.was.on:
        return None
    follows = [one for one in next_entries(now.after) if one["type"] == "dealt"]
    seat = follows[0]["to"] if follows and isinstance(follows[0]["to"], int) else None
    considered = []
    if hand.phase == "drawing":
        why = "a boxed card is replaced at once, not after the draw"
        considered.append(Weighed("draw-high/8", why))
    why = (
        "it is the only one" if len(hand.deck.boxed) < 2 else "the window for a misdeal has closed"
    )
    considered.append(Weighed("rrop-misdeal/1c", why))
    return Ruling(
        outcomes=(
            CARD_SCRAP(card=event.card),
            CARD_REPLACE_NEXT(seat),
        ),
        seats=seats_of(seat),
        because=tuple(Fact(seq, "a card lay face up in the deck") for seq in hand.deck.boxed),
        considered=tuple(considered),
    )


@rule("rrop-irregularities/4", on=CardSeenTwice)
def seen_twice(now: Moment[CardSeenTwice]) -> Ruling:
    """A card seen twice voids the hand only once a duplicate in the deck is confirmed."""
    found = now.trigger
    need = {"type": "deck_fault_found", "fault": "duplicate", "card": found.card}
    facts = (
        Fact(found.first, "the card was seen here"),
        Fact(now.seq, "and again here"),
    )
    return Ruling(
        outcomes=(ALL_ACTION_VOID_REFUND(),),
        because=facts,
        certainty=CONDITIONAL,
        needs=(need,),
        say="the same card is on record twice",
        factors=(
            "a slip of the finger in the record",
            "a stub mixed with used cards",
            "a duplicate in the deck",
        ),
    )


def _in_time(now: AnyMoment) -> bool:
    """Whether the hand can still be voided: until the first riffle of the next one."""
    hand, state = now.was, now.before
    if hand.undo.void is not None:
        return False
    if hand.ended or hand.riffled:
        return state.window and recoverable(state)
    return hand.on


def _void(now: AnyMoment, fact: str) -> Ruling:
    outcomes = (ALL_ACTION_VOID_REFUND(), BUTTON_STAYS())
    return Ruling(outcomes=outcomes, because=(Fact(now.seq, fact),))


@rule("rrop-irregularities/4", on=DeckFaultFound, cites=("rrop-irregularities/5", "tda/35"))
def duplicate_confirmed(now: Moment[DeckFaultFound]) -> Ruling | None:
    """Two identical cards in the deck void all action and every chip goes back."""
    if now.trigger.fault != "duplicate" or not _in_time(now):
        return None
    return _void(now, "two identical cards were found")


@rule("rrop-irregularities/4", about=("duplicate_card",))
def duplicate_pointed_out(now: Moment[AttentionCalled]) -> Ruling | None:
    """A duplicate pointed out while the hand is on voids it; in the next deal it is too late."""
    event = now.trigger
    hand = now.was
    knew = established(now, "knew_deck_fouled")
    late = event.entry is not None and event.entry < hand.started
    if knew or late or not _in_time(now):
        return None
    twice = any(
        r.rule == "rrop-irregularities/4" and r.certainty == CONDITIONAL
        for r in rulings_so_far(now)
    )
    if not twice:
        outcome = NO_IRREGULARITY()
        return Ruling(
            outcomes=(outcome,),
            because=(Fact(now.seq, "no card is on record twice in this hand"),),
        )
    return _void(now, "a duplicate card was pointed out before the next deal")


@rule("rrop-irregularities/5", about=("duplicate_card", "foreign_card"))
def knew_the_deck_was_bad(now: Moment[AttentionCalled]) -> Ruling | None:
    """A player who bets on knowing of a bad deck may lose the refund, by the floor's decision."""
    if not established(now, "knew_deck_fouled"):
        return None
    seat = now.trigger.seat
    keep = Option((BET_RETURNED(seat),), presumed=True, label="the refund stands")
    lose = Option(
        (POT_CARRIES(seat, amount=_put_in(now, seat)),),
        label="its chips stay for the next deal",
    )
    return Ruling(
        outcomes=(FLOOR_DECIDES(seat),),
        seats=seats_of(seat),
        certainty=FLOOR,
        options=(keep, lose),
        factors=("what the player knew, and when", "whether they bet or raised afterwards"),
        because=(Fact(now.seq, "the player is said to have known"),),
    )


def _put_in(now: AnyMoment, seat: int | None) -> Amount | None:
    """What the seat had in the pot of the deal that is void, or has in it now."""
    hand = now.hand.undo.void or now.hand
    return hand.seats[seat].put_in if seat is not None and seat in hand.seats else None


@rule("rrop-irregularities/6", on=EntryWithCarriedPot)
def only_those_dealt_in(now: Moment[EntryWithCarriedPot]) -> Ruling | None:
    """Money left by a bad deal is played for by those who were dealt in on it."""
    found = now.trigger
    if not found.forfeited:
        return None
    fact = Fact(now.seq, "the pot holds money of a deal the seat was not in")
    return Ruling(
        outcomes=(ENTRY_DENIED(found.seat),),
        seats=(found.seat,),
        because=(fact,),
    )


@rule("rrop-irregularities/3", on=DeckFaultFound, displaces=("tda/35",))
def foreign_card(now: Moment[DeckFaultFound]) -> Ruling | None:
    """A card of another back among the cards in play voids all action; in the stub only, none."""
    if not _foreign(now) or now.policy.general_rules == "tda":
        return None
    if now.trigger.where == "stub":
        return _scrapped(now, "it lay in the stub only; the action stands")
    considered = (Weighed("tda/35", "this house goes by Robert's Rules (general_rules)"),)
    fact = "a card of another deck was among the cards in play"
    return replace(_void(now, fact), considered=considered)


@rule("tda/35", on=DeckFaultFound, cites=("tda/36",))
def card_from_outside(now: Moment[DeckFaultFound]) -> Ruling | None:
    """A card that is not of the deck is a misdeal; after substantial action it is just scrap."""
    if not _foreign(now) or now.policy.general_rules != "tda":
        return None
    why = "this house goes by tournament rules (general_rules)"
    considered = (Weighed("rrop-irregularities/3", why),)
    if not window_open(now, now.was):
        found = _scrapped(now, "it was found after substantial action")
        return replace(found, considered=considered)
    return replace(_improper(now, "a card of another deck was found"), considered=considered)


def _improper(now: AnyMoment, fact: str) -> Ruling:
    """A card that the game does not use, in time for a misdeal."""
    return Ruling(
        outcomes=REDEAL,
        because=(Fact(now.seq, fact), window_fact(now.was, now.seq)),
    )


def _joker_is_misdeal(now: AnyMoment) -> bool:
    """Whether a joker in a game without one voids the deal: tournament rules, in time."""
    jokerless = not now.profile.jokers and now.was.on
    return jokerless and now.policy.general_rules == "tda" and window_open(now, now.was)


@rule("tda/35", on=DeckFaultFound, cites=("tda/36",), displaces=("rrop-irregularities/8",))
def joker_found_in_time(now: Moment[DeckFaultFound]) -> Ruling | None:
    """A joker found in a game without one before substantial action is a misdeal."""
    joker = now.trigger.fault == "foreign" and now.trigger.card == JOKER
    if not joker or not _joker_is_misdeal(now):
        return None
    return _joker_misdealt(now)


@rule("tda/35", on=JokerSeen, cites=("tda/36",), displaces=("rrop-irregularities/8",))
def joker_seen_in_time(now: Moment[JokerSeen]) -> Ruling | None:
    """A joker seen in a game without one before substantial action is a misdeal."""
    return _joker_misdealt(now) if _joker_is_misdeal(now) else None


def _joker_misdealt(now: AnyMoment) -> Ruling:
    why = "this house goes by tournament rules (general_rules)"
    ruling = _improper(now, "a joker turned up in a game that does not use it")
    return replace(ruling, considered=(Weighed("rrop-irregularities/8", why),))


def _foreign(now: Moment[DeckFaultFound]) -> bool:
    event = now.trigger
    joker = event.card == JOKER and not now.profile.jokers
    return event.fault == "foreign" and _in_time(now) and not joker


def _scrapped(now: Moment[DeckFaultFound], fact: str) -> Ruling:
    outcome = CARD_SCRAP(card=now.trigger.card)
    return Ruling(outcomes=(outcome,), because=(Fact(now.seq, fact),))


def _lies_open(seat: Seat, card: str) -> bool:
    """Whether the table has seen the card in the hand, whatever the record knows of it."""
    return card in seat.cards and card in (*seat.up, *seat.exposed, *seat.shown)


@rule("rrop-irregularities/8", on=DeckFaultFound)
def joker_in_the_deck(now: Moment[DeckFaultFound]) -> Ruling | None:
    """A joker where none belongs is scrap and no foul; a hand that acted with it is dead."""
    event = now.trigger
    if event.fault != "foreign" or event.card != JOKER or now.profile.jokers:
        return None
    holder = next((n for n, s in now.hand.seats.items() if s.live and _lies_open(s, JOKER)), None)
    if not now.was.on:
        return None
    acted = holder is not None and now.hand.seats[holder].has_acted
    return _stray_joker(now, holder, acted)


@rule("rrop-irregularities/10", on=DeckFaultFound)
def missing_card(now: Moment[DeckFaultFound]) -> Ruling | None:
    """A card missing from the deck does not void a result, unless the house calls it a bad deck."""
    if now.trigger.fault not in ("missing", "short"):
        return None
    if now.policy.short_deck_policy == "tda" and _in_time(now):
        return replace(
            _void(now, "a card was missing from the deck"),
            cites=("tda/35",),
            considered=(Weighed("rrop-decision/5", "the next deal had not begun"),),
        )
    return Ruling(
        outcomes=(HAND_LIVE(), BET_STAYS()),
        because=(Fact(now.seq, "a card was missing from the deck"),),
        considered=(Weighed("tda/35", "a short deck is no bad deck here (short_deck_policy)"),),
        say="the hand stands",
    )


@rule("rrop-irregularities/17", on=DeckFaultFound, cites=("tda-rp/4",))
def fouled_stub(now: Moment[DeckFaultFound]) -> Ruling | None:
    """A dropped or mixed stub is rebuilt as fairly as can be, and the hand goes on."""
    if now.trigger.fault not in ("stub_dropped", "stub_mixed") or not now.was.on:
        return None
    outcome = RESHUFFLE_AND_CONTINUE(by=({"type": "shuffled"},))
    return Ruling(
        outcomes=(outcome,),
        because=(Fact(now.seq, "the stub was dropped or mixed"),),
        factors=("whether the order can be restored", "which cards are mixed in"),
    )


@rule("rrop-irregularities/17", about=("stub",))
def stub_in_order(now: Moment[AttentionCalled]) -> Ruling | None:
    """A stub whose order is known is put back as it was; only otherwise it is shuffled."""
    hand = now.was
    if not hand.on or established(now, "order_known") is not True:
        return None
    return Ruling(
        outcomes=(DEALER_CORRECTS(lifts=RESHUFFLE_AND_CONTINUE),),
        because=(Fact(now.seq, "the order of the stub is known"),),
        cites=("tda-rp/4",),
        say="the stub is put back in its order and nothing is shuffled",
    )


@rule("rrop-irregularities/8", on=JokerSeen, cites=("rrop-dead-hand/1e",))
def stray_joker(now: Moment[JokerSeen]) -> Ruling:
    """A joker in a game without one is scrap and replaced; a hand that acted with it is dead."""
    return _stray_joker(now, now.trigger.seat, now.trigger.acted)


def _stray_joker(now: AnyMoment, seat: int | None, acted: bool) -> Ruling:
    fact = Fact(now.seq, "a joker turned up in a game that does not use it")
    if seat is None:
        return Ruling(outcomes=(CARD_SCRAP(card="Jk"),), because=(fact,))
    if acted:
        outcome = HAND_DEAD(seat)
        played = Fact(now.seat(seat).acted_seq, f"seat {seat} had acted with it")
        return Ruling(
            outcomes=(outcome,),
            seats=(seat,),
            because=(fact, played),
            cites=("rrop-irregularities/9",),
        )
    pattern = {"type": "dealt", "to": seat, "face": _face_due(now, seat)}
    outcomes = (
        CARD_SCRAP(seat, card="Jk"),
        CARD_REPLACE_NEXT(seat, by=(pattern,)),
    )
    return Ruling(outcomes=outcomes, seats=(seat,), because=(fact,))


def _face_due(now: AnyMoment, seat: int) -> str:
    """The face of the card that takes the joker's place: up where an upcard was due."""
    due = deal_plan.due(now.hand)
    mine = now.hand.seats.get(seat)
    waiting = due is not None and due.to == seat and mine is not None and "Jk" not in mine.cards
    return due.face if due is not None and waiting else "down"


@rule("rrop-irregularities/8", about=("joker",))
def joker_pointed_out(now: Moment[AttentionCalled]) -> Ruling | None:
    """A joker that is pointed out is shown first, where it lies in a hand."""
    seat = now.trigger.seat
    standing = [r for r in rulings_so_far(now) if r.rule == "rrop-irregularities/8"]
    if standing:
        return standing[-1]
    if seat is None or now.profile.jokers:
        return None
    mine = now.was.seats.get(seat)
    acted = mine is not None and mine.has_acted
    told = HAND_DEAD(seat) if acted else CARD_SCRAP(seat, card="Jk")
    return Ruling(
        outcomes=REDEAL if _joker_is_misdeal(now) else (told,),
        seats=(seat,),
        because=(Fact(now.seq, f"seat {seat} is said to hold a joker"),),
        certainty=CONDITIONAL,
        needs=({"type": "shown", "seat": seat},),
    )


@rule("rrop-irregularities/9", about=("unseen_card",))
def acted_without_looking(now: Moment[AttentionCalled]) -> Ruling | None:
    """A player who acts without looking bears the risk of an irregular card."""
    hand, seat = now.was, seat_in_question(now)
    if seat is None or seat not in hand.seats or not hand.on or not hand.seats[seat].has_acted:
        return None
    return Ruling(
        outcomes=(BET_STAYS(seat),),
        seats=(seat,),
        because=(Fact(hand.seats[seat].acted_seq, f"seat {seat} had acted by then"),),
        say="not having looked is no ground to take anything back",
    )


RULES = (
    joker_announced,
    boxed_cards,
    boxed_card,
    seen_twice,
    duplicate_confirmed,
    duplicate_pointed_out,
    knew_the_deck_was_bad,
    foreign_card,
    card_from_outside,
    joker_found_in_time,
    joker_seen_in_time,
    joker_in_the_deck,
    missing_card,
    fouled_stub,
    stub_in_order,
    only_those_dealt_in,
    stray_joker,
    joker_pointed_out,
    acted_without_looking,
)
