"""Trees, index entries and blobs, each read with one git process."""

from __future__ import annotations

import re
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import IO

from eemgit.errors import GitError
from eemgit.git.runner import Git, Result, refusal

REGULAR_MODES = frozenset({"100644", "100755", "100664"})
SYMLINK_MODE = "120000"
SUBMODULE_MODE = "160000"
_CHUNK = 1 << 16


@dataclass(frozen=True, slots=True)
class Entry:
    """One path of a tree or of the index; `stage` is 1 to 3 while a merge of it is unfinished."""

    mode: str
    oid: str
    path: bytes
    stage: int = 0


def list_tree(git: Git, tree: str, paths: Sequence[str] = ()) -> tuple[Entry, ...]:
    """Every file below `paths` (all without any) of a commit or tree, in git's order; named from its top."""
    wanted = ("--", *paths) if paths else ()
    out = git.run("ls-tree", "-r", "-z", "--full-tree", tree, *wanted)
    return tuple(_tree_entry(record) for record in out.split(b"\0") if record)


def _tree_entry(record: bytes) -> Entry:
    head, _, path = record.partition(b"\t")
    mode, _, oid = head.decode("ascii").split(" ")
    return Entry(mode, oid, path)


def list_index(git: Git, paths: Sequence[str] = (), *, intended: bool = False) -> tuple[Entry, ...]:
    """Every entry of the index below `paths`, named from `git.cwd`.

    What is only intended to be added is no part of the next commit: it is left out unless `intended`.
    """
    out = git.run("ls-files", "--stage", "--full-name", "-z", "--", *paths)
    entries = tuple(_index_entry(record) for record in out.split(b"\0") if record)
    empty = [entry for entry in entries if is_empty_blob(entry.oid)]
    if not empty or intended:
        return entries
    absent = _intended(git, paths)
    return tuple(entry for entry in entries if entry.path not in absent)


def _index_entry(record: bytes) -> Entry:
    head, _, path = record.partition(b"\t")
    mode, oid, stage = head.decode("ascii").split(" ")
    return Entry(mode, oid, path, int(stage))


_EMPTY_BLOBS = frozenset(
    {
        "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391",
        "473a0f4c3be8a93681a267e3b1e9a7dcda1185436fe141f7749120a303721813",
    }
)
_INTENT_TO_ADD = 1 << 29
_DEBUG_LINES = re.compile(rb"  ctime: [^\n]*\n  mtime: [^\n]*\n[^\n]*\n[^\n]*\n  size: \d+\tflags: ([0-9a-f]+)\n")


def is_empty_blob(oid: str) -> bool:
    """Whether `oid` names the blob without bytes, which git also gives to what is only intended to be added."""
    return oid in _EMPTY_BLOBS


def _intended(git: Git, paths: Sequence[str]) -> frozenset[bytes]:
    """Paths marked by `git add --intent-to-add`: only the debug listing tells them from empty files."""
    out = git.run("ls-files", "--debug", "--full-name", "-z", "--", *paths)
    found = set()
    for path, rest in _debug_records(out):
        if int(rest, 16) & _INTENT_TO_ADD:
            found.add(path)
    return frozenset(found)


def _debug_records(out: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Path and flags of each entry: `path NUL` and then five lines."""
    at = 0
    while at < len(out):
        end = out.index(b"\0", at)
        lines = _DEBUG_LINES.match(out, end + 1)
        if lines is None:
            raise GitError("git lists its index in a form this version does not know")
        yield out[at:end], lines[1]
        at = lines.end()


@dataclass(frozen=True, slots=True)
class TooLarge:
    """In place of a blob of more bytes than asked for."""

    size: int


def read_blobs(git: Git, oids: Sequence[str], limit: int) -> Iterator[bytes | TooLarge]:
    """The bytes of each blob, in order, through one `cat-file --batch`; what is larger than `limit` is skipped over.

    The questions go through a file, so neither side ever waits for the other. GitError when an object is missing.
    """
    if not oids:
        return
    with tempfile.TemporaryFile() as questions:
        questions.write("".join(f"{oid}\n" for oid in oids).encode("ascii"))
        questions.seek(0)
        process = git.start("cat-file", "--batch", "--buffer", stdin=questions.fileno())
        try:
            assert process.stdout is not None and process.stderr is not None
            for oid in oids:
                yield _one_blob(process.stdout, process.stderr, oid, limit)
        finally:
            process.kill()
            process.communicate()


class BlobReader:
    """Reads blobs round after round through one `cat-file --batch`; use it in a `with` block."""

    def __init__(self, git: Git, limit: int) -> None:
        self._git = git
        self._limit = limit
        self._process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> BlobReader:
        return self

    def __exit__(self, *_: object) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.communicate()

    def read(self, oids: Sequence[str]) -> Iterator[bytes | TooLarge]:
        """The bytes of each blob, in order. GitError when an object is missing."""
        if not oids:
            return
        if len(oids) > _ROUND:
            yield from read_blobs(self._git, oids, self._limit)
            return
        process = self._process = self._process or self._git.start("cat-file", "--batch", stdin=subprocess.PIPE)
        assert process.stdin is not None and process.stdout is not None and process.stderr is not None
        process.stdin.write("".join(f"{oid}\n" for oid in oids).encode("ascii"))
        process.stdin.flush()
        for oid in oids:
            yield _one_blob(process.stdout, process.stderr, oid, self._limit)


_ROUND = 200
"""So many questions fit into a pipe, so neither side ever waits for the other; for more a process of its own pays."""


def _one_blob(out: IO[bytes], err: IO[bytes], oid: str, limit: int) -> bytes | TooLarge:
    header = out.readline().split()
    if len(header) != 3:
        if not header:
            raise refusal(("cat-file",), Result(1, b"", err.read()))
        raise GitError(
            f"object {oid} is missing from the repository",
            hint="a partial or damaged clone: try 'git fsck' and 'git fetch --refetch'",
        )
    size = int(header[2])
    if size > limit:
        _skip(out, size + 1)
        return TooLarge(size)
    data = out.read(size + 1)
    if len(data) != size + 1:
        raise GitError(f"git stopped in the middle of object {oid}", hint="try 'git fsck'")
    return data[:-1]


def _skip(out: IO[bytes], size: int) -> None:
    while size > 0:
        size -= len(out.read(min(size, _CHUNK))) or size
