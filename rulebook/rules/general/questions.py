"""Questions nobody else answers: what stands already, what is regular, what the floor weighs.

A rule of this file speaks only where no other has. A question finds the ruling that
stands on the entry or subject asked about; else the answer is that nothing is irregular,
by the article that makes it so; a subject the law does not know is the floor's.
"""

from __future__ import annotations

from dataclasses import dataclass

from adjudicator.judging.rules import EVERY_SUBJECT, AnyMoment, AnyRule, Moment
from adjudicator.judging.rulings import FLOOR, Fact, Option, Ruling
from adjudicator.judging.scopes import NOTHING, Book, Scope, scope
from adjudicator.log.events import AttentionCalled
from adjudicator.play.betting.outcomes import BET_STAYS
from adjudicator.play.speech.outcomes import FLOOR_DECIDES, NO_IRREGULARITY, WARNING
from rulebook.rules.shared import rule, rulings_so_far, seat_in_question, seats_of


@dataclass(frozen=True)
class Answer:
    """What makes a subject regular: an article, and the fact as the record has it.

    ``rulings`` are those, beside the article's own, that a question about it may find.
    """

    article: str
    subjects: tuple[str, ...]
    fact: str
    rulings: Scope = NOTHING


ANSWERS = (
    Answer(
        "rrop-dead-hand/1d",
        ("short_hand", "extra_card"),
        "no wrong number of cards is on record",
        scope(
            "draw-high/4a",
            "draw-high/4b",
            "draw-high/4c",
            "draw-high/4d",
            "draw-high/4e",
            "draw-high/4f",
            "draw-high/4g",
            "rrop-misdeal/1a",
            "rrop-misdeal/1b",
            "rrop-misdeal/1c",
            "rrop-misdeal/1d",
            "rrop-misdeal/1e",
            "rrop-misdeal/1f",
            "rrop-misdeal/1g",
            "rrop-misdeal/1h",
            "rrop-misdeal/1i",
            "rrop-misdeal/1j",
            "rrop-irregularities/11",
            "rrop-stud/18",
        ),
    ),
    Answer(
        "rrop-button-blind/1",
        ("wrong_button", "wrong_blinds"),
        "button and blinds are where they belong",
        scope(
            "rrop-misdeal/1g", "rrop-irregularities/1", "omaha-limit/step-1a", "omaha-limit/step-1b"
        ),
    ),
    Answer(
        "rrop-betting/limit-amounts",
        ("wrong_amount",),
        "no wager of the wrong size is on record",
        scope(
            "rrop-betting/7",
            "rrop-betting/13",
            "rrop-betting/overchip",
            "rrop-betting/raise-cap",
            "rrop-betting/string",
            "rrop-betting/verbal",
            "draw-high/0.3",
            "draw-high/0.6",
            "draw-high/12",
            "omaha-limit/step-1a",
            "omaha-limit/step-1b",
        ),
    ),
    Answer(
        "rrop-betting/raise-cap",
        ("raise_cap",),
        "no round has had more raises than its cap",
        scope("draw-high/1", "baseball/limits"),
    ),
    Answer(
        "rrop-betting/string",
        ("string_bet",),
        "no second motion of chips is on record",
        scope("rrop-betting/verbal", "rrop-betting/overchip"),
    ),
    Answer(
        "rrop-betting/overchip",
        ("overchip",),
        "no silent chip that could be read in two ways is on record",
        scope("rrop-betting/string", "rrop-betting/verbal"),
    ),
    Answer(
        "rrop-betting/verbal",
        ("declaration",),
        "no words that differ from the chips are on record",
        scope(Book("rrop-betting")),
    ),
    Answer(
        "rrop-all-in",
        ("all_in", "side_pot", "side_pots"),
        "an all-in player wins from each opponent at most what they put in themselves",
        scope("draw-high/12", "draw-high/13a", "draw-high/13b", "rrop-betting/7", "baseball/units"),
    ),
    Answer(
        "rrop-dead-hand/1f",
        ("clock",),
        "nobody's time has run out",
        scope("tda/29", "rrop-betting/12"),
    ),
    Answer("draw-high/2", ("check_raise",), "checking and raising later in the round is allowed"),
    Answer(
        "rrop-misc",
        ("stakes", "limits", "rake", "check_raise", "table_stakes", "rebuy", "wild_cards"),
        "stakes, limits and options are those the table was opened with",
        scope("joker/1", "baseball/profiles"),
    ),
    Answer(
        "rrop-irregularities/15",
        ("wrong_board_card", "premature_card"),
        "no card came before its round was over",
        scope(
            "rrop-irregularities/16",
            "rrop-holdem/3",
            "rrop-holdem/4",
            "rrop-holdem/premature",
            "tda/39",
            "rrop-stud/14",
        ),
    ),
    Answer(
        "rrop-decision/6",
        ("wrong_award", "wrong_pot"),
        "no pot has been pushed that could be set right",
        scope(Book("rrop-ties"), "rrop-all-in"),
    ),
    Answer(
        "rrop-irregularities/12",
        ("exposed_card", "dropped_card"),
        "no card was exposed by the dealer",
        scope(
            "draw-high/3",
            "draw-high/8",
            "rrop-holdem/1",
            "rrop-irregularities/13",
            "rrop-irregularities/14",
            "rrop-stud/5",
        ),
    ),
    Answer(
        "rrop-irregularities/4",
        ("duplicate_card", "foreign_card"),
        "no fault of the deck is on record",
        scope("rrop-irregularities/3", "rrop-irregularities/5", "tda/35"),
    ),
    Answer(
        "rrop-irregularities/10",
        ("missing_card",),
        "no card is on record as missing from the deck",
        scope("tda/35"),
    ),
    Answer(
        "rrop-irregularities/7",
        ("boxed_card",),
        "no boxed card is on record",
        scope("rrop-misdeal/1c"),
    ),
    Answer(
        "rrop-irregularities/16",
        ("burn_error",),
        "the burns are as the game has them",
        scope("draw-high/0.8", "baseball/no-burn"),
    ),
    Answer("rrop-irregularities/8", ("joker",), "no joker has turned up where none belongs"),
    Answer(
        "rrop-showdown/2",
        ("miscall", "cards_speak"),
        "the cards are read for themselves",
        scope(Book("rrop-showdown")),
    ),
    Answer("rrop-showdown/5", ("see_hand",), "there is no called hand to be seen"),
    Answer(
        "rrop-showdown/7",
        ("show_order", "will_not_show"),
        "there is no showdown yet",
    ),
    Answer(
        "rrop-irregularities/2",
        ("killed_hand", "mixed_hand", "protected_hand", "retrieve_hand"),
        "the hand is where it belongs",
        scope(Book("rrop-dead-hand")),
    ),
    Answer(
        "rrop-ties/5",
        ("odd_chip", "split_pot"),
        "suits break no tie, and no pot has been divided yet",
        scope("rrop-ties/5a", "rrop-ties/5b", Book("rrop-ties"), "baseball/ties"),
    ),
    Answer("tda/30", ("absent",), "the seat is not in the hand"),
    Answer(
        "draw-high/5a",
        ("fifth_card",),
        "nobody was served five cards in a row",
        scope("draw-high/5b", "draw-high/5c", "house-ca/4"),
    ),
    Answer(
        "jacks-or-better/3",
        ("openers", "retain_openers"),
        "no openers are in question",
        scope(Book("jacks-or-better")),
    ),
    Answer("rrop-stud/ante", ("missing_ante",), "no ante is missing of a seat that was dealt in"),
    Answer(
        "rrop-misc",
        ("bonus_card", "payment", "missing_ante", "fifth_card", "openers", "retain_openers"),
        "this game has nothing of the kind",
    ),
)
KNOWN = frozenset(subject for one in ANSWERS for subject in one.subjects)
TURN = ("out_of_turn",)
OUT_OF_TURN = scope(
    "rrop-betting/11",
    "rrop-betting/12",
    "tda/53",
    "draw-high/0.5",
    "rrop-stud/1",
    "baseball/first-to-act",
)
REFUND = ("refund", "bet_back")
# What the articles on decisions say of a subject the floor is asked about.
OF_DECISIONS = {
    "impound": ("rrop-decision/7",),
    "delay": ("rrop-decision/3",),
    "good_faith_mistake": ("rrop-decision/4",),
    "walked_off": ("tda/31",),
    "dodging_blinds": ("tda/33",),
    "conditional_statement": ("tda/59",),
    "token_bet": ("tda-rp/22",),
    "too_few_cards": ("rrop-stud/15",),
}
WEIGHED = (
    "what was seen and heard, by whom",
    "whether anybody acted on it",
    "what is fair to the others in the hand",
)


