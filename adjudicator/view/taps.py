"""What may come next, as a tablet shows it: what belongs to one tap, in words.

The dealer's steps go together as far as nobody else comes in between: every post, a whole
street with its burn, the cards of one seat in the draw. A number for the draw goes with
the discards it asks for.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from adjudicator.log.events import EVENTS
from adjudicator.log.reading import entry_of
from adjudicator.play.betting.moves import bring_in
from adjudicator.play.betting.turns import price
from adjudicator.play.foresee import after
from adjudicator.play.offer import Entry
from adjudicator.play.offers import next_entries
from adjudicator.table.hand import Hand
from adjudicator.table.table import State
from adjudicator.values.amounts import exact
from adjudicator.values.post_kinds import POST_KINDS
from adjudicator.view import words

DEALER = "dealer"
# More entries than this never belong to one tap.
MOST_AT_ONCE = 60
# Entries of which somebody chooses one: nothing is filled in for them.
CHOICES = frozenset(("acted", "draw_indicated", "pot_declared_open", "shown", "hand_counted"))
# Entries that may come and are seldom what comes next.
SELDOM = frozenset(
    ("player_seated", "sat_in", "chips_bought", "bet_taken_back", "rapped", "shuffled")
)
CARDS_AND_POSTS = frozenset(("dealt", "round_dealt", "posted"))
# Entries by which a player acts; of all others the dealer is the one to do it.
BY_PLAYERS = frozenset(
    (
        "acted",
        "rapped",
        "draw_indicated",
        "discarded",
        "pot_declared_open",
        "shown",
        "bet_taken_back",
    )
)
PLACES: Mapping[str, str] = {
    "fold": "fold",
    "check": "call",
    "call": "call",
    "bet": "raise",
    "raise": "raise",
}


class Tap(NamedTuple):
    """The entries of one tap; ``offer`` is the first of them with its bounds."""

    offer: Entry
    entries: tuple[Entry, ...]
    text: str
    whole: bool = False  # the dealer's whole step


def told(state: State) -> list[dict[str, Any]]:
    """Every choice with its entries, ready to post, and in words."""
    taps = list(_taps(state, next_entries(state)))
    usual = _usual(taps)
    return [_told(state, tap, usual=place == usual) for place, tap in enumerate(taps)]


def _told(state: State, tap: Tap, usual: bool) -> dict[str, Any]:
    offer = tap.offer
    found = {
        **offer,
        "text": tap.text,
        "who": _who(tap),
        "prompt": _prompt(state, tap),
        "usual": usual,
        "events": list(tap.entries),
    }
    if offer["type"] == "acted":
        found["place"] = PLACES[offer["verb"]]
    asks = _asks(offer)
    return {**found, "asks": asks} if asks else found


def _who(tap: Tap) -> int | str:
    offer = tap.offer
    seat: int = offer.get("seat", 0)
    return seat if offer["type"] in BY_PLAYERS else DEALER


def _asks(offer: Entry) -> list[str]:
    """The fields that are left to whoever sees it happen."""
    if offer["type"] == "chips_bought":
        return ["amount"]
    specs = EVENTS[offer["type"]].specs
    return [name for name, spec in specs.items() if spec.required and name not in offer]


def _usual(taps: Sequence[Tap]) -> int | None:
    """The place of what comes next unless something else is said: most of it at once."""
    kinds = [tap.offer["type"] for tap in taps]
    if CHOICES.intersection(kinds) or kinds.count("pot_awarded") > 1:
        return None
    often = [place for place, kind in enumerate(kinds) if kind not in SELDOM]
    first = taps[often[0]].offer["type"] if often else ""
    together = [p for p in often if taps[p].whole and first in CARDS_AND_POSTS]
    return next(iter(together or often), None)


# --- What belongs together -----------------------------------------------------------------


def _taps(state: State, offers: Sequence[Entry]) -> Iterator[Tap]:
    """Each entry by itself, then the steps that go together."""
    steps = [*_posts(offers), *_cards(state, offers)]
    for offer in offers:
        entries: tuple[Entry, ...] = (dict(entry_of(offer)),)
        if offer["type"] == "draw_indicated":
            entries = (*entries, *_discards(state, offer))
        if all(step.entries != entries for step in steps):
            yield Tap(offer, entries, words.entry_in_words(state, offer))
    yield from steps


def _posts(offers: Sequence[Entry]) -> Iterator[Tap]:
    """Every ante and blind that is owed."""
    posts = tuple(offer for offer in offers if offer["type"] == "posted")
    if len(posts) > 1:
        yield Tap(posts[0], posts, _posts_in_words(posts), whole=True)


def _posts_in_words(posts: Sequence[Entry]) -> str:
    kinds = dict.fromkeys(POST_KINDS[post["kind"]].words for post in posts)
    sizes = {post["amount"] for post in posts}
    what = " and ".join(f"{kind}s" if len(kinds) < len(posts) else kind for kind in kinds)
    size = f" of {sizes.pop()}" if len(sizes) == 1 else ""
    return words.capital(f"{what}{size} from {words.many(len(posts))} players")


def _discards(state: State, offer: Entry) -> Iterator[Entry]:
    """What the seat has to throw away for the number it gives."""
    for then in next_entries(after(state, offer)):
        if then["type"] == "discarded" and then["seat"] == offer["seat"]:
            yield dict(entry_of(then))


def _cards(state: State, offers: Sequence[Entry]) -> Iterator[Tap]:
    """The cards that go out before anybody else does something."""
    first = _next_card(offers)
    if first is None or (state.dues and state.the_hand.phase != "drawing"):
        return
    entries, then = [first], after(state, first)
    while len(entries) < MOST_AT_ONCE and _same_step(state, then):
        card = _next_card(next_entries(then))
        if card is None or not _goes_with(entries[-1], card, then):
            break
        entries.append(card)
        then = after(then, card)
    if len(entries) > 1 or first["type"] == "round_dealt":
        yield Tap(first, tuple(entries), _cards_in_words(state, entries), whole=True)


def _decides(card: Entry, then: State) -> bool:
    """Whether a card has to be seen before it is known what comes next: it may earn another."""
    return then.the_hand.profile.bonus is not None and card["face"] == "up"


def _next_card(offers: Sequence[Entry]) -> Entry | None:
    """A whole pass if it may be dealt face down, else the next card: upcards go one by one."""
    hidden = (one for one in offers if one["type"] == "round_dealt" and one["face"] == "down")
    return next(hidden, None) or next((one for one in offers if one["type"] == "dealt"), None)


def _same_step(state: State, then: State) -> bool:
    was, now = state.the_hand, then.the_hand
    return now.phase in ("dealing", "drawing") and max(was.stage, 0) == max(now.stage, 0)


def _goes_with(last: Entry, card: Entry, then: State) -> bool:
    """Whether a card goes out with the one before it: in the draw, to the same seat."""
    if _decides(last, then):
        return False
    if then.the_hand.phase != "drawing" or last.get("to") == "burn":
        return True
    same: bool = last.get("to") == card["to"]
    return same


def _cards_in_words(state: State, entries: Sequence[Entry]) -> str:
    stage = state.the_hand.profile.stages[max(state.the_hand.stage, 0)]
    burn = entries[0].get("to") == "burn"
    last = entries[-1]
    if stage.kind == "draw":
        seat = words.seat_in_words(state, last["to"])
        step = f"{words.cards(len(entries) - burn)} to {seat}"
    elif stage.kind == "deal" and len(stage.faces) > 1 and entries[0]["type"] == "round_dealt":
        step = f"{words.cards(len(stage.faces))} to each player"
    else:
        step = stage.name
    return f"Burn, then {step}" if burn else words.capital(step)


# --- What is asked -------------------------------------------------------------------------


def _prompt(state: State, tap: Tap) -> str:
    """What is asked of whoever is to do something."""
    kind = tap.offer["type"]
    if kind == "acted":
        return _to_call(state.the_hand, tap.offer["seat"])
    if kind == "pot_awarded" and state.the_hand.result is None:
        return "Who has the best hand?"
    return PROMPTS.get(kind, tap.text)


PROMPTS: Mapping[str, str] = {
    "draw_indicated": "How many cards?",
    "rapped": "How many cards?",
    "shown": "Shows the hand?",
    "hand_counted": "How many cards are there?",
    "pot_declared_open": "Opens the pot?",
    "announced": "Say it before the deal",
    "player_seated": "Who plays?",
    "sat_in": "Who plays?",
    "chips_bought": "Who plays?",
}


def _to_call(hand: Hand, number: int) -> str:
    if hand.opening.call is not None:
        return "Opens the pot?"
    if bring_in(hand):
        return f"Brings it in for {bring_in(hand)}"
    owed = exact(max(price(hand, number) - hand.seats[number].bet, 0))
    return f"{owed} to call" if owed else "Nothing to call"
