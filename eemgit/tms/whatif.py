"""Which labels would flip, and which changes are at the root of a flip."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from eemgit.tms.components import components
from eemgit.tms.labelling import Labelling, differing, relabel
from eemgit.tms.network import IN, LABELS, OUT, UNDECIDED, Label, Network, Node
from eemgit.tms.rules import BLOCKED, outstanding, own_rules


@dataclass(frozen=True, slots=True)
class Flip:
    """A belief whose label differs."""

    id: str
    before: Label | None
    after: Label | None


def what_if(labelling: Labelling, forced: Mapping[str, Label | None]) -> tuple[Flip, ...]:
    """What flips, the forced beliefs included, if these were forced (None: no longer), sorted by id.

    KeyError for an id the network does not have.
    """
    before, network = labelling.codes, labelling.network
    after = relabel(labelling, network.force(forced)).codes
    return tuple(Flip(network.ids[i], LABELS[before[i]], LABELS[after[i]]) for i in differing(before, after))


def causes(before: Labelling, after: Labelling, changed: Iterable[str]) -> Mapping[str, tuple[str, ...]]:
    """For each belief whose label differs, the changed ids at the root of its flip, both sorted.

    A belief that is only in one of the networks differs, too. A belief of `changed` names itself, unless it says the
    same in both networks. Any other flip is followed to what brought it about: a belief that fell has lost an
    antecedent or gained an `unless` in every rule that held it, one that rose has done the opposite in one that holds
    it now. Linear in the rules of what flipped, times the number of roots.
    """
    comparison = _Comparison(before, after, frozenset(changed))
    flipped = comparison.flipped()
    numbers = {id: n for n, id in enumerate(flipped)}
    roots = [comparison.roots(id) for id in flipped]
    edges = [[numbers[j] for j in comparison.brought_about_by(id) if j in numbers] for id in flipped]
    gathered = _gathered(edges, [frozenset(own) for own in roots])
    named = {found: tuple(sorted(found)) for found in set(gathered)}
    return {id: named[found] for id, found in zip(flipped, gathered, strict=True)}


_Ids = frozenset[str]
_RANKS = {OUT: 0, UNDECIDED: 1, IN: 2}


@dataclass(frozen=True, slots=True)
class _Comparison:
    before: Labelling
    after: Labelling
    changed: frozenset[str]

    def flipped(self) -> list[str]:
        a, b = self.before, self.after
        if a.network.ids == b.network.ids and a.network.known == b.network.known:
            return [a.network.ids[i] for i in differing(a.codes, b.codes)]
        return [id for id in sorted({*a, *b}) if _seen(a, id) != _seen(b, id)]

    def roots(self, id: str) -> tuple[str, ...]:
        """The changed ids that reach this belief directly: itself, or those its references now lead to or led to."""
        a, b = self.before.network, self.after.network
        if a.shares_rules(b):
            is_own = a.forced.get(a.index[id]) != b.forced.get(b.index[id])
            return (id,) if is_own and id in self.changed else ()
        said, says = _says(a, id), _says(b, id)
        if said == says:
            return ()
        if id in self.changed:
            return (id,)
        return tuple(sorted((_cited(said) ^ _cited(says)) & self.changed))

    def brought_about_by(self, id: str) -> Iterator[str]:
        """The beliefs whose flips let this one rise or fall; none for one that names itself."""
        was, now = _rank(self.before, id), _rank(self.after, id)
        if was == now or self.roots(id) == (id,):
            return
        high, low, rank = (self.before, self.after, was) if was > now else (self.after, self.before, now)
        network = high.network
        for r in own_rules(network, network.index[id]):
            if _value(high, r) == rank:
                yield from (network.ids[i] for i in network.inlists[r] if _rank(low, network.ids[i]) < rank)
                yield from (network.ids[i] for i in network.outlists[r] if 2 - _rank(low, network.ids[i]) < rank)


def _seen(labelling: Labelling, id: str) -> Label | None:
    """The label of a belief; None when there is none, or its id is only cited."""
    return labelling[id] if labelling.network.is_known(id) else None


def _rank(labelling: Labelling, id: str) -> int:
    """How true the belief is, from 0 to 2; one that is not there is OUT."""
    i = labelling.network.index.get(id)
    return 0 if i is None else _RANKS[labelling.codes[i]]


def _value(labelling: Labelling, r: int) -> int:
    """How true the rule makes its belief, from 0 to 2."""
    missing = outstanding(labelling.network, labelling.codes, r)
    return {0: 2, BLOCKED: 0}.get(missing, 1)


def _says(network: Network, id: str) -> Node | None:
    """The belief with its rules, or None when it is not there."""
    return Node(id, network.rules_of(id), network.forced_label(id)) if network.is_known(id) else None


def _cited(node: Node | None) -> set[str]:
    return {id for rule in node.rules for id in (*rule.inlist, *rule.outlist)} if node else set()


def _gathered(edges: list[list[int]], own: list[_Ids]) -> list[_Ids]:
    """For each vertex the ids of all it reaches, its own included."""
    found = list(own)
    for members in components(range(len(edges)), edges.__getitem__):
        parts = {found[i] for i in members} | {found[j] for i in members for j in edges[i]}
        everything = frozenset().union(*parts) if len(parts) > 1 else parts.pop()
        for i in members:
            found[i] = everything
    return found
