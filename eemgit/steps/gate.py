"""The gate: what a change introduces, judged against the state it starts from; the same answer everywhere."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from eemgit.beliefs.checks import listed
from eemgit.beliefs.codes import CODES, finding
from eemgit.beliefs.compare import Comparison, compare
from eemgit.beliefs.knowledge import KnowledgeBase
from eemgit.beliefs.model import Finding, Severity
from eemgit.errors import Where
from eemgit.steps.copies import copies
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
    stood = _Stood(before.findings)
    new = [stood.judged(found, compared.former) for found in after.findings if not stood.has(found, compared.former)]
    new += [as_new(found) for found in _new_copies(before, after, compared)]
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


def as_new(found: Finding) -> Finding:
    """The finding with the severity it has where it is new."""
    return replace(found, severity=CODES[found.code].when_new)


def _order(found: Finding) -> tuple[str, int, int, str, str]:
    return (found.where.path, found.where.line or 0, found.where.column or 0, found.code, found.message)


_RINGS = ("circular-support", "undecided")
"""The codes whose subject is the members of a ring or loop."""


class _Stood:
    """The findings that stood before a change. A ring counts as known if all its members were in one before."""

    def __init__(self, findings: Iterable[Finding]) -> None:
        self._keys = set()
        self._caught: dict[str, set[str]] = {code: set() for code in _RINGS}
        for found in findings:
            self._keys.add(found.key)
            if found.code in _RINGS:
                self._caught[found.code].update(found.subject.split())

    def has(self, found: Finding, former: Mapping[str, str]) -> bool:
        """Whether the finding is not new; `former` gives the old ids of renamed beliefs."""
        if found.code in _RINGS:
            return {former.get(id, id) for id in found.subject.split()} <= self._caught[found.code]
        return self._former_key(found, former) in self._keys

    def judged(self, found: Finding, former: Mapping[str, str]) -> Finding:
        """A new finding with its severity. An `unless` that only now resembles an id is not an error of the change."""
        _, place, subject = self._former_key(found, former)
        if found.code == "misspelt-unless" and ("unknown-unless", place, subject) in self._keys:
            return replace(found, severity=Severity.WARNING)
        return as_new(found)

    @staticmethod
    def _former_key(found: Finding, former: Mapping[str, str]) -> tuple[str, str, str]:
        code, place, subject = found.key
        return code, former.get(place, place), former.get(subject, subject)


def _new_copies(before: KnowledgeBase, after: KnowledgeBase, compared: Comparison) -> Iterator[Finding]:
    """Copies among what was added, reworded or restored; two beliefs that were copies before may stay so."""
    found = tuple(copies(after, {*compared.added, *compared.reworded, *compared.restored}))
    if not found:
        return
    former = compared.former
    stood = {
        frozenset((old.id, other))
        for old in copies(before, {former.get(id, id) for id in compared.reworded})
        for other in old.subject.split()
    }
    for each in found:
        id = former.get(each.id or "", each.id)
        if not {frozenset((id, former.get(other, other))) for other in each.subject.split()} <= stood:
            yield each


def _changes(before: KnowledgeBase, after: KnowledgeBase, compared: Comparison) -> Iterator[Finding]:
    for id in compared.deleted:
        yield _deleted(before, after, id, compared.added)
    for id in before.nogood_paths:
        path = before.nogood_paths[id]
        if path not in after.files and id not in after.nogoods:
            hint = "the record fires again when its members are IN again; keep it"
            yield finding("deleted-nogood", Where(path), "the nogood is deleted", id=id, hint=hint)
    for id in compared.edited:
        old, new = before.beliefs.get(compared.former.get(id, id)), after.beliefs.get(id)
        if old and new and old.kind is not new.kind:
            message = f"was {old.kind.value} and is now {new.kind.value}"
            yield finding("kind-changed", Where(after.paths[id], 1, 1), message, id=id)


def _deleted(before: KnowledgeBase, after: KnowledgeBase, id: str, added: Iterable[str]) -> Finding:
    where = Where(before.paths[id])
    belief = before.beliefs.get(id)
    same = [new for new in added if belief and new in after.beliefs and after.beliefs[new].claim == belief.claim]
    names = (id, *(belief.aliases if belief else ()))
    citing = sorted({citer for name in names if after.resolve(name) is None for citer in after.citing(name)})
    renamed = f"if it is {same[0]!r} now: eemgit mv --finish {id} {same[0]}" if same else None
    if citing:
        hint = renamed or f"put the file back and retract it: eemgit retract {id}"
        message = f"the belief is deleted, and {listed(citing)} cite{'s' if len(citing) == 1 else ''} it"
        return finding("deleted-cited-belief", where, message, id=id, hint=hint)
    hint = renamed or "a retracted belief keeps its record: eemgit retract"
    return finding("deleted-belief", where, "the belief is deleted", id=id, hint=hint)


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
            f"{listed(ids)} cannot be decided{reason}",
            id=ids[0],
            subject=" ".join(ids),
            hint=f"eemgit why {ids[0]} shows the loop or the unreadable file it hangs on",
        )
