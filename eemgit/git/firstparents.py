"""What each commit along first parents changes below some paths, at the cost of those that change something there."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from eemgit.errors import GitError
from eemgit.git.objects import list_tree
from eemgit.git.runner import Git, Result, printable, refusal

GONE = "000000"
"""The mode of an entry that a commit takes away."""


class Changed(NamedTuple):
    """A path from the top of the tree as it is after a commit."""

    mode: str
    oid: str
    path: str
    """Bytes that are not UTF-8 as `os.fsdecode` gives them."""


@dataclass(frozen=True, slots=True)
class Described:
    """What a commit says of itself, for a line of a log."""

    oid: str
    time: str
    """When it was committed, by the committer's clock: `2026-01-02T03:04:05+00:00`."""
    author: str
    subject: str


def first_parents(git: Git, head: str) -> tuple[str, ...]:
    """A commit, its first parent, that one's first parent and so on: newest first."""
    return tuple(git.run("rev-list", "--first-parent", head).decode("ascii").split())


def changes_along(git: Git, commits: Sequence[str], paths: Sequence[str]) -> Iterator[tuple[str, list[Changed]]]:
    """The commits among `commits` (as `first_parents` gives them) that change something below `paths`, oldest first.

    Merges are compared with their first parent. The oldest commit changes all that it has below `paths`; of the others
    what they change elsewhere is there too.
    """
    if not commits:
        return
    oldest = list_tree(git, commits[-1], paths)
    yield commits[-1], [Changed(entry.mode, entry.oid, _text(entry.path)) for entry in oldest]
    # Newest first is what packs are made for; the other way round git takes a third longer.
    asked = "".join(f"{commit} {parent}\n" for commit, parent in _touched(git, commits, paths))
    newest_first = [*_parsed(_answer(git, asked, "diff-tree", "--stdin", "-r", "--raw", "-z", "--no-renames"))]
    yield from reversed(newest_first)


def _touched(git: Git, commits: Sequence[str], paths: Sequence[str]) -> list[tuple[str, str]]:
    """Each commit where the object at one of the paths is another than in its first parent, with that parent."""
    if any("\n" in path for path in paths):
        raise GitError("the name of the belief root holds a line break", hint="rename the folder")
    asked = "".join(f"{commit}:{path}\n" for commit in commits for path in paths)
    names = _answer(git, asked, "cat-file", "--batch-check=%(objectname)", "--buffer").split("\n")
    held = ["" if name.endswith(" missing") else name for name in names]
    width = len(paths)
    pairs = enumerate(pairwise(commits))
    return [
        pair for at, pair in pairs if held[at * width : (at + 1) * width] != held[(at + 1) * width : (at + 2) * width]
    ]


def _answer(git: Git, questions: str, *args: str) -> str:
    """What git answers to very many questions. Both go through files: by pipe every single answer would wake us."""
    with tempfile.TemporaryFile() as asked, tempfile.TemporaryFile() as answers:
        asked.write(questions.encode("utf-8", "surrogateescape"))
        asked.seek(0)
        process = git.start(*args, stdin=asked.fileno(), stdout=answers.fileno())
        _, err = process.communicate()
        answers.seek(0)
        out = answers.read()
    if process.returncode:
        raise refusal(args, Result(process.returncode, out, err))
    return _text(out)


def _text(data: bytes) -> str:
    return data.decode("utf-8", "surrogateescape")


def _parsed(out: str) -> Iterator[tuple[str, list[Changed]]]:
    """`COMMIT NUL` and for each path `:mode mode oid oid status NUL path NUL`."""
    commit = ""
    changes: list[Changed] = []
    fields = iter(out.split("\0"))
    for field in fields:
        if field[:1] == ":":
            _, mode, _, oid, _ = field.split(" ")
            changes.append(Changed(mode, oid, next(fields)))
        else:
            if commit:
                yield commit, changes
            commit, changes = field.strip(), []


def described(git: Git, commits: Sequence[str]) -> tuple[Described, ...]:
    """What each commit says of itself, in order."""
    if not commits:
        return ()
    asked = "".join(f"{oid}\n" for oid in commits).encode("ascii")
    out = git.run(
        "log", "-z", "--no-walk=unsorted", "--format=%H%x00%cI%x00%an%x00%s", "--no-show-signature", "--no-notes",
        "--no-mailmap", "--encoding=UTF-8", "--stdin", stdin=asked,
    )  # fmt: skip
    fields = printable(out).split("\0")
    return tuple(Described(*fields[at : at + 4]) for at in range(0, len(fields) // 4 * 4, 4))


def shallow_ends(common_dir: Path) -> frozenset[str]:
    """The commits of a shallow clone whose parents were not fetched; none in any other clone."""
    file = common_dir / "shallow"
    return frozenset(file.read_text(encoding="ascii").split()) if file.is_file() else frozenset()
