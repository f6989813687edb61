"""Labels of a network under the well-founded semantics, in full or again for what a change can reach.

The semantics is that of Van Gelder, Ross and Schlipf, "The well-founded semantics for general logic programs",
Journal of the ACM 38(3), 1991, with beliefs for atoms and out-lists for negated subgoals.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from eemgit.tms.components import closure, components
from eemgit.tms.depths import Depths, measure
from eemgit.tms.network import CODES, IN, LABELS, OUT, UNDECIDED, UNKNOWN, Label, Network
from eemgit.tms.rules import BLOCKED, citers, outstanding, own_rules


@dataclass(frozen=True, eq=False, repr=False)
class Labelling(Mapping[str, Label]):
    """The label of every id of a network, ids that are only cited included. KeyError for any other id.

    `codes` has one byte an id, in the order of `network.ids`: for loops over everything.
    """

    network: Network
    codes: bytes

    @cached_property
    def measured(self) -> Depths:
        """Depth and support of every belief, computed when first asked for."""
        return measure(self.network, self.codes)

    def __getitem__(self, id: str) -> Label:
        label = LABELS[self.codes[self.network.index[id]]]
        assert label is not None
        return label

    def __iter__(self) -> Iterator[str]:
        return iter(self.network.ids)

    def __len__(self) -> int:
        return len(self.codes)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Labelling):
            return self.codes == other.codes and self.network.ids == other.network.ids
        return Mapping.__eq__(self, other)

    def __hash__(self) -> int:
        return hash((self.network.ids, self.codes))

    def __repr__(self) -> str:
        counts = ", ".join(f"{self.codes.count(code)} {label.value}" for label, code in CODES.items())
        return f"<Labelling of {len(self)} ids: {counts}>"

    def having(self, label: Label) -> tuple[str, ...]:
        """All ids with this label, sorted."""
        wanted = CODES[label]
        return tuple(id for id, code in zip(self.network.ids, self.codes, strict=True) if code == wanted)

    def is_in(self, id: str) -> bool:
        """Whether the belief is IN. KeyError for an id the network does not have."""
        return self.codes[self.network.index[id]] == IN


def label(network: Network) -> Labelling:
    """The well-founded labels of the network, in time linear but for loops nested in loops."""
    codes = bytearray(len(network))
    for i, code in network.forced.items():
        codes[i] = code
    return _solved(network, codes, range(len(network)))


def relabel(labelling: Labelling, network: Network) -> Labelling:
    """The labels of `network`, which has the rules of `labelling.network` and other forced labels.

    Equal to `label(network)`, at the cost of what the differences can reach. ValueError for other rules.
    """
    before = labelling.network
    if not network.shares_rules(before):
        raise ValueError("relabel needs a network made by `force` from the one that was labelled")
    changed = {i for i, _ in before.forced.items() ^ network.forced.items()}
    codes = bytearray(labelling.codes)
    cone = sorted(closure(changed, lambda i: (j for j in citers(network, i) if j not in network.forced)))
    for i in cone:
        codes[i] = network.forced.get(i, UNKNOWN)
    return _solved(network, codes, cone)


def differing(before: bytes, after: bytes) -> Iterator[int]:
    """Where two codes of one network differ, ascending; long stretches that are equal cost next to nothing."""
    for start in range(0, len(before), _STRETCH):
        old, new = before[start : start + _STRETCH], after[start : start + _STRETCH]
        if old != new:
            yield from (i for i, (a, b) in enumerate(zip(old, new, strict=True), start) if a != b)


_STRETCH = 256


def _solved(network: Network, codes: bytearray, scope: Iterable[int]) -> Labelling:
    """The labelling in which what is UNKNOWN in `scope` follows from all other codes."""
    solver = _Solver(network, codes)
    scope = [i for i in scope if not codes[i]]
    solver.start(scope)
    remaining = [i for i in scope if not codes[i]]
    if remaining:
        solver.finish(remaining)
    return Labelling(network, bytes(codes))


class _Solver:
    """Labels the beliefs whose code is UNKNOWN, given all other codes."""

    def __init__(self, network: Network, codes: bytearray) -> None:
        self.network = network
        self.codes = codes
        self.waiting = [0] * len(network.heads)
        """For each open rule of a belief in scope how many items it waits for; 0 for all other rules."""
        self.open = [0] * len(network)
        """For each belief in scope how many of its rules are open: neither blocked nor holding."""
        self.source: dict[int, int] = {}
        """The open rule that could hold a belief, should every loop through `unless` fall its way."""

    def start(self, scope: Iterable[int]) -> None:
        """Judges every rule of the scope by what is fixed, and lets what follows spread."""
        network, codes, waiting, opened = self.network, self.codes, self.waiting, self.open
        rule_at, sizes = network.rule_at, network.sizes
        held, lost = [], []
        for head in scope:
            for r in range(rule_at[head], rule_at[head + 1]):
                missing = outstanding(network, codes, r) if sizes[r] else 0
                if not missing:
                    held.append(head)
                    break
                if missing != BLOCKED:
                    waiting[r] = missing
                    opened[head] += 1
            else:
                if not opened[head]:
                    lost.append(head)
        self.spread(held, IN)
        self.spread(lost, OUT)

    def spread(self, beliefs: Iterable[int], code: int) -> list[int]:
        """Gives these beliefs the code, lets all that follows by counting follow, and returns the rules it blocked."""
        blocked: list[int] = []
        codes, waiting, opened, heads = self.codes, self.waiting, self.open, self.network.heads
        ins, outs = self.network.cited_in, self.network.cited_out
        news = [i for i in beliefs if not codes[i]]
        for i in news:
            codes[i] = code
        while news:
            i = news.pop()
            helped, hurt = (ins, outs) if codes[i] == IN else (outs, ins)
            for r in hurt.items[hurt.starts[i] : hurt.starts[i + 1]]:
                if waiting[r]:
                    waiting[r] = 0
                    blocked.append(r)
                    head = heads[r]
                    opened[head] -= 1
                    if not opened[head] and not codes[head]:
                        codes[head] = OUT
                        news.append(head)
            for r in helped.items[helped.starts[i] : helped.starts[i + 1]]:
                if waiting[r]:
                    waiting[r] -= 1
                    head = heads[r]
                    if not waiting[r] and not codes[head]:
                        codes[head] = IN
                        news.append(head)
        return blocked

    def finish(self, remaining: list[int]) -> None:
        """Labels what counting left open: beliefs in loops, and what hangs on those.

        Every belief that can still be held keeps one open rule as its source, and sources never run in a circle. What
        has none is unfounded, hence OUT. That blocks rules, which may be sources of others in turn: only those in the
        same circle of antecedents are looked at again. What is left in the end has all it needs but for a loop.
        """
        codes, heads, source = self.codes, self.network.heads, self.source
        blocked = self.spread(self._unfounded(set(remaining)), OUT)
        circle: dict[int, int] = {}
        while shaken := {heads[r] for r in blocked if source.get(heads[r]) == r and not codes[heads[r]]}:
            if not circle:
                circle.update(self._circles(i for i in remaining if not codes[i]))
            lost = closure(shaken, lambda i: self._leaning(i, circle))
            for i in lost:
                del source[i]
            blocked = self.spread(self._unfounded(lost), OUT)
        for i in remaining:
            codes[i] = codes[i] or UNDECIDED

    def _unfounded(self, lost: set[int]) -> list[int]:
        """Finds new sources for the beliefs that have none, and returns those it finds none for."""
        network, waiting, source = self.network, self.waiting, self.source
        needs: dict[int, int] = {}
        news: list[int] = []
        for head in lost:
            for r in own_rules(network, head):
                if waiting[r]:
                    needs[r] = sum(i in lost for i in network.inlists[r])
                    if not needs[r] and head not in source:
                        source[head] = r
                        news.append(head)
        while news:
            for r in network.cited_in[news.pop()]:
                if r in needs:
                    needs[r] -= 1
                    head = network.heads[r]
                    if not needs[r] and head not in source:
                        source[head] = r
                        news.append(head)
        return [i for i in lost if i not in source]

    def _circles(self, beliefs: Iterable[int]) -> dict[int, int]:
        """For each belief the number of the circle of antecedents it is in, by rules that are open."""
        network = self.network

        def antecedents(head: int) -> list[int]:
            rules = [r for r in own_rules(network, head) if self.waiting[r]]
            return [i for r in rules for i in network.inlists[r] if not self.codes[i]]

        found = enumerate(components(beliefs, antecedents))
        return {i: number for number, members in found for i in members}

    def _leaning(self, i: int, circle: Mapping[int, int]) -> Iterator[int]:
        """The unlabelled beliefs in the circle of `i` whose source has it as an antecedent."""
        for r in self.network.cited_in[i]:
            head = self.network.heads[r]
            if self.source.get(head) == r and not self.codes[head] and circle[head] == circle[i]:
                yield head
