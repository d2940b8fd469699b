"""The showdown: who shows, what a hand is worth, who may ask to see one.

| article | says | rule |
| --- | --- | --- |
| rrop-showdown/1 | all cards are shown to win | ``show_the_rest`` |
| tda/16 | all-in: every hand is tabled | ``all_in_faces_up``, ``all_in_hand_thrown`` ... |
| rrop-showdown/2 | cards speak | ``miscalled`` |
| rrop-showdown/5, tda/18 | who may ask to see a hand | ``asked_to_see`` ... |
| rrop-showdown/6 | shown to one, shown to all | ``shown_to_one`` |
| rrop-showdown/7 | who shows first | ``order_asked``, ``will_not_show`` |
| rrop-all-in | a layer nobody can win | ``layer_without_claimant`` |
"""

from __future__ import annotations

from adjudicator.judging.rules import AnyMoment, Moment
from adjudicator.judging.rulings import FLOOR, Fact, Option, Ruling, Weighed
from adjudicator.log.events import AttentionCalled
from adjudicator.play.draw.outcomes import MAY_DECLINE
from adjudicator.play.muck.findings import MuckedAllIn
from adjudicator.play.muck.outcomes import HAND_DEAD, HAND_LIVE
from adjudicator.play.patterns import Pattern
from adjudicator.play.showdown import showing as showdown
from adjudicator.play.showdown.findings import (
    AllInAndCalled,
    Decided,
    NotTabledFirst,
    ShownInPart,
)
from adjudicator.play.showdown.outcomes import LOSES_POT, MUST_TABLE, POT_LAYERED
from adjudicator.play.showdown.payout import winners
from adjudicator.play.speech.outcomes import DEALER_CORRECTS, FLOOR_DECIDES, NO_IRREGULARITY
from adjudicator.table.hand import Hand
from adjudicator.table.pots import unclaimed
from adjudicator.values.frozen import replace
from rulebook.explain.sentences import listed
from rulebook.rules.shared import rule, rulings_so_far, seats_of

ORDER = ("show_order",)
REFUSAL = ("will_not_show",)
TO_ONE = ("shown_to_one",)


def _shows(seat: int, purpose: str) -> tuple[Pattern, ...]:
    return ({"type": "shown", "seat": seat, "purpose": purpose},)


@rule("rrop-showdown/1", on=ShownInPart)
def show_the_rest(now: Moment[ShownInPart]) -> Ruling:
    """To win any part of a called pot a player lays every card face up."""
    found = now.trigger
    seat = found.seat
    outcome = DEALER_CORRECTS(seat, by=_shows(seat, "showdown"))
    fact = Fact(now.seq, f"seat {seat} showed {found.shown} of {found.count} cards")
    return Ruling(
        outcomes=(outcome,),
        seats=(seat,),
        because=(fact,),
        say="every card is laid open before the hand can win",
    )


@rule("tda/16", on=AllInAndCalled)
def all_in_faces_up(now: Moment[AllInAndCalled]) -> Ruling | None:
    """With somebody all-in and the betting over every live hand is tabled at once."""
    seats = now.trigger.seats
    if any(one.rule == "tda/16" and set(seats) <= set(one.seats) for one in rulings_so_far(now)):
        return None
    hand = now.hand
    all_in = [f"seat {seat}" for seat in hand.live if hand.seats[seat].all_in]
    facts = (
        Fact(now.seq, f"{listed(all_in)} {'is' if len(all_in) == 1 else 'are'} all-in"),
        Fact(hand.street_closed or now.seq, "nobody can bet any more"),
    )
    return Ruling(
        outcomes=tuple(MUST_TABLE(seat, by=_shows(seat, "showdown")) for seat in seats),
        seats=seats,
        because=facts,
    )


@rule("tda/16", on=MuckedAllIn)
def all_in_hand_thrown(now: Moment[MuckedAllIn]) -> Ruling:
    """A hand that has to be tabled cannot be mucked: it comes back if it can be told apart."""
    found, seat = now.trigger, now.trigger.seat
    fact = Fact(now.seq, f"seat {seat} threw its hand away, with somebody all-in")
    if found.how == "identifiable":
        live = Ruling(outcomes=(HAND_LIVE(seat),), seats=(seat,), because=(fact,))
        return replace(live, say="the hand comes back and is tabled")
    if found.how == "gone":
        lost = Fact(now.seq, "it cannot be told apart any more")
        return Ruling(outcomes=(HAND_DEAD(seat),), seats=(seat,), because=(fact, lost))
    back = Option((HAND_LIVE(seat),), presumed=True, label="it is tabled after all")
    return Ruling(
        outcomes=(FLOOR_DECIDES(seat),),
        seats=(seat,),
        certainty=FLOOR,
        options=(back, Option((HAND_DEAD(seat),), label="it cannot be told apart and is dead")),
        factors=("whether the cards can be told apart for certain",),
        because=(fact,),
    )


