"""JSON lines say all of a belief, and give the same files when they are read."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from hypothesis import given, settings

from eemgit.beliefs.model import Belief
from eemgit.beliefs.writing import write_belief
from eemgit.errors import EemError
from eemgit.exchange import read_reasonsforge
from eemgit.exchange.lines import are_lines, read_lines, write_lines
from eemgit.tms.network import Label
from tests.beliefs.strategies import beliefs
from tests.exchange.exports import anything, files_of, published, records
from tests.exchange.exports import knowledge as knowledge_of
from tests.knowledge.files import knowledge, path


def line(**record: object) -> bytes:
    return json.dumps({"schema": 1, "id": "a", "claim": "A claim.", **record}).encode() + b"\n"


def test_each_belief_and_each_nogood_is_a_line_with_its_present_label() -> None:
    text = write_lines(knowledge("p | retracted: wrong", "q <- p", "r", "nogood n: q, r")).text
    records = [json.loads(each) for each in text.splitlines()]
    assert [(each.get("id"), each.get("nogood"), each.get("label")) for each in records] == [
        ("p", None, "OUT"),
        ("q", None, "OUT"),
        ("r", None, "IN"),
        (None, "n", None),
    ]
    assert records[1] == {
        "schema": 1,
        "id": "q",
        "label": "OUT",
        "kind": "derived",
        "claim": "Something about q.",
        "depth": 1,
        "justifications": [{"mode": "all", "antecedents": ["p"], "unless": [], "label": ""}],
        "unless": [],
        "retraction": None,
        "research": None,
        "valid": None,
        "sources": [],
        "tags": [],
        "aliases": [],
        "distinct": [],
        "origin": None,
        "extra": {},
        "notes": "",
    }
    assert records[3] == {
        "schema": 1,
        "nogood": "n",
        "open": False,
        "members": ["q", "r"],
        "reason": "They cannot all hold.",
    }


def test_only_what_cannot_be_read_is_lost() -> None:
    (loss,) = write_lines(knowledge("a | tags: [x]", more={path("torn"): b"---\n"})).losses
    assert (loss.id, loss.what) == ("torn", "all of beliefs/t/torn.md")


@settings(max_examples=40, deadline=None)
@given(beliefs())
def test_any_belief_comes_back_as_it_was(belief: Belief) -> None:
    base = knowledge(more={path("team/b.2"): write_belief(replace(belief, id="team/b.2"))})
    result = read_lines(write_lines(base).text.encode())
    assert {each.id: each for each in result.beliefs} == dict(base.beliefs)
    assert result.stored == {"team/b.2": base.label_of("team/b.2")}


@pytest.mark.parametrize("name", ["composable-beliefs", "system-design-eem"])
def test_a_published_network_comes_back_as_the_same_files(name: str) -> None:
    base = knowledge_of(read_reasonsforge(published(f"{name}.json"), keep_metadata=True))
    text = write_lines(base).text
    result = read_lines(text.encode())
    assert files_of(result) == dict(base.files)
    assert write_lines(knowledge_of(result)).text == text


def test_what_is_here_already_is_left_as_it_is() -> None:
    base = knowledge("a", "b", "c", "nogood n: a, b")
    edited = base.with_files({path("b"): b"Something else.\n", path("c"): None})
    result = read_lines(write_lines(base).text.encode(), edited)
    assert ([each.id for each in result.beliefs], result.nogoods) == (["c"], ())
    assert (result.unchanged, result.kept) == (("a",), ("b",))


def test_keys_that_are_absent_say_nothing_and_an_unknown_label_is_not_believed() -> None:
    result = read_lines(b"\xef\xbb\xbf" + line(label="MAYBE") + b"\r\n\n" + line(id="b", label="OUT"))
    assert [each for each in result.beliefs] == [Belief("a", "A claim."), Belief("b", "A claim.")]
    assert result.stored == {"b": Label.OUT}


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"{", "line 1: not JSON"),
        (b"[]", "line 1: not an object"),
        (b"{}", "line 1: 'schema' is not 1"),
        (line(schema=2), "line 1: 'schema' is not 1"),
        (line(id="A b"), "line 1: 'A b' cannot be an id"),
        (line(id="x") + line(id="x"), "line 2: 'x' stands on an earlier line already"),
        (line(claim=None), "line 1: 'claim' is null, and should be text"),
        (line(tags="x"), "line 1: 'tags' is text, and should be a list of texts"),
        (line(tags=[1]), "line 1: 'tags[0]' is a number, and should be text"),
        (line(justifications=[{"mode": "some"}]), "line 1: 'mode' is 'some', and should be one of all, any"),
        (line(justifications={}), "line 1: 'justifications' is an object, and should be a list of objects"),
        (line(retraction="wrong"), "line 1: 'retraction' is text, and should be an object"),
        (line(extra={"x-a": {"b": [True]}}), "line 1: 'extra.x-a.b[0]' is true or false, and should be text"),
        (b'{"schema": 1, "nogood": "n", "members": ["a", "b"]}', "line 1: 'reason' is null, and should be text"),
    ],
)
def test_a_line_that_is_no_record_is_named_with_what_is_wrong(data: bytes, message: str) -> None:
    with pytest.raises(EemError) as caught:
        read_lines(data)
    assert caught.value.message.startswith(message)


@settings(max_examples=30, deadline=None)
@given(records | anything)
def test_no_json_makes_a_traceback_and_what_is_read_can_be_written_or_is_refused(record: object) -> None:
    whole = {"schema": 1, "id": "a", "claim": "A.", **record} if isinstance(record, dict) else record
    try:
        result = read_lines(json.dumps(whole).encode())
        assert knowledge_of(result).beliefs.keys() == {each.id for each in result.beliefs}
    except EemError as refused:
        assert refused.message


def test_lines_are_told_from_an_export_of_another_program() -> None:
    assert are_lines(line())
    assert are_lines(b'\n{"schema": 1, "nogood": "n"}')
    assert not are_lines(b'{"nodes": {}}')
    assert not are_lines(b'{\n"nodes": {}}')
    assert not are_lines(b"")
