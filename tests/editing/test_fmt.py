"""The command `fmt`: another form, the same beliefs."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from eemgit.beliefs.formatting import canonical_belief
from eemgit.beliefs.model import Belief
from eemgit.beliefs.reading import read_belief
from eemgit.beliefs.renaming import rename_references
from eemgit.beliefs.writing import write_belief
from eemgit.errors import EditRefused
from tests.beliefs.strategies import messy_files
from tests.cli.program import Result
from tests.conftest import GitRepo
from tests.editing.conftest import diff, labels

Run = Callable[..., Result]

MESSY = b"---\r\ntags: [water,  'air']\r\njustifications:\r\n- antecedents: [p, q]\r\n---\r\nWater flows\r\nin.\r\n"
TIDY = (
    "---\njustifications:\n  - antecedents:\n      - p\n      - q\ntags:\n  - water\n  - air\n---\n\nWater flows\nin.\n"
)


def test_a_file_is_brought_into_form_and_keeps_the_lines_of_its_claim(pump: GitRepo, run: Run) -> None:
    pump.write("beliefs/f/flow.md", MESSY)
    pump.commit()
    before = labels(pump)
    assert run("fmt", "--check", "flow").out == "beliefs/f/flow.md\n"
    assert run("fmt", "--check", "flow").code == 1
    assert run("fmt", "flow", "--commit").code == 0
    assert (pump.path / "beliefs/f/flow.md").read_text() == TIDY
    assert pump.git("show", "--format=%s", "--name-only").splitlines() == ["format in 1 file", "", "beliefs/f/flow.md"]
    assert labels(pump) == before
    assert run("fmt", "--check", "flow").code == 0


def test_all_files_are_one_commit_and_then_nothing_is_left_to_do(pump: GitRepo, run: Run) -> None:
    assert run("fmt", "--json").json["files"] == ["beliefs/f/flow.md", "beliefs/p/p.md", "beliefs/q/q.md"]
    assert run("fmt", "--check").err == "nothing to change\n"
    assert run("check").code == 0


def test_a_comment_is_never_lost(pump: GitRepo, run: Run) -> None:
    pump.write("beliefs/p/p.md", "---\ntags: [a] # since May\n---\nThe pump runs.\n")
    before = (pump.path / "beliefs/p/p.md").read_bytes()
    done = run("fmt", "beliefs/p")
    assert "left as it is: beliefs/p/p.md: its front matter holds a comment" in done.err
    assert (pump.path / "beliefs/p/p.md").read_bytes() == before


def test_a_broken_file_does_not_keep_the_others_from_being_formatted(pump: GitRepo, run: Run) -> None:
    pump.write("beliefs/p/p.md", "---\ntags: [a\n---\nThe pump runs.\n")
    done = run("fmt")
    assert done.code == 0
    assert done.out == "beliefs/f/flow.md\nbeliefs/q/q.md\n"
    assert "left as it is: beliefs/p/p.md: it cannot be read" in done.err


def test_a_name_that_means_nothing_is_an_error(run: Run) -> None:
    assert (run("fmt", "ghost").code, "no belief, file or folder 'ghost'" in run("fmt", "ghost").err) == (2, True)


def test_references_are_written_as_current_ids_and_nothing_else_changes(pump: GitRepo, run: Run) -> None:
    run("mv", "p", "pump", "--commit")
    run("add", "gate-open", "The gate is open.", "--commit")
    run("justify", "wet", "--because", "q,gate-open", "--commit")
    run("retract", "q", "--reason", "the same", "--duplicate-of", "gate-open", "--commit")
    pump.write("nogoods/n.md", "---\nmembers: [p, r]\n---\nNot both.\n")
    pump.commit()
    before = labels(pump)
    done = run("fmt", "--references")
    assert done.out.splitlines() == ["beliefs/f/flow.md", "beliefs/w/wet.md", "nogoods/n.md"]
    assert diff(pump) == [
        "-      - p", "-      - q", "+      - pump", "+      - gate-open",
        "-      - q",
        "-members: [p, r]", "+members: [pump, r]",
    ]  # fmt: skip
    assert labels(pump) == before
    assert run("fmt", "--references").err == "nothing to change\n"


def _read(data: bytes) -> Belief:
    value = read_belief("b.md", data, "belief").value
    assert value is not None
    return value


@settings(max_examples=50, deadline=None)
@given(messy_files())
def test_formatting_changes_no_belief_and_is_done_once(data: bytes) -> None:
    try:
        tidy = canonical_belief(data, "belief")
    except EditRefused as refused:
        assert "#" in data.decode() and "comment" in str(refused)
        return
    assert _read(tidy) == _read(data)
    assert canonical_belief(tidy, "belief") == tidy
    if len(tidy.splitlines()) == len(write_belief(_read(data)).splitlines()):
        assert tidy == write_belief(_read(data))


@settings(max_examples=50, deadline=None)
@given(messy_files(), st.dictionaries(st.sampled_from(("a", "b", "no", "on", "012")), st.sampled_from(("a", "new"))))
def test_renaming_references_touches_only_those(data: bytes, names: dict[str, str]) -> None:
    name = lambda reference: names.get(reference, reference)
    belief = _read(data)
    try:
        text = rename_references(data, name, name)
    except EditRefused:
        return
    after = _read(text)
    assert after.claim == belief.claim and after.tags == belief.tags and after.sources == belief.sources
    assert [set(j.antecedents) for j in after.justifications or ()] == [
        set(map(name, j.antecedents)) for j in belief.justifications or ()
    ]
    assert set(after.unless) == set(map(name, belief.unless))
    if not names:
        assert text == data


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("unless: [old, x] # why\n", "unless: [new, x] # why\n"),
        ("unless:\n  - new\n  - x\n  - old\n", "unless:\n  - new\n  - x\n"),
        ("retracted: {reason: r, superseded_by: old}\n", "retracted: {reason: r, superseded_by: new}\n"),
    ],
)
def test_a_reference_is_rewritten_in_its_place(before: str, after: str) -> None:
    name = lambda reference: "new" if reference == "old" else reference
    text = rename_references(f"---\n{before}---\n\nA claim.\n".encode(), name, name)
    assert text.decode() == f"---\n{after}---\n\nA claim.\n"
