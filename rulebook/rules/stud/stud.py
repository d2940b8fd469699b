"""Stud: cards that turn over, streets that come early, who starts, how many cards there are.

| article | says | rule |
| --- | --- | --- |
| rrop-stud/ante | everyone antes | ``antes_before_cards``, ``ante_of_wrong_size`` |
| rrop-stud/1 | forced bet, high board starts | ``bring_in_due``, ``high_board_starts`` |
| rrop-stud/5 | hole card turned up | ``hole_card_turned_up``, ``wrong_face`` ... |
| rrop-stud/7 | wrong player starts | ``wrong_start_stands`` |
| rrop-stud/14 | street dealt too early | ``street_too_early``, ``early_last_card`` ... |
| rrop-stud/16, 17 | last card face up | ``last_card_to_all_in``, ``last_card_face_up`` |
| rrop-stud/18 | wrong number of cards | ``wrong_number_of_cards`` |
| rrop-ties/5b | odd chip in stud | ``shared_by_high_card`` |

What two of these rules share with the rules of a single stud game stands here as plain
functions.
"""

from __future__ import annotations

from adjudicator.judging.rules import AnyMoment, Moment
from adjudicator.judging.rulings import CONDITIONAL, FLOOR, Fact, Option, Ruling, Weighed
from adjudicator.judging.scopes import Book
from adjudicator.log.events import AttentionCalled, Dealt, HandCounted, Shown
from adjudicator.play.betting.findings import (
    ActedOutOfTurn,
    BringInDue,
    RaiseNotOpen,
    StartedByOther,
)
from adjudicator.play.betting.outcomes import (
    ACTION_BACKED_UP,
    ACTION_BINDING,
    ACTION_VOID,
    BET_RETURNED,
    BET_STAYS,
    CALLS_AT_THE_END,
    STARTS,
)
from adjudicator.play.cards.findings import CardExposed
from adjudicator.play.cards.outcomes import CARD_KEEP, CARD_REPLACE_NEXT, CARD_TO_BURN
from adjudicator.play.deal.findings import HoleCardUp, LastCardUp, PrematureCard, WrongFace
from adjudicator.play.deal.outcomes import RESHUFFLE_AND_CONTINUE
from adjudicator.play.muck.outcomes import HAND_DEAD, HAND_FOULED, HAND_LIVE
from adjudicator.play.outcome import Outcome
from adjudicator.play.posting.findings import AntesMissing, PostWrong
from adjudicator.play.showdown.findings import Decided
from adjudicator.play.showdown.outcomes import ODD_CHIP, SPLIT_EQUALLY
from adjudicator.play.speech.outcomes import DEALER_CORRECTS, FLOOR_DECIDES, NO_IRREGULARITY
from adjudicator.table.deal_plan import expected, is_short, next_face, scheduled
from adjudicator.table.hand_parts import Claim
from adjudicator.values.amounts import Amount, exact
from adjudicator.values.frozen import replace
from rulebook.rules.draw.hand_counts import Count, asked_for, count_fact, lay_apart
from rulebook.rules.general.board_and_burns import BACK_IN_THE_STUB, laid_aside
from rulebook.rules.general.turn_and_wagers import as_call
from rulebook.rules.shared import (
    called,
    established,
    rule,
    rulings_so_far,
    standing_under,
    window_open,
)

OWN_RULE = Weighed("rrop-misdeal/1a", "stud has its own rule for a hole card turned up")
COUNTS = ("short_hand", "extra_card")


# --- The deal ----------------------------------------------------------------------


@rule("rrop-stud/ante", on=AntesMissing)
def antes_before_cards(now: Moment[AntesMissing]) -> Ruling:
    """Everyone dealt in antes before the deal; a missing ante is collected."""
    found = now.trigger
    fact = Fact(now.seq, "cards were dealt before these seats had anted")
    outcomes = tuple(ante_due(seat, found.due) for seat in found.seats)
    return Ruling(outcomes=outcomes, seats=found.seats, because=(fact,))


