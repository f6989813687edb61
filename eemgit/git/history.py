"""Commits as values, single new commits, and which paths two trees differ in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from eemgit.git.configuration import Authorship
from eemgit.git.runner import Git, printable

_FORMAT = "%H%x00%T%x00%P%x00%an%x00%ae%x00%ct%x00%B%x00%(trailers:only=true,unfold=true)"
_FIELDS = 8


@dataclass(frozen=True, slots=True)
class CommitInfo:
    """What a commit says of itself."""

    oid: str
    tree: str
    parents: tuple[str, ...]
    author: str
    email: str
    seconds: int
    """When it was committed, in seconds since 1970."""
    message: str
    trailers: tuple[tuple[str, str], ...]

    @property
    def subject(self) -> str:
        return self.message.split("\n", 1)[0]

    def trailer(self, name: str) -> str | None:
        """The value of the last trailer of this name, compared without case."""
        values = [value for key, value in self.trailers if key.lower() == name.lower()]
        return values[-1] if values else None


def log(git: Git, head: str, excluded: Sequence[str] = (), *, first_parent: bool = False) -> tuple[CommitInfo, ...]:
    """The commits `head` contains and `excluded` do not, parents before children; all arguments are commit ids.

    With `first_parent` only those on the line of first parents, so a merge stands for all it brought.
    """
    line = ("--first-parent",) if first_parent else ()
    out = git.run(
        "log", "-z", "--reverse", "--topo-order", f"--format={_FORMAT}", "--no-show-signature", "--no-notes",
        "--no-mailmap", "--encoding=UTF-8", *line, head, *(f"^{oid}" for oid in excluded), "--",
    )  # fmt: skip
    fields = printable(out).split("\0")
    whole = len(fields) // _FIELDS * _FIELDS
    return tuple(_commit(fields[at : at + _FIELDS]) for at in range(0, whole, _FIELDS))


def _commit(fields: Sequence[str]) -> CommitInfo:
    oid, tree, parents, author, email, seconds, message, trailers = fields
    return CommitInfo(
        oid, tree, tuple(parents.split()), author, email, int(seconds), message.rstrip("\n"), parse_trailers(trailers)
    )


def parse_trailers(block: str) -> tuple[tuple[str, str], ...]:
    """`Key: value` lines as pairs, in order."""
    pairs = (line.partition(":") for line in block.splitlines() if ":" in line)
    return tuple((key.strip(), value.strip()) for key, _, value in pairs)


def commit_tree(git: Git, tree: str, parents: Sequence[str], message: str, authorship: Authorship) -> str:
    """The id of a new commit of `tree`, signed if the user signs commits; no ref moves."""
    by = authorship
    dated = git.with_variables(
        GIT_AUTHOR_NAME=by.author.name, GIT_AUTHOR_EMAIL=by.author.email, GIT_AUTHOR_DATE=f"@{by.author.date}",
        GIT_COMMITTER_NAME=by.committer.name, GIT_COMMITTER_EMAIL=by.committer.email,
        GIT_COMMITTER_DATE=f"@{by.committer.date}",
    )  # fmt: skip
    named = [part for parent in parents for part in ("-p", parent)]
    signing = ("-S",) if by.sign else ()
    out = dated.run("commit-tree", *signing, *named, tree, stdin=message.encode("utf-8", "replace"))
    return out.decode("ascii").strip()


def changed_paths(git: Git, old: str, new: str) -> tuple[bytes, ...]:
    """Every path two commits or trees differ in, from the top of the tree, without looking for renames."""
    out = git.run("diff-tree", "-r", "-z", "--no-renames", "--name-only", old, new)
    return tuple(path for path in out.split(b"\0") if path)


def trees_of(git: Git, commits: Sequence[str]) -> tuple[str, ...]:
    """The tree of each commit, in order."""
    names = "".join(f"{oid}\n" for oid in commits).encode()
    return tuple(
        git.run("log", "--no-walk=unsorted", "--no-show-signature", "--format=%T", "--stdin", stdin=names)
        .decode("ascii")
        .split()
    )
