"""Commits on the branch the worktree is on, and nothing else with them."""

from __future__ import annotations

import os
from collections.abc import Collection, Sequence

from eemgit.errors import GitError, Where
from eemgit.git.configuration import authorship
from eemgit.git.history import changed_paths
from eemgit.git.objects import list_index
from eemgit.git.refs import lookup
from eemgit.repo.commits import CommitSpec
from eemgit.repo.files import check_relative
from eemgit.repo.leftovers import sweep
from eemgit.repo.publish import Chain, Published, build_chain, drop
from eemgit.repo.repository import Repository
from eemgit.repo.snapshot import KNOWLEDGE
from eemgit.repo.state import refuse_unfinished
from eemgit.repo.worktree import shown

REFLOG = "eemgit"
"""What the log of HEAD says of our commits, and `undo` looks for."""


def commit_file_here(repository: Repository, paths: Sequence[str], message: str) -> str:
    """`commit_files` under the lock."""
    with repository.lock(f"committing {', '.join(paths[:1])}"):
        return commit_files(repository, paths, message)


def commit_files(repository: Repository, paths: Sequence[str], message: str) -> str:
    """Commits what these files (from the belief root) hold on disk, and only them; the new commit's id.

    For a caller that holds the lock. The user's hooks run. When git or a hook refuses, the files stay as they are, the
    index as it was, and the GitError says so.
    """
    wanted = sorted(f"{repository.prefix}{check_relative(path)}" for path in paths)
    refuse_bare(repository)
    if not wanted:
        raise GitError("there is nothing to commit")
    refuse_unfinished(repository.git_dir)
    _refuse_same(repository, wanted)
    authorship(repository.git)
    sweep(repository)
    known = {os.fsdecode(entry.path) for entry in list_index(repository.git, wanted, intended=True)}
    new = [path for path in wanted if path not in known]
    _announce(repository, new)
    try:
        _commit_only(repository, wanted, message)
    except GitError as error:
        _withdraw(repository, new)
        raise GitError(f"{error.message}; nothing was committed", where=error.where, hint=error.hint) from error
    return _head(repository)


def refuse_uncommittable(repository: Repository, paths: Sequence[str]) -> None:
    """Raises GitError when these files (from the belief root) could not be committed just as they will be written.

    A file a person has changed and not committed is one: their change would go along.
    """
    refuse_bare(repository)
    refuse_unfinished(repository.git_dir)
    refuse_dirty(repository, [f"{repository.prefix}{check_relative(path)}" for path in paths])
    authorship(repository.git)


def _refuse_same(repository: Repository, wanted: Sequence[str]) -> None:
    """Raises GitError when a file is not there, or none of them differs from HEAD."""
    changed = dirty_paths(repository, wanted)
    for path in wanted:
        if path not in changed and not os.path.lexists(repository.top / path):
            raise GitError("there is no such file to commit", where=Where(shown(path)))
    if not changed:
        raise GitError(f"there is nothing to commit: '{shown(wanted[0])}' is as HEAD has it")


def _announce(repository: Repository, new: Sequence[str]) -> None:
    """Makes new files known to the index, without content and whatever is ignored: a person has named them."""
    if new:
        repository.git.run("add", "--force", "--intent-to-add", "--", *new)


def _commit_only(repository: Repository, paths: Sequence[str], message: str) -> None:
    text = message.replace("\0", " ")
    literal = (f":(literal){path}" for path in paths)
    options = ("--only", "--quiet", "--cleanup=whitespace", "--no-edit", f"--message={text}")
    named = repository.git.with_variables(GIT_REFLOG_ACTION=REFLOG)
    named.run_with_hooks("commit", *options, "--", *literal)


def _withdraw(repository: Repository, new: Sequence[str]) -> None:
    """Takes out of the index what `_announce` put there."""
    if new:
        names = "".join(f"{path}\0" for path in new).encode("utf-8", "surrogateescape")
        repository.git.run("update-index", "--force-remove", "-z", "--stdin", stdin=names)


def commit_chain_here(repository: Repository, specs: Sequence[CommitSpec], expected: str | None = None) -> Published:
    """`add_commits` under the lock, while HEAD is still at `expected` (None: wherever it is)."""
    with repository.lock(f"committing {len(specs)} changes"):
        if expected is not None and repository.head() != expected:
            raise GitError("HEAD has moved since the changes were made", hint="run the command again")
        return add_commits(repository, specs)


