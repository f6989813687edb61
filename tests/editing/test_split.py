"""The command `split`: one belief becomes all of its parts."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from eemgit.errors import EditRefused
from eemgit.steps.apply import apply
from eemgit.steps.splitting import split
from eemgit.tms.network import Label
from tests.cli.program import Result
from tests.conftest import GitRepo
from tests.editing.conftest import diff, labels
from tests.knowledge.files import knowledge

Run = Callable[..., Result]


def test_the_parts_of_a_premise_are_premises_with_its_sources(pump: GitRepo, run: Run) -> None:
    before = labels(pump)
    done = run("split", "q", "q-turned", "q-clear", "--claim", "The valve is turned.", "-c", "Nothing clogs the valve.")
    assert done.code == 0
    assert diff(pump)[:12] == [
        "+---", "+sources:", "+  - src/valve.md", "+---", "+", "+Nothing clogs the valve.",
        "+---", "+sources:", "+  - src/valve.md", "+---", "+", "+The valve is turned.",
    ]  # fmt: skip
    assert diff(pump)[12:] == [
        "+justifications:", "+  - antecedents:", "+      - q-turned", "+      - q-clear", "+    label: all of its parts"
    ]  # fmt: skip
    assert labels(pump) == {**before, "q-turned": Label.IN, "q-clear": Label.IN}
    assert "it was a premise and is now derived" in done.out


def test_the_parts_of_a_derived_belief_get_its_justifications(pump: GitRepo, run: Run) -> None:
    run("split", "wet", "wet-floor", "wet-wall", "-c", "The floor is wet.", "-c", "The wall is wet.", "--commit")
    assert pump.git("log", "-1", "--format=%s") == "split wet into wet-floor, wet-wall"
    assert pump.git("status", "--porcelain") == ""
    assert run("justify", "wet-wall").out.splitlines()[1:] == ["  1  because flow", "  2  because r"]
    assert run("justify", "wet").out.splitlines()[1:] == ["  1  because wet-floor, wet-wall (all of its parts)"]
    assert "is now derived" not in run("split", "flow", "x", "y", "-c", "One.", "-c", "Two.", "-n").out
    run("retract", "wet-wall", "--reason", "it is tiled")
    assert labels(pump)["wet"] is Label.OUT


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (("split", "q", "a", "b", "--claim", "One."), 2, "2 parts and 1 claims"),
        (("split", "q", "a", "--claim", "One."), 2, "two parts or more"),
        (("split", "q", "p", "b", "--claim", "One.", "--claim", "Two."), 1, "the id 'p' is taken"),
        (("split", "q", "a", "b", "--claim", "One.", "--claim", " "), 2, "the claim of 'b' is empty"),
        (("split", "q", "a", "b", "--claim", "The pump runs.", "--claim", "Two."), 1, "exact-duplicate"),
    ],
)
def test_what_is_no_split_is_refused(pump: GitRepo, run: Run, words: tuple[str, ...], code: int, said: str) -> None:
    before = pump.fingerprint()
    done = run(*words)
    assert (done.code, said in done.err) == (code, True), done.err
    assert pump.fingerprint() == before


ids = st.sampled_from("abcdef")
lists = st.lists(ids, max_size=2).map(", ".join)
lines = st.lists(st.tuples(ids, lists, lists).map(lambda t: f"{t[0]} <- {t[1]} unless {t[2]}" if any(t[1:]) else t[0]))


@settings(max_examples=40, deadline=None)
@given(lines, ids)
def test_a_split_keeps_every_label(given_lines: list[str], id: str) -> None:
    base = knowledge(*"abcdef", *given_lines)
    try:
        after = apply(base, (split(base, id, (("x", "One part."), ("y", "Another part.")))[1],)).knowledge
    except EditRefused as refused:
        assert "own antecedent" in str(refused) or "hold itself up" in str(refused)
        return
    assert {each: after.label_of(each) for each in base.beliefs} == {each: base.label_of(each) for each in base.beliefs}
