"""The dedup step: finds beliefs that may say the same, merges exact copies, and leaves the rest to a person."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass
from heapq import nsmallest
from itertools import combinations

from eemgit.beliefs.knowledge import KnowledgeBase
from eemgit.beliefs.model import Belief
from eemgit.similarity.candidates import Nomination, Pair, iter_id_candidates
from eemgit.similarity.exact import Group, same_text
from eemgit.similarity.guards import Claim, veto_claims
from eemgit.steps.clusters import Cluster, Outcome, Weighed, as_clusters, survivor_order
from eemgit.steps.copies import is_settled
from eemgit.steps.merging import EXACT_COPY, STEP, Merger, why_apart
from eemgit.steps.protocol import Proposal, Reply, Request, Step, StepFactory, View
from eemgit.tms.network import Label


@dataclass(frozen=True, slots=True)
class DedupOptions:
    """What the step looks at.

    `id_threshold` is the least Jaccard index of id words that nominates a pair, None to look at texts alone; the best
    `most_candidates` of those pairs are weighed.
    """

    id_threshold: float | None = 0.5
    most_candidates: int = 1000


@dataclass(frozen=True, slots=True)
class Survey:
    """The outcome of the step: what to merge, and what a plan file shows."""

    proposal: Proposal
    clusters: tuple[Cluster, ...]


def dedup(options: DedupOptions) -> StepFactory:
    """The step with these options."""

    def step(view: View) -> Step:
        found = yield from weigh(view, options)
        return found.proposal

    return step


def survey(knowledge: KnowledgeBase, options: DedupOptions) -> Survey:
    """The outcome of the step without a model: what it cannot decide is left to a person."""
    weighing = weigh(View(knowledge), options)
    try:
        request = next(weighing)
    except StopIteration as done:
        found: Survey = done.value
        return found
    raise AssertionError(f"dedup without a model asked {request!r}")


def weigh(view: View, options: DedupOptions) -> Generator[Request, Reply, Survey]:
    """Weighs copies by text, then pairs by id words; merges what is certain and asks about nothing."""
    knowledge = view.knowledge
    held = {id: belief for id, belief in knowledge.beliefs.items() if knowledge.label_of(id) is Label.IN}
    merger = Merger(knowledge)
    groups = same_text({id: belief.claim for id, belief in held.items()})
    weighed = [pair for group in groups for pair in _by_text(knowledge, group, merger)]
    like, omitted = _by_id(held, merger.into, weighed, options)
    claims = {id: Claim(held[id].claim) for pair in like for id in (pair.a, pair.b)}
    judged = [_judged(knowledge, pair, claims) for pair in like]
    weighed += yield from _verified(judged)
    records: list[Mapping[str, object]] = [pair.record() for pair in weighed]
    if omitted:
        records.append(
            {"outcome": "omitted", "count": omitted, "reason": f"only the best {len(like)} pairs are weighed"}
        )
    return Survey(Proposal(STEP, tuple(merger.units), tuple(records)), as_clusters(weighed))


def _verified(pairs: Sequence[Weighed]) -> Generator[Request, Reply, Sequence[Weighed]]:
    """The pairs after verdicts on them. Without a verifier nobody is asked, and all stay as they are."""
    yield from ()
    return pairs


def _by_text(knowledge: KnowledgeBase, group: Group, merger: Merger) -> Iterator[Weighed]:
    """What becomes of the pairs of one text: exact copies are merged, unless something else about them differs."""
    leaders: list[str] = []
    for copies in group.copies:
        cliques, kept_apart = _cliques(knowledge, copies)
        yield from kept_apart
        for survivor, *duplicates in cliques:
            refused = merger.merge(survivor, duplicates, EXACT_COPY)
            for duplicate in duplicates:
                outcome = Outcome.REFUSED if duplicate in refused else Outcome.MERGED
                reason = refused.get(duplicate, EXACT_COPY)
                yield Weighed(survivor, duplicate, outcome, reason, Nomination.TEXT.value)
        leaders.append(cliques[0][0])
    for a, b in combinations(leaders, 2):
        if is_settled(knowledge, a, b):
            yield _settled(a, b, Nomination.TEXT.value)
        else:
            vetoes = veto_claims(Claim(knowledge.beliefs[a].claim), Claim(knowledge.beliefs[b].claim))
            yield Weighed(a, b, Outcome.CONFLICT, "; ".join(map(str, vetoes)), Nomination.TEXT.value)


def _cliques(knowledge: KnowledgeBase, copies: Sequence[str]) -> tuple[list[list[str]], list[Weighed]]:
    """Exact copies in sets of which any two can be one, survivors first; and the pairs that keep the sets apart."""
    sourced = {_sources(knowledge.beliefs[id]) for id in copies} - {frozenset()}
    cliques: list[list[str]] = []
    apart: list[Weighed] = []
    for id in survivor_order(knowledge, copies):
        for clique in cliques:
            against = next((found for other in clique if (found := _against(knowledge, other, id, len(sourced)))), None)
            if against is None:
                clique.append(id)
                break
            apart.append(against)
        else:
            cliques.append([id])
    return cliques, apart


def _against(knowledge: KnowledgeBase, a: str, b: str, source_sets: int) -> Weighed | None:
    """The pair with what keeps two exact copies from being merged without a person; None when nothing does.

    A copy without sources goes with any other as long as the copies cite one set of sources: with two, nobody knows
    which of them it speaks of.
    """
    if is_settled(knowledge, a, b):
        return _settled(a, b, Nomination.TEXT.value)
    one, other = knowledge.beliefs[a], knowledge.beliefs[b]
    differing: list[str] = []
    sources, others = _sources(one), _sources(other)
    if sources != others and ((sources and others) or source_sets > 1):
        differing.append("sources")
    if one.valid != other.valid:
        differing.append("periods")
    if {*knowledge.references.standing(one.unless)} != {*knowledge.references.standing(other.unless)}:
        differing.append("gates")
    if one.research != other.research:
        differing.append("open questions")
    if not differing:
        return None
    return Weighed(
        a, b, Outcome.CANDIDATE, f"exact copy, but their {' and '.join(differing)} differ", Nomination.TEXT.value
    )


def _sources(belief: Belief) -> frozenset[str]:
    return frozenset(source.text for source in belief.sources)


def _by_id(
    held: Mapping[str, Belief], into: Mapping[str, str], weighed: Sequence[Weighed], options: DedupOptions
) -> tuple[list[Pair], int]:
    """The best pairs by id words, of beliefs that stand and were not weighed yet, and how many pairs are left out."""
    if options.id_threshold is None:
        return [], 0
    done = {(min(pair.a, pair.b), max(pair.a, pair.b)) for pair in weighed}
    total = 0

    def new() -> Iterator[Pair]:
        nonlocal total
        for pair in iter_id_candidates(held, options.id_threshold or 0.0):
            a, b = sorted((into.get(pair.a, pair.a), into.get(pair.b, pair.b)))
            if a != b and (a, b) not in done:
                total += 1
                yield Pair(a, b, pair.score, pair.reason)

    best = nsmallest(options.most_candidates, new(), key=lambda pair: (-pair.score, pair.a, pair.b))
    first = {(pair.a, pair.b): pair for pair in reversed(best)}
    return sorted(first.values(), key=lambda pair: (-pair.score, pair.a, pair.b)), total - len(best)


def _judged(knowledge: KnowledgeBase, pair: Pair, claims: Mapping[str, Claim]) -> Weighed:
    """What can be said of a pair by id words without asking anybody; it is never merged."""
    if is_settled(knowledge, pair.a, pair.b):
        return _settled(pair.a, pair.b, pair.reason.value, pair.score)
    outcome, reason = Outcome.CANDIDATE, "nobody has compared the claims"
    if apart := why_apart(knowledge, pair.a, pair.b):
        outcome, reason = Outcome.REFUSED, apart
    elif vetoes := veto_claims(claims[pair.a], claims[pair.b]):
        outcome, reason = Outcome.CONFLICT, "; ".join(map(str, vetoes))
    return Weighed(pair.a, pair.b, outcome, reason, pair.reason.value, pair.score)


def _settled(a: str, b: str, nominated: str, score: float = 1.0) -> Weighed:
    return Weighed(a, b, Outcome.SETTLED, "named as distinct", nominated, score)
