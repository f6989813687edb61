"""Who is blamed for a contradiction."""

from __future__ import annotations

import pytest

from eemgit.tms.culprits import Culprit, Culprits, culprits
from eemgit.tms.labelling import label
from tests.tms.builder import network


def blame(lines: str, nogood: str, sourced: str = "") -> Culprits:
    """The culprits of `nogood` in the network of the lines, separated by `;`."""
    found = label(network(*(line.strip() for line in lines.split(";"))))
    return culprits(found, nogood.split(), sourced.split().__contains__)


def ids(found: Culprits) -> list[str]:
    return [culprit.id for culprit in found.candidates]


def chosen(found: Culprits) -> str | None:
    return found.chosen.id if found.chosen else None


def test_a_shared_premise_comes_first_and_the_others_after_it() -> None:
    found = blame("p; q; r; x <- p, q; y <- p, r", "x y")
    assert ids(found) == ["p", "q", "r"]
    assert chosen(found) == "p"
    assert found.candidates[0] == Culprit("p", False, ("x", "y"), ("p", "x", "y"))


def test_without_a_shared_premise_all_are_listed_and_none_is_chosen() -> None:
    found = blame("p; q; q2; r; x <- p, q; y <- q2, r", "x y")
    assert ids(found) == ["p", "q", "q2", "r"]
    assert chosen(found) is None


def test_evidence_is_kept_and_speculation_goes_though_more_hangs_on_it() -> None:
    found = blame("obs; hunch; guess <- hunch; a <- guess; b <- guess; c <- a; d <- b", "obs guess", sourced="obs")
    assert chosen(found) == "hunch"
    assert ids(found) == ["hunch", "obs"]
    assert found.candidates[0].lost == ("a", "b", "c", "d", "guess", "hunch")
    assert found.candidates[1].sourced


def test_of_equal_evidence_the_cheaper_goes() -> None:
    assert chosen(blame("p; q; x <- p; y <- q; k <- q", "x y")) == "p"
    assert chosen(blame("p; q; x <- p; y <- q; k <- q", "x y", sourced="p q")) == "p"


def test_two_premises_alike_are_a_tie() -> None:
    found = blame("a; b", "a b")
    assert ids(found) == ["a", "b"]
    assert chosen(found) is None


def test_a_nogood_of_one_belief_blames_it() -> None:
    assert chosen(blame("a; b <- a", "a")) == "a"
    assert chosen(blame("a", "a a")) == "a"


def test_a_premise_whose_retraction_changes_nothing_is_not_blamed() -> None:
    found = blame("p; q; x <- p; x <- q; y", "x y")
    assert ids(found) == ["y"]
    assert chosen(found) == "y"


def test_members_are_blamed_when_no_premise_alone_takes_one_out() -> None:
    found = blame("p; q; x <- any p, q; y <- any p, q; z <- y", "x y")
    assert [(culprit.id, culprit.derived) for culprit in found.candidates] == [("x", True), ("y", True)]
    assert chosen(found) == "x"


def test_assumptions_are_blamed_as_premises_are() -> None:
    found = blame("birds-fly <- unless penguin; x <- birds-fly; y", "x y", sourced="y")
    assert chosen(found) == "birds-fly"


def test_every_support_of_a_member_is_searched() -> None:
    found = blame("p; q; m <- p; m <- q; x <- m, p; y", "x y", sourced="y")
    assert ids(found) == ["p", "y"]


def test_a_member_that_is_a_premise_costs_nothing_beside_the_members() -> None:
    found = blame("g!out; p unless g; x <- p; y", "x y")
    assert ids(found) == ["y", "p"]
    assert chosen(found) == "y"


def test_what_comes_back_in_does_not_make_up_for_what_is_lost() -> None:
    found = blame("p; q; x <- p; y <- q; gone <- unless p; k <- p", "x y")
    assert chosen(found) == "q"


def test_there_is_no_blame_while_the_members_are_not_all_in() -> None:
    assert blame("a; b!out", "a b") == Culprits((), None)
    assert blame("a; b <- unless b", "a b") == Culprits((), None)
    assert blame("a", "") == Culprits((), None)


def test_a_retraction_that_leaves_a_member_undecided_settles_nothing() -> None:
    found = blame("p; q; x <- p; x <- h; h <- unless w; w <- unless h; y <- q", "x y")
    assert ids(found) == ["q"]


def test_a_member_that_the_network_does_not_have_is_a_key_error() -> None:
    with pytest.raises(KeyError):
        blame("a", "a zz")
