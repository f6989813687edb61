"""When a rule holds: written once, for full labels, incremental labels and explanations alike."""

from __future__ import annotations

from collections.abc import Iterator

from eemgit.tms.network import IN, OUT, Network

BLOCKED = -1


def outstanding(network: Network, codes: bytes | bytearray, r: int) -> int:
    """How many items of rule `r` are not yet as it needs them: 0 when it holds, BLOCKED when it cannot hold."""
    missing = 0
    for i in network.inlists[r]:
        code = codes[i]
        if code == OUT:
            return BLOCKED
        missing += code != IN
    for i in network.outlists[r]:
        code = codes[i]
        if code == IN:
            return BLOCKED
        missing += code != OUT
    return missing


def own_rules(network: Network, i: int) -> range:
    """The rules that could hold belief `i`."""
    return range(network.rule_at[i], network.rule_at[i + 1])


def items(network: Network, r: int) -> Iterator[int]:
    """The beliefs that rule `r` cites, in-list first."""
    yield from network.inlists[r]
    yield from network.outlists[r]


def citers(network: Network, i: int) -> Iterator[int]:
    """The beliefs with a rule that cites belief `i`, each as often as they do."""
    for rows in (network.cited_in, network.cited_out):
        for r in rows[i]:
            yield network.heads[r]
