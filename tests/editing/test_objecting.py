"""The commands `challenge` and `supersede`: a belief is OUT while what speaks against it is IN."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from eemgit.beliefs.amending import Lists
from eemgit.beliefs.knowledge import KnowledgeBase
from eemgit.beliefs.model import Retraction
from eemgit.steps.apply import apply
from eemgit.steps.objecting import Objection, challenge, supersede
from eemgit.steps.protocol import Amend, Edit, Retract, Unit
from eemgit.tms.network import Label
from tests.cli.program import Result
from tests.conftest import GitRepo
from tests.editing.conftest import labels
from tests.knowledge.files import knowledge

Run = Callable[..., Result]


def test_a_challenge_takes_a_belief_out_and_an_answer_brings_it_back(pump: GitRepo, run: Run) -> None:
    before = labels(pump)
    done = run("challenge", "flow", "The meter shows nothing.", "--source", "notes.md", "--commit")
    assert done.code == 0
    assert "OUT was IN flow" in done.out and "+ unless challenge-flow" in done.out
    assert "IN  challenge-flow  The meter shows nothing." in done.out
    assert "to answer it: eemgit challenge --answer challenge-flow CLAIM" in done.err
    assert pump.git("show", "--format=%s", "--name-only").splitlines()[2:] == [
        "beliefs/c/challenge-flow.md",
        "beliefs/f/flow.md",
    ]
    answered = run("challenge", "--answer", "challenge-flow", "The meter is broken.", "--commit")
    assert answered.code == 0
    assert "1 belief turned IN\n  IN  was OUT flow" in answered.out
    assert pump.git("status", "--porcelain") == ""
    now = labels(pump)
    assert now.pop("challenge-flow") is Label.OUT
    assert now.pop("answer-challenge-flow") is Label.IN
    assert now == before


@pytest.mark.parametrize("left", ["the challenge", "both files"])
def test_a_challenge_that_was_cut_off_is_finished_by_the_same_command(pump: GitRepo, run: Run, left: str) -> None:
    words = ("challenge", "flow", "The meter shows nothing.", "--commit")
    run(*words[:-1])
    if left == "the challenge":
        pump.git("checkout", "-q", "--", "beliefs/f/flow.md")
    done = run(*words)
    assert done.code == 0, done.err
    assert pump.git("status", "--porcelain") == ""
    assert len(pump.git("show", "--format=", "--name-only").splitlines()) == 2
    assert labels(pump)["flow"] is Label.OUT


def test_each_challenge_gets_an_id_of_its_own(run: Run) -> None:
    run("challenge", "flow", "The meter shows nothing.")
    assert run("challenge", "flow", "The pipe is dry.", "--json").json["added"] == ["challenge-flow-2"]
    assert run("challenge", "flow", "The pipe is cold.", "--id", "cold", "--json").json["added"] == ["cold"]


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (("challenge", "flow", "The pump runs."), 1, "exact-duplicate"),
        (("challenge", "flow", " "), 2, "a claim cannot be empty"),
        (("challenge", "flow", "No.", "--id", "p"), 1, "the id 'p' is taken"),
        (("challenge", "--answer", "flow", "Yes."), 1, "'flow' challenges nothing"),
        (("supersede", "p", "p"), 1, "cannot take its own place"),
        (("supersede", "p", "ghost"), 2, "no belief 'ghost'"),
        (("supersede", "p", "flow"), 1, "undecided"),
    ],
)
def test_what_makes_no_sense_is_refused(pump: GitRepo, run: Run, words: tuple[str, ...], code: int, said: str) -> None:
    before = pump.fingerprint()
    done = run(*words)
    assert (done.code, said in done.err) == (code, True), done.err
    assert pump.fingerprint() == before


def test_whoever_answers_the_challenged_belief_is_told_its_challenges(run: Run) -> None:
    run("challenge", "flow", "The meter shows nothing.")
    assert "eemgit challenge --answer challenge-flow CLAIM" in run("challenge", "--answer", "flow", "It does.").err


def test_superseding_is_undone_as_the_message_says(pump: GitRepo, run: Run) -> None:
    before = labels(pump)
    files = pump.git("rev-parse", "HEAD^{tree}")
    done = run("supersede", "flow", "r", "--commit")
    assert labels(pump)["flow"] is Label.OUT
    assert "to undo: eemgit edit flow --no-unless r" in done.err
    run("edit", "flow", "--no-unless", "r", "--commit")
    assert labels(pump) == before
    assert pump.git("rev-parse", "HEAD^{tree}") == files
    run("supersede", "flow", "r")
    assert "has taken the place of 'flow' already" in run("supersede", "flow", "r").err


def test_a_newer_belief_can_stand_for_all_that_came_before() -> None:
    base = knowledge("v0 unless v1", "v1 unless v2", "v2", "v3")
    one = _applied(base, supersede(base, "v2", "v3")[1])
    assert _labels(one) == {"v0": Label.OUT, "v1": Label.IN, "v2": Label.OUT, "v3": Label.IN}
    whole = _applied(base, supersede(base, "v2", "v3", transitive=True)[1])
    assert _labels(whole) == {"v0": Label.OUT, "v1": Label.OUT, "v2": Label.OUT, "v3": Label.IN}


def _applied(base: KnowledgeBase, *units: Unit) -> KnowledgeBase:
    return apply(base, units).knowledge


def _labels(base: KnowledgeBase) -> dict[str, Label]:
    return {id: base.label_of(id) for id in base.beliefs}


def _edit(*edits: Edit) -> Unit:
    return Unit("edit", "", edits)


ids = st.sampled_from("abcdef")
lists = st.lists(ids, max_size=2).map(", ".join)
bases = st.lists(
    st.tuples(ids, lists, lists).map(lambda t: f"{t[0]} <- {t[1]} unless {t[2]}" if any(t[1:]) else t[0])
).map(lambda lines: knowledge("a", *lines))


@settings(max_examples=40, deadline=None)
@given(bases, st.data())
def test_a_challenge_that_is_retracted_leaves_every_label_as_it_was(base: KnowledgeBase, data: st.DataObject) -> None:
    id = data.draw(st.sampled_from(sorted(base.beliefs)))
    challenged = _applied(base, challenge(base, id, Objection("It is not so at all.", "z"))[1])
    assert challenged.label_of(id) is Label.OUT
    back = _applied(challenged, _edit(Retract("z", Retraction("it is"))))
    assert _labels(back) == {**_labels(base), "z": Label.OUT}


@settings(max_examples=40, deadline=None)
@given(bases, st.data(), st.booleans())
def test_superseding_is_taken_back_byte_for_byte(base: KnowledgeBase, data: st.DataObject, transitive: bool) -> None:
    assume(len(base.beliefs) > 1)
    old, new = data.draw(st.permutations(sorted(base.beliefs)))[:2]
    unit = supersede(base, old, new, transitive=transitive)[1]
    after = _applied(base, unit)
    if base.label_of(new) is Label.IN and after.label_of(new) is Label.IN:
        assert after.label_of(old) is Label.OUT
    undo = [Amend(edit.id, remove=Lists(unless=(new,))) for edit in unit.edits if isinstance(edit, Amend)]
    assert _applied(after, _edit(*undo)).files == base.files
