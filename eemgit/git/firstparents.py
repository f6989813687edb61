"""What each commit along first parents changes below some paths, at the cost of those that change something there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from eemgit.errors import GitError
from eemgit.git.objects import Entry, list_tree
from eemgit.git.runner import Git, printable

GONE = "000000"
"""The mode of an entry that a commit takes away."""


@dataclass(frozen=True, slots=True)
class Change:
    """A commit with the paths it changes, as they are after it; the first commit of all changes every path it has."""

    commit: str
    entries: tuple[Entry, ...]


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


def changes_along(git: Git, commits: Sequence[str], paths: Sequence[str]) -> Iterator[Change]:
    """The commits among `commits` (as `first_parents` gives them) that change something below `paths`, oldest first.

    Merges are compared with their first parent. Of a commit that changes something all other paths are there too.
    """
    if not commits:
        return
    oldest = list_tree(git, commits[-1], paths)
    touched = _touched(git, commits, paths)
    yield Change(commits[-1], oldest)
    asked = "".join(f"{commit} {parent}\n" for commit, parent in reversed(touched)).encode("ascii")
    yield from _parsed(git.run("diff-tree", "--stdin", "-r", "--raw", "-z", "--no-renames", stdin=asked))


def _touched(git: Git, commits: Sequence[str], paths: Sequence[str]) -> list[tuple[str, str]]:
    """Each commit where the object at one of the paths is another than in its first parent, with that parent."""
    if any("\n" in path for path in paths):
        raise GitError("the name of the belief root holds a line break", hint="rename the folder")
    trees = [path.rstrip("/") for path in paths]
    asked = "".join(f"{commit}:{path}\n" for commit in commits for path in trees)
    out = git.run("cat-file", "--batch-check=%(objectname)", "--buffer", stdin=asked.encode("utf-8", "surrogateescape"))
    names = [b"" if line.endswith(b" missing") else line for line in out.split(b"\n")]
    width = len(trees)
    held = [names[at * width : (at + 1) * width] for at in range(len(commits))]
    return [(commits[at], commits[at + 1]) for at in range(len(commits) - 1) if held[at] != held[at + 1]]


def _parsed(out: bytes) -> Iterator[Change]:
    """`COMMIT NUL` and for each path `:mode mode oid oid status NUL path NUL`."""
    commit = ""
    entries: list[Entry] = []
    fields = iter(out.split(b"\0"))
    for field in fields:
        if field.startswith(b":"):
            _, mode, _, oid, _ = field.decode("ascii").split(" ")
            entries.append(Entry(mode, oid, next(fields)))
        else:
            if commit:
                yield Change(commit, tuple(entries))
            commit, entries = field.decode("ascii").strip(), []


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
