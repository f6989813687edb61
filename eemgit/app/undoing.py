"""Takes back the last commit that a command made here, with a commit of its own."""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import dataclass

from eemgit.app.opening import at_revision
from eemgit.beliefs.compare import Comparison, compare
from eemgit.beliefs.knowledge import KnowledgeBase
from eemgit.repo.commits import CommitSpec
from eemgit.repo.here import add_commits
from eemgit.repo.repository import Repository
from eemgit.repo.undoing import last_commit


@dataclass(frozen=True, slots=True)
class Undone:
    """The commit that is taken back, what that changes, and the new commit (None for a dry run)."""

    oid: str
    subject: str
    before: KnowledgeBase
    after: KnowledgeBase
    comparison: Comparison
    commit: str | None


def undo(repository: Repository, *, dry_run: bool = False) -> Undone:
    """Every file of the last commit as it was before. GitError when a person should decide how to take it back."""
    with nullcontext() if dry_run else repository.lock("undo"):
        last = last_commit(repository)
        before, after = (at_revision(repository, oid).knowledge for oid in (last.info.oid, last.parent))
        compared = compare(before, after)
        undone = Undone(last.info.oid, last.info.subject, before, after, compared, None)
        if dry_run:
            return undone
        spec = CommitSpec(f"undo: {last.info.subject}"[:72], f"This reverts commit {last.info.oid}.", (), last.before)
        commit = add_commits(repository, (spec,)).head
        return Undone(last.info.oid, last.info.subject, before, after, compared, commit)
