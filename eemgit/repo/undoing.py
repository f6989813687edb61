"""The last commit here, if it can be taken back: made by eemgit in this worktree, alone, and nothing since."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from eemgit.errors import GitError
from eemgit.git.history import CommitInfo, log
from eemgit.git.runner import printable
from eemgit.repo.here import REFLOG, touched_between, uncommitted
from eemgit.repo.repository import SETTINGS_FILE, Repository
from eemgit.repo.snapshot import KNOWLEDGE, revision_snapshot

_BY_HAND = "git revert HEAD takes back any commit"


@dataclass(frozen=True, slots=True)
class LastCommit:
    """The commit, its parent, and what each file it touched held before (None: it was not there)."""

    info: CommitInfo
    parent: str
    before: Mapping[str, bytes | None]


def last_commit(repository: Repository) -> LastCommit:
    """The last commit, for a caller that holds the lock; GitError with the reason when it is not to be taken back."""
    head = repository.head()
    if head is None:
        raise GitError("there is no commit yet")
    dirty = uncommitted(repository, (*KNOWLEDGE, SETTINGS_FILE))
    if dirty:
        raise GitError(f"'{dirty[0]}' is not committed", hint="commit it, or put it aside first")
    said, _, start = _moved_last(repository)
    if not said.startswith(REFLOG):
        raise GitError("the last commit was not made by eemgit here", hint=_BY_HAND)
    made = log(repository.git, head, (start,)) if start else ()
    if len(made) != 1 or made[0].parents != (start,):
        raise GitError("the last command made several commits, or a merge", hint="git revert takes them back")
    return LastCommit(made[0], start, _files_before(repository, head, start))


def _moved_last(repository: Repository) -> tuple[str, str, str]:
    """What the log of HEAD says of its last move, the commit it went to, and the one it came from ("" for none)."""
    out = printable(repository.git.attempt("log", "-g", "-2", "--format=%gs%x00%H", "HEAD", "--").out)
    lines = [line.split("\0") for line in out.splitlines() if "\0" in line]
    said, to = lines[0] if lines else ("", "")
    return said, to, lines[1][1] if len(lines) > 1 else ""


def _files_before(repository: Repository, head: str, parent: str) -> dict[str, bytes | None]:
    old = revision_snapshot(repository, parent).files
    files: dict[str, bytes | None] = {}
    for path in sorted(touched_between(repository, parent, head)):
        inside = path.removeprefix(repository.prefix)
        content = old.get(inside)
        is_ours = path.startswith(repository.prefix) and (inside == SETTINGS_FILE or inside.split("/")[0] in KNOWLEDGE)
        if not is_ours or not isinstance(content, bytes | None):
            raise GitError(f"the last commit also changes '{path}'", hint=_BY_HAND)
        files[inside] = content
    return files