@rule("rrop-stud/ante", on=PostWrong)
def ante_of_wrong_size(now: Moment[PostWrong]) -> Ruling | None:
    """An ante of the wrong size is put right."""
    return ante_put_right(now)


def ante_put_right(now: Moment[PostWrong]) -> Ruling | None:
    """What is over goes back, what is short is collected."""
    found = now.trigger
    if found.kind != "ante":
        return None
    seat, over = found.seat, exact(found.amount - found.due)
    fact = Fact(now.seq, f"seat {seat} posted {found.amount}; {found.due} was due")
    back = BET_RETURNED(seat, amount=over)
    outcome = back if over > 0 else ante_due(seat, exact(-over))
    return Ruling(outcomes=(outcome,), seats=(seat,), because=(fact,))


def ante_due(seat: int, amount: Amount) -> Outcome:
    """The seat still has to ante this much."""
    pattern = {"type": "posted", "seat": seat, "kind": "ante", "amount": amount}
    return DEALER_CORRECTS(seat, amount=amount, by=(pattern,))


@rule("rrop-stud/5", on=HoleCardUp, displaces=("rrop-misdeal/1a", "rrop-irregularities/12"))
def hole_card_turned_up(now: Moment[HoleCardUp]) -> Ruling:
    """A hole card the dealer turns up is the upcard; with both up the hand is dead, ante back."""
    found = now.trigger
    seat = found.seat
    if not found.both:
        return now_the_upcard(now, f"it is the upcard of seat {seat}")
    dead = HAND_DEAD(seat)
    ante = now.seat(seat).ante
    back = (BET_RETURNED(seat, amount=ante),) if ante else ()
    return Ruling(
        outcomes=(dead, *back),
        seats=(seat,),
        because=(_turned_up(now), Fact(now.seq, "both hole cards lie face up")),
        considered=(OWN_RULE,),
    )


def now_the_upcard(now: Moment[HoleCardUp], say: str) -> Ruling:
    """A hole card turned up in the deal is kept as the upcard."""
    found = now.trigger
    return Ruling(
        outcomes=(CARD_KEEP(found.seat, card=found.card),),
        seats=(found.seat,),
        because=(_turned_up(now),),
        considered=(OWN_RULE,),
        say=f"{say}; the third card comes face down",
    )


def _turned_up(now: Moment[HoleCardUp]) -> Fact:
    return Fact(now.seq, f"the dealer turned up a hole card of seat {now.trigger.seat}")


@rule("rrop-stud/5", on=WrongFace)
def wrong_face(now: Moment[WrongFace]) -> Ruling | None:
    """An upcard dealt face down is turned up; a downcard dealt face up is kept."""
    return face_put_right(now)


def face_put_right(now: Moment[WrongFace]) -> Ruling | None:
    """What becomes of a card that lies with the wrong face; one a player took goes back anyway."""
    found = now.trigger
    seat = found.seat
    if isinstance(now.event, Dealt) and isinstance(now.event.by, int):
        return None
    if found.meant == "up":
        pattern = {"type": "exposed", "seat": seat, "by": "dealer"}
        fact = Fact(now.seq, f"a card due face up was dealt face down to seat {seat}")
        turn = DEALER_CORRECTS(seat, by=(pattern,))
        return Ruling(outcomes=(turn,), seats=(seat,), because=(fact,))
    fact = Fact(now.seq, f"a card due face down was dealt face up to seat {seat}")
    keep = CARD_KEEP(seat, card=found.card)
    say = "it counts as a down card that everybody has seen"
    return Ruling(outcomes=(keep,), seats=(seat,), because=(fact,), say=say)


@rule("rrop-stud/5", on=CardExposed, displaces=("rrop-irregularities/12",))
def flashed_down_card(now: Moment[CardExposed]) -> Ruling | None:
    """A down card the dealer shows once there is an upcard stays down and is kept."""
    found = now.trigger
    if found.seat is None or found.by != "dealer":
        return None
    fact = Fact(now.seq, f"a down card of seat {found.seat} was seen")
    keep = CARD_KEEP(found.seat, card=found.card)
    say = "it stays a down card that everybody has seen"
    return Ruling(outcomes=(keep,), seats=(found.seat,), because=(fact,), say=say)


