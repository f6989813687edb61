"""Edits of belief files: they say what was meant, and nothing else in the file moves."""

from __future__ import annotations

import contextlib
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from eemgit.beliefs.editing import extend_text, restore_text, retract_text, reword_text, set_unless_text
from eemgit.beliefs.frontmatter import BOM, join, split
from eemgit.beliefs.model import Belief, Justification, Retraction, RetractionType
from eemgit.beliefs.reading import read_belief
from eemgit.beliefs.sources import parse_source
from eemgit.errors import EditRefused
from tests.beliefs.strategies import claims, ids, justifications, messy_files, retractions, sources, tags

WRONG = Retraction("measured again: it is fast")
COPY = Retraction("the same claim", RetractionType.DUPLICATE, duplicate_of="auth-slow")

HANDWRITTEN = """\
---
# kept by the team, see the wiki
tags: [auth, 'perf']   # two of them
justifications:
- antecedents:
  - a    # measured
  - b
  unless: [c]

# where it comes from
sources:
  -   src/auth.py#L10-L24
---

The service is
slow.

Notes.
"""


def read(data: bytes) -> Belief:
    value = read_belief("belief.md", data, "belief").value
    assert value is not None
    return value


def added(before: str, after: str) -> str:
    """What `after` has more than `before`, which must be one piece."""
    start = next((at for at, (old, new) in enumerate(zip(before, after, strict=False)) if old != new), len(before))
    rest = len(before) - start
    assert after[len(after) - rest :] == before[start:]
    return after[start : len(after) - rest]


def test_a_retraction_is_one_line_on_top() -> None:
    data = retract_text(HANDWRITTEN.encode(), WRONG)
    assert added(HANDWRITTEN, data.decode()) == 'retracted: "measured again: it is fast"\n'
    assert data.startswith(b'---\nretracted: "measured')
    assert restore_text(data) == HANDWRITTEN.encode()


def test_a_retraction_with_a_type_is_a_map() -> None:
    data = retract_text(HANDWRITTEN.encode(), COPY)
    assert added(HANDWRITTEN, data.decode()) == (
        "retracted:\n  reason: the same claim\n  type: duplicate\n  duplicate_of: auth-slow\n"
    )


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("A claim.", "---\nretracted: no more\n---\n\nA claim."),
        ("A claim.\r\n", "---\r\nretracted: no more\r\n---\r\n\r\nA claim.\r\n"),
        ("A claim.\r", "---\rretracted: no more\r---\r\rA claim.\r"),
        ("\n\nA claim.\n", "---\nretracted: no more\n---\n\n\n\nA claim.\n"),
        ("---\n---\nA claim.", "---\nretracted: no more\n\n---\nA claim."),
        ("---\n\n---\nA claim.", "---\nretracted: no more\n\n\n---\nA claim."),
        ("---\n# none\n---\nA claim.", "---\nretracted: no more\n# none\n---\nA claim."),
        ("---\n  tags: [a]\n---\nA claim.", "---\n  retracted: no more\n  tags: [a]\n---\nA claim."),
        ("---\n? tags\n: - a\n---\nA claim.", "---\nretracted: no more\n? tags\n: - a\n---\nA claim."),
        ("---\n{tags: [a]}\n---\nA claim.", "---\n{retracted: no more, tags: [a]}\n---\nA claim."),
        ("---\n{}\n---\nA claim.", "---\n{retracted: no more}\n---\nA claim."),
        ("--- \ntags: [a]\n---\nA claim.", "--- \nretracted: no more\ntags: [a]\n---\nA claim."),
    ],
)
def test_every_kind_of_front_matter_can_be_retracted_and_restored(before: str, after: str) -> None:
    data = retract_text(before.encode(), Retraction("no more"))
    assert data.decode() == after
    assert restore_text(data).decode() == before


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("---\nretracted: x\n---\nA claim.\n", "A claim.\n"),
        ("---\nretracted: x\n---\n\nA claim.\n", "A claim.\n"),
        ("---\n\nretracted: x\n---\n\nA claim.\n", "A claim.\n"),
        ("---\n# why\nretracted: x\n---\nA claim.\n", "---\n# why\n---\nA claim.\n"),
        ("---\ntags: [a]\nretracted: 'x'  # really\n# end\n---\nA claim.\n", "---\ntags: [a]\n# end\n---\nA claim.\n"),
        ("---\nretracted: >\n  x\n  y\n\ntags: [a]\n---\nA claim.\n", "---\ntags: [a]\n---\nA claim.\n"),
        ("---\nretracted:\n  reason: x\n  # deep\n  type: other\ntags: [a]\n---\nA.\n", "---\ntags: [a]\n---\nA.\n"),
        ("---\n? retracted\n: x\ntags: [a]\n---\nA claim.\n", "---\ntags: [a]\n---\nA claim.\n"),
        ("---\n{tags: [a], retracted: x}\n---\nA claim.\n", "---\n{tags: [a]}\n---\nA claim.\n"),
        ("---\n{retracted: x,\n  tags: [a]}\n---\nA claim.\n", "---\n{\n  tags: [a]}\n---\nA claim.\n"),
    ],
)
def test_restoring_removes_the_retraction_as_people_write_it(before: str, after: str) -> None:
    assert restore_text(before.encode()).decode() == after


