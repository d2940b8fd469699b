"""The deck and single cards: joker, boxed, duplicate, foreign and missing cards.

| article | says | rule |
| --- | --- | --- |
| joker/1 | players are told | ``joker_announced`` |
| joker/2-4 | what the joker is | the hand reader |
| rrop-irregularities/3 | different back | ``foreign_card`` |
| rrop-irregularities/4 | two identical cards | ``seen_twice``, ``duplicate_confirmed`` |
| rrop-irregularities/5 | freeroll on a bad deck | floor: ``knew_the_deck_was_bad`` |
| rrop-irregularities/7 | boxed card | ``boxed_card`` |
| rrop-irregularities/8 | joker in a jokerless game | ``stray_joker`` |
| rrop-irregularities/10 | missing card | ``missing_card`` |
| rrop-irregularities/17 | fouled stub | ``fouled_stub`` |
"""

from __future__ import annotations

from adjudicator.events import AttentionCalled, BoxedFound, DeckFaultFound
from adjudicator.findings import CardSeenTwice, FirstCard, JokerSeen
from adjudicator.nextsteps import next_entries
from adjudicator.rules import (
    CONDITIONAL,
    FLOOR,
    Fact,
    Moment,
    Option,
    Outcome,
    Ruling,
    Weighed,
)
from rulebook.making import rule, rulings_so_far


@rule("joker/1", FirstCard)
def joker_announced(now: Moment) -> Ruling | None:
    """Players are told whether the joker is in use; a missing announcement is made now."""
    if not now.profile.joker_known or "joker_in_use" in now.after.standing:
        return None
    pattern = {
        "type": "announced",
        "topic": "joker_in_use",
        "value": "on" if now.profile.jokers else "off",
        "by": "dealer",
    }
    fact = Fact(now.seq, "the first card was dealt before anybody was told about the joker")
    return Ruling(outcomes=(Outcome("dealer_corrects", by=(pattern,)),), because=(fact,))


@rule("rrop-irregularities/7", BoxedFound)
def boxed_card(now: Moment) -> Ruling:
    """A card face up in the deck is scrap, the next replaces it; two in a deal are a misdeal."""
    event = now.event
    assert isinstance(event, BoxedFound)
    hand = now.hand
    facts = tuple(Fact(seq, "a boxed card") for seq in hand.boxed)
    if len(hand.boxed) > 1 and not hand.draw_begun and len(hand.actors) < 2 and hand.street < 2:
        outcomes = (Outcome("misdeal_redeal"), Outcome("button_stays"))
        return Ruling(outcomes=outcomes, because=facts, cites=("rrop-misdeal/1c",))
    follows = [one for one in next_entries(now.after) if one["type"] == "dealt"]
    seat = follows[0]["to"] if follows and isinstance(follows[0]["to"], int) else None
    outcomes = (
        Outcome("card_scrap", card=event.card),
        Outcome("card_replace_next", seat=seat),
    )
    return Ruling(
        outcomes=outcomes,
        seats=(seat,) if seat is not None else (),
        because=facts[-1:],
        considered=(Weighed("draw-high/8", "a boxed card is replaced at once, not after the draw"),)
        if hand.phase == "drawing"
        else (),
    )


@rule("rrop-irregularities/4", CardSeenTwice)
def seen_twice(now: Moment) -> Ruling:
    """A card seen twice voids the hand only once a duplicate in the deck is confirmed."""
    found = now.trigger
    need = {"type": "deck_fault_found", "fault": "duplicate", "card": found.card}
    facts = (
        Fact(found.first, "the card was seen here"),
        Fact(now.seq, "and again here"),
    )
    return Ruling(
        outcomes=(Outcome("all_action_void_refund"),),
        because=facts,
        certainty=CONDITIONAL,
        needs=(need,),
        factors=(
            "a slip of the finger in the record",
            "a stub mixed with used cards",
            "a duplicate in the deck",
        ),
    )


def _void(now: Moment, fact: str) -> Ruling:
    outcomes = (Outcome("all_action_void_refund"), Outcome("button_stays"))
    return Ruling(outcomes=outcomes, because=(Fact(now.seq, fact),))


@rule("rrop-irregularities/4", DeckFaultFound, cites=("rrop-irregularities/5",))
def duplicate_confirmed(now: Moment) -> Ruling | None:
    """Two identical cards in the deck void all action and every chip goes back."""
    if now.event.fault != "duplicate" or not now.was.on or now.was.ended:  # type: ignore[attr-defined]
        return None
    return _void(now, "two identical cards were found")


@rule("rrop-irregularities/4", AttentionCalled, about=("duplicate_card",))
def duplicate_pointed_out(now: Moment) -> Ruling | None:
    """A duplicate pointed out while the hand is on voids it; in the next deal it is too late."""
    event = now.trigger
    hand = now.was
    knew = (event.facts or {}).get("knew_deck_fouled")
    late = event.entry is not None and event.entry < hand.started
    if knew or late or not hand.on or hand.ended:
        return None
    twice = any(
        r.rule == "rrop-irregularities/4" and r.certainty == CONDITIONAL
        for r in rulings_so_far(now)
    )
    if not twice:
        outcome = Outcome("no_irregularity")
        return Ruling(
            outcomes=(outcome,),
            because=(Fact(now.seq, "no card is on record twice in this hand"),),
        )
    return _void(now, "a duplicate card was pointed out before the pot was pushed")


