"""Measures whole commands on generated repositories: `python benchmarks/run.py [--beliefs 1000 10000] [--runs 5]`.

What counts is the processor time of a command and of everything it starts, user and system together, and the largest
resident memory of any of these processes. Wall time is left out: it says more about the machine's other work.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import chain
from pathlib import Path

SCRIPTS = Path(sys.executable).parent
MEMORY_UNIT = 1 if sys.platform == "darwin" else 1024


@dataclass(frozen=True, slots=True)
class Measured:
    """One command on one repository. Times in seconds, memory in MiB."""

    beliefs: int
    command: str
    least: float
    median: float
    memory: float
    exit_code: int


@dataclass(frozen=True, slots=True)
class Spent:
    """What one run of a command took."""

    seconds: float
    memory: float
    exit_code: int


def environment(folder: Path) -> dict[str, str]:
    """That of the caller, but with Python's defaults and compiled code kept in a place that all runs share."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    return kept | {"PYTHONPYCACHEPREFIX": str(folder.parent / "compiled")}


def spend(command: Sequence[str], folder: Path) -> Spent:
    """Runs `command` in `folder` with its output thrown away."""
    with Path(os.devnull).open("r+b") as nothing:
        process = subprocess.Popen(
            command, cwd=folder, env=environment(folder), stdin=nothing, stdout=nothing, stderr=nothing
        )
        _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return Spent(used.ru_utime + used.ru_stime, used.ru_maxrss * MEMORY_UNIT / 2**20, process.returncode)


def measure(beliefs: int, name: str, command: Sequence[str], folder: Path, runs: int) -> Measured:
    """The least and the median of `runs` runs, after one that warms the caches of Python and the system."""
    spend(command, folder)
    spent = [spend(command, folder) for _ in range(runs)]
    seconds = [each.seconds for each in spent]
    memory = max(each.memory for each in spent)
    return Measured(beliefs, name, min(seconds), statistics.median(seconds), memory, spent[-1].exit_code)


def commands(folder: Path, deepest: str) -> Iterator[tuple[str, list[str], Path]]:
    """What is measured: a name, the command, and the folder it runs in."""
    eemgit = str(SCRIPTS / "eemgit")
    yield "python -c pass", [sys.executable, "-c", "pass"], folder
    yield "eemgit --version", [eemgit, "--version"], folder
    yield "eemgit check", [eemgit, "check"], folder
    yield "eemgit check --staged", [eemgit, "check", "--staged"], folder
    yield "eemgit list", [eemgit, "list"], folder
    yield "eemgit list --json", [eemgit, "list", "--json"], folder
    yield "eemgit why", [eemgit, "why", deepest], folder
    yield "git status", ["git", "status", "--porcelain=v2", "-uall"], folder
    yield "git ls-tree -r", ["git", "ls-tree", "-r", "HEAD"], folder
    yield "git cat-file --batch", ["git", "cat-file", "--batch", "--batch-all-objects"], folder


def of_reasonsforge(folder: Path, export: Path) -> Iterator[tuple[str, list[str], Path]]:
    """The nearest commands of reasonsforge on the same beliefs, when it is installed."""
    program = shutil.which("reasonsforge", path=f"{SCRIPTS}{os.pathsep}{os.environ['PATH']}")
    if program is None:
        return
    folder.mkdir()
    for preparation in (["init"], ["import-json", str(export)], ["propagate"]):
        subprocess.run([program, *preparation], cwd=folder, check=True, capture_output=True)
    yield "reasonsforge --version", [program, "--version"], folder
    yield "reasonsforge status", [program, "status"], folder
    yield "reasonsforge list", [program, "list"], folder
    yield "reasonsforge propagate", [program, "propagate"], folder


def table(rows: Sequence[Measured]) -> str:
    """The measurements as a table of text."""
    lines = [f"{'beliefs':>8}  {'command':<26} {'least s':>8} {'median s':>9} {'peak MiB':>9}  exit"]
    lines += [
        f"{row.beliefs:>8}  {row.command:<26} {row.least:>8.3f} {row.median:>9.3f} {row.memory:>9.1f}  {row.exit_code}"
        for row in rows
    ]
    return "\n".join(lines)


def run(size: int, seed: int, runs: int, under: Path, only: re.Pattern[str]) -> Iterator[Measured]:
    """Measures everything on one new repository of `size` beliefs."""
    folder, export = under / f"beliefs-{size}", under / f"beliefs-{size}.json"
    # In a process of its own: what this one holds in memory would count as that of the commands it starts.
    generator = [sys.executable, str(Path(__file__).with_name("generate.py")), str(folder), "--export", str(export)]
    done = subprocess.run([*generator, f"--beliefs={size}", f"--seed={seed}"], check=True, capture_output=True)
    todo = commands(folder, done.stdout.decode().strip())
    if only.search("reasonsforge"):
        todo = chain(todo, of_reasonsforge(folder.with_name(f"{folder.name}-reasonsforge"), export))
    for name, command, where in todo:
        if only.search(name):
            yield measure(size, name, command, where, runs)


def main() -> None:
    """Prints the table, or JSON."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--beliefs", type=int, nargs="+", default=[1_000, 10_000], help="sizes of the repositories")
    parser.add_argument("--runs", type=int, default=5, help="runs of each command")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="", help="measure the commands whose name matches this expression")
    parser.add_argument("--json", action="store_true", help="print JSON in place of a table")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="eemgit-benchmark-") as under:
        only = re.compile(given.only)
        rows = [row for size in given.beliefs for row in run(size, given.seed, given.runs, Path(under), only)]
    print(json.dumps([asdict(row) for row in rows], indent=2) if given.json else table(rows))


if __name__ == "__main__":
    main()
