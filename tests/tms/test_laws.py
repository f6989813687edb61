"""Laws of the kernel, on random networks."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections import Counter
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from eemgit.tms.components import components
from eemgit.tms.explain import depth, foundations, support
from eemgit.tms.labelling import label, relabel
from eemgit.tms.network import Label, Network, Node
from tests.tms.oracles import IDS, labels_by_sets, networks, random_nodes, stable_models

ROOT = Path(__file__).parents[2]
MANY = 4000
LAW = settings(max_examples=200, deadline=None)


@LAW
@given(networks(), st.randoms(use_true_random=False))
def test_the_order_of_the_nodes_and_of_their_lists_changes_nothing(nodes: list[Node], rng: random.Random) -> None:
    shuffled = [Node(node.id, tuple(rng.sample(node.rules, len(node.rules))), node.forced) for node in nodes]
    rng.shuffle(shuffled)
    assert Network.build(nodes) == Network.build(shuffled)
    assert label(Network.build(nodes)) == label(Network.build(shuffled))


@LAW
@given(networks(), st.sampled_from(IDS))
def test_to_lift_a_retraction_restores_every_label(nodes: list[Node], id: str) -> None:
    network = Network.build([node for node in nodes if node.id != id] + [Node(id)])
    retracted = network.force({id: Label.OUT})
    assert label(retracted.force({id: None})) == label(network)
    assert relabel(label(retracted), network) == label(network)


@LAW
@given(networks(), st.dictionaries(st.sampled_from(IDS), st.sampled_from([None, *Label]), max_size=4))
def test_relabelling_the_cone_equals_labelling_everything(
    nodes: list[Node], overrides: dict[str, Label | None]
) -> None:
    network = Network.build(nodes)
    other = network.force({id: forced for id, forced in overrides.items() if id in network})
    assert relabel(label(network), other) == label(other)


@LAW
@given(networks())
def test_what_is_in_has_a_support_that_holds_and_never_leads_back(nodes: list[Node]) -> None:
    labelling = label(Network.build(nodes))
    for id in labelling.having(Label.IN):
        rule = support(labelling, id)
        if rule is None:
            assert labelling.network.forced_label(id) is Label.IN
            continue
        assert all(labelling[a] is Label.IN for a in rule.inlist)
        assert all(labelling[u] is Label.OUT for u in rule.outlist)
        depths = [depth(labelling, a) for a in rule.inlist]
        assert depth(labelling, id) == 1 + max((d for d in depths if d is not None), default=-1)
        assert None not in depths
        assert id not in foundations(labelling, id)


@LAW
@given(networks())
def test_what_is_not_in_has_no_support(nodes: list[Node]) -> None:
    labelling = label(Network.build(nodes))
    for id, found in labelling.items():
        if found is not Label.IN:
            assert support(labelling, id) is None
            assert foundations(labelling, id) == ()


def test_thousands_of_networks_have_the_labels_that_the_definition_gives() -> None:
    rng = random.Random(1991)
    seen: Counter[Label] = Counter()
    for _ in range(MANY):
        nodes = random_nodes(rng)
        found = label(Network.build(nodes))
        assert dict(found) == labels_by_sets(nodes), nodes
        seen.update(found.values())
    assert min(seen[each] for each in Label) > MANY / 10, "the networks must have all three labels"


def test_in_is_in_every_stable_model_and_out_in_none() -> None:
    rng = random.Random(1979)
    with_models = 0
    for _ in range(MANY):
        nodes = random_nodes(rng, undecided=False)
        labelling = label(Network.build(nodes))
        held, lost = set(labelling.having(Label.IN)), set(labelling.having(Label.OUT))
        models = stable_models(nodes)
        assert all(held <= model and lost.isdisjoint(model) for model in models), nodes
        if not labelling.having(Label.UNDECIDED):
            assert models == [held], nodes
        with_models += bool(models)
    assert with_models > MANY / 2, "most networks must have a stable model"


_SHOW = """
import random
from eemgit.tms.culprits import culprits
from eemgit.tms.explain import foundations, support
from eemgit.tms.labelling import label
from eemgit.tms.network import Label, Network
from eemgit.tms.rings import undecided_loops, unfounded_rings
from eemgit.tms.whatif import causes
from tests.tms.oracles import random_nodes
rng = random.Random(7)
for _ in range(150):
    network = Network.build(set(random_nodes(rng)))
    found = label(network)
    held = found.having(Label.IN)
    later = label(network.force({id: Label.OUT for id in held[:1]}))
    print(dict(found), unfounded_rings(found), undecided_loops(found), sorted(causes(found, later, set(held)).items()))
    print([(support(found, id), foundations(found, id)) for id in held], culprits(found, set(held[-2:]), bool))
"""


def test_the_hash_seed_changes_no_answer() -> None:
    def run(seed: str) -> bytes:
        env = os.environ | {"PYTHONHASHSEED": seed}
        return subprocess.run([sys.executable, "-c", _SHOW], cwd=ROOT, env=env, capture_output=True, check=True).stdout

    first = run("1")
    assert len(first) > 10_000
    assert run("2") == first


@LAW
@given(st.dictionaries(st.integers(0, 9), st.lists(st.integers(0, 9), max_size=4), min_size=1))
def test_components_are_what_reaches_each_other_and_come_after_what_they_lead_to(graph: dict[int, list[int]]) -> None:
    def reach(start: int) -> set[int]:
        found, todo = {start}, [start]
        while todo:
            for step in graph.get(todo.pop(), []):
                if step not in found:
                    found.add(step)
                    todo.append(step)
        return found

    result = components(sorted(graph), lambda v: graph.get(v, []))
    position = {v: n for n, members in enumerate(result) for v in members}
    assert sorted(position) == sorted(set().union(*map(reach, graph)))
    for v in position:
        for w in position:
            assert (position[v] == position[w]) == (w in reach(v) and v in reach(w))
        assert all(position[w] <= position[v] for w in reach(v))