def standing(now: Moment[AttentionCalled], rulings: Scope) -> Ruling | None:
    """The last ruling on the entry asked about; without one, of these rules on the seat."""
    event = now.trigger
    for old in reversed(_told(now)):
        if old.status == "withdrawn" or old.seq == now.seq:
            continue
        if event.entry is not None:
            if event.entry == old.seq:
                return old
            continue
        same = event.seat is None or event.seat in old.seats
        if same and old.rule in rulings:
            return old
    return None


def _told(now: AnyMoment) -> list[Ruling]:
    """What an answer may refer to: not to a card that the record alone knows of."""
    return [one for one in rulings_so_far(now) if not one.unconfirmed]


def _regular(now: Moment[AttentionCalled], fact: str) -> Ruling:
    seat = now.trigger.seat
    return Ruling(
        outcomes=(NO_IRREGULARITY(seat),),
        seats=seats_of(seat),
        because=(Fact(now.seq, fact),),
    )


def _answering(one: Answer) -> AnyRule:
    """The rule that answers these subjects where no other rule has anything to say."""

    found = one.rulings.with_id(one.article)

    def judge(now: Moment[AttentionCalled]) -> Ruling | None:
        return standing(now, found) or _regular(now, one.fact)

    judge.__name__ = f"nothing_about_{one.subjects[0]}"
    judge.__doc__ = f"{one.fact[:1].upper()}{one.fact[1:]}."
    return rule(one.article, about=one.subjects, last=True)(judge)


