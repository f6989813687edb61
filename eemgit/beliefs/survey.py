"""What is in a knowledge base: lists, counts, one belief."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from eemgit.beliefs.knowledge import KnowledgeBase
from eemgit.beliefs.model import Belief, Finding, Kind, Severity
from eemgit.tms.explain import depth, is_gated
from eemgit.tms.network import Label


@dataclass(frozen=True, slots=True)
class Filter:
    """Which beliefs to list; a field that is None or empty lets all through."""

    labels: frozenset[Label] = frozenset()
    kind: Kind | None = None
    retracted: bool | None = None
    gated: bool | None = None
    tags: frozenset[str] = frozenset()
    namespace: str | None = None
    min_depth: int | None = None
    max_depth: int | None = None


def listed(knowledge: KnowledgeBase, only: Filter) -> tuple[Belief, ...]:
    """The beliefs that pass the filter, by id."""
    return tuple(belief for belief in knowledge.beliefs.values() if _passes(knowledge, belief, only))


def _passes(knowledge: KnowledgeBase, belief: Belief, only: Filter) -> bool:
    return (
        (not only.labels or knowledge.label_of(belief.id) in only.labels)
        and (only.kind is None or belief.kind is only.kind)
        and (only.retracted is None or (belief.retracted is not None) is only.retracted)
        and (only.gated is None or is_gated(knowledge.labelling, belief.id) is only.gated)
        and only.tags <= set(belief.tags)
        and (only.namespace is None or namespace_of(belief.id) == only.namespace)
        and _deep_enough(knowledge, belief, only)
    )


def _deep_enough(knowledge: KnowledgeBase, belief: Belief, only: Filter) -> bool:
    if only.min_depth is None and only.max_depth is None:
        return True
    level = depth(knowledge.labelling, belief.id)
    if level is None:
        return False
    return (only.min_depth or 0) <= level and (only.max_depth is None or level <= only.max_depth)


def namespace_of(id: str) -> str:
    """The namespace of an id; empty for most."""
    return id.rpartition("/")[0]


@dataclass(frozen=True, slots=True)
class Status:
    """The counts of a knowledge base."""

    labels: Mapping[Label, int]
    premises: int
    derived: int
    retracted: int
    gated: int
    research: int
    unreadable: int
    depths: Mapping[int | None, int]
    """How many beliefs that are IN stand at each depth."""
    nogoods: int
    open_nogoods: tuple[str, ...]
    findings: Mapping[Severity, int]


def status(knowledge: KnowledgeBase, findings: Sequence[Finding]) -> Status:
    """Counts of beliefs by label, kind and depth, of contradictions and of these findings."""
    beliefs = knowledge.beliefs.values()
    held = [belief.id for belief in beliefs if knowledge.label_of(belief.id) is Label.IN]
    depths = Counter(depth(knowledge.labelling, id) for id in held)
    return Status(
        labels={label: sum(knowledge.label_of(id) is label for id in knowledge.paths) for label in Label},
        premises=sum(belief.kind is Kind.PREMISE for belief in beliefs),
        derived=sum(belief.kind is Kind.DERIVED for belief in beliefs),
        retracted=sum(belief.retracted is not None for belief in beliefs),
        gated=sum(is_gated(knowledge.labelling, belief.id) for belief in beliefs),
        research=sum(belief.research is not None for belief in beliefs),
        unreadable=len(knowledge.unreadable),
        depths=dict(sorted(depths.items(), key=lambda item: -1 if item[0] is None else item[0])),
        nogoods=len(knowledge.nogoods),
        open_nogoods=tuple(id for id, nogood in knowledge.nogoods.items() if knowledge.is_open(nogood)),
        findings={severity: sum(f.severity is severity for f in findings) for severity in Severity},
    )
