"""The branches of a repository as proposals: what each adds to a target, and whether it has arrived there."""

from __future__ import annotations

from dataclasses import dataclass

from eemgit.git.history import CommitInfo, changed_paths, log, trees_of
from eemgit.git.mergetree import merge_trees
from eemgit.git.names import check_branch
from eemgit.git.refs import list_refs, merge_base
from eemgit.git.runner import Git
from eemgit.repo.merging import neutral
from eemgit.repo.repository import Repository


@dataclass(frozen=True, slots=True)
class Branch:
    """A branch beside a target commit."""

    name: str
    head: str
    base: str | None
    """The best common ancestor with the target, None when they share no history."""
    commits: tuple[CommitInfo, ...]
    """What it has and the target has not, oldest first."""
    accepted: bool
    """Merging it would bring nothing but reports: it was merged, rebased or squashed into the target."""

    @property
    def tip(self) -> CommitInfo | None:
        """Its last commit of its own."""
        return self.commits[-1] if self.commits else None


def branches(repository: Repository, folder: str, target: str) -> tuple[Branch, ...]:
    """The branches `folder` or `folder/…` (such as `eem`) beside the commit `target`, by name."""
    found = list_refs(repository.git, [f"refs/heads/{check_branch(folder)}"])
    if not found:
        return ()
    (target_tree,) = trees_of(repository.git, [target])
    with neutral(repository) as store:
        return tuple(
            _branch(repository, store, name.removeprefix("refs/heads/"), head, target, target_tree)
            for name, head in found.items()
        )


def is_accepted(repository: Repository, head: str, target: str) -> bool:
    """Whether merging the commit `head` into the commit `target` would change nothing of knowledge."""
    if merge_base(repository.git, target, head) is None:
        return False
    (target_tree,) = trees_of(repository.git, [target])
    with neutral(repository) as store:
        return _changes_nothing(store, repository.prefix, head, target, target_tree)


def _branch(repository: Repository, store: Git, name: str, head: str, target: str, target_tree: str) -> Branch:
    base = merge_base(repository.git, target, head)
    commits = log(repository.git, head, [target])
    if base is None:
        return Branch(name, head, None, commits, accepted=False)
    accepted = base == head or _changes_nothing(store, repository.prefix, head, target, target_tree)
    return Branch(name, head, base, commits, accepted)


def _changes_nothing(store: Git, prefix: str, head: str, target: str, target_tree: str) -> bool:
    """Whether a merge would bring nothing, or nothing but the report of a run."""
    merged = merge_trees(store, target, head)
    if not merged.clean:
        return False
    reports = f"{prefix}reports/".encode()
    return all(path.startswith(reports) for path in changed_paths(store, target_tree, merged.tree))
