"""The compact network: interning, folding, forcing."""

from __future__ import annotations

import pytest

from eemgit.tms.network import PREMISE, Label, Network, Node, Rule
from tests.tms.builder import network, nodes


def test_ids_are_sorted_and_those_only_cited_have_no_rule() -> None:
    found = network("b <- z unless a", "c")
    assert found.ids == ("a", "b", "c", "z")
    assert [found.is_known(id) for id in found.ids] == [False, True, True, False]
    assert found.rules_of("z") == ()
    assert found.rules_of("c") == (PREMISE,)
    assert len(found) == 4


def test_an_id_that_nobody_mentions_is_not_in_the_network() -> None:
    found = network("a")
    assert "b" not in found
    assert not found.is_known("b")
    with pytest.raises(KeyError):
        found.rules_of("b")
    with pytest.raises(KeyError):
        found.force({"b": Label.OUT})


def test_repeated_items_and_repeated_rules_are_folded() -> None:
    twice = Rule(("q", "p", "q"), ("d", "d"), 0)
    found = Network.build([Node("c", (twice, twice))])
    assert found.rules_of("c") == (Rule(("p", "q"), ("d",), 0),)
    assert found.names(found.heads[r] for r in found.cited_in[found.index["q"]]) == ("c",)


def test_rules_lie_by_justification_number_and_then_by_their_lists() -> None:
    rules = (Rule(("z",), (), 1), Rule(("y",), (), 0), Rule(("x",), (), 1))
    assert [(r.number, r.inlist) for r in Network.build([Node("c", rules)]).rules_of("c")] == [
        (0, ("y",)),
        (1, ("x",)),
        (1, ("z",)),
    ]


def test_two_nodes_with_one_id_are_refused() -> None:
    with pytest.raises(ValueError, match="two nodes named 'a'"):
        Network.build([Node("a"), Node("b"), Node("a")])


def test_forcing_shares_the_rules_and_leaves_the_first_network_alone() -> None:
    first = network("a", "b <- a")
    second = first.force({"a": Label.OUT, "b": Label.UNDECIDED})
    assert first.shares_rules(second)
    assert (first.forced_label("a"), second.forced_label("a")) == (None, Label.OUT)
    assert second.force({"a": None, "b": None}) == first


def test_lifting_what_is_not_forced_changes_nothing() -> None:
    found = network("a")
    assert found.force({"a": None}) == found


def test_the_nodes_of_a_network_build_it_again() -> None:
    found = network("a!out", "b <- a, c unless d", "b <- any a, c", "e <-", "f unless a")
    assert Network.build(found.nodes()) == found
    assert [node.id for node in found.nodes()] == ["a", "b", "e", "f"]


def test_an_empty_network_is_a_network() -> None:
    assert len(Network.build([])) == 0


def test_the_builder_reads_what_it_says_it_reads() -> None:
    assert nodes("a", "b!out <- a, c unless d", "b <- any a, c", "g unless d", "y <- unless d", "z <-") == (
        Node("a"),
        Node("b", (Rule(("a", "c"), ("d",), 0), Rule(("a",), (), 1), Rule(("c",), (), 1)), Label.OUT),
        Node("g", (Rule((), ("d",), -1),)),
        Node("y", (Rule((), ("d",), 0),)),
        Node("z", ()),
    )
