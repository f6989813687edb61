"""Files that other tools of this kind read wrongly, each made here again, and what becomes of them."""

from __future__ import annotations

import pytest

from eemgit.beliefs.body import escape_claim
from eemgit.beliefs.ids import Layout, belief_path, is_id, placed
from eemgit.beliefs.model import Belief, Irregular, Justification
from eemgit.beliefs.reading import Reading, read_belief

BOM = b"\xef\xbb\xbf"


def read(content: bytes | Irregular) -> Reading[Belief]:
    return read_belief("beliefs/v/valve.md", content, "valve")


def codes(content: bytes | Irregular) -> list[tuple[str, int | None]]:
    return [(finding.code, finding.where.line) for finding in read(content).findings]


def test_a_byte_order_mark_does_not_hide_the_front_matter() -> None:
    content = BOM + b"---\njustifications:\n  - antecedents: [pressure]\n---\nThe valve opens."
    reading = read(content)
    assert reading.value is not None
    assert reading.value.justifications == (Justification(("pressure",)),)
    assert codes(content) == [("bom", 1)]


def test_crlf_a_fence_at_the_end_and_empty_front_matter_lose_nothing() -> None:
    windows = read(b"---\r\ntags: [hot]\r\n---\r\nThe valve opens.\r\n")
    assert windows.value is not None
    assert (windows.value.tags, windows.value.claim, windows.findings) == (("hot",), "The valve opens.", ())
    assert codes(b"---\ntags: [hot]\n---") == [("no-claim", 3)]
    empty = read(b"---\n---\nThe valve opens.\n")
    assert empty.value == Belief("valve", "The valve opens.")


def test_mixed_line_ends_are_read_as_lines() -> None:
    mixed = read(b"---\r\ntags: [hot]\nunless: [cold]\r---\nThe valve\ropens.\r\n\nNote.\r\nMore.\r")
    assert mixed.value is not None
    assert mixed.findings == ()
    assert (mixed.value.unless, mixed.value.claim, mixed.value.notes) == (("cold",), "The valve opens.", "Note.\nMore.")


@pytest.mark.parametrize("newline", [b"\n", b"\r\n"])
def test_a_second_front_matter_is_an_error(newline: bytes) -> None:
    content = b"---\nx-link: q\n---\n\n---\ntags: [hot]\n---\nThe valve opens."
    assert codes(content.replace(b"\n", newline)) == [("second-front-matter", 5)]
    assert read(content).value is None


PASTED = (
    "Warning: hot surface",
    "@everyone signs the log",
    "`limit` is set",
    "#7 is closed",
    "*nova",
    "- minus",
    "[open, shut",
    "no",
    "~",
    "doesn't open",
    "23:59",
    "trailing space ",
    "1. first",
    "> 5 bar",
    "| a | b |",
    "---",
    "+ 3 degrees",
    "~~~",
    "# title",
    "\\- escaped already",
    "<div> is a tag",
    "[a]: b",
)


@pytest.mark.parametrize("text", PASTED)
def test_a_pasted_claim_comes_back_as_the_same_text(text: str) -> None:
    for content in (f"{escape_claim(text)}\n", f"---\ntags: [hot]\n---\n\n{escape_claim(text)}\n"):
        reading = read(content.encode())
        assert reading.value is not None
        assert reading.value.claim == text.strip()
        assert reading.findings == ()


LIKE_VALUES = ("yes", "off", "010", "2_000", "0b11", "2025-12-31", "~", "12:30", "1e3", ".inf", "NULL")


@pytest.mark.parametrize("typed", LIKE_VALUES)
def test_every_scalar_is_the_text_that_was_typed(typed: str) -> None:
    reading = read(f"---\njustifications:\n  - antecedents: [{typed}]\ntags:\n  - {typed}\n---\n\nC.\n".encode())
    assert reading.value is not None
    assert reading.value.justifications == (Justification((typed,)),)
    assert reading.value.tags == (typed,)


@pytest.mark.parametrize("id", ["off", "010", "2_000", "0b11", "2025-12-31", "1e3", "true"])
def test_an_id_that_looks_like_a_value_names_its_file(id: str) -> None:
    assert placed(belief_path(id, Layout.LETTER)).id == id


def test_duplicate_keys_are_errors_each_with_its_line() -> None:
    content = b"---\nunless: [p]\norigin: a\nunless: [q]\norigin: b\n---\n\nThe valve opens.\n"
    assert codes(content) == [("duplicate-key", 4), ("duplicate-key", 5)]
    assert read(content).value is None


def test_conflict_markers_are_named_and_nothing_is_believed() -> None:
    content = b"---\nx-rev:\n<<<<<<< HEAD\n  3\n=======\n  2\n>>>>>>> other\n---\nThe valve opens.\n"
    assert codes(content) == [("conflict-marker", 3)]
    assert read(content).value is None


def test_a_conflict_in_the_claim_is_found_too() -> None:
    content = b"<<<<<<< HEAD\nThe valve opens.\n=======\nThe valve shuts.\n>>>>>>> other\n"
    assert codes(content) == [("conflict-marker", 1)]


def test_seven_equal_signs_alone_are_an_underline_and_no_conflict() -> None:
    reading = read(b"The valve opens.\n\nWhy\n=======\n\nBecause.\n")
    assert reading.findings == ()


def test_both_sides_kept_by_a_union_merge_are_an_error() -> None:
    content = b"---\nx-rev: 3\nunless:\n- x\n- z\nx-rev: 2\nunless:\n- x\n- y\n---\nThe valve opens.\n"
    assert codes(content) == [("duplicate-key", 6), ("duplicate-key", 7)]


def test_a_justification_whose_antecedents_were_merged_by_union_is_an_error() -> None:
    content = b"---\njustifications:\n- antecedents:\n  - x\n  - z\n  antecedents:\n  - y\n---\nThe valve opens.\n"
    assert codes(content) == [("duplicate-key", 6)]


@pytest.mark.parametrize(
    ("path", "suggested"),
    [
        ("beliefs/v/Valve Limit.md", "valve-limit.md"),
        ("beliefs/v/válvula.md", "valvula.md"),
        ('beliefs/v/5".md', "5.md"),
    ],
)
def test_a_file_named_by_another_custom_is_found_under_its_real_name(path: str, suggested: str) -> None:
    [finding] = placed(path).findings
    assert (finding.code, finding.where.path) == ("bad-file-name", path)
    assert suggested in (finding.hint or "")


def test_the_name_of_the_file_is_the_id_and_an_id_inside_is_only_a_warning() -> None:
    reading = read_belief("beliefs/n/new-name.md", b"---\nid: old-name\n---\n\nThe valve opens.\n", "new-name")
    assert reading.value is not None
    assert reading.value.id == "new-name"
    [finding] = reading.findings
    assert (finding.code, finding.severity.value) == ("unknown-key", "warning")
    assert "the name of the file is the id" in (finding.hint or "")


@pytest.mark.parametrize(
    "text", ["../../.git/hooks/post-merge", "/etc/shadow", "b/../../c", "y\\..\\z", ".git/HEAD", "c\0d"]
)
def test_an_id_that_would_leave_the_folder_is_none(text: str) -> None:
    assert not is_id(text)
    assert placed(f"beliefs/{text}.md").id is None


@pytest.mark.parametrize("what", Irregular)
def test_a_link_or_a_device_has_no_text(what: Irregular) -> None:
    reading = read(what)
    assert reading.value is None
    assert [finding.severity.value for finding in reading.findings] == ["error"]
