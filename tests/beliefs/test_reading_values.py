"""What a readable file says: every key as a value, the claim, the notes, and places in the file."""

from __future__ import annotations

import pytest

from eemgit.beliefs.body import escape_claim, read_body
from eemgit.beliefs.model import (
    Belief,
    Justification,
    Kind,
    Mode,
    Nogood,
    Retraction,
    RetractionType,
    ScopeFinding,
    Source,
    Validity,
)
from eemgit.beliefs.reading import locate, read_belief, read_nogood

FULL = b"""---
retracted:
  reason: two of the three antecedents were measured on another pump
  type: missing-bridge
  duplicate_of: pump-ok
  superseded_by: pump-v2
  nogood: both-pumps
  missing_property: the same pump
  findings:
    - antecedent: pump-a
      establishes: A runs
      does_not_establish: B runs
research: does it hold below zero?
justifications:
  - antecedents:
      - pump-a
      - pump-b
    unless:
      - pump-off
    label: both were measured
  - mode: any
    antecedents: [pump-c, "012"]
unless:
  - strike
valid:
  from: 2026-01
  to: 2026-12-31
sources:
  - src/pump.py#L10-L24@t:3f2a9c1d0b7e
  - https://example.org/pump#top
tags: [hydraulics, null, 1e3]
aliases:
  - Pump:Limit (old)
distinct:
  - pump-2
origin: derive, ollama:qwen3
x-team:
  lead: Kim
  members: [A, B]
---

The pump runs
below the limit.

Notes keep *everything*.

---
  even this
"""


def read(content: bytes) -> Belief:
    reading = read_belief("beliefs/p/pump.md", content, "pump")
    assert reading.value is not None, reading.findings
    return reading.value


def test_every_key_has_its_value() -> None:
    assert read(FULL) == Belief(
        id="pump",
        claim="The pump runs below the limit.",
        justifications=(
            Justification(("pump-a", "pump-b"), ("pump-off",), Mode.ALL, "both were measured"),
            Justification(("pump-c", "012"), mode=Mode.ANY),
        ),
        unless=("strike",),
        retracted=Retraction(
            "two of the three antecedents were measured on another pump",
            RetractionType.MISSING_BRIDGE,
            "pump-ok",
            "pump-v2",
            "both-pumps",
            "the same pump",
            (ScopeFinding("pump-a", "A runs", "B runs"),),
        ),
        research="does it hold below zero?",
        valid=Validity("2026-01", "2026-12-31"),
        sources=(
            Source("src/pump.py#L10-L24@t:3f2a9c1d0b7e", "src/pump.py", 10, 24, "3f2a9c1d0b7e"),
            Source("https://example.org/pump#top"),
        ),
        tags=("hydraulics", "null", "1e3"),
        aliases=("Pump:Limit (old)",),
        distinct=("pump-2",),
        origin="derive, ollama:qwen3",
        extra=(("x-team", {"lead": "Kim", "members": ["A", "B"]}),),
        notes="Notes keep *everything*.\n\n---\n  even this",
    )


@pytest.mark.parametrize("newline", [b"\n", b"\r\n", b"\r"])
def test_line_ends_do_not_change_what_a_file_says(newline: bytes) -> None:
    assert read(FULL.replace(b"\n", newline)) == read(FULL)


def test_a_file_without_front_matter_is_a_premise() -> None:
    belief = read(b"The pump runs.\n")
    assert belief == Belief("pump", "The pump runs.")
    assert belief.kind is Kind.PREMISE


def test_an_empty_front_matter_or_one_of_comments_says_nothing() -> None:
    assert read(b"---\n---\nThe pump runs.") == Belief("pump", "The pump runs.")
    assert read(b"---\n# nothing yet\n\n---\nThe pump runs.") == Belief("pump", "The pump runs.")


def test_justifications_without_an_entry_make_a_derived_belief() -> None:
    belief = read(b"---\njustifications:\n---\n\nThe pump runs.\n")
    assert belief.justifications == ()
    assert belief.kind is Kind.DERIVED


def test_a_justification_may_rest_on_its_unless_alone() -> None:
    [justification] = read(b"---\njustifications:\n  - unless: [strike]\n---\n\nThe pump runs.\n").justifications or ()
    assert justification == Justification(unless=("strike",))


