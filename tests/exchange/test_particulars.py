"""What a node says besides its claim: kept where we have a place for it, told where we have none."""

from __future__ import annotations

import pytest

from eemgit.beliefs.model import Belief, Source
from eemgit.exchange import Loss
from eemgit.exchange.cited import source_at
from tests.exchange.exports import because, imported, knowledge, lost, node


def only(*, keep: bool = False, **fields: object) -> Belief:
    result = imported({"a": node(**fields)}, keep=keep)
    assert knowledge(result).beliefs["a"] == result.beliefs[0]
    return result.beliefs[0]


@pytest.mark.parametrize(
    ("text", "ours"),
    [
        ("entries/2026/01/notes.md", "entries/2026/01/notes.md"),
        ("README.md", "README.md"),
        ("src/auth", "src/auth"),
        ("src/auth.py#L3-L9", "src/auth.py#L3-L9"),
        ("src/auth.py:10-24", "src/auth.py#L10-L24"),
        ("src/auth.py:10", "src/auth.py#L10"),
        ("document:plans/first.md", "plans/first.md"),
        ("https://example.org/a?b=c#d", "https://example.org/a?b=c#d"),
    ],
)
def test_paths_and_urls_become_sources(text: str, ours: str) -> None:
    found = source_at(text)
    assert found is not None
    assert found.text == ours


@pytest.mark.parametrize(
    "text",
    [
        "user:2026-03-22", "document:design-notes", "session:working-thread", "a talk with Bob", "see docs/x.md",
        "/etc/passwd", "../up.md", "a//b.md", "c:\\x.md", "https://", "https://a b", "v1.2", "notes", "",
        "src/auth.py:24-10", "web:src/auth.py", "ext::sh -c x",
    ],
)  # fmt: skip
def test_what_is_neither_is_no_source(text: str) -> None:
    assert source_at(text) is None


def test_a_path_and_a_url_are_two_sources() -> None:
    belief = only(source="docs/a.md", source_url="https://example.org/a")
    assert [source.text for source in belief.sources] == ["docs/a.md", "https://example.org/a"]


def test_pinned_lines_are_the_lines_of_the_source() -> None:
    belief = only(source="docs/a.md", metadata={"pinned_lines": "4-7"}, keep=True)
    assert belief.sources == (Source("docs/a.md#L4-L7", "docs/a.md", 4, 7),)
    assert belief.extra == ()


def test_a_source_that_is_no_path_is_a_loss_with_examples() -> None:
    result = imported({id: node(source=f"user:{id}") for id in "abcd"})
    why = "neither a path nor a URL; --keep-metadata keeps it under x-"
    assert result.losses[1] == Loss(None, "source (user:a, user:b, user:c, …)", why, 4)


def test_a_source_that_is_no_path_is_kept_on_request() -> None:
    assert only(source="user:2026-03-22", keep=True).extra == (("x-source", "user:2026-03-22"),)


def test_the_hash_of_a_whole_file_is_no_pin() -> None:
    fields = {"source": "docs/a.md", "source_hash": "f" * 64}
    assert only(**fields).sources == (Source("docs/a.md", "docs/a.md"),)
    assert only(**fields, keep=True).extra == (("x-source-hash", "f" * 64),)
    assert lost(imported({"a": node(**fields)}), None) == ["meta", "source_hash"]


def test_dates_and_metadata_are_kept_under_x_on_request() -> None:
    belief = only(
        keep=True,
        date="2026-01-02",
        created_at="2026-01-02T03:04:05+00:00",
        updated_at="",
        supporting_justification=0,
        text_hash="0" * 64,
        metadata={
            "review_result": "pass", "Depth (max)": 3, "ratio": 0.10, "flag": True, "off": False, "nothing": None,
            "list": ["a", " ", "b"], "mixed": [1, {"k": [None, "ü"]}], "empty": {}, "date": "later", "é": "x", "": "y",
        },
    )  # fmt: skip
    assert dict(belief.extra) == {
        "x-created-at": "2026-01-02T03:04:05+00:00",
        "x-date": "2026-01-02",
        "x-metadata": "y",
        "x-depth-max": "3",
        "x-date-2": "later",
        "x-flag": "true",
        "x-list": ["a", "b"],
        "x-mixed": '[1, {"k": [null, "ü"]}]',
        "x-off": "false",
        "x-ratio": "0.1",
        "x-review-result": "pass",
        "x-metadata-2": "x",
    }


def test_what_the_peer_computes_is_never_kept_and_told_once() -> None:
    nodes = {id: node(text_hash="0", supporting_justification=None) for id in "ab"}
    result = imported(nodes, keep=True)
    assert all(belief.extra == () for belief in result.beliefs)
    assert lost(result, None) == ["meta", "hashes and indexes"]


def test_an_open_question_and_an_example_have_places_of_their_own() -> None:
    belief = only(metadata={"repair_research": "is it so\nin 3.0?", "example": "a  request\nwith two tokens"})
    assert belief.research == "is it so in 3.0?"
    assert belief.notes == "Example: a request with two tokens"


def test_access_tags_are_tags_and_it_is_told_that_they_hide_nothing() -> None:
    tagged = node(metadata={"access_tags": ["finance", "audit", "finance"]})
    result = imported({"a": tagged, "b": tagged})
    assert result.beliefs[0].tags == ("finance", "audit")
    assert [loss.count for loss in result.losses if loss.what == "access control"] == [2]


@pytest.mark.parametrize("tags", ["finance", [1, None], {"a": 1}, [""]])
def test_access_tags_of_another_shape_are_metadata_like_any(tags: object) -> None:
    told = lost(imported({"a": node(metadata={"access_tags": tags})}), None)
    assert told == (["meta"] if tags == [""] else ["meta", "metadata access_tags"])
    assert only(metadata={"access_tags": tags}).tags == ()


def test_each_metadata_name_is_one_loss_with_a_count() -> None:
    nodes = {"a": node(metadata={"k": 1, "l": ""}), "b": node(metadata={"k": 2}), "c": node(because("a"))}
    counted = {loss.what: loss.count for loss in imported(nodes).losses if loss.what.startswith("metadata")}
    assert counted == {"metadata k": 2}


def test_the_reason_of_a_retraction_is_not_kept_twice() -> None:
    belief = only(truth="OUT", metadata={"retract_reason": "wrong", "stale_reason": "moved"}, keep=True)
    assert belief.retracted is not None
    assert belief.retracted.reason == "wrong"
    assert belief.extra == (("x-stale-reason", "moved"),)


def test_a_node_with_unknown_members_loses_none_of_them_silently() -> None:
    fields = {"confidence": 0.7, "links": [{"to": "b"}]}
    assert lost(imported({"a": node(**fields)}), None) == ["meta", "confidence", "links"]
    assert only(**fields, keep=True).extra == (("x-confidence", "0.7"), ("x-links", '[{"to": "b"}]'))
