"""Ids of other tools become ids of ours, with the old one as alias, whatever order they come in."""

from __future__ import annotations

import pytest

from eemgit.beliefs.ids import is_id
from tests.exchange.exports import because, imported, knowledge, node, odd


def test_ids_that_can_be_ours_stay() -> None:
    result = imported({"auth-slow": node(), "v1.2_x": node(), "team/auth": node()})
    assert result.renamed == {}
    assert all(belief.aliases == () for belief in result.beliefs)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Auth-Slow", "auth-slow"),
        ("why is auth slow", "why-is-auth-slow"),
        ("größe", "grosse"),
        ("con", "con-x"),
        ("--x--", "x"),
        ("agent:auth-slow", "agent/auth-slow"),
        ("Agent:Auth Slow", "agent/auth-slow"),
        ("agent:a:b", "agent/a-b"),
        ("a:b", "a-b"),
        ("agent:" + "long-" * 20 + "id", "agent/" + "long-" * 20 + "id"),
    ],
)
def test_an_odd_id_becomes_the_nearest_one_and_stays_as_alias(old: str, new: str) -> None:
    result = imported({old: node()})
    (belief,) = result.beliefs
    assert (belief.id, belief.aliases) == (new, (old,))
    assert result.renamed == {old: new}
    assert knowledge(result).resolve(old) == new


@pytest.mark.parametrize("old", ["", "   ", "日本語", "!!!", "x" * 5_000, "\ud800", "a\nb", "../../etc/passwd", "\x00"])
def test_no_id_is_too_odd(old: str) -> None:
    result = imported({old: node(text="A claim about something.")})
    (belief,) = result.beliefs
    assert is_id(belief.id)
    assert knowledge(result).beliefs[belief.id] == belief


def test_ids_that_become_alike_are_told_apart_the_same_way_in_any_order() -> None:
    nodes = {"Auth Slow": node(), "auth:slow": node(), "AUTH-SLOW": node(), "auth-slow": node(), "auth/slow": node()}
    result = imported(nodes)
    assert imported(dict(reversed(list(nodes.items())))) == result
    assert result.renamed == {"AUTH-SLOW": "auth-slow-2", "Auth Slow": "auth-slow-3", "auth:slow": "auth/slow-2"}


def test_references_follow_their_beliefs() -> None:
    result = imported({"A": node(), "ns:B": node(because("A", unless=["C c"])), "C c": node(truth="OUT")})
    derived = next(belief for belief in result.beliefs if belief.id == "ns/b")
    assert derived.justifications is not None
    assert (derived.justifications[0].antecedents, derived.justifications[0].unless) == (("a",), ("c-c",))


def test_a_reference_to_nothing_still_names_nothing() -> None:
    result = imported({"x": node(because("Gone")), "gone": node()})
    (derived,) = [belief for belief in result.beliefs if belief.id == "x"]
    assert derived.justifications is not None
    assert derived.justifications[0].antecedents == ("gone-2",)
    assert odd(result, "x") == ["names 'Gone', which is no node of the export"]
    assert knowledge(result).label_of("x").value == "OUT"


def test_an_alias_never_takes_the_name_of_a_belief() -> None:
    result = imported({" a": node(), "a": node(), "x": node(because("b")), "b ": node()})
    base = knowledge(result)
    assert {each.code for each in base.findings if each.code.startswith("alias")} == set()
    assert base.label_of("x").value == "OUT"


def test_ids_that_differ_only_in_white_space_keep_one_alias() -> None:
    result = imported({"A\n": node(), "A\t": node(), "A ": node()})
    assert sorted(alias for belief in result.beliefs for alias in belief.aliases) == ["A"]
    assert len({belief.id for belief in result.beliefs}) == 3
