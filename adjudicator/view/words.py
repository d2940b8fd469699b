"""What is told in words: one sentence for each kind of entry, with players' names beside seats.

Sentences are data, by the kind of entry and, where it matters, by one of its fields; another
language is another table with the same keys.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from adjudicator.table.due import Due
from adjudicator.table.table import State
from adjudicator.values.post_kinds import POST_KINDS

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")

# By type, or by type and the value of the field that ``BY`` names for it.
SENTENCES: Mapping[str, str] = {
    "table_opened": "The table opens",
    "table_closed": "The table closes",
    "player_seated": "{player} takes seat {seat_number}",
    "player_seated?": "A player takes seat {seat_number}",
    "player_left": "{seat} leaves",
    "sat_out": "{seat} sits out",
    "sat_in": "{seat} sits in again",
    "seat_changed": "{seat} moves to seat {to}",
    "chips_bought": "{seat} buys {amount}",
    "chips_bought?": "{seat} buys chips",
    "dealer_changed": "{dealer} deals",
    "game_changed": "The game changes with the next hand",
    "hand_started": "Hand {number} starts, button seat {button}",
    "announced": "Said: {topic} {value}",
    "announced joker_in_use on": "The joker is in",
    "announced joker_in_use off": "No joker",
    "announced draw_limit": "A draw of at most {value_cards}",
    "posted": "{seat} posts {amount}, {kind_words}",
    "shuffled": "The deck is shuffled",
    "cut": "The deck is cut",
    "dealt burn": "Burn",
    "dealt board": "A card to the board",
    "dealt": "A card to {to_seat}, face {face}",
    "round_dealt": "{each_cards} to each player, face {face}",
    "deal_completed": "The deal is done",
    "exposed": "A card was seen",
    "boxed_found": "A card lies face up in the deck",
    "card_moved": "A card goes from {from_place} to {to_place}",
    "card_moved!": "The {card} goes from {from_place} to {to_place}",
    "hand_counted": "{seat} has {count_cards}",
    "deck_fault_found": "The deck is at fault: {fault}",
    "attention_called": "Pointed out: {about}",
    "acted check": "{seat} checks",
    "acted bet": "{seat} bets {to}",
    "acted call": "{seat} calls {to}",
    "acted raise": "{seat} raises to {to}",
    "acted fold": "{seat} folds",
    "acted": "{seat} acts",
    "rapped": "{seat} raps",
    "pot_declared_open": "{seat} declares the pot open",
    "draw_indicated": "{seat} draws {count_cards}",
    "draw_indicated 0": "{seat} stands pat",
    "discarded": "{seat} discards {count_cards}",
    "draw_count_asked": "Asked how many cards {of_seat} drew",
    "draw_count_answered": "Answered how many cards {of_seat} drew",
    "shown": "{seat} shows the hand",
    "shown openers": "{seat} shows openers",
    "mucked": "{seat} mucks",
    "hand_retrieved": "{seat} takes the hand back",
    "bet_taken_back": "{seat} takes back {amount}",
    "pot_awarded": "{shares}",
    "misdeal_called": "Misdeal: the cards come in and are dealt again",
    "hand_ended": "The hand is over",
    "floor_called": "The floor is called",
    "call_closed": "The call for the floor is withdrawn",
    "opinion_asked": "A second person is asked",
    "opinion_given": "A second person has given a view",
    "floor_decided": "The floor has decided",
    "entry_corrected": "Entry {entry} is corrected",
    "noted": "Noted",
}
# The field whose value picks the sentence.
BY: Mapping[str, tuple[str, ...]] = {
    "dealt": ("to",),
    "acted": ("verb",),
    "draw_indicated": ("count",),
    "shown": ("purpose",),
    "announced": ("topic", "value"),
}
ALL_IN = ", all in"


def seat_in_words(state: State, number: int) -> str:
    """A seat with the name of its player."""
    player = state.players.get(number)
    return f"Seat {number}" if player is None else f"Seat {number} ({player.name})"


def entry_in_words(state: State, entry: Mapping[str, Any]) -> str:
    """One sentence for an entry that happens at this table, or may."""
    words = _sentence(entry).format_map(_Blanks(state, entry))
    return words + ALL_IN if entry.get("all_in") else words


def due_in_words(state: State, due: Due) -> str:
    """One sentence for what somebody still has to do."""
    if due.by:
        return entry_in_words(state, due.by[0])
    owed = due.code.replace("_", " ")
    return owed if due.seat is None else f"{seat_in_words(state, due.seat)}: {owed}"


def cards(count: int) -> str:
    """So many cards, in words."""
    return f"{many(count)} card" if count == 1 else f"{many(count)} cards"


def many(count: int) -> str:
    """A number in words, as far as there are words for it."""
    return NUMBERS[count] if count < len(NUMBERS) else str(count)


def capital(words: str) -> str:
    """Words as they begin a sentence."""
    return words[:1].upper() + words[1:]


def _sentence(entry: Mapping[str, Any]) -> str:
    kind = str(entry["type"])
    picked = [str(entry[name]) for name in BY.get(kind, ()) if name in entry]
    for length in range(len(picked), 0, -1):
        found = SENTENCES.get(" ".join((kind, *picked[:length])))
        if found is not None:
            return found
    if kind == "card_moved" and entry.get("card"):
        return SENTENCES["card_moved!"]
    open_ = kind in OPEN and OPEN[kind] not in entry
    return SENTENCES[f"{kind}?" if open_ else kind]


# What is still to be said in an offer of this type.
OPEN: Mapping[str, str] = {"player_seated": "player", "chips_bought": "amount"}


class _Blanks(dict[str, Any]):
    """What stands in the blanks of a sentence."""

    def __init__(self, state: State, entry: Mapping[str, Any]) -> None:
        super().__init__(entry)
        self._state = state

    def __getitem__(self, name: str) -> Any:
        field, _, way = name.partition("_")
        if name == "number":
            return self._state.number + 1
        if name == "shares":
            return _shares(self._state, self)
        value = self.get("seat" if name == "seat_number" else field)
        if name == "seat" or way == "seat":
            return seat_in_words(self._state, value) if isinstance(value, int) else "a seat"
        if way == "cards":
            said = cards(value) if isinstance(value, int) else "cards"
            return capital(said) if field == "each" else said
        if way == "words":
            return POST_KINDS[str(value)].words
        if way == "place":
            return _place(self._state, value)
        return "" if value is None else value


def _place(state: State, place: object) -> str:
    return seat_in_words(state, place) if isinstance(place, int) else f"the {place}"


def _shares(state: State, entry: Mapping[str, Any]) -> str:
    """Who is pushed how much, and of which pot."""
    pushed = [
        f"{amount} to {seat_in_words(state, int(seat))}" for seat, amount in entry["to"].items()
    ]
    pot = entry.get("pot")
    which = "" if pot is None else ("Main pot: " if pot == 0 else f"Side pot {pot}: ")
    return which + ("; ".join(pushed) or "nothing to push")
