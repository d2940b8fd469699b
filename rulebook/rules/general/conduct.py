"""Conduct: what is said and shown, who plays a hand, who is at the table.

| article | says | rule |
| --- | --- | --- |
| rrop-etiquette | conduct at the table | ``misconduct``, ``told_of_its_hand`` |
| tda/67, 68, 69 | disclosure, showing, ethics | the same under tournament rules |
| tda/5, 28, 60 | devices, cards to come, counts | the same |
| tda/30, 31 | at your seat | ``absent_when_dealt`` |

What was meant, and whether it swayed anybody, no log can show: the ruling names what is
presumed, a warning at first and a penalty for who was warned before, and the floor decides.
"""

from __future__ import annotations

from adjudicator.judging.rules import AnyMoment, Moment
from adjudicator.judging.rulings import FLOOR, Fact, Option, Ruling
from adjudicator.log.events import AttentionCalled
from adjudicator.play.betting.moves import bring_in
from adjudicator.play.betting.outcomes import ACTION_BINDING
from adjudicator.play.muck.outcomes import HAND_DEAD, HAND_LIVE
from adjudicator.play.speech.findings import Disclosed
from adjudicator.play.speech.outcomes import FLOOR_DECIDES, NO_IRREGULARITY, PENALTY, WARNING
from adjudicator.table.chips import reachable
from adjudicator.table.hand import Hand
from adjudicator.table.seat import Move
from rulebook.rules.shared import rule, seat_in_question, seats_of

TELLING = ("disclosure", "advice", "talking", "one_player_to_a_hand")
SHOWING = ("showing_cards", "improper_fold")
ETHICS = ("soft_play", "collusion", "chip_dumping", "ethics")
MANNERS = ("conduct", "abuse", "slow_roll", "stalling", "string_talk")
DEVICES = ("device",)
RABBITS = ("rabbit_hunting",)
COUNTS = ("count_request",)
SUBJECTS = (*TELLING, *SHOWING, *ETHICS, *MANNERS, *DEVICES, *RABBITS, *COUNTS)
ABSENT = ("absent", "not_at_table")
SAID = {
    "conduct": "conduct that is not allowed",
    "one_player_to_a_hand": "more than one player playing one hand",
    "disclosure": "telling of cards held or folded",
    "advice": "advice to a player in the hand",
    "soft_play": "going easy on another player",
    "device": "a device in use with a live hand",
    "rabbit_hunting": "cards looked at that would have come",
    "count_request": "a count of chips asked for without need",
}
WEIGHED = (
    "what was meant by it",
    "whether it swayed anybody who was to act",
    "the player's experience and record",
)


def _tournament(now: AnyMoment) -> bool:
    return now.policy.general_rules == "tda"


def _answered(now: AnyMoment, seat: int | None, fact: Fact) -> Ruling:
    """A warning is presumed, a penalty where the player has been warned before."""
    player = now.before.players.get(seat) if seat is not None else None
    again = player is not None and player.warnings > 0
    warning, penalty = WARNING(seat), PENALTY(seat)
    first, other = (penalty, warning) if again else (warning, penalty)
    named = (first,) if seat is not None else ()
    options = (
        Option((first,) if seat is not None else (WARNING(),), presumed=True),
        Option((other,)),
        Option((NO_IRREGULARITY(seat),), label="nothing follows"),
    )
    return Ruling(
        outcomes=(*named, FLOOR_DECIDES(seat)),
        seats=seats_of(seat),
        certainty=FLOOR,
        options=options,
        factors=WEIGHED,
        because=(fact,),
        say="it had been warned before" if again else "",
    )


def _pointed_out(now: Moment[AttentionCalled]) -> Ruling:
    event = now.trigger
    seat = event.seat if event.seat in now.before.players else None
    what = SAID.get(event.about, event.about.replace("_", " "))
    who = f"pointed out of seat {seat}: " if seat is not None else "pointed out: "
    return _answered(now, seat, Fact(now.seq, f"{who}{what}"))


@rule("rrop-etiquette", about=SUBJECTS, cites=("tda/67", "tda/68", "tda/69"))
def misconduct(now: Moment[AttentionCalled]) -> Ruling | None:
    """Telling of cards, advice, soft play and the like earn a warning, and then a penalty."""
    return None if _tournament(now) else _pointed_out(now)


def _under_tournament_rules(now: Moment[AttentionCalled]) -> Ruling | None:
    return _pointed_out(now) if _tournament(now) else None


@rule("tda/67", about=(*TELLING, *MANNERS), cites=("rrop-etiquette", "tda/68", "tda/69"))
def disclosure(now: Moment[AttentionCalled]) -> Ruling | None:
    """Nobody tells of cards or advises while a hand is on; one player plays each hand."""
    return _under_tournament_rules(now)


@rule("tda/68", about=SHOWING, cites=("rrop-etiquette",))
def showing(now: Moment[AttentionCalled]) -> Ruling | None:
    """Showing cards while others are to act may be penalised."""
    return _under_tournament_rules(now)


@rule("tda/69", about=ETHICS, cites=("rrop-etiquette",))
def ethics(now: Moment[AttentionCalled]) -> Ruling | None:
    """Soft play, passing chips and playing together are penalised."""
    return _under_tournament_rules(now)


