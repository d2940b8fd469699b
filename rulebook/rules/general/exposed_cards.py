"""Cards that were seen: by the dealer's mistake, by their owner's, or off the table.

| article | says | rule |
| --- | --- | --- |
| rrop-holdem/1 | card exposed in the deal (by way of rrop-omaha/1) | ``exposed_in_the_deal`` |
| rrop-misdeal/1a | first or second card exposed | ``first_cards_exposed`` |
| rrop-misdeal/1b | two or more cards exposed | ``two_cards_exposed`` |
| rrop-irregularities/12 | what counts as exposed | ``shown_by_a_player``, ``plays_as_it_is`` |
| rrop-irregularities/13 | no choice about it | ``no_choice`` |
| rrop-irregularities/14 | card dropped by its owner | ``dropped_card`` |

Draw high keeps a card exposed in the deal and refuses one on the draw; stud turns a hole
card into the upcard. Their rules displace these.
"""

from __future__ import annotations

from adjudicator.game.profile import Profile
from adjudicator.judging.rules import AnyMoment, Moment
from adjudicator.judging.rulings import FLOOR, Fact, Option, Ruling, Weighed
from adjudicator.log.events import AttentionCalled
from adjudicator.play.cards.findings import CardExposed
from adjudicator.play.cards.outcomes import CARD_KEEP, CARD_REPLACE_NEXT, CARD_TO_BURN
from adjudicator.play.muck.outcomes import HAND_DEAD, HAND_LIVE
from adjudicator.play.speech.outcomes import DEALER_CORRECTS, FLOOR_DECIDES
from rulebook.rules.draw.hand_counts import as_in_draw
from rulebook.rules.shared import (
    REDEAL,
    established,
    rule,
    rulings_so_far,
    seat_in_question,
    seats_of,
    window_open,
)

RULED_BY = ("draw-high/3", "draw-high/8", "rrop-holdem/1", "rrop-stud/5", "baseball/exposed-four")


def _holdem(profile: Profile) -> bool:
    return bool(profile.board_size) and not profile.draws


def _exposed(now: AnyMoment) -> list[tuple[int | None, str, int]]:
    """The cards of seats that the dealer has exposed in this deal."""
    return [one for one in now.hand.deck.exposed if one[0] is not None]


def _exposed_in_deal(now: Moment[CardExposed]) -> int | None:
    """The live seat to which the dealer exposed a card in the deal, if called in time."""
    found = now.trigger
    in_deal = found.moment == "deal" and found.by == "dealer"
    if found.seat is None or not in_deal or not now.seat(found.seat).live:
        return None
    return found.seat if window_open(now, now.hand) else None


def _one_of_the_first_two(now: Moment[CardExposed], seat: int) -> bool:
    """Whether the exposed card is the first or second that left the deck."""
    hand = now.hand
    known = now.was.seen.get(now.trigger.card)
    if known is not None and known != now.seq:
        return known in hand.deal.first_cards
    if now.seq in hand.deal.first_cards:
        return True
    return hand.cards_out <= len(hand.deal.first_cards) and hand.seats[seat].count == 1


def _facts(now: AnyMoment) -> tuple[Fact, ...]:
    return tuple(
        Fact(seq, f"a card to seat {seat} was exposed in the deal")
        for seat, _, seq in _exposed(now)
    )


@rule(
    "rrop-holdem/1",
    on=CardExposed,
    cites=("rrop-omaha/1", "rrop-irregularities/13", "tda/35"),
    displaces=("rrop-misdeal/1a", "rrop-misdeal/1b", "rrop-irregularities/12"),
)
def exposed_in_the_deal(now: Moment[CardExposed]) -> Ruling | None:
    """One of the first two cards, or a second card, exposed is a misdeal; another is replaced."""
    seat = _exposed_in_deal(now)
    if seat is None or not _holdem(now.profile):
        return None
    if _one_of_the_first_two(now, seat):
        return _early(now, seat)
    if len(_exposed(now)) > 1:
        return _several(now, seat)
    card, after = now.trigger.card, max(now.hand.stage, 1)
    replaced = CARD_REPLACE_NEXT(
        seat,
        card=card,
        by=({"type": "dealt", "to": seat, "face": "down"},),
        when=after,
    )
    burn = {"type": "card_moved", "card": card, "from": seat, "to": "burn"}
    ways = (burn, *replaced.by)
    return Ruling(
        outcomes=(replaced, CARD_TO_BURN(seat, card=card, by=ways, when=after)),
        seats=(seat,),
        because=_facts(now),
        considered=(
            Weighed("rrop-misdeal/1a", "it was neither the first nor the second card"),
            Weighed("rrop-misdeal/1b", "it is the only card exposed"),
            Weighed("draw-high/3", "this game has no draw to mend the hand"),
        ),
        say="the deal goes on, and the top card replaces it afterwards",
    )


@rule(
    "rrop-misdeal/1a",
    on=CardExposed,
    cites=("tda/35",),
    displaces=("rrop-misdeal/1b", "rrop-irregularities/12"),
)
def first_cards_exposed(now: Moment[CardExposed]) -> Ruling | None:
    """The first or second card of the deal exposed by the dealer is a misdeal, if in time."""
    seat = _exposed_in_deal(now)
    if seat is None or now.profile.stud or not _one_of_the_first_two(now, seat):
        return None
    return _early(now, seat)


@rule("rrop-misdeal/1b", on=CardExposed, cites=("tda/35",), displaces=("rrop-irregularities/12",))
def two_cards_exposed(now: Moment[CardExposed]) -> Ruling | None:
    """Two or more cards exposed by the dealer are a misdeal, if called in time."""
    seat = _exposed_in_deal(now)
    if seat is None or now.profile.stud or len(_exposed(now)) < 2:
        return None
    return _several(now, seat)


