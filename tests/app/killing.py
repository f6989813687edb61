"""Runs `eemgit` in a process of its own that can be killed, and waits for the git it leaves behind."""

from __future__ import annotations

import ctypes
import os
import random
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.cli.program import Result, eemgit
from tests.orphans import wait_for_group

ROUNDS = 15
GRANULE = 0.002
"""Seconds between two looks at a process that is waited for."""


@dataclass(frozen=True)
class Started:
    """A running command line; what it prints goes to two files."""

    arguments: tuple[str, ...]
    pid: int
    printed: Path

    def wait(self) -> Result:
        """What it gave, once it and all git it started have ended."""
        _, status = os.waitpid(self.pid, 0)
        wait_for_group(self.pid)
        out, err = (self.printed.with_suffix(end).read_text() for end in (".out", ".err"))
        return Result(self.arguments, os.waitstatus_to_exitcode(status), out, err)

    def kill(self, after: float, *, with_git: bool = False) -> None:
        """Kills it after so many seconds (`with_git`: every git it runs too), and waits for what goes on without it."""
        end = time.monotonic() + after
        while time.monotonic() < end and not self._has_ended():
            time.sleep(GRANULE)
        (os.killpg if with_git else os.kill)(self.pid, signal.SIGKILL)
        self.wait()

    def _has_ended(self) -> bool:
        return os.waitid(os.P_PID, self.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None


def start(*arguments: str, cwd: Path, printed: Path) -> Started:
    """Starts `eemgit` with these arguments in a folder, in a process group of its own."""
    files = [os.open(printed.with_suffix(end), os.O_WRONLY | os.O_CREAT | os.O_TRUNC) for end in (".out", ".err")]
    pid = os.fork()
    if pid == 0:
        os.setpgid(0, 0)
        _run(arguments, cwd, files)
    for file in files:
        os.close(file)
    return Started(arguments, pid, printed)


def _run(arguments: tuple[str, ...], cwd: Path, files: list[int]) -> None:
    """The child: never returns."""
    code = 70
    try:
        result = eemgit(*arguments, cwd=cwd)
        for file, text in zip(files, (result.out, result.err), strict=True):
            os.write(file, text.encode())
        code = result.code
    finally:
        os._exit(code)


@contextmanager
def adopting_orphans() -> Iterator[None]:
    """Makes the git a killed process leaves behind a child of this one."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(36, 1, 0, 0, 0)
    yield
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(36, 0, 0, 0, 0)


def moments(duration: float, seed: int, rounds: int = ROUNDS) -> Iterator[tuple[int, float]]:
    """Numbered moments to kill at: one in each of as many equal parts of the duration, in random order."""
    rng = random.Random(seed)
    parts = [(number + rng.random()) / rounds * duration for number in range(rounds)]
    rng.shuffle(parts)
    return iter(enumerate(parts))
