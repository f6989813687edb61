"""Labels, one behaviour a test."""

from __future__ import annotations

import pytest

from eemgit.tms.labelling import Labelling, label, relabel
from eemgit.tms.network import Label, Network, Node, Rule
from tests.tms.builder import network

SHOWN = {Label.IN: "+", Label.OUT: "-", Label.UNDECIDED: "?"}


def labels(*lines: str) -> str:
    """The labels as `a+ b- c?`, by id."""
    return shown(label(network(*lines)))


def shown(labelling: Labelling) -> str:
    return " ".join(id + SHOWN[found] for id, found in labelling.items())


def test_a_premise_is_in() -> None:
    assert labels("a") == "a+"


def test_a_derived_belief_needs_all_its_antecedents() -> None:
    assert labels("a", "b", "c <- a, b") == "a+ b+ c+"
    assert labels("a", "b!out", "c <- a, b") == "a+ b- c-"


def test_any_needs_one_of_them() -> None:
    assert labels("a!out", "b", "c <- any a, b") == "a- b+ c+"
    assert labels("a!out", "b!out", "c <- any a, b") == "a- b- c-"


def test_justifications_are_alternatives() -> None:
    assert labels("a!out", "b", "c <- a", "c <- b") == "a- b+ c+"


def test_a_retraction_cascades() -> None:
    assert labels("a!out", "b <- a", "c <- b") == "a- b- c-"


def test_a_derived_belief_without_justifications_is_out() -> None:
    assert labels("c <-") == "c-"


def test_an_unless_that_is_in_blocks_and_one_that_is_out_does_not() -> None:
    assert labels("bug", "ok", "safe <- ok unless bug", "ship <- safe") == "bug+ ok+ safe- ship-"
    assert labels("bug!out", "ok", "safe <- ok unless bug", "ship <- safe") == "bug- ok+ safe+ ship+"


def test_every_unless_must_be_out() -> None:
    assert labels("p", "x1!out", "x2", "plan <- p unless x1, x2") == "p+ plan- x1- x2+"
    assert labels("p", "x1!out", "x2!out", "plan <- p unless x1, x2") == "p+ plan+ x1- x2-"


def test_a_belief_may_rest_on_an_absence_alone() -> None:
    assert labels("d <- unless x") == "d+ x-"
    assert labels("d <- unless x", "x") == "d- x+"


def test_a_gate_on_a_premise_takes_it_out() -> None:
    assert labels("a unless objection", "b <- a", "objection") == "a- b- objection+"


def test_an_objection_that_is_itself_gated_away_lets_the_belief_be() -> None:
    assert labels("a unless objection", "objection unless defence", "defence") == "a+ defence+ objection-"


def test_an_unknown_antecedent_is_not_in_and_spoils_only_its_own_rule() -> None:
    assert labels("p", "d <- p, ghost", "e <- p") == "d- e+ ghost- p+"


def test_an_unknown_unless_does_not_defeat() -> None:
    assert labels("p", "safe <- p unless ghost") == "ghost- p+ safe+"


def test_a_circle_without_ground_is_out() -> None:
    assert labels("a <- a") == "a-"
    assert labels("a <- b", "b <- a") == "a- b-"


def test_a_circle_with_ground_is_in_and_falls_with_the_ground() -> None:
    lines = ("a <- p", "a <- b", "b <- a")
    assert labels("p", *lines) == "a+ b+ p+"
    assert labels("p!out", *lines) == "a- b- p-"


def test_a_circle_behind_an_unless_that_falls_away_is_out_and_releases_what_waited_for_it() -> None:
    assert labels("a <- b", "b <- a", "w <- unless a", "v <- v", "v <- unless w", "u <- unless v") == "a- b- u+ v- w+"


@pytest.mark.parametrize("length", [1, 3, 5])
def test_an_odd_loop_is_undecided(length: int) -> None:
    lines = [f"n{i} <- unless n{(i + 1) % length}" for i in range(length)]
    assert set(label(network(*lines)).values()) == {Label.UNDECIDED}


def test_an_even_loop_is_undecided_for_each_side_has_the_same_right() -> None:
    assert labels("a <- unless b", "b <- unless a", "c <- a") == "a? b? c?"


def test_evidence_for_one_side_decides_an_even_loop() -> None:
    assert labels("a <- unless b", "b <- unless a", "a <- p", "p", "c <- b") == "a+ b- c- p+"


