"""What happened to one belief and to its label, commit by commit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from eemgit.beliefs.cone import Cone, cone
from eemgit.beliefs.model import Belief
from eemgit.beliefs.near import did_you_mean
from eemgit.beliefs.pursuit import Stage, stages
from eemgit.beliefs.timeline import Event, timeline
from eemgit.beliefs.trail import Trail
from eemgit.errors import UnknownBelief
from eemgit.git.firstparents import described
from eemgit.git.refs import resolve
from eemgit.render.history import Log, Logged
from eemgit.repo.history import blob_reader, read_history
from eemgit.repo.repository import Repository


def log(repository: Repository, id: str, revision: str | None = None, most: int | None = None) -> Log:
    """The history of a belief up to a commit, HEAD by default: the `most` newest entries, all when None.

    Raises UnknownBelief for an id that no belief along first parents ever had.
    """
    history = read_history(repository, resolve(repository.git, revision or "HEAD"))
    found = _cone(repository, history.trail, id)
    through = stages(found)
    if not through:
        raise _unknown(history.trail, id, revision or "HEAD")
    events = timeline(found, through, most)
    if history.cut is not None and events[0].commit == history.cut:
        events = (replace(events[0], differences=()), *events[1:])
    shown = events[-most:] if most else events
    return Log(
        asked=id,
        id=through[-1].id,
        ids=tuple(dict.fromkeys(stage.id for stage in reversed(through))),
        claim=_claim(found, through[-1]),
        label=events[-1].after,
        entries=_logged(repository, shown),
        omitted=len(events) - len(shown),
        cut=history.cut,
    )


def _cone(repository: Repository, trail: Trail, id: str) -> Cone:
    reading = cone(trail, id)
    with blob_reader(repository) as read:
        names = next(reading)
        while True:
            try:
                names = reading.send(read(names))
            except StopIteration as ended:
                found: Cone = ended.value
                return found


def _claim(found: Cone, stage: Stage) -> str | None:
    """What the belief says at its end, or said last."""
    held = [found.held(stage.id, state) for at, state in found.states[stage.id].items() if at < stage.span.end]
    return next((each.claim for each in reversed(held) if isinstance(each, Belief)), None)


def _logged(repository: Repository, events: Sequence[Event]) -> tuple[Logged, ...]:
    """The events with what their commits say of themselves, newest first."""
    commits = described(repository.git, [event.commit for event in events])
    pairs = zip(events, commits, strict=True)
    return tuple(Logged(event, each.time, each.author, each.subject) for event, each in pairs)[::-1]


def _unknown(trail: Trail, id: str, revision: str) -> UnknownBelief:
    near = did_you_mean(id, trail.ids())
    hint = f"did you mean {near}?" if near else "`eemgit list` shows every belief; what is not committed has no history"
    return UnknownBelief(f"no belief {id!r} in the history of {revision}", hint=hint)
