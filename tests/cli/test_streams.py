"""What goes where: data to standard output, messages to standard error, whatever is at the other end."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.program import eemgit
from tests.conftest import GitRepo


def run(line: str, folder: Path, **variables: str) -> subprocess.CompletedProcess[str]:
    """Runs a line of shell in which `eemgit` is the program under test."""
    script = f'set -o pipefail; eemgit() {{ "{sys.executable}" -m eemgit "$@"; }}; {line}'
    environment = os.environ | variables
    return subprocess.run(
        ["bash", "-c", script], cwd=folder, env=environment, capture_output=True, check=False, encoding="utf-8"
    )


def test_a_reader_that_goes_away_is_no_error(bench: GitRepo) -> None:
    for line in ("eemgit list", "eemgit --help"):
        done = run(f"{line} | head -1", bench.path)
        assert (done.returncode, done.stdout.count("\n")) == (0, 1)
        assert "Traceback" not in done.stderr and "Exception" not in done.stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no device that is always full")
def test_a_full_disk_is_told(bench: GitRepo) -> None:
    done = run("eemgit list > /dev/full", bench.path)
    assert (done.returncode, done.stderr) == (
        2,
        "error: cannot write to standard output: no space left on device\n",
    )


def test_what_an_encoding_cannot_spell_is_written_as_an_escape(bench: GitRepo) -> None:
    bench.belief("rain", "雨 falls.")
    text = run("eemgit list --tag nothing; eemgit show rain", bench.path, PYTHONIOENCODING="latin-1")
    assert (text.returncode, text.stdout.splitlines()[0]) == (0, "IN  rain  \\u96e8 falls.")
    document = run("eemgit show rain --json", bench.path, PYTHONIOENCODING="latin-1")
    assert '"claim": "\\u96e8 falls."' in document.stdout


@pytest.mark.parametrize("line", ["list", "status", "check", "diff HEAD", "nogood list", "proposals"])
def test_counts_and_hints_are_messages_and_data_is_data(line: str, bench: GitRepo) -> None:
    result = eemgit(*line.split(), cwd=bench.path)
    assert result.code == 0
    assert not result.err or result.err.split(" ")[0].isdigit()


def test_a_file_that_cannot_be_read_is_told_beside_the_data(bench: GitRepo) -> None:
    bench.write("beliefs/b/bad.md", "---\n")
    for line in ("list", "status", "why mains-on", "what-if mains-on"):
        result = eemgit(*line.split(), cwd=bench.path)
        assert result.code == 1
        assert result.out, "what can be told is told"
        assert "beliefs/b/bad.md: cannot be read, so bad and what hangs on it is undecided\n" in result.err
        assert result.err.endswith("hint: eemgit check says what is wrong\n")


def test_a_folder_that_cannot_be_written_is_an_error_and_not_a_traceback(bench: GitRepo) -> None:
    if os.geteuid() == 0:
        pytest.skip("root writes anywhere")
    (bench.path / "beliefs").chmod(0o555)
    result = eemgit("add", "zebra", "A zebra has stripes.", cwd=bench.path)
    (bench.path / "beliefs").chmod(0o755)
    assert result.code == 2
    assert result.err.startswith("error: ")