def test_an_edit_that_would_change_something_else_is_refused() -> None:
    """Without the line between them, the comment would be read as more of the text."""
    with pytest.raises(EditRefused, match="would break"):
        restore_text(b"---\nresearch: |\n  why\nretracted: x\n  # a comment\n---\nA claim.\n")


def test_a_retracted_belief_is_not_retracted_again() -> None:
    with pytest.raises(EditRefused, match="retracted already"):
        retract_text(retract_text(b"A claim.\n", WRONG), WRONG)


def test_a_belief_that_stands_is_not_restored() -> None:
    with pytest.raises(EditRefused, match="not retracted"):
        restore_text(b"A claim.\n")


def test_new_items_follow_the_style_of_their_list() -> None:
    data = extend_text(
        HANDWRITTEN.encode(),
        sources=[parse_source("docs/a b.md")],
        tags=["perf", "slow"],
        justifications=[Justification(("d", "e"), label="why: both"), Justification(("b", "a"), ("c",))],
    )
    assert (
        data.decode()
        == """\
---
# kept by the team, see the wiki
tags: [auth, 'perf', slow]   # two of them
justifications:
- antecedents:
  - a    # measured
  - b
  unless: [c]
- antecedents:
    - d
    - e
  label: "why: both"

# where it comes from
sources:
  -   src/auth.py#L10-L24
  -   docs/a b.md
---

The service is
slow.

Notes.
"""
    )


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("A claim.\n", "---\ntags:\n  - new\n---\n\nA claim.\n"),
        ("---\norigin: me\n---\nA.\n", "---\ntags:\n  - new\norigin: me\n---\nA.\n"),
        (
            "---\nunless: [a]\n# why\norigin: me\n---\nA.\n",
            "---\nunless: [a]\ntags:\n  - new\n# why\norigin: me\n---\nA.\n",
        ),
        ("---\ntags: []  # none\n---\nA.\n", "---\ntags:  # none\n  - new\n---\nA.\n"),
        ("---\ntags: [ # none\n  ]\n---\nA.\n", "---\ntags: [new # none\n  ]\n---\nA.\n"),
        ("---\ntags: [a,]\n---\nA.\n", "---\ntags: [a, new,]\n---\nA.\n"),
        ("---\ntags: [\n  a,\n  b\n]\n---\nA.\n", "---\ntags: [\n  a,\n  b,\n  new\n]\n---\nA.\n"),
        ("---\ntags:\n- |\n  a\n---\nA.\n", None),
        ("---\ntags:\n- >-\n  a\n\n# end\n---\nA.\n", "---\ntags:\n- >-\n  a\n\n- new\n# end\n---\nA.\n"),
        ("---\ntags:\n    - a\n---\nA.\n", "---\ntags:\n    - a\n    - new\n---\nA.\n"),
        ("---\n? tags\n: - a\n---\nA.\n", "---\n? tags\n: - a\n  - new\n---\nA.\n"),
        ("---\n{ tags: [] }\n---\nA.\n", "---\n{ tags: [new] }\n---\nA.\n"),
        ("---\n{ origin: me }\n---\nA.\n", "---\n{tags: [new],  origin: me }\n---\nA.\n"),
        ("---\ntags: [new]\n---\nA.\n", "---\ntags: [new]\n---\nA.\n"),
        ("\ufeffA.\r\n", "---\r\ntags:\r\n  - new\r\n---\r\n\r\nA.\r\n"),
    ],
)
def test_a_tag_joins_any_front_matter(before: str, after: str | None) -> None:
    if after is None:
        with pytest.raises(EditRefused):
            extend_text(before.encode(), tags=["new"])
    else:
        assert extend_text(before.encode(), tags=["new"]).decode() == after


