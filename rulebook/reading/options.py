"""The house options: name, default, what is allowed, what each changes, as data.

An option that a game does not know is kept without effect. An option that follows
another takes its default from the other's value.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Protocol

from adjudicator.errors import Refused
from adjudicator.values.fields import found_words
from rulebook.reading.toml_table import TomlTable, nearest

DRAW = ("draw-high", "jacks-or-better")
JACKS = ("jacks-or-better", "draw-high")
DRAWS = (*DRAW, "blue-beacon")
BOARD = ("omaha-limit", "blue-beacon")
BLINDS = (*DRAWS, "omaha-limit")
OMAHA = ("omaha-limit",)
BASEBALL = ("baseball",)
BEACON = ("blue-beacon",)


class Allowed(Protocol):
    """The values an option may take."""

    @property
    def words(self) -> str:
        """What is allowed, in words."""

    def read(self, found: object) -> Any:
        """The value as the engine works with it, or ``ValueError``."""

    def wire(self) -> Any:
        """What is allowed as plain JSON."""


def shown(value: object) -> str:
    """A value as it is written in a log."""
    return "null" if value is None else str(value)


@dataclass(frozen=True)
class Choice:
    """One of a few values; on/off options take JSON booleans too."""

    values: tuple[Any, ...]

    @property
    def words(self) -> str:
        """What is allowed, in words."""
        return ", ".join(map(shown, self.values))

    def read(self, found: object) -> Any:
        """The value, if it is one of these."""
        if isinstance(found, bool) and "on" in self.values:
            return "on" if found else "off"
        if found == "none" and None in self.values and "none" not in self.values:
            return None
        for value in self.values:
            if type(value) is type(found) and value == found:
                return value
        raise ValueError(nearest(found, (v for v in self.values if isinstance(v, str))))

    def wire(self) -> Any:
        """The values in order."""
        return list(self.values)


@dataclass(frozen=True)
class Whole:
    """A whole number; ``null`` (or none) where ``open`` is set."""

    least: int = 0
    most: int | None = None
    open: bool = False

    @property
    def words(self) -> str:
        """What is allowed, in words."""
        upto = "" if self.most is None else f" to {self.most}"
        return f"a whole number from {self.least}{upto}{', or null' if self.open else ''}"

    def read(self, found: object) -> Any:
        """The number, if it is within bounds."""
        if self.open and found in (None, "none"):
            return None
        if type(found) is int and self.least <= found <= (self.most or found):
            return found
        raise ValueError

    def wire(self) -> Any:
        """The bounds."""
        return {"least": self.least, "most": self.most, "null": self.open}


@dataclass(frozen=True)
class Several:
    """A list of these values, each at most once."""

    values: tuple[str, ...]

    @property
    def words(self) -> str:
        """What is allowed, in words."""
        return f"a list of {', '.join(self.values)}, each at most once"

    def read(self, found: object) -> Any:
        """The list as a tuple."""
        if not isinstance(found, list | tuple):
            raise ValueError
        for item in found:
            if item not in self.values or found.count(item) > 1:
                raise ValueError(nearest(item, self.values))
        return tuple(found)

    def wire(self) -> Any:
        """The form and the values."""
        return {"list_of": list(self.values)}


@dataclass(frozen=True)
class Schedule:
    """The steps of a hand in order: the deal first and once, at most one draw."""

    values: tuple[str, ...] = ("deal", "bet", "board", "draw")
    longest: int = 24
    board: int = 5

    @property
    def words(self) -> str:
        """What is allowed, in words."""
        return (
            f"a list of {', '.join(self.values)}: deal first and only once, at most one"
            f" draw and {self.board} board cards, at least one bet,"
            f" {self.longest} steps at most"
        )

    def read(self, found: object) -> Any:
        """The steps as a tuple."""
        if not isinstance(found, list | tuple) or len(found) > self.longest:
            raise ValueError
        for item in found:
            if item not in self.values:
                raise ValueError(nearest(item, self.values))
        if found[:1] != type(found)(["deal"]) or found.count("deal") > 1:
            raise ValueError
        if found.count("draw") > 1 or found.count("board") > self.board:
            raise ValueError
        if "bet" not in found:
            raise ValueError
        return tuple(found)

    def wire(self) -> Any:
        """The form and the values."""
        return {"ordered_list_of": list(self.values)}


@dataclass(frozen=True)
class Rake:
    """A schedule for the rake: a percentage, a cap, and whether a board is needed."""

    fields: tuple[str, ...] = ("percent", "cap", "no_flop_no_drop")

    @property
    def words(self) -> str:
        """What is allowed, in words."""
        return (
            "null, or an object of percent (a whole number from 0 to 100),"
            " cap (a whole number of the smallest unit, or null)"
            " and no_flop_no_drop (on, off)"
        )

    def read(self, found: object) -> Any:
        """The schedule with every field filled in."""
        if found in (None, "none"):
            return None
        if not isinstance(found, Mapping) or "percent" not in found:
            raise ValueError
        for name in found:
            if name not in self.fields:
                raise ValueError(nearest(name, self.fields))
        percent = Whole(0, 100).read(found["percent"])
        cap = Whole(0, open=True).read(found.get("cap"))
        drop = ON_OFF.read(found.get("no_flop_no_drop", "off"))
        schedule = {"percent": percent, "cap": cap, "no_flop_no_drop": drop}
        return MappingProxyType(schedule)

    def wire(self) -> Any:
        """The fields."""
        return {"object_of": list(self.fields), "null": True}


ON_OFF = Choice(("on", "off"))
POLICY = Choice(("rrop", "tda"))


@dataclass(frozen=True)
class Option:
    """One choice a house has.

    ``games`` are those it belongs to, none for all of them. ``follows`` gives the
    default for each value of another option. ``with_blinds`` is the default where
    blinds are posted. ``brings`` names the book that a value puts in force. A
    ``shared`` option is read by what games have in common, so in a game it does not
    belong to its default holds whatever was set.
    """

    name: str
    default: Any
    allowed: Allowed
    affects: tuple[str, ...]
    doc: str
    games: tuple[str, ...] = ()
    follows: tuple[str, Mapping[Any, Any]] | None = None
    with_blinds: Any = None
    brings: Mapping[Any, str] = field(default_factory=dict)
    shared: bool = False

    def of(self, game: str) -> bool:
        """Whether the option belongs to a game."""
        return not self.games or game in self.games

    def wire(self) -> dict[str, Any]:
        """The option as plain JSON."""
        default = list(self.default) if type(self.default) is tuple else self.default
        return {
            "name": self.name,
            "default": default,
            "follows": self.follows[0] if self.follows else None,
            "values": self.allowed.wire(),
            "allowed": self.allowed.words,
            "affects": list(self.affects),
            "games": list(self.games),
            "doc": self.doc,
        }


AS_GENERAL = ("general_rules", {"rrop": "rrop", "tda": "tda"})
GATES = Choice(("first_action", "two_players", "tda_sa"))

OPTIONS: tuple[Option, ...] = (
    Option(
        "opening_requirement",
        "any",
        Choice(("any", "jacks")),
        ("draw-high/0.7", "jacks-or-better/1a"),
        "What the first bet needs: any hand, or a pair of jacks or better.",
        games=DRAW,
        brings={"jacks": "jacks-or-better"},
        shared=True,
    ),
    Option(
        "misdeal_action_threshold",
        "first_action",
        GATES,
        ("draw-high/4b", "draw-high/4c", "draw-high/4d", "draw-high/4e"),
        "How much action ends the time in which a wrong count is a misdeal in draw.",
        games=DRAWS,
    ),
    Option(
        "general_misdeal_threshold",
        "two_players",
        Choice(("two_players", "tda_sa")),
        ("rrop-misdeal/2", "tda/35", "tda/36"),
        "How much action ends the time in which the general rules give a misdeal.",
        follows=("general_rules", {"rrop": "two_players", "tda": "tda_sa"}),
    ),
    Option(
        "surplus_unless_told",
        "as_each_rule",
        Choice(("as_each_rule", "untouched", "picked_up")),
        ("draw-high/4e", "draw-high/4f", "rrop-irregularities/11", "rrop-stud/18"),
        "What is presumed of a surplus card of which nobody says whether it was picked up.",
    ),
    Option(
        "over_five_predraw",
        "rrop",
        Choice(("rrop", "foul_if_picked_up", "always_misdeal")),
        ("draw-high/4e", "house-ca/2"),
        "What becomes of a hand with more than five cards before the draw.",
        games=DRAWS,
        brings={"foul_if_picked_up": "house-ca"},
    ),
    Option(
        "button_topup_until",
        "draw_begins",
        Choice(("draw_begins", "button_acts")),
        ("draw-high/4d",),
        "Until when the button may be given the card it is short of.",
        games=DRAWS,
    ),
    Option(
        "button_topup_max",
        1,
        Whole(0, 5),
        ("draw-high/4d",),
        "How many missing cards the button may be given.",
        games=DRAWS,
    ),
    Option(
        "predraw_exposed_misdeal_at",
        None,
        Choice((None, 2, 3)),
        ("draw-high/3", "house-ca/1"),
        "The exposed card of a deal that makes it a misdeal; null: none does.",
        games=DRAWS,
        brings={3: "house-ca"},
    ),
    Option(
        "draw_cure",
        "until_next_served",
        Choice(("until_next_served", "none")),
        ("draw-high/4f",),
        "How long a wrong number of cards served on the draw can be put right.",
        games=DRAWS,
    ),
    Option(
        "fifth_card_burn",
        "no_intervening_card",
        Choice(("no_intervening_card", "last_seat_only", "always")),
        ("draw-high/5b", "draw-high/5c"),
        "When a burn comes before the fifth card of a seat that draws five.",
        games=DRAWS,
    ),
    Option(
        "burn_before_draw",
        "on",
        ON_OFF,
        ("draw-high/0.8",),
        "Whether a card is burned before the draw.",
        games=DRAWS,
    ),
    Option(
        "draw_start",
        "left_of_button",
        Choice(("left_of_button", "opener")),
        ("draw-high/0.9",),
        "Whether the draw begins left of the button or with the opener.",
        games=DRAW,
        shared=True,
    ),
    Option(
        "draw_declaration",
        "rrop6",
        Choice(("rrop6", "binding_at_once")),
        ("draw-high/6",),
        "When a number of cards asked for becomes binding.",
        games=DRAWS,
    ),
    Option(
        "false_draw_count_penalty",
        "warning",
        Choice(("warning", "none", "floor")),
        ("draw-high/7",),
        "What follows a false answer to how many cards were drawn.",
        games=DRAWS,
    ),
    Option(
        "rap_presumption",
        "unaware_unless_told",
        Choice(("unaware_unless_told", "pass_is_fold")),
        ("draw-high/9",),
        "How a knock by a seat that faces a raise is read.",
        games=DRAWS,
    ),
    Option(
        "pass_and_out",
        "off",
        ON_OFF,
        ("draw-high/2", "draw-high/9"),
        "Whether a seat that passes before the opening is out of the hand.",
        games=DRAW,
        shared=True,
    ),
    Option(
        "max_raises_draw",
        4,
        Choice((3, 4, 6)),
        ("draw-high/1",),
        "How many raises a round of a draw game may take.",
        games=DRAW,
    ),
    Option(
        "max_raises_multi_round",
        3,
        Choice((3, 4)),
        ("rrop-betting/raise-cap", "blue-beacon/betting"),
        "How many raises a round may take in games of three or more rounds.",
        games=BOARD,
    ),
    Option(
        "cap_applies_heads_up",
        "off",
        ON_OFF,
        ("draw-high/1", "rrop-betting/raise-cap"),
        "Whether the limit on raises holds with two players left.",
        games=BLINDS,
    ),
    Option(
        "open_with_raise",
        "on",
        ON_OFF,
        ("draw-high/0.3",),
        "Whether the pot may be opened for a bet and a raise at once.",
        games=DRAW,
        shared=True,
    ),
    Option(
        "open_raise_counts",
        "off",
        ON_OFF,
        ("jacks-or-better/4",),
        "Whether an opening with a raise is the raise that makes the pot play.",
        games=JACKS,
    ),
    Option(
        "draw_reshuffle_sources",
        ("last_card", "folded", "served_discards"),
        Several(("last_card", "folded", "served_discards")),
        ("draw-exhaustion",),
        "Which cards are shuffled when the deck runs out in the draw.",
        games=DRAWS,
    ),
    Option(
        "ante_limit",
        3,
        Whole(1, open=True),
        ("jacks-or-better/1b", "draw-high/0.2"),
        "After how many anted deals in one pot no further ante is due; null: never.",
        games=DRAW,
    ),
    Option(
        "ante_after_false_open",
        "on",
        ON_OFF,
        ("jacks-or-better/2f",),
        "Whether an ante is due after a false opening even past the limit.",
        games=JACKS,
    ),
    Option(
        "revive_folds_on_false_open",
        "off",
        ON_OFF,
        ("jacks-or-better/2a",),
        "Whether hands folded to a false opening come back.",
        games=JACKS,
    ),
    Option(
        "involved",
        "dealt_in",
        Choice(("dealt_in", "live_at_false_open")),
        ("jacks-or-better/2f",),
        "Who was in the hand and so may play for the pot carried from it.",
        games=JACKS,
    ),
    Option(
        "unproved_uncontested",
        "carry",
        Choice(("carry", "last_folder")),
        ("jacks-or-better/3",),
        "Where the pot goes if a lone opener cannot prove openers.",
        games=JACKS,
    ),
    Option(
        "openers_proof",
        "feasibility",
        Choice(("feasibility", "verified_identity")),
        ("jacks-or-better/9b",),
        "What shows that a split hand held openers.",
        games=JACKS,
    ),
    Option(
        "undeclared_split",
        "rule7",
        Choice(("rule7", "loses_pot")),
        ("jacks-or-better/9a",),
        "What follows if openers were split without saying so.",
        games=JACKS,
    ),
    Option(
        "partial_open",
        "half_bet_rule",
        Choice(("half_bet_rule", "full_bet_always")),
        ("draw-high/12",),
        "What callers owe when an all-in opening is less than a bet.",
        games=DRAW,
    ),
    Option(
        "joker_in_use",
        "off",
        ON_OFF,
        ("joker/1", "joker/2"),
        "Whether the deck holds the joker.",
        games=DRAW,
    ),
    Option(
        "natural_beats_joker",
        "off",
        ON_OFF,
        ("joker/3",),
        "Whether of two like hands the one without the joker wins.",
        games=DRAW,
    ),
    Option(
        "blue_beacon_schedule",
        (
            "deal",
            "bet",
            "board",
            "bet",
            "board",
            "bet",
            "draw",
            "bet",
            "board",
            "bet",
            "board",
            "bet",
        ),
        Schedule(),
        ("blue-beacon/stages",),
        "The order of deal, bets, board cards and draw in Blue Beacon.",
        games=BEACON,
    ),
    Option(
        "bb_draw_limit_default",
        3,
        Whole(0, 5),
        ("blue-beacon/draw-limit", "blue-beacon/capacity"),
        "How many cards may be drawn in Blue Beacon if nothing was announced.",
        games=BEACON,
    ),
    Option(
        "blue_beacon_draw_rules",
        "draw_high",
        Choice(("draw_high", "none")),
        ("blue-beacon/draw",),
        "Which rules settle what goes wrong on the draw in Blue Beacon.",
        games=BEACON,
    ),
    Option(
        "burn_before_board",
        "off",
        ON_OFF,
        ("omaha-limit/step-4", "blue-beacon/board"),
        "Whether a card is burned before each turn of board cards.",
        games=BOARD,
    ),
    Option(
        "big_blind_basis",
        "higher",
        Choice(("higher", "lower")),
        ("omaha-limit/step-1b", "omaha-limit/step-3b"),
        "Which limit the big blind equals; lower is the usual choice.",
        games=OMAHA,
    ),
    Option(
        "small_blind_rounding",
        "floor_above_1",
        Choice(("floor_above_1", "exact")),
        ("omaha-limit/step-1a",),
        "Whether the small blind is rounded down to whole units above one unit.",
        games=OMAHA,
    ),
    Option(
        "deal_start",
        "left_of_big_blind",
        Choice(("left_of_big_blind", "left_of_button")),
        ("omaha-limit/step-2b",),
        "Who is dealt the first card.",
        games=OMAHA,
    ),
    Option(
        "headsup_blinds",
        "button_small",
        Choice(("button_small", "literal")),
        ("omaha-limit/step-1a", "omaha-limit/step-1b", "draw-high/0.2"),
        "Who posts which blind with two players.",
        games=BLINDS,
    ),
    Option(
        "rake",
        None,
        Rake(),
        ("omaha-limit/step-10c",),
        "What the house takes from each pot; null: nothing.",
        games=BLINDS,
        shared=True,
    ),
    Option(
        "exposed_down_four",
        "bonus_if_becomes_upcard",
        Choice(("bonus_if_becomes_upcard", "never")),
        ("baseball/exposed-four",),
        "Whether a downcard four dealt face up by accident earns a card.",
        games=BASEBALL,
    ),
    Option(
        "stud_packet_deal",
        "accepted",
        Choice(("accepted", "misdeal")),
        ("baseball/deal",),
        "Whether the first cards may be dealt in packets instead of one by one.",
        games=BASEBALL,
    ),
    Option(
        "session_pots",
        8,
        Whole(1),
        ("baseball/session",),
        "How many pots a session has.",
        games=BASEBALL,
    ),
    Option(
        "general_rules",
        "rrop",
        POLICY,
        ("rrop-betting/11", "tda/53"),
        "Whose general rules fill the gaps: Robert's, or those for tournaments.",
    ),
    Option(
        "oot_policy",
        "rrop",
        POLICY,
        ("rrop-betting/11", "tda/53"),
        "How an act out of turn is settled.",
        follows=AS_GENERAL,
    ),
    Option(
        "see_hand_policy",
        "rrop",
        POLICY,
        ("rrop-showdown/5",),
        "Who may ask to see a called hand.",
        follows=AS_GENERAL,
    ),
    Option(
        "four_card_flop",
        "rrop",
        POLICY,
        ("rrop-holdem/3", "tda/39"),
        "How a flop of four cards is put right.",
        follows=AS_GENERAL,
    ),
    Option(
        "burn_repair",
        "rrop",
        POLICY,
        ("rrop-irregularities/16",),
        "How a missing or extra burn is put right.",
        follows=AS_GENERAL,
    ),
    Option(
        "short_deck_policy",
        "rrop",
        POLICY,
        ("rrop-irregularities/10",),
        "What follows when a card is missing from the deck.",
        follows=AS_GENERAL,
    ),
    Option(
        "dropped_card",
        "live",
        Choice(("live", "dead")),
        ("rrop-irregularities/14",),
        "Whether a card dropped on the floor still plays.",
    ),
    Option(
        "protected_hand_refund",
        "off",
        ON_OFF,
        ("rrop-irregularities/2",),
        "Whether a protected hand that the dealer kills gets its chips back.",
    ),
    Option(
        "button_method",
        "moving",
        Choice(("moving", "dead")),
        ("rrop-button-blind/1",),
        "How the button moves past an empty place.",
        games=BLINDS,
        with_blinds="dead",
    ),
    Option(
        "citation_edition",
        None,
        Choice((None,)),
        (),
        "The edition by whose numbers articles are cited; null: by id and title.",
    ),
    Option(
        "edition",
        None,
        Choice((None,)),
        (),
        "The edition of the rulebook that is in force; null: the newest.",
    ),
    Option(
        "postdraw_first",
        "opener",
        Choice(("opener", "left_of_button")),
        ("draw-high/0.5",),
        "Who bets first after the draw.",
        games=DRAW,
    ),
    Option(
        "showdown_discard",
        "live_until_mucked",
        Choice(("live_until_mucked", "forward_motion_is_fold")),
        ("rrop-dead-hand/1a", "rrop-dead-hand/1b"),
        "When cards pushed forward at the showdown are given up.",
    ),
    Option(
        "proof_from_log",
        "off",
        ON_OFF,
        ("jacks-or-better/3",),
        "Whether cards known to the record alone prove openers at the table.",
        games=JACKS,
    ),
)


def read(known: Mapping[str, Option], stated: Mapping[str, Any]) -> dict[str, Any]:
    """The stated options with their values checked; ``Refused`` names all that fail."""
    found: dict[str, Any] = {}
    wrong: dict[str, Sequence[str]] = {}
    first = ""
    for name, value in stated.items():
        if name not in known:
            hint = nearest(name, known)
            message = f"unknown option{hint} allowed: {', '.join(known)}"
            said = found_words(name)
            detail = f"There is no house option {said}{hint or '.'}"
        else:
            try:
                found[name] = known[name].allowed.read(value)
                continue
            except ValueError as error:
                allowed = known[name].allowed.words
                message = f"found {found_words(value)}{error}; allowed: {allowed}"
                detail = f"Option {name}: {message}."
        wrong[f"options.{name}"] = [message]
        first = first or detail
    if wrong:
        raise Refused("UNKNOWN_OPTION", first, wrong)
    return found


def resolve(
    known: Mapping[str, Option],
    game: str,
    stated: Mapping[str, Any],
    defaults: Mapping[str, Any],
    blinds: bool,
    takes: Iterable[str] = (),
) -> dict[str, Any]:
    """Every option's value in a game: as stated, else by game, else as it follows.

    ``takes`` are options of other games that this one knows too.
    """
    found: dict[str, Any] = {}
    later: list[Option] = []
    for name, option in known.items():
        if name in stated and (option.of(game) or not option.shared or name in takes):
            found[name] = stated[name]
        elif name in defaults:
            found[name] = defaults[name]
        elif option.follows is not None:
            later.append(option)
        else:
            dead = blinds and option.with_blinds is not None
            found[name] = option.with_blinds if dead else option.default
    for option in later:
        assert option.follows is not None
        leader, values = option.follows
        found[option.name] = values[found[leader]]
    return {name: found[name] for name in known}


def read_defaults(table: TomlTable, known: Mapping[str, Option]) -> Mapping[str, Any]:
    """Values that a game or an edition sets otherwise than the options themselves."""
    found = {}
    for name, value in table.content.items():
        if name not in known:
            hint = nearest(name, known)
            raise table.wrong(name, value, f"one of {', '.join(known)}{hint}")
        found[name] = allowed_value(table, name, known[name])
    return MappingProxyType(found)


def allowed_value(table: TomlTable, key: str, option: Option) -> Any:
    """The value of an option that stands at a key."""
    value = table.take(key)
    try:
        return option.allowed.read(value)
    except ValueError as error:
        raise table.wrong(key, value, f"{option.allowed.words}{error}") from None
