"""Who is to blame for a contradiction: dependency-directed backtracking from a nogood to what it rests on.

After Doyle, "A truth maintenance system", Artificial Intelligence 12(3), 1979, with two differences: every support of a
member counts and not only the current one, and a culprit must have been seen to take a member OUT.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from eemgit.tms.components import closure
from eemgit.tms.labelling import Labelling, differing, relabel
from eemgit.tms.network import IN, OUT, Label
from eemgit.tms.rules import outstanding, own_rules


@dataclass(frozen=True, slots=True)
class Culprit:
    """A belief whose retraction takes at least one member of a nogood OUT. All ids sorted."""

    id: str
    sourced: bool
    takes_out: tuple[str, ...]
    """The members it takes OUT."""
    lost: tuple[str, ...]
    """Everything that is IN before and not after, itself included."""
    derived: bool = False
    """Whether it is blamed for want of a premise: a member that no single retraction beneath it takes OUT."""


@dataclass(frozen=True, slots=True)
class Culprits:
    """All culprits, the best to retract first, and the one to retract unless several are equally good."""

    candidates: tuple[Culprit, ...]
    chosen: Culprit | None


def culprits(labelling: Labelling, members: Iterable[str], is_sourced: Callable[[str], bool]) -> Culprits:
    """Who may be retracted to end a contradiction between the members; nobody unless all of them are IN.

    Blamed are premises and assumptions, which are what holds by a rule without antecedents; the members themselves if
    there is none. Ranked are beliefs without a source first, then those that cost the fewest beliefs beside the
    members, then those that take most members OUT, then those that cost least. Ids only order equals, and of equals
    none is chosen. KeyError for an id the network does not have.
    """
    nogood = sorted({labelling.network.index[id] for id in members})
    if not nogood or any(labelling.codes[i] != IN for i in nogood):
        return Culprits((), None)
    grounds = sorted(i for i in closure(nogood, lambda i: _antecedents(labelling, i)) if _is_ground(labelling, i))
    found = [_culprit(labelling, i, nogood, is_sourced, derived=False) for i in grounds]
    found = [culprit for culprit in found if culprit.takes_out]
    if not found:
        found = [_culprit(labelling, i, nogood, is_sourced, derived=True) for i in nogood]
    names = frozenset(labelling.network.names(nogood))
    found.sort(key=lambda culprit: (_cost(culprit, names), culprit.id))
    is_tie = len(found) > 1 and _cost(found[0], names) == _cost(found[1], names)
    return Culprits(tuple(found), None if is_tie else found[0])


def blame(labelling: Labelling, id: str, members: Iterable[str], is_sourced: Callable[[str], bool]) -> Culprit | None:
    """What retracting this very belief does to the contradiction; None when every member stays. KeyError as above."""
    network = labelling.network
    nogood = sorted({network.index[member] for member in members})
    number = network.index[id]
    found = _culprit(labelling, number, nogood, is_sourced, derived=not _is_ground(labelling, number))
    return found if found.takes_out else None


def _antecedents(labelling: Labelling, i: int) -> Iterator[int]:
    """The antecedents in every rule that holds belief `i`."""
    network = labelling.network
    if i not in network.forced:
        for r in own_rules(network, i):
            if not outstanding(network, labelling.codes, r):
                yield from network.inlists[r]


def _is_ground(labelling: Labelling, i: int) -> bool:
    network, codes = labelling.network, labelling.codes
    rules = own_rules(network, i)
    return i in network.forced or any(not network.inlists[r] and not outstanding(network, codes, r) for r in rules)


def _culprit(
    labelling: Labelling, i: int, nogood: list[int], is_sourced: Callable[[str], bool], *, derived: bool
) -> Culprit:
    """What retracting belief `i` does."""
    network = labelling.network
    id = network.ids[i]
    after = relabel(labelling, network.force({id: Label.OUT})).codes
    return Culprit(
        id=id,
        sourced=is_sourced(id),
        takes_out=network.names(j for j in nogood if after[j] == OUT),
        lost=network.names(j for j in differing(labelling.codes, after) if labelling.codes[j] == IN),
        derived=derived,
    )


def _cost(culprit: Culprit, members: frozenset[str]) -> tuple[bool, int, int, int]:
    beside = sum(id not in members for id in culprit.lost)
    return (culprit.sourced, beside, -len(culprit.takes_out), len(culprit.lost))
