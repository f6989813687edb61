"""Why a belief has its label, how deep it lies, what would flip if it had another, and who is to blame."""

from __future__ import annotations

import pytest

from eemgit.beliefs.knowledge import KnowledgeBase
from eemgit.beliefs.model import Kind
from eemgit.beliefs.settings import Settings
from eemgit.beliefs.supposing import suppose
from eemgit.beliefs.survey import Filter, listed, namespace_of, status
from eemgit.beliefs.why import explain, reasons, surviving
from eemgit.errors import EditRefused, EemError, UnknownBelief
from eemgit.render.why import why_lines
from eemgit.steps.gate import standing
from eemgit.steps.resolve import find_nogood, rank, resolve
from eemgit.tms.explain import depth
from eemgit.tms.network import Label
from tests.knowledge.files import files, knowledge, path


def ids(base: KnowledgeBase, only: Filter) -> list[str]:
    """The ids that pass a filter."""
    return [belief.id for belief in listed(base, only)]


def test_reasons_name_the_justification_that_holds_first() -> None:
    told = reasons(knowledge("p", "q | retracted: wrong", "d <- q", "d <- p"), "d")
    assert told.label is Label.IN
    assert told.support == 2
    assert [(reason.number, reason.holds) for reason in told.reasons] == [(1, False), (2, True)]
    assert [cited.reference for cited in told.rests_on()] == ["p"]


def test_an_any_justification_rests_on_its_antecedents_that_are_in() -> None:
    told = reasons(knowledge("p", "q | retracted: wrong", "r", "d <- any p, q, r"), "d")
    assert told.support == 1
    assert [cited.reference for cited in told.rests_on()] == ["p", "r"]


def test_a_belief_that_is_out_rests_on_what_keeps_it_from_being_in() -> None:
    told = reasons(knowledge("p", "q <- ghost", "x", "d <- p, q unless x"), "d")
    assert [(cited.reference, cited.label) for cited in told.rests_on()] == [("q", Label.OUT), ("x", Label.IN)]


def test_a_premise_is_in_without_a_reason() -> None:
    told = reasons(knowledge("p"), "p")
    assert (told.label, told.kind, told.reasons, told.support) == (Label.IN, Kind.PREMISE, (), None)


def test_a_gate_on_the_whole_belief_is_told_apart_from_its_justifications() -> None:
    told = reasons(knowledge("p", "x", "d unless x", "d <- p"), "d")
    assert (told.label, told.gated) == (Label.OUT, True)
    assert [cited.id for cited in told.gate] == ["x"]
    assert told.reasons[0].holds, "the justification holds; the gate is what keeps the belief out"


def test_a_retracted_belief_rests_on_nothing() -> None:
    told = reasons(knowledge("p", "d <- p | retracted: wrong"), "d")
    assert told.label is Label.OUT
    assert told.rests_on() == ()


def test_a_reference_is_told_with_what_it_resolves_to() -> None:
    told = reasons(knowledge("new = It rains. | aliases: [old]", "d <- old, ghost"), "d")
    assert [(c.reference, c.id, c.claim) for c in told.reasons[0].antecedents] == [
        ("old", "new", "It rains."),
        ("ghost", None, ""),
    ]


def test_an_explanation_goes_to_the_ground_and_names_each_belief_once() -> None:
    told = explain(knowledge("p", "a <- p", "b <- p", "c <- a, b"), "c")
    assert [each.id for each in told] == ["c", "a", "b", "p"]


def test_an_explanation_of_a_loop_ends() -> None:
    assert [each.id for each in explain(knowledge("a <- unless b", "b <- unless a"), "a")] == ["a", "b"]


def test_an_explanation_can_be_cut_at_a_level() -> None:
    base = knowledge("p", "a <- p", "b <- a", "c <- b")
    assert [each.id for each in explain(base, "c", levels=1)] == ["c", "b"]


def test_an_explanation_passes_over_what_cannot_be_read() -> None:
    base = knowledge("d <- bad", more={path("bad"): b""})
    assert [each.id for each in explain(base, "d")] == ["d"]
    assert why_lines(explain(base, "d"))[-1] == "  needs ?   bad  (cannot be read)"


def test_a_chain_of_many_thousand_beliefs_is_explained_without_recursion() -> None:
    length = 5_000
    base = KnowledgeBase.read(files("n0", *(f"n{i} <- n{i - 1}" for i in range(1, length))), Settings())
    last = f"n{length - 1}"
    assert depth(base.labelling, last) == length - 1
    assert len(explain(base, last)) == length
    assert len(why_lines(explain(base, last))) > length
    assert len(suppose(base, ["n0"]).flips) == length
    assert base.findings == ()
    fallen = base.with_files({path("n0"): b"---\nretracted: wrong\n---\n\nN.\n"})
    assert all(fallen.label_of(id) is Label.OUT for id in fallen.paths)
    assert [each.id for each in explain(fallen, last)][-1] == "n0"


def test_a_chain_of_many_thousand_duplicates_resolves_without_recursion() -> None:
    length = 3_000
    chain = [f"n{i} | retracted: {{reason: same, duplicate_of: n{i - 1}}}" for i in range(1, length)]
    base = KnowledgeBase.read(files("n0", *chain, f"d <- n{length - 1}"), Settings())
    assert base.resolve(f"n{length - 1}") == "n0"
    assert base.label_of("d") is Label.IN


def test_surviving_antecedents_are_told_for_each_justification_that_lost_some() -> None:
    base = knowledge("p", "q", "r | retracted: wrong", "d <- p, q, r", "d <- any p, r", "d <- r")
    assert list(surviving(base, base.beliefs["d"])) == [(1, ("p", "q"), ("r",))]


