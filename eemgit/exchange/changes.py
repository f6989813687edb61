"""Which beliefs have another label here than in the export, grouped by the root cause, with the edit that undoes it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum

from eemgit.exchange.outcome import Import
from eemgit.exchange.remedies import Remedy, for_dangling, for_loop, for_ring, listed
from eemgit.tms.components import closure, components
from eemgit.tms.labelling import Labelling, relabel
from eemgit.tms.network import Label, Rule

TRIED = 50
"""Of a large ring, how many members are tried as the place of the edit."""


class CauseKind(Enum):
    """Why a label of the export cannot be kept."""

    RING = "circular support"
    LOOP = "loop through unless"
    DANGLING = "dangling antecedent"
    LOST = "lost justification"
    STALE = "stale label"
    EDITED = "edited here"


@dataclass(frozen=True, slots=True)
class Change:
    """A belief whose label differs from the one that the export holds."""

    id: str
    stored: Label
    now: Label


@dataclass(frozen=True, slots=True)
class RootCause:
    """What changes the label of `beliefs`, and through them that of all that `hang` on them (sorted).

    `edit` is the smallest one that undoes it, `back` what then has the label of the export again, `beliefs` included.
    """

    kind: CauseKind
    beliefs: tuple[str, ...]
    why: str
    edit: str
    back: tuple[str, ...]
    hang: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LabelChanges:
    """All changes by id, and their causes: the one on which most hangs first."""

    changes: tuple[Change, ...]
    causes: tuple[RootCause, ...]


def label_changes(imported: Import, labelling: Labelling) -> LabelChanges:
    """Where `labelling`, made of a knowledge base with the import in it, differs from the labels of the export."""
    scene = _Scene(imported, labelling)
    changes = tuple(Change(id, imported.stored[id], labelling[id]) for id in scene.changed)
    causes = sorted(scene.causes(), key=lambda cause: (-len(cause.hang), cause.beliefs))
    return LabelChanges(changes, tuple(causes))


class _Scene:
    """The changed beliefs as a graph: each leads to the changed ones that explain its change."""

    def __init__(self, imported: Import, labelling: Labelling) -> None:
        self.imported = imported
        self.labelling = labelling
        self.network = labelling.network
        stored = imported.stored
        self.changed = tuple(id for id in sorted(stored) if id in self.network and labelling[id] is not stored[id])
        self._number = {id: number for number, id in enumerate(self.changed)}
        self._edges = [self._explained_by(id) for id in self.changed]

    def causes(self) -> Iterator[RootCause]:
        """The root causes: what leads to nothing outside itself."""
        citing: list[list[int]] = [[] for _ in self.changed]
        for number, edges in enumerate(self._edges):
            for edge in edges:
                citing[edge].append(number)
        for members in components(range(len(self.changed)), self._edges.__getitem__):
            inside = set(members)
            if all(edge in inside for number in members for edge in self._edges[number]):
                hang = closure(members, citing.__getitem__) - inside
                yield self._cause([self.changed[i] for i in members], [self.changed[i] for i in sorted(hang)])

    def stored(self, id: str) -> Label:
        """The label of the export, or the computed one of what it does not have."""
        return self.imported.stored.get(id) or self.labelling[id]

    def _explained_by(self, id: str) -> list[int]:
        """The changed beliefs in those rules of `id` that gave it its label there, or give it the one it has here."""
        rules = self._telling_rules(id)
        cited = {each for rule in rules for each in (*rule.inlist, *rule.outlist)}
        return sorted(self._number[each] for each in cited if each in self._number)

    def _telling_rules(self, id: str) -> Sequence[Rule]:
        if id in self.imported.kept or self.network.forced_label(id) is not None:
            return ()
        rules = self.network.rules_of(id)
        held = [rule for rule in rules if _holds(rule, self.stored)]
        if not held and self.labelling[id] is Label.UNDECIDED:
            return rules
        if self.imported.stored[id] is Label.IN:
            return held
        if held:
            return ()
        now = [rule for rule in rules if _holds(rule, self.labelling.__getitem__)]
        return now or rules

    def _cause(self, members: Sequence[str], hang: Sequence[str]) -> RootCause:
        kind = self._kind(members)
        found = [(self._remedy(kind, member, members), self._back(member)) for member in members[:TRIED]]
        remedy, back = max(found, key=lambda each: (len(each[1]), -len(each[0].edit)))
        return RootCause(kind, tuple(members), remedy.why, remedy.edit, back, tuple(hang))

    def _kind(self, members: Sequence[str]) -> CauseKind:
        first = members[0]
        if any(self._edges[self._number[member]] for member in members):
            undecided = any(self.labelling[member] is Label.UNDECIDED for member in members)
            return CauseKind.LOOP if undecided else CauseKind.RING
        if first in self.imported.kept or self.network.forced_label(first) is not None:
            return CauseKind.EDITED
        if self.imported.stored[first] is Label.IN and first in self.imported.weakened:
            return CauseKind.LOST
        return CauseKind.DANGLING if self._missing(first) else CauseKind.STALE

    def _missing(self, id: str) -> tuple[str, ...]:
        """The ids nobody has that alone keep a rule of `id` from holding by the stored labels."""
        for rule in self.network.rules_of(id):
            unknown = tuple(each for each in rule.inlist if not self.network.is_known(each))
            rest = Rule(tuple(each for each in rule.inlist if each not in unknown), rule.outlist)
            if unknown and _holds(rest, self.stored):
                return unknown
        return ()

    def _remedy(self, kind: CauseKind, member: str, members: Sequence[str]) -> Remedy:
        match kind:
            case CauseKind.RING:
                return for_ring(member, members, self._telling_rules(member))
            case CauseKind.LOOP:
                return for_loop(member, members, self._telling_rules(member), self.imported.stored[member])
            case CauseKind.DANGLING:
                return for_dangling(member, self._missing(member))
            case CauseKind.LOST:
                return Remedy("a justification could not be carried over", f"give {member!r} a justification")
            case CauseKind.EDITED:
                return Remedy("its file here says something else than the export", f"see what was edited in {member!r}")
            case CauseKind.STALE:
                return self._for_stale(member)

    def _for_stale(self, member: str) -> Remedy:
        if self.imported.stored[member] is Label.OUT:
            return Remedy("OUT in the export, and its justification holds there too", f"retract {member!r}")
        failing = sorted({id for rule in self.network.rules_of(member) for id in self._failing(rule)})
        why = f"IN in the export, though there {listed(failing)} keeps it OUT" if failing else "nothing justifies it"
        return Remedy(why, f"give {member!r} a justification that holds, if it should be IN")

    def _failing(self, rule: Rule) -> Iterator[str]:
        yield from (id for id in rule.inlist if self.stored(id) is not Label.IN)
        yield from (id for id in rule.outlist if self.stored(id) is Label.IN)

    def _back(self, member: str) -> tuple[str, ...]:
        """What has the label of the export when `member` is given its own."""
        forced = self.network.force({member: self.imported.stored[member]})
        after = relabel(self.labelling, forced)
        return tuple(id for id in self.changed if after[id] is self.imported.stored[id])


def _holds(rule: Rule, label_of: Callable[[str], Label]) -> bool:
    if any(label_of(id) is not Label.IN for id in rule.inlist):
        return False
    return not any(label_of(id) is Label.IN for id in rule.outlist)
