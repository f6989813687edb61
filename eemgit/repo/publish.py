"""Puts a chain of commits on a branch: built off-tree, then one compare-and-swap. Index, worktree and HEAD stay."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from eemgit.errors import GitError
from eemgit.git.configuration import Authorship, authorship
from eemgit.git.fastimport import NewCommit, import_chain
from eemgit.git.history import commit_tree, trees_of
from eemgit.git.names import check_branch
from eemgit.git.refs import RefUpdate, lookup, update_refs
from eemgit.repo.commits import CommitSpec
from eemgit.repo.leftovers import sweep, temporary_ref
from eemgit.repo.repository import Repository
from eemgit.repo.state import checked_out


@dataclass(frozen=True, slots=True)
class Published:
    """The commits now on the branch, oldest first; `head` is the last."""

    head: str
    commits: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Chain:
    """Commits in the object store, kept by a temporary ref until a branch takes them over."""

    head: str
    commits: tuple[str, ...]
    ref: str
    ref_value: str

    @property
    def dropped(self) -> RefUpdate:
        """The update that gives up the temporary ref."""
        return RefUpdate(self.ref, self.ref_value, None)


def publish(
    repository: Repository, branch: str, parent: str | None, specs: Sequence[CommitSpec], expected_old: str | None
) -> Published:
    """Moves `branch` from `expected_old` (None: it is new) to commits of `specs` on top of `parent`.

    GitError, and nothing changed, when the branch is not at `expected_old`, is checked out somewhere, or git refuses.
    """
    ref = f"refs/heads/{check_branch(branch)}"
    with repository.lock(f"publishing {branch}"):
        refuse_checked_out(repository, branch)
        refuse_moved(repository, ref, expected_old)
        sweep(repository)
        chain = build_chain(repository, parent, specs)
        updates = [RefUpdate(ref, expected_old, chain.head), chain.dropped]
        try:
            update_refs(repository.git, updates, f"eemgit: {specs[-1].subject}", repository.null_oid)
        except GitError:
            drop(repository, chain)
            refuse_moved(repository, ref, expected_old)
            raise
    return Published(chain.head, chain.commits)


def build_chain(repository: Repository, parent: str | None, specs: Sequence[CommitSpec]) -> Chain:
    """The commits of `specs` in the object store, signed if the user signs, on a temporary ref."""
    if not specs:
        raise GitError("there is nothing to commit")
    by = authorship(repository.git)
    commits = [spec.placed(repository.prefix) for spec in specs]
    ref = temporary_ref()
    made = import_chain(repository.git, ref, parent, commits, by)
    if lookup(repository.git, ref) != made[-1]:
        raise GitError("git did not keep the new commits", hint="try 'git fsck'")
    if not by.sign:
        return Chain(made[-1], made, ref, made[-1])
    try:
        signed = _signed(repository, parent, commits, made, by)
    except GitError:
        drop(repository, Chain(made[-1], made, ref, made[-1]))
        raise
    return Chain(signed[-1], signed, ref, made[-1])


def _signed(
    repository: Repository, parent: str | None, commits: Sequence[NewCommit], made: Sequence[str], by: Authorship
) -> tuple[str, ...]:
    """The same chain once more, each commit signed: fast-import cannot sign."""
    signed: list[str] = []
    for commit, tree in zip(commits, trees_of(repository.git, made), strict=True):
        parents = signed[-1:] or ([parent] if parent else [])
        signed.append(commit_tree(repository.git, tree, parents, commit.message, by))
    return tuple(signed)


def drop(repository: Repository, chain: Chain) -> None:
    """Gives up the temporary ref of a chain no branch took over."""
    update_refs(repository.git, [chain.dropped], "eemgit: given up", repository.null_oid)


def refuse_checked_out(repository: Repository, branch: str) -> None:
    """Raises GitError when a worktree is on `branch`: its files would no longer be those of its commit."""
    folder = checked_out(repository.git, repository.common_dir).get(branch)
    if folder is not None:
        raise GitError(f"branch '{branch}' is checked out in '{folder}'", hint="switch that worktree to another branch")


def refuse_moved(repository: Repository, ref: str, expected: str | None) -> None:
    """Raises GitError when `ref` no longer has the value the work was based on."""
    now = lookup(repository.git, ref)
    if now == expected:
        return
    name = ref.removeprefix("refs/heads/")
    if expected is None:
        raise GitError(f"branch '{name}' exists already", hint="look at it, then run the command again")
    state = "was deleted" if now is None else "has moved"
    raise GitError(f"branch '{name}' {state} meanwhile", hint="run the command again")