@rule("rrop-irregularities/5", AttentionCalled, about=("duplicate_card", "foreign_card"))
def knew_the_deck_was_bad(now: Moment) -> Ruling | None:
    """Who knows of a bad deck and bets on may lose the refund, by the floor's decision."""
    event = now.trigger
    if not (event.facts or {}).get("knew_deck_fouled"):
        return None
    seat = event.seat
    keep = Option((Outcome("bet_returned", seat=seat),), presumed=True, label="the refund stands")
    lose = Option((Outcome("pot_carries"),), label="its chips stay for the next deal")
    return Ruling(
        outcomes=(Outcome("floor_decides", seat=seat),),
        seats=() if seat is None else (seat,),
        certainty=FLOOR,
        options=(keep, lose),
        factors=("what the player knew, and when", "whether he bet or raised after"),
        because=(Fact(now.seq, "the player is said to have known"),),
    )


@rule("rrop-irregularities/3", DeckFaultFound)
def foreign_card(now: Moment) -> Ruling | None:
    """A card of another back among the cards in play voids all action; in the stub only, none."""
    event = now.event
    if event.fault != "foreign" or not now.was.on:  # type: ignore[attr-defined]
        return None
    if event.where == "stub":  # type: ignore[attr-defined]
        outcome = Outcome("card_scrap", card=event.card)  # type: ignore[attr-defined]
        return Ruling(
            outcomes=(outcome,),
            because=(Fact(now.seq, "it lay in the stub only; the action stands"),),
        )
    return _void(now, "a card of another deck was among the cards in play")


@rule("rrop-irregularities/10", DeckFaultFound)
def missing_card(now: Moment) -> Ruling | None:
    """A card missing from the deck does not void a result."""
    if now.event.fault not in ("missing", "short"):  # type: ignore[attr-defined]
        return None
    return Ruling(
        outcomes=(Outcome("hand_live"),),
        because=(Fact(now.seq, "a card was missing from the deck"),),
    )


@rule("rrop-irregularities/17", DeckFaultFound, cites=("tda-rp/4",))
def fouled_stub(now: Moment) -> Ruling | None:
    """A dropped or mixed stub is rebuilt as fairly as can be, and the hand goes on."""
    if now.event.fault not in ("stub_dropped", "stub_mixed") or not now.was.on:  # type: ignore[attr-defined]
        return None
    outcome = Outcome("reshuffle_and_continue", by=({"type": "shuffled"},))
    return Ruling(
        outcomes=(outcome,),
        because=(Fact(now.seq, "the stub was dropped or mixed"),),
        factors=("whether the order can be restored", "which cards are mixed in"),
    )


@rule("rrop-irregularities/8", JokerSeen, cites=("rrop-dead-hand/1e",))
def stray_joker(now: Moment) -> Ruling:
    """A joker in a game without one is scrap and replaced; a hand that acted with it is dead."""
    found = now.trigger
    seat = found.seat
    fact = Fact(now.seq, "a joker turned up in a game that does not use it")
    if seat is None:
        return Ruling(outcomes=(Outcome("card_scrap", card="Jk"),), because=(fact,))
    if found.acted:
        outcome = Outcome("hand_dead", seat=seat)
        acted = Fact(now.hand.first_action, f"seat {seat} had acted with it")
        return Ruling(outcomes=(outcome,), seats=(seat,), because=(fact, acted))
    pattern = {"type": "dealt", "to": seat, "face": "down"}
    outcomes = (
        Outcome("card_scrap", seat=seat, card="Jk"),
        Outcome("card_replace_next", seat=seat, by=(pattern,)),
    )
    return Ruling(outcomes=outcomes, seats=(seat,), because=(fact,))


@rule("rrop-irregularities/8", AttentionCalled, about=("joker",))
def joker_pointed_out(now: Moment) -> Ruling | None:
    """A joker that is pointed out is shown first, where it lies in a hand."""
    seat = now.trigger.seat
    standing = [r for r in rulings_so_far(now) if r.rule == "rrop-irregularities/8"]
    if standing:
        return standing[-1]
    if seat is None or now.profile.jokers:
        return None
    need = {"type": "shown", "seat": seat}
    fact = Fact(now.seq, f"seat {seat} is said to hold a joker")
    return Ruling(
        outcomes=(Outcome("card_scrap", seat=seat, card="Jk"),),
        seats=(seat,),
        because=(fact,),
        certainty=CONDITIONAL,
        needs=(need,),
    )


RULES = (
    joker_announced,
    boxed_card,
    seen_twice,
    duplicate_confirmed,
    duplicate_pointed_out,
    knew_the_deck_was_bad,
    foreign_card,
    missing_card,
    fouled_stub,
    stray_joker,
    joker_pointed_out,
)
