"""Random networks, and labels found in two other ways than the kernel's: by sets, and by an answer-set solver."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence

from hypothesis import strategies as st

from eemgit.tms.network import PREMISE, Label, Node, Rule

IDS = "abcdefgh"
GHOST = "nobody"
"""An id that no network defines."""

PlainRule = tuple[str, tuple[str, ...], tuple[str, ...]]


def random_nodes(rng: random.Random, *, undecided: bool = True) -> list[Node]:
    """A small network, rich in loops, alternatives (ANY sets too), gates, unknown ids and forced labels."""
    ids = [f"n{n}" for n in range(rng.choice([12, 25]))] if rng.random() < 0.1 else list(IDS[: rng.randint(1, 8)])
    share = rng.choice([0.0, 0.1, 0.3])
    labels = [Label.OUT, Label.OUT, Label.IN, *([Label.UNDECIDED] if undecided else [])]
    return [Node(id, _random_rules(rng, ids), rng.choice(labels) if rng.random() < share else None) for id in ids]


def _random_rules(rng: random.Random, ids: Sequence[str]) -> tuple[Rule, ...]:
    gate = _some(rng, ids, rng.choice([0, 0, 0, 1]))
    if rng.random() < 0.2:
        return (Rule((), gate),)
    rules: list[Rule] = []
    for number in range(rng.choice([0, 1, 1, 1, 2, 2, 3])):
        antecedents = _some(rng, ids, rng.choice([0, 1, 1, 2, 3]))
        outlist = _some(rng, ids, rng.choice([0, 0, 1, 1, 2])) + gate
        is_any = rng.random() < 0.25 and antecedents
        rules += [Rule((a,), outlist, number) for a in antecedents] if is_any else [Rule(antecedents, outlist, number)]
    return tuple(rules)


def _some(rng: random.Random, ids: Sequence[str], count: int) -> tuple[str, ...]:
    return tuple(GHOST if rng.random() < 0.03 else rng.choice(ids) for _ in range(count))


_LISTS = st.lists(st.sampled_from([*IDS, GHOST]), max_size=3).map(tuple)
_RULES = st.lists(st.builds(Rule, _LISTS, _LISTS, st.integers(0, 3)), max_size=3).map(tuple)


def networks() -> st.SearchStrategy[list[Node]]:
    """Small networks that hypothesis can shrink, in any order of their nodes."""
    node = st.builds(
        Node, st.sampled_from(IDS), st.one_of(st.just((PREMISE,)), _RULES), st.sampled_from([None, None, None, *Label])
    )
    return st.lists(node, max_size=len(IDS), unique_by=lambda node: node.id)


def plain_rules(nodes: Iterable[Node]) -> Iterator[PlainRule]:
    """The network as rules alone: forced IN is a fact, forced OUT no rule, forced UNDECIDED `x unless x`."""
    for node in nodes:
        match node.forced:
            case Label.IN:
                yield node.id, (), ()
            case Label.UNDECIDED:
                yield node.id, (), (node.id,)
            case Label.OUT:
                pass
            case None:
                yield from ((node.id, rule.inlist, rule.outlist) for rule in node.rules)


def all_ids(nodes: Iterable[Node]) -> list[str]:
    """The ids of the nodes and all they cite."""
    ids: set[str] = set()
    for node in nodes:
        ids.add(node.id)
        ids.update(id for rule in node.rules for id in (*rule.inlist, *rule.outlist))
    return sorted(ids)


def labels_by_sets(nodes: Sequence[Node]) -> dict[str, Label]:
    """The well-founded labels as the alternating fixpoint defines them (Van Gelder 1993), in the plainest way."""
    rules = list(plain_rules(nodes))
    held: set[str] = set()
    while True:
        possible = _least(rules, held)
        certain = _least(rules, possible)
        if certain == held:
            break
        held = certain
    return {id: Label.IN if id in held else Label.UNDECIDED if id in possible else Label.OUT for id in all_ids(nodes)}


def _least(rules: Iterable[PlainRule], assumed: set[str]) -> set[str]:
    """What follows when an id counts as IN in an out-list exactly if it is among `assumed`."""
    model: set[str] = set()
    while True:
        more = {head for head, inlist, outlist in rules if model.issuperset(inlist) and assumed.isdisjoint(outlist)}
        if more <= model:
            return model
        model |= more


def stable_models(nodes: Sequence[Node]) -> list[frozenset[str]]:
    """The stable models of the network (a hundred at most), found by clingo."""
    import clingo

    numbers = {id: n for n, id in enumerate(all_ids(nodes))}
    names = all_ids(nodes)
    control = clingo.Control(["100", "--warn=none"])
    control.add("base", [], "\n".join(_asp(rule, numbers) for rule in plain_rules(nodes)))
    control.ground([("base", [])])
    found: list[frozenset[str]] = []
    control.solve(
        on_model=lambda m: found.append(frozenset(names[s.arguments[0].number] for s in m.symbols(atoms=True)))
    )
    return found


def _asp(rule: PlainRule, numbers: dict[str, int]) -> str:
    head, inlist, outlist = rule
    body = [f"h({numbers[id]})" for id in inlist] + [f"not h({numbers[id]})" for id in outlist]
    return f"h({numbers[head]}) :- {', '.join(body)}." if body else f"h({numbers[head]})."