@rule("tda/16", on=NotTabledFirst)
def pushed_before_tabled(now: Moment[NotTabledFirst]) -> Ruling:
    """No pot is pushed before every hand that has to be tabled lies open."""
    seats = now.trigger.seats
    fact = Fact(now.seq, "the pot was pushed with hands face down that have to lie open")
    say = "they are tabled first, and the pot goes as the cards say"
    return Ruling(outcomes=(DEALER_CORRECTS(),), seats=seats, because=(fact,), say=say)


@rule("rrop-showdown/2", about=("miscall",), cites=("rrop-showdown/1",))
def miscalled(now: Moment[AttentionCalled]) -> Ruling | None:
    """Cards speak; who miscalls on purpose to have a better hand thrown may lose the pot."""
    hand = now.hand
    if not hand.on:
        return None
    seat = now.trigger.seat if now.trigger.seat is not None else _last_claim(hand)
    gone = _thrown_after(hand, seat)
    if seat is None or not gone:
        fact = Fact(now.seq, "the cards are read for themselves, whatever was said")
        outcome = NO_IRREGULARITY(seat)
        return Ruling(outcomes=(outcome,), seats=seats_of(seat), because=(fact,))
    stands = Option(
        (NO_IRREGULARITY(seat),),
        presumed=True,
        label="the cards on the table decide",
    )
    forfeits = Option((LOSES_POT(seat),), label="the miscalled hand loses the pot")
    facts = tuple(
        Fact(hand.seats[n].mucked.seq, f"seat {n} then threw its hand away") for n in gone
    )
    claimed = hand.seats[seat].speech.claimed if seat in hand.seats else 0
    return Ruling(
        outcomes=(FLOOR_DECIDES(seat),),
        seats=(seat, *gone),
        certainty=FLOOR,
        options=(stands, forfeits),
        factors=(
            "whether the hand was called wrongly on purpose",
            "whether the thrown cards can still be told apart",
            "who should have waited to see the cards",
        ),
        because=(Fact(claimed or now.seq, f"seat {seat} called its own hand"), *facts),
        considered=(Weighed("rrop-dead-hand/2", "a thrown hand does not come back by itself"),),
    )


def _last_claim(hand: Hand) -> int | None:
    said = [
        (seat.speech.claimed, number) for number, seat in hand.seats.items() if seat.speech.claimed
    ]
    return max(said)[1] if said else None


def _thrown_after(hand: Hand, seat: int | None) -> tuple[int, ...]:
    """Seats that threw their hands away at the showdown after this one called its own."""
    claimed = hand.seats[seat].speech.claimed if seat is not None and seat in hand.seats else 0
    return tuple(
        number
        for number, other in hand.seats.items()
        if number != seat and _thrown_at_showdown(hand, number) and other.mucked.seq > claimed
    )


def _thrown_at_showdown(hand: Hand, number: int) -> bool:
    seat = hand.seats[number]
    given_up = seat.mucked.by == "owner" and seat.mucked.at == "showdown"
    return given_up and not seat.live and not showdown.tabled(hand, seat)


# --- Asking to see a hand --------------------------------------------------------------


def unseen(now: Moment[AttentionCalled]) -> Ruling | None:
    """A hand that nobody called need not be shown, whoever asks."""
    hand = now.hand
    live = hand.live
    if len(live) != 1 or now.trigger.seat not in (None, live[0]):
        return None
    fact = Fact(
        hand.closing.decided or hand.street_closed or now.seq, f"seat {live[0]} was not called"
    )
    return Ruling(
        outcomes=(NO_IRREGULARITY(live[0]), MAY_DECLINE(live[0])),
        seats=live,
        because=(fact,),
        considered=(Weighed("rrop-showdown/5", "only a called hand may be asked for"),),
        say="a hand that nobody called is not shown",
    )


@rule("rrop-showdown/5", about=("see_hand",), cites=("rrop-showdown/6",))
def asked_to_see(now: Moment[AttentionCalled]) -> Ruling | None:
    """Anyone dealt in may see a called hand; it may win only if the winner asked for it."""
    seat, asker = now.trigger.seat, now.trigger.by
    if now.policy.see_hand_policy == "tda" or seat is None or seat not in now.hand.seats:
        return None
    refused = _nothing_to_see(now, seat, _no_right(now.hand, seat, asker))
    if refused is not None:
        return refused
    if not now.hand.on or not isinstance(asker, int):
        return _privilege(now, seat)
    return _on_request(
        now, seat, asker, f"seat {asker} was dealt in and asks to see the hand of seat {seat}"
    )