def test_the_fences_may_have_spaces_behind_them() -> None:
    assert read(b"--- \ntags: [a]\n---\t \n\nThe pump runs.\n").tags == ("a",)


def test_a_text_may_take_any_form_that_yaml_has_for_it() -> None:
    front = b"---\norigin: >-\n  one\n  two\nresearch: |\n  a\n  b\nretracted: 'it''s # so'\n---\n\nThe pump runs.\n"
    belief = read(front)
    assert (belief.origin, belief.research, belief.retracted) == ("one two", "a\nb\n", Retraction("it's # so"))


def test_a_comment_behind_an_id_or_a_quoted_text_is_only_a_comment() -> None:
    reading = read_belief("x", b'---\ntags:\n  - a # one\norigin: "b" # two\n---\n\nThe pump runs.\n', "x")
    assert reading.findings == ()
    assert reading.value is not None
    assert (reading.value.tags, reading.value.origin) == (("a",), "b")


def test_white_space_in_the_claim_is_folded_and_only_that_of_ascii() -> None:
    assert read(b"  The \t pump\n   runs. \n").claim == "The pump runs."
    assert read("The\u00a0pump\u2003runs.\n".encode()).claim == "The\u00a0pump\u2003runs."


def test_the_claim_ends_where_markdown_ends_the_paragraph() -> None:
    belief = read(b"The pump runs\n> quoted\n")
    assert (belief.claim, belief.notes) == ("The pump runs", "> quoted")


def test_a_line_that_cannot_interrupt_a_paragraph_belongs_to_the_claim() -> None:
    assert read(b"The limit is\n2. since May\n    - five\n").claim == "The limit is 2. since May - five"


def test_a_nogood_has_members_and_a_reason() -> None:
    content = b"---\nmembers:\n  - pump-on\n  - pump-off\n---\n\nA pump is on or off.\n\nNotes.\n"
    reading = read_nogood("nogoods/pumps.md", content, "pumps")
    assert reading.findings == ()
    assert reading.value == Nogood("pumps", ("pump-on", "pump-off"), "A pump is on or off.")


@pytest.mark.parametrize(
    ("keys", "place"),
    [
        (("claim",), (42, 1)),
        (("retracted",), (2, 1)),
        (("retracted", "duplicate_of"), (5, 17)),
        (("retracted", "findings", 0, "antecedent"), (10, 19)),
        (("justifications",), (14, 1)),
        (("justifications", 0), (15, 5)),
        (("justifications", 0, "antecedents"), (15, 5)),
        (("justifications", 0, "antecedents", 1), (17, 9)),
        (("justifications", 0, "unless", 0), (19, 9)),
        (("justifications", 1, "antecedents", 1), (22, 27)),
        (("unless", 0), (24, 5)),
        (("aliases", 0), (33, 5)),
        (("origin",), (36, 9)),
    ],
)
def test_a_value_is_located_by_the_keys_that_lead_to_it(keys: tuple[str | int, ...], place: tuple[int, int]) -> None:
    assert locate(FULL, keys) == place
    assert locate(b"\xef\xbb\xbf" + FULL.replace(b"\n", b"\r\n"), keys) == place


@pytest.mark.parametrize("keys", [("nope",), ("tags", 9), ("tags", "x"), ("origin", 0), ("justifications", -1), ()])
def test_what_is_not_there_has_no_place(keys: tuple[str | int, ...]) -> None:
    assert locate(FULL, keys) is None


@pytest.mark.parametrize("content", [b"", b"\xff", b"---\ntags: [a]\n", b"---\ntags: [a\n---\n# x\n"])
def test_nothing_is_located_in_a_file_that_cannot_be_read(content: bytes) -> None:
    assert locate(content, ("claim",)) is None
    assert locate(content, ("tags", 0)) is None


def test_the_claim_is_located_at_its_first_letter() -> None:
    assert locate(b"\n\n  The pump runs.\n", ("claim",)) == (3, 3)


def test_a_backslash_before_a_space_is_part_of_the_claim() -> None:
    body = read_body("\\  - antecedents: [a]\n|")
    assert body.claim == "\\ - antecedents: [a] |"
    assert read_body(escape_claim(body.claim)).claim == body.claim
