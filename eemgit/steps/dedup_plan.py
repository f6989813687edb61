"""The plan file of deduplication: written for a person to edit, and turned into units again."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from eemgit.beliefs.knowledge import KnowledgeBase
from eemgit.beliefs.near import did_you_mean
from eemgit.beliefs.writing import text_hash
from eemgit.errors import EditRefused, UnknownBelief, Where
from eemgit.similarity.exact import is_exact_copy
from eemgit.steps.clusters import Cluster, Mark, Outcome, Weighed
from eemgit.steps.copies import is_settled
from eemgit.steps.merging import EXACT_COPY, Merger
from eemgit.steps.plan_text import PLAN_FILE, TITLE, Plan, PlannedBelief, PlannedCluster, read_plan
from eemgit.steps.protocol import Unit

__all__ = ["PLAN_FILE", "Plan", "Planned", "read_plan", "units_from_plan", "write_plan"]

BY_HAND = "found to be one claim by hand"

_INTRO = f"""\
Each cluster below is merged into its `[KEEP]` belief when this plan is applied. A `[RETRACT]` belief is retracted as a
duplicate: its file stays, what cites it means the kept one from then on, and restoring it undoes the merge.

Edit this file as you like it: delete a cluster, swap `[KEEP]` and `[RETRACT]`, or drop a `[RETRACT]` line. A candidate
or a conflict is a pair for you to decide: `[ ]` leaves both beliefs alone; to merge them, mark one `[KEEP]` and the
other `[RETRACT]`. Claims are shown for reading only. Then apply what is left:

    eemgit dedup --apply {PLAN_FILE}
"""
_MARKDOWN = re.compile(r"([\\`*_\[\]<>&#~|])")
_ESCAPED = r"\\\1"


@dataclass(frozen=True, slots=True)
class Planned:
    """What a plan comes to: the units it asks for, and what became of every pair it wants merged."""

    units: tuple[Unit, ...]
    weighed: tuple[Weighed, ...]

    @property
    def refusals(self) -> tuple[str, ...]:
        """Which merges cannot be made, and why."""
        refused = (pair for pair in self.weighed if pair.outcome is Outcome.REFUSED)
        return tuple(f"{pair.b!r} cannot be merged into {pair.a!r}: {pair.reason}" for pair in refused)


def write_plan(clusters: Sequence[Cluster], knowledge: KnowledgeBase) -> str:
    """The plan file for these clusters."""
    parts = [f"# {TITLE}\n", _INTRO if clusters else "There is nothing to merge and nothing to decide.\n"]
    for number, cluster in enumerate(clusters, start=1):
        parts.append(f"## {cluster.sort.value} {number} ({len(cluster.marks)} beliefs)\n")
        parts += (_item(knowledge, id, mark) for id, mark in cluster.marks)
        parts.append(f"Verdict: {_MARKDOWN.sub(_ESCAPED, _folded(cluster.verdict))}\n")
    return "\n".join(parts)


def units_from_plan(plan: Plan, knowledge: KnowledgeBase) -> Planned:
    """What the plan asks for. A person's choice stands, but not against what a merge would break.

    Raises UnknownBelief for an id nobody has, and EditRefused naming each belief that is not what the plan shows.
    """
    wanted = [cluster for cluster in plan.clusters if cluster.marked(Mark.RETRACT)]
    _check_current(plan, wanted, knowledge)
    merger = Merger(knowledge)
    weighed = tuple(pair for cluster in wanted for pair in _merged(knowledge, cluster, merger))
    return Planned(tuple(merger.units), weighed)


def _item(knowledge: KnowledgeBase, id: str, mark: Mark) -> str:
    dependents = len(knowledge.citing(id))
    counted = f"({dependents} dependent{'' if dependents == 1 else 's'})"
    claim = _folded(knowledge.beliefs[id].claim)
    return f"- [{mark.value}] `{id}`  {counted}  text {_hash(knowledge, id)}\n\n      {claim}\n"


def _folded(text: str) -> str:
    return " ".join(text.split())


def _hash(knowledge: KnowledgeBase, id: str) -> str | None:
    content = knowledge.files[knowledge.paths[id]]
    return text_hash(content) if isinstance(content, bytes) else None


def _check_current(plan: Plan, wanted: Sequence[PlannedCluster], knowledge: KnowledgeBase) -> None:
    """Raises when a belief of the clusters to be merged is unknown, or is not what the plan shows."""
    beliefs = [belief for cluster in wanted for belief in cluster.beliefs if belief.mark is not Mark.OPEN]
    for belief in beliefs:
        if belief.id not in knowledge.beliefs:
            missing = "cannot be read" if belief.id in knowledge.unreadable else "does not exist"
            near = did_you_mean(belief.id, knowledge.beliefs)
            hint = f"did you mean {near}?" if near else None
            raise UnknownBelief(f"the belief {belief.id!r} {missing}", where=Where(plan.path, belief.line), hint=hint)
    changed = [belief for belief in beliefs if belief.text_hash != _hash(knowledge, belief.id)]
    if changed:
        raise EditRefused(
            f"these beliefs have changed since the plan was written: {_named(changed)}",
            where=Where(plan.path, changed[0].line),
            hint="write a new plan and decide again: eemgit dedup --plan",
        )
    reworded = [belief for belief in beliefs if belief.claim not in (None, _folded(knowledge.beliefs[belief.id].claim))]
    if reworded:
        raise EditRefused(
            f"the plan shows another claim than the file of {_named(reworded)}",
            where=Where(plan.path, reworded[0].line),
            hint="a plan merges, it does not reword: edit the belief's file, then write a new plan",
        )


def _named(beliefs: Sequence[PlannedBelief]) -> str:
    return ", ".join(repr(id) for id in dict.fromkeys(belief.id for belief in beliefs))


def _merged(knowledge: KnowledgeBase, cluster: PlannedCluster, merger: Merger) -> Iterator[Weighed]:
    """What becomes of each pair that a cluster wants merged."""
    (survivor,), duplicates = cluster.marked(Mark.KEEP), cluster.marked(Mark.RETRACT)
    settled = {
        id: "one of them names the other as distinct" for id in duplicates if is_settled(knowledge, survivor, id)
    }
    asked = [id for id in duplicates if id not in settled]
    claims = {id: knowledge.beliefs[id].claim for id in (survivor, *duplicates)}
    exact = all(is_exact_copy(claims[survivor], claims[id]) for id in asked)
    refused = settled | merger.merge(survivor, asked, EXACT_COPY if exact else BY_HAND)
    for duplicate in duplicates:
        outcome = Outcome.REFUSED if duplicate in refused else Outcome.MERGED
        reason = refused.get(duplicate, EXACT_COPY if exact else BY_HAND)
        yield Weighed(survivor, duplicate, outcome, reason, "plan file")
