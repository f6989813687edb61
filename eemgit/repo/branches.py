"""The branches of a repository as proposals: what each adds to a target, and whether it has arrived there."""

from __future__ import annotations

from dataclasses import dataclass

from eemgit.git.history import CommitInfo, log, trees_of
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
    """Merging it would change nothing: it was merged, rebased or squashed into the target."""

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
            _branch(repository.git, store, name.removeprefix("refs/heads/"), head, target, target_tree)
            for name, head in found.items()
        )


def _branch(git: Git, store: Git, name: str, head: str, target: str, target_tree: str) -> Branch:
    base = merge_base(git, target, head)
    commits = log(git, head, [target])
    if base is None:
        return Branch(name, head, None, commits, accepted=False)
    accepted = base == head or _changes_nothing(store, head, target, target_tree)
    return Branch(name, head, base, commits, accepted)


def _changes_nothing(store: Git, head: str, target: str, target_tree: str) -> bool:
    merged = merge_trees(store, target, head)
    return merged.clean and merged.tree == target_tree
