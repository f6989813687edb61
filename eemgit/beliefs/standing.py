"""What the beliefs of a cone say at each moment of its trail, references resolved."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from eemgit.beliefs.cone import Cone, named_by
from eemgit.beliefs.held import Held, Unreadable
from eemgit.beliefs.model import Belief
from eemgit.beliefs.references import References, compile_network, rules_of, survivor_of
from eemgit.tms.network import Label, Node, Rule


def moments_of(cone: Cone) -> Iterator[tuple[int, dict[str, Held | None]]]:
    """Each moment at which a belief of the cone changes, in order, and what those beliefs say from then on."""
    by_moment: dict[int, dict[str, Held | None]] = {}
    for id, states in cone.states.items():
        for moment, state in states.items():
            by_moment.setdefault(moment, {})[id] = cone.held(id, state)
    yield from sorted(by_moment.items())


class Standing:
    """The beliefs of a cone at one moment; `change` leads to the next."""

    def __init__(self) -> None:
        self.beliefs: dict[str, Belief] = {}
        self.unreadable: set[str] = set()
        self.references = References({}, ())
        self._naming: dict[str, set[str]] = {}

    def change(self, changes: Mapping[str, Held | None]) -> set[str]:
        """Takes in what these beliefs say now; the beliefs that may have other rules by it, these included."""
        before = {id: self.beliefs.get(id) for id in changes}
        resolved = {id for id in changes if _resolving(self.held(id)) != _resolving(changes[id])}
        affected = set(changes)
        if resolved:
            affected |= self._resolve_again(changes, resolved)
        else:
            self._put(changes)
        for id, old in before.items():
            self._note(id, old, self.beliefs.get(id))
        return affected

    def copy(self) -> Standing:
        """The same moment once more, left alone by changes to this one; it can be read but not changed."""
        other = Standing()
        other.beliefs, other.unreadable = dict(self.beliefs), set(self.unreadable)
        other.references = References(other.beliefs, other.unreadable)
        return other

    def held(self, id: str) -> Held | None:
        """What a belief says at this moment, None when it is not there."""
        return Unreadable(()) if id in self.unreadable else self.beliefs.get(id)

    def nodes(self, ids: Iterable[str]) -> Iterator[Node]:
        """These beliefs, as far as they are there, as nodes of the kernel."""
        ids = sorted(ids)
        some = {id: self.beliefs[id] for id in ids if id in self.beliefs}
        return compile_network(some, (id for id in ids if id in self.unreadable), self.references)

    def rules(self, id: str) -> tuple[Rule, ...]:
        """The rules of a belief that can be read."""
        return rules_of(self.beliefs[id], self.references)

    def forced(self, id: str) -> Label | None:
        """What the belief is forced to; one that is not there is OUT."""
        if id in self.unreadable:
            return Label.UNDECIDED
        belief = self.beliefs.get(id)
        return Label.OUT if belief is None or belief.retracted else None

    def cited(self, id: str) -> Iterator[str]:
        """What the belief names, resolved; nothing for one that is not there, cannot be read or is retracted."""
        belief = self.beliefs.get(id)
        return self.references.cited(belief) if belief is not None and belief.retracted is None else iter(())

    def _put(self, changes: Mapping[str, Held | None]) -> None:
        for id, held in changes.items():
            self.beliefs.pop(id, None) if not isinstance(held, Belief) else self.beliefs.update({id: held})
            self.unreadable.discard(id)
            if isinstance(held, Unreadable):
                self.unreadable.add(id)

    def _resolve_again(self, changes: Mapping[str, Held | None], resolved: Iterable[str]) -> set[str]:
        """Takes in changes after which references may lead elsewhere; the beliefs with such a reference."""
        duplicates = {id for id, belief in self.beliefs.items() if survivor_of(belief)}
        old, old_beliefs = self.references, self.beliefs
        self.beliefs, self.unreadable = dict(old_beliefs), set(self.unreadable)
        self._put(changes)
        self.beliefs = dict(sorted(self.beliefs.items()))
        self.references = References(self.beliefs, self.unreadable)
        doubtful = {*resolved, *duplicates, *(id for id, belief in self.beliefs.items() if survivor_of(belief))}
        both = (belief.aliases for id in doubtful for some in (old_beliefs, self.beliefs) if (belief := some.get(id)))
        names = doubtful.union(*both)
        moved = {name for name in names if old.standing((name,)) != self.references.standing((name,))}
        return {id for name in moved for id in self._naming.get(name, ())}

    def _note(self, id: str, old: Belief | None, new: Belief | None) -> None:
        for name in named_by(old) if old else ():
            self._naming[name].discard(id)
        for name in named_by(new) if new else ():
            self._naming.setdefault(name, set()).add(id)


@dataclass(frozen=True, slots=True)
class _Resolving:
    readable: bool
    aliases: tuple[str, ...] = ()
    survivor: str | None = None


def _resolving(held: Held | None) -> _Resolving | None:
    """What references to the belief depend on."""
    if held is None or isinstance(held, Unreadable):
        return _Resolving(False) if held else None
    return _Resolving(True, held.aliases, survivor_of(held))
