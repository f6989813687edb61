"""Justifications keep their meaning, and the shapes that the peer has no word for come back."""

from __future__ import annotations

from eemgit.beliefs.model import Belief, Justification, Mode
from eemgit.exchange import Import
from tests.exchange.exports import because, imported, knowledge, labels, lost, node, odd


def belief(result: Import, id: str) -> Belief:
    return next(each for each in result.beliefs if each.id == id)


PREMISES = {"a": node(), "b": node(), "c": node(), "u": node(truth="OUT")}


def test_a_justification_keeps_its_lists_and_its_label() -> None:
    result = imported(PREMISES | {"x": node(because("a", "b", unless=["u"], label=" why\n so "))})
    assert belief(result, "x").justifications == (Justification(("a", "b"), ("u",), label="why so"),)


def test_neighbours_with_one_antecedent_each_and_the_rest_alike_are_an_any_set() -> None:
    row = [because(id, unless=["u"], label="either") for id in ("b", "a", "c")]
    result = imported(PREMISES | {"x": node(*row)})
    assert belief(result, "x").justifications == (Justification(("b", "a", "c"), ("u",), Mode.ANY, "either"),)
    assert result.losses[1:] == ()


def test_an_any_set_holds_as_long_as_one_antecedent_does() -> None:
    result = imported({"a": node(), "b": node(truth="OUT"), "x": node(because("b"), because("a"))})
    assert belief(result, "x").justifications == (Justification(("b", "a"), mode=Mode.ANY),)
    assert labels(result)["x"] == "IN"


def test_reasons_that_differ_stay_reasons_of_their_own() -> None:
    reasons = [
        because("a", label="one"), because("b", label="two"), because("b", unless=["u"], label="two"),
        because("a", "b"), because("c"), because("c", type="CP", label="proof"),
    ]  # fmt: skip
    result = imported(PREMISES | {"x": node(*reasons)})
    found = belief(result, "x").justifications
    assert found is not None
    assert [each.mode for each in found] == [Mode.ALL] * 6


def test_two_any_sets_in_a_row_stay_two() -> None:
    row = [because("a", label="one"), because("b", label="one"), because("b", label="two"), because("c", label="two")]
    result = imported(PREMISES | {"x": node(*row)})
    assert belief(result, "x").justifications == (
        Justification(("a", "b"), mode=Mode.ANY, label="one"),
        Justification(("b", "c"), mode=Mode.ANY, label="two"),
    )


def test_what_an_agent_rests_on_stays_outside_its_any_set() -> None:
    nodes = {"team:active": node(), "team:a": node(), "team:b": node(), "team:c": node()}
    row = [because("team:active", "team:a"), because("team:b"), because("team:c")]
    result = imported(nodes | {"team:x": node(*row)})
    assert belief(result, "team/x").justifications == (
        Justification(("team/active", "team/a")),
        Justification(("team/b", "team/c"), mode=Mode.ANY),
    )


def test_the_same_justification_twice_is_one() -> None:
    result = imported(PREMISES | {"x": node(because("a", "b"), because("b", "a"), because("a", "b", label="why"))})
    assert belief(result, "x").justifications == (Justification(("a", "b")), Justification(("a", "b"), label="why"))
    assert odd(result, "x") == ["has the same justification more than once; one is kept"]


def test_an_antecedent_named_twice_is_named_once() -> None:
    result = imported(PREMISES | {"x": node(because("a", "a", "b"))})
    assert belief(result, "x").justifications == (Justification(("a", "b")),)
    assert odd(result, "x") == ["justification 1 names an antecedent more than once"]


def test_a_justification_that_names_nothing_makes_a_premise() -> None:
    result = imported({"x": node(because())})
    assert belief(result, "x").justifications is None
    assert odd(result, "x") == ["its justification names nothing, so it holds always: a premise"]
    assert labels(result) == {"x": "IN"}


def test_a_justification_that_names_nothing_is_lost_beside_others() -> None:
    result = imported(PREMISES | {"x": node(because("a"), because())})
    assert belief(result, "x").justifications == (Justification(("a",)),)
    assert lost(result, "x") == ["a justification that names nothing"]
    assert result.weakened == {"x"}


def test_a_justification_may_rest_on_its_unless_alone() -> None:
    result = imported(PREMISES | {"x": node(because(unless=["u"]))})
    assert belief(result, "x").justifications == (Justification((), ("u",)),)
    assert labels(result)["x"] == "IN"


def test_a_challenged_premise_is_a_premise_with_a_gate() -> None:
    challenged = node(because(unless=["doubt"]), truth="OUT", metadata={"challenges": ["doubt"]})
    result = imported({"x": challenged, "doubt": node(metadata={"challenge_target": "x"})})
    assert (belief(result, "x").justifications, belief(result, "x").unless) == (None, ("doubt",))
    assert belief(result, "x").retracted is None
    assert labels(result) == {"x": "OUT", "doubt": "IN"}
    assert "metadata challenges" not in lost(result, None)


def test_a_defended_belief_is_in_again() -> None:
    nodes = {
        "x": node(because(unless=["doubt"]), metadata={"challenges": ["doubt"]}),
        "doubt": node(because(unless=["defence"]), truth="OUT", metadata={"challenges": ["defence"]}),
        "defence": node(metadata={"defense_target": "doubt", "defends": "x"}),
    }
    assert labels(imported(nodes)) == {"x": "IN", "doubt": "OUT", "defence": "IN"}


