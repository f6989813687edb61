"""The command `undo`: the last commit that a command made here, and only that."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.cli.program import Result
from tests.conftest import GitRepo

Run = Callable[..., Result]


@pytest.mark.parametrize(
    "words",
    [
        ("retract", "p", "--reason", "it stands still", "--commit"),
        ("add", "new-one", "Something new is known.", "--commit"),
        ("mv", "flow", "stream", "--commit"),
        ("challenge", "flow", "The meter shows nothing.", "--commit"),
        ("layout", "hash"),
    ],
)
def test_the_last_command_is_taken_back_and_made_again(pump: GitRepo, run: Run, words: tuple[str, ...]) -> None:
    before = pump.git("rev-parse", "HEAD^{tree}")
    assert run(*words).code == 0
    after, done = pump.git("rev-parse", "HEAD^{tree}"), pump.head()
    fingerprint = pump.fingerprint()
    assert f"would take back {done[:10]}" in run("undo", "--dry-run").err
    assert pump.fingerprint() == fingerprint
    assert run("undo").code == 0
    assert (pump.git("rev-parse", "HEAD^{tree}"), pump.git("status", "--porcelain")) == (before, "")
    assert pump.git("log", "-1", "--format=%b").strip() == f"This reverts commit {done}."
    assert run("undo").code == 0
    assert (pump.git("rev-parse", "HEAD^{tree}"), pump.git("status", "--porcelain")) == (after, "")


def test_what_flips_is_said(run: Run) -> None:
    run("retract", "p", "--reason", "it stands still", "--commit")
    done = run("undo")
    assert done.out.startswith("1 restored, 1 label flips to IN")
    assert "took back" in done.err


def test_the_commit_of_a_person_is_not_taken_back(pump: GitRepo, run: Run) -> None:
    before = pump.fingerprint()
    done = run("undo")
    assert (done.code, "was not made by eemgit here" in done.err) == (2, True)
    assert pump.fingerprint() == before


def test_nothing_is_taken_back_from_under_a_change(pump: GitRepo, run: Run) -> None:
    run("retract", "p", "--reason", "it stands still", "--commit")
    pump.belief("r", "The tank is half full.")
    before = pump.fingerprint()
    done = run("undo")
    assert (done.code, "'beliefs/r/r.md' is not committed" in done.err) == (2, True)
    assert pump.fingerprint() == before


def test_a_merge_is_left_to_git(pump: GitRepo, run: Run) -> None:
    run("add", "pump-too", "The pump runs", "--distinct", "p", "--commit")
    pump.git("switch", "-q", "-c", "work")
    run("retract", "r", "--reason", "empty", "--commit")
    pump.git("switch", "-q", "main")
    run("accept", "work")
    before = pump.fingerprint()
    done = run("undo")
    assert (done.code, "several commits, or a merge" in done.err) == (2, True)
    assert pump.fingerprint() == before
