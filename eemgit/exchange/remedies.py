"""Words for why a label changed and for the edit that undoes it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from eemgit.tms.network import Label, Rule

SHOWN = 5
"""How many ids a sentence lists before it counts the rest."""


@dataclass(frozen=True, slots=True)
class Remedy:
    """A reason and an edit, each half a sentence."""

    why: str
    edit: str


def listed(ids: Iterable[str]) -> str:
    """Ids for a sentence: the first few, quoted, and how many more."""
    ids = tuple(ids)
    text = ", ".join(repr(id) for id in ids[:SHOWN])
    return f"{text} and {len(ids) - SHOWN} more" if len(ids) > SHOWN else text


def for_ring(member: str, ring: Sequence[str], rules: Sequence[Rule]) -> Remedy:
    """For beliefs that only support each other; `rules` are those that held `member` in the export."""
    alone = len(ring) == 1
    why = "it is its own antecedent" if alone else f"{listed(ring)} support each other and rest on nothing else"
    inside = set(ring)
    for rule in rules:
        circular = tuple(id for id in rule.inlist if id in inside)
        if circular and len(circular) < len(rule.inlist) + len(rule.outlist):
            whose = "its own antecedents" if alone else f"the antecedents of {member!r}"
            return Remedy(why, f"take {listed(circular)} out of {whose}")
    return Remedy(why, f"give {member!r} a justification {'besides itself' if alone else 'from outside the ring'}")


def for_loop(member: str, loop: Sequence[str], rules: Sequence[Rule], stored: Label) -> Remedy:
    """For beliefs that are undecided through `unless`."""
    why = f"a loop through `unless` leaves {listed(loop)} undecided; the export chose one of its answers"
    if stored is Label.OUT:
        return Remedy(why, f"retract {member!r}")
    inside = set(loop)
    exceptions = tuple(sorted({id for rule in rules for id in rule.outlist if id in inside}))
    if exceptions:
        return Remedy(why, f"take {listed(exceptions)} out of the `unless` of {member!r}")
    return Remedy(why, f"give {member!r} a justification from outside the loop")


def for_dangling(member: str, missing: Sequence[str]) -> Remedy:
    """For a belief that rests on ids nobody has."""
    return Remedy(
        f"it rests on {listed(missing)}, which the export does not hold",
        f"add {listed(missing)}, or take it out of the antecedents of {member!r}",
    )