def _early(now: AnyMoment, seat: int) -> Ruling:
    return Ruling(
        outcomes=REDEAL,
        seats=(seat,),
        because=_facts(now),
        say="one of the first two cards of the deal was exposed",
    )


def _several(now: AnyMoment, seat: int) -> Ruling:
    return Ruling(
        outcomes=REDEAL,
        seats=(seat,),
        because=_facts(now),
        say=f"{len(_exposed(now))} cards were exposed in the deal",
    )


@rule("rrop-irregularities/14", on=CardExposed, displaces=("rrop-irregularities/12",))
def dropped_card(now: Moment[CardExposed]) -> Ruling | None:
    """A card that its owner drops still plays, unless the house rules the hand dead."""
    found = now.trigger
    if found.seat is None or found.by != "owner" or not found.off_table:
        return None
    return _dropped(now, found.seat)


@rule("rrop-irregularities/14", about=("dropped_card",))
def dropped_pointed_out(now: Moment[AttentionCalled]) -> Ruling | None:
    """A dropped card that is pointed out plays on, or not, as the house has it."""
    seat = seat_in_question(now)
    for old in rulings_so_far(now):
        if old.rule == "rrop-irregularities/14" and seat in old.seats:
            return old
    if seat is None or seat not in now.hand.seats or not now.was.on or not now.seat(seat).live:
        return None
    return _dropped(now, seat)


def _dropped(now: AnyMoment, seat: int) -> Ruling:
    dead = now.policy.dropped_card == "dead"
    return Ruling(
        outcomes=((HAND_DEAD if dead else HAND_LIVE)(seat=seat),),
        seats=(seat,),
        because=(Fact(now.seq, f"seat {seat} dropped one of its own cards"),),
    )


@rule("rrop-irregularities/12", on=CardExposed)
def shown_by_a_player(now: Moment[CardExposed]) -> Ruling | None:
    """A card that a player shows simply plays."""
    found = now.trigger
    if found.seat is None or found.by == "dealer":
        return None
    who = "its owner" if found.by == "owner" else "another player"
    return Ruling(
        outcomes=(HAND_LIVE(found.seat),),
        seats=(found.seat,),
        because=(Fact(now.seq, f"{who} showed it, not the dealer"),),
    )


@rule("rrop-irregularities/12", on=CardExposed)
def plays_as_it_is(now: Moment[CardExposed]) -> Ruling | None:
    """A card the dealer shows where no rule of the game replaces it is kept."""
    found = now.trigger
    if found.seat is None or found.by != "dealer" or now.profile.stud:
        return None
    if found.moment == "draw" and as_in_draw(now):
        return None
    return Ruling(
        outcomes=(CARD_KEEP(found.seat, card=found.card),),
        seats=(found.seat,),
        because=(Fact(now.seq, f"a card of seat {found.seat} was exposed"),),
        cites=("rrop-irregularities/13",),
    )


@rule("rrop-irregularities/12", about=("exposed_card",), cites=("rrop-irregularities/13",))
def pointed_out(now: Moment[AttentionCalled]) -> Ruling | None:
    """Whoever wants a card ruled exposed must say so before looking at it."""
    event = now.trigger
    if any(_answers(old, event) for old in rulings_so_far(now)) or not now.was.on:
        return None
    seat = event.seat
    mine = None if seat is None else now.hand.seats.get(seat)
    if seat is not None and mine is not None and mine.let_see:
        return Ruling(
            outcomes=(HAND_LIVE(seat),),
            seats=(seat,),
            because=(
                Fact(mine.let_see, f"seat {seat} let cards be seen; the dealer exposed none"),
            ),
        )
    if established(now, "untouched") is False:
        return Ruling(
            outcomes=(CARD_KEEP(seat),),
            seats=seats_of(seat),
            because=(Fact(now.seq, "the card was looked at before anybody called it exposed"),),
        )
    kept = Option((CARD_KEEP(seat),), presumed=True, label="the card plays")
    other = Option((DEALER_CORRECTS(seat),), label="it is ruled exposed")
    return Ruling(
        outcomes=(FLOOR_DECIDES(seat),),
        seats=seats_of(seat),
        certainty=FLOOR,
        options=(kept, other),
        factors=("whether the card flashed, and by whose hand", "whether it had been looked at"),
        because=(Fact(now.seq, "no exposed card is on record here"),),
    )


@rule("rrop-irregularities/13", about=("exposed_card",), displaces=("rrop-irregularities/12",))
def no_choice(now: Moment[AttentionCalled]) -> Ruling | None:
    """A player has no choice about an exposed card: what was ruled on it stands."""
    event = now.trigger
    for old in reversed(rulings_so_far(now)):
        if _answers(old, event) and old.rule not in ("draw-high/3", "draw-high/8"):
            return old
    return None


def _answers(old: Ruling, event: AttentionCalled) -> bool:
    """Whether an earlier ruling is about the exposed card in question."""
    exposing = old.rule in RULED_BY or old.rule in ("rrop-misdeal/1a", "rrop-misdeal/1b")
    exposing = exposing or old.rule in ("rrop-irregularities/12", "rrop-irregularities/14")
    same = event.seat is None or event.seat in old.seats
    return exposing and same and (event.entry is None or event.entry == old.seq)


RULES = (
    exposed_in_the_deal,
    first_cards_exposed,
    two_cards_exposed,
    dropped_card,
    dropped_pointed_out,
    shown_by_a_player,
    plays_as_it_is,
    pointed_out,
    no_choice,
)
