"""Depth, support, foundations, repercussions, blockers and gates."""

from __future__ import annotations

import pytest

from eemgit.tms.explain import (
    Blocked,
    Blocker,
    blockers,
    depth,
    foundations,
    is_gated,
    repercussions,
    support,
    supports,
)
from eemgit.tms.labelling import Labelling, label, relabel
from eemgit.tms.network import Label, Network, Node, Rule
from tests.tms.builder import network


def labelled(*lines: str) -> Labelling:
    return label(network(*lines))


def depths(labelling: Labelling) -> dict[str, int | None]:
    return {id: depth(labelling, id) for id in labelling}


def test_a_premise_has_depth_0_and_each_derivation_adds_one() -> None:
    found = labelled("a", "b", "c <- a", "d <- c, b")
    assert depths(found) == {"a": 0, "b": 0, "c": 1, "d": 2}


def test_what_rests_on_an_absence_alone_has_depth_0() -> None:
    assert depth(labelled("y <- unless d"), "y") == 0


def test_the_support_is_the_shallowest_rule_that_holds() -> None:
    found = labelled("a", "b <- a", "c <- b", "d <- c", "d <- b")
    assert support(found, "d") == Rule(("b",), (), 1)
    assert depth(found, "d") == 2
    assert [rule.number for rule in supports(found, "d")] == [0, 1]


def test_of_equally_shallow_rules_the_first_justification_supports() -> None:
    assert support(labelled("a", "b", "d <- b", "d <- a"), "d") == Rule(("b",), (), 0)
    assert support(labelled("a", "b", "d <- any b, a"), "d") == Rule(("a",), (), 0)


def test_a_rule_that_does_not_hold_counts_for_nothing_while_the_belief_is_in() -> None:
    found = labelled("a", "g", "b <- a", "c <- b", "d <- a unless g", "d <- c")
    assert support(found, "d") == Rule(("c",), (), 1)
    assert depth(found, "d") == 3


def test_a_belief_that_is_out_has_the_depth_its_rules_would_give_it() -> None:
    found = labelled("a!out", "g", "b <- a", "c <- b", "d!out <- c", "e unless g", "f <- unless g")
    assert depths(found) == {"a": 0, "b": 1, "c": 2, "d": 3, "e": 0, "f": 0, "g": 0}


def test_undecided_beliefs_have_a_depth_too() -> None:
    assert depths(labelled("x <- unless x", "y <- x")) == {"x": 0, "y": 1}


def test_circles_and_unknown_ids_give_no_depth() -> None:
    found = labelled("a <- b", "b <- a", "c <- ghost", "d <- c", "e <-")
    assert depths(found) == {"a": None, "b": None, "c": None, "d": None, "e": None, "ghost": None}


def test_forced_in_is_a_ground_of_its_own() -> None:
    found = labelled("p", "x!in <- p", "y <- x")
    assert depths(found) == {"p": 0, "x": 0, "y": 1}
    assert support(found, "x") is None
    assert foundations(found, "y") == ("x",)


def test_in_a_circle_the_support_goes_to_the_ground() -> None:
    found = labelled("p", "a <- b", "a <- p", "b <- a")
    assert support(found, "a") == Rule(("p",), (), 1)
    assert foundations(found, "b") == ("a", "p")


def test_foundations_follow_the_support_only() -> None:
    found = labelled("p", "q", "r", "a <- p, q", "b <- a", "b <- r", "c <- b")
    assert foundations(found, "a") == ("p", "q")
    assert foundations(found, "c") == ("b", "r")
    assert foundations(found, "p") == ()


def test_a_belief_that_is_not_in_has_neither_support_nor_foundations() -> None:
    found = labelled("p!out", "a <- p", "x <- unless x")
    assert [support(found, id) for id in ("p", "a", "x")] == [None] * 3
    assert foundations(found, "a") == ()


def test_repercussions_go_through_antecedents_and_unless() -> None:
    found = labelled("p", "a <- p", "b <- unless a", "c <- b", "d", "p <- c")
    assert repercussions(found, "p") == ("a", "b", "c")
    assert repercussions(found, "d") == ()


def test_blockers_say_for_each_rule_what_fails() -> None:
    found = labelled("p1", "p2!out", "d", "c <- p1, p2, ghost", "c <- p1 unless d, e", "e!out", "c <- any p2, e")
    assert blockers(found, "c") == (
        Blocked(
            Rule(("ghost", "p1", "p2"), (), 0),
            (Blocker("ghost", Label.OUT, False), Blocker("p2", Label.OUT, True)),
            (),
        ),
        Blocked(Rule(("p1",), ("d", "e"), 1), (), (Blocker("d", Label.IN, True),)),
        Blocked(Rule(("e",), (), 2), (Blocker("e", Label.OUT, True),), ()),
        Blocked(Rule(("p2",), (), 2), (Blocker("p2", Label.OUT, True),), ()),
    )


def test_undecided_items_block_as_well() -> None:
    found = labelled("x <- unless x", "a <- x", "b <- unless x")
    assert [blocked.antecedents for blocked in blockers(found, "a")] == [(Blocker("x", Label.UNDECIDED, True),)]
    assert [blocked.unless for blocked in blockers(found, "b")] == [(Blocker("x", Label.UNDECIDED, True),)]


def test_rules_that_hold_are_no_blockers() -> None:
    found = labelled("a", "c <- a", "c <- ghost")
    assert [blocked.rule.number for blocked in blockers(found, "c")] == [1]
    assert blockers(found, "a") == ()


def test_gated_is_out_by_an_unless_alone() -> None:
    found = labelled(
        "p", "q!out", "g",
        "a <- p unless g", "b <- q unless g", "c!out <- p unless g", "d unless g", "e <- p unless h", "f <- a",
    )  # fmt: skip
    assert [id for id in found if is_gated(found, id)] == ["a", "d"]


def test_an_undecided_unless_is_no_gate() -> None:
    found = labelled("x <- unless x", "g", "a <- unless x", "b <- unless x, g")
    assert [id for id in found if is_gated(found, id)] == []


def test_an_id_that_the_network_does_not_have_is_a_key_error() -> None:
    found = labelled("a")
    for question in (depth, support, supports, foundations, repercussions, blockers, is_gated):
        with pytest.raises(KeyError):
            question(found, "zz")


def test_a_chain_of_a_hundred_thousand_can_be_explained() -> None:
    first = Node("n000000")
    rest = (Node(f"n{i:06}", (Rule((f"n{i - 1:06}",), (), 0),)) for i in range(1, 100_000))
    found = label(Network.build([first, *rest]))
    last = "n099999"
    assert depth(found, last) == 99_999
    assert len(foundations(found, last)) == 99_999
    assert len(repercussions(found, "n000000")) == 99_999
    fallen = relabel(found, found.network.force({"n000000": Label.OUT}))
    assert depth(fallen, last) == 99_999
    assert blockers(fallen, last)[0].antecedents == (Blocker("n099998", Label.OUT, True),)
