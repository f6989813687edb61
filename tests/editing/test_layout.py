"""The command `layout`: files move, beliefs do not change."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from eemgit.beliefs.ids import Layout
from eemgit.beliefs.settings_text import layout_text
from tests.cli.program import Result
from tests.conftest import GitRepo
from tests.editing.conftest import labels

Run = Callable[..., Result]


def test_the_layout_is_shown_with_its_largest_folder(run: Run) -> None:
    assert run("layout").out == "layout letter: 6 beliefs in 6 folders; the largest, beliefs/d, holds 1\n"


def test_all_files_move_in_one_commit_with_the_settings(pump: GitRepo, run: Run) -> None:
    before, files = labels(pump), pump.git("ls-files", "beliefs").splitlines()
    assert run("layout", "hash", "--dry-run").err == "dry run: would move 6 files\n"
    assert pump.git("ls-files", "beliefs").splitlines() == files
    assert run("layout", "hash").code == 0
    assert labels(pump) == before
    assert pump.git("status", "--porcelain") == ""
    assert pump.git("log", "-1", "--format=%s") == "layout: move 6 beliefs to hash"
    assert (pump.path / "eemgit.yaml").read_text() == "schema: 1\nlayout: hash\n"
    assert not (pump.path / "beliefs/p").exists()
    assert run("check").code == 0
    assert run("layout", "letter").code == 0
    assert pump.git("ls-files", "beliefs").splitlines() == files


def test_nothing_moves_while_something_is_not_committed(pump: GitRepo, run: Run) -> None:
    pump.belief("new-one", "A new one.")
    before = pump.fingerprint()
    done = run("layout", "hash")
    assert (done.code, "'beliefs/n/new-one.md' is not committed" in done.err) == (2, True)
    assert "the layout is letter already" in run("layout", "letter").err
    assert pump.fingerprint() == before


def test_misplaced_files_are_named_and_moved(pump: GitRepo, run: Run) -> None:
    pump.git("mv", "beliefs/p/p.md", "beliefs/q/p.md")
    pump.commit()
    assert "misplaced: beliefs/q/p.md -> beliefs/p/p.md" in run("layout").out
    assert run("layout", "--fix", "--commit").code == 0
    assert pump.git("status", "--porcelain") == ""
    assert (pump.path / "beliefs/p/p.md").exists()
    assert "every file lies where it belongs" in run("layout", "--fix").err


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("schema: 1\n", "schema: 1\nlayout: hash\n"),
        ("schema: 1", "schema: 1\nlayout: hash\n"),
        ("# ours\r\nschema: 1 # x\r\nreports: local", "# ours\r\nschema: 1 # x\r\nlayout: hash\r\nreports: local"),
        ("layout: letter # for now\nschema: 1\n", "layout: hash # for now\nschema: 1\n"),
        ("{schema: 1, reports: local}\n", "{schema: 1, layout: hash, reports: local}\n"),
    ],
)
def test_the_setting_is_written_into_its_place(before: str, after: str) -> None:
    assert layout_text(before.encode(), Layout.HASH).decode() == after
    assert layout_text(after.encode(), Layout.HASH).decode() == after
