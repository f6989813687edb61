"""What holds a node, in our terms: ANY sets and gates on the whole belief recovered, repeats and blanks dropped."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from eemgit.beliefs.model import Justification, Mode
from eemgit.exchange.export import ExportedJustification, ExportedNode
from eemgit.exchange.losses import Ledger

GATES = ("challenges", "superseded_by")
"""Metadata that names what was put against the node as a whole."""

REPEATING = (*GATES, "summarizes")


@dataclass(frozen=True, slots=True)
class Support:
    """The justifications of a belief (None for a premise) and what gates all of it, under the ids of the export.

    `dropped`: one that names nothing was left out.
    """

    justifications: tuple[Justification, ...] | None
    unless: tuple[str, ...] = ()
    dropped: bool = False

    def renamed(self, name: Callable[[str], str]) -> Support:
        """The same under other ids."""
        unless = tuple(map(name, self.unless))
        if self.justifications is None:
            return replace(self, unless=unless)
        justifications = (
            replace(each, antecedents=tuple(map(name, each.antecedents)), unless=tuple(map(name, each.unless)))
            for each in self.justifications
        )
        return replace(self, justifications=tuple(justifications), unless=unless)

    def named(self) -> frozenset[str]:
        """Every id in it."""
        inside = (id for each in self.justifications or () for id in (*each.antecedents, *each.unless))
        return frozenset((*self.unless, *inside))


def support_of(node: ExportedNode, ledger: Ledger) -> Support:
    """What holds `node`; the label it computes to is that of the export's justifications.

    A justification that names nothing always holds. Alone it makes a premise; beside others it is lost.
    """
    if node.justifications is None:
        return Support(None)
    distinct = _distinct(node.id, node.justifications, ledger)
    filled = tuple(each for each in distinct if not each.is_empty)
    dropped = len(filled) < len(distinct)
    if dropped and not filled:
        ledger.odd(node.id, "its justification names nothing, so it holds always: a premise")
        return Support(None)
    if dropped:
        ledger.lost(node.id, "a justification that names nothing", "it would hold always, beside others that need not")
    gates = () if dropped else _gates(node, filled)
    if gates:
        filled = tuple(replace(each, unless=_without(each.unless, gates)) for each in filled)
        if any(each.is_empty for each in filled):
            return Support(None, gates)
    return Support(tuple(_alternatives(filled)), gates, dropped)


def told(node: ExportedNode, support: Support) -> set[str]:
    """The names of the node's metadata that only repeat ids of its justifications."""
    named = support.named()
    return {name for name in REPEATING if (ids := _metadata_ids(node, name)) and named.issuperset(ids)}


def _distinct(id: str, justifications: Sequence[ExportedJustification], ledger: Ledger) -> list[ExportedJustification]:
    seen: set[tuple[frozenset[str], frozenset[str], str]] = set()
    kept = []
    for justification in justifications:
        key = (frozenset(justification.antecedents), frozenset(justification.unless), justification.label)
        if key in seen:
            ledger.odd(id, "has the same justification more than once; one is kept")
        else:
            seen.add(key)
            kept.append(justification)
    return kept


def _gates(node: ExportedNode, justifications: Sequence[ExportedJustification]) -> tuple[str, ...]:
    """The gates that every justification has; none when taking them out would leave one of several with nothing."""
    if not justifications:
        return ()
    named = dict.fromkeys(id for name in GATES for id in _metadata_ids(node, name))
    gates = tuple(id for id in named if all(id in each.unless for each in justifications))
    stripped = (not each.antecedents and not _without(each.unless, gates) for each in justifications)
    return () if len(justifications) > 1 and any(stripped) else gates


def _metadata_ids(node: ExportedNode, name: str) -> tuple[str, ...]:
    value = node.metadata.get(name)
    ids = value if isinstance(value, list) else [value]
    return tuple(id for id in ids if isinstance(id, str) and id)


def _without(ids: Sequence[str], others: Sequence[str]) -> tuple[str, ...]:
    return tuple(id for id in ids if id not in others)


def _alternatives(justifications: Sequence[ExportedJustification]) -> Iterator[Justification]:
    """The justifications, neighbours with one antecedent each and the rest alike joined to one ANY set.

    The exporting program stores an ANY set as such a row, and nothing else tells the two apart: they mean the same.
    """
    row: list[ExportedJustification] = []
    for justification in justifications:
        if row and not _same_row(row[-1], justification):
            yield _joined(row)
            row = []
        row.append(justification)
    if row:
        yield _joined(row)


def _same_row(one: ExportedJustification, other: ExportedJustification) -> bool:
    single = len(one.antecedents) == len(other.antecedents) == 1
    return single and one.label == other.label and set(one.unless) == set(other.unless)


def _joined(row: Sequence[ExportedJustification]) -> Justification:
    first = row[0]
    if len(row) == 1:
        return Justification(first.antecedents, first.unless, label=first.label)
    return Justification(tuple(each.antecedents[0] for each in row), first.unless, Mode.ANY, first.label)
