"""Why a belief is IN, what blocks one that is not, and what either touches.

Every id must be one of the network: KeyError otherwise. Depths and supports are computed for all beliefs at once, when
first asked for, and kept with the labelling.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from eemgit.tms.components import closure
from eemgit.tms.depths import NO_DEPTH, NO_RULE
from eemgit.tms.labelling import Labelling
from eemgit.tms.network import IN, OUT, Label, Rule
from eemgit.tms.rules import citers, outstanding, own_rules


@dataclass(frozen=True, slots=True)
class Blocker:
    """A belief whose label keeps a rule from holding; not `known` when it is only cited."""

    id: str
    label: Label
    known: bool


@dataclass(frozen=True, slots=True)
class Blocked:
    """A rule that does not hold: which antecedents are not IN, and which `unless` are not OUT."""

    rule: Rule
    antecedents: tuple[Blocker, ...]
    unless: tuple[Blocker, ...]


def depth(labelling: Labelling, id: str) -> int | None:
    """How many antecedents lie under the belief in a row: 0 for a premise and for what rests on `unless` alone.

    For a belief that is IN it is the depth of its support, for any other the least its rules could give it. None when
    they could give none, because every one leads into a circle or to an unknown id.
    """
    found = labelling.measured.depths[labelling.network.index[id]]
    return None if found == NO_DEPTH else found


def support(labelling: Labelling, id: str) -> Rule | None:
    """The rule the belief is IN by: of least depth, then first. None when it is not IN, or forced IN."""
    r = labelling.measured.supports[labelling.network.index[id]]
    return None if r == NO_RULE else labelling.network.rule(r)


def supports(labelling: Labelling, id: str) -> tuple[Rule, ...]:
    """All rules of the belief that hold, by number, whether it is forced or not."""
    network = labelling.network
    rules = own_rules(network, network.index[id])
    return tuple(network.rule(r) for r in rules if not outstanding(network, labelling.codes, r))


def foundations(labelling: Labelling, id: str) -> tuple[str, ...]:
    """Every belief that the support rests on, directly or not, sorted; nothing for a belief that is not IN."""
    network, chosen = labelling.network, labelling.measured.supports

    def rests_on(i: int) -> Iterator[int]:
        if chosen[i] != NO_RULE:
            yield from network.inlists[chosen[i]]

    start = network.index[id]
    return network.names(sorted(closure((start,), rests_on) - {start}))


def repercussions(labelling: Labelling, id: str) -> tuple[str, ...]:
    """Every belief whose label could hang on this one, through antecedents or `unless`, sorted."""
    network = labelling.network
    start = network.index[id]
    return network.names(sorted(closure((start,), lambda i: citers(network, i)) - {start}))


def blockers(labelling: Labelling, id: str) -> tuple[Blocked, ...]:
    """What fails in each rule of the belief that does not hold, by number."""
    network = labelling.network
    rules = own_rules(network, network.index[id])
    return tuple(_blocked(labelling, r) for r in rules if outstanding(network, labelling.codes, r))


def is_gated(labelling: Labelling, id: str) -> bool:
    """Whether the belief is OUT, not forced, and would be IN but for an `unless` that is IN."""
    network = labelling.network
    i = network.index[id]
    if labelling.codes[i] != OUT or i in network.forced:
        return False
    return any(_fails_by_gates_alone(labelling, r) for r in own_rules(network, i))


def _fails_by_gates_alone(labelling: Labelling, r: int) -> bool:
    """Of a rule that does not hold: whether all that is wrong with it is an `unless` that is IN."""
    network, codes = labelling.network, labelling.codes
    return all(codes[i] == IN for i in network.inlists[r]) and all(codes[i] in (IN, OUT) for i in network.outlists[r])


def _blocked(labelling: Labelling, r: int) -> Blocked:
    network, codes = labelling.network, labelling.codes
    return Blocked(
        rule=network.rule(r),
        antecedents=tuple(_blocker(labelling, i) for i in network.inlists[r] if codes[i] != IN),
        unless=tuple(_blocker(labelling, i) for i in network.outlists[r] if codes[i] != OUT),
    )


def _blocker(labelling: Labelling, i: int) -> Blocker:
    id = labelling.network.ids[i]
    return Blocker(id, labelling[id], bool(labelling.network.known[i]))
