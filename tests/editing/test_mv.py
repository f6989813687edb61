"""The command `mv`: a rename that breaks nothing and changes one file."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from eemgit.errors import EemError
from eemgit.steps.apply import apply
from eemgit.steps.protocol import Rename, Unit
from tests.cli.program import Result
from tests.conftest import GitRepo
from tests.editing.conftest import labels
from tests.knowledge.files import knowledge

Run = Callable[..., Result]


def test_a_rename_moves_one_file_and_leaves_an_alias(pump: GitRepo, run: Run) -> None:
    before = labels(pump)
    done = run("mv", "flow", "pump/water-flows", "--commit")
    assert done.code == 0, done.err
    assert pump.git("status", "--porcelain") == ""
    assert pump.git("show", "--format=%s", "--name-status", "-M50").splitlines() == [
        "rename flow to pump/water-flows",
        "",
        "R083\tbeliefs/f/flow.md\tbeliefs/pump/w/water-flows.md",
    ]
    assert not (pump.path / "beliefs/f").exists()
    assert labels(pump) == {{"flow": "pump/water-flows"}.get(id, id): label for id, label in before.items()}
    assert "was called flow" in done.out and "+ aliases flow" in done.out
    assert "1 belief cites it by its old id, which goes on working" in done.err
    assert run("check").code == 0


def test_a_rename_without_a_commit_is_seen_as_one(pump: GitRepo, run: Run) -> None:
    assert run("mv", "p", "pump-on").code == 0
    assert sorted(pump.git("status", "--porcelain").splitlines()) == [" D beliefs/p/p.md", "?? beliefs/p/pump-on.md"]
    assert run("diff", "HEAD", "--json").json["renamed"] == ["pump-on"]
    text = "---\ntags: [water]\naliases:\n  - p\n---\n\nThe pump runs.\n"
    assert (pump.path / "beliefs/p/pump-on.md").read_text() == text


def test_a_belief_can_have_its_old_id_again(pump: GitRepo, run: Run) -> None:
    before = labels(pump)
    run("mv", "flow", "stream", "--commit")
    assert run("mv", "stream", "flow", "--commit").code == 0
    assert labels(pump) == before
    assert "aliases:\n  - stream\n" in (pump.path / "beliefs/f/flow.md").read_text()


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (("mv", "p", "q"), 1, "the id 'q' is taken"),
        (("mv", "p", "p"), 1, "'p' has that id already"),
        (("mv", "p", "Not An Id"), 2, "cannot be an id"),
        (("mv", "ghost", "x"), 2, "no belief 'ghost'"),
        (("mv", "p"), 2, "takes two ids, not 1"),
        (("mv", "--finish"), 2, "no belief of HEAD has gone"),
        (("mv", "--finish", "p", "q"), 1, "'p' is still a belief"),
    ],
)
def test_a_rename_that_cannot_be_is_refused(
    pump: GitRepo, run: Run, words: tuple[str, ...], code: int, said: str
) -> None:
    before = pump.fingerprint()
    done = run(*words)
    assert (done.code, said in done.err) == (code, True), done.err
    assert pump.fingerprint() == before


@pytest.mark.parametrize("words", [(), ("flow", "stream")])
def test_a_rename_by_hand_is_finished(pump: GitRepo, run: Run, words: tuple[str, ...]) -> None:
    before = labels(pump)
    (pump.path / "beliefs/s").mkdir()
    pump.git("mv", "beliefs/f/flow.md", "beliefs/s/stream.md")
    assert run("check").code == 1
    assert run("mv", "--finish", *words).code == 0
    assert run("check").code == 0
    assert labels(pump) == {{"flow": "stream"}.get(id, id): label for id, label in before.items()}


def test_a_rename_that_was_cut_off_is_finished_by_the_same_command(pump: GitRepo, run: Run) -> None:
    old = (pump.path / "beliefs/f/flow.md").read_bytes()
    run("mv", "flow", "stream")
    pump.write("beliefs/f/flow.md", old)
    assert run("check").code == 1
    assert run("mv", "flow", "stream", "--commit").code == 0
    assert pump.git("status", "--porcelain") == ""
    assert run("check").code == 0


def test_a_commit_that_a_hook_refuses_leaves_the_old_file(pump: GitRepo, run: Run) -> None:
    hook = pump.path / ".git/hooks/pre-commit"
    hook.write_text("#!/bin/sh\nexit 1\n")
    hook.chmod(0o755)
    before = pump.git("status", "--porcelain")
    assert run("mv", "flow", "stream", "--commit").code == 2
    assert (pump.path / "beliefs/f/flow.md").exists() and not (pump.path / "beliefs/s").exists()
    assert pump.git("status", "--porcelain") == before


ids = st.sampled_from("abcdef")
lists = st.lists(ids, max_size=2).map(", ".join)
lines = st.lists(st.tuples(ids, lists, lists).map(lambda t: f"{t[0]} <- {t[1]} unless {t[2]}" if any(t[1:]) else t[0]))


@settings(max_examples=40, deadline=None)
@given(lines, ids, st.sampled_from(("new", "ns/b")))
def test_a_rename_keeps_every_label(given_lines: list[str], old: str, new: str) -> None:
    before = knowledge(*given_lines, "nogood n: a, b")
    try:
        after = apply(before, (Unit("rename", "", (Rename(old, new),)),)).knowledge
    except EemError:
        assert old not in before.beliefs
        return
    assert {id: before.label_of(id) for id in before.beliefs} == {
        {new: old}.get(id, id): after.label_of(id) for id in after.beliefs
    }
    assert before.is_open(before.nogoods["n"]) == after.is_open(after.nogoods["n"])
