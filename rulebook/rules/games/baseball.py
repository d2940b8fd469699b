"""Baseball, seven-card stud for the home table: its players, its money and its end.

| article | says | rule |
| --- | --- | --- |
| baseball/players-deck | two to six players, 52 cards | ``two_to_six`` |
| baseball/wilds | threes and nines are wild | ``wild_as_they_are``, the hand reader |
| baseball/no-payments | nothing is paid for cards | ``payment_back``, ``no_payment_due`` |
| baseball/units | balances may go below zero | ``no_all_ins``, ``below_zero_is_fine`` |
| baseball/ante | ante of one | ``antes_before_cards``, ``ante_of_wrong_size`` ... |
| baseball/best-five | how many cards | ``wrong_number_of_cards`` |
| baseball/ties | exact fractions | ``shared_exactly`` |
| baseball/uncontested, showdown | who shows | ``need_not_show``, ``survivors_show`` ... |
| baseball/session | eight pots | ``session_over``, ``left_early`` |
| baseball/profiles | variants beforehand | ``no_variant_in_mid_deal`` ... |

How hands and upcards are ranked (exposed-ranking, wild-use, hand-order, compare) is played
by the hand reader. The deal, the fours and the betting
have files of their own.
"""

from __future__ import annotations

from adjudicator.judging.rules import AnyMoment, Moment
from adjudicator.judging.rulings import FLOOR, Fact, Option, Ruling
from adjudicator.judging.scopes import Book
from adjudicator.log.events import (
    Announced,
    AttentionCalled,
    HandCounted,
    Mucked,
    PlayerLeft,
    PotAwarded,
    Shown,
)
from adjudicator.play.betting.findings import AllInForbidden
from adjudicator.play.betting.outcomes import ACTION_VOID, BET_RETURNED, BET_STAYS
from adjudicator.play.cards.outcomes import CARD_KEEP
from adjudicator.play.muck.outcomes import HAND_DEAD, HAND_LIVE
from adjudicator.play.posting.findings import AntesMissing, PostWrong, StartedAgainst
from adjudicator.play.showdown import showing as showdown
from adjudicator.play.showdown.findings import Decided, SessionOver
from adjudicator.play.showdown.outcomes import SPLIT_EQUALLY
from adjudicator.play.speech.outcomes import DEALER_CORRECTS, FLOOR_DECIDES, WARNING
from adjudicator.table.hand import Hand
from adjudicator.values.amounts import exact
from adjudicator.values.seat_order import clockwise
from rulebook.rules.general.showdown import unseen
from rulebook.rules.shared import answer, rule, seats_of, standing_under
from rulebook.rules.stud import stud

CLAIMED_WILDS = ("wild_cards", "wild_card")
JOKER_ON = ("on", True)
FIXED_AT_THE_DEAL = ("variant", "wild_cards", "stakes")


# --- The table ---------------------------------------------------------------------


@rule("baseball/players-deck", on=StartedAgainst, displaces=("rrop-misc",))
def two_to_six(now: Moment[StartedAgainst]) -> Ruling | None:
    """Two to six players are dealt in; a seventh is put right before the deal."""
    found = now.trigger
    if found.what != "players":
        return None
    fact = Fact(now.seq, f"{found.found} players are dealt in; the most is {found.due}")
    return Ruling(outcomes=(DEALER_CORRECTS(),), because=(fact,))


@rule("baseball/players-deck", on=Announced, cites=("rrop-irregularities/8",))
def no_joker(now: Moment[Announced]) -> Ruling | None:
    """The deck has no joker, whatever is announced."""
    event = now.trigger
    if event.topic != "joker_in_use" or event.value not in JOKER_ON or event.by != "dealer":
        return None
    off = {"type": "announced", "topic": "joker_in_use", "value": "off", "by": "dealer"}
    return Ruling(
        outcomes=(DEALER_CORRECTS(by=(off,)),),
        because=(Fact(now.seq, "a joker announced in a game that has none"),),
        say="the game is played with 52 cards and no joker",
    )


