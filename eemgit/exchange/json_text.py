"""JSON bytes as plain values: nothing in them raises but `EemError`, and nothing in them is silently dropped."""

from __future__ import annotations

import json
import re
from collections import Counter

from eemgit.errors import EemError

MAX_NESTING = 100
"""Objects and lists inside one another; an export needs six."""

_STRING_OR_BRACKET = re.compile(r'"(?:[^"\\]++|\\.)*+"?|[\[{]|[\]}]', re.DOTALL)
_LINE_END = re.compile(r"\r\n?|[\f\v\x85]")
_UNFIT = re.compile(r"[\x00-\x08\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")
_SPACE = re.compile(r"[ \t\n\u2028\u2029]+")
_BOM = "\ufeff"


class Literal(str):
    """A number, or NaN and its like, as it was spelt."""

    __slots__ = ()


class Members(dict[str, object]):
    """An object; `repeated` are the keys it has more than once, of which the last value counts."""

    __slots__ = ("repeated",)

    def __init__(self, pairs: list[tuple[str, object]]) -> None:
        super().__init__(pairs)
        times = Counter(name for name, _ in pairs) if len(self) < len(pairs) else {}
        self.repeated: tuple[str, ...] = tuple(sorted(name for name, count in times.items() if count > 1))


def read_json(data: bytes) -> object:
    """The one value in `data`: text, `Literal`, bool, None, list or `Members`; EemError says what is wrong."""
    text = _decoded(data)
    if _nesting(text) > MAX_NESTING:
        raise EemError(f"nested deeper than {MAX_NESTING}: not an export")
    try:
        return _DECODER.decode(text)
    except json.JSONDecodeError as error:
        what = error.msg.lower().removesuffix(" at")
        message = f"not JSON: {what} at line {error.lineno}, column {error.colno}"
        raise EemError(message, hint="is the file complete?") from None


def clean(text: str) -> str:
    """`text` with LF line ends, and with what no file can hold (controls, halves of surrogate pairs) as U+FFFD."""
    if text.isprintable():
        return text
    return _UNFIT.sub("\ufffd", _LINE_END.sub("\n", text)).replace(_BOM, "")


def fold(text: str) -> str:
    """`text` cleaned and on one line."""
    return text.strip(" ") if text.isprintable() and "  " not in text else _SPACE.sub(" ", clean(text)).strip(" ")


def kind_of(value: object) -> str:
    """What a person calls the JSON type of `value`."""
    match value:
        case None:
            return "null"
        case bool():
            return "true or false"
        case Literal():
            return "a number"
        case str():
            return "text"
        case list():
            return "a list"
    return "an object"


def as_json(value: object) -> str:
    """`value` as JSON text again, numbers as they were spelt; no deeper than `MAX_NESTING`."""
    match value:
        case Literal():
            return str(value)
        case dict():
            inside = (f"{as_json(name)}: {as_json(member)}" for name, member in value.items())
            return "{" + ", ".join(inside) + "}"
        case list():
            return "[" + ", ".join(map(as_json, value)) + "]"
    return json.dumps(value, ensure_ascii=False)


_DECODER = json.JSONDecoder(
    object_pairs_hook=Members, parse_float=Literal, parse_int=Literal, parse_constant=Literal, strict=False
)


def _decoded(data: bytes) -> str:
    encoding = json.detect_encoding(data)
    try:
        return data.decode(encoding).removeprefix(_BOM)
    except UnicodeDecodeError as error:
        raise EemError(f"not {encoding.upper()} text: byte {error.start + 1} cannot be read") from None


def _nesting(text: str) -> int:
    depth = deepest = 0
    for found in _STRING_OR_BRACKET.finditer(text):
        first = text[found.start()]
        if first in "[{":
            depth += 1
            deepest = max(deepest, depth)
        elif first in "]}":
            depth -= 1
    return deepest
