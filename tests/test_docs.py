"""Every console block of the README and the docs does what it shows, and links lead somewhere."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGES = sorted([ROOT / "README.md", ROOT / "CONTRIBUTING.md", *ROOT.glob("docs/**/*.md")])
BLOCK = re.compile(r"^```console\n(.*?)^```$", re.M | re.S)
HASH = re.compile(r"\b(?=[0-9a-f]*[0-9])[0-9a-f]{7,40}\b")
LINK = re.compile(r"\[[^\]]*\]\((?!<?[a-z]+:)([^)#]+)(?:#[^)]*)?\)")


@dataclass(frozen=True)
class Shown:
    """A command of a console block with the output that the page shows."""

    command: str
    output: list[str]


def shown(page: Path) -> Iterator[Shown]:
    for block in BLOCK.findall(page.read_text()):
        for part in re.split(r"^\$ ", block, flags=re.M)[1:]:
            command, _, output = part.partition("\n")
            yield Shown(command, output.splitlines())


def pattern(lines: list[str]) -> re.Pattern[str]:
    """The shown output with any commit id for a commit id, and anything for a line `…`."""
    parts = [r"(?:.*\n)*?" if line == "…" else re.escape(settled(line)) + r"\n" for line in lines]
    return re.compile("".join(parts))


def settled(text: str) -> str:
    return "\n".join(HASH.sub("<id>", line).rstrip() for line in text.splitlines())


@pytest.fixture
def example(git_home: Path, tmp_path: Path) -> Path:
    folder = tmp_path / "demo"
    run(f"eemgit init --example {shlex.quote(str(folder))}", tmp_path)
    return folder


def run(command: str, folder: Path) -> str:
    """What a shell prints for the command, messages and data as they come; `eemgit` is the one under test."""
    script = f'eemgit() {{ "{sys.executable}" -m eemgit "$@"; }}\n{command}\n'
    environment = {**os.environ, "GIT_PAGER": "cat", "COLUMNS": "120"}
    done = subprocess.run(
        ["bash", "-c", script],
        cwd=folder,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        stdin=subprocess.DEVNULL,
        text=True,
        check=False,
    )
    assert "Traceback" not in done.stdout, done.stdout
    return done.stdout


@pytest.mark.parametrize("page", [p for p in PAGES if BLOCK.search(p.read_text())], ids=lambda p: p.stem)
def test_a_page_shows_what_its_commands_print(page: Path, example: Path) -> None:
    for each in shown(page):
        printed = settled(run(each.command, example))
        if each.output:
            wanted = pattern(each.output)
            assert wanted.fullmatch(printed + "\n"), f"$ {each.command}\n{printed}\n--- the page shows\n" + "\n".join(
                each.output
            )


def test_the_tour_of_the_example_runs_to_its_end(example: Path) -> None:
    printed = run(f'PATH="{Path(sys.executable).parent}:$PATH" sh tour.sh', example)
    assert "4 beliefs went OUT" in printed
    assert "4 beliefs turned IN" in printed
    assert re.search(r"merged eem/dedup as [0-9a-f]{10}", printed)
    log = subprocess.run(["git", "log", "--format=%s"], cwd=example, capture_output=True, text=True, check=True)
    assert log.stdout.splitlines()[0] == "accept eem/dedup"
    status = subprocess.run(["git", "status", "--porcelain"], cwd=example, capture_output=True, text=True, check=True)
    assert status.stdout == ""


@pytest.mark.parametrize("page", PAGES, ids=lambda p: str(p.relative_to(ROOT)))
def test_links_lead_to_files_that_are_there(page: Path) -> None:
    missing = [target for target in LINK.findall(page.read_text()) if not (page.parent / target).exists()]
    assert missing == []


def test_the_test_command_of_the_readme_is_the_one_that_ci_runs() -> None:
    commands = re.findall(r"^```sh\n(.*?)^```$", (ROOT / "README.md").read_text(), re.M | re.S)
    assert len(commands) == 2
    assert commands[1].strip() in (ROOT / ".ci/run").read_text()