@rule("tda/18", about=("see_hand",), cites=("rrop-showdown/5",))
def asked_to_see_in_tournaments(now: Moment[AttentionCalled]) -> Ruling | None:
    """A caller of the last bet who holds cards may see the bettor's hand; else the floor says."""
    hand, seat, asker = now.hand, now.trigger.seat, now.trigger.by
    if now.policy.see_hand_policy != "tda" or seat is None or seat not in hand.seats:
        return None
    why_not = _no_right(hand, seat, asker) or _no_cards(hand, asker)
    refused = _nothing_to_see(now, seat, why_not)
    if refused is not None:
        return refused
    called = seat == hand.aggressor and isinstance(asker, int) and asker != seat
    if not hand.on or not called:
        return _privilege(now, seat)
    assert isinstance(asker, int)
    return _on_request(now, seat, asker, f"seat {asker} called the last bet, of seat {seat}")


def _no_cards(hand: Hand, asker: object) -> str:
    """Why a player without cards may not ask, if that is so."""
    gone = isinstance(asker, int) and not hand.seats[asker].live
    return f"seat {asker} has no cards any more" if gone else ""


def _nothing_to_see(now: AnyMoment, seat: int, why_not: str) -> Ruling | None:
    """The hand lies open, or whoever asks has no right to see it."""
    if showdown.tabled(now.hand, now.hand.seats[seat]):
        return _seen(now, seat)
    if not why_not:
        return None
    return Ruling(outcomes=(MAY_DECLINE(seat),), seats=(seat,), because=(Fact(now.seq, why_not),))


def _on_request(now: AnyMoment, seat: int, asker: int, why: str) -> Ruling:
    """The hand is shown; one that was given up may win only where the winner asked for it."""
    hand, mine = now.hand, now.hand.seats[seat]
    shown = DEALER_CORRECTS(seat, by=_shows(seat, "request"))
    asked = Fact(now.seq, why)
    if mine.live:
        fact = Fact(now.seq, f"seat {seat} has not given its hand up")
        return Ruling(
            outcomes=(HAND_LIVE(seat), shown),
            seats=(seat,),
            because=(asked, fact),
        )
    wins = asker in _winning(hand)
    thrown = Fact(mine.mucked.seq, f"seat {seat} had thrown its hand away")
    who = Fact(
        now.seq, f"seat {asker} {'has' if wins else 'does not have'} the winning hand so far"
    )
    code = HAND_LIVE if wins else HAND_DEAD
    return Ruling(
        outcomes=(code(seat), shown),
        seats=(seat,),
        because=(asked, thrown, who),
    )


def _seen(now: AnyMoment, seat: int) -> Ruling:
    fact = Fact(now.hand.seats[seat].shown_seq or now.seq, f"the hand of seat {seat} lies open")
    outcome = NO_IRREGULARITY(seat)
    return Ruling(outcomes=(outcome,), seats=(seat,), because=(fact,))


def _no_right(hand: Hand, seat: int, asker: object) -> str:
    """Why the hand need not be shown, if that is so."""
    if isinstance(asker, int) and asker not in hand.seats:
        return f"seat {asker} was not dealt in"
    if hand.phase not in ("showdown", "ended"):
        return "the betting is not over"
    mine = hand.seats[seat]
    if not mine.live and mine.mucked.at != "showdown":
        return f"seat {seat} did not see the hand through to the showdown"
    there = [n for n, s in hand.seats.items() if s.live or s.mucked.at == "showdown"]
    return "" if len(there) > 1 else "the last bet was not called"


def _winning(hand: Hand) -> frozenset[int]:
    """Who wins by what lies open so far."""
    if hand.result is not None:
        return winners(hand.result)
    return showdown.best_so_far(hand)


def _privilege(now: AnyMoment, seat: int) -> Ruling:
    refused = Option((MAY_DECLINE(seat),), presumed=True, label="the hand is not shown")
    shown = Option((HAND_DEAD(seat),), label="it is shown and stays dead")
    live = Option((HAND_LIVE(seat),), label="it is shown and may win")
    return Ruling(
        outcomes=(FLOOR_DECIDES(seat),),
        seats=(seat,),
        certainty=FLOOR,
        options=(refused, shown, live),
        factors=(
            "whether the player who asks still has cards",
            "whether the last bet was called",
            "whether the privilege is being abused",
        ),
        because=(Fact(now.seq, f"the hand of seat {seat} is asked for; seeing it is a privilege"),),
    )