@rule("rrop-stud/16", on=LastCardUp, displaces=("rrop-stud/17",))
def last_card_to_all_in(now: Moment[LastCardUp]) -> Ruling | None:
    """A last card dealt face up to a player who is all-in is kept."""
    seat = now.trigger.seat
    return last_card_kept(now, "") if now.seat(seat).all_in else None


@rule("rrop-stud/17", on=LastCardUp)
def last_card_face_up(now: Moment[LastCardUp]) -> Ruling | None:
    """A last card face up is kept; two players both get it so, of several one may go all-in."""
    hand, seat = now.hand, now.trigger.seat
    if any(one.rule == "rrop-stud/17" and seat in one.seats for one in rulings_so_far(now)):
        return None
    whole = hand.profile.schedule[-1]
    waiting = [s for s in hand.live if s != seat and is_short(hand.seats[s], whole)]
    if len(hand.live) > 2 or not waiting:
        return last_card_kept(now, "its owner may declare to be all-in; the others' stay face down")
    other = waiting[0]
    up = {"type": "dealt", "to": other, "face": "up"}
    kept = last_card_kept(now, "with two players left both get it face up")
    return replace(
        kept,
        outcomes=(*kept.outcomes, DEALER_CORRECTS(other, by=(up,))),
        seats=(seat, other),
    )


def last_card_kept(now: Moment[LastCardUp], say: str) -> Ruling:
    """The last card stays where it is, face up as it came."""
    found = now.trigger
    fact = Fact(now.seq, f"the last card of seat {found.seat} was dealt face up")
    keep = CARD_KEEP(found.seat, card=found.card)
    return Ruling(outcomes=(keep,), seats=(found.seat,), because=(fact,), say=say)


@rule("tda-rp/10", on=LastCardUp, displaces=("rrop-stud/16", "rrop-stud/17"))
def last_card_replaced(now: Moment[LastCardUp]) -> Ruling | None:
    """A last card face up is replaced while there is betting to come, and otherwise kept."""
    found, hand = now.trigger, now.hand
    if now.policy.stud_last_up != "replace":
        return None
    why = "this house replaces it (stud_last_up)"
    considered = (Weighed("rrop-stud/17", why),)
    if len(hand.able) < 2:
        kept = last_card_kept(now, "nobody can bet any more; the others' stay face down")
        return replace(kept, considered=considered)
    down = {"type": "dealt", "to": found.seat, "face": "down"}
    return Ruling(
        outcomes=(CARD_REPLACE_NEXT(found.seat, card=found.card, by=(down,)),),
        seats=(found.seat,),
        because=(
            Fact(now.seq, f"the last card of seat {found.seat} was dealt face up"),
            Fact(now.seq, "there is betting to come"),
        ),
        considered=considered,
    )


@rule("rrop-stud/14", on=PrematureCard, displaces=("rrop-irregularities/15",))
def street_too_early(now: Moment[PrematureCard]) -> Ruling | None:
    """A card of the next street dealt before the betting is over does not play."""
    return None if now.policy.premature_cards == "tda" else taken_away(now)


@rule(
    "tda-rp/5",
    on=PrematureCard,
    cites=("rrop-stud/14",),
    displaces=("rrop-irregularities/15",),
)
def street_shuffled_back(now: Moment[PrematureCard]) -> Ruling | None:
    """An early street goes back into the stub, and is dealt from it without a burn."""
    stud = isinstance(now.trigger.to, int) and now.hand.seat_stage_ahead
    if not stud or now.policy.premature_cards != "tda":
        return None
    standing = standing_under(now, "tda-rp/5", None)
    if standing is not None:
        return standing
    stages, here = now.hand.profile.stages, now.hand.stage
    street = next(n for n in range(here + 1, len(stages)) if stages[n].kind == "deal")
    fact = Fact(now.seq, f"{stages[street].name} began while the round before it was still open")
    why = "here an early street is shuffled back (premature_cards)"
    return Ruling(
        outcomes=(RESHUFFLE_AND_CONTINUE(by=({"type": "shuffled"},), when=street),),
        because=(fact,),
        considered=(Weighed("rrop-stud/14", why),),
        say=BACK_IN_THE_STUB,
    )


