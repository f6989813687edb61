"""Why a belief is IN, what blocks one that is not, and what either touches."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from eemgit.tms.components import closure
from eemgit.tms.labelling import Labelling, outstanding
from eemgit.tms.network import IN, OUT, Label, Network, Rule

_NO_DEPTH = -1
_NO_RULE = -1


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


class Explanation:
    """Answers about one labelling. Every id must be one of its network: KeyError otherwise.

    Depths and supports of all beliefs are computed in one linear pass when first asked for.
    """

    def __init__(self, labelling: Labelling) -> None:
        self.labelling = labelling
        self.network = labelling.network

    def depth(self, id: str) -> int | None:
        """How many antecedents lie under the belief in a row: 0 for a premise and for what rests on `unless` alone.

        For a belief that is IN it is the depth of its support, for any other the least its rules could give it. None
        when they could give none, because every one leads into a circle or to an unknown id.
        """
        depth = self._depths[self.network.index[id]]
        return None if depth == _NO_DEPTH else depth

    def support(self, id: str) -> Rule | None:
        """The rule the belief is IN by: of least depth, then first. None when it is not IN or forced."""
        r = self._supports[self.network.index[id]]
        return None if r == _NO_RULE else self.network.rule(r)

    def supports(self, id: str) -> tuple[Rule, ...]:
        """All rules of the belief that hold, by number, whether it is forced or not."""
        rules = self._rules(self.network.index[id])
        return tuple(self.network.rule(r) for r in rules if not self._outstanding(r))

    def foundations(self, id: str) -> tuple[str, ...]:
        """Every belief that the support rests on, directly or not, sorted; nothing for a belief that is not IN."""
        start = self.network.index[id]
        return self._names(closure((start,), self._support_items) - {start})

    def repercussions(self, id: str) -> tuple[str, ...]:
        """Every belief whose label could hang on this one, through antecedents or `unless`, sorted."""
        start = self.network.index[id]
        return self._names(closure((start,), lambda i: citers(self.network, i)) - {start})

    def blockers(self, id: str) -> tuple[Blocked, ...]:
        """What fails in each rule of the belief that does not hold."""
        failing = (r for r in self._rules(self.network.index[id]) if self._outstanding(r))
        return tuple(self._blocked(r) for r in failing)

    def is_gated(self, id: str) -> bool:
        """Whether the belief is OUT, not forced, and would be IN but for an `unless` that is IN."""
        i = self.network.index[id]
        if self.labelling.codes[i] != OUT or i in self.network.forced:
            return False
        return any(self._fails_by_gates_alone(r) for r in self._rules(i))

    def _rules(self, i: int) -> range:
        return range(self.network.rule_at[i], self.network.rule_at[i + 1])

    def _names(self, numbers: set[int]) -> tuple[str, ...]:
        return self.network.names(sorted(numbers))

    def _outstanding(self, r: int) -> int:
        return outstanding(self.network, self.labelling.codes, r)

    def _fails_by_gates_alone(self, r: int) -> bool:
        codes = self.labelling.codes
        gates = [codes[i] for i in self.network.outlists[r]]
        return (
            all(codes[i] == IN for i in self.network.inlists[r])
            and IN in gates
            and all(code in (IN, OUT) for code in gates)
        )

    def _blocked(self, r: int) -> Blocked:
        codes, network = self.labelling.codes, self.network
        return Blocked(
            rule=network.rule(r),
            antecedents=tuple(self._blocker(i) for i in network.inlists[r] if codes[i] != IN),
            unless=tuple(self._blocker(i) for i in network.outlists[r] if codes[i] != OUT),
        )

    def _blocker(self, i: int) -> Blocker:
        id = self.network.ids[i]
        return Blocker(id, self.labelling[id], bool(self.network.known[i]))

    def _support_items(self, i: int) -> Iterator[int]:
        r = self._supports[i]
        if r != _NO_RULE:
            yield from self.network.inlists[r]

    @property
    def _depths(self) -> list[int]:
        return self._measured[0]

    @property
    def _supports(self) -> list[int]:
        return self._measured[1]

    @cached_property
    def _measured(self) -> tuple[list[int], list[int]]:
        return _measure(self.labelling)


def citers(network: Network, i: int) -> Iterator[int]:
    """The beliefs with a rule that cites belief `i`, each as often as they do."""
    for rows in (network.cited_in, network.cited_out):
        for r in rows[i]:
            yield network.heads[r]


def _measure(labelling: Labelling) -> tuple[list[int], list[int]]:
    """The depth and the support of every belief, by number.

    Level by level: a rule is complete when the last of its in-list has a depth, so the first complete rule of a belief
    gives it the least. A belief that is IN counts only rules that hold, hence no support leads back to where it began.
    """
    network, codes = labelling.network, labelling.codes
    heads = network.heads
    depths, supports = [_NO_DEPTH] * len(codes), [_NO_RULE] * len(codes)
    lacking = [len(network.inlists[r]) if _counts(labelling, r) else -1 for r in range(len(heads))]
    complete = [r for r, count in enumerate(lacking) if not count]
    level = [i for i, code in network.forced.items() if code == IN]
    depth = 0
    while complete or level:
        level.extend(heads[r] for r in complete if depths[heads[r]] == _NO_DEPTH)
        for i in level:
            depths[i] = depth
        for r in complete:
            head = heads[r]
            if codes[head] == IN and depths[head] == depth:
                supports[head] = r if supports[head] == _NO_RULE else min(r, supports[head])
        complete = []
        for i in dict.fromkeys(level):
            for r in network.cited_in[i]:
                lacking[r] -= 1
                if not lacking[r]:
                    complete.append(r)
        level = []
        depth += 1
    return depths, supports


def _counts(labelling: Labelling, r: int) -> bool:
    """Whether the rule may give its head a depth: any rule of a belief that is not IN, else one that holds."""
    network, head = labelling.network, labelling.network.heads[r]
    if labelling.codes[head] != IN:
        return True
    return head not in network.forced and outstanding(network, labelling.codes, r) == 0