@rule("rrop-showdown/6", about=TO_ONE)
def shown_to_one(now: Moment[AttentionCalled]) -> Ruling | None:
    """Cards shown to one player at the table are shown to all."""
    seat, hand = now.trigger.seat, now.hand
    if seat is None or seat not in hand.seats:
        return None
    if showdown.tabled(hand, hand.seats[seat]):
        return _seen(now, seat)
    by = _shows(seat, "courtesy") if hand.on else ()
    fact = Fact(now.seq, f"seat {seat} showed its cards to another player")
    later = "" if hand.phase in ("showdown", "ended") else "they are shown once the hand is over"
    return Ruling(
        outcomes=(DEALER_CORRECTS(seat, by=by),),
        seats=(seat,),
        because=(fact,),
        say=later,
    )


# --- Who shows, and what becomes of every layer ------------------------------------------


@rule("rrop-showdown/7", about=ORDER)
def order_asked(now: Moment[AttentionCalled]) -> Ruling | None:
    """The last to bet or raise shows first, else the first in turn; side pots come first."""
    hand = now.hand
    if hand.phase != "showdown" or len(hand.live) < 2:
        return None
    order = showdown.order_of_showing(hand)
    last = hand.aggressor
    checked = "the final round was checked, or everybody is all-in"
    fact = Fact(hand.street_closed or now.seq, checked)
    if last is not None and last in hand.live:
        fact = Fact(hand.seats[last].acted_seq, f"seat {last} made the last bet or raise")
    return Ruling(
        outcomes=(NO_IRREGULARITY(),),
        seats=order,
        because=(fact,),
        say=f"the order of showing is {', '.join(f'seat {n}' for n in order)}",
    )


@rule("rrop-showdown/7", about=REFUSAL)
def will_not_show(now: Moment[AttentionCalled]) -> Ruling | None:
    """A player who will not show is asked once more; then the floor may rule the hand dead."""
    seat, hand = now.trigger.seat, now.hand
    mine = hand.seats.get(seat) if seat is not None else None
    if seat is None or mine is None or not mine.live or hand.phase != "showdown":
        return None
    if showdown.tabled(hand, mine):
        return _seen(now, seat)
    asked = any(r.rule == "rrop-showdown/7" and seat in r.seats for r in rulings_so_far(now))
    fact = Fact(now.seq, f"seat {seat} does not show its hand")
    if not asked:
        outcome = DEALER_CORRECTS(seat, by=_shows(seat, "showdown"))
        return Ruling(outcomes=(outcome,), seats=(seat,), because=(fact,), say="show or give up")
    dead = Option((HAND_DEAD(seat),), presumed=True, label="the hand is dead")
    wait = Option((DEALER_CORRECTS(seat),), label="the player is asked again")
    return Ruling(
        outcomes=(FLOOR_DECIDES(seat),),
        seats=(seat,),
        certainty=FLOOR,
        options=(dead, wait),
        factors=("whether the player understood that the hand would be dead",),
        because=(fact, Fact(now.seq, "it had been asked before")),
    )


@rule("rrop-all-in", on=Decided, cites=("tda/21",))
def layer_without_claimant(now: Moment[Decided]) -> Ruling | None:
    """A layer all of whose claimants are out joins the next one below; the floor confirms."""
    hand = now.hand
    amount = unclaimed(hand)
    if not amount:
        return None
    takers = tuple(sorted(winners(now.trigger.result)))
    joined = Option(
        (POT_LAYERED(amount=amount),),
        presumed=True,
        label="it goes with the next layer that has a live claimant",
    )
    other = Option((FLOOR_DECIDES(),), label="the floor finds another owner")
    return Ruling(
        outcomes=(POT_LAYERED(amount=amount), FLOOR_DECIDES()),
        seats=takers,
        certainty=FLOOR,
        options=(joined, other),
        factors=("how each of its claimants went out",),
        because=(Fact(now.seq, f"nobody who put in the {amount} of a side pot is live"),),
    )


RULES = (
    show_the_rest,
    all_in_faces_up,
    all_in_hand_thrown,
    pushed_before_tabled,
    miscalled,
    asked_to_see,
    asked_to_see_in_tournaments,
    shown_to_one,
    order_asked,
    will_not_show,
    layer_without_claimant,
)
