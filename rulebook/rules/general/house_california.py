"""One card room's draw rules, in force where a house sets an option that brings them.

| article | says | rule |
| --- | --- | --- |
| house-ca/1 | two exposed cards are kept | ``two_may_be_exposed`` |
| house-ca/2 | too many cards, once picked up | ``picked_up_too_many`` |
| house-ca/3 | discard first; the dealer speaks first | ``served_too_soon`` |
| house-ca/4 | four cards at most, the dealer three | ``five_asked``, ``four_for_the_dealer`` |
| house-ca/5 | a burn card taken in plays | ``burn_taken_in`` |
"""

from __future__ import annotations

from adjudicator.judging.rules import AnyMoment, Moment
from adjudicator.judging.rulings import Fact, Ruling
from adjudicator.log.events import AttentionCalled, DrawIndicated, HandCounted
from adjudicator.play.cards.findings import CardExposed
from adjudicator.play.cards.outcomes import CARD_KEEP
from adjudicator.play.draw.findings import FiveWanted, ServedUnready
from adjudicator.play.draw.outcomes import REQUEST_MAY_CHANGE
from adjudicator.play.muck.outcomes import HAND_DEAD
from adjudicator.play.speech.outcomes import DEALER_CORRECTS, WARNING
from adjudicator.table.deal_plan import whole_hand
from rulebook.rules.draw import hand_counts, the_draw
from rulebook.rules.shared import established, rule, rulings_so_far


@rule("house-ca/1", on=CardExposed, cites=("draw-high/3",), displaces=("draw-high/3",))
def two_may_be_exposed(now: Moment[CardExposed]) -> Ruling | None:
    """Up to two cards exposed before the draw are kept; a third ends the deal."""
    if now.policy.predraw_exposed_misdeal_at != 3:
        return None
    return the_draw.exposed_in_the_deal(now)


@rule(
    "house-ca/2",
    on=HandCounted,
    about=hand_counts.SUBJECTS,
    cites=("draw-high/4e",),
    displaces=("draw-high/4e",),
)
def picked_up_too_many(now: Moment[HandCounted | AttentionCalled]) -> Ruling | None:
    """More than five cards before the draw foul the hand once it has been picked up."""
    count = hand_counts.question(now)
    picked_up = count is not None and count.untouched is False
    if not picked_up or now.policy.over_five_predraw != "foul_if_picked_up":
        return None
    return hand_counts.surplus_before_the_draw(now)


@rule("house-ca/3", on=ServedUnready, cites=("draw-high/0.4",))
def served_too_soon(now: Moment[ServedUnready]) -> Ruling | None:
    """Cards are discarded before new ones come, and the dealer announces their own draw first."""
    found = now.trigger
    seat = found.seat
    dealer = seat == now.hand.button and not found.asked
    if not dealer and not found.asked:
        return None
    why = "before it had said how many it draws" if dealer else "before it had discarded"
    fact = Fact(now.seq, f"seat {seat} was served {why}")
    outcomes = (DEALER_CORRECTS(seat), WARNING(now.hand.button))
    return Ruling(outcomes=outcomes, seats=(seat,), because=(fact,))


def _too_many(now: AnyMoment, seat: int, wanted: int) -> Ruling | None:
    numbers = now.profile.numbers
    most = numbers.california_dealers_most if seat == now.hand.button else numbers.california_most
    if wanted <= most:
        return None
    fact = Fact(now.seq, f"seat {seat} asked for {wanted} cards; {most} is the most")
    outcome = REQUEST_MAY_CHANGE(seat, amount=most)
    return Ruling(outcomes=(outcome,), seats=(seat,), because=(fact,))


@rule("house-ca/4", on=FiveWanted, displaces=("draw-high/5a", "draw-high/5b", "draw-high/5c"))
def five_asked(now: Moment[FiveWanted]) -> Ruling | None:
    """Nobody draws more than four cards."""
    return _too_many(now, now.trigger.seat, whole_hand(now.hand))


@rule("house-ca/4", on=DrawIndicated)
def four_for_the_dealer(now: Moment[DrawIndicated]) -> Ruling | None:
    """The player who deals draws three cards at most."""
    event = now.trigger
    if event.count != now.profile.numbers.california_most or now.hand.phase != "drawing":
        return None
    return _too_many(now, event.seat, event.count)


@rule("house-ca/5", about=("burn_error",), displaces=("draw-high/0.8", "rrop-irregularities/16"))
def burn_taken_in(now: Moment[AttentionCalled]) -> Ruling | None:
    """A burn card given to a player who takes it in plays, and the dealer's hand is dead."""
    if established(now, "untouched") is not False:
        return None
    given = [r for r in rulings_so_far(now) if r.rule == "draw-high/0.8" and r.seats]
    if not given:
        return None
    seat, dealer = given[-1].seats[0], now.hand.button
    return Ruling(
        outcomes=(CARD_KEEP(seat), HAND_DEAD(dealer)),
        seats=(seat, dealer),
        because=(*given[-1].because, Fact(now.seq, f"seat {seat} had taken the card in")),
    )


RULES = (
    two_may_be_exposed,
    picked_up_too_many,
    served_too_soon,
    five_asked,
    four_for_the_dealer,
    burn_taken_in,
)