@rule("baseball/wilds", about=CLAIMED_WILDS)
def wild_as_they_are(now: Moment[AttentionCalled]) -> Ruling:
    """Every three and every nine is wild, up or down; no claim against it is heard."""
    return answer(now, "a three or nine was said not to be wild", "threes and nines are wild")


@rule("baseball/units", on=AllInForbidden)
def no_all_ins(now: Moment[AllInForbidden]) -> Ruling:
    """Units have no cash value: there are no all-ins, the full amount is owed."""
    seat = now.trigger.move.seat
    return Ruling(
        outcomes=(ACTION_VOID(seat),),
        seats=(seat,),
        because=(Fact(now.seq, "an all-in was declared"),),
        say="the whole amount is owed, or the hand is folded",
    )


@rule("baseball/units", about=("balance", "all_in", "side_pot"))
def below_zero_is_fine(now: Moment[AttentionCalled]) -> Ruling:
    """A balance may fall below zero; nobody is all-in for it and there is no side pot."""
    return answer(now, "a balance was questioned", "a balance may go below zero")


@rule("baseball/session", on=SessionOver)
def session_over(now: Moment[SessionOver]) -> Ruling:
    """After the agreed number of resolved pots the balances are compared, ties share places."""
    found = now.trigger
    told = [f"place {one.place}: seat {one.seat} with {one.balance}" for one in found.places]
    fact = Fact(now.seq, f"{found.pots} of {found.length} pots: all are resolved")
    say = f"the session is over; {'; '.join(told)}"
    return Ruling(outcomes=(WARNING(),), because=(fact,), say=say)


@rule("baseball/session", on=PlayerLeft)
def left_early(now: Moment[PlayerLeft]) -> Ruling | None:
    """What becomes of a session that a player leaves before its last pot is for the floor."""
    seat = now.trigger.seat
    length = now.profile.session_pots
    if not length or not now.before.number or now.before.resolved_pots >= length:
        return None
    counts = Option((BET_STAYS(seat),), presumed=True, label="the balance counts as it stands")
    return Ruling(
        outcomes=(FLOOR_DECIDES(seat),),
        seats=(seat,),
        certainty=FLOOR,
        options=(counts, Option((WARNING(),), label="the session ends here")),
        factors=("what the players agreed", "how many pots are still to be played"),
        because=(Fact(now.seq, f"pots resolved so far: {now.before.resolved_pots} of {length}"),),
    )


@rule("baseball/profiles", on=Announced)
def no_variant_in_mid_deal(now: Moment[Announced]) -> Ruling | None:
    """A variant counts only if agreed before the first card; in mid-deal it is refused."""
    event = now.trigger
    hand = now.before.hand
    late = hand is not None and hand.dealt and hand.on and not hand.ended
    if event.topic not in FIXED_AT_THE_DEAL or not late:
        return None
    if event.topic == "stakes" and event.value == dict(now.profile.stakes):
        return None
    seat = event.by if isinstance(event.by, int) else None
    fact = Fact(now.seq, "it was said after the first card of the deal")
    return Ruling(
        outcomes=(ACTION_VOID(seat),),
        seats=seats_of(seat),
        because=(fact,),
        say="this deal is played as it began; a change may be agreed for the next",
    )


@rule("baseball/profiles", about=("variant",))
def no_variant_claimed(now: Moment[AttentionCalled]) -> Ruling:
    """A variant that was not agreed before the first card does not hold for the deal."""
    return answer(now, "a variant was claimed", "this deal is played as it began")


# --- Money -------------------------------------------------------------------------


