"""Help, completion and the page of all commands."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from eemgit.cli.root import MODULES
from tests.cli import commands_page
from tests.cli.program import eemgit
from tests.conftest import GitRepo

LEAVES = {context.command_path: command for name in MODULES for command, context in commands_page.leaves(name)}


def test_the_page_of_commands_is_what_the_help_says() -> None:
    assert commands_page.PAGE.read_text(encoding="utf-8") == commands_page.page(), (
        "write it anew: python tests/cli/commands_page.py"
    )


@pytest.mark.parametrize("path", LEAVES)
def test_every_command_has_a_help_with_examples(path: str, tmp_path: Path) -> None:
    result = eemgit(*path.split()[1:], "--help", cwd=tmp_path)
    assert (result.code, result.err) == (0, "")
    assert result.out.startswith(f"Usage: {path} ")
    examples = result.out.partition("\n  Examples:\n")[2].strip().splitlines()
    assert examples, "no Examples section"
    assert all(line.strip().startswith(path) for line in examples)
    assert max(map(len, result.out.splitlines())) <= 100
    assert result.out == eemgit(*path.split()[1:], "-h", cwd=tmp_path).out


@pytest.mark.parametrize("path", LEAVES)
def test_the_examples_of_a_command_parse(path: str) -> None:
    command = LEAVES[path]
    for line in commands_page.examples(command):
        line = line.partition(" > ")[0].partition(" | ")[0]
        arguments = shlex.split(line)[len(path.split()) :]
        with command.make_context(path, list(arguments)) as context:
            assert context.args == []


@pytest.mark.parametrize("path", LEAVES)
def test_every_command_speaks_json(path: str) -> None:
    options = {name for param in LEAVES[path].params for name in param.opts}
    assert {"--json", "--format"} <= options


WRITING = ("add", "retract", "restore", "nogood add", "nogood resolve", "init", "import", "dedup", "accept")


@pytest.mark.parametrize("name", WRITING)
def test_every_command_that_writes_can_run_dry(name: str) -> None:
    options = {option for param in LEAVES[f"eemgit {name}"].params for option in param.opts}
    assert {"--dry-run", "-n"} <= options


def test_the_first_help_names_every_command_in_its_section(tmp_path: Path) -> None:
    result = eemgit("--help", cwd=tmp_path)
    assert result.code == 0
    assert all(f"\n  {name} " in result.out for name in MODULES)
    assert [line for line in result.out.splitlines() if line in ("Read:", "Write:", "Propose and review:")]


def test_without_a_command_the_help_is_a_message(tmp_path: Path) -> None:
    result = eemgit(cwd=tmp_path)
    assert (result.code, result.out) == (2, "")
    assert result.err.startswith("Usage: eemgit ")


def test_the_version_is_one_line(tmp_path: Path) -> None:
    result = eemgit("--version", cwd=tmp_path)
    assert result.code == 0
    assert result.out.startswith("eemgit ") and result.out.count("\n") == 1


def test_git_runs_it_as_its_own_command(bench: GitRepo) -> None:
    folder = Path(sys.executable).parent
    if shutil.which("git-eem", path=str(folder)) is None:
        pytest.skip("the scripts are not installed beside this Python")
    environment = os.environ | {"PATH": f"{folder}{os.pathsep}{os.environ['PATH']}"}
    done = subprocess.run(
        ["git", "eem", "status"], cwd=bench.path, env=environment, capture_output=True, text=True, check=True
    )
    assert done.stdout == eemgit("status", cwd=bench.path).out


def complete(*words: str, cwd: Path) -> list[str]:
    """What a shell is offered for the last word of a command line."""
    asked = {"_EEMGIT_COMPLETE": "bash_complete", "COMP_WORDS": shlex.join(["eemgit", *words])}
    environment = os.environ | asked | {"COMP_CWORD": str(len(words))}
    done = subprocess.run(
        [sys.executable, "-m", "eemgit"], cwd=cwd, env=environment, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    return [line.partition(",")[2] for line in done.stdout.splitlines() if line]


def test_completion_offers_ids_commands_and_branches(bench: GitRepo, tmp_path: Path) -> None:
    assert complete("show", "kettle-", cwd=bench.path) == ["kettle-boils", "kettle-is-new", "kettle-is-safe"]
    assert complete("add", "It whistles.", "--because", "lid-open,mai", cwd=bench.path) == ["lid-open,mains-on"]
    assert complete("nogood", "resolve", "boi", cwd=bench.path) == ["boils-or-not"]
    assert complete("-C", str(bench.path), "why", "tea", cwd=tmp_path) == ["tea-time", "tea/leaves-there"]
    assert complete("show", "kettle-", cwd=tmp_path) == [], "where there are no beliefs there is nothing to offer"
    eemgit("dedup", cwd=bench.path)
    assert complete("plan", "eem", cwd=bench.path) == ["eem/dedup"]
