"""The text and the JSON of `show --blame`: which commit gave each part of a belief."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from eemgit.beliefs.parts import Part
from eemgit.render.plain import short

WIDTH = 50
Json = dict[str, object]


@dataclass(frozen=True, slots=True)
class Origin:
    """The commit that gave a part."""

    commit: str
    time: str
    author: str
    subject: str


@dataclass(frozen=True, slots=True)
class Blamed:
    """A part of a belief with its origin; None for what is not committed."""

    part: Part
    origin: Origin | None


def blame_lines(blamed: Iterable[Blamed]) -> list[str]:
    """One line for each part: the commit and its date, what it gave, and its subject."""
    lines = ["", "given by"]
    for each in blamed:
        origin = each.origin
        by = f"{origin.commit[:10]} {origin.time[:10]}" if origin else "not committed yet    "
        what = f"{each.part.what} {each.part.justification or ''}".rstrip()
        subject = f"  ({short(origin.subject, WIDTH)})" if origin else ""
        lines.append(f"  {by}  {what + ':':<14}{short(each.part.text, WIDTH)}{subject}")
    return lines


def blame_json(blamed: Iterable[Blamed]) -> list[Json]:
    """The parts in their order."""
    return [_part(each.part) | _commit(each.origin) for each in blamed]


def _part(part: Part) -> Json:
    return {"what": part.what, "text": part.text, "justification": part.justification, "line": part.first_line}


def _commit(origin: Origin | None) -> Json:
    if origin is None:
        return {"commit": None}
    return {"commit": origin.commit, "time": origin.time, "author": origin.author, "subject": origin.subject}
