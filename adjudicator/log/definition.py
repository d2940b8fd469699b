"""How an event is defined: once, field by field, for reading, schemas and documents alike.

A definition is a class with a tag, and each field made by ``needed`` or ``maybe``. From it
come the struct that a line is decoded into, the reader that says what is wrong with a
line, the HTTP schemas, the API document and the printed reference.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar, Literal, NamedTuple, Optional, dataclass_transform

from msgspec import NODEFAULT, Struct, StructMeta, json

from adjudicator.values.fields import READERS, Kind, found_words, to_wire
from adjudicator.values.frozen import Frozen
from adjudicator.values.nearest import nearest
from adjudicator.values.wire_types import WIRE

Reader = Callable[[Any], Any]


class FieldSpec(Frozen):
    """One field as the world sees it; ``read`` says what is wrong with a value."""

    name: str
    attribute: str
    kind: Kind
    required: bool
    choices: tuple[str, ...]
    doc: str
    read: Reader


class _Field(NamedTuple):
    """A field as its definition has it."""

    kind: Kind
    doc: str
    choices: tuple[str, ...]
    default: Any = NODEFAULT

    @property
    def wire(self) -> Any:
        """The type of its values as they are nearly always sent; others are read with care."""
        found = Literal[self.choices] if self.choices else WIRE[self.kind]
        return Optional[found] if self.default is None else found  # noqa: UP045  # None is a kind's

    def spec(self, attribute: str) -> FieldSpec:
        """The field for readers, schemas and documents."""
        read = _one_of(self.choices) if self.choices else READERS[self.kind]
        required = self.default is NODEFAULT
        name = _wire_name(attribute)
        return FieldSpec(name, attribute, self.kind, required, self.choices, self.doc, read)


def needed(kind: Kind, doc: str, choices: tuple[str, ...] = ()) -> Any:
    """A field that must be there."""
    return _Field(kind, doc, choices)


def maybe(kind: Kind, doc: str, choices: tuple[str, ...] = (), default: Any = None) -> Any:
    """A field that may be left out; absent means not known or not so.

    A default word is a copy of its own: the encoder leaves out what is the default itself,
    and so can tell a word that was sent from one that was not.
    """
    own = str(default.encode(), "ascii") if isinstance(default, str) else default
    return _Field(kind, doc, choices, own)


def _one_of(choices: tuple[str, ...]) -> Reader:
    def read(found: object) -> str:
        if isinstance(found, str) and found in choices:
            return found
        hint = nearest(found, choices)
        raise ValueError(f"found {found_words(found)}; allowed: {', '.join(choices)}{hint}")

    return read


def _wire_name(attribute: str) -> str:
    """The name on the wire: a Python keyword has an underscore behind it here."""
    return attribute.rstrip("_")


class Definition(StructMeta):
    """Makes the struct of a definition; what every event may carry stands last in each."""

    envelope: ClassVar[dict[str, _Field]] = {}

    def __new__(
        mcs, name: str, bases: tuple[type, ...], namespace: dict[str, Any], **config: Any
    ) -> Any:
        own = {key: one for key, one in namespace.items() if isinstance(one, _Field)}
        rest = {key: one for key, one in namespace.items() if key not in own}
        if Struct in bases:
            mcs.envelope = own
            made: Any = super().__new__(mcs, name, bases, {**rest, "__annotations__": {}}, **config)
            made.specs = _specs(own)
            return made
        fields = {**own, **mcs.envelope}
        types = {key: one.wire for key, one in fields.items()} | dict.fromkeys(UNSENT)
        given = {key: one.default for key, one in fields.items() if one.default is not NODEFAULT}
        rest |= {**given, **dict.fromkeys(UNSENT), "__annotations__": types}
        made = super().__new__(mcs, name, bases, rest, kw_only=True, **config)
        made.type = made.__struct_config__.tag
        made.specs = _specs(mcs.envelope | own)
        EVENTS[made.type] = made
        return made


def _specs(fields: Mapping[str, _Field]) -> dict[str, FieldSpec]:
    specs = [one.spec(attribute) for attribute, one in fields.items()]
    return {spec.name: spec for spec in specs}


# What an event holds beside its fields: names with an underscore in front, and its own line.
UNSENT = ("extras", "sent")


@dataclass_transform(kw_only_default=True, frozen_default=True, field_specifiers=(needed,))
class Event(
    Struct,
    metaclass=Definition,
    frozen=True,
    gc=False,
    tag_field="type",
    rename=_wire_name,
    omit_defaults=True,
    forbid_unknown_fields=True,
):
    """What every event may carry beside its own fields.

    ``sent`` is the line it was read from, where every value is as it would be written now.
    """

    type: ClassVar[str] = ""
    specs: ClassVar[Mapping[str, FieldSpec]] = {}

    id: str | None = maybe(Kind.TEXT, "the device's own unique id; makes a retry harmless")
    at: str | None = maybe(Kind.TIME, "device time; evidence only, never used for ordering")
    hand: int | None = maybe(Kind.POSITIVE, "the number of the hand it belongs to")
    observer: str | None = maybe(Kind.TEXT, "who saw it, where that is not the sender")
    device_seq: int | None = maybe(Kind.NUMBER, "the device's own running number")
    extras: Mapping[str, Any] | None = None
    sent: bytes | None = None

    def content(self) -> dict[str, Any]:
        """The event as plain JSON, type first, absent fields left out."""
        if self.sent is not None:
            sent = _decode(self.sent)
            return sent if next(iter(sent)) == "type" else {"type": self.type, **sent}
        wire: dict[str, Any] = {"type": self.type}
        for spec in self.specs.values():
            value = getattr(self, spec.attribute)
            if value is not None:
                wire[spec.name] = to_wire(value)
        return wire | (to_wire(self.extras) if self.extras else {})


_decode = json.Decoder(dict[str, Any]).decode
EVENTS: dict[str, type[Event]] = {}