@rule("tda/5", about=DEVICES, cites=("rrop-etiquette",))
def devices(now: Moment[AttentionCalled]) -> Ruling | None:
    """A player with a live hand uses no device, and nobody an app that helps to play."""
    return _under_tournament_rules(now)


@rule("tda/28", about=RABBITS, cites=("rrop-etiquette",))
def rabbits(now: Moment[AttentionCalled]) -> Ruling | None:
    """Nobody looks at cards that would have come."""
    return _under_tournament_rules(now)


@rule("tda/60", about=COUNTS, cites=("rrop-etiquette",))
def counts_of_chips(now: Moment[AttentionCalled]) -> Ruling | None:
    """An exact count is for a player who is to act and faces an all-in; others may only look."""
    if not _tournament(now):
        return None
    seat = seat_in_question(now)
    if seat is not None and _faces_an_all_in(now.was, seat):
        return _regular(seat, Fact(now.seq, f"seat {seat} is to act, and faces an all-in"))
    return _pointed_out(now)


def _faces_an_all_in(hand: Hand, seat: int) -> bool:
    """Whether the seat is to act on a bet that somebody made with their last chips."""
    level = hand.bet_to_match
    all_in = (n for n, other in hand.seats.items() if other.all_in and other.bet == level)
    return hand.to_act == seat and level > hand.seats[seat].bet and any(n != seat for n in all_in)


def _told(now: Moment[Disclosed]) -> Ruling:
    found = now.trigger
    how = "showed" if found.shown else "named"
    what = "a live hand" if found.live else "a folded hand"
    fact = Fact(now.seq, f"seat {found.seat} {how} {what} while others were to act")
    return _answered(now, found.seat, fact)


@rule("rrop-etiquette", on=Disclosed, cites=("tda/67", "tda/68"))
def told_of_its_hand(now: Moment[Disclosed]) -> Ruling | None:
    """Nobody shows or tells live or folded cards while others may act on it."""
    return None if _tournament(now) else _told(now)


@rule("tda/67", on=Disclosed, cites=("rrop-etiquette",))
def told_of_folded_cards(now: Moment[Disclosed]) -> Ruling | None:
    """Folded cards are not told of or shown while the hand is on."""
    return _told(now) if _tournament(now) and not now.trigger.live else None


@rule("tda/68", on=Disclosed, cites=("rrop-etiquette",))
def showed_while_others_act(now: Moment[Disclosed]) -> Ruling | None:
    """Live cards are not shown while others are to act."""
    return _told(now) if _tournament(now) and now.trigger.live else None


@rule("tda/30", about=ABSENT, cites=("tda/31",))
def absent_when_dealt(now: Moment[AttentionCalled]) -> Ruling | None:
    """In a tournament who is not there when the cards are out has a dead hand; else the house."""
    seat, hand = now.trigger.seat, now.hand
    mine = hand.seats.get(seat) if seat is not None else None
    if seat is None or mine is None or not hand.on:
        return None
    away = Fact(now.seq, f"seat {seat} is not at the table")
    if not mine.live:
        return _regular(seat, Fact(now.seq, f"seat {seat} is not in the hand any more"))
    if mine.has_acted:
        was_there = Fact(mine.acted_seq, f"seat {seat} was there and acted")
        return _house(seat, (away, was_there))
    if not _tournament(now):
        return _house(seat, (away,))
    if not hand.deal.done:
        return _regular(seat, Fact(now.seq, "the cards are not all dealt yet"))
    dealt = Fact(hand.deal.done, "the cards were all dealt")
    forced = bring_in(hand) if hand.to_act == seat else 0
    if not forced:
        return Ruling(outcomes=(HAND_DEAD(seat),), seats=(seat,), because=(away, dealt))
    amount = reachable(now.after, seat, forced)
    short = amount < forced
    brings_in = Move(seat, "bet", amount, all_in=short, price=forced, seq=now.seq)
    return Ruling(
        outcomes=(ACTION_BINDING(seat, amount=amount, move=brings_in), HAND_DEAD(seat)),
        seats=(seat,),
        because=(away, dealt, Fact(now.seq, f"its upcard brings it in for {forced}")),
        say="the forced bet is taken from its chips, then the hand is dead",
    )


def _regular(seat: int, fact: Fact) -> Ruling:
    outcome = NO_IRREGULARITY(seat)
    return Ruling(outcomes=(outcome,), seats=(seat,), because=(fact,))


def _house(seat: int, facts: tuple[Fact, ...]) -> Ruling:
    live = Option((HAND_LIVE(seat),), presumed=True, label="the hand waits")
    dead = Option((HAND_DEAD(seat),), label="the hand is dead")
    return Ruling(
        outcomes=(FLOOR_DECIDES(seat),),
        seats=(seat,),
        certainty=FLOOR,
        options=(live, dead),
        factors=(
            "the house's rule for players who are away",
            "whether an ante or a blind was posted",
            "whether the player was called and given time",
        ),
        because=facts,
    )


RULES = (
    misconduct,
    disclosure,
    showing,
    ethics,
    devices,
    rabbits,
    counts_of_chips,
    told_of_its_hand,
    told_of_folded_cards,
    showed_while_others_act,
    absent_when_dealt,
)
