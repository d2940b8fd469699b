"""The tree hash as RFC 9162 defines it, from the leaves, in its own words."""

from __future__ import annotations

from collections.abc import Sequence

from api.evidence.merkle import EMPTY, leaf_hash, node_hash


def defined(leaves: Sequence[bytes]) -> bytes:
    """The root over these leaves."""
    if not leaves:
        return EMPTY
    if len(leaves) == 1:
        return leaf_hash(leaves[0])
    split = 1
    while split * 2 < len(leaves):
        split *= 2
    return node_hash(defined(leaves[:split]), defined(leaves[split:]))