@rule("rrop-betting/11", about=TURN, last=True)
def turn_questioned(now: Moment[AttentionCalled]) -> Ruling | None:
    """An act in turn is regular; one out of turn has its ruling."""
    if now.policy.oot_policy == "tda":
        return None
    return _out_of_turn(now) or _in_turn(now)


@rule("tda/53", about=TURN, last=True)
def turn_questioned_in_tournaments(now: Moment[AttentionCalled]) -> Ruling | None:
    """An act in turn is regular; one out of turn has its ruling."""
    if now.policy.oot_policy != "tda":
        return None
    return _out_of_turn(now) or _in_turn(now)


def _out_of_turn(now: Moment[AttentionCalled]) -> Ruling | None:
    """What stands on acts out of turn: of the seat asked about, else of this very turn."""
    found = standing(now, OUT_OF_TURN)
    if found is not None or now.trigger.entry is not None:
        return found
    skipped, acts = now.hand.skipped
    if not acts or skipped != now.hand.to_act:
        return None
    early = (r for r in reversed(rulings_so_far(now)) if r.rule in OUT_OF_TURN)
    return next((r for r in early if set(r.seats) & {skipped, *acts}), None)


def _in_turn(now: Moment[AttentionCalled]) -> Ruling:
    turn = now.hand.to_act
    fact = "no act out of turn is on record"
    return _regular(now, fact if turn is None else f"{fact}; seat {turn} is to act")


@rule("rrop-betting/13", about=REFUND, last=True)
def refund_asked(now: Moment[AttentionCalled]) -> Ruling:
    """Chips released into the pot stay there unless a ruling gives them back."""
    seat = seat_in_question(now)
    fact = Fact(now.seq, "no ruling gives chips back")
    outcome = BET_STAYS(seat)
    return Ruling(outcomes=(outcome,), seats=seats_of(seat), because=(fact,))


@rule("rrop-decision/1", about=EVERY_SUBJECT, cites=("rrop-decision/8", "tda/1"), last=True)
def anything_else(now: Moment[AttentionCalled]) -> Ruling | None:
    """What no rule speaks of is decided in fairness, by the floor."""
    event = now.trigger
    if now.subject in KNOWN or now.subject in (*TURN, *REFUND):
        return None
    found = standing(now, NOTHING) or _open_on(now, event.seat)
    if found is not None:
        return found
    seat = event.seat
    on = Option((NO_IRREGULARITY(seat),), presumed=now.unknown is None, label="play goes on")
    warned = Option((WARNING(seat),), label="a warning")
    what = event.about.replace("_", " ")
    return Ruling(
        outcomes=(FLOOR_DECIDES(seat),),
        seats=seats_of(seat),
        certainty=FLOOR,
        options=(on, warned),
        factors=WEIGHED,
        because=(Fact(now.seq, now.unknown or f"a question about {what}"),),
        cites=OF_DECISIONS.get(now.subject, ()),
    )


def _open_on(now: AnyMoment, seat: int | None) -> Ruling | None:
    """The last ruling with something still to be done, on this seat or on no seat at all."""
    waiting = [r for r in _told(now) if r.status == "open"]
    fitting = [r for r in waiting if seat is None or seat in r.seats or not r.seats]
    return fitting[-1] if fitting else None


RULES = (
    *(_answering(one) for one in ANSWERS),
    turn_questioned,
    turn_questioned_in_tournaments,
    refund_asked,
    anything_else,
)
