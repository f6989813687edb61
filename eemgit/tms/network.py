"""A network of beliefs as the kernel sees it: ids interned to integers, rules as flat in-lists and out-lists."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from itertools import accumulate, pairwise


class Label(Enum):
    """The truth of a belief: held, not held, or caught in a loop through `unless`."""

    IN = "IN"
    OUT = "OUT"
    UNDECIDED = "UNDECIDED"


@dataclass(frozen=True, slots=True)
class Rule:
    """One way to hold a belief: all of `inlist` IN and none of `outlist` IN.

    `number` is the index of the justification it was made from (several rules for an ANY set), or -1 for a premise.
    """

    inlist: tuple[str, ...] = ()
    outlist: tuple[str, ...] = ()
    number: int = -1


PREMISE = Rule()


@dataclass(frozen=True, slots=True)
class Node:
    """A belief with its rules; no rules means it cannot be held. `forced` overrides them whatever they say.

    Forced OUT is a retraction, forced IN an assumption, forced UNDECIDED a belief whose file cannot be read.
    """

    id: str
    rules: tuple[Rule, ...] = (PREMISE,)
    forced: Label | None = None


UNKNOWN, IN, OUT, UNDECIDED = range(4)
"""Labels as the kernel writes them, one byte a belief. UNKNOWN stands only while labels are computed."""

LABELS = (None, Label.IN, Label.OUT, Label.UNDECIDED)
CODES: Mapping[Label, int] = {Label.IN: IN, Label.OUT: OUT, Label.UNDECIDED: UNDECIDED}


@dataclass(frozen=True, slots=True)
class Rows:
    """Lists of integers laid end to end: row `i` is `items[starts[i]:starts[i + 1]]`."""

    starts: array[int]
    items: array[int]

    def __getitem__(self, row: int) -> array[int]:
        return self.items[self.starts[row] : self.starts[row + 1]]

    def append(self, row: Sequence[int]) -> None:
        """Adds a row; only while the network is being built."""
        self.items.extend(row)
        self.starts.append(len(self.items))

    def inverted(self, size: int) -> Rows:
        """For each integer below `size`, the rows that hold it, ascending."""
        counts = [0] * size
        for item in self.items:
            counts[item] += 1
        row_of = [row for row, (a, b) in enumerate(pairwise(self.starts)) for _ in range(a, b)]
        by_item = sorted(range(len(row_of)), key=self.items.__getitem__)
        return Rows(array("i", accumulate(counts, initial=0)), array("i", map(row_of.__getitem__, by_item)))


@dataclass(frozen=True, slots=True, repr=False)
class Network:
    """All beliefs and their rules, read both ways; the same value whatever order the nodes came in.

    Beliefs and rules are integers here. Rules lie sorted by head, then justification number, then lists, so the rules
    of belief `i` are `range(rule_at[i], rule_at[i + 1])`. `forced` holds only the beliefs that are forced.
    """

    ids: tuple[str, ...]
    """Sorted; includes ids that are only cited, which have no rule and are therefore OUT."""
    index: Mapping[str, int]
    known: bytes
    """1 for a belief that was given, 0 for an id that is only cited."""
    rule_at: array[int]
    heads: array[int]
    numbers: array[int]
    sizes: array[int]
    """How many items a rule has in both lists together."""
    inlists: Rows
    outlists: Rows
    cited_in: Rows
    """For each belief the rules with it in their in-list."""
    cited_out: Rows
    forced: Mapping[int, int]

    @classmethod
    def build(cls, nodes: Iterable[Node]) -> Network:
        """The network of these nodes. ValueError when two have the same id."""
        by_id = _by_id(nodes)
        ids = tuple(sorted(by_id.keys() | _cited(by_id.values())))
        index = {id: i for i, id in enumerate(ids)}
        rules = _Rules()
        for i, id in enumerate(ids):
            rules.add(i, by_id[id].rules if id in by_id else (), index)
        return cls(
            ids=ids,
            index=index,
            known=bytes([id in by_id for id in ids]),
            rule_at=rules.rule_at,
            heads=rules.heads,
            numbers=rules.numbers,
            sizes=rules.sizes,
            inlists=rules.inlists,
            outlists=rules.outlists,
            cited_in=rules.inlists.inverted(len(ids)),
            cited_out=rules.outlists.inverted(len(ids)),
            forced={index[node.id]: CODES[node.forced] for node in by_id.values() if node.forced is not None},
        )

    def force(self, overrides: Mapping[str, Label | None]) -> Network:
        """The same rules with these beliefs forced, or their forced label lifted (None). KeyError for other ids."""
        forced = dict(self.forced)
        for id, label in overrides.items():
            if label is None:
                forced.pop(self.index[id], None)
            else:
                forced[self.index[id]] = CODES[label]
        return replace(self, forced=forced)

    def shares_rules(self, other: Network) -> bool:
        """Whether the two differ in nothing but what is forced, because one was made from the other."""
        return self.inlists is other.inlists and self.outlists is other.outlists

    def __repr__(self) -> str:
        return f"<Network of {len(self.ids)} ids and {len(self.heads)} rules>"

    def __contains__(self, id: object) -> bool:
        return id in self.index

    def __len__(self) -> int:
        return len(self.ids)

    def is_known(self, id: str) -> bool:
        """Whether there is such a belief; False for an id that is only cited, or not even that."""
        number = self.index.get(id)
        return number is not None and bool(self.known[number])

    def forced_label(self, id: str) -> Label | None:
        """What the belief is forced to, if it is. KeyError for an id the network does not have."""
        return LABELS[self.forced.get(self.index[id], UNKNOWN)]

    def rules_of(self, id: str) -> tuple[Rule, ...]:
        """The rules of a belief by justification number. KeyError for an id the network does not have."""
        i = self.index[id]
        return tuple(self.rule(r) for r in range(self.rule_at[i], self.rule_at[i + 1]))

    def rule(self, number: int) -> Rule:
        """The rule with its lists as sorted ids, each id once."""
        return Rule(self.names(self.inlists[number]), self.names(self.outlists[number]), self.numbers[number])

    def names(self, numbers: Iterable[int]) -> tuple[str, ...]:
        """The ids of these integers, in their order."""
        return tuple(self.ids[i] for i in numbers)

    def nodes(self) -> Iterator[Node]:
        """The known beliefs as nodes, in order of their ids: what `build` would be given."""
        for i, id in enumerate(self.ids):
            if self.known[i]:
                yield Node(id, self.rules_of(id), self.forced_label(id))


_Row = tuple[int, ...]


def _by_id(nodes: Iterable[Node]) -> dict[str, Node]:
    by_id: dict[str, Node] = {}
    for node in nodes:
        if by_id.setdefault(node.id, node) is not node:
            raise ValueError(f"two nodes named '{node.id}'")
    return by_id


def _cited(nodes: Iterable[Node]) -> set[str]:
    cited: set[str] = set()
    for node in nodes:
        for rule in node.rules:
            if rule is not PREMISE:
                cited.update(rule.inlist)
                cited.update(rule.outlist)
    return cited


class _Rules:
    """The rules laid end to end, belief by belief."""

    def __init__(self) -> None:
        self.rule_at = array("i", (0,))
        self.heads = array("i")
        self.numbers = array("i")
        self.sizes = array("i")
        self.inlists = Rows(array("i", (0,)), array("i"))
        self.outlists = Rows(array("i", (0,)), array("i"))

    def add(self, head: int, rules: tuple[Rule, ...], index: Mapping[str, int]) -> None:
        """The rules of the next belief, sorted, without repetition."""
        if rules == _ONLY_PREMISE:
            self._append(head, -1, (), ())
        elif rules:
            rows = {(rule.number, _numbers(rule.inlist, index), _numbers(rule.outlist, index)) for rule in rules}
            for row in sorted(rows):
                self._append(head, *row)
        self.rule_at.append(len(self.heads))

    def _append(self, head: int, number: int, inlist: _Row, outlist: _Row) -> None:
        self.heads.append(head)
        self.numbers.append(number)
        self.sizes.append(len(inlist) + len(outlist))
        self.inlists.append(inlist)
        self.outlists.append(outlist)


_ONLY_PREMISE = (PREMISE,)


def _numbers(ids: tuple[str, ...], index: Mapping[str, int]) -> _Row:
    return tuple(sorted({index[id] for id in ids})) if ids else ()
