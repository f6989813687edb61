"""Builds a chain of commits in the object store through one `git fast-import`, without index or worktree."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from eemgit.errors import GitError
from eemgit.git.configuration import Authorship
from eemgit.git.names import check_ref
from eemgit.git.runner import Git, Result, refusal


@dataclass(frozen=True, slots=True)
class NewCommit:
    """A commit to be made: its whole message, and the files it writes (None deletes) by path from the top."""

    message: str
    files: Mapping[str, bytes | None]


def import_chain(
    git: Git, ref: str, parent: str | None, commits: Sequence[NewCommit], authorship: Authorship
) -> tuple[str, ...]:
    """The ids of the new commits, oldest first; `ref`, which must be new, names the last.

    The stream ends with `done`: when it breaks off before, no ref appears.
    """
    stream = b"".join(_stream(check_ref(ref), parent, commits, authorship))
    args = ("fast-import", "--done", "--quiet", "--date-format=raw")
    result = git.attempt(*args, stdin=stream)
    if result.code:
        _drop_crash_report(git, result)
        raise refusal(args, result)
    made = tuple(result.out.decode("ascii").split())
    if len(made) != len(commits):
        raise GitError(f"git made {len(made)} commits of {len(commits)}", hint="try 'git fsck'")
    return made


def _drop_crash_report(git: Git, result: Result) -> None:
    """Removes the report a failed fast-import leaves in the git directory: its message is in our error."""
    named = re.search(rb"dumping crash report to (.*fast_import_crash_\d+)\n?$", result.err)
    if named:
        (git.cwd / os.fsdecode(named[1])).unlink(missing_ok=True)


def _stream(ref: str, parent: str | None, commits: Sequence[NewCommit], authorship: Authorship) -> Iterator[bytes]:
    for number, commit in enumerate(commits, start=1):
        yield f"commit {ref}\nmark :{number}\n".encode()
        yield f"author {authorship.author}\ncommitter {authorship.committer}\n".encode()
        yield _data(commit.message.encode("utf-8", "replace"))
        if number == 1 and parent is not None:
            yield f"from {parent}\n".encode()
        for path, content in sorted(commit.files.items()):
            yield from _change(path, content)
        yield f"\nget-mark :{number}\n".encode()
    yield b"done\n"


def _change(path: str, content: bytes | None) -> Iterator[bytes]:
    name = quoted(path)
    if content is None:
        yield b"D " + name + b"\n"
    else:
        yield b"M 100644 inline " + name + b"\n"
        yield _data(content)


def _data(data: bytes) -> bytes:
    return b"data %d\n%b\n" % (len(data), data)


_ESCAPES = {ord("\\"): b"\\\\", ord('"'): b'\\"', ord("\n"): b"\\n"}


def quoted(path: str) -> bytes:
    """`path` in git's C-style quotes, which any path survives."""
    raw = path.encode("utf-8", "surrogateescape")
    return b'"' + b"".join(_ESCAPES.get(byte, bytes((byte,))) for byte in raw) + b'"'
