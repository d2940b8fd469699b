"""The words of a ruling: one sentence for nine people, and the explanation in full.

Outcome codes have one phrase each; everything else is joined from the ruling's own facts
and the articles it cites. No phrase names a concealed card.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from adjudicator.rules import CONDITIONAL, FLOOR, Option, Outcome, Ruling

PHRASES: Mapping[str, str] = {
    "no_irregularity": "no irregularity",
    "misdeal_redeal": "misdeal: everything put in on this deal goes back, shuffle and deal again",
    "hand_dead": "seat {seat}'s hand is dead; its chips stay in",
    "hand_fouled": "seat {seat}'s hand is fouled and cannot win; its chips stay in",
    "hand_live": "seat {seat}'s hand is live",
    "bet_stays": "seat {seat}'s bet stays in",
    "bet_returned": "{amount} goes back to seat {seat}",
    "bet_withdrawable": "seat {seat} may take {amount} back",
    "bet_completed": "seat {seat} makes it {amount}",
    "action_binding": "seat {seat}'s action binds",
    "action_backed_up": "the action backs up; seat {seat}'s action waits for its turn",
    "action_void": "seat {seat}'s action counts for nothing",
    "raise_not_allowed": "no raise for seat {seat}: it is a call",
    "card_keep": "seat {seat} keeps the card",
    "card_replace_after_draw": "seat {seat}'s exposed card is refused and replaced after the draw",
    "card_replace_next": "the next card off the deck replaces it",
    "card_scrap": "the card is scrap",
    "card_to_burn": "the surplus card of seat {seat} becomes the burn",
    "topup_fifth_card": "seat {seat} gets its missing card now",
    "complete_on_draw": "seat {seat} draws up to a full hand",
    "defer_fifth_card": "seat {seat} gets four now and the fifth after the others",
    "burn_then_card": "burn one, then the fifth card to seat {seat}",
    "request_locked": "seat {seat} keeps the first number, {amount}",
    "request_may_change": "seat {seat} may change to {amount}",
    "must_answer": "seat {seat} must answer",
    "may_decline": "seat {seat} need not answer",
    "must_not_answer": "the dealer must not answer",
    "pot_plays": "the pot plays",
    "pot_carries": "the pot of {amount} stays for the next deal",
    "re_ante": "everybody antes again",
    "no_further_ante": "no further ante",
    "button_advances": "the button moves on",
    "button_stays": "the button stays",
    "must_prove_openers": "seat {seat} must show openers",
    "loses_pot": "seat {seat} cannot win the pot",
    "locked_out": "seat {seat} gets no cards until another has won this pot",
    "entry_allowed": "seat {seat} may play for {amount}",
    "entry_denied": "seat {seat} is not dealt in",
    "seat_change_denied": "seat {seat} goes back to its place",
    "full_opening_bet_due": "seat {seat} owes the full bet of {amount}",
    "side_pot": "a side pot of {amount}",
    "pot_layered": "seat {seat} plays for what it matched",
    "split_equally": "{amount} to seat {seat}",
    "odd_chip": "the odd chip to seat {seat}",
    "all_action_void_refund": "all action is void and every chip goes back",
    "reshuffle_and_continue": "rebuild the stub, shuffle and go on",
    "dealer_corrects": "the dealer puts it right",
    "warning": "a warning",
    "penalty": "a penalty for seat {seat}",
    "floor_decides": "for the floor to decide",
    "ask_openers": "the others are asked in turn whether they open",
    "limited": "seat {seat} may only call or fold",
}
WITHOUT_SEAT: Mapping[str, str] = {
    "bet_stays": "the bets stay as they are",
    "hand_live": "the hand stands",
    "pot_carries": "the pot stays for the next deal",
    "card_keep": "the card stays",
}


class _Blanks(dict[str, Any]):
    def __missing__(self, key: str) -> str:
        return "it"


def outcome_words(outcome: Outcome) -> str:
    """An outcome in words."""
    if outcome.seat is None and outcome.code in WITHOUT_SEAT:
        return WITHOUT_SEAT[outcome.code]
    phrase = PHRASES.get(outcome.code, outcome.code.replace("_", " "))
    return phrase.format_map(_Blanks({k: v for k, v in outcome.wire().items() if k != "code"}))


def _joined(outcomes: Iterable[Outcome]) -> str:
    return "; ".join(dict.fromkeys(outcome_words(one) for one in outcomes))


def _option_words(option: Option) -> str:
    return option.label or _joined(option.outcomes)


def sentence(ruling: Ruling) -> str:
    """What is read out."""
    said = _joined(ruling.outcomes)
    if ruling.say:
        said = f"{said}: {ruling.say}" if said else ruling.say
    if ruling.certainty == CONDITIONAL:
        return f"If verified: {said}."
    if ruling.certainty == FLOOR:
        presumed = [_option_words(one) for one in ruling.options if one.presumed]
        tail = f" Presumed: {'; '.join(presumed)}." if presumed else ""
        return f"{said[:1].upper()}{said[1:]}.{tail}"
    return f"{said[:1].upper()}{said[1:]}."


def phrase(
    ruling: Ruling, articles: Mapping[str, Any], options: Mapping[str, Any]
) -> tuple[str, str]:
    """The sentence and the explanation of a ruling."""
    text = sentence(ruling)
    return text, "\n".join([text, *_explained(ruling, articles)])


def _explained(ruling: Ruling, articles: Mapping[str, Any]) -> list[str]:
    lines = []
    article = articles.get(ruling.rule)
    if article is not None:
        where = f"{article.source}, {article.section}" if article.section else article.source
        lines.append(f"{ruling.rule}, {article.heading} ({where}): {article.text}")
    lines += [f"Entry {fact.seq}: {fact.fact}." for fact in ruling.because]
    lines += [f"Considered {one.rule}: {one.why_not}." for one in ruling.considered]
    if ruling.needs:
        wanted = ", ".join(str(need["type"]).replace("_", " ") for need in ruling.needs)
        lines.append(f"Needed to settle it: {wanted}.")
    if ruling.options:
        ways = "; or ".join(_option_words(one) for one in ruling.options)
        lines.append(f"The floor may choose: {ways}.")
    if ruling.factors:
        lines.append(f"To be weighed: {'; '.join(ruling.factors)}.")
    if article is not None and article.options:
        lines.append(f"House options that touch it: {', '.join(article.options)}.")
    return lines
