"""What merging a branch would give, without touching anything; and committing exactly that."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from eemgit.beliefs.model import FileContent
from eemgit.errors import GitError
from eemgit.git.configuration import authorship
from eemgit.git.history import commit_tree
from eemgit.git.mergetree import MergedTree, ObjectStore, merge_trees, neutral_git
from eemgit.git.names import check_branch
from eemgit.git.promised import fetch_promised, is_partial
from eemgit.git.refs import RefUpdate, is_ancestor, merge_base, update_refs
from eemgit.git.runner import Git
from eemgit.repo.here import fast_forward_to, refuse_bare, refuse_dirty, touched_between
from eemgit.repo.publish import refuse_checked_out, refuse_moved
from eemgit.repo.repository import Repository
from eemgit.repo.snapshot import KNOWLEDGE, Snapshot, tree_files, wanted_paths
from eemgit.repo.state import refuse_unfinished
from eemgit.repo.worktree import shown


@dataclass(frozen=True, slots=True)
class Conflict:
    """A file git could not merge: `path` from the belief root, or from the top of the tree when outside of it."""

    path: str
    inside: bool
    """Whether the path lies below the belief root."""
    kinds: tuple[str, ...]
    """git's short names, such as `contents` or `modify/delete`."""


@dataclass(frozen=True, slots=True)
class MergeResult:
    """What merging `branch` into `target` gives; all ids are of commits but `tree`."""

    tree: str
    target: str
    branch: str
    base: str
    conflicts: tuple[Conflict, ...]
    snapshot: Snapshot
    """The merged files; a conflicted one holds conflict markers or one side."""


def merge_result(repository: Repository, target: str, branch: str, folders: Sequence[str] = KNOWLEDGE) -> MergeResult:
    """Merges two commits as git would with no configuration and no attributes: a function of the two.

    Nothing is written to the repository. GitError when they share no history or git is older than 2.38.
    """
    base = _common_ancestor(repository, target, branch)
    _fetch_sides(repository, (base, target, branch), folders)
    with neutral(repository) as store:
        merged = merge_trees(store, target, branch)
        files = tree_files(store, merged.tree, repository.prefix, folders)
    return _result(repository, target, branch, base, merged, files)


def _fetch_sides(repository: Repository, sides: tuple[str, str, str], folders: Sequence[str]) -> None:
    """In a partial clone, gets what the merge will read; the throw-away store could not."""
    if is_partial(repository.common_dir):
        base, target, branch = sides
        changed = touched_between(repository, base, target) | touched_between(repository, base, branch)
        paths = changed | {*wanted_paths(repository.prefix, folders)}
        fetch_promised(repository.git, repository.common_dir, sides, paths)


def _result(
    repository: Repository, target: str, branch: str, base: str, merged: MergedTree, files: Mapping[str, FileContent]
) -> MergeResult:
    conflicts = _conflicts(merged, repository.prefix)
    snapshot = Snapshot(f"merge of {branch[:12]} into {target[:12]}", None, files)
    return MergeResult(merged.tree, target, branch, base, conflicts, snapshot)


def _common_ancestor(repository: Repository, target: str, branch: str) -> str:
    base = merge_base(repository.git, target, branch)
    if base is None:
        hint = "were they made in different repositories, or is this a shallow clone ('git fetch --unshallow')?"
        raise GitError(f"{branch[:12]} and {target[:12]} share no history", hint=hint)
    return base


@contextmanager
def neutral(repository: Repository, *, keep: bool = False) -> Iterator[Git]:
    """A git that sees the objects of the repository and nothing else of it; writes them with `keep`."""
    store = ObjectStore(repository.objects_dir, repository.common_dir, repository.object_format)
    with neutral_git(repository.git, store, keep=keep) as found:
        yield found


def _conflicts(merged: MergedTree, prefix: str) -> tuple[Conflict, ...]:
    if merged.clean:
        return ()
    kinds: dict[str, set[str]] = {os.fsdecode(path): set() for path in merged.conflicted}
    for note in merged.notes:
        if note.kind.startswith("CONFLICT"):
            for path in note.paths:
                kinds.setdefault(os.fsdecode(path), set()).add(note.kind.removeprefix("CONFLICT (").removesuffix(")"))
    return tuple(_conflict(path, prefix, tuple(sorted(named))) for path, named in sorted(kinds.items()))


def _conflict(path: str, prefix: str, kinds: tuple[str, ...]) -> Conflict:
    inside = path.startswith(prefix)
    return Conflict(shown(path.removeprefix(prefix) if inside else path), inside, kinds)


def accept_merge(repository: Repository, result: MergeResult, message: str, into: str | None) -> str:
    """Commits `result.tree` with two parents and moves branch `into` (None: the detached HEAD here) to it.

    The merge is computed once more, into the repository, and must give the same tree. A branch that is checked out
    here is fast-forwarded with its worktree. GitError, and no ref moved, when the branch is no longer at
    `result.target`, has uncommitted changes in files the merge touches, or is checked out elsewhere.
    """
    if into is not None:
        check_branch(into)
    if result.conflicts:
        raise GitError(f"the merge has conflicts, first in '{result.conflicts[0].path}'", hint="resolve them first")
    if is_ancestor(repository.git, result.branch, result.target):
        raise GitError("the branch is contained in its target already: there is nothing to accept")
    with repository.lock(f"accepting {result.branch[:12]} into {into or 'HEAD'}"):
        if not repository.is_bare and into == repository.head_branch():
            return _accept_here(repository, result, message)
        return _accept_elsewhere(repository, result, message, into)


def _accept_here(repository: Repository, result: MergeResult, message: str) -> str:
    refuse_unfinished(repository.git_dir)
    if repository.head() != result.target:
        raise GitError("HEAD has moved since the merge was computed", hint="run the command again")
    refuse_dirty(repository, touched_between(repository, result.target, _written(repository, result)))
    commit = _merge_commit(repository, result, message)
    fast_forward_to(repository, commit)
    return commit


def _accept_elsewhere(repository: Repository, result: MergeResult, message: str, into: str | None) -> str:
    if into is None:
        refuse_bare(repository)
        raise GitError("HEAD is on a branch: name it", hint="or check out a commit with 'git checkout --detach'")
    ref = f"refs/heads/{into}"
    refuse_checked_out(repository, into)
    refuse_moved(repository, ref, result.target)
    _written(repository, result)
    commit = _merge_commit(repository, result, message)
    subject = message.split("\n", 1)[0]
    update_refs(repository.git, [RefUpdate(ref, result.target, commit)], f"eemgit: {subject}", repository.null_oid)
    return commit


def _written(repository: Repository, result: MergeResult) -> str:
    """The merged tree, now in the repository; GitError unless it is the tree that was looked at."""
    with neutral(repository, keep=True) as store:
        again = merge_trees(store, result.target, result.branch)
    if again.tree != result.tree or not again.clean:
        raise GitError("the merge gives another tree than the one that was looked at", hint="run the command again")
    return again.tree


def _merge_commit(repository: Repository, result: MergeResult, message: str) -> str:
    parents = (result.target, result.branch)
    return commit_tree(repository.git, result.tree, parents, message, authorship(repository.git))
