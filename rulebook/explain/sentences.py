"""Rulings in words: one sentence to read aloud, and the explanation behind it.

What each outcome is called stands in one table; a rule never writes sentences. Nothing
is said here that the ruling itself does not hold, so no concealed card is revealed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from string import Formatter
from typing import Any, Protocol

from adjudicator.judging.rulings import CONDITIONAL, FLOOR, Ruling
from adjudicator.play.betting.outcomes import BET_RETURNED, RAISE_NOT_ALLOWED
from adjudicator.play.outcome import Outcome
from adjudicator.play.speech.outcomes import DEALER_CORRECTS, FLOOR_DECIDES, WARNING
from adjudicator.values.cards import card_words, parse_card
from adjudicator.values.frozen import replace
from rulebook.reading.options import Option

# For each outcome the first wording whose blanks can all be filled. The seats an
# outcome names come before it: "Seats 2 and 4: the hand is dead ...".
OUTCOMES: Mapping[str, tuple[str, ...]] = {
    "no_irregularity": ("nothing irregular, play goes on",),
    "misdeal_redeal": ("misdeal: everything put in on this deal goes back, reshuffle and redeal",),
    "hand_dead": ("the hand is dead, chips already in stay in",),
    "hand_fouled": ("the hand is fouled and dead, chips already in stay in",),
    "hand_live": ("the hand is live",),
    "bet_stays": ("the bet of {amount} stays", "the bet stays"),
    "bet_returned": ("{amount} goes back", "the bet goes back"),
    "bet_withdrawable": ("may take back {amount}", "may take the bet back"),
    "bet_completed": ("the bet is made up to {amount}", "the bet is made up in full"),
    "action_binding": ("the action is binding",),
    "action_backed_up": ("the action backs up to the seat whose turn it is",),
    "action_void": ("the action does not count",),
    "raise_not_allowed": (
        "no raise is allowed, it is a call and {amount} goes back",
        "no raise is allowed, it is a call and the excess goes back",
    ),
    "card_keep": ("{card} is kept", "the card is kept"),
    "card_replace_after_draw": (
        "{card} may not be kept and is replaced after everyone has drawn",
        "the card may not be kept and is replaced after everyone has drawn",
    ),
    "card_replace_next": (
        "{card} is replaced with the next card off the deck",
        "the card is replaced with the next card off the deck",
    ),
    "card_scrap": (
        "{card} is treated as if it were not in the deck",
        "the card is treated as if it were not in the deck",
    ),
    "card_to_burn": (
        "{card} becomes the next burn",
        "the card becomes the next burn",
    ),
    "topup_fifth_card": ("receives the missing card now",),
    "complete_on_draw": ("plays on and draws up to a full hand",),
    "defer_fifth_card": ("four cards now, the fifth after the others have drawn",),
    "burn_then_card": ("a card is burned before the fifth",),
    "request_locked": (
        "the number of cards stays at {amount}",
        "the number of cards asked for stands",
    ),
    "request_may_change": (
        "the number of cards may be changed to {amount}",
        "the number of cards asked for may be changed",
    ),
    "must_answer": ("must answer how many cards were drawn",),
    "may_decline": ("need not answer how many cards were drawn",),
    "must_not_answer": ("the dealer must not answer",),
    "pot_plays": ("the pot plays although the opening was bad",),
    "pot_carries": (
        "the pot of {amount} stays for the next deal",
        "the pot stays for the next deal",
    ),
    "re_ante": ("everyone antes again",),
    "no_further_ante": ("no further ante until the pot is won",),
    "button_advances": ("the button moves on",),
    "button_stays": ("the button stays",),
    "must_prove_openers": ("must show openers",),
    "loses_pot": ("cannot win the pot",),
    "locked_out": (
        "is not dealt in until {until}",
        "is not dealt in",
    ),
    "entry_allowed": ("may be dealt in on paying {amount}", "may be dealt in"),
    "entry_denied": (
        "may not be dealt in until {until}, a post goes back and any cards are dead",
        "may not be dealt in, a post goes back and any cards are dead",
    ),
    "seat_change_denied": ("may not change seats now",),
    "full_opening_bet_due": (
        "owes the full opening bet of {amount}, or folds",
        "owes the full opening bet, or folds",
    ),
    "side_pot": ("a side pot is made",),
    "pot_layered": ("the pot is layered",),
    "split_equally": (
        "the pot is split equally, {amount} each",
        "the pot is split equally",
    ),
    "odd_chip": ("receives the odd {amount}", "receives the odd chip"),
    "all_action_void_refund": ("the hand is void: every chip goes back",),
    "reshuffle_and_continue": ("the stub is reshuffled and the hand goes on",),
    "dealer_corrects": (
        "the dealer puts it right, {amount} is due",
        "the dealer puts it right with {card}",
        "the dealer puts it right",
    ),
    "warning": ("warning",),
    "penalty": ("penalty",),
    "floor_decides": ("the floor decides",),
}

NO_BET = ("no bet is allowed, it is a check and {amount} goes back", "no bet is allowed")

# How what the dealer puts right is said where one kind of entry does it.
PUT_RIGHT: Mapping[str, tuple[str, ...]] = {
    "dealt": ("the next card off the deck comes face {face}",),
    "posted": ("posts {amount} now",),
    "draw_count_answered": ("the right answer is {amount}",),
    "bet_taken_back": ("takes back {amount}",),
    "shown": ("the cards are shown",),
    "exposed": ("the card is turned face up",),
    "cut": ("cuts the deck",),
    "hand_started": ("has the button on the next deal",),
    "card_moved": (
        "{card} goes from {from} to {to}",
        "the card goes from {from} to {to}",
    ),
}
PLACES = {"aside": "the side", "scrap": "the scrap", "discards": "the discards"}

NOTICE = "please note"
UNTIL = {"pot_won_by_another": "another player has won the pot"}

# How an entry that is asked for is described; blanks that are unknown drop out.
NEEDS: Mapping[str, tuple[str, ...]] = {
    "hand_counted": ("the cards of seat {seat} counted", "the cards counted"),
    "shown": ("the cards of seat {seat} shown", "the cards shown"),
    "attention_called": (
        "somebody pointing out {about} at seat {seat}",
        "somebody pointing out {about}",
        "somebody pointing it out",
    ),
    "deck_fault_found": ("a fault of the deck confirmed ({fault})", "the deck checked"),
    "dealt": ("the card dealt to seat {to}", "the card dealt"),
    "card_moved": ("the card moved",),
    "floor_decided": ("the floor's decision",),
}


class Article(Protocol):
    """What is needed of an article to cite it."""

    @property
    def heading(self) -> str:
        """Its title."""

    @property
    def text(self) -> str:
        """Its words."""

    @property
    def source(self) -> str:
        """Where it comes from."""

    @property
    def section(self) -> str:
        """The place in the source."""

    @property
    def why(self) -> str:
        """Why it is for the floor, where it is."""

    @property
    def options(self) -> tuple[str, ...]:
        """The house options that bear on it."""


Articles = Callable[[str], Article | None]


def phrase(ruling: Ruling, articles: Articles, options: Mapping[str, Option]) -> tuple[str, str]:
    """The one-sentence text of a ruling, and its full explanation."""
    text = sentence(ruling)
    return text, "\n".join([text, *_explained(ruling, articles, options)])


def sentence(ruling: Ruling) -> str:
    """The ruling as it is read aloud."""
    said = [*_order(ruling), _reason(ruling)]
    body = "; ".join(filter(None, said))
    if ruling.certainty == CONDITIONAL:
        return f"If verified: {body}."
    if ruling.certainty == FLOOR:
        return (
            f"For the floor to decide; presumed: {body}."
            if _order(ruling)
            else (f"For the floor to decide{'; ' if body else ''}{body}.")
        )
    return f"{body[:1].upper()}{body[1:]}."


def _order(ruling: Ruling) -> list[str]:
    """What is ordered, or presumed where the floor has to decide."""
    if ruling.certainty != FLOOR:
        return clauses(ruling.outcomes)
    for option in ruling.options:
        if option.presumed:
            return [_choice(option.label, option.outcomes)]
    return clauses([one for one in ruling.outcomes if not FLOOR_DECIDES.names(one)])


def _choice(label: str, outcomes: Sequence[Outcome]) -> str:
    seats = _seats(outcomes)
    if not label:
        return "; ".join(clauses(outcomes))
    return f"{seats}: {label}" if seats else label


def _reason(ruling: Ruling) -> str:
    """The decisive fact: what the rule wants said, else the first fact."""
    if ruling.say:
        return ruling.say
    return ruling.because[0].fact if ruling.because else ""


def clauses(outcomes: Iterable[Outcome]) -> list[str]:
    """Each outcome in words; seats with the same outcome share one, and are named once."""
    groups: dict[tuple[Any, ...], list[Outcome]] = {}
    for one in _said_once(tuple(outcomes)):
        same = (one.code, one.amount, one.card, one.until, one.pot, _put_right(one))
        groups.setdefault(same, []).append(one)
    told = ["", *map(_seats, groups.values())]
    said = [
        _clause(group, "" if seats == before else seats)
        for group, seats, before in zip(groups.values(), told[1:], told, strict=False)
    ]
    return [one for one in said if one != NOTICE] or said


def _said_once(outcomes: tuple[Outcome, ...]) -> Iterator[Outcome]:
    """A raise that is not allowed says itself what goes back."""
    back = {one.seat: one.amount for one in outcomes if BET_RETURNED.names(one)}
    calls = {one.seat for one in outcomes if RAISE_NOT_ALLOWED.names(one)}
    for one in outcomes:
        if RAISE_NOT_ALLOWED.names(one) and one.amount is None:
            yield replace(one, amount=back.get(one.seat))
        elif not BET_RETURNED.names(one) or one.seat not in calls:
            yield one


def _wordings(one: Outcome) -> tuple[str, ...]:
    """How an outcome may be said; a bet that is barred with nothing to call is a check."""
    if RAISE_NOT_ALLOWED.names(one) and one.move is not None and one.move.verb == "check":
        return NO_BET
    return OUTCOMES.get(one.code, (one.code.replace("_", " "),))


def _clause(group: Sequence[Outcome], seats: str) -> str:
    one = group[0]
    if WARNING.names(one) and one.seat is None:
        return NOTICE
    wordings = _wordings(one)
    words = _put_right(one) or filled(wordings, _blanks(one))
    return f"{seats}: {words}" if seats else words


def _put_right(one: Outcome) -> str:
    """What is to be done, where the dealer puts something right by one kind of entry."""
    if not DEALER_CORRECTS.names(one) or not one.by:
        return ""
    entry = one.by[0]
    if not isinstance(entry.get("to", 0), int | str) or entry["type"] not in PUT_RIGHT:
        return ""
    named = {name: _place(value) for name, value in entry.items() if name in ("from", "to")}
    face = {"face": entry["face"]} if "face" in entry else {}
    return filled(PUT_RIGHT[entry["type"]], {**named, **face, **_blanks(one)})


def _place(place: int | str) -> str:
    return f"seat {place}" if isinstance(place, int) else PLACES.get(place, f"the {place}")


def _seats(group: Iterable[Outcome]) -> str:
    found = dict.fromkeys(str(one.seat) for one in group if one.seat is not None)
    return f"seat{'s' if len(found) > 1 else ''} {listed(list(found))}" if found else ""


def listed(items: Sequence[str]) -> str:
    """Items as one says them: a, b and c."""
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} and {items[-1]}"


def _blanks(one: Outcome) -> dict[str, str]:
    found: dict[str, str] = {}
    if one.amount is not None:
        found["amount"] = str(one.amount)
    if one.card is not None:
        found["card"] = f"the {card_words(parse_card(one.card))}"
    if one.until is not None:
        found["until"] = UNTIL.get(one.until, one.until.replace("_", " "))
    return found


def filled(wordings: Iterable[str], blanks: Mapping[str, str]) -> str:
    """The first wording whose blanks can all be filled."""
    for wording in wordings:
        needed = {name for _, name, _, _ in Formatter().parse(wording) if name}
        if needed <= blanks.keys():
            return wording.format_map(blanks)
    return ""


def _explained(ruling: Ruling, articles: Articles, options: Mapping[str, Option]) -> Iterator[str]:
    """The paragraphs of an explanation after the sentence itself."""
    main = articles(ruling.rule)
    yield f"Rule {_cited(ruling.rule, articles)}."
    if main is not None:
        yield main.text
        yield f"Source: {', '.join(filter(None, (main.source, main.section)))}."
    others = [cite for cite in ruling.cites if cite != ruling.rule]
    if others:
        yield f"See also {listed([_cited(cite, articles) for cite in others])}."
    for fact in ruling.because:
        yield f"Fact, entry {fact.seq}: {fact.fact}."
    for weighed in ruling.considered:
        yield f"Considered {_cited(weighed.rule, articles)}: {weighed.why_not}."
    for need in ruling.needs:
        yield f"To be verified: {_needed(need)}."
    for option in ruling.options:
        kind = "Presumed" if option.presumed else "Or"
        orders = "; ".join(clauses(option.outcomes))
        label = f"{option.label} ({orders})" if option.label and orders else orders
        yield f"{kind}: {label or option.label}."
    if ruling.factors:
        yield f"The floor weighs: {'; '.join(ruling.factors)}."
    if ruling.certainty == FLOOR and main is not None and main.why:
        yield f"Why the floor: {main.why}"
    yield from _house(main, options)
    if ruling.edition:
        yield f"Edition {ruling.edition}."


def _cited(id: str, articles: Articles) -> str:
    article = articles(id)
    return f"{id} ({article.heading})" if article is not None else id


def _needed(need: Mapping[str, Any]) -> str:
    kind = str(need.get("type", ""))
    blanks = {name: str(v).replace("_", " ") for name, v in need.items()}
    return filled(NEEDS.get(kind, ()), blanks) or kind.replace("_", " ")


def _house(main: Article | None, options: Mapping[str, Option]) -> Iterator[str]:
    for name in main.options if main is not None else ():
        option = options.get(name)
        if option is not None:
            yield f"House option {name} ({option.allowed.words}): {option.doc}"
