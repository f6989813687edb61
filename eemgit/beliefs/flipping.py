"""Which changed beliefs are at the root of a flip, worked out on no more than what the flipped belief rests on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from eemgit.beliefs.cone import Cone
from eemgit.beliefs.differences import Difference, What, differences
from eemgit.beliefs.held import Held
from eemgit.beliefs.model import Belief
from eemgit.beliefs.standing import Standing, moments_of
from eemgit.beliefs.trail import SETTINGS, stepwise
from eemgit.tms.labelling import label
from eemgit.tms.network import Network
from eemgit.tms.whatif import causes


@dataclass(frozen=True, slots=True)
class Cause:
    """A belief at the root of a flip and what happened to it in that commit; or the settings, by their path."""

    id: str
    differences: tuple[Difference, ...]


def causes_of(cone: Cone, flips: Mapping[int, tuple[str, str]]) -> Iterator[tuple[int, tuple[Cause, ...]]]:
    """The causes of each flip; `flips` gives the id of the belief before and after each such moment."""
    readable = stepwise({moment: layout is not None for moment, layout in cone.layouts.items()}, True)
    standing = Standing()
    for moment, changes in moments_of(cone):
        if moment not in flips:
            standing.change(changes)
            continue
        before = standing.copy()
        standing.change(changes)
        if readable(moment - 1) and readable(moment):
            yield moment, _causes(cone, moment, flips[moment], before, standing, changes)
    for moment in flips:
        if not readable(moment):
            yield moment, (Cause(SETTINGS, (Difference(What.UNREADABLE),)),)
        elif not readable(moment - 1):
            yield moment, (Cause(SETTINGS, (Difference(What.READABLE),)),)


def _causes(
    cone: Cone,
    moment: int,
    ids: tuple[str, str],
    before: Standing,
    after: Standing,
    changes: Mapping[str, Held | None],
) -> tuple[Cause, ...]:
    old = {id: _held(cone, id, moment - 1) for id in changes}
    former = _renamed(old, changes)
    changed = {id for id in changes if _version(cone, id, moment - 1) != _version(cone, id, moment)}
    scope = _scope(ids, before, after)
    a, b = (label(Network.build(standing.nodes(scope))) for standing in (before, after))
    roots = causes(a, b, changed - set(former.values())).get(ids[1], ())
    return tuple(Cause(id, _happened(id, former.get(id), old, changes)) for id in roots)


def _happened(
    id: str, former: str | None, old: Mapping[str, Held | None], new: Mapping[str, Held | None]
) -> tuple[Difference, ...]:
    if former is None:
        return differences(old[id], new[id])
    return (Difference(What.RENAMED, (former,), (id,)), *differences(old[former], new[id]))


def _scope(ids: tuple[str, str], before: Standing, after: Standing) -> set[str]:
    """What the belief rests on before or after, and what that rests on before or after, and so on."""
    found = set(ids)
    waiting = list(found)
    while waiting:
        id = waiting.pop()
        for cited in (*before.cited(id), *after.cited(id)):
            if cited not in found:
                found.add(cited)
                waiting.append(cited)
    return found


def _renamed(old: Mapping[str, Held | None], new: Mapping[str, Held | None]) -> dict[str, str]:
    """New id → old id, for each belief that comes with an alias whose own belief goes."""
    gone = {id for id, held in old.items() if held is not None and new[id] is None}
    found: dict[str, str] = {}
    for id in sorted(new):
        held = new[id]
        for alias in held.aliases if isinstance(held, Belief) and old[id] is None else ():
            if alias in gone and alias not in found.values() and id not in found:
                found[id] = alias
    return found


def _held(cone: Cone, id: str, moment: int) -> Held | None:
    return cone.held(id, stepwise(cone.states[id], None)(moment))


def _version(cone: Cone, id: str, moment: int) -> object:
    state = stepwise(cone.states[id], None)(moment)
    return state.version if state else None
