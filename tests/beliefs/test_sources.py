"""Sources: paths below the git root with lines and a pin, or URLs."""

from __future__ import annotations

import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from eemgit.beliefs.model import Source
from eemgit.beliefs.sources import parse_source, path_source, pin_of, read_source

PIN = "3f2a9c1d0b7e"


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("src/auth.py", ("src/auth.py", None, None, None)),
        ("src/auth.py#L10", ("src/auth.py", 10, 10, None)),
        ("src/auth.py#L10-L24", ("src/auth.py", 10, 24, None)),
        (f"src/auth.py@t:{PIN}", ("src/auth.py", None, None, PIN)),
        (f"src/auth.py#L10-L24@t:{PIN}", ("src/auth.py", 10, 24, PIN)),
        ("docs/c#.md", ("docs/c#.md", None, None, None)),
        ("docs/a b@c.md#L1", ("docs/a b@c.md", 1, 1, None)),
    ],
)
def test_a_path_may_have_lines_and_a_pin(text: str, parts: tuple[str, int | None, int | None, str | None]) -> None:
    assert read_source(text) == (Source(text, *parts), None)
    assert not parse_source(text).is_url


@pytest.mark.parametrize("text", ["https://example.org/a#L1", "ssh://h/x", "mailto:kim@example.org", "HTTP://x"])
def test_a_url_is_kept_whole(text: str) -> None:
    assert read_source(text) == (Source(text), None)
    assert parse_source(text).is_url


@pytest.mark.parametrize(
    "text",
    [
        "/etc/passwd",
        "~/.ssh/id",
        "../x",
        "a/../b",
        "./a",
        "a//b",
        "a/",
        "C:\\x",
        "C:/x",
        "a\\b",
        " a",
        "a ",
        "a.py#L9-L3",
        "a.py:10",
        "a.py#10",
        "a.py#l10",
        "a.py#L0",
        "a.py@t:12",
        f"a.py@t:{PIN}#L3",
        "a.py#Lx",
        "a.py#L10-24",
    ],
)
def test_what_is_neither_is_kept_with_a_complaint_and_without_a_path(text: str) -> None:
    source, wrong = read_source(text)
    assert source == Source(text)
    assert wrong is not None
    assert all(wrong)


def test_a_path_source_is_spelt_in_the_usual_way() -> None:
    assert path_source("a.py").text == "a.py"
    assert path_source("a.py", 3).text == "a.py#L3"
    assert path_source("a.py", 3, 3).text == "a.py#L3"
    assert path_source("a.py", 3, 9, PIN).text == f"a.py#L3-L9@t:{PIN}"


@pytest.mark.parametrize(
    "parts", [("/a", None, None, None), ("a", 9, 3, None), ("a", None, None, "xyz"), ("a#L3", None, None, None)]
)
def test_parts_that_make_no_source_are_refused(parts: tuple[str, int | None, int | None, str | None]) -> None:
    with pytest.raises(ValueError, match="no source"):
        path_source(*parts)


def test_a_pin_is_the_hash_of_the_cited_lines_whatever_their_line_ends() -> None:
    expected = hashlib.sha256(b"two\nthree").hexdigest()[:12]
    for text in ("one\ntwo\nthree\nfour\n", "one\r\ntwo\r\nthree\r\nfour", "one\rtwo\rthree"):
        assert pin_of(text, 2, 3) == expected
    assert pin_of("two\nthree\n") == pin_of("two\nthree") == expected


def test_lines_that_are_not_there_have_no_pin() -> None:
    assert pin_of("one\n", 2) is None
    assert pin_of("one\n", 1, 2) is None
    assert pin_of("one\n", 0) is None


@given(st.text(alphabet="ab/.#L0123-@t:~\\ é", max_size=20))
def test_reading_a_source_never_raises_and_keeps_its_text(text: str) -> None:
    source, wrong = read_source(text)
    assert source.text == text
    assert wrong is None or source.path is None
    if source.path is not None:
        assert read_source(path_source(source.path, source.first_line, source.last_line, source.pin).text)[0].path
