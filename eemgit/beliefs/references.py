"""How a reference finds its belief, through aliases and duplicates, and the kernel network that follows."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping
from functools import cached_property

from eemgit.beliefs.model import Belief, Justification, Mode, RetractionType
from eemgit.tms.network import PREMISE, Label, Node, Rule


class References:
    """Resolves references of one set of beliefs."""

    def __init__(self, beliefs: Mapping[str, Belief], unreadable: Container[str]) -> None:
        self._beliefs = beliefs
        self._unreadable = unreadable
        self._ends: dict[str, str | None] = {}

    @cached_property
    def aliases(self) -> Mapping[str, str]:
        """Which belief each alias names. One that is an id too names that id; of two claims the first by id counts."""
        found: dict[str, str] = {}
        for id, belief in self._beliefs.items():
            for alias in belief.aliases:
                if alias not in self._beliefs and alias not in self._unreadable:
                    found.setdefault(alias, id)
        return found

    def named(self, reference: str) -> str | None:
        """The id that `reference` is, or is an alias of."""
        if reference in self._beliefs or reference in self._unreadable:
            return reference
        return self.aliases.get(reference)

    def resolve(self, reference: str) -> str | None:
        """The id of the belief that stands for `reference`: a duplicate gives way to its survivor.

        A ring of duplicates, and one whose survivor does not exist, stand for themselves: retracted, so OUT.
        """
        first = self.named(reference)
        if first is None or first not in self._beliefs or self._beliefs[first].retracted is None:
            return first
        if first not in self._ends:
            self._follow(first)
        return self._ends[first] or first

    def _follow(self, id: str) -> None:
        """Notes where the chain of survivors ends for each belief on it: None for a ring, and for a dangling end."""
        walked: dict[str, None] = {}
        end: str | None = id
        while end is not None and end in self._beliefs and end not in self._ends:
            walked[end] = None
            survivor = survivor_of(self._beliefs[end])
            if survivor is None:
                break
            following = self.named(survivor)
            end = following if following not in walked else None
        end = self._ends.get(end, end) if end is not None else None
        self._ends.update(dict.fromkeys(walked, end))

    def standing(self, references: Iterable[str]) -> tuple[str, ...]:
        """What the references resolve to; one that names nothing stays as it is, and is never IN."""
        return tuple(self.resolve(reference) or reference for reference in references)

    def cited(self, belief: Belief) -> Iterator[str]:
        """Each belief that decides this one's label: antecedents and `unless`, resolved, perhaps repeated."""
        yield from self.standing(belief.unless)
        for justification in belief.justifications or ():
            yield from self.standing(justification.antecedents)
            yield from self.standing(justification.unless)

    def citing(self) -> dict[str, tuple[str, ...]]:
        """For each cited belief the ones that cite it, sorted."""
        found: dict[str, set[str]] = {}
        for id, belief in self._beliefs.items():
            for cited in self.cited(belief):
                found.setdefault(cited, set()).add(id)
        return {cited: tuple(sorted(ids)) for cited, ids in found.items()}


def survivor_of(belief: Belief) -> str | None:
    """The reference that a belief retracted as a duplicate gives way to."""
    retracted = belief.retracted
    if retracted is None or retracted.type not in (None, RetractionType.DUPLICATE):
        return None
    return retracted.duplicate_of


def compile_network(beliefs: Mapping[str, Belief], unreadable: Iterable[str], references: References) -> Iterator[Node]:
    """The nodes of the kernel: every belief with its rules, the unreadable ones forced UNDECIDED."""
    for id, belief in beliefs.items():
        yield Node(id, rules_of(belief, references), Label.OUT if belief.retracted else None)
    for id in unreadable:
        yield Node(id, (), Label.UNDECIDED)


def rules_of(belief: Belief, references: References) -> tuple[Rule, ...]:
    """The rules that may hold a belief; a gate on the belief is an out-list on each of them."""
    gate = references.standing(belief.unless)
    if belief.justifications is None:
        return (Rule((), gate, -1),) if gate else (PREMISE,)
    rules: list[Rule] = []
    for number, justification in enumerate(belief.justifications):
        rules += _rules(number, justification, gate, references)
    return tuple(rules)


def _rules(number: int, justification: Justification, gate: tuple[str, ...], references: References) -> list[Rule]:
    if not justification.antecedents and not justification.unless:
        return []
    antecedents = references.standing(justification.antecedents)
    outlist = references.standing(justification.unless) + gate
    if justification.mode is Mode.ANY and antecedents:
        return [Rule((antecedent,), outlist, number) for antecedent in antecedents]
    return [Rule(antecedents, outlist, number)]
