"""A node stored OUT is retracted where somebody took it out, and left to its justifications where they do."""

from __future__ import annotations

import pytest

from eemgit.beliefs.model import Retraction, RetractionType
from eemgit.exchange import Import, label_changes
from tests.exchange.exports import because, imported, knowledge, labels, lost, node

REASONLESS = Retraction("retracted in the export, which gives no reason")


def retraction(result: Import, id: str) -> Retraction | None:
    return next(belief for belief in result.beliefs if belief.id == id).retracted


def test_a_premise_stored_out_is_retracted() -> None:
    result = imported({"a": node(truth="OUT")})
    assert retraction(result, "a") == REASONLESS
    assert labels(result) == {"a": "OUT"}


@pytest.mark.parametrize(
    ("fields", "metadata", "expected"),
    [
        ({"retracted_at": "2026-01-02T03:04:05"}, {}, REASONLESS),
        ({}, {"retract_reason": "wrong\n after all"}, Retraction("wrong after all")),
        ({}, {"stale_reason": "the page moved"}, Retraction("the page moved")),
        ({}, {"_retracted": True}, REASONLESS),
        ({"retracted": True}, {}, REASONLESS),
    ],
)
def test_a_derived_node_that_is_marked_is_retracted_even_where_nothing_justifies_it(
    fields: dict[str, object], metadata: dict[str, object], expected: Retraction
) -> None:
    marked = node(because("p"), truth="OUT", metadata=metadata, **fields)
    result = imported({"p": node(truth="OUT"), "x": marked})
    assert retraction(result, "x") == expected


def test_a_derived_node_that_its_justifications_keep_out_is_not_retracted() -> None:
    nodes = {"p": node(truth="OUT"), "q": node(), "x": node(because("p"), because("q", unless=["q"]), truth="OUT")}
    assert retraction(imported(nodes), "x") is None
    assert retraction(imported(nodes | {"y": node(because("q", unless=["p", "gone"]))}), "y") is None


def test_a_derived_node_stored_out_although_the_stored_labels_justify_it_is_retracted() -> None:
    out = {"x": node(because("p", unless=["u"]), truth="OUT"), "y": node(because("x"), truth="OUT")}
    result = imported({"p": node()} | out)
    found = retraction(result, "x")
    assert found is not None
    assert "although" in found.reason
    assert retraction(result, "y") is None
    assert labels(result) == {"p": "IN", "x": "OUT", "y": "OUT"}


def test_a_node_stored_in_is_never_retracted() -> None:
    marked = node(because("p"), retracted_at="2026-01-02", metadata={"retract_reason": "once"})
    result = imported({"p": node(truth="OUT"), "x": marked, "y": node(retracted_at="2026-01-02")})
    assert retraction(result, "x") is retraction(result, "y") is None
    assert labels(result) == {"p": "OUT", "x": "OUT", "y": "IN"}


def test_a_justification_of_an_unknown_type_justifies_nothing() -> None:
    nodes = {"p": node(), "x": node(because("p", type="ATMS"), truth="OUT")}
    assert retraction(imported(nodes), "x") is None


def test_a_retraction_that_was_turned_into_an_exception_is_the_exception_alone() -> None:
    defeated = node(because("p", unless=["why"]), truth="OUT", retracted_at="2026-01-02T03:04:05")
    why = node(metadata={"defeater_type": "migrated-retraction", "defeats_node": "x"})
    result = imported({"p": node(), "x": defeated, "why": why})
    assert retraction(result, "x") is None
    assert labels(result)["x"] == "OUT"


def test_a_superseded_premise_says_by_what() -> None:
    old = node(truth="OUT", metadata={"superseded_by": "New:b", "retract_reason": "Superseded by New:b"})
    result = imported({"a": old, "New:b": node()})
    expected = Retraction("Superseded by New:b", RetractionType.SUPERSEDED, superseded_by="new/b")
    assert retraction(result, "a") == expected
    assert lost(result, None) == ["meta"]


def test_a_successor_is_found_although_its_id_is_punctuated_otherwise() -> None:
    old = node(truth="OUT", metadata={"superseded_by": "cb:c051"})
    result = imported({"cb-c050": old, "cb-c051": node()})
    expected = Retraction("superseded by cb:c051", RetractionType.SUPERSEDED, superseded_by="cb-c051")
    assert retraction(result, "cb-c050") == expected


