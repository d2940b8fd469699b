"""Baseball: the card an exposed four earns, and a hidden one does not.

| article | says | rule |
| --- | --- | --- |
| baseball/exposed-four | an exposed four earns a card | ``bonus_missed``, ``bonus_claimed`` ... |
| baseball/hidden-four | a hidden four earns nothing | ``nothing_for_a_hidden_four`` ... |
"""

from __future__ import annotations

from adjudicator.judging.rules import AnyMoment, Moment
from adjudicator.judging.rulings import FLOOR, Fact, Option, Ruling
from adjudicator.judging.scopes import Book
from adjudicator.log.events import AttentionCalled
from adjudicator.play.betting.findings import StarterDiffers
from adjudicator.play.betting.outcomes import ACTION_BACKED_UP, BET_STAYS
from adjudicator.play.cards.findings import CardExposed
from adjudicator.play.cards.outcomes import CARD_KEEP
from adjudicator.play.deal.findings import BonusMissed, HoleCardUp, WrongFace
from adjudicator.play.outcome import Outcome
from adjudicator.play.speech.outcomes import DEALER_CORRECTS, FLOOR_DECIDES
from rulebook.rules.shared import answer, rule, standing_under
from rulebook.rules.stud import stud


@rule("baseball/exposed-four", on=WrongFace, displaces=("baseball/deal", Book("rrop-stud")))
def bonus_face_down(now: Moment[WrongFace]) -> Ruling | None:
    """A bonus card is an upcard; one dealt face down is turned up."""
    found = now.trigger
    return stud.face_put_right(now) if now.was.seats[found.seat].bonus_cards.due else None


@rule(
    "baseball/exposed-four",
    on=HoleCardUp,
    cites=("rrop-stud/5",),
    displaces=("rrop-stud/5", "rrop-misdeal/1a", "rrop-irregularities/12"),
)
def four_turned_up(now: Moment[HoleCardUp]) -> Ruling | None:
    """A hole card four turned up in the deal is the upcard, and earns a card unless barred."""
    found = now.trigger
    if found.both or found.card is None or found.card[:1] != "4":
        return None
    earns = "earns a bonus" if now.policy.exposed_down_four != "never" else "earns nothing"
    return stud.now_the_upcard(now, f"it is the upcard of seat {found.seat} and {earns}")


def _bonus(seat: int) -> Outcome:
    pattern = {"type": "dealt", "to": seat, "face": "up"}
    return DEALER_CORRECTS(seat, by=(pattern,))


@rule("baseball/exposed-four", on=BonusMissed)
def bonus_missed(now: Moment[BonusMissed]) -> Ruling:
    """An exposed four earns an upcard at once; one that was missed is the next off the deck."""
    found = now.trigger
    seat = found.seat
    facts = (
        Fact(_four_seen(now, seat), f"seat {seat} was due a card for an exposed four"),
        Fact(now.seq, "it was passed over; cards dealt since stay where they are"),
    )
    return (
        _late(now, seat, facts)
        if found.after_action
        else Ruling(outcomes=(_bonus(seat),), seats=(seat,), because=facts)
    )


def _four_seen(now: AnyMoment, seat: int) -> int:
    """The entry that showed the seat's last four, where its card is known."""
    fours = [now.hand.seen[card] for card in now.seat(seat).up if card[:1] == "4"]
    return max(fours, default=now.seq)


def _late(now: AnyMoment, seat: int, facts: tuple[Fact, ...]) -> Ruling:
    """A bonus given after the betting began; the floor looks at who started."""
    if now.hand.first_actor == seat:
        return Ruling(outcomes=(_bonus(seat),), seats=(seat,), because=facts)
    stands = Option((BET_STAYS(),), presumed=True, label="the action stands")
    again = Option((ACTION_BACKED_UP(),), label="the round is started anew")
    return Ruling(
        outcomes=(_bonus(seat), FLOOR_DECIDES(seat)),
        seats=(seat,),
        certainty=FLOOR,
        options=(stands, again),
        factors=("whether the card makes another hand the first to act", "how many have acted"),
        because=(*facts, Fact(now.seq, "the betting on the street had begun")),
    )


@rule("baseball/exposed-four", about=("bonus_card",))
def bonus_claimed(now: Moment[AttentionCalled]) -> Ruling | None:
    """A bonus that is claimed is given if one is owed, also late."""
    seat = now.trigger.seat
    if seat is None or seat not in now.hand.seats or not now.hand.on:
        return None
    mine = now.seat(seat)
    standing = standing_under(now, "baseball/exposed-four", seat)
    owed = bool(
        mine.bonus_cards.due
        or mine.bonus_cards.later
        or (mine.bonus_cards.earned and mine.bonus_cards.late > 0)
    )
    if not owed:
        return _bonus_given(now, seat) if mine.bonus_cards.earned else None
    facts = (Fact(now.seq, f"seat {seat} is owed a card for an exposed four"),)
    if now.hand.phase == "betting" and now.hand.action.on_street:
        return _late(now, seat, facts)
    if standing is not None:
        return standing
    return Ruling(outcomes=(_bonus(seat),), seats=(seat,), because=facts)


def _bonus_given(now: Moment[AttentionCalled], seat: int) -> Ruling:
    return answer(now, f"seat {seat} has had its card for the exposed four", "")


@rule("baseball/exposed-four", on=StarterDiffers)
def starter_would_differ(now: Moment[StarterDiffers]) -> Ruling:
    """If a late bonus makes another hand the first to act, the floor decides on the action."""
    found = now.trigger
    stands = Option((BET_STAYS(),), presumed=True, label="the action stands")
    again = (ACTION_BACKED_UP(found.started),)
    return Ruling(
        outcomes=(FLOOR_DECIDES(found.seat),),
        seats=(found.seat, found.started),
        certainty=FLOOR,
        options=(stands, Option(again, label=f"seat {found.seat} starts anew")),
        factors=("how many have acted", "whether anybody was misled"),
        because=(Fact(now.seq, f"seat {found.seat} now shows the best cards"),),
    )


@rule("baseball/hidden-four", about=("bonus_card",))
def nothing_for_a_hidden_four(now: Moment[AttentionCalled]) -> Ruling | None:
    """A four that lies face down earns nothing, also when it is seen later."""
    seat = now.trigger.seat
    mine = now.hand.seats.get(seat) if seat is not None else None
    if mine is not None and mine.bonus_cards.earned:
        return None
    return answer(now, "no four of this hand was dealt face up", "a hidden four earns nothing")


@rule("baseball/hidden-four", on=CardExposed, displaces=("rrop-stud/5",))
def flashed_four(now: Moment[CardExposed]) -> Ruling | None:
    """A down card that is merely seen stays a down card: a four among them earns nothing."""
    found = now.trigger
    if found.seat is None or found.by != "dealer" or found.card[:1] != "4":
        return None
    fact = Fact(now.seq, f"a down card of seat {found.seat} was seen")
    keep = CARD_KEEP(found.seat, card=found.card)
    say = "it stays a down card and earns no bonus"
    return Ruling(outcomes=(keep,), seats=(found.seat,), because=(fact,), say=say)


RULES = (
    bonus_face_down,
    four_turned_up,
    bonus_missed,
    bonus_claimed,
    starter_would_differ,
    nothing_for_a_hidden_four,
    flashed_four,
)
