"""Writes single files of the worktree: whole or not at all, inside the belief root, and never through a link."""

from __future__ import annotations

import errno
import os
import re
import secrets
import stat
from contextlib import suppress
from pathlib import Path

from eemgit.beliefs.model import Irregular
from eemgit.errors import EditRefused, GitError, Where
from eemgit.git.sparse import is_sparse
from eemgit.repo.repository import Repository
from eemgit.repo.worktree import read_file

_BAD = re.compile(r"[\x00-\x1f\x7f\\]|^[A-Za-z]:")
_GIT = re.compile(r"(?i)\.git|git~\d+")
SCRATCH = "eemgit-"
"""How files in the git directory begin that are about to be moved into the worktree."""


def check_relative(path: str) -> str:
    """`path` when it names a file below a root by plain components; GitError when it could lead elsewhere."""
    parts = path.split("/")
    if _BAD.search(path) or any(part in ("", ".", "..") or _GIT.fullmatch(part) for part in parts):
        raise GitError(f"not a path inside the belief repository: {path!r}")
    return path


def write_file(
    repository: Repository, relative: str, data: bytes, *, before: bytes | None, durable: bool = True
) -> None:
    """Puts `data` at `relative` below the belief root, whole or not at all, and on disk when it returns.

    `before` is what the file held when it was read, None when it was absent: EditRefused if that has changed. Without
    `durable` the disk is not waited for, as a caller may want that writes many files and can write them again.
    """
    target = _safe_target(repository.root, check_relative(relative))
    _refuse_left_out(repository, target, relative, before)
    _refuse_changed(target, relative, before)
    mode = stat.S_IMODE(target.lstat().st_mode) if before is not None else None
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        _replace(target, data, repository.git_dir, mode, durable)
        if durable:
            _sync_folder(target.parent)
    except OSError as error:
        raise GitError(f"cannot write: {error.strerror}", where=Where(relative)) from error


def remove_file(repository: Repository, relative: str, *, before: bytes) -> None:
    """Takes a file away, and its folder when that is empty then; EditRefused if it no longer holds `before`."""
    target = _safe_target(repository.root, check_relative(relative))
    _refuse_changed(target, relative, before)
    try:
        target.unlink()
    except OSError as error:
        raise GitError(f"cannot remove: {error.strerror}", where=Where(relative)) from error
    with suppress(OSError):
        target.parent.rmdir()


def put_back(repository: Repository, relative: str, written: bytes | None, before: bytes | None) -> None:
    """Undoes `write_file` or `remove_file`: the file holds `before` again, or is gone; left alone if it is not
    `written` (None: absent) any more.
    """
    target = _safe_target(repository.root, check_relative(relative))
    now = read_file(os.fspath(target)) if os.path.lexists(target) else None
    if now != written:
        return
    if before is not None:
        write_file(repository, relative, before, before=written)
    elif written is not None:
        remove_file(repository, relative, before=written)


def _safe_target(root: Path, relative: str) -> Path:
    """The path to write; GitError when a component on the way is a link or no folder, or the file no file."""
    here = root
    *folders, name = relative.split("/")
    for folder in folders:
        here = here / folder
        if here.is_symlink() or (here.exists() and not here.is_dir()):
            raise GitError("a link or file stands where a folder must be", where=Where(relative))
    target = here / name
    if target.is_symlink() or (target.exists() and not target.is_file()):
        raise GitError("not a regular file: it is never written through", where=Where(relative))
    return target


def _refuse_left_out(repository: Repository, target: Path, relative: str, before: bytes | None) -> None:
    if before is not None and not os.path.lexists(target) and is_sparse(repository.git_dir):
        hint = "widen it with 'git sparse-checkout add'"
        raise EditRefused("the sparse checkout leaves this file out", where=Where(relative), hint=hint)


def _refuse_changed(target: Path, relative: str, before: bytes | None) -> None:
    now = read_file(os.fspath(target)) if os.path.lexists(target) else None
    if now == before:
        return
    if before is None:
        raise EditRefused("the file exists already", where=Where(relative), hint="read it, then decide again")
    reason = now.value if isinstance(now, Irregular) else "changed" if now is not None else "gone"
    raise EditRefused(f"the file is not what was read: {reason}", where=Where(relative), hint="run the command again")


def _replace(target: Path, data: bytes, scratch: Path, mode: int | None, durable: bool) -> None:
    """Writes into the folder `scratch`, out of sight, and renames; beside `target` if that is another file system."""
    name = f"{SCRATCH}{os.getpid()}-{secrets.token_hex(4)}.tmp"
    temporary = _written(scratch / name, data, mode, durable)
    try:
        temporary.replace(target)
    except OSError as error:
        temporary.unlink(missing_ok=True)
        if error.errno != errno.EXDEV or scratch == target.parent:
            raise
        _replace(target, data, target.parent, mode, durable)


def _written(path: Path, data: bytes, mode: int | None, durable: bool) -> Path:
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o666)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)
            if durable:
                file.flush()
                os.fsync(file.fileno())
        if mode is not None:
            path.chmod(mode)
    except OSError:
        path.unlink(missing_ok=True)
        raise
    return path


def _sync_folder(folder: Path) -> None:
    """Makes a rename last; where folders cannot be opened there is nothing to do."""
    if os.name == "nt":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