def test_a_successor_that_no_node_has_is_told_and_stays_in_the_reason() -> None:
    result = imported({"a": node(truth="OUT", metadata={"superseded_by": "gone"})})
    assert retraction(result, "a") == Retraction("superseded by gone")
    assert lost(result, "a") == ["superseded_by 'gone'"]


def test_a_successor_that_could_be_two_nodes_is_none() -> None:
    nodes = {"a": node(truth="OUT", metadata={"superseded_by": "b.c"}), "b-c": node(), "b_c": node()}
    assert retraction(imported(nodes), "a") == Retraction("superseded by b.c")


def duplicate(of: str, *justifications: object) -> dict[str, object]:
    return node(*justifications, truth="OUT", metadata={"duplicate_of": of, "retract_reason": f"Duplicate of {of}"})


def test_a_duplicate_nothing_rests_on_gives_way_to_its_survivor() -> None:
    result = imported({"a": node(), "b": duplicate("a")})
    assert retraction(result, "b") == Retraction("Duplicate of a", RetractionType.DUPLICATE, duplicate_of="a")
    assert knowledge(result).resolve("b") == "a"


def test_a_duplicate_whose_survivor_is_out_too_gives_way() -> None:
    result = imported({"a": node(truth="OUT"), "b": duplicate("a"), "x": node(because("b"), truth="OUT")})
    assert retraction(result, "b") == Retraction("Duplicate of a", RetractionType.DUPLICATE, duplicate_of="a")
    assert labels(result)["x"] == "OUT"


def test_a_duplicate_whose_dependents_went_out_with_it_keeps_them_out() -> None:
    nodes = {"a": node(), "b": duplicate("a"), "x": node(because("b"), truth="OUT"), "c": duplicate("a")}
    result = imported(nodes)
    assert labels(result) == {"a": "IN", "b": "OUT", "c": "OUT", "x": "OUT"}
    assert retraction(result, "b") == Retraction("Duplicate of a", RetractionType.OTHER)
    found = retraction(result, "c")
    assert found is not None
    assert found.duplicate_of == "a", "nothing rests on this one"


def test_a_demoted_duplicate_says_of_what_it_was_one() -> None:
    marked = node(truth="OUT", metadata={"duplicate_of": "a", "retract_reason": "twice"})
    result = imported({"a": node(), "b": marked, "x": node(because("b"), truth="OUT")})
    assert retraction(result, "b") == Retraction("twice (duplicate of a)", RetractionType.OTHER)


@pytest.mark.parametrize(
    "nodes",
    [
        {"a": duplicate("b"), "b": duplicate("a")},
        {"a": duplicate("a")},
        {"a": node(because("b"), truth="OUT"), "b": duplicate("a")},
    ],
)
def test_duplicates_never_make_a_ring(nodes: dict[str, object]) -> None:
    result = imported(nodes)
    codes = {each.code for each in knowledge(result).findings}
    assert codes.isdisjoint({"duplicate-ring", "self-support", "circular-support"})
    assert set(labels(result).values()) == {"OUT"}


def test_a_duplicate_that_a_nogood_names_does_not_set_it_off() -> None:
    result = imported({"a": node(), "b": duplicate("a"), "c": node()}, [{"id": "nogood-b-c", "nodes": ["b", "c"]}])
    assert "open-nogood" not in {each.code for each in knowledge(result).findings}


def test_a_duplicate_of_nothing_is_retracted_and_told() -> None:
    result = imported({"b": duplicate("gone")})
    assert retraction(result, "b") == Retraction("Duplicate of gone")
    assert lost(result, "b") == ["duplicate_of 'gone'"]


def test_restoring_what_was_retracted_gives_its_justification_back() -> None:
    nodes = {"p": node(), "x": node(because("p"), truth="OUT", metadata={"retract_reason": "wrong"})}
    result = imported(nodes)
    assert labels(result)["x"] == "OUT"
    assert label_changes(result, knowledge(result).labelling).changes == ()
    (belief,) = [each for each in result.beliefs if each.id == "x"]
    assert belief.justifications is not None
    assert belief.justifications[0].antecedents == ("p",)