def add_commits(repository: Repository, specs: Sequence[CommitSpec]) -> Published:
    """Adds commits of `specs` on HEAD and updates worktree and index to the last; all of them or none.

    For a caller that holds the lock. GitError, and nothing changed, when a file they touch has uncommitted changes or
    an operation is unfinished.
    """
    refuse_bare(repository)
    refuse_unfinished(repository.git_dir)
    touched = {f"{repository.prefix}{check_relative(path)}" for spec in specs for path in spec.files}
    refuse_dirty(repository, touched)
    sweep(repository)
    chain = build_chain(repository, lookup(repository.git, "HEAD^{commit}"), specs)
    fast_forward(repository, chain)
    return Published(chain.head, chain.commits)


def uncommitted(repository: Repository, folders: Sequence[str] = KNOWLEDGE) -> tuple[str, ...]:
    """The files below these folders (from the belief root) that differ from HEAD or are untracked; sorted."""
    wanted = [f"{repository.prefix}{folder}" for folder in folders]
    options = ("--porcelain=v2", "-z", "--untracked-files=all", "--no-renames")
    out = os.fsdecode(repository.git.run("status", *options, "--", *wanted))
    found = (_status_path(record) for record in out.split("\0") if record)
    return tuple(sorted(shown(path.removeprefix(repository.prefix)) for path in found))


def fast_forward(repository: Repository, chain: Chain) -> None:
    """Moves HEAD, index and worktree to a chain built on HEAD, and gives up its temporary ref."""
    try:
        fast_forward_to(repository, chain.head)
    finally:
        drop(repository, chain)


def fast_forward_to(repository: Repository, commit: str) -> None:
    """Moves HEAD, index and worktree to a descendant of HEAD; git refuses where it would lose a change."""
    named = repository.git.with_variables(GIT_REFLOG_ACTION=REFLOG)
    named.run_with_hooks("merge", "--ff-only", "--quiet", "--no-stat", "--no-autostash", "--no-squash", commit)


def refuse_dirty(repository: Repository, touched: Collection[str]) -> None:
    """Raises GitError when one of these paths (from the top) has changes that are not committed."""
    found = dirty_paths(repository, touched)
    if found:
        more = f" and {len(found) - 1} more" if len(found) > 1 else ""
        raise GitError(
            f"'{shown(found[0])}'{more} has changes that are not committed", hint="commit them or put them aside first"
        )


_FEW = 100
"""Paths that fit on a command line; beyond, git is asked about their top folders."""


def dirty_paths(repository: Repository, touched: Collection[str]) -> tuple[str, ...]:
    """Those of `touched` that differ between HEAD, index and worktree, or lie there untracked; sorted."""
    if not touched:
        return ()
    scope = sorted(touched if len(touched) <= _FEW else {path.split("/", 1)[0] for path in touched})
    options = ("--porcelain=v2", "-z", "--untracked-files=all", "--ignored=matching", "--no-renames")
    out = os.fsdecode(repository.git.run("status", *options, "--", *scope))
    reported = {_status_path(record) for record in out.split("\0") if record}
    folders = tuple(path for path in reported if path.endswith("/"))
    return tuple(sorted(path for path in touched if path in reported or path.startswith(folders)))


_FIELDS_BEFORE_PATH = {"1": 8, "u": 10, "?": 1, "!": 1}


def _status_path(record: str) -> str:
    return record.split(" ", _FIELDS_BEFORE_PATH[record[0]])[-1]


def touched_between(repository: Repository, old: str, new: str) -> frozenset[str]:
    """Every path (from the top) two commits or trees differ in."""
    return frozenset(os.fsdecode(path) for path in changed_paths(repository.git, old, new))


def refuse_bare(repository: Repository) -> None:
    """Raises GitError where there is no worktree to commit from."""
    if repository.is_bare:
        raise GitError("a bare repository has no worktree to commit from", hint="work on a branch instead")


def _head(repository: Repository) -> str:
    found = lookup(repository.git, "HEAD^{commit}")
    if found is None:
        raise GitError("HEAD names no commit after the commit was made", hint="look at 'git status'")
    return found
