"""Recorded contradictions come along with their members and what was decided."""

from __future__ import annotations

import pytest

from eemgit.beliefs.model import Nogood
from tests.exchange.exports import imported, knowledge, lost, node, odd

NODES = {"a": node(), "B b": node(), "c": node(truth="OUT")}
REASONLESS = "These were recorded as a contradiction; the export gives no reason."


def test_a_nogood_keeps_its_members_and_its_resolution() -> None:
    recorded = {"id": "nogood-001", "nodes": ["a", "B b"], "discovered": "2026-01-02", "resolution": "b\nwas wrong"}
    result = imported(NODES, [recorded])
    assert result.nogoods == (Nogood("nogood-001", ("a", "b-b"), "b was wrong"),)
    assert knowledge(result).nogoods["nogood-001"] == result.nogoods[0]
    assert lost(result, None) == ["meta", "discovered (of a nogood)"]


def test_a_nogood_without_a_resolution_says_so() -> None:
    assert imported(NODES, [{"id": "n", "nodes": ["a", "c"]}]).nogoods == (Nogood("n", ("a", "c"), REASONLESS),)


@pytest.mark.parametrize("id", ["nogood-B b", "team:nogood-1", "", "x" * 400, "NUL", None, 7])
def test_an_odd_id_of_a_nogood_becomes_one_of_ours(id: object) -> None:
    result = imported(NODES, [{"id": id, "nodes": ["a", "B b"]}])
    assert len(knowledge(result).nogoods) == 1


def test_the_namespace_of_a_nogood_is_that_of_its_id_and_not_of_its_members() -> None:
    nogoods = [{"id": "nogood-team:a-team:b", "nodes": ["a", "c"]}, {"id": "team:nogood-1", "nodes": ["a", "B b"]}]
    assert [nogood.id for nogood in imported(NODES, nogoods).nogoods] == ["nogood-team-a-team-b", "team/nogood-1"]


def test_nogoods_with_one_id_are_told_apart() -> None:
    result = imported(NODES, [{"id": "n", "nodes": ["a", "c"]}, {"id": "n", "nodes": ["a", "B b"]}])
    assert {nogood.id: set(nogood.members) for nogood in result.nogoods} == {"n": {"a", "b-b"}, "n-2": {"a", "c"}}


def test_nogoods_with_the_same_members_are_one() -> None:
    result = imported(NODES, [{"id": "n", "nodes": ["a", "c"]}, {"id": "m", "nodes": ["c", "a", "c"]}])
    assert [nogood.id for nogood in result.nogoods] == ["m"]
    assert odd(result, None) == ["nogood 'n' has the members of another; one is kept"]


def test_a_member_that_is_no_node_stays_and_is_named() -> None:
    result = imported(NODES, [{"id": "n", "nodes": ["a", "gone"]}])
    assert result.nogoods[0].members == ("a", "gone")
    assert odd(result, None) == ["nogood 'n' names 'gone', which is no node of the export"]


@pytest.mark.parametrize(
    "nogood", [None, "a,c", [], {}, {"nodes": None}, {"nodes": ["a"]}, {"nodes": ["a", "a"]}, {"nodes": ["a", None]}]
)
def test_a_nogood_of_another_shape_is_a_loss(nogood: object) -> None:
    result = imported(NODES, [nogood])
    assert result.nogoods == ()
    assert lost(result, None) == ["meta", "nogood 1"]


@pytest.mark.parametrize("nogoods", [{}, "none", 1])
def test_nogoods_of_another_shape_are_a_loss(nogoods: object) -> None:
    assert lost(imported(NODES, nogoods), None) == ["meta", "nogoods"]


def test_a_nogood_whose_members_are_all_in_is_open() -> None:
    base = knowledge(imported(NODES, [{"id": "n", "nodes": ["a", "B b"]}]))
    assert base.is_open(base.nogoods["n"])
