"""Reads the files of a belief root from disk; a link is never followed, and what has no text says why."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator, Sequence

from eemgit.beliefs.model import FileContent, Irregular

SIZE_LIMIT = 256 * 1024
"""Bytes a file may have before it is not read."""

_FLAGS = (
    os.O_RDONLY
    | getattr(os, "O_CLOEXEC", 0)
    | getattr(os, "O_NOFOLLOW", 0)
    | getattr(os, "O_NONBLOCK", 0)
    | getattr(os, "O_BINARY", 0)
)


def read_worktree(root: str, names: Sequence[str]) -> dict[str, FileContent]:
    """What lies at and below each of `names` in the folder `root`, keyed by path from `root`, sorted.

    `names` are files or folders of the root itself. A name that is not UTF-8 is shown with `\\xff` escapes.
    """
    found: dict[str, FileContent] = {}
    for name in names:
        for path, content in _read_entry(root, name):
            found[shown(path)] = content
    return dict(sorted(found.items()))


def shown(path: str) -> str:
    """`path` as text that can be printed and compared: undecodable bytes as `\\xff` escapes, slashes forward."""
    if os.sep != "/":
        path = path.replace(os.sep, "/")
    return path if path.isascii() else path.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")


def _read_entry(root: str, name: str) -> Iterator[tuple[str, FileContent]]:
    full = f"{root}/{name}"
    try:
        mode = os.lstat(full).st_mode
    except FileNotFoundError:
        return
    except OSError:
        yield name, Irregular.UNREADABLE
        return
    if stat.S_ISDIR(mode):
        yield from _walk(root, name)
    else:
        yield name, Irregular.SYMLINK if stat.S_ISLNK(mode) else read_file(full)


def _walk(root: str, name: str) -> Iterator[tuple[str, FileContent]]:
    """Every entry below the folder `name`, without recursion."""
    waiting = [name]
    while waiting:
        folder = waiting.pop()
        try:
            with os.scandir(f"{root}/{folder}") as listing:
                entries = list(listing)
        except OSError:
            yield folder, Irregular.UNREADABLE
            continue
        for entry in entries:
            path = f"{folder}/{entry.name}"
            if entry.is_symlink():
                yield path, Irregular.SYMLINK
            elif not entry.is_dir(follow_symlinks=False):
                yield path, read_file(entry.path)
            elif os.path.lexists(f"{entry.path}/.git"):
                yield path, Irregular.SUBMODULE
            else:
                waiting.append(path)


def read_file(path: str) -> FileContent:
    """The bytes of one regular file, or why there are none; opening never follows a link and never waits."""
    try:
        descriptor = os.open(path, _FLAGS)
    except OSError:
        return _why_not(path)
    try:
        status = os.fstat(descriptor)
        if not stat.S_ISREG(status.st_mode):
            return Irregular.NOT_A_FILE
        if status.st_size > SIZE_LIMIT:
            return Irregular.TOO_LARGE
        return _read_all(descriptor, status.st_size)
    except OSError:
        return Irregular.UNREADABLE
    finally:
        os.close(descriptor)


def _read_all(descriptor: int, size: int) -> FileContent:
    """All bytes, also of a file that grows or comes in pieces while it is read."""
    data = os.read(descriptor, size + 1)
    if len(data) == size:
        return data
    pieces = [data]
    total = len(data)
    while data and total <= SIZE_LIMIT:
        data = os.read(descriptor, SIZE_LIMIT + 1 - total)
        pieces.append(data)
        total += len(data)
    return b"".join(pieces) if total <= SIZE_LIMIT else Irregular.TOO_LARGE


def _why_not(path: str) -> Irregular:
    try:
        mode = os.lstat(path).st_mode
    except OSError:
        return Irregular.UNREADABLE
    if stat.S_ISLNK(mode):
        return Irregular.SYMLINK
    return Irregular.UNREADABLE if stat.S_ISREG(mode) else Irregular.NOT_A_FILE
