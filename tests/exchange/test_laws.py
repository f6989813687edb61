"""No JSON makes a traceback, and whatever is imported can be written, read and imported again."""

from __future__ import annotations

import json
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from eemgit.beliefs.ids import belief_path
from eemgit.beliefs.reading import read_belief, read_nogood
from eemgit.beliefs.writing import write_belief, write_nogood
from eemgit.errors import EemError
from eemgit.exchange import label_changes, read_reasonsforge
from tests.exchange.exports import knowledge

anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=12),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=6,
)
ids = st.sampled_from(["a", "b", "c", "A", "b b", "team:a", "team:B", "a\n", ""]) | st.text(max_size=5)
truths = st.sampled_from(["IN", "OUT"])
justifications = st.fixed_dictionaries(
    {"type": st.sampled_from(["SL", "SL", "SL", "CP", "X"]), "antecedents": st.lists(ids, max_size=3)},
    optional={"outlist": st.lists(ids, max_size=2), "label": st.text(max_size=8)},
)
metadata = st.dictionaries(
    st.sampled_from(["retract_reason", "superseded_by", "duplicate_of", "challenges", "access_tags", "example", "k"]),
    ids | st.lists(ids, max_size=2) | anything,
    max_size=3,
)
nodes = st.fixed_dictionaries(
    {"text": st.text(max_size=30), "truth_value": truths},
    optional={
        "justifications": st.lists(justifications, max_size=3),
        "metadata": metadata,
        "source": ids,
        "retracted_at": st.sampled_from(["", "2026-01-02"]),
    },
)
nogoods = st.fixed_dictionaries({"id": ids, "nodes": st.lists(ids, max_size=3), "resolution": st.text(max_size=9)})
exports = st.fixed_dictionaries(
    {"nodes": st.dictionaries(ids, nodes, max_size=7)}, optional={"nogoods": st.lists(nogoods, max_size=2)}
)


@settings(max_examples=60, deadline=None)
@given(exports, st.booleans())
def test_whatever_is_imported_survives_being_written_read_and_imported_again(tree: object, keep: bool) -> None:
    data = json.dumps(tree).encode()
    result = read_reasonsforge(data, keep_metadata=keep)
    for belief in result.beliefs:
        path = belief_path(belief.id, result.layout)
        assert read_belief(path, write_belief(belief), belief.id).value == belief
    for nogood in result.nogoods:
        assert read_nogood(f"nogoods/{nogood.id}.md", write_nogood(nogood), nogood.id).value == nogood
    base = knowledge(result)
    again = read_reasonsforge(data, keep_metadata=keep, taken=base)
    assert (again.beliefs, again.nogoods, again.kept) == ((), (), ())


@settings(max_examples=60, deadline=None)
@given(exports)
def test_every_change_of_a_label_has_a_cause_whose_edit_brings_its_beliefs_back(tree: object) -> None:
    result = read_reasonsforge(json.dumps(tree).encode(), keep_metadata=False)
    report = label_changes(result, knowledge(result).labelling)
    explained = {id for cause in report.causes for id in (*cause.beliefs, *cause.hang)}
    assert explained == {change.id for change in report.changes}
    for cause in report.causes:
        assert not set(cause.back).isdisjoint(cause.beliefs)


@settings(max_examples=50, deadline=None)
@given(exports, st.randoms())
def test_the_order_of_the_file_changes_nothing(tree: dict[str, dict[str, object]], random: Random) -> None:
    names = list(tree["nodes"])
    random.shuffle(names)
    turned = tree | {"nodes": {name: tree["nodes"][name] for name in names}}
    one, other = (read_reasonsforge(json.dumps(each).encode(), keep_metadata=True) for each in (tree, turned))
    assert one == other


@settings(max_examples=60, deadline=None)
@given(st.dictionaries(st.sampled_from(["nodes", "nogoods", "meta", "repos", "x"]), anything, max_size=5))
def test_any_json_is_imported_or_refused_in_a_sentence(tree: object) -> None:
    try:
        read_reasonsforge(json.dumps(tree).encode(), keep_metadata=True)
    except EemError as refused:
        assert refused.message


@settings(max_examples=50, deadline=None)
@given(st.dictionaries(ids, anything | st.fixed_dictionaries({}, optional=dict.fromkeys(
    ("text", "truth_value", "justifications", "source", "source_url", "metadata", "date"), anything
)), max_size=4))  # fmt: skip
def test_nodes_of_any_shape_are_imported(nodes: object) -> None:
    result = read_reasonsforge(json.dumps({"nodes": nodes}).encode(), keep_metadata=True)
    assert not knowledge(result).unreadable


@given(st.binary(max_size=60))
def test_any_bytes_are_refused_in_a_sentence(data: bytes) -> None:
    try:
        read_reasonsforge(data, keep_metadata=False)
    except EemError as refused:
        assert refused.message