def taken_away(now: Moment[PrematureCard]) -> Ruling | None:
    """The early card goes aside; the betting comes first, then the street."""
    return laid_aside(
        now,
        "the betting is finished first, a card more goes aside for each player who was not "
        "served, then the street is dealt",
    )


@rule("rrop-stud/14", about=("premature_card",))
def early_last_card(now: Moment[AttentionCalled]) -> Ruling | None:
    """An early last card its owner has looked at or mixed in is kept, at the price of any raise."""
    event = now.trigger
    seat = event.seat
    if seat is None or seat not in now.hand.seats or not now.hand.seats[seat].cards_to_return:
        return None
    if established(now, "untouched") is not False:
        standing = [r for r in rulings_so_far(now) if "rrop-stud/14" in r.cites]
        return standing[-1] if standing else None
    pattern = {"type": "card_moved", "from": "aside", "to": seat}
    outcomes = (
        CARD_KEEP(seat, lifts=DEALER_CORRECTS),
        DEALER_CORRECTS(seat, by=(pattern,)),
    )
    fact = Fact(now.seq, f"seat {seat} has looked at the early card or mixed it in")
    say = f"on the last street seat {seat} may call, but not bet or raise"
    return Ruling(
        outcomes=outcomes,
        also=(CALLS_AT_THE_END(seat),),
        seats=(seat,),
        because=(fact,),
        say=say,
    )


@rule("rrop-stud/14", on=RaiseNotOpen, displaces=("rrop-betting/11", "tda/53"))
def no_raise_on_a_card_seen_early(now: Moment[RaiseNotOpen]) -> Ruling | None:
    """A player who kept an early last card may call in the last round, but not bet or raise."""
    if not now.trigger.saw_early:
        return None
    return as_call(now, now.trigger.move, "the seat kept a last card that it saw too early")


# --- Who starts --------------------------------------------------------------------


def wrong_start(now: Moment[ActedOutOfTurn]) -> Ruling | None:
    """Somebody else than the one whose cards start it has begun the round."""
    hand, found = now.hand, now.trigger
    first = hand.first_actor
    if hand.action.on_street or found.due != first or found.move.verb == "fold":
        return None
    move = found.move
    facts = (
        Fact(now.seq, f"seat {move.seat} acted first"),
        Fact(now.seq, f"the cards in view make seat {first} the one to start"),
    )
    return Ruling(
        outcomes=(ACTION_BACKED_UP(move.seat),),
        seats=(move.seat,),
        because=facts,
        say=f"seat {first} starts the betting",
    )


@rule("rrop-stud/1", on=BringInDue)
def bring_in_due(now: Moment[BringInDue]) -> Ruling:
    """The low card cannot check: it makes the forced bet, or a full one, or folds."""
    found = now.trigger
    seat = found.move.seat
    fact = Fact(now.seq, f"the first round begins with a forced bet of {found.amount}")
    return Ruling(outcomes=(ACTION_VOID(seat),), seats=(seat,), because=(fact,))


@rule(
    "rrop-stud/1",
    on=ActedOutOfTurn,
    cites=("rrop-stud/7",),
    displaces=("rrop-betting/11", "tda/53"),
)
def high_board_starts(now: Moment[ActedOutOfTurn]) -> Ruling | None:
    """The cards in view say who starts; a player who starts instead is put right in time."""
    ruling = wrong_start(now)
    if ruling is None or now.policy.board_tie == "position":
        return ruling
    return replace(ruling, cites=("tda-rp/10",))


