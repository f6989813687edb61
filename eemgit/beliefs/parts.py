"""The parts of a belief that somebody gave at some time, with the lines of its file that hold them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from eemgit.beliefs.checks import Keys
from eemgit.beliefs.checks import antecedents as antecedents_of
from eemgit.beliefs.checks import unless as unless_of
from eemgit.beliefs.model import Belief
from eemgit.beliefs.reading import locate

_LINE = re.compile(r"\r\n|\r|\n")


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a belief: `claim`, `antecedent`, `unless`, `source` or `retracted`; lines count from 1."""

    what: str
    text: str
    first_line: int
    last_line: int
    justification: int | None = None
    """The number of the justification it is in, from 1."""


def parts(belief: Belief, data: bytes) -> tuple[Part, ...]:
    """The claim, each antecedent, each `unless`, each source and the retraction, as far as they are found in `data`."""
    lines = _LINE.split(data.decode("utf-8", "replace"))
    found: list[Part] = []
    for what, keys, text in _named(belief):
        place = locate(data, keys)
        if place is None:
            continue
        first = place[0]
        number = int(keys[1]) + 1 if keys[0] == "justifications" else None
        found.append(Part(what, text, first, _last(what, lines, first), number))
    return tuple(found)


def _named(belief: Belief) -> Iterator[tuple[str, Keys, str]]:
    yield "claim", ("claim",), belief.claim
    if belief.retracted is not None:
        yield "retracted", ("retracted",), belief.retracted.reason
    yield from (("antecedent", keys, reference) for keys, reference in antecedents_of(belief))
    yield from (("unless", keys, reference) for keys, reference in unless_of(belief))
    yield from (("source", ("sources", item), source.text) for item, source in enumerate(belief.sources))


def _last(what: str, lines: list[str], first: int) -> int:
    """The last line of a part: a claim ends with its paragraph, a retraction before the next key or the fence."""
    if what not in ("claim", "retracted"):
        return first
    for number, line in enumerate(lines[first:], first):
        if (not line.strip()) if what == "claim" else line[:1] not in (" ", ""):
            return number
    return len(lines)