@rule("baseball/no-payments", on=PostWrong, cites=("baseball/profiles",))
def payment_back(now: Moment[PostWrong]) -> Ruling | None:
    """Nobody pays for a card: a payment goes back and the card stays."""
    found = now.trigger
    if found.kind != "payment":
        return None
    seat = found.seat
    outcomes = (
        BET_RETURNED(seat, amount=found.amount),
        CARD_KEEP(seat),
    )
    fact = Fact(now.seq, f"seat {seat} paid {found.amount} for a card")
    return Ruling(outcomes=outcomes, seats=(seat,), because=(fact,))


@rule("baseball/no-payments", about=("payment",), cites=("baseball/wilds", "baseball/profiles"))
def no_payment_due(now: Moment[AttentionCalled]) -> Ruling:
    """No payment is due for an exposed four, three or nine; the card stays."""
    keep = CARD_KEEP(now.trigger.seat)
    return answer(now, "a payment for a card was demanded", "nothing is paid for cards", keep)


@rule("baseball/ante", on=AntesMissing, displaces=(Book("rrop-stud"),))
def antes_before_cards(now: Moment[AntesMissing]) -> Ruling:
    """Everyone dealt in antes one unit; a missing ante is collected from the balance."""
    found = now.trigger
    fact = Fact(now.seq, "cards were dealt before these seats had anted")
    outcomes = tuple(stud.ante_due(seat, found.due) for seat in found.seats)
    return Ruling(outcomes=outcomes, seats=found.seats, because=(fact,))


@rule("baseball/ante", on=PostWrong, displaces=(Book("rrop-stud"),))
def ante_of_wrong_size(now: Moment[PostWrong]) -> Ruling | None:
    """An ante of another size than one unit is put right."""
    return stud.ante_put_right(now)


@rule("baseball/ante", about=("missing_ante",))
def ante_pointed_out(now: Moment[AttentionCalled]) -> Ruling | None:
    """A seat that has not anted pays when it is pointed out; its hand stays live."""
    seat = now.trigger.seat
    standing = standing_under(now, "baseball/ante", seat)
    if standing is not None or seat is None or seat not in now.hand.seats:
        return standing
    owed = exact(now.profile.ante - now.seat(seat).ante)
    if owed > 0 and now.hand.on:
        fact = Fact(now.seq, f"seat {seat} has not anted in full")
        return Ruling(outcomes=(stud.ante_due(seat, owed),), seats=(seat,), because=(fact,))
    return answer(now, f"seat {seat} has anted", "")


# --- The end --------------------------------------------------------------------------


@rule(
    "baseball/best-five",
    on=(HandCounted, Shown),
    about=stud.COUNTS,
    cites=("rrop-stud/18",),
    displaces=("rrop-stud/18", "rrop-dead-hand/1d", Book("rrop-misdeal")),
)
def wrong_number_of_cards(now: Moment[HandCounted | Shown | AttentionCalled]) -> Ruling | None:
    """A hand has seven cards and one for each bonus; more foul it, one short may be live."""
    return stud.counted(now)


@rule("baseball/ties", on=Decided, displaces=(Book("rrop-ties"),))
def shared_exactly(now: Moment[Decided]) -> Ruling | None:
    """Hands exactly alike share the pot in exact fractions; there is no odd chip."""
    outcomes = tuple(
        SPLIT_EQUALLY(seat, amount=shares[seat], pot=place)
        for place, (_, shares) in enumerate(now.trigger.result.pots)
        if len(shares) > 1
        for seat in clockwise(shares, now.hand.button)
    )
    if not outcomes:
        return None
    seats = tuple(dict.fromkeys(one.seat for one in outcomes if one.seat is not None))
    fact = Fact(now.seq, "equal best hands were tabled")
    return Ruling(outcomes=outcomes, seats=seats, because=(fact,))


def _last_standing(hand: Hand) -> bool:
    return len(hand.live) == 1


@rule(
    "baseball/uncontested",
    about=("see_hand",),
    cites=("rrop-showdown/5",),
    displaces=(Book("rrop-showdown"),),
)
def need_not_show(now: Moment[AttentionCalled]) -> Ruling | None:
    """The last player standing takes the pot and need not show."""
    return unseen(now)