def test_what_needs_an_undecided_belief_is_undecided_but_what_is_blocked_anyway_is_out() -> None:
    assert labels("x <- unless x", "p!out", "a <- x", "b <- unless x", "c <- x, p") == "a? b? c- p- x?"


def test_another_justification_saves_what_hangs_on_a_loop() -> None:
    assert labels("x <- unless x", "p", "a <- x", "a <- p") == "a+ p+ x?"


def test_a_circle_that_could_rest_on_a_loop_is_undecided_with_it() -> None:
    assert labels("x <- unless x", "a <- b", "b <- a", "b <- x") == "a? b? x?"


def test_forced_undecided_spreads_as_a_loop_does() -> None:
    assert labels("x!undecided", "a <- x", "b <- unless x", "c <- a, b") == "a? b? c? x?"


def test_forced_in_holds_whatever_the_rules_say() -> None:
    assert labels("x!in <- ghost", "a <- x") == "a+ ghost- x+"


def test_an_antecedent_that_is_also_an_unless_never_helps() -> None:
    assert labels("p", "a <- p unless p") == "a- p+"
    assert labels("p!out", "a <- p unless p") == "a- p-"


def test_a_retracted_belief_stays_out_though_its_support_returns() -> None:
    assert labels("a", "b!out <- a", "c <- b") == "a+ b- c-"


def test_a_premise_with_a_justification_too_keeps_both() -> None:
    lines = ("m", "m <- p", "p")
    assert shown(label(network(*lines).force({"p": Label.OUT}))) == "m+ p-"
    derived = ("m <- p", "p")
    assert shown(label(network(*derived).force({"p": Label.OUT}))) == "m- p-"
    assert labels(*derived) == "m+ p+"


def test_paths_of_different_length_end_in_the_same_label() -> None:
    lines = ("a <- p", "b <- a", "c <- b", "t <- unless p", "u <- t unless c")
    assert labels("p", *lines) == "a+ b+ c+ p+ t- u-"
    assert labels("p!out", *lines) == "a- b- c- p- t+ u+"


def test_a_labelling_is_a_mapping_that_knows_its_network() -> None:
    found = label(network("a", "b <- a unless d"))
    assert dict(found) == {"a": Label.IN, "b": Label.IN, "d": Label.OUT}
    assert found.having(Label.IN) == ("a", "b")
    assert found.is_in("a")
    assert "zz" not in found
    with pytest.raises(KeyError):
        found["zz"]
    assert found == {"a": Label.IN, "b": Label.IN, "d": Label.OUT}
    assert repr(found) == "<Labelling of 3 ids: 2 IN, 1 OUT, 0 UNDECIDED>"


def test_relabelling_another_network_is_refused() -> None:
    with pytest.raises(ValueError, match="force"):
        relabel(label(network("a")), network("a"))


def chain(length: int) -> Network:
    first = Node("n000000")
    rest = (Node(f"n{i:06}", (Rule((f"n{i - 1:06}",), (), 0),)) for i in range(1, length))
    return Network.build([first, *rest])


def test_a_chain_of_a_hundred_thousand_falls_and_stands_up_again() -> None:
    network = chain(100_000)
    held = label(network)
    assert held.codes.count(held.codes[0]) == 100_000
    fallen = relabel(held, network.force({"n000000": Label.OUT}))
    assert fallen.having(Label.IN) == ()
    assert relabel(fallen, network) == held


def test_a_ring_of_fifty_thousand_is_out_and_with_one_unless_undecided() -> None:
    size = 50_000
    ring = [Node(f"n{i:05}", (Rule((f"n{(i + 1) % size:05}",), (), 0),)) for i in range(size)]
    assert len(label(Network.build(ring)).having(Label.OUT)) == size
    ring[0] = Node(ring[0].id, (Rule((), (ring[1].id,), 0),))
    assert len(label(Network.build(ring)).having(Label.UNDECIDED)) == size


def test_twenty_thousand_loops_one_behind_another_are_undecided() -> None:
    nodes: list[Node] = []
    for i in range(20_000):
        before = (f"a{i - 1:05}",) if i else ()
        nodes.append(Node(f"a{i:05}", (Rule(before, (f"b{i:05}",), 0),)))
        nodes.append(Node(f"b{i:05}", (Rule((), (f"a{i:05}",), 0),)))
    assert len(label(Network.build(nodes)).having(Label.UNDECIDED)) == 40_000
