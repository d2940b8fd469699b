"""The stakes a game needs, and the blinds it computes from them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

from adjudicator.errors import Refused
from adjudicator.values.amounts import LARGEST
from adjudicator.values.fields import found_words
from adjudicator.values.frozen import Frozen
from rulebook.reading.toml_table import TomlTable, nearest

POSTS = ("ante", "small_blind", "big_blind", "bring_in")


class Stake(Frozen):
    """An amount that a table agrees on, and when it has to.

    ``needed`` is always, never, or ``with`` or ``without`` another stake; ``upto`` is the
    stake that it may not exceed.
    """

    name: str
    doc: str
    post: str
    needed: str
    least: int
    usual: int | None
    default: int | None
    upto: str

    def due(self, given: Mapping[str, Any]) -> bool:
        """Whether it is missing beside the stakes given."""
        if self.name in given or self.default is not None or self.needed == "never":
            return False
        if self.needed == "always":
            return True
        how, other = self.needed.split()
        return (other in given) == (how == "with")

    def wire(self) -> dict[str, Any]:
        """The stake as plain JSON."""
        names = ("name", "doc", "needed", "least", "usual", "default")
        found = {name: getattr(self, name) for name in names}
        return found | ({"upto": self.upto} if self.upto else {})


class SmallBlind(Frozen):
    """Half of a stake, rounded by an option above one whole unit of money."""

    half_of: str
    rounding: str
    whole: str

    def amount(self, stakes: Mapping[str, int], options: Mapping[str, Any]) -> int:
        """The blind in smallest chips; the rounding to units never makes it nothing."""
        limit = stakes[self.half_of]
        unit = stakes.get(self.whole, 1)
        if options[self.rounding] == "exact" or limit <= unit:
            return limit // 2
        return limit // 2 // unit * unit or limit // 2


class BigBlind(Frozen):
    """The stake that an option names."""

    option: str

    def amount(self, stakes: Mapping[str, int], options: Mapping[str, Any]) -> int:
        """The blind in smallest chips."""
        return stakes[options[self.option]]


def read_stakes(table: TomlTable) -> dict[str, Stake]:
    """The stakes of a game file, by name."""
    found = {}
    for name in table.content:
        one = table.table(name)
        least = one.whole("least", 0)
        default = one.whole("default", least) if "default" in one.content else None
        usual = one.whole("usual", least) if "usual" in one.content else None
        others = [
            f"{how} {other}"
            for how in ("with", "without")
            for other in table.content
            if other != name
        ]
        needed = one.one_of("needed", ("always", "never", *others), "always")
        post = one.one_of("is", POSTS, "")
        upto = one.one_of("upto", [other for other in table.content if other != name], "")
        found[name] = Stake(name, one.text("doc"), post, needed, least, usual, default, upto)
        one.done()
    return found


def read_blinds(
    table: TomlTable, stakes: Mapping[str, Stake], known: Iterable[str]
) -> tuple[SmallBlind | None, BigBlind | None]:
    """The blinds that a game computes, if it does."""
    if not table.content:
        return None, None
    small = table.table("small")
    rounding = small.ref("rounding", known)
    if rounding is None:
        raise small.wrong("rounding", small.take("rounding", None), "an option")
    half = small.one_of("half_of", stakes)
    big = table.table("big")
    basis = big.ref("stake", known)
    if basis is None:
        raise big.wrong("stake", big.take("stake", None), "an option")
    whole = small.one_of("whole", stakes)
    for one in (small, big, table):
        one.done()
    return SmallBlind(half, rounding.option, whole), BigBlind(basis.option)


def agreed(game: str, needed: Mapping[str, Stake], stakes: Mapping[str, Any]) -> dict[str, int]:
    """The stakes checked, with those filled in that the game fixes."""
    wrong: dict[str, list[str]] = {}
    found: dict[str, int] = {}
    names = ", ".join(needed)
    for name, value in stakes.items():
        stake = needed.get(name)
        if stake is None:
            hint = nearest(name, needed)
            message = f"unknown stake of {game}{hint}; allowed: {names}"
        elif type(value) is int and stake.least <= value <= LARGEST:
            found[name] = value
            continue
        else:
            allowed = f"a whole number of the smallest unit from {stake.least}"
            message = f"found {found_words(_plain(value))}; allowed: {allowed}"
        wrong[f"stakes.{name}"] = [message]
    for name, stake in needed.items():
        if stake.due(stakes):
            allowed = f"a whole number of the smallest unit from {stake.least}"
            message = f"missing; {stake.doc}; needed: {allowed}"
            wrong[f"stakes.{name}"] = [message]
        elif stake.default is not None:
            found.setdefault(name, stake.default)
        elif stake.upto and found.get(name, 0) > found.get(stake.upto, LARGEST):
            most = f"{stake.upto}, which is {found[stake.upto]}"
            wrong[f"stakes.{name}"] = [f"found {found[name]}; allowed: no more than {most}"]
    if wrong:
        path, messages = next(iter(wrong.items()))
        raise Refused("MALFORMED", f"{path}: {messages[0]}", wrong)
    return found


def _plain(value: object) -> object:
    return str(value) if isinstance(value, Fraction) else value
