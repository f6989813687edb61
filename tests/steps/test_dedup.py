"""Deduplication without a model: what is merged, what is refused, what is left to a person."""

from __future__ import annotations

import pytest

from eemgit.beliefs.knowledge import KnowledgeBase
from eemgit.beliefs.model import Mode, Nogood, Retraction
from eemgit.steps.apply import apply
from eemgit.steps.clusters import Mark, Sort
from eemgit.steps.dedup import DedupOptions, Survey, dedup, survey
from eemgit.steps.merging import Merger
from eemgit.steps.protocol import Extend, Proposal, Retract, Unit, View
from tests.steps.builder import because, belief, is_in, knowledge, labels

SAME = "The gate opens at eight."
SPRING, AUTUMN = ("2026-03-01", "2026-05-31"), ("2026-09-01", "2026-11-30")
TEXT_ONLY = DedupOptions(id_threshold=None)


def outcomes(found: Survey) -> dict[tuple[str, str], str]:
    """What became of each pair."""
    return {(str(line["a"]), str(line["b"])): str(line["outcome"]) for line in found.proposal.records}


def reason(found: Survey, a: str, b: str) -> str:
    (line,) = (line for line in found.proposal.records if (line["a"], line["b"]) == (a, b))
    return str(line["reason"])


def merged(before: KnowledgeBase, options: DedupOptions = TEXT_ONLY) -> KnowledgeBase:
    return apply(before, survey(before, options).proposal.units).knowledge


def test_an_exact_copy_is_retracted_as_a_duplicate_of_the_one_with_more_dependents() -> None:
    before = knowledge(belief("a", "the gate  opens at EIGHT"), belief("b", SAME), belief("c", None, because("b")))
    found = survey(before, TEXT_ONLY)
    (unit,) = found.proposal.units
    assert unit.subject == "merge a into b"
    assert set(unit.seen) == {"a", "b"}
    after = apply(before, found.proposal.units).knowledge
    assert labels(after) == {"a": "OUT", "b": "IN", "c": "IN"}
    retracted = after.beliefs["a"].retracted
    assert retracted and retracted.duplicate_of == "b"
    assert after.beliefs["a"].claim == "the gate opens at EIGHT"


def test_what_cites_the_duplicate_means_the_survivor_and_no_other_file_changes() -> None:
    before = knowledge(
        belief("a", SAME), belief("b", SAME), belief("p"), belief("x", None, because("a")),
        belief("y", None, because("a")), belief("concl", None, because("b p")),
        belief("blocked", None, because("p", unless="b")),
    )  # fmt: skip
    (changes,) = apply(before, survey(before, TEXT_ONLY).proposal.units).changes
    assert list(changes) == ["beliefs/b/b.md"]
    after = merged(before)
    assert after.resolve("b") == "a"
    assert labels(after, ["concl", "blocked"]) == {"concl": "IN", "blocked": "OUT"}


@pytest.mark.parametrize(
    ("beliefs", "survivor"),
    [
        ([belief("a", SAME), belief("b", SAME)], "a"),
        ([belief("a", SAME), belief("b", SAME, sources="s.md")], "b"),
        ([belief("a", SAME, sources="s.md"), belief("b", SAME), belief("x", None, because("b"))], "b"),
        ([belief("a", SAME, because("p")), belief("p"), belief("b", SAME), belief("x", None, because("a"))], "b"),
    ],
)
def test_premises_then_dependents_then_sources_then_the_smaller_id_decide_who_survives(
    beliefs: list[object], survivor: str
) -> None:
    found = survey(knowledge(*beliefs), TEXT_ONLY)  # type: ignore[arg-type]  # a list of beliefs
    assert [cluster.marks[0] for cluster in found.clusters] == [(survivor, Mark.KEEP)]


def test_the_survivor_gets_sources_tags_and_sound_justifications() -> None:
    before = knowledge(
        belief("p"), belief("q"), belief("r"), belief("out", None, because("p", unless="q")),
        belief("a", SAME, because("p"), tags="t"), belief("x", None, because("a")), belief("y", None, because("a")),
        belief("b", SAME, because("q"), because("p"), because("r out"), because("x"), sources="s.md", tags="t u"),
    )  # fmt: skip
    after = merged(before).beliefs["a"]
    assert [source.text for source in after.sources] == ["s.md"]
    assert after.tags == ("t", "u")
    assert after.justifications == (because("p"), because("q"))