def test_a_text_with_commas_is_quoted_inside_a_flow_list() -> None:
    data = extend_text(b"---\ntags: [a]\n---\nA.\n", tags=["b, c", "it's [d]", "e?", "plain: no"])
    assert b"""tags: [a, "b, c", "it's [d]", "e?", "plain: no"]\n""" in data


def test_a_derived_belief_that_lost_its_last_justification_can_get_one() -> None:
    data = extend_text(b"---\njustifications: []\n---\nA.\n", justifications=[Justification(("a", "b"))])
    assert data == b"---\njustifications:\n  - antecedents:\n      - a\n      - b\n---\nA.\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("justifications:\n", "justifications:\n  - antecedents:\n      - a\n"),
        ("justifications:  # lost\ntags: [b]\n", "justifications:  # lost\n  - antecedents:\n      - a\ntags: [b]\n"),
        ("{justifications: }\n", "{justifications: [{ antecedents: [a] }]}\n"),
    ],
)
def test_a_key_without_a_value_gets_its_list(before: str, after: str) -> None:
    data = extend_text(f"---\n{before}---\nA.\n".encode(), justifications=[Justification(("a",))])
    assert data.decode() == f"---\n{after}---\nA.\n"


def test_a_premise_gets_no_justification() -> None:
    with pytest.raises(EditRefused, match="premise"):
        extend_text(b"A claim.\n", justifications=[Justification(("a", "b"))])


def test_nothing_new_leaves_the_file_alone() -> None:
    data = BOM + HANDWRITTEN.replace("\n", "\r\n").encode()
    assert extend_text(data, tags=["auth"], justifications=[Justification(("b", "a"), ("c",), label="other")]) == data
    assert set_unless_text(data, []) == data


def test_an_unless_gates_the_whole_belief() -> None:
    data = set_unless_text(HANDWRITTEN.encode(), ["x", "y", "x"])
    assert added(HANDWRITTEN, data.decode()) == "unless:\n  - x\n  - y\n"
    assert read(data).unless == ("x", "y")


def test_a_reworded_claim_stands_in_the_place_of_the_old_one() -> None:
    data = reword_text(HANDWRITTEN.encode(), "# The service\nis fast.")
    assert data.decode() == HANDWRITTEN.replace("The service is\nslow.", "\\# The service is fast.")


@pytest.mark.parametrize(("claim", "why"), [(" \n", "no claim"), ("escape \x1b", "cannot be read")])
def test_a_claim_that_is_no_claim_is_refused(claim: str, why: str) -> None:
    with pytest.raises(EditRefused, match=why):
        reword_text(HANDWRITTEN.encode(), claim)


