"""Signed notes and checkpoints, as C2SP writes them (signed-note, tlog-checkpoint).

A checkpoint says: the log called ``origin`` has ``size`` leaves and this root. It is
text, signed with Ed25519, and other tools for transparency logs can read it.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import re
from dataclasses import dataclass, field

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import (
    Ed25519PrivateKey,
    Ed25519PublicKey,
)

from adjudicator.errors import AdjudicatorError

ED25519 = b"\x01"
DASH = "\u2014"
SECRET = "PRIVATE+KEY+"
NAME = re.compile(r"[^\s+]{1,255}")


class BadNote(AdjudicatorError):
    """A note, or a key for notes, is not what it should be."""


@dataclass(frozen=True)
class PublicKey:
    """The key that checks a log's checkpoints; ``name`` is the origin of the log."""

    name: str
    raw: bytes

    @property
    def id(self) -> bytes:
        """Four bytes by which a signature names its key."""
        named = self.name.encode() + b"\n" + ED25519 + self.raw
        return hashlib.sha256(named).digest()[:4]

    def text(self) -> str:
        """The key in one line: name, id and key."""
        return f"{self.name}+{self.id.hex()}+{_base64(ED25519 + self.raw)}"

    def signed(self, text: str, signature: bytes) -> bool:
        """Whether the signature is this key's, over this text."""
        try:
            Ed25519PublicKey.from_public_bytes(self.raw).verify(signature, text.encode())
        except (InvalidSignature, ValueError):
            return False
        return True


@dataclass(frozen=True)
class SigningKey:
    """The key that signs a log's checkpoints."""

    name: str
    seed: bytes = field(repr=False)

    @classmethod
    def new(cls, name: str) -> SigningKey:
        """A fresh key for a log of this name."""
        return cls(_name(name), Ed25519PrivateKey.generate().private_bytes_raw())

    @property
    def public(self) -> PublicKey:
        """What others check its signatures with."""
        key = Ed25519PrivateKey.from_private_bytes(self.seed)
        return PublicKey(self.name, key.public_key().public_bytes_raw())

    def text(self) -> str:
        """The key in one line, to be kept secret."""
        identified = f"{self.name}+{self.public.id.hex()}"
        return f"{SECRET}{identified}+{_base64(ED25519 + self.seed)}"

    def sign(self, text: str) -> str:
        """The text as a signed note."""
        signature = Ed25519PrivateKey.from_private_bytes(self.seed).sign(text.encode())
        return f"{text}\n{DASH} {self.name} {_base64(self.public.id + signature)}\n"


def _name(name: str) -> str:
    if not NAME.fullmatch(name):
        raise BadNote(f"name of a log: found {name!r}; allowed: no spaces and no +")
    return name


def public_key(text: str) -> PublicKey:
    """A public key from its line."""
    name, key_id, raw = _parts(text.strip(), "a public key: NAME+ID+KEY")
    found = PublicKey(name, raw)
    if found.id.hex() != key_id:
        raise BadNote(f"public key of {name!r}: found id {key_id!r}; its id is {found.id.hex()}")
    return found


def signing_key(text: str) -> SigningKey:
    """A signing key from its line; a wrong one is never repeated in the error."""
    wanted = "a signing key: PRIVATE+KEY+NAME+ID+KEY"
    line = text.strip()
    if not line.startswith(SECRET):
        raise BadNote(f"found something else than {wanted}")
    name, key_id, raw = _parts(line.removeprefix(SECRET), wanted)
    found = SigningKey(name, raw)
    if found.public.id.hex() != key_id:
        raise BadNote(f"signing key of {name!r}: its id does not fit the key")
    return found


def _parts(text: str, wanted: str) -> tuple[str, str, bytes]:
    name, key_id, encoded = [*text.split("+", 2), "", ""][:3]
    raw = _bytes(encoded)
    if not NAME.fullmatch(name) or raw is None or len(raw) != 33 or raw[:1] != ED25519:
        raise BadNote(f"found something else than {wanted}")
    return name, key_id, raw[1:]


def _base64(content: bytes) -> str:
    return base64.b64encode(content).decode()


def _bytes(text: str) -> bytes | None:
    try:
        return base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        return None


def opened(note: str, key: PublicKey) -> str:
    """The text of a note; ``BadNote`` unless this key signed it."""
    text, signatures = _parted(note)
    for name, encoded in signatures:
        made = _bytes(encoded) or b""
        if name == key.name and made[:4] == key.id:
            if key.signed(text, made[4:]):
                return text
            raise BadNote(f"the signature of {name!r} does not fit the text")
    names = ", ".join(repr(name) for name, _ in signatures)
    raise BadNote(f"signed by {names}, but not by the key {key.name}+{key.id.hex()}")


def _parted(note: str) -> tuple[str, list[tuple[str, str]]]:
    """The text of a note and its signatures, each with its name."""
    text, blank, signatures = note.rpartition("\n\n")
    if not blank or not signatures.endswith("\n"):
        raise BadNote("found no signed note: text, an empty line, signatures")
    lines = [line.split(" ") for line in signatures.splitlines()]
    if any(len(parts) != 3 or parts[0] != DASH for parts in lines):
        raise BadNote("found a line among the signatures that is none")
    return f"{text}\n", [(name, encoded) for _, name, encoded in lines]


@dataclass(frozen=True)
class Checkpoint:
    """The size and root of a log at a moment."""

    origin: str
    size: int
    root: bytes

    def text(self) -> str:
        """The text that is signed."""
        return f"{self.origin}\n{self.size}\n{_base64(self.root)}\n"


def checkpoint(note: str, key: PublicKey) -> Checkpoint:
    """The checkpoint in a note; ``BadNote`` unless this key signed it for its own log."""
    found = _read(opened(note, key))
    if found.origin != key.name:
        raise BadNote(f"found a checkpoint of {found.origin!r}; wanted one of {key.name!r}")
    return found


def stated(note: str) -> tuple[int, bytes]:
    """The size and root that a note states, whoever signed it."""
    found = _read(note)
    return found.size, found.root


def _read(text: str) -> Checkpoint:
    origin, size, root, *_ = [*text.split("\n"), "", "", ""]
    raw = _bytes(root)
    if not re.fullmatch(r"0|[1-9]\d{0,18}", size) or raw is None or len(raw) != 32:
        raise BadNote("found a note that is no checkpoint: origin, size, root")
    return Checkpoint(origin, int(size), raw)
