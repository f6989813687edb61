"""A belief or a nogood as one JSON object that says all of it, and back."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import Enum
from typing import Any, TypeVar

from eemgit.beliefs.model import (
    Belief,
    Justification,
    Mode,
    Nogood,
    Retraction,
    RetractionType,
    ScopeFinding,
    Validity,
)
from eemgit.beliefs.shown import shown
from eemgit.beliefs.sources import parse_source
from eemgit.exchange.json_text import Literal, kind_of

Json = dict[str, object]
E = TypeVar("E", bound=Enum)


class Unfit(ValueError):
    """A value is not what the key needs; the text says which key, and what it should hold."""


def belief_from(id: str, claim: str, record: Mapping[str, object]) -> Belief:
    """The belief that a record describes; a key that is absent or null says nothing. Raises Unfit."""
    fields = {name: read(key, record[key]) for key, (name, read) in _READERS.items() if record.get(key) is not None}
    return Belief(id, claim, **fields)


def nogood_from(id: str, record: Mapping[str, object]) -> Nogood:
    """The nogood that a record describes. Raises Unfit."""
    return Nogood(id, texts("members", record.get("members")), text("reason", record.get("reason")))


def text(key: str, value: object) -> str:
    """`value`, if it is text."""
    if not isinstance(value, str) or isinstance(value, Literal):
        raise Unfit(f"{key!r} is {kind_of(value)}, and should be text")
    return value


def texts(key: str, value: object) -> tuple[str, ...]:
    """`value`, if it is a list of texts."""
    if not isinstance(value, list):
        raise Unfit(f"{key!r} is {kind_of(value)}, and should be a list of texts")
    return tuple(text(f"{key}[{number}]", item) for number, item in enumerate(value))


def _object(key: str, value: object) -> Mapping[str, object]:
    if not isinstance(value, Mapping):
        raise Unfit(f"{key!r} is {kind_of(value)}, and should be an object")
    return value


def _objects(key: str, value: object) -> list[Mapping[str, object]]:
    if not isinstance(value, list):
        raise Unfit(f"{key!r} is {kind_of(value)}, and should be a list of objects")
    return [_object(f"{key}[{number}]", item) for number, item in enumerate(value)]


def _optional(record: Mapping[str, object], key: str) -> str | None:
    value = record.get(key)
    return None if value is None else text(key, value)


def _justifications(key: str, value: object) -> tuple[Justification, ...]:
    return tuple(
        Justification(
            texts("antecedents", each.get("antecedents", [])),
            texts("unless", each.get("unless", [])),
            _one_of(Mode, "mode", each.get("mode", Mode.ALL.value)),
            text("label", each.get("label", "")),
        )
        for each in _objects(key, value)
    )


def retraction_from(key: str, value: object) -> Retraction:
    """The retraction that a record describes. Raises Unfit."""
    record = _object(key, value)
    type = record.get("type")
    return Retraction(
        text("reason", record.get("reason", "")),
        None if type is None else _one_of(RetractionType, "type", type),
        _optional(record, "duplicate_of"),
        _optional(record, "superseded_by"),
        _optional(record, "nogood"),
        _optional(record, "missing_property"),
        tuple(map(_scope_finding, _objects("findings", record.get("findings", [])))),
    )


def _scope_finding(record: Mapping[str, object]) -> ScopeFinding:
    return ScopeFinding(
        *(text(key, record.get(key, "")) for key in ("antecedent", "establishes", "does_not_establish"))
    )


def _validity(key: str, value: object) -> Validity:
    record = _object(key, value)
    return Validity(_optional(record, "from"), _optional(record, "to"))


def _extra(key: str, value: object) -> tuple[tuple[str, object], ...]:
    return tuple((name, _plain(f"{key}.{name}", member)) for name, member in _object(key, value).items())


def _plain(key: str, value: object) -> object:
    """Text, lists and objects as a file may hold them; the depth of JSON that is read is bounded."""
    match value:
        case Mapping():
            return {name: _plain(f"{key}.{name}", member) for name, member in value.items()}
        case list():
            return [_plain(f"{key}[{number}]", item) for number, item in enumerate(value)]
    return text(key, value)


def _one_of(kinds: type[E], key: str, value: object) -> E:
    known = {kind.value: kind for kind in kinds}
    word = text(key, value)
    if word not in known:
        raise Unfit(f"{key!r} is {shown(word)}, and should be one of {', '.join(known)}")
    return known[word]


_READERS: Mapping[str, tuple[str, Callable[[str, object], Any]]] = {
    "justifications": ("justifications", _justifications),
    "unless": ("unless", texts),
    "retraction": ("retracted", retraction_from),
    "research": ("research", text),
    "valid": ("valid", _validity),
    "sources": ("sources", lambda key, value: tuple(map(parse_source, texts(key, value)))),
    "tags": ("tags", texts),
    "aliases": ("aliases", texts),
    "distinct": ("distinct", texts),
    "origin": ("origin", text),
    "extra": ("extra", _extra),
    "notes": ("notes", text),
}
"""For each key of a record the field of a belief, and how it is read."""