@rule("rrop-stud/7", on=StartedByOther, displaces=("rrop-betting/11", "tda/53"))
def wrong_start_stands(now: Moment[StartedByOther]) -> Ruling:
    """Once the next player has acted behind a wrong starter the action stands."""
    found = now.trigger
    return Ruling(
        outcomes=(
            ACTION_BINDING(found.first, told=True),
            ACTION_BINDING(found.behind, told=True),
        ),
        also=(STARTS(found.first),),
        seats=(found.first, found.behind),
        because=started_facts(now),
    )


def started_facts(now: Moment[StartedByOther]) -> tuple[Fact, ...]:
    """Who started, and who has acted behind."""
    found = now.trigger
    held = now.seat(found.first).held_move
    return (
        Fact(held.seq if held is not None else now.seq, f"seat {found.first} started the betting"),
        Fact(now.seq, f"seat {found.behind} has acted behind"),
        Fact(now.seq, f"seat {found.due} was to start and said nothing in time"),
    )


# --- How many cards ------------------------------------------------------------------


def _faces(count: Count) -> tuple[str, ...]:
    """The faces of all cards planned up to when it was pointed out."""
    return scheduled(count.hand.profile, count.hand.stage)


def question(now: Moment[HandCounted | Shown | AttentionCalled]) -> Count | None:
    """The count in question once the window for a misdeal has closed."""
    found = _found(now, now.trigger)
    if found is None or window_open(now, found.hand) or not found.hand.seats[found.seat].live:
        return None
    return found


def _found(now: AnyMoment, event: HandCounted | Shown | AttentionCalled) -> Count | None:
    if isinstance(event, AttentionCalled):
        return _questioned(now, event)
    return _counted(now, event)


def _questioned(now: AnyMoment, event: AttentionCalled) -> Count | None:
    seat = event.seat if event.seat is not None else event.by
    if not isinstance(seat, int) or seat not in now.hand.seats or not now.was.on:
        return None
    claim = Claim(now.seq, event.about, event.by, event.facts or {}, now.was)
    return _count(now, seat, claim, len(now.was.seats[seat].shown) or None)


def _counted(now: AnyMoment, event: HandCounted | Shown) -> Count | None:
    seat = event.seat
    if seat not in now.hand.seats or not now.was.on:
        return None
    claim = called(now, seat)
    if isinstance(event, HandCounted):
        return _count(now, seat, claim, event.count)
    return _count(now, seat, claim, len(event.cards)) if claim.about in COUNTS else None


def _count(now: AnyMoment, seat: int, claim: Claim, found: int | None) -> Count:
    due = expected(claim.hand, seat)
    short = claim.about == "short_hand" if found is None else found < due
    return Count(seat, found, due, claim, short, now.seq)


def counted(now: Moment[HandCounted | Shown | AttentionCalled]) -> Ruling | None:
    """What becomes of a stud hand with this many cards."""
    count = question(now)
    if count is None:
        return None
    if count.found == count.due:
        return _right(now, count)
    return _too_few(now, count) if count.short else _too_many(now, count)


def _right(now: AnyMoment, count: Count) -> Ruling | None:
    if count.claim.about not in COUNTS:
        return None
    fact = Fact(now.seq, f"seat {count.seat} holds the {count.due} cards it should")
    outcome = NO_IRREGULARITY(count.seat)
    return Ruling(outcomes=(outcome,), seats=(count.seat,), because=(fact,))


def _ruling(count: Count, *outcomes: Outcome) -> Ruling:
    """Final once the cards are counted; before that it asks for the count."""
    needs = asked_for(count)
    return Ruling(
        outcomes=outcomes,
        seats=(count.seat,),
        because=(count_fact(count),),
        certainty=CONDITIONAL if needs else "final",
        needs=needs,
    )


def _too_many(now: AnyMoment, count: Count) -> Ruling:
    seat = count.seat
    fresh = count.hand.phase == "betting" and not count.hand.action.on_street
    if fresh and lay_apart(now, count) and count.found in (None, count.due + 1):
        pattern = {"type": "card_moved", "from": seat, "to": "aside"}
        by = (pattern,) if count.found is not None else ()
        return _ruling(count, CARD_TO_BURN(seat, by=by))
    return _ruling(count, HAND_FOULED(seat), BET_STAYS(seat))


