"""What holds a node, in our terms: ANY sets recovered, gates on the whole belief recovered, repeats and blanks dropped."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from eemgit.beliefs.model import Justification, Mode
from eemgit.exchange.export import ExportedJustification, ExportedNode
from eemgit.exchange.losses import Ledger


@dataclass(frozen=True, slots=True)
class Support:
    """The justifications of a belief (None for a premise) and what gates all of it, under the ids of the export."""

    justifications: tuple[Justification, ...] | None
    unless: tuple[str, ...] = ()

    def renamed(self, name: Callable[[str], str]) -> Support:
        """The same under other ids."""
        if self.justifications is None:
            return Support(None, tuple(map(name, self.unless)))
        justifications = (
            replace(each, antecedents=tuple(map(name, each.antecedents)), unless=tuple(map(name, each.unless)))
            for each in self.justifications
        )
        return Support(tuple(justifications), tuple(map(name, self.unless)))


def support_of(node: ExportedNode, ledger: Ledger) -> Support:
    """What holds `node`; the label it computes to is that of the export's justifications.

    A justification that names nothing always holds. Alone it makes a premise; beside others it is lost.
    """
    if node.justifications is None:
        return Support(None)
    filled = _filled(node.id, _distinct(node.id, node.justifications, ledger), ledger)
    if filled is None:
        return Support(None)
    gates = _gates(node, filled)
    if gates:
        filled = tuple(replace(each, unless=_without(each.unless, gates)) for each in filled)
        if any(each.is_empty for each in filled):
            return Support(None, gates)
    return Support(tuple(_alternatives(filled)), gates)


def gates_named(node: ExportedNode) -> tuple[str, ...]:
    """What the metadata says was put against the node as a whole: its challenges, and what supersedes it."""
    challenges = node.metadata.get("challenges")
    named = challenges if isinstance(challenges, list) else []
    return tuple(dict.fromkeys(id for id in (*named, node.metadata.get("superseded_by")) if isinstance(id, str) and id))


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


def _filled(
    id: str, justifications: Sequence[ExportedJustification], ledger: Ledger
) -> tuple[ExportedJustification, ...] | None:
    filled = tuple(justification for justification in justifications if not justification.is_empty)
    if len(filled) == len(justifications):
        return filled
    if not filled:
        ledger.odd(id, "its justification names nothing, so it holds always: a premise")
        return None
    ledger.lost(id, "a justification that names nothing", "it would hold always, beside others that need not")
    return filled


def _gates(node: ExportedNode, justifications: Sequence[ExportedJustification]) -> tuple[str, ...]:
    """The gates that every justification has; none when taking them out would leave one of several with nothing."""
    if not justifications:
        return ()
    gates = tuple(id for id in gates_named(node) if all(id in each.unless for each in justifications))
    stripped = (not each.antecedents and not _without(each.unless, gates) for each in justifications)
    return () if len(justifications) > 1 and any(stripped) else gates


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
