"""What has another label than in the export is told by its root cause, with the edit that brings it back."""

from __future__ import annotations

from collections.abc import Mapping

from eemgit.exchange import CauseKind, Change, LabelChanges, RootCause, label_changes
from eemgit.tms.network import Label
from tests.exchange.exports import because, imported, knowledge, node


def report(nodes: Mapping[str, object]) -> LabelChanges:
    result = imported(nodes)
    return label_changes(result, knowledge(result).labelling)


def only_cause(nodes: Mapping[str, object]) -> RootCause:
    (cause,) = report(nodes).causes
    return cause


def test_a_network_that_keeps_its_labels_has_nothing_to_tell() -> None:
    assert report({"p": node(), "x": node(because("p")), "y": node(because("q"), truth="OUT")}) == LabelChanges((), ())


def test_a_belief_that_cites_itself_is_the_cause_of_all_that_hangs_on_it() -> None:
    nodes = {"p": node(), "x": node(because("x", "p")), "y": node(because("x")), "z": node(because("y", "p"))}
    found = report(nodes | {"w": node(because("p", unless=["z"]), truth="OUT")})
    assert found.changes == (
        Change("w", Label.OUT, Label.IN),
        Change("x", Label.IN, Label.OUT),
        Change("y", Label.IN, Label.OUT),
        Change("z", Label.IN, Label.OUT),
    )
    assert found.causes == (
        RootCause(
            CauseKind.RING,
            ("x",),
            "it is its own antecedent",
            "take 'x' out of its own antecedents",
            ("w", "x", "y", "z"),
            ("w", "y", "z"),
        ),
    )


def test_a_belief_with_nothing_but_itself_needs_another_justification() -> None:
    assert only_cause({"x": node(because("x"))}).edit == "give 'x' a justification besides itself"


def test_a_ring_names_the_member_where_one_edit_brings_back_most() -> None:
    ring = {"a": node(because("b")), "b": node(because("a", "p"), because("c", "p")), "c": node(because("b"))}
    cause = only_cause({"p": node()} | ring)
    assert (cause.kind, cause.beliefs) == (CauseKind.RING, ("a", "b", "c"))
    assert cause.edit == "take 'a' out of the antecedents of 'b'"
    assert cause.back == ("a", "b", "c")


def test_a_ring_with_nothing_outside_needs_support_from_outside() -> None:
    cause = only_cause({"a": node(because("b")), "b": node(because("a"))})
    assert cause.why == "'a', 'b' support each other and rest on nothing else"
    assert cause.edit == "give 'a' a justification from outside the ring"


def test_two_rings_are_two_causes_and_the_one_with_more_behind_it_comes_first() -> None:
    nodes = {"a": node(because("a")), "b": node(because("b")), "c": node(because("b"))}
    assert [cause.beliefs for cause in report(nodes).causes] == [("b",), ("a",)]


def test_a_loop_through_unless_names_the_answer_that_the_export_chose() -> None:
    nodes = {"a": node(because(unless=["b"])), "b": node(because(unless=["a"]), truth="OUT"), "c": node(because("a"))}
    cause = only_cause(nodes)
    assert (cause.kind, cause.beliefs, cause.hang) == (CauseKind.LOOP, ("a", "b"), ("c",))
    assert cause.edit in ("retract 'b'", "take 'b' out of the `unless` of 'a'")
    assert cause.back == ("a", "b", "c")


def test_a_belief_superseded_by_what_rests_on_it_is_a_loop() -> None:
    nodes = {"new": node(because("old")), "old": node(because(unless=["new"]), metadata={"superseded_by": "new"})}
    cause = only_cause(nodes)
    assert (cause.kind, cause.beliefs) == (CauseKind.LOOP, ("new", "old"))
    assert cause.edit == "take 'new' out of the `unless` of 'old'"
    assert cause.back == ("new", "old")


def test_a_belief_stored_in_on_an_id_nobody_has_names_the_id() -> None:
    cause = only_cause({"p": node(), "x": node(because("p", "gone")), "y": node(because("x"))})
    assert (cause.kind, cause.beliefs, cause.hang) == (CauseKind.DANGLING, ("x",), ("y",))
    assert cause.edit == "add 'gone', or take it out of the antecedents of 'x'"
    assert cause.back == ("x", "y")


def test_a_belief_that_lost_its_justification_says_so() -> None:
    cause = only_cause({"p": node(), "x": node(because("p", type="ATMS")), "y": node(because("x"))})
    assert (cause.kind, cause.beliefs, cause.back) == (CauseKind.LOST, ("x",), ("x", "y"))


def test_a_stored_label_that_the_export_itself_does_not_justify_is_stale() -> None:
    cause = only_cause({"p": node(truth="OUT"), "x": node(because("p")), "y": node(because("x"))})
    assert (cause.kind, cause.beliefs, cause.hang) == (CauseKind.STALE, ("x",), ("y",))
    assert cause.why == "IN in the export, though there 'p' keeps it OUT"
    assert cause.back == ("x", "y")


def test_a_stored_label_that_an_exception_refutes_is_stale() -> None:
    cause = only_cause({"p": node(), "u": node(), "x": node(because("p", unless=["u"]))})
    assert cause.why == "IN in the export, though there 'u' keeps it OUT"


def test_what_hangs_on_two_causes_counts_for_both_and_comes_back_with_neither_alone() -> None:
    nodes = {"a": node(because("a")), "b": node(because("gone")), "x": node(because("a", "b"))}
    causes = report(nodes).causes
    assert [cause.hang for cause in causes] == [("x",), ("x",)]
    assert [cause.back for cause in causes] == [("a",), ("b",)]


def test_what_people_retracted_since_is_told_as_their_edit() -> None:
    result = imported({"p": node(), "x": node(because("p"))})
    base = knowledge(result)
    path = base.paths["p"]
    edited = base.with_files({path: b"---\nretracted: no longer so\n---\n\nSomething about p.\n"})
    again = imported({"p": node(), "x": node(because("p"))}, taken=edited)
    (cause,) = label_changes(again, edited.labelling).causes
    assert (cause.kind, cause.beliefs, cause.hang) == (CauseKind.EDITED, ("p",), ("x",))


def test_a_long_ring_is_told_without_recursion() -> None:
    ids = [f"n{number:04}" for number in range(600)]
    nodes = {id: node(because(before)) for id, before in zip(ids, [ids[-1], *ids], strict=False)}
    cause = only_cause(nodes)
    assert len(cause.beliefs) == len(cause.back) == 600
    assert cause.why.startswith("'n0000', 'n0001', 'n0002', 'n0003', 'n0004' and 595 more support each other")
