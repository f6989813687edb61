"""How deep each belief lies, and the one rule it is IN by."""

from __future__ import annotations

from dataclasses import dataclass

from eemgit.tms.network import IN, Network
from eemgit.tms.rules import outstanding

NO_DEPTH = -1
NO_RULE = -1


@dataclass(frozen=True, slots=True)
class Depths:
    """For each belief its depth or NO_DEPTH, and its support or NO_RULE, by number."""

    depths: list[int]
    supports: list[int]


def measure(network: Network, codes: bytes) -> Depths:
    """The depth and the support of every belief, in linear time.

    Level by level: a rule is complete when the last of its in-list has a depth, so the first complete rule of a belief
    gives it the least. A belief that is IN counts only rules that hold, hence no support leads back to where it began.
    """
    heads = network.heads
    depths, supports = [NO_DEPTH] * len(codes), [NO_RULE] * len(codes)
    lacking = [len(network.inlists[r]) if _counts(network, codes, r) else -1 for r in range(len(heads))]
    complete = [r for r, count in enumerate(lacking) if not count]
    level = [i for i, code in network.forced.items() if code == IN]
    depth = 0
    while complete or level:
        level.extend(head for head in dict.fromkeys(heads[r] for r in complete) if depths[head] == NO_DEPTH)
        for i in level:
            depths[i] = depth
        for r in complete:
            head = heads[r]
            if codes[head] == IN and depths[head] == depth:
                supports[head] = r if supports[head] == NO_RULE else min(r, supports[head])
        complete = _completed(network, lacking, level)
        level = []
        depth += 1
    return Depths(depths, supports)


def _completed(network: Network, lacking: list[int], level: list[int]) -> list[int]:
    """The rules that lacked nothing but the beliefs of this level."""
    complete = []
    for i in level:
        for r in network.cited_in[i]:
            lacking[r] -= 1
            if not lacking[r]:
                complete.append(r)
    return complete


def _counts(network: Network, codes: bytes, r: int) -> bool:
    """Whether the rule may give its head a depth: any rule of a belief that is not IN, else one that holds."""
    head = network.heads[r]
    if codes[head] != IN:
        return True
    return head not in network.forced and outstanding(network, codes, r) == 0