@pytest.mark.parametrize(
    "data",
    [b"", b"---\ntags: [a\n---\nA.\n", b"---\ntags: [a]\n", b"\xff", b"# heading\n", b"---\na: 1\na: 2\n---\nA.\n"],
)
def test_a_file_that_cannot_be_read_is_not_edited(data: bytes) -> None:
    for edit in (lambda: retract_text(data, WRONG), lambda: restore_text(data), lambda: extend_text(data, tags=["a"])):
        with pytest.raises(EditRefused, match="cannot be read"):
            edit()


@given(st.binary(max_size=40) | st.binary(max_size=40).map(lambda data: b"---\n" + data + b"\n---\nA."))
def test_any_bytes_are_edited_or_refused(data: bytes) -> None:
    with contextlib.suppress(EditRefused):
        assert restore_text(retract_text(data, WRONG)) == data.removeprefix(BOM)


@settings(max_examples=200, deadline=None)
@given(messy_files(retracted=st.none()), retractions)
def test_restoring_undoes_a_retraction_byte_for_byte(data: bytes, retraction: Retraction) -> None:
    retracted = retract_text(data, retraction)
    text = data.removeprefix(BOM).decode()
    assert read(retracted) == replace(read(data), retracted=retraction)
    assert restore_text(retracted).decode() == text
    assert keeps_line_ends(text, added(text, retracted.decode()))


@settings(max_examples=100, deadline=None)
@given(messy_files(retracted=retractions))
def test_restoring_takes_only_the_retraction(data: bytes) -> None:
    restored = restore_text(data)
    assert read(restored) == replace(read(data), retracted=None)
    assert is_subsequence(restored.decode(), data.removeprefix(BOM).decode())


@settings(max_examples=150, deadline=None)
@given(
    messy_files(),
    st.lists(sources, max_size=2),
    st.lists(tags, max_size=2),
    st.lists(justifications, max_size=2),
    st.lists(ids, max_size=2),
)
def test_extending_adds_and_takes_nothing_away(
    data: bytes, sources: list, tags: list, more: list, unless: list
) -> None:
    before = read(data)
    more = more if before.justifications is not None else []
    after = set_unless_text(extend_text(data, sources, tags, more), unless)
    belief = read(after)
    assert set(belief.tags) == {*before.tags, *tags}
    assert belief.tags[: len(before.tags)] == before.tags
    assert set(belief.sources) == {*before.sources, *sources}
    assert set(belief.unless) == {*before.unless, *unless}
    assert (belief.claim, belief.notes, belief.retracted) == (before.claim, before.notes, before.retracted)
    assert is_subsequence(bare(data), bare(after))
    assert set_unless_text(extend_text(after, sources, tags, more), unless) == after


@settings(max_examples=100, deadline=None)
@given(messy_files(), claims)
def test_rewording_changes_only_the_claim(data: bytes, claim: str) -> None:
    after = reword_text(data, claim)
    assert read(after) == replace(read(data), claim=claim)
    old, _ = split(data)
    new, _ = split(after)
    assert old and new
    assert new.text[: new.body_start] == old.text[: old.body_start]


@settings(max_examples=100, deadline=None)
@given(messy_files())
def test_a_file_taken_apart_and_put_together_is_the_same(data: bytes) -> None:
    document, _ = split(data)
    assert document
    assert join(document) == data
    assert extend_text(data) == data


def keeps_line_ends(text: str, new: str) -> bool:
    """Whether the lines in `new` end as the first line of `text` does."""
    document, _ = split(text.encode())
    assert document
    return not new.replace(document.newline, "").strip(" ").count("\n\r") and set(_line_ends(new)) <= {document.newline}


def _line_ends(text: str) -> list[str]:
    bare = text.replace("\r\n", "\0")
    return [{"\0": "\r\n"}.get(char, char) for char in bare if char in "\0\r\n"]


def bare(data: bytes) -> str:
    """The text of a file without spaces and empty flow lists, which may become block lists."""
    return data.removeprefix(BOM).decode().replace(" ", "").replace("[]", "")


def is_subsequence(part: str, whole: str) -> bool:
    """Whether `part` is `whole` with some characters taken out."""
    rest = iter(whole)
    return all(char in rest for char in part)
