"""The Merkle tree of RFC 9162: roots, proofs of inclusion and of consistency.

A tree is asked for the hashes of its complete subtrees: ``nodes(level, place)`` is the
hash over the ``2**level`` leaves that begin at leaf ``place * 2**level``. From these,
root and proofs of every size the tree ever had can be made, without the leaves.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Sequence

LEAF, NODE = b"\x00", b"\x01"
EMPTY = hashlib.sha256(b"").digest()
Nodes = Callable[[int, int], bytes]


def leaf_hash(content: bytes) -> bytes:
    """The hash of a leaf; its first byte keeps it apart from a node's."""
    return hashlib.sha256(LEAF + content).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    """The hash of a node over its two halves."""
    return hashlib.sha256(NODE + left + right).digest()


def root(nodes: Nodes, size: int) -> bytes:
    """The root of the tree when it had ``size`` leaves."""
    return _over(nodes, 0, size) if size else EMPTY


def inclusion(nodes: Nodes, index: int, size: int) -> list[bytes]:
    """What leads from leaf ``index`` to the root of ``size`` leaves."""
    return list(_path(nodes, index, 0, size))


def consistency(nodes: Nodes, first: int, second: int) -> list[bytes]:
    """What shows that the first ``second`` leaves begin with the first ``first``."""
    if first in (0, second):
        return []
    return list(_subproof(nodes, first, 0, second, whole=True))


def _over(nodes: Nodes, begin: int, end: int) -> bytes:
    half = _half(end - begin)
    if half == 0:
        return nodes(0, begin)
    if 2 * half == end - begin:
        level = end - begin
        return nodes(level.bit_length() - 1, begin // level)
    middle = begin + half
    return node_hash(_over(nodes, begin, middle), _over(nodes, middle, end))


def _half(size: int) -> int:
    """The largest power of two below ``size``; none below 1."""
    return 1 << (size - 1).bit_length() - 1 if size > 1 else 0


def _path(nodes: Nodes, index: int, begin: int, end: int) -> Iterator[bytes]:
    if end - begin == 1:
        return
    middle = begin + _half(end - begin)
    if index < middle:
        yield from _path(nodes, index, begin, middle)
        yield _over(nodes, middle, end)
    else:
        yield from _path(nodes, index, middle, end)
        yield _over(nodes, begin, middle)


def _subproof(nodes: Nodes, first: int, begin: int, end: int, whole: bool) -> Iterator[bytes]:
    """``whole``: the verifier knows the hash over this part, it is the older root."""
    if first == end:
        if not whole:
            yield _over(nodes, begin, end)
        return
    middle = begin + _half(end - begin)
    if first <= middle:
        yield from _subproof(nodes, first, begin, middle, whole)
        yield _over(nodes, middle, end)
    else:
        yield from _subproof(nodes, first, middle, end, whole=False)
        yield _over(nodes, begin, middle)


# --- Checking proofs -----------------------------------------------------------------


def proves_inclusion(
    leaf: bytes, index: int, size: int, proof: Sequence[bytes], root: bytes
) -> bool:
    """Whether the proof leads from the leaf's hash to the root (RFC 9162, 2.1.3.2)."""
    if not 0 <= index < size:
        return False
    place, last, found = index, size - 1, leaf
    for step in proof:
        if last == 0:
            return False
        if place & 1 or place == last:
            found = node_hash(step, found)
            place, last = _up(place, last)
        else:
            found = node_hash(found, step)
        place, last = place >> 1, last >> 1
    return last == 0 and found == root


def _up(place: int, last: int) -> tuple[int, int]:
    """Past the levels on which the path has no neighbour to the right."""
    while place and not place & 1:
        place, last = place >> 1, last >> 1
    return place, last


def proves_consistency(
    first: int, second: int, first_root: bytes, second_root: bytes, proof: Sequence[bytes]
) -> bool:
    """Whether the larger tree begins with the smaller one (RFC 9162, 2.1.4.2)."""
    if first == second:
        return not proof and first_root == second_root
    if first == 0:
        return not proof and first_root == EMPTY
    if not 0 < first < second or not proof:
        return False
    steps = [*proof] if first & (first - 1) else [first_root, *proof]
    return _roots(first, second, steps) == (first_root, second_root)


def _roots(first: int, second: int, steps: Sequence[bytes]) -> tuple[bytes, bytes] | None:
    """The roots of both trees that the steps lead to; nothing if they are too few or many."""
    place, last = first - 1, second - 1
    while place & 1:
        place, last = place >> 1, last >> 1
    old = new = steps[0]
    for step in steps[1:]:
        if last == 0:
            return None
        if place & 1 or place == last:
            old, new = node_hash(step, old), node_hash(step, new)
            place, last = _up(place, last)
        else:
            new = node_hash(new, step)
        place, last = place >> 1, last >> 1
    return (old, new) if last == 0 else None
