"""One writer at a time: a lock the kernel releases when its holder dies, with the holder's name in it."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from eemgit.errors import GitError

LOCK_FILE = "eemgit.lock"
PATIENCE = 30.0
"""Seconds to wait for another writer."""
_PAUSE = 0.02

if sys.platform == "win32":
    import msvcrt

    def _try_lock(descriptor: int) -> bool:
        os.lseek(descriptor, 1 << 20, os.SEEK_SET)
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True
else:
    import fcntl

    def _try_lock(descriptor: int) -> bool:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except (BlockingIOError, PermissionError):
            return False
        return True


@contextmanager
def hold(folder: Path, purpose: str, timeout: float = PATIENCE) -> Iterator[None]:
    """Holds the lock of `folder` for `purpose`; GitError that names the holder after `timeout` seconds.

    Not reentrant. The file stays behind, empty.
    """
    path = folder / LOCK_FILE
    flags = os.O_RDWR | os.O_CREAT | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_NOFOLLOW", 0)
    try:
        descriptor = os.open(path, flags, 0o666)
    except OSError as error:
        raise GitError(f"cannot open the lock '{path}': {error.strerror}") from error
    try:
        _wait(descriptor, timeout)
        _write_holder(descriptor, f"{purpose} (process {os.getpid()})")
        try:
            yield
        finally:
            _write_holder(descriptor, "")
    finally:
        os.close(descriptor)


def _wait(descriptor: int, timeout: float) -> None:
    end = time.monotonic() + timeout
    while not _try_lock(descriptor):
        if time.monotonic() >= end:
            holder = _read_holder(descriptor) or "another eemgit"
            raise GitError(f"the repository is locked: {holder} is at work", hint="wait until it is done")
        time.sleep(_PAUSE)


def _write_holder(descriptor: int, holder: str) -> None:
    os.ftruncate(descriptor, 0)
    os.lseek(descriptor, 0, os.SEEK_SET)
    os.write(descriptor, holder.encode("utf-8", "replace"))


def _read_holder(descriptor: int) -> str:
    os.lseek(descriptor, 0, os.SEEK_SET)
    return os.read(descriptor, 200).decode("utf-8", "backslashreplace").strip()
