"""Proposes ids: short ones from claims, the nearest ones from ids of other tools."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Container

WORDS = 6
"""How many words of a claim make an id."""

_LONGEST = 100
"""Leaves room for a suffix within the 120 bytes of an id."""

_FILLER = frozenset(
    re.findall(
        r"\w+",
        "a an the this that these those it its is are was were be been being am of to in on at by for from with as and "
        "or so do does did has have had will would shall should can could may might must there here their his her our "
        "your which who whom whose such very just also then than into onto",
    )
)
_LETTERS = str.maketrans({"ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i"})
_DEVICE = re.compile(r"(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?=\.|\Z)")


def slug(text: str, taken: Container[str] = ()) -> str:
    """An id for a claim (its first telling words), or the id nearest to one of another tool (a text without spaces).

    Never one that is `taken`: `-2`, `-3`… is put behind it. The same text and `taken` give the same id.
    """
    plain = _ascii(text.strip())
    words = plain.split()
    found = _from_claim(words) if len(words) > 1 else _from_id(plain)
    if not found:
        found = f"belief-{_digest(text)}"
    number, unique = 2, found
    while unique in taken:
        unique = f"{found}-{number}"
        number += 1
    return unique


def _digest(text: str) -> str:
    from hashlib import sha256

    return sha256(text.encode(errors="replace")).hexdigest()[:8]


def _ascii(text: str) -> str:
    decomposed = unicodedata.normalize("NFKD", text.lower().translate(_LETTERS))
    return "".join(char for char in decomposed if not unicodedata.combining(char))


def _from_claim(words: list[str]) -> str:
    spelt = [_joined(word) for word in words]
    telling = [word for word in spelt if word and word not in _FILLER] or [word for word in spelt if word]
    return _safe("-".join(telling[:WORDS]))


def _from_id(text: str) -> str:
    namespace, slash, name = text.partition("/")
    namespace, rest = _safe(_joined(namespace)), _safe(_joined(name))
    if slash and len(namespace) >= 2 and rest and "/" not in name:
        return f"{namespace[:40].rstrip('._-')}/{rest[:59].rstrip('._-')}"
    return _safe(_joined(text))


def _joined(text: str) -> str:
    """The runs of letters and digits of an ASCII text, joined by the separator it has, or by a dash."""
    text = re.sub(r"['’`]", "", text)
    text = re.sub(r"[^a-z0-9._-]+", "-", text)
    text = re.sub(r"[._-]*-[._-]*|[._-]{2,}", "-", text)
    return text.strip("._-")


def _safe(text: str) -> str:
    """`text` cut to a length, at a separator if one is near, and not the name of a device."""
    if len(text) > _LONGEST:
        cut = text[:_LONGEST]
        text = (cut.rpartition("-")[0] or cut).rstrip("._-")
    device = _DEVICE.match(text)
    return f"{device.group()}-x{text[device.end() :]}" if device else text
