"""The text and the JSON of `log`: what happened to a belief and to its label, newest first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from eemgit.beliefs.differences import Difference, What
from eemgit.beliefs.flipping import Cause
from eemgit.beliefs.timeline import Event
from eemgit.render.differing import difference_lines, exchanged
from eemgit.render.plain import counted, listing, short, sign, visible
from eemgit.tms.network import Label

WIDTH = 100
Json = dict[str, object]


@dataclass(frozen=True, slots=True)
class Logged:
    """An event with what its commit says of itself."""

    event: Event
    time: str
    author: str
    subject: str


@dataclass(frozen=True, slots=True)
class Log:
    """The history of a belief that was asked for as `asked`; entries are newest first."""

    asked: str
    id: str
    """The id it has at the end, or had last."""
    ids: tuple[str, ...]
    """Every id it had, the last one first."""
    claim: str | None
    label: Label | None
    """None when it is deleted."""
    entries: tuple[Logged, ...]
    omitted: int
    """How many older entries are left out."""
    cut: str | None
    """The commit at which a shallow clone cuts the history off."""

    @property
    def unreadable(self) -> int:
        """How many entries follow from a file that cannot be read."""
        told = (entry.event for entry in self.entries)
        return sum(any(each.what is What.UNREADABLE for each in _all_differences(event)) for event in told)


def log_lines(log: Log) -> Iterator[str]:
    """The belief as it is now, then each entry."""
    claim = short(log.claim, WIDTH) if log.claim is not None else "(cannot be read)"
    yield f"{sign(log.label):<3} {visible(log.id)}  {claim}"
    former = [id for id in log.ids if id != log.id]
    if former:
        yield f"    once {listing(former)}"
    if log.label is None:
        yield "    deleted"
    for entry in log.entries:
        yield ""
        yield f"{entry.event.commit[:10]} {entry.time[:10]}  {short(entry.subject, WIDTH)}"
        yield from _event_lines(entry.event)
    if log.omitted:
        yield from ("", f"… and {counted(log.omitted, 'older entry', 'older entries')}")
    elif log.cut is not None:
        yield from ("", f"the history ends at {log.cut[:10]}: this is a shallow clone")


def _event_lines(event: Event) -> Iterator[str]:
    was = f" was {sign(event.before)}" if event.flips and event.before is not None else ""
    causes = [cause for cause in event.because if cause.id != event.id]
    first = f"  {sign(event.after):<3}{was}" if was or event.after is not None else "  -"
    yield f"{first}, because {_cause(causes[0])}" if causes else first.rstrip()
    yield from (f"      and because {_cause(cause)}" for cause in causes[1:])
    for each in event.differences:
        yield from (f"      {line}" for line in difference_lines(each))


def _cause(cause: Cause) -> str:
    """`auth-jwt was retracted: tokens are no longer signed`."""
    told = [deed for each in cause.differences if (deed := _deed(each))]
    return f"{visible(cause.id)} {' and '.join(told) if told else 'was changed'}"


def _deed(each: Difference) -> str | None:
    """What happened to a belief that bears on the labels of others, as a predicate."""
    match each.what:
        case What.RETRACTED | What.RETRACTION:
            kind = f" ({each.type.value})" if each.type else ""
            return f"was retracted{kind}: {short(each.new[0], WIDTH)}"
        case What.MERGED:
            return f"was merged into {visible(each.new[0])}"
        case What.RENAMED:
            return f"was {visible(each.old[0])} before"
        case What.JUSTIFIED:
            return f"got the justification {short(each.new[0], WIDTH)}"
        case What.UNJUSTIFIED:
            return f"lost the justification {short(each.old[0], WIDTH)}"
        case What.UNLESS | What.ALIASES:
            return f"has other {'exceptions' if each.what is What.UNLESS else 'aliases'}: {exchanged(each)}"
        case What.UNREADABLE:
            return f"cannot be read ({', '.join(each.new)})" if each.new else "cannot be read"
        case _:
            return _PLAIN.get(each.what)


_PLAIN = {
    What.ADDED: "was added",
    What.DELETED: "was deleted",
    What.RESTORED: "was restored",
    What.READABLE: "can be read again",
}


def log_json(log: Log) -> Json:
    """The fields of the JSON of `log`."""
    return {
        "id": log.id,
        "ids": list(log.ids),
        "claim": log.claim,
        "label": _label(log.label),
        "commits": [_entry(entry) for entry in log.entries],
        "omitted": log.omitted,
        "shallow": log.cut,
    }


def _entry(entry: Logged) -> Json:
    event = entry.event
    return {
        "commit": event.commit,
        "time": entry.time,
        "author": entry.author,
        "subject": entry.subject,
        "id": event.id,
        "path": event.path,
        "from": _label(event.before),
        "to": _label(event.after),
        "changes": _differences(event.differences),
        "because": [{"id": cause.id, "changes": _differences(cause.differences)} for cause in event.because],
    }


def _differences(found: Iterable[Difference]) -> list[Json]:
    return [_difference(each) for each in found]


def _difference(each: Difference) -> Json:
    told: Json = {"what": each.what.value, "old": list(each.old), "new": list(each.new)}
    return told | {"type": each.type.value} if each.type else told


def _label(label: Label | None) -> str | None:
    return label.value if label else None


def _all_differences(event: Event) -> Iterator[Difference]:
    yield from event.differences
    for cause in event.because:
        yield from cause.differences
