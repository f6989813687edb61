"""The gate: what a change introduces, judged against the state it starts from; the same answer everywhere."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace

from eemgit.beliefs.checks import listed
from eemgit.beliefs.codes import CODES, finding
from eemgit.beliefs.compare import Comparison, compare
from eemgit.beliefs.knowledge import KnowledgeBase
from eemgit.beliefs.model import Belief, Finding, RetractionType, Severity
from eemgit.beliefs.reading import locate
from eemgit.errors import Where
from eemgit.similarity.exact import exact_copies
from eemgit.tms.network import Label


@dataclass(frozen=True, slots=True)
class Judgement:
    """A change and what is said of it: `blocking` errors that it introduces, and the rest that is new."""

    comparison: Comparison
    blocking: tuple[Finding, ...]
    warnings: tuple[Finding, ...]


def judge(before: KnowledgeBase, after: KnowledgeBase) -> Judgement:
    """What the change from `before` to `after` does, and which of it must not enter."""
    compared = compare(before, after)
    known = {found.key for found in before.findings}
    new = [as_new(found) for found in after.findings if found.key not in known]
    touched = {*compared.added, *compared.reworded, *compared.restored}
    new += [as_new(found) for found in copies(after, touched)]
    new += [as_new(found) for found in _changes(before, after, compared)]
    new += _newly_undecided(after, compared, new)
    new.sort(key=_order)
    return Judgement(
        comparison=compared,
        blocking=tuple(found for found in new if found.severity is Severity.ERROR),
        warnings=tuple(found for found in new if found.severity is not Severity.ERROR),
    )


def standing(knowledge: KnowledgeBase) -> tuple[Finding, ...]:
    """All findings of a knowledge base judged whole, exact copies included."""
    return tuple(sorted((*knowledge.findings, *copies(knowledge, knowledge.beliefs.keys())), key=_order))


def _order(found: Finding) -> tuple[str, int, int, str, str]:
    return (found.where.path, found.where.line or 0, found.where.column or 0, found.code, found.message)


def as_new(found: Finding) -> Finding:
    """The finding with the severity it has where it is new."""
    return replace(found, severity=CODES[found.code].when_new)


def copies(knowledge: KnowledgeBase, among: Collection[str]) -> Iterator[Finding]:
    """Exact copies of other claims in the beliefs `among`; what `distinct` names is settled."""
    claims = {id: belief.claim for id, belief in knowledge.beliefs.items() if _counts(belief)}
    for group in exact_copies(claims):
        standing = [id for id in group if knowledge.beliefs[id].retracted is None]
        for id in standing:
            if id in among:
                others = [other for other in group if other != id and not _settled(knowledge, id, other)]
                yield from _copy(knowledge, id, others, among)


def _counts(belief: Belief) -> bool:
    return belief.retracted is None or belief.retracted.type is not RetractionType.DUPLICATE


def _settled(knowledge: KnowledgeBase, a: str, b: str) -> bool:
    return _names(knowledge, a, b) or _names(knowledge, b, a)


def _names(knowledge: KnowledgeBase, id: str, other: str) -> bool:
    return any(knowledge.references.named(reference) == other for reference in knowledge.beliefs[id].distinct)


def _copy(knowledge: KnowledgeBase, id: str, others: Iterable[str], among: Collection[str]) -> Iterator[Finding]:
    where = Where(knowledge.paths[id], *_claim_at(knowledge, id))
    for other in others:
        retracted = knowledge.beliefs[other].retracted
        if retracted is not None:
            yield finding(
                "like-retracted",
                where,
                f"says what {other!r} said, which was retracted: {retracted.reason}",
                id=id,
                subject=other,
                hint=f"restore {other!r}, or add `distinct: [{other}]` here if this is another claim",
            )
        elif other < id or other not in among:
            yield finding(
                "exact-duplicate",
                where,
                f"says what {other!r} says",
                id=id,
                subject=other,
                hint="eemgit dedup --auto merges them; `distinct` settles it if they differ",
            )


def _claim_at(knowledge: KnowledgeBase, id: str) -> tuple[int, int]:
    content = knowledge.files[knowledge.paths[id]]
    return (locate(content, ("claim",)) if isinstance(content, bytes) else None) or (1, 1)


def _changes(before: KnowledgeBase, after: KnowledgeBase, compared: Comparison) -> Iterator[Finding]:
    for id in compared.deleted:
        where = Where(before.paths[id])
        hint = "retracting keeps the record: eemgit retract"
        yield finding("deleted-belief", where, "the belief is deleted", id=id, hint=hint)
    for id in compared.edited:
        old, new = before.beliefs.get(compared.former.get(id, id)), after.beliefs.get(id)
        if old and new and old.kind is not new.kind:
            message = f"was {old.kind.value} and is now {new.kind.value}"
            yield finding("kind-changed", Where(after.paths[id], 1, 1), message, id=id)


def _newly_undecided(after: KnowledgeBase, compared: Comparison, new: Iterable[Finding]) -> Iterator[Finding]:
    told = {member for found in new if found.code == "undecided" for member in found.subject.split()}
    caught: dict[tuple[str, ...], list[str]] = defaultdict(list)
    for flip in compared.flips:
        if flip.after is Label.UNDECIDED and flip.id not in told and flip.id in after.beliefs:
            caught[flip.because].append(flip.id)
    for because, ids in sorted(caught.items()):
        reason = f", because of {listed(because)}" if because else ""
        yield finding(
            "newly-undecided",
            Where(after.paths[ids[0]], 1, 1),
            f"{listed(ids)} cannot be decided any more{reason}",
            id=ids[0],
            subject=" ".join(ids),
            hint="eemgit why shows the loop or the unreadable file it hangs on",
        )
