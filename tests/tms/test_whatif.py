"""What would flip, and which change is at the root of a flip."""

from __future__ import annotations

import random

import pytest

from eemgit.tms.labelling import label
from eemgit.tms.network import Label, Network, Node
from eemgit.tms.whatif import Flip, causes, what_if
from tests.tms.builder import network
from tests.tms.oracles import random_nodes

IN, OUT, UNDECIDED = Label.IN, Label.OUT, Label.UNDECIDED


def because(before: Network, after: Network, *changed: str) -> dict[str, tuple[str, ...]]:
    return dict(causes(label(before), label(after), changed))


def test_a_retraction_takes_some_out_and_brings_others_in() -> None:
    found = label(network("p", "d <- p", "e <- unless p", "f"))
    assert what_if(found, {"p": OUT}) == (Flip("d", IN, OUT), Flip("e", OUT, IN), Flip("p", IN, OUT))


def test_lifting_a_retraction_is_a_what_if_too() -> None:
    found = label(network("p!out", "d <- p"))
    assert what_if(found, {"p": None}) == (Flip("d", OUT, IN), Flip("p", OUT, IN))


def test_several_suppositions_are_taken_together() -> None:
    found = label(network("p", "q", "d <- p", "d <- q"))
    assert what_if(found, {"p": OUT}) == (Flip("p", IN, OUT),)
    assert what_if(found, {"p": OUT, "q": OUT}) == (Flip("d", IN, OUT), Flip("p", IN, OUT), Flip("q", IN, OUT))


def test_a_supposition_about_nothing_flips_nothing() -> None:
    found = label(network("p", "d <- p"))
    assert what_if(found, {}) == ()
    assert what_if(found, {"p": IN}) == ()
    with pytest.raises(KeyError):
        what_if(found, {"zz": OUT})


def test_an_unknown_id_can_be_supposed() -> None:
    assert what_if(label(network("d <- ghost")), {"ghost": IN}) == (Flip("d", OUT, IN), Flip("ghost", OUT, IN))


def test_each_flip_names_the_change_it_follows_from() -> None:
    before = network("p", "q", "a <- p", "b <- a", "c <- unless q", "d <- c", "e")
    after = before.force({"p": OUT, "q": OUT, "e": OUT})
    assert because(before, after, "p", "q", "e") == {
        "a": ("p",), "b": ("p",), "c": ("q",), "d": ("q",), "e": ("e",), "p": ("p",), "q": ("q",),
    }  # fmt: skip


def test_a_flip_with_two_roots_names_both() -> None:
    before = network("p", "q", "c <- p", "c <- q", "d <- p, q")
    assert because(before, before.force({"p": OUT, "q": OUT}), "p", "q")["c"] == ("p", "q")


def test_a_cause_that_pulls_the_other_way_is_not_named() -> None:
    before = network("p", "g!out", "h", "c <- p unless g", "c <- unless h")
    after = before.force({"p": OUT, "h": IN, "g": IN})
    assert because(before, after, "p", "g", "h")["c"] == ("g", "p")
    eased = network("p", "g", "c <- p unless g")
    assert because(eased, eased.force({"g": OUT}), "p", "g") == {"c": ("g",), "g": ("g",)}


def test_a_new_belief_and_one_that_is_gone_name_themselves() -> None:
    before, after = network("p", "d <- p"), network("p", "d <- p unless x", "x")
    assert because(before, after, "d", "x") == {"d": ("d",), "x": ("x",)}
    assert because(network("p", "d <- p"), network("d <- p"), "p") == {"d": ("p",), "p": ("p",)}


def test_a_new_objection_is_the_cause_where_it_was_waited_for() -> None:
    before, after = network("p", "d <- p unless x", "e <- d"), network("p", "d <- p unless x", "e <- d", "x")
    assert because(before, after, "x") == {"d": ("x",), "e": ("x",), "x": ("x",)}


def test_a_belief_edited_without_effect_on_its_rules_is_not_its_own_cause() -> None:
    before = network("p", "d <- p", "e <- d")
    assert because(before, before.force({"p": OUT}), "p", "d") == {"d": ("p",), "e": ("p",), "p": ("p",)}


def test_a_reference_that_leads_elsewhere_is_blamed_on_what_it_led_to() -> None:
    before, after = network("a!out", "b", "d <- b"), network("a!out", "b!out", "d <- a")
    assert because(before, after, "b") == {"b": ("b",), "d": ("b",)}
    before, after = network("a", "b!out", "d <- b"), network("a", "b!out", "d <- a")
    assert because(before, after, "b") == {"d": ("b",)}


def test_a_circle_that_loses_its_ground_names_the_ground() -> None:
    before = network("p", "a <- p", "a <- b", "b <- a", "c <- b")
    assert because(before, before.force({"p": OUT}), "p") == dict.fromkeys("abcp", ("p",))


def test_flips_to_and_from_undecided_are_followed() -> None:
    before = network("p", "a <- unless b", "b <- unless a", "a <- p", "c <- a")
    after = before.force({"p": OUT})
    assert label(after)["b"] is UNDECIDED
    assert because(before, after, "p") == dict.fromkeys("abcp", ("p",))
    assert because(after, before, "p") == dict.fromkeys("abcp", ("p",))


def test_every_flip_of_a_random_change_has_a_cause() -> None:
    rng = random.Random(3)
    flips = 0
    for _ in range(1500):
        nodes = random_nodes(rng)
        other = [_edited(rng, node) for node in nodes if rng.random() < 0.9]
        before, after = Network.build(nodes), Network.build(other)
        said, says = set(before.nodes()), set(after.nodes())
        changed = {node.id for node in said ^ says}
        found = causes(label(before), label(after), changed)
        assert all(roots and changed.issuperset(roots) for roots in found.values()), (nodes, other)
        flips += len(found)
    assert flips > 1500


def _edited(rng: random.Random, node: Node) -> Node:
    match rng.randint(0, 9):
        case 0:
            return Node(node.id, node.rules, rng.choice([None, *Label]))
        case 1:
            return Node(node.id, random_nodes(rng)[0].rules, node.forced)
        case _:
            return node


def test_a_long_cascade_is_followed_to_its_root() -> None:
    lines = ["n00000", *(f"n{i:05} <- n{i - 1:05}" for i in range(1, 20_000))]
    before = network(*lines)
    found = because(before, before.force({"n00000": OUT}), "n00000")
    assert len(found) == 20_000
    assert set(found.values()) == {("n00000",)}
