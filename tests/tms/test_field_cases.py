"""Failures that users of belief networks met, as small networks that must come out right here."""

from __future__ import annotations

import itertools

from eemgit.tms.culprits import culprits
from eemgit.tms.explain import blockers, depth, foundations, supports
from eemgit.tms.labelling import label, relabel
from eemgit.tms.network import Label, Network, Node, Rule
from eemgit.tms.rings import undecided_loops
from eemgit.tms.whatif import what_if
from tests.tms.builder import network, nodes

IN, OUT, UNDECIDED = Label.IN, Label.OUT, Label.UNDECIDED


def test_31_a_belief_supported_by_its_own_absence_ends_undecided_and_is_named() -> None:
    found = label(network("beacon <- unless beacon"))
    assert dict(found) == {"beacon": UNDECIDED}
    assert undecided_loops(found)[0].unless == (("beacon", "beacon"),)
    assert label(found.network) == found


def test_32_an_even_loop_has_one_answer_in_all_orders_and_after_any_history() -> None:
    lines = ("a <- unless b", "b <- unless a", "c <- a")
    for order in itertools.permutations(nodes(*lines, "z")):
        found = label(Network.build(order))
        assert dict(found) == {"a": UNDECIDED, "b": UNDECIDED, "c": UNDECIDED, "z": IN}
        toggled = relabel(found, found.network.force({"z": OUT}))
        assert relabel(toggled, found.network) == found
        assert [loop.members for loop in undecided_loops(found)] == [("a", "b")]


def test_34_a_cascade_against_alphabetical_order_is_complete_at_once() -> None:
    found = label(network("a-leaf <- b-mid", "b-mid <- c-root", "c-root!out"))
    assert set(found.values()) == {OUT}
    assert relabel(found, found.network) == found


def test_37_a_reference_to_a_belief_that_is_gone_spoils_no_other() -> None:
    found = label(network("p", "d <- p, ghost", "e <- p"))
    assert (found["d"], found["e"]) == (OUT, IN)
    (blocked,) = blockers(found, "d")
    assert [(each.id, each.known) for each in blocked.antecedents] == [("ghost", False)]


def test_40_a_contradiction_costs_the_speculation_and_not_the_evidence() -> None:
    lines = ["obs", "hunch", "guess <- hunch", *(f"d{n} <- guess" for n in range(4))]
    found = culprits(label(network(*lines)), ("obs", "guess"), lambda id: id == "obs")
    assert found.chosen is not None
    assert found.chosen.id == "hunch"
    assert found.chosen.takes_out == ("guess",)
    assert [culprit.id for culprit in found.candidates] == ["hunch", "obs"]


def test_41_one_shared_premise_is_proposed_and_several_equal_ones_are_listed() -> None:
    shared = culprits(label(network("p", "q", "r", "x <- p, q", "y <- p, r")), ("x", "y"), lambda _: False)
    assert [culprit.id for culprit in shared.candidates] == ["p", "q", "r"]
    assert shared.chosen == shared.candidates[0]
    apart = culprits(label(network("p", "q", "q2", "r", "x <- p, q", "y <- q2, r")), ("x", "y"), lambda _: False)
    assert [culprit.id for culprit in apart.candidates] == ["p", "q", "q2", "r"]
    assert apart.chosen is None


def test_46_one_blocker_left_still_blocks() -> None:
    all_in = network("p", "x1", "x2", "plan <- p unless x1, x2")
    one_left = all_in.force({"x1": OUT})
    assert label(one_left)["plan"] is OUT
    assert label(one_left.force({"x2": OUT}))["plan"] is IN


def test_47_a_belief_both_asserted_and_derived_keeps_its_justification() -> None:
    both = network("m", "m <- p", "p!out")
    assert label(both)["m"] is IN
    derived_only = network("m <- p", "p!out")
    assert label(derived_only)["m"] is OUT
    assert label(derived_only.force({"p": None}))["m"] is IN
    retracted = both.force({"m": OUT})
    assert label(retracted.force({"p": None}))["m"] is OUT
    assert label(retracted.force({"m": None, "p": None}))["m"] is IN
    assert Rule(("p",), (), 0) in retracted.rules_of("m")


def test_49_a_retraction_says_apart_what_went_out_and_what_came_in() -> None:
    flips = what_if(label(network("p", "d <- p", "e <- unless p")), {"p": OUT})
    assert [flip.id for flip in flips if flip.after is OUT] == ["d", "p"]
    assert [flip.id for flip in flips if flip.after is IN] == ["e"]


def test_52_a_chain_of_five_thousand_needs_no_recursion_anywhere() -> None:
    chain = [Node("n0000"), *(Node(f"n{i:04}", (Rule((f"n{i - 1:04}",), (), 0),)) for i in range(1, 5000))]
    found = label(Network.build(chain))
    assert depth(found, "n4999") == 4999
    assert len(foundations(found, "n4999")) == 4999
    assert len(what_if(found, {"n0000": OUT})) == 5000


def test_53_a_wide_conclusion_says_which_of_its_premises_still_stand() -> None:
    premises = [f"p{n}" for n in range(1, 6)]
    found = label(network(*premises, f"c <- {', '.join(premises)}", f"d <- any {', '.join(premises)}"))
    fallen = relabel(found, found.network.force({"p3": OUT}))
    assert fallen["c"] is OUT
    (blocked,) = blockers(fallen, "c")
    assert [each.id for each in blocked.antecedents] == ["p3"]
    assert [id for id in blocked.rule.inlist if fallen[id] is IN] == ["p1", "p2", "p4", "p5"]
    assert fallen["d"] is IN
    assert [rule.inlist for rule in supports(fallen, "d")] == [("p1",), ("p2",), ("p4",), ("p5",)]
