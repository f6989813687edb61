"""Which commit gave each line of a file."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone

from eemgit.git.refs import lookup
from eemgit.git.runner import Git, printable, refusal

_HEADER = re.compile(r"([0-9a-f]{40,64}) \d+ (\d+)(?: \d+)?\Z")


@dataclass(frozen=True, slots=True)
class Line:
    """The commit that a line comes from."""

    commit: str
    time: str
    """When it was committed: `2026-01-02T03:04:05+00:00`."""
    author: str
    subject: str
    seconds: int


def blame(git: Git, path: str, commit: str | None = None) -> tuple[Line | None, ...]:
    """The origin of each line of the file as it lies in the worktree, or in a commit; None where not committed.

    `path` is from the top of the tree. Nothing at all for a file that HEAD does not have.
    """
    revision = (commit,) if commit else ()
    if commit is None and lookup(git, f"HEAD:{path}") is None:
        return ()
    args = ("blame", "--porcelain", "--encoding=UTF-8", *revision, "--", path)
    result = git.attempt(*args)
    if result.code:
        raise refusal(args, result)
    return tuple(_lines(printable(result.out)))


def _lines(out: str) -> Iterator[Line | None]:
    """A header for each line; what a commit says of itself stands below its first one; a tab before the text."""
    known: dict[str, Line | None] = {}
    said: dict[str, str] = {}
    commit = ""
    for text in out.split("\n"):
        header = None if text.startswith("\t") else _HEADER.match(text)
        if header is not None:
            commit, said = header[1], {}
        elif text.startswith("\t"):
            if commit not in known:
                known[commit] = _line(commit, said)
            yield known[commit]
        else:
            key, _, value = text.partition(" ")
            said[key] = value


def _line(commit: str, said: dict[str, str]) -> Line | None:
    if not commit.strip("0"):
        return None
    seconds, zone = int(said["committer-time"]), said["committer-tz"]
    offset = int(zone[1:3]) * 60 + int(zone[3:5])
    there = timezone(timedelta(minutes=-offset if zone.startswith("-") else offset))
    time = datetime.fromtimestamp(seconds, there).isoformat()
    return Line(commit, time, said["author"], said["summary"], seconds)
