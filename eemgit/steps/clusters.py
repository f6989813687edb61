"""What deduplication weighs and decides: pairs, and clusters in which one belief is kept for several."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import Enum

from eemgit.beliefs.knowledge import KnowledgeBase
from eemgit.beliefs.model import Kind


class Outcome(Enum):
    """What became of a pair that was weighed."""

    MERGED = "merged"
    REFUSED = "refused"
    CANDIDATE = "candidate"
    CONFLICT = "conflict"
    SETTLED = "settled"


class Mark(Enum):
    """What shall become of a belief in a cluster; OPEN is for a person to decide, and does nothing."""

    KEEP = "KEEP"
    RETRACT = "RETRACT"
    OPEN = " "


class Sort(Enum):
    """What a cluster is: decided, or a pair for a person that nothing or something speaks against."""

    CLUSTER = "Cluster"
    CANDIDATE = "Candidate"
    CONFLICT = "Conflict"


@dataclass(frozen=True, slots=True)
class Weighed:
    """Two beliefs that were compared, and what became of them. Of a merged pair `a` is the survivor."""

    a: str
    b: str
    outcome: Outcome
    reason: str
    nominated: str
    """Why the pair was looked at."""
    score: float = 1.0

    def record(self) -> Mapping[str, object]:
        """The line of the run's report."""
        return {
            "a": self.a,
            "b": self.b,
            "outcome": self.outcome.value,
            "reason": self.reason,
            "nominated": self.nominated,
            "score": round(self.score, 4),
        }


@dataclass(frozen=True, slots=True)
class Cluster:
    """Beliefs that may be one, with a mark for each, and why they are here."""

    sort: Sort
    marks: tuple[tuple[str, Mark], ...]
    verdict: str


def as_clusters(weighed: Iterable[Weighed]) -> tuple[Cluster, ...]:
    """The clusters of a plan: those merged first, then what is left to a person; refused and settled pairs are not."""
    merged: dict[str, list[Weighed]] = {}
    rest: list[Cluster] = []
    for pair in weighed:
        if pair.outcome is Outcome.MERGED:
            merged.setdefault(pair.a, []).append(pair)
        elif pair.outcome in (Outcome.CANDIDATE, Outcome.CONFLICT):
            rest.append(_open(pair))
    decided = [_decided(pairs) for pairs in merged.values()]
    rest.sort(key=lambda cluster: cluster.sort is Sort.CONFLICT)
    return (*decided, *rest)


def survivor_order(knowledge: KnowledgeBase, ids: Iterable[str]) -> tuple[str, ...]:
    """The ids by who should survive: premises first, most dependents, sourced before unsourced, smallest id.

    A premise stands by itself. Merged into a derived belief it would fall with that belief's antecedents.
    """

    def rank(id: str) -> tuple[bool, int, bool, str]:
        belief = knowledge.beliefs[id]
        return belief.kind is Kind.DERIVED, -len(knowledge.citing(id)), not belief.sources, id

    return tuple(sorted(ids, key=rank))


def _decided(pairs: list[Weighed]) -> Cluster:
    marks = ((pairs[0].a, Mark.KEEP), *((pair.b, Mark.RETRACT) for pair in pairs))
    return Cluster(Sort.CLUSTER, marks, "; ".join(dict.fromkeys(pair.reason for pair in pairs)))


def _open(pair: Weighed) -> Cluster:
    sort = Sort.CONFLICT if pair.outcome is Outcome.CONFLICT else Sort.CANDIDATE
    likeness = f" {pair.score:.2f}" if pair.score < 1 else ""
    why = f"{pair.nominated}{likeness}; {pair.reason}"
    return Cluster(sort, ((pair.a, Mark.OPEN), (pair.b, Mark.OPEN)), why)
