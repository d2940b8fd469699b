"""The kinds of post: one row says everything that is particular about each.

The event, its schema, the timeline, what is owed before the cards and where the chips go
all come from these rows; another kind is another row, and a rule where it can go wrong.
"""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.values.frozen import Frozen

# Where the chips go: to the ante, to the bet of the first round, to the pot without
# counting toward a bet, or nowhere yet, because no game asks for them.
ANTE, LIVE, DEAD, HELD = "ante", "live", "dead", "held"


class PostKind(Frozen, kw_only=True):
    """One kind of post.

    ``blind`` is its place among the two blinds, small one first, for a kind whose seat and
    size the game lays down; ``pays`` are missed blinds that it makes up for. With
    ``acts_last`` the first round begins to the left of whoever posts it; what ``comes_in``
    is as large as the big blind.
    """

    name: str
    words: str
    money: str
    blind: int | None = None
    pays: tuple[str, ...] = ()
    acts_last: bool = False
    comes_in: bool = False

    @property
    def forced(self) -> bool:
        """Whether the game asks a seat for it."""
        return self.money == ANTE or self.blind is not None


_ROWS = (
    PostKind(name="ante", words="ante", money=ANTE),
    PostKind(name="small_blind", words="small blind", money=LIVE, blind=0),
    PostKind(
        name="big_blind",
        words="big blind",
        money=LIVE,
        blind=1,
        pays=("big_blind", "small_blind"),
        acts_last=True,
    ),
    PostKind(name="post", words="extra blind", money=LIVE, pays=("big_blind",), comes_in=True),
    PostKind(name="dead", words="dead money", money=DEAD, pays=("small_blind",)),
    PostKind(name="payment", words="payment", money=HELD),
)

POST_KINDS: Mapping[str, PostKind] = {row.name: row for row in _ROWS}
# The two blinds by their place.
BLINDS = tuple(row for row in _ROWS if row.blind is not None)