@rule("baseball/showdown", about=("see_hand",), displaces=(Book("rrop-showdown"),))
def survivors_show_when_asked(now: Moment[AttentionCalled]) -> Ruling | None:
    """After the last round every survivor shows, whoever asks."""
    seat, hand = now.trigger.seat, now.hand
    mine = hand.seats.get(seat) if seat is not None else None
    if mine is None or hand.phase != "showdown" or not mine.live or _last_standing(hand):
        return None
    if showdown.tabled(hand, mine):
        return answer(now, f"seat {seat} has shown", "")
    assert seat is not None
    return _must_show(now, seat)


def _must_show(now: AnyMoment, seat: int) -> Ruling:
    pattern = {"type": "shown", "seat": seat, "purpose": "showdown"}
    outcomes = (
        HAND_LIVE(seat),
        DEALER_CORRECTS(seat, by=(pattern,)),
    )
    fact = Fact(now.seq, f"seat {seat} is in the hand after the last round")
    say = "all survivors show their cards"
    return Ruling(outcomes=outcomes, seats=(seat,), because=(fact,), say=say)


@rule("baseball/showdown", on=PotAwarded)
def pushed_before_all_have_shown(now: Moment[PotAwarded]) -> Ruling | None:
    """No pot is pushed before every survivor has shown."""
    was = now.was
    hidden = [s for s in was.live if not showdown.tabled(was, was.seats[s])]
    if was.phase != "showdown" or _last_standing(was) or not hidden:
        return None
    outcomes = tuple(
        DEALER_CORRECTS(
            seat,
            by=({"type": "shown", "seat": seat, "purpose": "showdown"},),
        )
        for seat in hidden
    )
    fact = Fact(now.seq, "the pot was pushed before all survivors had shown")
    return Ruling(outcomes=outcomes, seats=tuple(hidden), because=(fact,))


@rule("baseball/showdown", on=Mucked, displaces=(Book("rrop-dead-hand"), Book("rrop-showdown")))
def survivors_show(now: Moment[Mucked]) -> Ruling | None:
    """A survivor who would rather muck has to show; cards beyond recovery are a dead hand."""
    event, was = now.trigger, now.was
    mine = was.seats.get(event.seat)
    last = was.phase == "showdown" and not _last_standing(was) and was.result is None
    if mine is None or not mine.live or mine.shown or not last or event.by != "owner":
        return None
    if event.identifiable:
        return _must_show(now, event.seat)
    facts = (Fact(now.seq, f"seat {event.seat} mucked without showing"),)
    if event.identifiable is False:
        outcome = HAND_DEAD(event.seat)
        gone = Fact(now.seq, "its cards cannot be recovered")
        return Ruling(outcomes=(outcome,), seats=(event.seat,), because=(*facts, gone))
    dead = Option((HAND_DEAD(event.seat),), presumed=True, label="the hand is dead")
    live = Option((HAND_LIVE(event.seat),), label="it is fetched back and shown")
    return Ruling(
        outcomes=(FLOOR_DECIDES(event.seat),),
        seats=(event.seat,),
        certainty=FLOOR,
        options=(dead, live),
        factors=("whether its cards can still be told apart",),
        because=facts,
    )


RULES = (
    two_to_six,
    no_joker,
    wild_as_they_are,
    no_all_ins,
    below_zero_is_fine,
    session_over,
    left_early,
    no_variant_in_mid_deal,
    no_variant_claimed,
    payment_back,
    no_payment_due,
    antes_before_cards,
    ante_of_wrong_size,
    ante_pointed_out,
    wrong_number_of_cards,
    shared_exactly,
    need_not_show,
    survivors_show_when_asked,
    pushed_before_all_have_shown,
    survivors_show,
)
