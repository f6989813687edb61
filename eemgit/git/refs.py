"""Revisions and refs: what they name, how they relate, and changing them by compare-and-swap."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from eemgit.errors import GitError
from eemgit.git.names import check_ref, check_revision, one_line
from eemgit.git.runner import Git


def resolve(git: Git, revision: str) -> str:
    """The id of the commit `revision` names; GitError when there is none."""
    found = lookup(git, f"{check_revision(revision)}^{{commit}}")
    if found is None:
        raise GitError(f"no commit is named '{revision}'", hint="see 'git branch --all' and 'git log'")
    return found


def lookup(git: Git, expression: str) -> str | None:
    """The id of the object `expression` names, None when there is none."""
    result = git.attempt("rev-parse", "--verify", "--quiet", "--end-of-options", expression)
    return result.out.decode("ascii").strip() if result.code == 0 else None


def merge_base(git: Git, one: str, other: str) -> str | None:
    """The best common ancestor of two commits, None when they share none."""
    result = git.attempt("merge-base", one, other)
    return result.out.decode("ascii").split()[0] if result.code == 0 else None


def is_ancestor(git: Git, older: str, newer: str) -> bool:
    """Whether `newer` contains `older` (a commit contains itself)."""
    return git.attempt("merge-base", "--is-ancestor", older, newer).code == 0


@dataclass(frozen=True, slots=True)
class RefUpdate:
    """One ref moves from `old` to `new`; None for a ref that does not exist."""

    name: str
    old: str | None
    new: str | None


def update_refs(git: Git, updates: Sequence[RefUpdate], message: str, zero: str) -> None:
    """All updates or none, each only if the ref still has its old value; `zero` is the null id of the repository."""
    lines = [f"update {check_ref(change.name)}\0{change.new or zero}\0{change.old or zero}\0" for change in updates]
    whole = "".join(("start\0", *lines, "prepare\0", "commit\0"))
    git.run("update-ref", "-m", one_line(message), "--stdin", "-z", stdin=whole.encode())


def list_refs(git: Git, patterns: Sequence[str]) -> dict[str, str]:
    """Ref names under `patterns` with the object ids they hold, in name order."""
    out = git.run("for-each-ref", "--format=%(objectname) %(refname)", "--", *patterns).decode(
        "utf-8", "surrogateescape"
    )
    pairs = (line.split(" ", 1) for line in out.splitlines())
    return {name: oid for oid, name in pairs}


def containing(git: Git, commit: str, patterns: Sequence[str]) -> tuple[str, ...]:
    """The refs under `patterns` whose history has the commit, by name."""
    out = git.run("for-each-ref", "--format=%(refname)", f"--contains={commit}", "--", *patterns)
    return tuple(out.decode("utf-8", "surrogateescape").splitlines())
