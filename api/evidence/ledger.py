"""The ledger: every entry of every table in one order, signed.

Tables are written to independently, each with a chain of its own. Afterwards the
sequencer gives their entries places in one Merkle tree and signs its root. Nobody waits
for that, and no two tables ever wait for each other.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from adjudicator.errors import AdjudicatorError
from api.evidence import keys
from api.evidence.keys import BadKeyFile
from api.evidence.merkle import consistency, inclusion, leaf_hash, root
from api.evidence.note import BadNote, Checkpoint, PublicKey, SigningKey, checkpoint, stated
from api.evidence.tiles import Fetch, NoSuchHash, Tiled, edge, grown
from api.store.port import KeptLedger, Run, Signed, Tiles, Waiting

AT_ONCE = 1000


class LedgerBroken(AdjudicatorError):
    """What is kept is not what was signed; nothing is signed on top of it."""


def key_for(kept: KeptLedger, path: Path) -> SigningKey:
    """The key that goes on signing a ledger; a new one only where nothing was signed yet."""
    signed = kept.signed()
    if signed is None:
        return keys.load_or_create(path)
    if not path.exists():
        missing = "there is none, and the ledger of this database was signed with one"
        raise BadKeyFile(f"key file {path}: {missing}. {keys.REMEDY}")
    found = keys.load(path)
    try:
        checkpoint(signed.note, found.public)
    except BadNote as error:
        detail = f"it is not the one that signed the ledger of this database: {error}"
        raise BadKeyFile(f"key file {path}: {detail}") from None
    return found


@dataclass(frozen=True)
class Inclusion:
    """The proof that an entry stands at a place of the ledger."""

    place: int
    size: int
    proof: tuple[bytes, ...]


def leaf_of(entry_hash: str) -> bytes:
    """The leaf that stands for an entry: over the entry's hash, as bytes."""
    return leaf_hash(bytes.fromhex(entry_hash))


class Proofs:
    """Reads a ledger and proves what is in it; needs no signing key."""

    def __init__(self, kept: KeptLedger) -> None:
        self.kept = kept

    def signed(self) -> Signed | None:
        """The newest checkpoint as it was signed."""
        return self.kept.signed()

    def inclusion(self, table: str, seq: int, size: int) -> Inclusion | None:
        """That an entry is among the first ``size`` leaves; ``None`` if it is not."""
        place = self.kept.place(table, seq)
        if place is None or place >= size:
            return None
        return Inclusion(place, size, tuple(inclusion(self._nodes(), place, size)))

    def inclusions(self, table: str, size: int) -> Iterator[tuple[int, Inclusion]]:
        """Numbers and proofs of all entries of a table among the first ``size`` leaves."""
        nodes = self._nodes()
        for run in self.kept.runs_of(table):
            for step in range(min(run.entries, size - run.place)):
                place = run.place + step
                proof = tuple(inclusion(nodes, place, size))
                yield run.seq + step, Inclusion(place, size, proof)

    def consistency(self, first: int, second: int) -> list[bytes]:
        """That the ledger of ``second`` leaves begins with that of ``first``."""
        return consistency(self._nodes(), first, second)

    def root(self, size: int) -> bytes:
        """The root over the first ``size`` leaves, as the tiles give it."""
        return root(self._nodes(), size)

    def _nodes(self) -> Tiled:
        return Tiled(self.kept.tile)


class Ledger(Proofs):
    """A ledger that grows: takes in what waits, and signs."""

    def __init__(self, kept: KeptLedger, key: SigningKey) -> None:
        super().__init__(kept)
        self._key = key
        self._sound: tuple[Signed, Tiles] | None = None

    @property
    def key(self) -> PublicKey:
        """What checks its checkpoints."""
        return self._key.public

    def newest(self) -> Signed:
        """The newest checkpoint; that of the empty ledger if nothing was signed yet."""
        found = self.kept.signed()
        if found is None:
            self.kept.extend(None, self._sign(0, {}), (), {})
            found = self.kept.signed()
            assert found is not None
        return found

    def take_in(self, tables: Collection[str] | None = None) -> int:
        """Give places to entries that wait, and sign; how many it took in.

        Takes at most ``AT_ONCE``. Where another process is faster it looks again.
        """
        while True:
            before = self.newest()
            waiting = self.kept.waiting(tables, AT_ONCE)
            if not waiting or self._extend(before, waiting):
                return sum(len(one.hashes) for one in waiting)

    def catch_up(self, tables: Collection[str] | None = None) -> None:
        """Take in all that waits when this is called, however fast more is recorded."""
        while self.take_in(tables) == AT_ONCE:
            pass  # a look that found less than it could take found all there was

    def _extend(self, before: Signed, waiting: Sequence[Waiting]) -> bool:
        here = self._checked(before)
        leaves = [leaf_of(entry_hash) for one in waiting for entry_hash in one.hashes]
        size = before.size + len(leaves)
        tiles = grown(_among(here), before.size, leaves)
        there = edge(_among({**here, **tiles}), size)
        after = self._sign(size, there)
        runs = list(_runs(before.size, waiting))
        done = self.kept.extend(before, after, runs, tiles)
        if done:
            self._sound = after, there
        return done

    def take_over(self) -> Signed:
        """Sign with this key what another key signed, for good: that key is lost.

        Whoever has the other key's public half is told by ``verify``, and has to be told
        why by whoever did this.
        """
        before = self.newest()
        size, said_root = stated(before.note)
        if size != before.size or said_root != self.root(size):
            raise LedgerBroken(f"the ledger of {size} entries is not the one that was signed")
        after = self._sign(size, edge(self.kept.tile, size))
        if not self.kept.extend(before, after, (), {}):
            raise LedgerBroken("the service is signing; stop it first")
        return after

    def _checked(self, before: Signed) -> Tiles:
        """The edge of the tree: whoever can change the tiles must not get a signature on it."""
        found = before, edge(self.kept.tile, before.size)
        if found != self._sound:
            self._check(*found)
        return found[1]

    def _check(self, before: Signed, tiles: Tiles) -> None:
        try:
            said = checkpoint(before.note, self.key)
            found = root(Tiled(_among(tiles)), before.size)
        except (BadNote, NoSuchHash) as error:
            raise LedgerBroken(f"the ledger cannot go on: {error}") from None
        if said.size != before.size or said.root != found:
            detail = f"the ledger of {before.size} entries is not the one that was signed"
            raise LedgerBroken(detail)

    def _sign(self, size: int, tiles: Tiles) -> Signed:
        made = Checkpoint(self._key.name, size, root(Tiled(_among(tiles)), size))
        return Signed(size, self._key.sign(made.text()))


def _among(tiles: Tiles) -> Fetch:
    return lambda level, place: tiles.get((level, place), b"")


def _runs(place: int, waiting: Iterable[Waiting]) -> Iterator[Run]:
    """The places they are given, from ``place`` on."""
    for one in waiting:
        yield Run(place, one.table, one.seq, len(one.hashes))
        place += len(one.hashes)
