"""Laws of deduplication, on random knowledge bases with loops, alternatives, gates and nogoods."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from eemgit.beliefs.knowledge import KnowledgeBase
from eemgit.beliefs.model import Belief, Mode, Nogood
from eemgit.steps.apply import apply
from eemgit.steps.clusters import Mark, Outcome
from eemgit.steps.dedup import DedupOptions, survey
from eemgit.steps.dedup_plan import units_from_plan, write_plan
from eemgit.steps.merging import Merger
from eemgit.steps.plan_text import read_plan
from eemgit.steps.protocol import Restore, Retract, Unit
from tests.steps.builder import because, belief, knowledge, labels

IDS = [f"{word}-{number}" for word in ("gate", "bell") for number in range(4)]
LAW = settings(max_examples=60, deadline=None)

some_ids = st.lists(st.sampled_from(IDS), max_size=2).map(" ".join)
whys = st.builds(because, some_ids, some_ids, st.sampled_from(Mode)).filter(lambda why: why.antecedents or why.unless)


@st.composite
def bases(draw: st.DrawFn) -> list[Belief | Nogood]:
    """Eight beliefs with few different claims."""
    found: list[Belief | Nogood] = []
    for id in IDS:
        support = draw(st.one_of(st.just([]), st.lists(whys, max_size=3)))
        found.append(
            belief(
                id,
                draw(st.sampled_from(["It is on.", "it is ON", "It is off.", "It is 5 mW."])),
                *support,
                unless=draw(st.sampled_from(["", "", "", "gate-0", "bell-1"])),
                sources=draw(st.sampled_from(["", "", "a.md", "b.md"])),
                distinct=draw(st.sampled_from(["", "", "", "gate-1"])),
                tags=draw(st.sampled_from(["", "t", "u"])),
            )
        )
    if draw(st.booleans()):
        found.append(Nogood("clash", tuple(draw(st.permutations(IDS))[:2]), "They clash."))
    return found


def merged_away(units: Sequence[Unit]) -> set[str]:
    return {edit.id for unit in units for edit in unit.edits if isinstance(edit, Retract)}


def check_laws(before: KnowledgeBase, units: Sequence[Unit]) -> None:
    """No other label changes, after each unit and after all; restoring the duplicates gives every label back."""
    gone: set[str] = set()
    for count in range(len(units) + 1):
        gone = merged_away(units[:count])
        after = apply(before, units[:count]).knowledge
        assert labels(after) == labels(before) | dict.fromkeys(gone, "OUT")
    restored = apply(before, [*units, *(Unit("restore", "", (Restore(id),)) for id in sorted(gone))]).knowledge
    assert labels(restored) == labels(before)
    assert all(after.beliefs[id].claim == before.beliefs[id].claim for id in before.beliefs)


@LAW
@given(bases())
def test_automatic_merges_change_no_other_label_and_restoring_undoes_them(records: list[Belief | Nogood]) -> None:
    before = knowledge(*records)
    check_laws(before, survey(before, DedupOptions()).proposal.units)


@LAW
@given(bases(), st.lists(st.permutations(IDS).map(lambda order: order[:3]), max_size=3))
def test_merges_by_hand_change_no_other_label_either(
    records: list[Belief | Nogood], clusters: list[Sequence[str]]
) -> None:
    before = knowledge(*records)
    merger = Merger(before)
    named: set[str] = set()
    for survivor, *duplicates in clusters:
        if named.isdisjoint({survivor, *duplicates}):
            merger.merge(survivor, duplicates, "by hand")
            named |= {survivor, *duplicates}
    check_laws(before, merger.units)


@LAW
@given(bases(), st.randoms(use_true_random=False))
def test_the_order_of_the_files_changes_nothing(records: list[Belief | Nogood], rng: random.Random) -> None:
    before = knowledge(*records)
    shuffled = [*before.files]
    rng.shuffle(shuffled)
    again = KnowledgeBase.read({path: before.files[path] for path in shuffled}, before.settings)
    assert survey(again, DedupOptions()) == survey(before, DedupOptions())


@LAW
@given(bases())
def test_every_cluster_keeps_exactly_one_and_a_plan_says_what_the_step_does(records: list[Belief | Nogood]) -> None:
    before = knowledge(*records)
    found = survey(before, DedupOptions())
    for cluster in found.clusters:
        marks = [mark for _, mark in cluster.marks]
        assert marks.count(Mark.KEEP) == (Mark.RETRACT in marks)
    planned = units_from_plan(read_plan(write_plan(found.clusters, before)), before)
    assert [unit.edits for unit in planned.units] == [unit.edits for unit in found.proposal.units]
    assert all(pair.outcome is Outcome.MERGED for pair in planned.weighed)


SCRIPT = """
import random
from tests.steps.builder import because, belief, knowledge
from eemgit.steps.dedup import DedupOptions, survey
from eemgit.steps.dedup_plan import write_plan
rng = random.Random(7)
ids = [f"{word}-{number}-{rng.choice('xyz')}" for word in ("gate", "bell", "pump") for number in range(8)]
before = knowledge(*(
    belief(id, rng.choice(["It is on.", "it is ON", "It is off.", "Uses 5 mW.", "Uses 5 MW."]),
           *([because(" ".join(rng.sample(ids[:n], min(n, 2))))] if n and rng.random() < .4 else []),
           sources=rng.choice(["", "", "a.md"]), tags=rng.choice(["", "t u", "v"]))
    for n, id in enumerate(ids)))
found = survey(before, DedupOptions(0.3))
print(found.proposal)
print(write_plan(found.clusters, before))
"""


def test_the_hash_seed_changes_nothing() -> None:
    root = Path(__file__).parents[2]
    outputs = set()
    for seed in ("0", "1", "77"):
        environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(root)}
        done = subprocess.run(
            [sys.executable, "-c", SCRIPT], env=environment, cwd=root, capture_output=True, check=False
        )
        assert done.returncode == 0, done.stderr.decode()
        outputs.add(done.stdout)
    (output,) = outputs
    assert b"merge " in output and b"## Candidate" in output
