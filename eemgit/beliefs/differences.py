"""What a change of its file did to a belief, point by point."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum

from eemgit.beliefs.held import Held, Unreadable
from eemgit.beliefs.model import Belief, Justification, Mode, RetractionType, Validity
from eemgit.beliefs.references import survivor_of


class What(Enum):
    """One thing that can happen to a belief."""

    ADDED = "added"
    DELETED = "deleted"
    RENAMED = "renamed"
    MOVED = "moved"
    UNREADABLE = "unreadable"
    READABLE = "readable"
    RETRACTED = "retracted"
    MERGED = "merged"
    RESTORED = "restored"
    RETRACTION = "retraction-changed"
    REWORDED = "reworded"
    KIND = "kind-changed"
    JUSTIFIED = "justification-added"
    UNJUSTIFIED = "justification-dropped"
    UNLESS = "unless-changed"
    SOURCES = "sources-changed"
    ALIASES = "aliases-changed"
    TAGS = "tags-changed"
    DISTINCT = "distinct-changed"
    RESEARCH = "research-changed"
    VALID = "valid-changed"
    ORIGIN = "origin-changed"
    EXTRA = "other-keys-changed"
    NOTES = "notes-changed"
    FORM = "form-changed"


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing that happened, with what was taken away and what was put there, as texts."""

    what: What
    old: tuple[str, ...] = ()
    new: tuple[str, ...] = ()
    type: RetractionType | None = None


def differences(before: Held | None, after: Held | None) -> tuple[Difference, ...]:
    """What happened between two versions of a belief, the weightiest first; None where there is no file."""
    if before is None or after is None:
        return _came(after) if after is not None else (Difference(What.DELETED),) if before is not None else ()
    if isinstance(after, Unreadable):
        codes = tuple(dict.fromkeys(found.code for found in after.findings))
        return (Difference(What.UNREADABLE, new=codes),)
    if isinstance(before, Unreadable):
        return (Difference(What.READABLE), *_retraction(None, after))
    return (*_retraction(before, after), *_truth(before, after), *_rest(before, after)) or _form(before, after)


def _came(after: Held) -> tuple[Difference, ...]:
    if isinstance(after, Unreadable):
        return (Difference(What.ADDED), *differences(Unreadable(()), after))
    added = (Difference(What.ADDED, new=(after.claim,)), *_retraction(None, after))
    return (*added, *(Difference(What.JUSTIFIED, new=(spelled(each),)) for each in after.justifications or ()))


def _form(before: Belief, after: Belief) -> tuple[Difference, ...]:
    """The same belief by other bytes; by another id it is renamed, which is said elsewhere."""
    return (Difference(What.FORM),) if before.id == after.id else ()


def _retraction(before: Belief | None, after: Belief) -> Iterator[Difference]:
    old, new = before.retracted if before else None, after.retracted
    if old == new:
        return
    if new is None:
        yield Difference(What.RESTORED, old=(old.reason,) if old else ())
    elif (survivor := survivor_of(after)) is not None:
        yield Difference(What.MERGED, new=(survivor, new.reason), type=new.type)
    elif old is None:
        yield Difference(What.RETRACTED, new=(new.reason,), type=new.type)
    else:
        yield Difference(What.RETRACTION, old=(old.reason,), new=(new.reason,), type=new.type)


def _truth(before: Belief, after: Belief) -> Iterator[Difference]:
    if before.claim != after.claim:
        yield Difference(What.REWORDED, old=(before.claim,), new=(after.claim,))
    if before.kind is not after.kind:
        yield Difference(What.KIND, old=(before.kind.value,), new=(after.kind.value,))
    old, new = before.justifications or (), after.justifications or ()
    yield from (Difference(What.UNJUSTIFIED, old=(spelled(each),)) for each in old if each not in new)
    yield from (Difference(What.JUSTIFIED, new=(spelled(each),)) for each in new if each not in old)
    yield from _listed(What.UNLESS, before.unless, after.unless)


def _rest(before: Belief, after: Belief) -> Iterator[Difference]:
    yield from _listed(What.SOURCES, [s.text for s in before.sources], [s.text for s in after.sources])
    yield from _listed(What.ALIASES, before.aliases, after.aliases)
    yield from _listed(What.TAGS, before.tags, after.tags)
    yield from _listed(What.DISTINCT, before.distinct, after.distinct)
    for what, read in _TEXTS.items():
        old, new = read(before), read(after)
        if old != new:
            yield Difference(what, old=(old,) if old else (), new=(new,) if new else ())
    if before.extra != after.extra:
        yield Difference(What.EXTRA)
    if before.notes != after.notes:
        yield Difference(What.NOTES)


def _listed(what: What, old: Sequence[str], new: Sequence[str]) -> Iterator[Difference]:
    gone, come = tuple(x for x in old if x not in new), tuple(x for x in new if x not in old)
    if gone or come:
        yield Difference(what, gone, come)


_TEXTS: dict[What, Callable[[Belief], str | None]] = {
    What.RESEARCH: lambda belief: belief.research,
    What.VALID: lambda belief: _period(belief.valid),
    What.ORIGIN: lambda belief: belief.origin,
}


def _period(valid: Validity | None) -> str | None:
    return f"{valid.since or '…'} to {valid.until or '…'}" if valid else None


def spelled(justification: Justification) -> str:
    """A justification on one line: `a, b unless c`, `any of a, b`."""
    antecedents = ", ".join(justification.antecedents)
    if justification.mode is Mode.ANY and antecedents:
        antecedents = f"any of {antecedents}"
    unless = f"unless {', '.join(justification.unless)}" if justification.unless else ""
    label = f"({justification.label})" if justification.label else ""
    return " ".join(part for part in (antecedents, unless, label) if part)
