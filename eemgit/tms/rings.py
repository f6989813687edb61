"""Beliefs that hang on themselves: circles of antecedents nobody holds, and loops through `unless`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from eemgit.tms.components import components
from eemgit.tms.labelling import Labelling, differing, relabel
from eemgit.tms.network import IN, OUT, UNDECIDED, Label, Rule
from eemgit.tms.rules import BLOCKED, items, outstanding, own_rules


@dataclass(frozen=True, slots=True)
class Ring:
    """Beliefs that are OUT because each is held only by others of them.

    `rules` are those that nothing outside the ring blocks, with the belief each would hold. A ring is `closed` when no
    rule of a member does without the ring: then nothing but an edit of a member can bring it back.
    """

    members: tuple[str, ...]
    rules: tuple[tuple[str, Rule], ...]
    closed: bool


@dataclass(frozen=True, slots=True)
class Loop:
    """Beliefs that are UNDECIDED because they cite each other through `unless`: pairs of (belief, its unless)."""

    members: tuple[str, ...]
    unless: tuple[tuple[str, str], ...]


def unfounded_rings(labelling: Labelling) -> tuple[Ring, ...]:
    """The circular supports at the root of what is OUT, by first member.

    A ring is a strongly connected set of beliefs OUT by their rules, and at least one of the rules is blocked by the
    ring alone. What merely hangs on a ring is none.
    """
    network, codes = labelling.network, labelling.codes
    lost = {i for i, code in enumerate(codes) if code == OUT and i not in network.forced}
    edges = {i: [j for r in own_rules(network, i) for j in network.inlists[r] if j in lost] for i in lost}
    rings = (_ring(labelling, members) for members in _cycles(edges))
    return tuple(sorted((ring for ring in rings if ring.rules), key=lambda ring: ring.members))


def undecided_loops(labelling: Labelling) -> tuple[Loop, ...]:
    """The loops through `unless` at the root of what is UNDECIDED, by first member.

    What hangs on a loop is none, nor what hangs on a belief that is forced UNDECIDED.
    """
    codes, forced = labelling.codes, labelling.network.forced
    edges = {i: _undecided_items(labelling, i) for i, code in enumerate(codes) if code == UNDECIDED and i not in forced}
    loops = [_loop(labelling, members) for members in _cycles(edges) if _is_root(members, edges)]
    return tuple(sorted(loops, key=lambda loop: loop.members))


def brings_back(labelling: Labelling, ids: Iterable[str]) -> tuple[str, ...]:
    """What else turns IN when these are forced IN, sorted. KeyError for an id the network does not have."""
    network = labelling.network
    chosen = sorted(set(ids))
    after = relabel(labelling, network.force(dict.fromkeys(chosen, Label.IN))).codes
    apart = {network.index[id] for id in chosen}
    return network.names(i for i in differing(labelling.codes, after) if after[i] == IN and i not in apart)


_Edges = Mapping[int, list[int]]


def _cycles(edges: _Edges) -> Iterator[list[int]]:
    """The strongly connected components with an edge inside; edges may lead to vertices that have none."""
    for members in components(sorted(edges), lambda i: edges.get(i, ())):
        if len(members) > 1 or members[0] in edges.get(members[0], ()):
            yield members


def _is_root(members: list[int], edges: _Edges) -> bool:
    inside = set(members)
    return all(j in inside for i in members for j in edges[i])


def _undecided_items(labelling: Labelling, i: int) -> list[int]:
    """The undecided beliefs in those rules of `i` that are not blocked."""
    network, codes = labelling.network, labelling.codes
    rules = [r for r in own_rules(network, i) if outstanding(network, codes, r) != BLOCKED]
    return [j for r in rules for j in items(network, r) if codes[j] == UNDECIDED]


def _ring(labelling: Labelling, members: list[int]) -> Ring:
    network, codes = labelling.network, labelling.codes
    inside = set(members)
    rules, closed = [], True
    for head in members:
        for r in own_rules(network, head):
            closed = closed and not inside.isdisjoint(network.inlists[r])
            failing = [j for j in network.inlists[r] if codes[j] != IN]
            if all(codes[j] == OUT for j in network.outlists[r]) and inside.issuperset(failing):
                rules.append((network.ids[head], network.rule(r)))
    return Ring(network.names(members), tuple(rules), closed)


def _loop(labelling: Labelling, members: list[int]) -> Loop:
    network, codes = labelling.network, labelling.codes
    inside = set(members)
    through = {
        (head, j)
        for head in members
        for r in own_rules(network, head)
        if outstanding(network, codes, r) != BLOCKED
        for j in network.outlists[r]
        if j in inside
    }
    return Loop(network.names(members), tuple((network.ids[a], network.ids[b]) for a, b in sorted(through)))
