"""New files in canonical form: what they look like, and that they say what was meant."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings

from eemgit.beliefs.body import fold
from eemgit.beliefs.model import (
    Belief,
    Justification,
    Mode,
    Nogood,
    Retraction,
    RetractionType,
    ScopeFinding,
    Validity,
)
from eemgit.beliefs.reading import read_belief, read_nogood
from eemgit.beliefs.sources import parse_source
from eemgit.beliefs.writing import text_hash, write_belief, write_nogood
from eemgit.beliefs.yamltext import Plain, flow
from eemgit.errors import EemError
from tests.beliefs.strategies import HARD_IDS, HARD_TEXTS, beliefs, extra_values

EVERYTHING = Belief(
    id="auth-is-bottleneck",
    claim="The authentication service is a potential bottleneck.",
    justifications=(
        Justification(("auth-jwt-validation", "auth-token-refresh"), ("auth-token-cache",), label="synchronous"),
        Justification(("auth-load-test", "auth-incident"), mode=Mode.ANY),
        Justification(unless=("auth-rewrite",)),
    ),
    unless=("auth-replaced",),
    retracted=Retraction(
        "the refresh is no longer single-threaded",
        RetractionType.UNSUPPORTED_CONJUNCT,
        missing_property="that the refresh blocks",
        findings=(ScopeFinding("auth-token-refresh", "tokens are refreshed", "that only one thread does it"),),
    ),
    research="Is the refresh single-threaded?",
    valid=Validity("2026-01-01", "2026-06-30"),
    sources=(parse_source("src/auth.py#L10-L24@t:3f2a9c1d0b7e"), parse_source("https://example.org/auth")),
    tags=("auth", "performance"),
    aliases=("Auth Bottleneck",),
    distinct=("auth-is-slow",),
    origin="derive, ollama:qwen3",
    extra=(("x-team", {"lead": "kim", "rooms": ["1", "2"], "empty": []}),),
    notes="Anything below the first paragraph is notes.\n\n- a list\n- of notes",
)

EVERYTHING_WRITTEN = """\
---
retracted:
  reason: the refresh is no longer single-threaded
  type: unsupported-conjunct
  missing_property: that the refresh blocks
  findings:
    - antecedent: auth-token-refresh
      establishes: tokens are refreshed
      does_not_establish: that only one thread does it
research: Is the refresh single-threaded?
justifications:
  - antecedents:
      - auth-jwt-validation
      - auth-token-refresh
    unless:
      - auth-token-cache
    label: synchronous
  - mode: any
    antecedents:
      - auth-load-test
      - auth-incident
  - unless:
      - auth-rewrite
unless:
  - auth-replaced
valid:
  from: 2026-01-01
  to: 2026-06-30
sources:
  - src/auth.py#L10-L24@t:3f2a9c1d0b7e
  - https://example.org/auth
tags:
  - auth
  - performance
aliases:
  - Auth Bottleneck
distinct:
  - auth-is-slow
origin: derive, ollama:qwen3
x-team:
  lead: kim
  rooms:
    - 1
    - 2
  empty: []
---

The authentication service is a potential bottleneck.

Anything below the first paragraph is notes.

