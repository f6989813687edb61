"""Editing single belief files: only what was meant changes, and what has an inverse is undone byte for byte."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from eemgit.beliefs.amending import Lists, amend_text, ask_text, drop_text, justify_text, lists_of, premise_text
from eemgit.beliefs.frontmatter import BOM
from eemgit.beliefs.model import Belief, Justification, Mode
from eemgit.beliefs.reading import read_belief
from eemgit.errors import EditRefused, EemError
from tests.beliefs.strategies import messy_files, texts

quick = settings(max_examples=30, deadline=None)


def read(data: bytes) -> Belief:
    value = read_belief("b.md", data, "b").value
    assert value is not None
    return value


def file(front: str, claim: str = "The sky is blue.") -> bytes:
    return f"---\n{front}---\n\n{claim}\n".encode()


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("tags:\n  - a\n  - b\n  - c\n", "tags:\n  - a\n  - c\n"),
        ("tags:\n  - b\n", None),
        ("tags: [a, b, c]\n", "tags: [a, c]\n"),
        ("tags: [b, a]\n", "tags: [a]\n"),
        ("tags:\n- a # first\n- b # second\n", "tags:\n- a # first\n"),
        (
            "tags:\n  # why a\n  - a\n  # why b\n  -   b\norigin: me\n",
            "tags:\n  # why a\n  - a\n  # why b\norigin: me\n",
        ),
        ("{tags: [a, b], origin: me}\n", "{tags: [a], origin: me}\n"),
    ],
)
def test_one_tag_goes_and_nothing_else(before: str, after: str | None) -> None:
    wanted = b"The sky is blue.\n" if after is None else file(after)
    assert amend_text(file(before), remove=Lists(tags=("b",))) == wanted


def test_a_tag_that_is_not_there_is_not_taken_away_in_silence() -> None:
    with pytest.raises(EditRefused) as refused:
        amend_text(file("tags: [a, b]\n"), remove=Lists(tags=("c",)))
    assert "'c' is not among its tags" in str(refused.value)
    assert refused.value.hint == "there are a, b"


def test_one_edit_adds_to_one_list_and_takes_from_another() -> None:
    before = file("unless:\n  - x\ntags:\n  - a\n")
    after = amend_text(before, Lists(unless=("y",), sources=("src/a.py#L1",)), Lists(tags=("a",)))
    assert after == file("unless:\n  - x\n  - y\nsources:\n  - src/a.py#L1\n")


def test_an_item_can_change_places_with_another() -> None:
    assert amend_text(file("tags:\n  - a\n"), Lists(tags=("b",)), Lists(tags=("a",))) == file("tags:\n  - b\n")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("", "---\nresearch: Is it?\n---\n\nThe sky is blue.\n"),
        ("research: Was it?\ntags: [a]\n", "---\nresearch: Is it?\ntags: [a]\n---\n\nThe sky is blue.\n"),
        ("research: |\n  Was it?\n  Then?\ntags: [a]\n", "---\nresearch: Is it?\ntags: [a]\n---\n\nThe sky is blue.\n"),
        ("retracted: no\n", None),
        ("{research: 'Was it?', tags: [a]}\n", '---\n{research: "Is it?", tags: [a]}\n---\n\nThe sky is blue.\n'),
    ],
)
def test_a_question_is_asked_in_its_place(before: str, after: str | None) -> None:
    data = file(before) if before else b"The sky is blue.\n"
    if after is None:
        with pytest.raises(EditRefused, match="cannot be read"):
            ask_text(data, "Is it?")
        return
    assert ask_text(data, "Is it?").decode() == after


def test_the_last_justification_leaves_an_empty_list() -> None:
    before = file("justifications: # so far\n  - antecedents: [a]\n    label: x\ntags: [a]\n")
    assert drop_text(before, [1]) == file("justifications: [] # so far\ntags: [a]\n")


def test_a_justification_goes_with_its_lines() -> None:
    one, two = "  - antecedents:\n      - a\n", "  -\n    unless:\n      - b\n    antecedents: [c]\n"
    assert drop_text(file(f"justifications:\n{one}{two}{one}"), [2]) == file(f"justifications:\n{one}{one}")
    assert drop_text(file(f"justifications:\n{two}{one}"), [1]) == file(f"justifications:\n{one}")
    with pytest.raises(EditRefused, match="no justification 3") as refused:
        drop_text(file(f"justifications:\n{one}{two}"), [3])
    assert refused.value.hint == "they are numbered 1 to 2"


def test_a_premise_that_is_justified_becomes_derived_and_back() -> None:
    before = file("tags:\n  - a\n")
    after = justify_text(before, Justification(("p", "q"), ("r",), Mode.ANY, "seen"))
    assert read(after).justifications == (Justification(("p", "q"), ("r",), Mode.ANY, "seen"),)
    assert premise_text(after) == before
    with pytest.raises(EditRefused, match="premise already"):
        premise_text(before)


def test_the_same_justification_is_not_given_twice() -> None:
    before = file("justifications:\n  - antecedents: [a, b]\n")
    with pytest.raises(EditRefused, match="has that justification"):
        justify_text(before, Justification(("b", "a"), label="again"))


names = st.sampled_from(("unless", "sources", "tags", "aliases", "distinct"))


@quick
@given(messy_files(), names, st.sampled_from(("zz", "no", "a: b", "x, y", "team/z")))
def test_taking_away_what_was_added_restores_every_byte(data: bytes, name: str, item: str) -> None:
    belief = read(data)
    assume(item not in lists_of(belief, name) and lists_of(belief, name))
    lists = Lists(**{name: (item,)})
    try:
        added = amend_text(data, lists)
    except EditRefused:
        return
    assert lists_of(read(added), name) == (*lists_of(belief, name), item)
    assert amend_text(added, remove=lists) == data.removeprefix(BOM)


@quick
@given(messy_files(), names, st.data())
def test_taking_away_one_item_takes_only_that(data: bytes, name: str, draw: st.DataObject) -> None:
    belief = read(data)
    items = lists_of(belief, name)
    assume(items)
    item = draw.draw(st.sampled_from(items))
    try:
        after = read(amend_text(data, remove=Lists(**{name: (item,)})))
    except EditRefused:
        return
    assert lists_of(after, name) == tuple(each for each in items if each != item)
    assert replace(after, **{name: getattr(belief, name)}) == belief


@quick
@given(messy_files(), texts)
def test_a_question_taken_back_leaves_what_was_there(data: bytes, question: str) -> None:
    belief = read(data)
    try:
        asked = ask_text(data, question)
    except EemError:
        return
    assert read(asked) == replace(belief, research=question)
    if belief.research is None:
        assert ask_text(asked, None) == data.removeprefix(BOM)


@quick
@given(messy_files())
def test_dropping_the_justification_given_last_restores_every_byte(data: bytes) -> None:
    belief = read(data)
    new = Justification(("zz",), ("yy",), Mode.ALL, "a: b")
    try:
        given_one = justify_text(data, new)
    except EditRefused:
        return
    assert read(given_one).justifications == (*(belief.justifications or ()), new)
    if belief.justifications is None:
        assert premise_text(given_one) == data.removeprefix(BOM)
    elif belief.justifications:
        assert drop_text(given_one, [len(belief.justifications) + 1]) == data.removeprefix(BOM)
    else:
        assert read(drop_text(given_one, [1])) == belief


@quick
@given(messy_files(), st.data())
def test_dropping_any_justification_keeps_the_others(data: bytes, draw: st.DataObject) -> None:
    belief = read(data)
    assume(belief.justifications)
    numbers = draw.draw(st.sets(st.integers(1, len(belief.justifications or ())), min_size=1))
    try:
        after = read(drop_text(data, numbers))
    except EditRefused:
        return
    left = tuple(each for n, each in enumerate(belief.justifications or (), 1) if n not in numbers)
    assert after == replace(belief, justifications=left)
