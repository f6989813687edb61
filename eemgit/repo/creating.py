"""Makes git repositories."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from eemgit.errors import GitError
from eemgit.git.environment import LOCAL_VARIABLES
from eemgit.git.names import one_line
from eemgit.repo.repository import Repository

if TYPE_CHECKING:
    from git import GitCommandError


def is_in_worktree(folder: Path) -> bool:
    """Whether `folder`, which need not exist yet, lies in the worktree of a git repository.

    Raises GitError inside a bare repository or a `.git` folder: beliefs written there would never be in a commit.
    """
    start = folder
    while not start.exists():
        start = start.parent
    try:
        found = Repository.of_git(start, explicit=True)
    except GitError as error:
        if "not in a git repository" in error.message:
            return False
        raise
    if found.is_bare:
        raise GitError(f"'{folder}' lies in a bare repository, which has no files", hint="work in a clone of it")
    return True


def containing(folder: Path) -> Repository:
    """The git repository around `folder`, with `folder` as its belief root, whether or not it holds beliefs."""
    found = Repository.of_git(folder, explicit=True)
    inside = folder.resolve().relative_to(found.top.resolve()).as_posix()
    return found.with_prefix("" if inside == "." else f"{inside}/")


@contextmanager
def _unbound() -> Iterator[None]:
    """Takes away, for a while, the variables by which a hook binds git to its own repository.

    GitPython hands all variables on to git: without this, a repository made in a hook would be the hook's own.
    """
    taken = {name: os.environ.pop(name) for name in sorted(LOCAL_VARIABLES) if name in os.environ}
    try:
        yield
    finally:
        os.environ.update(taken)


def create(folder: Path) -> None:
    """An empty git repository in `folder`, which is made when it is not there."""
    from git import GitCommandError, Repo

    try:
        with _unbound():
            Repo.init(os.fspath(folder), mkdir=True).close()
    except (OSError, GitCommandError) as error:
        raise GitError(f"git could not make a repository in '{folder}': {_said(error)}") from error


def commit_everything(folder: Path, message: str) -> str:
    """A git repository in `folder` with one commit of all that lies there, and the id of that commit.

    Where the user has no identity, the repository is given one of its own.
    """
    from git import GitCommandError, Repo

    with _unbound(), Repo.init(os.fspath(folder), mkdir=True, initial_branch="main") as repo:
        with repo.config_reader() as config:
            known = all(config.has_option("user", key) for key in ("name", "email"))
        if not known and not os.environ.get("GIT_AUTHOR_NAME"):
            with repo.config_writer() as local:
                local.set_value("user", "name", "Example")
                local.set_value("user", "email", "example@eemgit.invalid")
        try:
            repo.git.add("--all", "--force")
            repo.git.commit("--quiet", "--no-verify", "--message", message)
        except GitCommandError as error:
            raise GitError(f"git could not commit in '{folder}': {_said(error)}") from error
        return repo.head.commit.hexsha


def _said(error: OSError | GitCommandError) -> str:
    """git's own words, or the system's, on one line."""
    if isinstance(error, OSError):
        return (error.strerror or "").lower()
    return one_line(error.stderr.strip().removeprefix("stderr: '").removesuffix("'"))