def test_a_superseded_belief_is_gated_as_a_whole_and_comes_back_with_its_successor_gone() -> None:
    reasons = [because("a", "b", unless=["new"]), because("c", unless=["u", "new"])]
    nodes = PREMISES | {"new": node(metadata={"supersedes": ["x"]})}
    result = imported(nodes | {"x": node(*reasons, truth="OUT", metadata={"superseded_by": "new"})})
    old = belief(result, "x")
    assert old.justifications == (Justification(("a", "b")), Justification(("c",), ("u",)))
    assert (old.unless, old.retracted) == (("new",), None)
    assert labels(result)["x"] == "OUT"
    assert "metadata superseded_by" not in lost(result, None)
    nodes["new"] = node(truth="OUT")
    assert labels(imported(nodes | {"x": node(*reasons, metadata={"superseded_by": "new"})}))["x"] == "IN"


def test_a_challenge_that_gates_only_some_justifications_gates_only_those() -> None:
    reasons = [because("a", "b", unless=["doubt"]), because("c")]
    result = imported(PREMISES | {"doubt": node(), "x": node(*reasons, metadata={"challenges": ["doubt"]})})
    assert belief(result, "x").justifications == (Justification(("a", "b"), ("doubt",)), Justification(("c",)))
    assert belief(result, "x").unless == ()
    assert labels(result)["x"] == "IN"


def test_a_gate_moves_only_where_no_justification_is_left_with_nothing() -> None:
    reasons = [because(unless=["doubt"]), because("c", unless=["doubt"])]
    challenged = node(*reasons, truth="OUT", metadata={"challenges": ["doubt"]})
    result = imported(PREMISES | {"doubt": node(), "x": challenged})
    assert belief(result, "x").justifications == (Justification((), ("doubt",)), Justification(("c",), ("doubt",)))
    assert labels(result)["x"] == "OUT"


def test_a_challenge_gates_nothing_beside_a_justification_that_names_nothing() -> None:
    reasons = [because(unless=["doubt"]), because()]
    result = imported({"doubt": node(), "x": node(*reasons, metadata={"challenges": ["doubt"]})})
    assert (belief(result, "x").justifications, belief(result, "x").unless) == ((Justification((), ("doubt",)),), ())
    assert result.weakened == {"x"}


def test_a_challenged_any_set_is_an_any_set_behind_a_gate() -> None:
    reasons = [because(id, unless=["doubt"]) for id in ("a", "b")]
    challenged = node(*reasons, truth="OUT", metadata={"challenges": ["doubt"]})
    result = imported(PREMISES | {"doubt": node(), "x": challenged})
    assert belief(result, "x").justifications == (Justification(("a", "b"), mode=Mode.ANY),)
    assert belief(result, "x").unless == ("doubt",)


def test_a_summary_needs_no_metadata_to_say_what_it_rests_on() -> None:
    summary = node(because("a", "b", label="summarizes"), metadata={"summarizes": ["a", "b"]})
    result = imported(PREMISES | {"s": summary})
    assert belief(result, "s").justifications == (Justification(("a", "b"), label="summarizes"),)
    assert lost(result, None) == ["meta"]


def test_a_belief_that_cites_itself_stays_as_it_is_and_is_named() -> None:
    result = imported({"a": node(), "x": node(because("x", "a"))})
    assert belief(result, "x").justifications == (Justification(("x", "a")),)
    assert odd(result, "x") == ["is its own antecedent"]
    assert "self-support" in {each.code for each in knowledge(result).findings}


def test_an_unknown_antecedent_and_an_unknown_exception_stay_and_are_named() -> None:
    result = imported({"a": node(), "x": node(because("gone"), truth="OUT"), "y": node(because("a", unless=["gone"]))})
    assert labels(result) == {"a": "IN", "x": "OUT", "y": "IN"}
    assert odd(result, "x") == odd(result, "y") == ["names 'gone', which is no node of the export"]


def test_beliefs_come_after_what_they_cite() -> None:
    nodes = {"z": node(), "m": node(because("z")), "a": node(because("m", unless=["k"])), "k": node(because("z"))}
    assert [each.id for each in imported(nodes).beliefs] == ["z", "k", "m", "a"]


def test_a_ring_breaks_the_order_at_its_smallest_id() -> None:
    nodes = {"c": node(because("b")), "b": node(because("a")), "a": node(because("c")), "x": node(because("x", "c"))}
    assert [each.id for each in imported(nodes).beliefs] == ["a", "b", "c", "x"]


def test_a_chain_of_thousands_is_no_trouble() -> None:
    ids = [f"n{number:05}" for number in range(1_500)]
    nodes = {"start": node()} | {id: node(because(before)) for before, id in zip(["start", *ids], ids, strict=False)}
    result = imported(dict(reversed(list(nodes.items()))))
    assert [each.id for each in result.beliefs] == ["start", *ids]
    assert result.layout.value == "hash"


def test_folders_by_letter_are_proposed_as_long_as_none_holds_over_a_thousand() -> None:
    nodes = {f"a{number}": node() for number in range(1000)} | {"b": node(), "team:a-more": node()}
    assert imported(nodes).layout.value == "letter"
    assert imported(nodes | {"a-more": node()}).layout.value == "hash"