def test_supposing_the_opposite_flips_what_hangs_on_it() -> None:
    found = suppose(knowledge("p", "d <- p", "e <- unless p"), ["p"])
    assert found.supposed == (("p", Label.OUT),)
    assert [(flip.id, flip.before, flip.after) for flip in found.flips] == [
        ("d", Label.IN, Label.OUT),
        ("e", Label.OUT, Label.IN),
        ("p", Label.IN, Label.OUT),
    ]


def test_supposing_an_undecided_belief_takes_it_as_not_in() -> None:
    assert suppose(knowledge("a <- unless a"), ["a"]).supposed == (("a", Label.IN),)


def test_supposing_goes_through_aliases_and_duplicates() -> None:
    base = knowledge("a | retracted: {reason: same, duplicate_of: b}", "b | aliases: [old]", "d <- a")
    assert [flip.id for flip in suppose(base, ["a"]).flips] == ["b", "d"]
    assert suppose(base, ["old"], Label.OUT).supposed == (("b", Label.OUT),)


def test_supposing_of_nobody_is_an_error() -> None:
    with pytest.raises(UnknownBelief):
        suppose(knowledge("p"), ["ghost"])


def test_lists_can_be_filtered() -> None:
    base = knowledge(
        "p | tags: [x, y]",
        "q | tags: [x] | retracted: wrong",
        "team/r",
        "d <- p",
        "e <- d unless team/r",
        "f <- unless f",
        "g <- ghost",
    )
    assert ids(base, Filter()) == ["d", "e", "f", "g", "p", "q", "team/r"]
    assert ids(base, Filter(labels=frozenset({Label.IN}))) == ["d", "p", "team/r"]
    assert ids(base, Filter(labels=frozenset({Label.OUT, Label.UNDECIDED}))) == ["e", "f", "g", "q"]
    assert ids(base, Filter(kind=Kind.PREMISE)) == ["p", "q", "team/r"]
    assert ids(base, Filter(retracted=True)) == ["q"]
    assert ids(base, Filter(retracted=False, kind=Kind.PREMISE)) == ["p", "team/r"]
    assert ids(base, Filter(gated=True)) == ["e"]
    assert ids(base, Filter(tags=frozenset({"x"}))) == ["p", "q"]
    assert ids(base, Filter(tags=frozenset({"x", "y"}))) == ["p"]
    assert ids(base, Filter(namespace="team")) == ["team/r"]
    assert ids(base, Filter(namespace="", kind=Kind.PREMISE)) == ["p", "q"]
    assert ids(base, Filter(min_depth=1)) == ["d", "e"]
    assert ids(base, Filter(max_depth=0)) == ["f", "p", "q", "team/r"]


def test_the_namespace_is_what_stands_before_the_slash() -> None:
    assert (namespace_of("team/x"), namespace_of("x")) == ("team", "")


def test_a_status_counts_everything_once() -> None:
    base = knowledge(
        "p", "q | retracted: wrong", "d <- p", "e <- d unless p", "f <- unless f", "r | research: is it so?",
        "nogood n: p, d", "nogood m: p, q", more={path("bad"): b""},
    )  # fmt: skip
    found = status(base, standing(base))
    assert {label.value: number for label, number in found.labels.items()} == {"IN": 3, "OUT": 2, "UNDECIDED": 2}
    assert (found.premises, found.derived, found.retracted, found.gated) == (3, 3, 1, 1)
    assert (found.research, found.unreadable) == (1, 1)
    assert dict(found.depths) == {0: 2, 1: 1}
    assert (found.nogoods, found.open_nogoods) == (2, ("n",))
    assert {severity.value: number for severity, number in found.findings.items()} == {
        "error": 2,
        "warning": 1,
        "info": 0,
    }


def test_a_culprit_is_a_premise_whose_retraction_takes_a_member_out() -> None:
    base = knowledge("p", "q | sources: [x.py]", "x <- p", "y <- q", "nogood n: x, y")
    found = rank(base, base.nogoods["n"])
    assert [(each.id, each.sourced) for each in found.candidates] == [("p", False), ("q", True)]
    assert found.chosen is not None and found.chosen.id == "p"


def test_nobody_is_to_blame_for_a_contradiction_that_is_not_open() -> None:
    base = knowledge("a", "b | retracted: wrong", "nogood n: a, b")
    assert rank(base, base.nogoods["n"]).candidates == ()
    with pytest.raises(EditRefused, match="not open"):
        resolve(base, base.nogoods["n"])


def test_a_tie_is_shown_and_not_chosen() -> None:
    base = knowledge("a", "b", "nogood n: a, b")
    with pytest.raises(EditRefused, match="no culprit of 'n' stands out among 'a', 'b'"):
        resolve(base, base.nogoods["n"])


def test_a_named_culprit_is_retracted_with_the_nogood_on_record() -> None:
    base = knowledge("a", "b", "nogood n: a, b")
    proposal = resolve(base, base.nogoods["n"], "b")
    (unit,) = proposal.units
    assert unit.subject == "retract b"
    assert set(unit.seen) == {"a", "b"}


def test_whoever_takes_no_member_out_is_no_culprit() -> None:
    base = knowledge("a", "b", "c", "nogood n: a, b")
    with pytest.raises(EditRefused, match="retracting 'c' takes no member of 'n' OUT") as caught:
        resolve(base, base.nogoods["n"], "c")
    assert caught.value.hint == "the culprits are 'a', 'b'"


def test_a_nogood_that_is_not_there_is_named_with_what_is_near() -> None:
    with pytest.raises(EemError) as caught:
        find_nogood(knowledge("a", "b", "nogood ttl-conflict: a, b"), "ttl-conflct")
    assert caught.value.hint == "did you mean 'ttl-conflict'?"
