"""Judges files: a worktree or a revision as a whole, the index or a range of commits for what is new."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from eemgit.app.introducing import introduced
from eemgit.app.opening import at_head, at_revision, changed_since, here
from eemgit.beliefs.compare import Comparison, compare
from eemgit.beliefs.knowledge import KnowledgeBase
from eemgit.beliefs.model import Finding, Severity
from eemgit.errors import GitError
from eemgit.git.history import CommitInfo
from eemgit.git.refs import merge_base, resolve
from eemgit.repo.repository import Repository
from eemgit.repo.snapshot import index_snapshot, revision_snapshot
from eemgit.steps.gate import judge, standing


@dataclass(frozen=True, slots=True)
class Checked:
    """The findings of a check. `complete` is False when a record could not be read, so labels hang on the unknown."""

    findings: tuple[Finding, ...]
    complete: bool
    introduced: Mapping[tuple[str, str, str], CommitInfo] = field(default_factory=dict)
    """For the errors of a range, by their key, the commit that introduced each."""

    @property
    def has_errors(self) -> bool:
        return any(found.severity is Severity.ERROR for found in self.findings)


@dataclass(frozen=True, slots=True)
class Difference:
    """Two knowledge bases and how the second differs."""

    before: KnowledgeBase
    after: KnowledgeBase
    comparison: Comparison


def check_worktree(repository: Repository) -> Checked:
    """Everything that can be said of the files here."""
    return _whole(here(repository).knowledge)


def check_revision(repository: Repository, revision: str) -> Checked:
    """Everything that can be said of a commit."""
    return _whole(at_revision(repository, revision).knowledge)


def check_staged(repository: Repository, *, everything: bool = False) -> Checked:
    """What the next commit introduces; with `everything` also what stands already."""
    if repository.is_bare:
        raise GitError("a bare repository has no index", hint="name commits: eemgit check --range A..B")
    before = at_head(repository).knowledge
    return _change(before, changed_since(before, index_snapshot(repository)), everything)


def check_range(repository: Repository, span: str, *, everything: bool = False) -> Checked:
    """What the commits A..B introduce, judged at B; with three dots from where the two parted."""
    start, end = (resolve(repository.git, name) for name in _ends(repository, span))
    before = at_revision(repository, start).knowledge
    checked = _change(before, changed_since(before, revision_snapshot(repository, end)), everything)
    old = {found.key for found in standing(before)}
    errors = [found for found in checked.findings if found.severity is Severity.ERROR and found.key not in old]
    return replace(checked, introduced=introduced(repository, before, start, end, errors))


def compare_revisions(repository: Repository, old: str, new: str | None) -> Difference:
    """What a commit, or the files here (None), say that `old` does not."""
    before = at_revision(repository, old).knowledge
    after = here(repository).knowledge if new is None else changed_since(before, revision_snapshot(repository, new))
    return Difference(before, after, compare(before, after))


def _whole(knowledge: KnowledgeBase) -> Checked:
    return Checked(standing(knowledge), knowledge.complete)


def _change(before: KnowledgeBase, after: KnowledgeBase, everything: bool) -> Checked:
    judged = judge(before, after)
    new = (*judged.blocking, *judged.warnings)
    if not everything:
        return Checked(new, after.complete)
    told = {found.key for found in new}
    return Checked((*new, *(found for found in standing(after) if found.key not in told)), after.complete)


def _ends(repository: Repository, span: str) -> tuple[str, str]:
    for dots in ("...", ".."):
        start, found, end = span.partition(dots)
        if found:
            start, end = start or "HEAD", end or "HEAD"
            return (_parting(repository, start, end) if dots == "..." else start), end
    raise GitError(f"not a range of commits: {span!r}", hint="write it A..B")


def _parting(repository: Repository, one: str, other: str) -> str:
    base = merge_base(repository.git, resolve(repository.git, one), resolve(repository.git, other))
    if base is None:
        raise GitError(f"{one} and {other} share no history", hint="name a range with two dots")
    return base
