"""Whether a knowledge base that typed edits were applied to still makes sense where they touched it."""

from __future__ import annotations

from collections.abc import Sequence

from eemgit.beliefs.checks import listed
from eemgit.beliefs.codes import CODES
from eemgit.beliefs.knowledge import KnowledgeBase
from eemgit.beliefs.model import Belief, Justification, Nogood, Retraction, Severity
from eemgit.beliefs.near import did_you_mean
from eemgit.errors import EditRefused, Where
from eemgit.steps.protocol import Add, Extend, Justify, RecordNogood, Retract, Rewrite, Unit
from eemgit.tms.network import Label
from eemgit.tms.rings import unfounded_rings


def check_sound(before: KnowledgeBase, after: KnowledgeBase, units: Sequence[Unit]) -> None:
    """Raises EditRefused naming the first edit that left something without meaning or ground in `after`."""
    first = _first_written(units)
    supported: list[str] = []
    for number, unit in enumerate(units):
        for edit in unit.edits:
            match edit:
                case Add(belief):
                    _check_added(after, belief)
                    _check_justifications(after, belief.id, belief.justifications or (), first, number)
                    supported.append(belief.id)
                case Extend(id, _, _, justifications):
                    _check_justifications(after, id, justifications, first, number)
                    supported.append(id)
                case Justify(id, justification):
                    _check_justifications(after, id, (justification,), first, number)
                    supported.append(id)
                case Rewrite(path):
                    _check_readable(after, path)
                case Retract(id, retraction):
                    _check_retraction(after, id, retraction)
                case RecordNogood(nogood):
                    _check_nogood(after, nogood)
    _check_rings(before, after, supported)


def _first_written(units: Sequence[Unit]) -> dict[str, int]:
    """Which unit adds each belief that is added."""
    return {edit.belief.id: number for number, unit in enumerate(units) for edit in unit.edits if isinstance(edit, Add)}


def _check_readable(after: KnowledgeBase, path: str) -> None:
    """Raises EditRefused, with the place of the first thing wrong, when a rewritten file cannot be read."""
    for found in after.reading_findings:
        if found.where.path == path and CODES[found.code].unreadable:
            raise EditRefused(f"{found.code}: {found.message}", where=found.where, hint=found.hint)


def _check_added(after: KnowledgeBase, belief: Belief) -> None:
    if belief.id not in after.beliefs:
        errors = (f for f in after.reading_findings if f.id == belief.id and f.severity is Severity.ERROR)
        message = next((f.message for f in errors), "it cannot be read back")
        raise EditRefused(f"{belief.id!r}: {message}")
    if belief.justifications == ():
        raise EditRefused(f"{belief.id!r} would be derived from nothing", hint="a premise has no justifications at all")


def _check_justifications(
    after: KnowledgeBase, id: str, justifications: Sequence[Justification], first: dict[str, int], number: int
) -> None:
    for justification in justifications:
        if not justification.antecedents and not justification.unless:
            raise EditRefused(f"a justification of {id!r} has neither antecedents nor unless")
        for reference in justification.antecedents:
            named = after.references.named(reference)
            if named is None:
                near = did_you_mean(reference, after.paths)
                raise EditRefused(
                    f"{id!r} would rest on {reference!r}, which does not exist",
                    where=_where(after, id),
                    hint=f"did you mean {near}?" if near else None,
                )
            if first.get(named, -1) > number:
                raise EditRefused(f"{id!r} would rest on {named!r}, which is only added later", where=_where(after, id))
            if after.resolve(reference) == id:
                raise EditRefused(
                    f"{id!r} would be its own antecedent",
                    where=_where(after, id),
                    hint=None if reference == id else f"{reference!r} stands for it",
                )


def _check_rings(before: KnowledgeBase, after: KnowledgeBase, supported: Sequence[str]) -> None:
    """Raises EditRefused when a belief that was given a justification is held only by what it holds, and was not."""
    at_risk = [id for id in supported if after.label_of(id) is Label.OUT and not after.beliefs[id].retracted]
    if not at_risk:
        return
    was_in_ring = {member for ring in unfounded_rings(before.labelling) for member in ring.members}
    rings = unfounded_rings(after.labelling)
    for id in at_risk:
        for ring in rings:
            if id in ring.members and id not in was_in_ring:
                raise EditRefused(
                    f"{id!r} would hold itself up: {listed(ring.members)} support each other and nothing supports them",
                    where=_where(after, id),
                )


def _check_retraction(after: KnowledgeBase, id: str, retraction: Retraction) -> None:
    for reference in filter(None, (retraction.duplicate_of, retraction.superseded_by)):
        named = after.references.named(reference)
        if named is None:
            raise EditRefused(f"{id!r} would give way to {reference!r}, which does not exist", where=_where(after, id))
        if named == id:
            raise EditRefused(f"{id!r} would give way to itself", where=_where(after, id))
    if retraction.duplicate_of and after.beliefs[id].retracted and after.resolve(id) == id:
        raise EditRefused(f"{id!r} would be a duplicate of a duplicate of itself", where=_where(after, id))
    if retraction.nogood and retraction.nogood not in after.nogoods:
        raise EditRefused(f"there is no nogood {retraction.nogood!r} to retract {id!r} for", where=_where(after, id))


def _check_nogood(after: KnowledgeBase, nogood: Nogood) -> None:
    for member in nogood.members:
        if after.references.named(member) is None:
            raise EditRefused(f"the nogood {nogood.id!r} names {member!r}, which does not exist")


def _where(knowledge: KnowledgeBase, id: str) -> Where | None:
    return Where(knowledge.paths[id]) if id in knowledge.paths else None
