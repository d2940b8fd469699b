"""A Merkle tree kept in tiles: 256 hashes a piece, so that a log grows by few writes.

The tile ``(level, place)`` holds the hashes of the tree at height ``8 * level``, from
number ``256 * place`` on. A full tile never changes; only the last one of each level
grows. Hashes between the levels are worked out from the tile below.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from adjudicator.errors import AdjudicatorError
from api.evidence.merkle import node_hash

HEIGHT = 8
WIDTH = 1 << HEIGHT
SIZE = 32
Tile = tuple[int, int]
Fetch = Callable[[int, int], bytes]


class NoSuchHash(AdjudicatorError):
    """A hash that should be in the tiles is not there."""


class Tiled:
    """The complete subtrees of a tree kept in tiles; each tile is fetched once."""

    def __init__(self, fetch: Fetch) -> None:
        self._fetch = fetch
        self._tiles: dict[Tile, bytes] = {}
        self._between: dict[Tile, bytes] = {}

    def __call__(self, level: int, place: int) -> bytes:
        """The hash over ``2**level`` leaves, number ``place`` of its kind."""
        up, within = divmod(level, HEIGHT)
        if within == 0:
            tile = self._tile(up, place // WIDTH)
            at = place % WIDTH * SIZE
            if len(tile) < at + SIZE:
                raise NoSuchHash(f"hash {place} at height {level} is missing")
            return tile[at : at + SIZE]
        known = self._between.get((level, place))
        if known is None:
            known = node_hash(self(level - 1, 2 * place), self(level - 1, 2 * place + 1))
            self._between[level, place] = known
        return known

    def _tile(self, level: int, place: int) -> bytes:
        tile = self._tiles.get((level, place))
        if tile is None:
            tile = self._tiles[level, place] = self._fetch(level, place)
        return tile


def edge(fetch: Fetch, size: int) -> dict[Tile, bytes]:
    """The tiles of a tree of ``size`` that are not full yet.

    They hold every hash that its root is made of, and all that growing it needs.
    """
    found = {}
    level = 0
    while size:
        if size % WIDTH:
            found[level, size // WIDTH] = fetch(level, size // WIDTH)
        level, size = level + 1, size // WIDTH
    return found


def grown(fetch: Fetch, size: int, leaves: Iterable[bytes]) -> dict[Tile, bytes]:
    """The tiles that change when leaves are added to a tree of ``size``."""
    changed: dict[Tile, bytes] = {}
    level, at, added = 0, size, list(leaves)
    while added:
        whole = _fill(changed, fetch, level, at, added)
        at //= WIDTH
        level, added = level + 1, [_over(tile) for tile in whole]
    return changed


def _fill(
    changed: dict[Tile, bytes], fetch: Fetch, level: int, at: int, added: list[bytes]
) -> list[bytes]:
    """Put hashes into a level's tiles, from number ``at`` on; the tiles that became full."""
    place, used = divmod(at, WIDTH)
    content = (fetch(level, place) if used else b"") + b"".join(added)
    step = WIDTH * SIZE
    pieces = [content[start : start + step] for start in range(0, len(content), step)]
    changed.update({(level, place + number): piece for number, piece in enumerate(pieces)})
    return [piece for piece in pieces if len(piece) == step]


def _over(tile: bytes) -> bytes:
    hashes = [tile[at : at + SIZE] for at in range(0, len(tile), SIZE)]
    while len(hashes) > 1:
        pairs = zip(hashes[::2], hashes[1::2], strict=True)
        hashes = [node_hash(left, right) for left, right in pairs]
    return hashes[0]