def _too_few(now: AnyMoment, count: Count) -> Ruling:
    hand, seat = count.hand, count.seat
    if hand.seat_stage_ahead or hand.phase == "dealing":
        if hand.action.on_street and hand.phase != "dealing":
            return _for_the_floor(count, "a card of an earlier street is missing")
        face = next_face(
            replace(hand.seats[seat], bonus_cards=replace(hand.seats[seat].bonus_cards, late=0)),
            _faces(count),
        )
        by = ({"type": "dealt", "to": seat, "face": face},) if count.found is not None else ()
        return _ruling(count, DEALER_CORRECTS(seat, by=by))
    if _only_the_last(count):
        return _for_the_floor(count, "only the last card, or a bonus card, is missing")
    return _ruling(count, HAND_FOULED(seat), BET_STAYS(seat))


def _only_the_last(count: Count) -> bool:
    """One card is missing, and it is the last downcard or a bonus card."""
    if count.found is None:
        return True
    ups = count.hand.seats[count.seat].ups
    return count.due - count.found == 1 and ups >= _faces(count).count("up")


def _for_the_floor(count: Count, fact: str) -> Ruling:
    seat = count.seat
    if count.found is None:
        return _ruling(count, FLOOR_DECIDES(seat))
    live = Option((HAND_LIVE(seat),), presumed=True, label="the hand is live")
    dead = (HAND_FOULED(seat), BET_STAYS(seat))
    return Ruling(
        outcomes=(FLOOR_DECIDES(seat),),
        seats=(seat,),
        certainty=FLOOR,
        options=(live, Option(dead, label="the hand is dead")),
        factors=("whose fault it was", "when it could have been noticed"),
        because=(count_fact(count), Fact(count.claim.seq, fact)),
    )


@rule(
    "rrop-stud/18",
    on=(HandCounted, Shown),
    about=COUNTS,
    cites=("rrop-dead-hand/1d",),
    displaces=("rrop-dead-hand/1d", Book("rrop-misdeal")),
)
def wrong_number_of_cards(now: Moment[HandCounted | Shown | AttentionCalled]) -> Ruling | None:
    """Too many cards foul a stud hand, too few as well; one that lacks its last may be live."""
    return counted(now)


@rule("rrop-ties/5b", on=Decided, displaces=("rrop-ties/5a",))
def shared_by_high_card(now: Moment[Decided]) -> Ruling | None:
    """Equal best hands share; an odd chip goes to the highest card, suits counting."""
    outcomes: list[Outcome] = []
    for place, (_, shares) in enumerate(now.trigger.result.pots):
        if not now.profile.stud or len(shares) < 2:
            continue
        least = min(shares.values())
        outcomes += [SPLIT_EQUALLY(s, amount=a, pot=place) for s, a in shares.items()]
        outcomes += [
            ODD_CHIP(seat, amount=exact(amount - least), pot=place)
            for seat, amount in shares.items()
            if amount > least
        ]
    if not outcomes:
        return None
    seats = tuple(dict.fromkeys(one.seat for one in outcomes if one.seat is not None))
    fact = Fact(now.seq, "equal best hands were tabled")
    five = now.policy.odd_chip_cards == "five"
    return Ruling(
        outcomes=tuple(outcomes),
        seats=seats,
        because=(fact,),
        cites=("tda/20",) if five else (),
    )


RULES = (
    antes_before_cards,
    ante_of_wrong_size,
    hole_card_turned_up,
    wrong_face,
    flashed_down_card,
    last_card_to_all_in,
    last_card_face_up,
    last_card_replaced,
    street_too_early,
    street_shuffled_back,
    early_last_card,
    no_raise_on_a_card_seen_early,
    bring_in_due,
    high_board_starts,
    wrong_start_stands,
    wrong_number_of_cards,
    shared_by_high_card,
)