- a list
- of notes
"""


def read(data: bytes) -> Belief | None:
    return read_belief("belief.md", data, "belief").value


def front_matter(**fields: object) -> str:
    """The lines between the fences of a belief with these fields."""
    text = write_belief(replace(Belief("belief", "A claim."), **fields)).decode()
    return text.removeprefix("---\n").removesuffix("---\n\nA claim.\n")


def test_every_key_is_written_in_its_place() -> None:
    assert write_belief(EVERYTHING).decode() == EVERYTHING_WRITTEN


def test_a_premise_without_keys_is_its_claim() -> None:
    assert write_belief(Belief("sky", "The sky is blue.")) == b"The sky is blue.\n"


def test_a_retraction_with_only_a_reason_is_one_line() -> None:
    assert front_matter(retracted=Retraction("measured again")) == "retracted: measured again\n"


def test_a_derived_belief_without_justifications_says_so() -> None:
    assert front_matter(justifications=()) == "justifications: []\n"


def test_a_nogood_names_its_members_and_says_why() -> None:
    nogood = Nogood("cache-or-not", ("auth-token-cache", "no"), "A service cannot cache\nand not cache.")
    data = write_nogood(nogood)
    assert data == b'---\nmembers:\n  - auth-token-cache\n  - "no"\n---\n\nA service cannot cache and not cache.\n'
    assert read_nogood("x.md", data, "cache-or-not").value == replace(nogood, reason=fold(nogood.reason))


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("plain text, with (signs); it's 100% fine", "plain text, with (signs); it's 100% fine"),
        ("auth: slow", '"auth: slow"'),
        ("10:00", "10:00"),
        ("ends with:", '"ends with:"'),
        ("issue #5", '"issue #5"'),
        ("issue#5", "issue#5"),
        (" a space in front", '" a space in front"'),
        ("ends with no-break\xa0", '"ends with no-break\xa0"'),
        ("", '""'),
        ("- dash", '"- dash"'),
        ("-5", "-5"),
        ("[a, b", '"[a, b"'),
        ('"quoted"', "'\"quoted\"'"),
        ('"quoted" isn\'t', "'\"quoted\" isn''t'"),
        ("'single'", "\"'single'\""),
        ("C:\\new", "C:\\new"),
        ("back\\slash: x", '"back\\\\slash: x"'),
        ("two\nlines", '"two\\nlines"'),
        ("a\ttab", '"a\\ttab"'),
        ("naïve 東京", "naïve 東京"),
        ("no", '"no"'),
        ("NULL", '"NULL"'),
        ("012", "012"),
        ("<<", '"<<"'),
        ("line\u2028separator", '"line\\u2028separator"'),
        ("\u202eright to left", '"\\u202eright to left"'),
    ],
)
def test_text_is_quoted_only_where_it_would_be_read_as_something_else(text: str, written: str) -> None:
    assert front_matter(research=text) == f"research: {written}\n"


@pytest.mark.parametrize("text", HARD_TEXTS)
def test_hard_texts_come_back_as_claim_value_key_and_item(text: str) -> None:
    fields = {"research": text, "tags": (text.strip(),), "extra": ((f"x-{text}", {text: [text, {"in": text}]}),)}
    belief = Belief("belief", text.strip(), retracted=Retraction(text), **fields)
    assert read(write_belief(belief)) == replace(belief, claim=fold(text))


@settings(max_examples=150, deadline=None)
@given(extra_values)
def test_a_value_on_one_line_reads_back_equal(value: Plain) -> None:
    text = f"---\nx-a: [{flow(value)}, {flow({'k': value})}]\nx-b: {flow({'k': value})}\n---\nA claim.\n"
    belief = read(text.encode())
    assert belief and belief.extra == (("x-a", [value, {"k": value}]), ("x-b", {"k": value}))


@pytest.mark.parametrize("id", HARD_IDS)
def test_ids_that_look_like_something_else_stay_ids(id: str) -> None:
    belief = Belief(id, "A claim.", justifications=(Justification((id, "a"), (id,)),), unless=(id,), distinct=(id,))
    assert read_belief("x.md", write_belief(belief), id).value == belief


def test_a_claim_over_several_lines_becomes_one() -> None:
    assert write_belief(Belief("x", "  a claim\n  in lines\t")) == b"a claim in lines\n"


def test_notes_lose_only_the_white_space_around_them() -> None:
    assert write_belief(Belief("x", "a", notes="\n\n    code\r\nmore \n\n")) == b"a\n\n    code\nmore\n"


@pytest.mark.parametrize(
    "belief",
    [
        Belief("x", "bell\a"),
        Belief("x", "a", research="nul\0"),
        Belief("x", "a", origin="half a pair \ud800"),
        Belief("x", "a", notes="escape \x1b[0m"),
        Belief("x", "a", tags=("two\nlines",)),
        Belief("x", "a", tags=("",)),
        Belief("x", ""),
        Belief("x", "a", notes="<<<<<<< ours"),
        Belief("x", "a", valid=Validity()),
        Belief("x", "a", extra=(("tags", ["again"]),)),
        Belief("x", "a", extra=(("x-number", 5),)),
        Belief("x", "a", extra=(("x-" + "long" * 300, "v"),)),
        Belief("x", "a", notes="far too long " * 30_000),
    ],
    ids=lambda belief: repr(belief)[11:60],
)
def test_what_no_file_can_hold_is_refused(belief: Belief) -> None:
    with pytest.raises(EemError):
        write_belief(belief)


def test_values_may_be_nested_as_deep_as_they_can_be_read() -> None:
    value: object = "core"
    for _ in range(15):
        value = [value]
    belief = Belief("belief", "a", extra=(("x-deep", value),))
    assert read(write_belief(belief)) == belief
    with pytest.raises(EemError, match="nested deeper than 16"):
        write_belief(replace(belief, extra=(("x-deep", [value]),)))


def test_a_nogood_without_members_is_refused() -> None:
    with pytest.raises(EemError, match="cannot be written"):
        write_nogood(Nogood("x", (), "Nobody."))


@settings(max_examples=150, deadline=None)
@given(beliefs())
def test_what_is_written_reads_back_equal_and_is_written_the_same_again(belief: Belief) -> None:
    data = write_belief(belief)
    assert read(data) == belief
    assert write_belief(read(data) or belief) == data
    assert data.endswith(b"\n") and b"\r" not in data and not data.startswith(b"\xef\xbb\xbf")


def test_the_hash_of_a_text_ignores_line_ends_and_byte_order_mark() -> None:
    assert text_hash(b"a\nb\n") == text_hash(b"\xef\xbb\xbfa\r\nb\r") == "911169ddaaf1"
    assert text_hash(b"a\nb\n") != text_hash(b"a\nb")