def test_a_premise_that_survives_stays_a_premise() -> None:
    before = knowledge(belief("p"), belief("a", SAME), belief("b", SAME, because("p")))
    assert merged(before).beliefs["a"].justifications is None


def test_a_gate_on_the_duplicate_goes_with_its_justifications() -> None:
    before = knowledge(
        belief("p"), belief("q"), belief("z", None, because("p", unless="q")),
        belief("a", SAME, because("p")), belief("b", "It opens at 8.", because("q"), unless="z"),
    )  # fmt: skip
    merger = Merger(before)
    assert merger.merge("a", ["b"], "by hand") == {}
    after = apply(before, merger.units).knowledge
    assert after.beliefs["a"].justifications == (because("p"), because("q", unless="z"))


def test_several_copies_make_one_unit() -> None:
    before = knowledge(*(belief(f"copy-{number}", SAME) for number in range(4)))
    (unit,) = survey(before, TEXT_ONLY).proposal.units
    assert unit.subject == "merge copy-1, copy-2, copy-3 into copy-0"
    assert [edit.id for edit in unit.edits if isinstance(edit, Retract)] == ["copy-1", "copy-2", "copy-3"]
    assert is_in(merged(before), "copy-0")


@pytest.mark.parametrize("length", [10, 60, 120])
@pytest.mark.parametrize("copies", [2, 3, 9])
def test_a_subject_fits_into_72_characters_with_the_name_of_the_step(length: int, copies: int) -> None:
    before = knowledge(*(belief(f"{number}{'x' * (length - 1)}", SAME) for number in range(copies)))
    (unit,) = survey(before, TEXT_ONLY).proposal.units
    assert len(f"dedup: {unit.subject}") <= 72
    assert unit.subject.startswith("merge ") and " into 0" in unit.subject


def test_only_beliefs_that_are_in_are_looked_at() -> None:
    before = knowledge(
        belief("a", SAME), belief("b", SAME), belief("p"), belief("g", SAME, unless="p"), belief("u", SAME, unless="u")
    )
    before = apply(before, [Unit("r", "r", (Retract("b", Retraction("wrong")),))]).knowledge
    found = survey(before, DedupOptions())
    assert found.proposal == Proposal("dedup", (), ())


@pytest.mark.parametrize(
    ("a", "b", "what"),
    [
        (belief("a", SAME, sources="x.md"), belief("b", SAME, sources="y.md"), "sources"),
        (belief("a", SAME, sources="x.md"), belief("b", SAME, sources="x.md y.md"), "sources"),
        (belief("a", SAME, valid=SPRING), belief("b", SAME, valid=AUTUMN), "periods"),
        (belief("a", SAME), belief("b", SAME, valid=AUTUMN), "periods"),
        (belief("a", SAME), belief("b", SAME, unless="z"), "gates"),
        (belief("a", SAME), belief("b", SAME, research="Is it?"), "open questions"),
    ],
)  # fmt: skip
def test_copies_that_differ_in_what_surrounds_the_claim_are_for_a_person(a: object, b: object, what: str) -> None:
    found = survey(knowledge(a, b), TEXT_ONLY)  # type: ignore[arg-type]  # two beliefs
    assert found.proposal.units == ()
    assert outcomes(found) == {("a", "b"): "candidate"}
    assert reason(found, "a", "b") == f"exact copy, but their {what} differ"
    assert [cluster.sort for cluster in found.clusters] == [Sort.CANDIDATE]


def test_a_copy_without_sources_goes_with_one_that_has_them_but_not_when_there_are_two_to_choose_from() -> None:
    one = knowledge(belief("a", SAME, sources="x.md"), belief("b", SAME), belief("c", SAME, sources="x.md"))
    assert set(outcomes(survey(one, TEXT_ONLY)).values()) == {"merged"}
    two = knowledge(belief("a", SAME, sources="x.md"), belief("b", SAME), belief("c", SAME, sources="y.md"))
    assert survey(two, TEXT_ONLY).proposal.units == ()


