"""Roots and proofs against published values, and against each other at every size."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from api.evidence.merkle import (
    consistency,
    inclusion,
    leaf_hash,
    node_hash,
    proves_consistency,
    proves_inclusion,
    root,
)
from api.evidence.tiles import WIDTH, Tiled, edge, grown
from tests.tamper.definition import defined

# The leaves and tree heads of the Certificate Transparency reference tests.
SAMPLE = [
    bytes.fromhex(leaf)
    for leaf in (
        "",
        "00",
        "10",
        "2021",
        "3031",
        "40414243",
        "5051525354555657",
        "606162636465666768696a6b6c6d6e6f",
    )
]
ROOTS = [
    "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
]
# Its proofs that leaf 0 and leaf 5 are among all eight.
INCLUDED = {
    0: [
        "96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7",
        "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
        "6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4",
    ],
    5: [
        "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b",
        "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0",
        "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    ],
}
MOST = 130


class Tree:
    """A log that grows in steps and is kept in tiles, as the service keeps it."""

    def __init__(self, leaves: list[bytes], steps: list[int] | None = None) -> None:
        self.tiles: dict[tuple[int, int], bytes] = {}
        done = 0
        for step in [*(steps or []), len(leaves)]:
            added = leaves[done : done + step]
            self.tiles |= grown(self.fetch, done, map(leaf_hash, added))
            done += len(added)

    def fetch(self, level: int, place: int) -> bytes:
        return self.tiles[level, place]

    @property
    def nodes(self) -> Tiled:
        return Tiled(self.fetch)


def numbered(count: int) -> list[bytes]:
    return [b"leaf %d" % number for number in range(count)]


@pytest.fixture(scope="module")
def tree() -> Tree:
    return Tree(numbered(MOST), [1, 2, 3, 40])


@pytest.fixture(scope="module")
def roots() -> list[bytes]:
    return [defined(numbered(size)) for size in range(MOST + 1)]


@pytest.mark.parametrize("size", range(9))
def test_the_sample_tree_has_the_published_roots(size: int) -> None:
    assert root(Tree(SAMPLE).nodes, size).hex() == ROOTS[size]
    assert defined(SAMPLE[:size]).hex() == ROOTS[size]


@pytest.mark.parametrize("index", INCLUDED)
def test_the_sample_tree_has_the_published_proofs(index: int) -> None:
    proof = inclusion(Tree(SAMPLE).nodes, index, 8)

    assert [step.hex() for step in proof] == INCLUDED[index]


@pytest.mark.parametrize("size", [1, 2, 3, 7, 9, 33, 96, 255, 256, 257, 871, 1000, 1024])
def test_a_log_in_tiles_has_the_root_that_the_definition_gives(size: int) -> None:
    leaves = numbered(size)

    assert root(Tree(leaves).nodes, size) == defined(leaves)


@pytest.mark.parametrize("size", [0, 1, 255, 256, 257, 511, 512, 65_535, 65_536, 65_537, 66_049])
def test_the_tiles_at_the_edge_are_all_that_root_and_growth_need(size: int) -> None:
    whole = Tree(numbered(size))
    kept = edge(whole.fetch, size)
    fetch = lambda level, place: kept[level, place]  # noqa: E731 - a hash elsewhere is an error
    more = [leaf_hash(b"one more")]

    assert root(Tiled(fetch), size) == root(whole.nodes, size)
    assert grown(fetch, size, more) == grown(whole.fetch, size, more)


def test_a_log_beyond_a_tile_of_tiles_keeps_its_root_and_proofs() -> None:
    size = WIDTH * WIDTH + 300
    leaves = numbered(size)
    nodes = Tree(leaves, [WIDTH * WIDTH - 1, 2]).nodes
    top = root(nodes, size)

    assert top == defined(leaves)
    for index in (0, WIDTH, WIDTH * WIDTH - 1, WIDTH * WIDTH, size - 1):
        proof = inclusion(nodes, index, size)
        assert proves_inclusion(leaf_hash(leaves[index]), index, size, proof, top)
    for first in (1, WIDTH, WIDTH * WIDTH, WIDTH * WIDTH + 17):
        proof = consistency(nodes, first, size)
        assert proves_consistency(first, size, root(nodes, first), top, proof)


def test_every_leaf_is_proven_at_every_size(tree: Tree, roots: list[bytes]) -> None:
    nodes = tree.nodes
    hashes = [leaf_hash(leaf) for leaf in numbered(MOST)]
    for size in range(1, MOST + 1):
        for index in range(size):
            proof = inclusion(nodes, index, size)
            assert proves_inclusion(hashes[index], index, size, proof, roots[size])


def test_every_size_is_consistent_with_every_larger_one(tree: Tree, roots: list[bytes]) -> None:
    nodes = tree.nodes
    for second in range(MOST + 1):
        for first in range(second + 1):
            proof = consistency(nodes, first, second)
            assert proves_consistency(first, second, roots[first], roots[second], proof)


@given(data=st.data())
def test_a_proof_proves_nothing_else(data: st.DataObject) -> None:
    size = data.draw(st.integers(2, MOST))
    index = data.draw(st.integers(0, size - 1))
    other = data.draw(st.integers(0, MOST).filter(lambda found: found != index))
    nodes, leaf = Tree(numbered(size)).nodes, leaf_hash(b"leaf %d" % index)
    proof, top = inclusion(nodes, index, size), root(nodes, size)

    assert proves_inclusion(leaf, index, size, proof, top)
    assert not proves_inclusion(leaf_hash(b"another"), index, size, proof, top)
    assert not proves_inclusion(leaf, other, size, proof, top)
    assert not proves_inclusion(leaf, index, size, proof[:-1], top)
    assert not proves_inclusion(leaf, index, size, [*proof, top], top)
    assert not proves_inclusion(leaf, index, size, _flipped(data, proof), top)
    assert not proves_inclusion(top, 0, size, [], top)


@given(data=st.data())
def test_a_fork_is_never_consistent(data: st.DataObject) -> None:
    second = data.draw(st.integers(2, MOST))
    first = data.draw(st.integers(1, second - 1))
    changed = data.draw(st.integers(0, first - 1))
    leaves = numbered(second)
    forked = [*leaves[:changed], b"forged", *leaves[changed + 1 :]]
    nodes, fork = Tree(leaves).nodes, Tree(forked).nodes
    before, after = root(nodes, first), root(fork, second)

    assert not proves_consistency(first, second, before, after, consistency(fork, first, second))
    assert not proves_consistency(first, second, before, after, consistency(nodes, first, second))
    assert not proves_consistency(first, second, before, after, [])


@given(data=st.data())
def test_a_broken_proof_of_consistency_is_refused(data: st.DataObject) -> None:
    second = data.draw(st.integers(2, MOST))
    first = data.draw(st.integers(1, second - 1))
    nodes = Tree(numbered(second)).nodes
    before, after = root(nodes, first), root(nodes, second)
    proof = consistency(nodes, first, second)

    assert not proves_consistency(first, second, before, after, proof[:-1])
    assert not proves_consistency(first, second, before, after, [*proof, after])
    assert not proves_consistency(first, second, before, after, _flipped(data, proof))
    assert not proves_consistency(second, first, after, before, proof)


@given(steps=st.lists(st.integers(1, 300), max_size=6))
def test_a_log_is_the_same_however_it_grew(steps: list[int]) -> None:
    leaves = numbered(sum(steps))

    assert Tree(leaves, steps).tiles == Tree(leaves).tiles


def test_an_inner_node_is_not_taken_for_a_leaf() -> None:
    left, right = leaf_hash(b"a"), leaf_hash(b"b")

    assert leaf_hash(left + right) != node_hash(left, right)


def test_roots_of_neighbouring_sizes_differ(roots: list[bytes]) -> None:
    assert all(one != other for one, other in pairwise(roots))


def _flipped(data: st.DataObject, proof: list[bytes]) -> list[bytes]:
    at = data.draw(st.integers(0, len(proof) - 1))
    bit = data.draw(st.integers(0, 255))
    step = bytearray(proof[at])
    step[bit // 8] ^= 1 << bit % 8
    return [*proof[:at], bytes(step), *proof[at + 1 :]]
