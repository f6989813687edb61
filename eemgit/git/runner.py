"""Runs git and returns its bytes; what git refuses becomes a GitError with git's own message."""

from __future__ import annotations

import os
import re
import subprocess
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from eemgit.errors import GitError
from eemgit.git.environment import hook_environment, plumbing_environment


@dataclass(frozen=True, slots=True)
class Result:
    """How a git process ended, and what it printed."""

    code: int
    out: bytes
    err: bytes


@dataclass(frozen=True, slots=True)
class Git:
    """git, started in `cwd` with `inherited` (the caller's variables) plus what makes its answers readable."""

    cwd: Path
    inherited: Mapping[str, str] = field(repr=False)

    @staticmethod
    def here(cwd: Path) -> Git:
        """git as a person in `cwd` would start it, a hook's variables included."""
        return Git(cwd, dict(os.environ))

    def with_variables(self, **variables: str) -> Git:
        """The same with more environment variables."""
        return replace(self, inherited={**self.inherited, **variables})

    def run(self, *args: str, stdin: bytes = b"") -> bytes:
        """What git printed; GitError when it fails."""
        result = self.attempt(*args, stdin=stdin)
        if result.code:
            raise refusal(args, result)
        return result.out

    def attempt(self, *args: str, stdin: bytes = b"") -> Result:
        """How git ended: for commands whose failure is an answer."""
        return self._finish(args, stdin, plumbing_environment(self.inherited))

    def run_with_hooks(self, *args: str, stdin: bytes = b"") -> bytes:
        """The same for commands that start the user's hooks: these see the user's own variables."""
        result = self._finish(args, stdin, hook_environment(self.inherited))
        if result.code:
            raise refusal(args, result)
        return result.out

    def start(self, *args: str, stdin: int, stdout: int = subprocess.PIPE) -> subprocess.Popen[bytes]:
        """A running git; `stdin` and `stdout` are file descriptors or subprocess constants."""
        env = plumbing_environment(self.inherited)
        try:
            return subprocess.Popen(
                ("git", *args), cwd=self.cwd, env=env, stdin=stdin, stdout=stdout, stderr=subprocess.PIPE
            )
        except OSError as error:
            raise cannot_start(error, self.cwd) from error

    def _finish(self, args: Sequence[str], stdin: bytes, env: Mapping[str, str]) -> Result:
        try:
            done = subprocess.run(("git", *args), cwd=self.cwd, env=env, input=stdin, capture_output=True, check=False)
        except OSError as error:
            raise cannot_start(error, self.cwd) from error
        except ValueError as error:
            raise GitError("an argument for git holds a character that cannot be passed on") from error
        return Result(done.returncode, done.stdout, done.stderr)


def cannot_start(error: OSError, cwd: Path) -> GitError:
    """Why git could not even be started in `cwd`."""
    if not cwd.is_dir():
        return GitError(f"no folder '{cwd}'", hint="name a folder that exists")
    if isinstance(error, FileNotFoundError):
        return GitError("git is not installed, or not on the PATH", hint="install git 2.38 or newer")
    return GitError(f"cannot start git: {error.strerror}")


_PREFIX = re.compile(r"^(fatal|error|warning|hint): ?")


_LOCK_FILE = re.compile(r"'([^']+\.lock)': File exists")


def _lock_in_the_way(path: Path) -> GitError | None:
    """Names a lock file git found, with its age; it is never removed for anybody."""
    try:
        age = max(0.0, time.time() - path.stat().st_mtime)
    except OSError:
        return None
    return GitError(
        f"git's lock '{path.name}' is in the way: it is {_duration(age)} old",
        hint=f"another git is still at work here, or was killed; if none runs, remove '{path}' and try again",
    )


def _duration(seconds: float) -> str:
    for size, unit in ((86400, "day"), (3600, "hour"), (60, "minute")):
        if seconds >= size:
            count = int(seconds // size)
            return f"{count} {unit}{'s' if count > 1 else ''}"
    return f"{int(seconds)} seconds"


def refusal(args: Sequence[str], result: Result) -> GitError:
    """git's own message in our form: lower case, the first line what is wrong, the rest the hint."""
    said = printable(result.err)
    named = _LOCK_FILE.search(said)
    locked = _lock_in_the_way(Path(named[1])) if named else None
    if locked:
        return locked
    text = (said.strip() or printable(result.out)).expandtabs(2)
    lines = [line.rstrip() for line in text.splitlines() if line.strip()]
    if any(line.startswith(("fatal:", "error:")) for line in lines):
        lines = [line for line in lines if not line.startswith("warning:")]
    lines = [_PREFIX.sub("", line) for line in lines]
    if not lines:
        ending = f"was killed by signal {-result.code}" if result.code < 0 else f"ended with exit code {result.code}"
        return GitError(f"git {subcommand(args)} {ending} without a message")
    first = lines[0][:1].lower() + lines[0][1:]
    return GitError(f"git {subcommand(args)}: {first}", hint="\n".join(lines[1:]) or None)


def subcommand(args: Sequence[str]) -> str:
    """`commit` of `-c x=y commit -m …`: the word people know the command by."""
    skip = False
    for arg in args:
        if skip or arg in ("-c", "-C"):
            skip = not skip
        elif not arg.startswith("-"):
            return arg
    return ""


def printable(data: bytes) -> str:
    """Text that can always be printed: bytes that are not UTF-8 become `\\xff` escapes."""
    return data.decode("utf-8", "backslashreplace")


def version(git: Git) -> tuple[int, int]:
    """Major and minor version of git."""
    text = printable(git.run("version"))
    found = re.search(r"(\d+)\.(\d+)", text)
    if not found:
        raise GitError(f"git does not say its version: '{text.strip()}'")
    return int(found[1]), int(found[2])


def require_version(git: Git, needed: tuple[int, int], purpose: str) -> None:
    """Raises GitError when git is older than `needed`."""
    have = version(git)
    if have < needed:
        raise GitError(
            f"{purpose} needs git {needed[0]}.{needed[1]} or newer, this is {have[0]}.{have[1]}",
            hint="install a newer git",
        )