@pytest.mark.parametrize(("a", "b"), [("distinct", ""), ("", "distinct")])
def test_a_pair_that_either_side_calls_distinct_is_settled(a: str, b: str) -> None:
    before = knowledge(
        belief("gate-opens-a", SAME, distinct=a and "old-b"),
        belief("gate-opens-b", SAME, distinct=b and "gate-opens-a", aliases="old-b"),
    )
    found = survey(before, DedupOptions())
    assert found.proposal.units == ()
    assert found.clusters == ()
    assert outcomes(found) == {("gate-opens-a", "gate-opens-b"): "settled"}


def test_every_two_beliefs_of_a_merged_cluster_are_copies_that_may_be_one() -> None:
    before = knowledge(belief("a", SAME), belief("b", SAME, distinct="c"), belief("c", SAME), belief("d", SAME))
    found = survey(before, TEXT_ONLY)
    assert outcomes(found) == {("a", "b"): "merged", ("a", "d"): "merged", ("b", "c"): "settled"}


def test_a_merge_is_refused_when_one_rests_on_the_other() -> None:
    before = knowledge(belief("a", SAME), belief("m", None, because("a")), belief("b", SAME, because("m")))
    found = survey(before, TEXT_ONLY)
    assert found.proposal.units == ()
    assert outcomes(found) == {("a", "b"): "refused"}
    assert reason(found, "a", "b") == "'b' rests on 'a'"


def test_a_merge_is_refused_when_both_are_in_one_nogood() -> None:
    before = knowledge(
        belief("a", SAME), belief("b", SAME, aliases="bee"), Nogood("clash", ("a", "bee"), "They clash.")
    )
    found = survey(before, TEXT_ONLY)
    assert outcomes(found) == {("a", "b"): "refused"}
    assert reason(found, "a", "b") == "'a' and 'b' contradict each other in nogood 'clash'"


def test_a_merge_is_refused_when_the_survivor_would_become_undecided() -> None:
    before = knowledge(
        belief("p"), belief("z", None, because("p", unless="b")), belief("b", SAME),
        belief("a", SAME, because("p", unless="z")), belief("x", None, because("a")),
    )  # fmt: skip
    refused = Merger(before).merge("a", ["b"], "by hand")
    assert refused == {"b": "'a', 'x' would lose IN"}


def test_a_merge_is_refused_when_another_belief_would_lose_its_label() -> None:
    before = knowledge(
        belief("p"), belief("b", SAME), belief("n", None, because("b")),
        belief("a", SAME, because("p", unless="w")), belief("w", None, because("p", unless="n")),
        belief("c", None, because("a")),
    )  # fmt: skip
    assert "would lose IN" in Merger(before).merge("a", ["b"], "by hand")["b"]
    assert labels(merged(before)) == labels(before) | {"a": "OUT"}


def test_one_duplicate_that_is_refused_does_not_keep_the_others() -> None:
    before = knowledge(
        belief("a", SAME), belief("b", SAME), belief("c", SAME), Nogood("clash", ("a", "b"), "They clash.")
    )
    assert outcomes(survey(before, TEXT_ONLY)) == {("a", "b"): "refused", ("a", "c"): "merged"}


def test_a_later_merge_is_judged_by_what_earlier_ones_left() -> None:
    other = "The bell rings at nine."
    before = knowledge(
        belief("p"), belief("q"), belief("b1", other, because("q")), belief("b2", other, because("a2")),
        belief("a1", SAME, because("b1")), belief("a2", SAME, because("p")), belief("x", None, because("a1")),
    )  # fmt: skip
    found = survey(before, TEXT_ONLY)
    assert outcomes(found) == {("a1", "a2"): "merged", ("b1", "b2"): "refused"}
    assert reason(found, "b1", "b2") == "'b2' rests on 'b1'"
    assert outcomes(survey(knowledge(*(before.beliefs[id] for id in before.beliefs if id != "a1")), TEXT_ONLY)) == {
        ("b1", "b2"): "merged"
    }


def test_the_same_text_with_other_units_is_a_conflict_and_both_stay() -> None:
    before = knowledge(belief("a", "It draws 5 mW."), belief("b", "It draws 5 MW."))
    found = survey(before, TEXT_ONLY)
    assert found.proposal.units == ()
    assert outcomes(found) == {("a", "b"): "conflict"}
    assert reason(found, "a", "b") == "units: 5 mW against 5 MW"


