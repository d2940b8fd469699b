"""Sessions in which two hands of three have a mistake, or two, and the others none."""

from __future__ import annotations

from tests.simulator.compare import Difference
from tests.simulator.dealer import Unlike, style
from tests.simulator.irregular import Found, Injector, articles
from tests.simulator.mistakes import MISTAKES
from tests.simulator.session import Played, Session


class Erring(Session):
    """A table whose dealer and players err in two hands of three."""

    def __init__(self, name: str, seed: str, mistakes: int) -> None:
        super().__init__(name, f"{seed} erring")
        self.seed, self.mistakes = seed, mistakes
        self.dealer: Injector = Injector(self.rng, self.table, self.tablet, style(self.rng))

    def hand(self) -> bool:
        """The next hand, with its mistakes if it is one of those."""
        self.dealer.planned = []
        if self.hands % 3:
            some = self.rng.choices(list(MISTAKES.values()), k=self.mistakes)
            self.dealer.planned = [(one, self.rng.choice((0, 0, 0, 1, 2, 4, 7))) for one in some]
        return super().hand()


def play(name: str, seed: str, hands: int, mistakes: int) -> Played:
    """A session of so many hands, or up to the first difference."""
    session = Erring(name, seed, mistakes)
    differences: list[Difference] = []
    try:
        session.open()
        while session.hands < hands and session.hand():
            differences += wrong(session.dealer.found[len(differences) :])
            if differences:
                break
    except Unlike as unlike:
        differences = unlike.found
    log, made = session.tablet.log, len(session.dealer.found)
    return Played(name, seed, session.hands, differences, [], log, made)


def wrong(found: list[Found]) -> list[Difference]:
    """The mistakes that were ruled under another article, or not at all."""
    return [
        Difference(
            f"{one.irregularity.name} while {one.moment}",
            sorted(one.irregularity.rules),
            articles(one.rulings),
        )
        for one in found
        if not one.right()
    ]
