"""Circular supports and loops through `unless`, one finding for each root."""

from __future__ import annotations

import pytest

from eemgit.tms.labelling import Labelling, label
from eemgit.tms.network import Rule
from eemgit.tms.rings import Loop, Ring, brings_back, undecided_loops, unfounded_rings
from tests.tms.builder import network


def labelled(*lines: str) -> Labelling:
    return label(network(*lines))


def members(found: tuple[Ring, ...] | tuple[Loop, ...]) -> list[tuple[str, ...]]:
    return [each.members for each in found]


def test_a_belief_that_cites_itself_is_a_ring() -> None:
    assert unfounded_rings(labelled("a <- a")) == (Ring(("a",), (("a", Rule(("a",), (), 0)),), closed=True),)


def test_two_that_cite_each_other_are_one_ring() -> None:
    (ring,) = unfounded_rings(labelled("a <- b", "b <- a"))
    assert ring.members == ("a", "b")
    assert ring.rules == (("a", Rule(("b",), (), 0)), ("b", Rule(("a",), (), 0)))


def test_what_hangs_on_a_ring_is_not_part_of_it() -> None:
    found = labelled("p", "a <- a, p", "b <- a", "c <- b, p", "d <- c")
    assert members(unfounded_rings(found)) == [("a",)]
    assert brings_back(found, ("a",)) == ("b", "c", "d")


def test_rings_apart_are_reported_apart_and_in_order() -> None:
    assert members(unfounded_rings(labelled("y <- z", "z <- y", "a <- a", "m <- y, a"))) == [("a",), ("y", "z")]


def test_a_circle_with_ground_is_no_ring_and_one_that_lost_it_is_not_closed() -> None:
    lines = ("a <- p", "a <- b", "b <- a")
    assert unfounded_rings(labelled("p", *lines)) == ()
    (ring,) = unfounded_rings(labelled("p!out", *lines))
    assert ring.members == ("a", "b")
    assert not ring.closed


def test_a_circle_that_something_else_blocks_at_every_rule_is_no_ring() -> None:
    assert unfounded_rings(labelled("p!out", "a <- a, p")) == ()
    assert unfounded_rings(labelled("g", "a <- b unless g", "b <- a unless g")) == ()


def test_a_retracted_member_breaks_the_ring() -> None:
    assert unfounded_rings(labelled("a!out <- b", "b <- a")) == ()


def test_an_odd_loop_is_named_with_its_edges() -> None:
    assert undecided_loops(labelled("beacon <- unless beacon")) == (Loop(("beacon",), (("beacon", "beacon"),)),)
    assert undecided_loops(labelled("a <- unless b", "b <- unless c", "c <- unless a")) == (
        Loop(("a", "b", "c"), (("a", "b"), ("b", "c"), ("c", "a"))),
    )


def test_an_even_loop_is_named_and_what_hangs_on_it_is_not() -> None:
    found = labelled("a <- unless b", "b <- unless a", "c <- a", "d <- unless c")
    assert undecided_loops(found) == (Loop(("a", "b"), (("a", "b"), ("b", "a"))),)


def test_a_loop_behind_a_loop_is_not_a_root() -> None:
    found = labelled("x <- unless x", "a <- x unless b", "b <- unless a")
    assert members(undecided_loops(found)) == [("x",)]


def test_a_loop_may_pass_through_antecedents_on_its_way() -> None:
    (loop,) = undecided_loops(labelled("a <- c", "c <- d", "d <- unless a"))
    assert loop == Loop(("a", "c", "d"), (("d", "a"),))


def test_rules_that_are_blocked_anyway_are_not_edges_of_a_loop() -> None:
    (loop,) = undecided_loops(labelled("p!out", "a <- unless b", "b <- unless a", "b <- p unless b"))
    assert loop.unless == (("a", "b"), ("b", "a"))


def test_a_loop_that_evidence_decides_is_none() -> None:
    assert undecided_loops(labelled("a <- unless b", "b <- unless a", "a <- p", "p")) == ()


def test_what_hangs_on_an_unreadable_belief_is_no_loop() -> None:
    found = labelled("x!undecided", "a <- x", "b <- unless c, x", "c <- unless b")
    assert undecided_loops(found) == ()


def test_brings_back_leaves_out_what_was_in_and_what_is_forced() -> None:
    found = labelled("p", "a <- a", "b <- a, p", "c <- b", "d <- unless a", "e <- d")
    assert brings_back(found, ("a",)) == ("b", "c")
    assert brings_back(found, ("p",)) == ()
    with pytest.raises(KeyError):
        brings_back(found, ("zz",))