def test_pairs_by_id_words_are_listed_and_never_merged() -> None:
    before = knowledge(
        belief("gate-opens-early", "The gate opens before dawn."),
        belief("gate-opens-early-morning", "In the morning the gate is opened early."),
        belief("gate-opens-at-7", "The gate opens at 7."),
        belief("gate-opens-at-8", "The gate opens at 8."),
    )
    found = survey(before, DedupOptions(0.5))
    assert found.proposal.units == ()
    assert outcomes(found) == {
        ("gate-opens-early", "gate-opens-early-morning"): "candidate",
        ("gate-opens-at-7", "gate-opens-at-8"): "conflict",
    }
    assert [cluster.sort for cluster in found.clusters] == [Sort.CANDIDATE, Sort.CONFLICT]
    assert all(mark is Mark.OPEN for cluster in found.clusters for _, mark in cluster.marks)


def test_a_like_id_of_what_a_belief_rests_on_is_no_candidate() -> None:
    before = knowledge(belief("gate-opens"), belief("gate-opens-early", None, because("gate-opens")))
    found = survey(before, DedupOptions(0.5))
    assert outcomes(found) == {("gate-opens", "gate-opens-early"): "refused"}
    assert found.clusters == ()


def test_a_pair_that_was_merged_is_not_listed_again_by_its_ids() -> None:
    before = knowledge(
        belief("gate-opens-a", SAME), belief("gate-opens-b", SAME), belief("gate-opens-c", "It opens early.")
    )
    found = survey(before, DedupOptions(0.5))
    assert outcomes(found) == {
        ("gate-opens-a", "gate-opens-b"): "merged",
        ("gate-opens-a", "gate-opens-c"): "candidate",
    }


def test_a_threshold_of_zero_compares_everything() -> None:
    before = knowledge(belief("gate-opens", "It opens early."), belief("pump-on", "The pump runs."))
    assert outcomes(survey(before, DedupOptions(0.0))) == {("gate-opens", "pump-on"): "candidate"}


def test_pairs_beyond_the_most_that_are_shown_are_counted() -> None:
    before = knowledge(*(belief(f"gate-{word}-x", f"It is {word}.") for word in ("red", "blue", "green", "grey")))
    found = survey(before, DedupOptions(0.5, most_candidates=2))
    *shown, last = found.proposal.records
    assert len(shown) == 2
    assert (last["outcome"], last["count"]) == ("omitted", 4)


def test_claims_that_only_a_careless_comparison_would_merge_all_stay() -> None:
    pairs = [
        ("Guests may open the side gate.", "Guests may not open the side gate."),
        ("The TX-482 idles at 9 mW.", "The TX-487 idles at 9 mW."),
        ("The batch service is owned by Lian Wen.", "The batch service is owned by Lian Weng."),
        ("Mei Tan is CFO of Arden.", "Mei Tan is CFO of Borel."),
        ("倉庫の鍵は毎朝七時に開けます。", "시험 서버는 금요일에 꺼집니다."),
        ("On 3 May the queue held 120 jobs.", "On 10 May the queue held 95 jobs."),
    ]
    before = knowledge(
        *(
            belief(f"pair-{n}-{side}", text)
            for n, pair in enumerate(pairs)
            for side, text in zip("ab", pair, strict=True)
        )
    )
    assert survey(before, DedupOptions()).proposal.units == ()


def test_the_step_is_a_generator_that_asks_nothing() -> None:
    before = knowledge(belief("a", SAME), belief("b", SAME))
    with pytest.raises(StopIteration) as stopped:
        next(dedup(DedupOptions())(View(before)))
    assert stopped.value.value == survey(before, DedupOptions()).proposal


def test_an_any_justification_is_taken_over_as_it_is() -> None:
    before = knowledge(
        belief("p"), belief("q"), belief("r"), belief("a", SAME, because("r")), belief("x", None, because("a")),
        belief("b", SAME, because("p q", mode=Mode.ANY)),
    )  # fmt: skip
    (unit,) = survey(before, TEXT_ONLY).proposal.units
    assert [edit.justifications for edit in unit.edits if isinstance(edit, Extend)] == [
        (because("p q", mode=Mode.ANY),)
    ]
