"""The plan file: written for a person, edited by one, read strictly."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from eemgit.beliefs.knowledge import KnowledgeBase
from eemgit.beliefs.model import Nogood
from eemgit.errors import EditRefused, EemError, UnknownBelief
from eemgit.steps.apply import apply
from eemgit.steps.clusters import Cluster, Mark, Outcome, Sort
from eemgit.steps.dedup import DedupOptions, survey
from eemgit.steps.dedup_plan import units_from_plan, write_plan
from eemgit.steps.plan_text import BadPlan, read_plan
from eemgit.steps.protocol import Extend, Retract, Unit
from tests.beliefs.strategies import claims
from tests.steps.builder import because, belief, is_in, knowledge, labels

SAME = "The gate opens at eight."
KEEP, RETRACT, OPEN = Mark.KEEP, Mark.RETRACT, Mark.OPEN

GATES = knowledge(
    belief("gate-a", SAME),
    belief("gate-b", SAME),
    belief("gate-c", "At eight the gate is opened."),
    belief("opens", None, because("gate-a")),
)


def plan_of(before: KnowledgeBase) -> str:
    return write_plan(survey(before, DedupOptions(0.3)).clusters, before)


def test_a_plan_shows_each_cluster_with_its_beliefs_claims_and_verdict() -> None:
    lines = plan_of(GATES).splitlines()
    assert lines[0] == "# Deduplication Plan"
    assert "    eemgit dedup --apply proposed-dedup.md" in lines
    start = lines.index("## Cluster 1 (2 beliefs)")
    shown = [re.sub("[0-9a-f]{12}", "HASH", line) for line in lines[start : start + 22] if line]
    assert shown == [
        "## Cluster 1 (2 beliefs)",
        "- [KEEP] `gate-a`  (1 dependent)  text HASH",
        "      The gate opens at eight.",
        "- [RETRACT] `gate-b`  (0 dependents)  text HASH",
        "      The gate opens at eight.",
        "Verdict: exact copy",
        "## Candidate 2 (2 beliefs)",
        "- [ ] `gate-a`  (1 dependent)  text HASH",
        "      The gate opens at eight.",
        "- [ ] `gate-c`  (0 dependents)  text HASH",
        "      At eight the gate is opened.",
    ]


def test_a_plan_that_nobody_edits_merges_the_copies_and_leaves_the_candidates_alone() -> None:
    planned = units_from_plan(read_plan(plan_of(GATES)), GATES)
    assert planned.units == survey(GATES, DedupOptions()).proposal.units
    assert planned.refusals == ()
    assert labels(apply(GATES, planned.units).knowledge) == labels(GATES) | {"gate-b": "OUT"}


def test_keep_and_retract_can_be_swapped() -> None:
    text = plan_of(GATES).replace("[KEEP]", "[X]").replace("- [RETRACT]", "- [KEEP]").replace("[X]", "[RETRACT]")
    text = text.partition("## Cluster")[1] + text.partition("## Cluster")[2]
    planned = units_from_plan(read_plan(f"# Deduplication Plan\n\n{text}"), GATES)
    after = apply(GATES, planned.units).knowledge
    assert after.resolve("gate-a") == "gate-b"
    assert is_in(after, "opens", "gate-b")


def test_a_cluster_or_a_line_can_be_dropped() -> None:
    text = plan_of(GATES)
    without_cluster = re.sub("(?s)## Cluster 1.*?(?=## Cand)", "", text)
    without_line = re.sub(r"- \[RETRACT\].*\n\n.*\n", "", text)
    for edited in (without_cluster, without_line):
        assert edited != text
        assert units_from_plan(read_plan(edited), GATES).units == ()


def test_a_candidate_is_merged_when_a_person_marks_it() -> None:
    text = plan_of(GATES)
    candidate = "## Candidate" + text.partition("## Candidate")[2]
    marked = candidate.replace("[ ]", "[KEEP]", 1).replace("[ ]", "[RETRACT]", 1)
    planned = units_from_plan(read_plan(text.replace(candidate, marked)), GATES)
    assert [unit.subject for unit in planned.units] == ["merge gate-b into gate-a", "merge gate-c into gate-a"]
    after = apply(GATES, planned.units).knowledge
    assert labels(after) == labels(GATES) | {"gate-b": "OUT", "gate-c": "OUT"}
    retracted = after.beliefs["gate-c"].retracted
    assert retracted and "by hand" in retracted.reason


def test_a_persons_choice_stands_against_differing_sources_periods_and_texts() -> None:
    before = knowledge(
        belief("a", SAME, sources="x.md"),
        belief("b", "It opens at 8.", sources="y.md", valid=("2026-01-01", "2026-02-01")),
    )
    text = write_plan([Cluster(Sort.CONFLICT, (("a", KEEP), ("b", RETRACT)), "by hand")], before)
    (unit,) = units_from_plan(read_plan(text), before).units
    assert [type(edit) for edit in unit.edits] == [Extend, Retract]


def test_a_persons_choice_does_not_stand_against_what_a_merge_would_break() -> None:
    before = knowledge(
        belief("a", SAME), belief("b", SAME), belief("c", SAME, distinct="a"), belief("d", None, because("a")),
        Nogood("clash", ("a", "b"), "They clash."),
    )  # fmt: skip
    text = write_plan(
        [Cluster(Sort.CLUSTER, (("a", KEEP), ("b", RETRACT), ("c", RETRACT), ("d", RETRACT)), "x")], before
    )
    planned = units_from_plan(read_plan(text), before)
    assert planned.units == ()
    assert planned.refusals == (
        "'b' cannot be merged into 'a': 'a' and 'b' contradict each other in nogood 'clash'",
        "'c' cannot be merged into 'a': one of them names the other as distinct",
        "'d' cannot be merged into 'a': 'd' rests on 'a'",
    )
    assert {pair.outcome for pair in planned.weighed} == {Outcome.REFUSED}


def test_a_belief_that_is_not_in_is_neither_kept_nor_merged() -> None:
    before = knowledge(belief("a", SAME), belief("b", SAME, unless="p"), belief("p"))
    for marks in ((("a", KEEP), ("b", RETRACT)), (("b", KEEP), ("a", RETRACT))):
        planned = units_from_plan(read_plan(write_plan([Cluster(Sort.CLUSTER, marks, "x")], before)), before)
        assert planned.units == ()
        assert planned.refusals[0].endswith("'b' is not IN")


def test_a_plan_is_refused_when_its_beliefs_have_changed_and_they_are_named() -> None:
    text = plan_of(GATES)
    edited = GATES.with_files({"beliefs/g/gate-a.md": b"It opens at nine.\n", "beliefs/g/gate-b.md": b"It is shut.\n"})
    with pytest.raises(EditRefused, match="changed since the plan was written: 'gate-a', 'gate-b'") as caught:
        units_from_plan(read_plan(text), edited)
    assert caught.value.where and caught.value.where.line
    untouched = GATES.with_files({"beliefs/g/gate-c.md": b"It opens at nine.\n"})
    assert units_from_plan(read_plan(text), untouched).units


def test_a_plan_with_another_claim_than_the_file_is_refused() -> None:
    text = plan_of(GATES).replace("The gate opens at eight.", "The gate opens at nine.", 1)
    with pytest.raises(EditRefused, match="another claim than the file of 'gate-a'"):
        units_from_plan(read_plan(text), GATES)


def test_claims_may_be_taken_out_of_a_plan() -> None:
    text = re.sub(r"(?m)^      .*\n\n?", "", plan_of(GATES))
    assert units_from_plan(read_plan(text), GATES).units


def test_an_unknown_id_is_refused_with_its_line_and_what_is_near() -> None:
    text = plan_of(GATES).replace("[RETRACT] `gate-b`", "[RETRACT] `gate-bb`")
    with pytest.raises(UnknownBelief, match="'gate-bb' does not exist") as caught:
        units_from_plan(read_plan(text), GATES)
    assert (
        caught.value.where
        and caught.value.where.line
        == text.splitlines().index(next(line for line in text.splitlines() if "gate-bb" in line)) + 1
    )
    assert caught.value.hint and "gate-b" in caught.value.hint


HEAD = "# Deduplication Plan\n\nSome words.\n\n## Cluster 1 (2 beliefs)\n\n"
TEXT = "text 0123456789ab"


def lines(*entries: str) -> str:
    return HEAD + "".join(f"- {entry}  (0 dependents)  {TEXT}\n" for entry in entries)


TWO = lines("[KEEP] `a`", "[RETRACT] `b`")


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("", 1, "not a plan"),
        ("# Another Plan\n", 1, "not a plan"),
        ("Words first.\n\n# Deduplication Plan\n", 1, "not a plan"),
        (lines("[KEEP] `a`", "[KEEP] `b`"), 5, "keeps 'a' and 'b'"),
        (lines("[RETRACT] `a`", "[RETRACT] `b`"), 5, "no kept belief"),
        (lines("[ ] `a`", "[RETRACT] `b`"), 5, "no kept belief"),
        (lines("[KEEP] `a`", "[RETARCT] `b`"), 8, r"unknown mark \[RETARCT\]"),
        (lines("[KEEP] `a`", "[retract] `b`"), 8, r"unknown mark \[retract\]"),
        (lines("[KEEP] `a`", "[RETRACT] `a`"), 8, "'a' stands in this cluster twice"),
        (lines("[KEEP] `a`", "[RETRACT] b"), 8, "cannot read the line"),
        (lines("[KEEP] `a`", "RETRACT `b`"), 8, "cannot read the line"),
        (lines("[KEEP] `a`", "[RETRACT]: `b`"), 8, "cannot read the line"),
        (HEAD + "[RETRACT]: /a\n", 7, "link definition"),
        (lines("[KEEP] `a`", ""), 8, "cannot read the line"),
        (HEAD + "- [KEEP] `a`  (0 dependents)\n", 7, "'a' has lost its `text` hash"),
        (HEAD + "-[KEEP] `a`  (0 dependents)\n", 7, "no part of a plan"),
        (HEAD + f"[KEEP] `a`  {TEXT}\n", 7, "no part of a plan"),
        (HEAD + f"1. [KEEP] `a`  {TEXT}\n", 7, "no part of a plan"),
        (HEAD + f"> - [KEEP] `a`  {TEXT}\n", 7, "no part of a plan"),
        (HEAD + "<!-- not this one\n", 7, "no part of a plan"),
        (HEAD + "```\n- [KEEP] `a`\n", 7, "no part of a plan"),
        (HEAD + "-\n", 7, "cannot read the line"),
        (lines("[KEEP] `a`") + "  - more\n", 8, "cannot read what stands below 'a'"),
        (lines("[KEEP] `a`") + "\n  Below it.\n", 9, "cannot read what stands below 'a'"),
        (lines("[KEEP] `a`") + "  Below it.\n", 7, "cannot read the line"),
        (HEAD + "### Cluster 2\n", 7, "cannot read the heading"),
        (HEAD + "## Clutser 2\n", 7, "cannot read the heading"),
        (HEAD + "# Deduplication Plan\n", 7, "cannot read the heading"),
        ("# Deduplication Plan\n\n- [KEEP] `a`\n", 3, "no part of a plan"),
        (f"{TWO}\n## Cluster 2\n\n- [KEEP] `c`  {TEXT}\n- [RETRACT] `b`  {TEXT}\n", 13, "'b' is decided in line 8"),
        (f"{TWO}\n## Cluster 2\n\n- [KEEP] `b`  {TEXT}\n- [RETRACT] `c`  {TEXT}\n", 12, "'b' is decided in line 8"),
    ],
)  # fmt: skip
def test_a_plan_that_cannot_be_understood_is_refused_with_the_line(text: str, line: int, message: str) -> None:
    with pytest.raises(BadPlan, match=message) as caught:
        read_plan(text, "my-plan.md")
    assert caught.value.where is not None
    assert (caught.value.where.path, caught.value.where.line) == ("my-plan.md", line)
    assert caught.value.hint


@pytest.mark.parametrize(
    "edit",
    [
        lambda text: text.replace("\n", "\r\n"),
        lambda text: "\ufeff" + text,
        lambda text: text.replace("- [", "* ["),
        lambda text: text.replace("(2 beliefs)", "(7 beliefs)"),
        lambda text: text.replace("(1 dependent)", "(99 dependents)"),
        lambda text: text.replace("  (", " (").replace("  text", " text"),
        lambda text: text.replace("## Candidate 2 (2 beliefs)", "## Candidate"),
        lambda text: text.replace("Verdict: exact copy", "I have looked at these.\n\nThey are fine."),
        lambda text: re.sub(r"(?m)^Verdict.*\n", "", text),
        lambda text: text + "\n\n",
    ],
)
def test_what_changes_no_decision_may_be_edited_freely(edit: object) -> None:
    text = plan_of(GATES)
    edited = edit(text)  # type: ignore[operator]  # a function of a text
    assert edited != text
    assert units_from_plan(read_plan(edited), GATES) == units_from_plan(read_plan(text), GATES)


def test_a_belief_may_be_kept_in_several_clusters_and_open_in_others() -> None:
    text = lines("[KEEP] `a`", "[RETRACT] `b`") + f"\n## Candidate 2\n\n- [KEEP] `a`  {TEXT}\n- [RETRACT] `c`  {TEXT}\n"
    text += f"\n## Conflict 3\n\n- [ ] `b`  {TEXT}\n- [ ] `c`  {TEXT}\n"
    assert [cluster.sort for cluster in read_plan(text).clusters] == [Sort.CLUSTER, Sort.CANDIDATE, Sort.CONFLICT]


def test_a_pair_that_is_half_decided_is_refused() -> None:
    text = lines("[KEEP] `a`", "[RETRACT] `b`") + f"\n## Candidate 2\n\n- [KEEP] `a`  {TEXT}\n- [ ] `c`  {TEXT}\n"
    with pytest.raises(EemError, match="does not say what becomes of the other"):
        read_plan(text)


def test_an_empty_plan_says_so_and_can_be_read() -> None:
    text = write_plan([], GATES)
    assert "nothing to merge" in text
    assert read_plan(text).clusters == ()


HARD = st.sampled_from(
    ["- [KEEP] `x`", "<!-- gone", "-->", "## Cluster 9", "`", "```", "[KEEP]: /url", "    code", "> quote", "1. one",
     "***", "&amp;", "\\", "~~~", "|a|b|", "<b>", "# Deduplication Plan", "[x](y)", "text 0123456789ab"]
)  # fmt: skip
CLAIMS = st.one_of(claims, HARD, st.lists(HARD, min_size=1, max_size=3).map(" ".join))
MARKS = st.sampled_from([(KEEP, RETRACT, RETRACT), (RETRACT, KEEP, OPEN), (OPEN, OPEN, OPEN), (KEEP, RETRACT, OPEN)])


@settings(max_examples=50, deadline=None)
@given(st.lists(CLAIMS, min_size=6, max_size=6), MARKS, MARKS, CLAIMS)
def test_a_plan_reads_back_as_it_was_written(
    texts: list[str], first: tuple[Mark, ...], second: tuple[Mark, ...], verdict: str
) -> None:
    before = knowledge(*(belief(f"id-{number}", text) for number, text in enumerate(texts)))
    clusters = [
        Cluster(Sort.CLUSTER, tuple(zip(("id-0", "id-1", "id-2"), first, strict=True)), verdict),
        Cluster(Sort.CONFLICT, tuple(zip(("id-3", "id-4", "id-5"), second, strict=True)), verdict),
    ]
    found = read_plan(write_plan(clusters, before))
    assert [cluster.sort for cluster in found.clusters] == [cluster.sort for cluster in clusters]
    for read, written in zip(found.clusters, clusters, strict=True):
        assert tuple((entry.id, entry.mark) for entry in read.beliefs) == written.marks
        for entry in read.beliefs:
            assert entry.claim == " ".join(before.beliefs[entry.id].claim.split())
    units_from_plan(found, before)


@settings(max_examples=80, deadline=None)
@given(st.lists(st.one_of(HARD, st.text(max_size=20), st.sampled_from(plan_of(GATES).splitlines())), max_size=12))
def test_any_text_is_read_or_refused_with_a_line(parts: list[str]) -> None:
    try:
        read_plan("# Deduplication Plan\n\n" + "\n".join(parts))
    except EemError as error:
        assert error.where is not None and error.where.line is not None


def test_seen_hashes_make_apply_refuse_a_change_after_planning() -> None:
    planned = units_from_plan(read_plan(plan_of(GATES)), GATES)
    changed = GATES.with_files({"beliefs/g/gate-b.md": b"It is shut.\n"})
    with pytest.raises(EditRefused, match="text that has changed: 'gate-b'"):
        apply(changed, planned.units)
    assert isinstance(planned.units[0], Unit)
