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

    def spread(self, beliefs: Iterable[int], code: int) -> None:
        """Gives these beliefs the code, and lets all that follows by counting follow."""
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

    def finish(self, remaining: list[int]) -> None:
        """Labels what counting left open: beliefs in loops, and what hangs on those."""
        todo = [remaining]
        while todo:
            members = [i for i in todo.pop() if not self.codes[i]]
            unfounded = self._unfounded(members)
            if unfounded:
                self.spread(unfounded, OUT)
                todo.extend(reversed(components(self._open(members), self._open_items)))
            else:
                for i in members:
                    self.codes[i] = UNDECIDED

    def _unfounded(self, members: list[int]) -> list[int]:
        """The members that no open rule could hold even if every loop through `unless` fell their way.

        All unlabelled items of their rules must be members.
        """
        network, codes, waiting = self.network, self.codes, self.waiting
        needs: dict[int, int] = {}
        founded: dict[int, None] = {}
        for head in members:
            for r in own_rules(network, head):
                if waiting[r]:
                    needs[r] = sum(not codes[i] for i in network.inlists[r])
                    if not needs[r]:
                        founded[head] = None
        news = list(founded)
        while news:
            for r in network.cited_in[news.pop()]:
                if r in needs:
                    needs[r] -= 1
                    head = network.heads[r]
                    if not needs[r] and head not in founded:
                        founded[head] = None
                        news.append(head)
        return [i for i in members if i not in founded]

    def _open(self, members: list[int]) -> list[int]:
        return [i for i in members if not self.codes[i]]

    def _open_items(self, head: int) -> list[int]:
        """The unlabelled items of the rules that could still hold `head`."""
        network = self.network
        return [
            i
            for r in own_rules(network, head)
            if self.waiting[r]
            for rows in (network.inlists, network.outlists)
            for i in rows[r]
            if not self.codes[i]
        ]
