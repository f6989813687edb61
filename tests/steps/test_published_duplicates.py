"""What deduplication does on published networks and labelled pairs; skipped where they are absent."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from eemgit.beliefs.ids import belief_path
from eemgit.beliefs.knowledge import KnowledgeBase
from eemgit.beliefs.settings import Settings
from eemgit.beliefs.writing import write_belief
from eemgit.exchange.reasonsforge import read_reasonsforge
from eemgit.similarity.candidates import id_candidates
from eemgit.similarity.exact import is_exact_copy
from eemgit.steps.apply import apply
from eemgit.steps.dedup import DedupOptions, survey
from tests.exchange.exports import published
from tests.steps.builder import labels

PAIRS = [
    "pairs60_technical.jsonl",
    "pairs_autodedup_gold_sysdesign.jsonl",
    "pairs_pub_breaking_nli.jsonl",
    "pairs_pub_wikifactcheck_tech.jsonl",
    "pairs_superseded_cb.jsonl",
]
NETWORKS = ["system-design-eem.json", "composable-beliefs.json"]


def pairs(name: str) -> Iterator[dict[str, str]]:
    for line in published(name).decode().splitlines():
        yield json.loads(line)


def network(name: str) -> KnowledgeBase:
    """A published network as belief files."""
    imported = read_reasonsforge(published(name))
    files = {belief_path(belief.id, imported.layout): write_belief(belief) for belief in imported.beliefs}
    return KnowledgeBase.read(files, Settings(layout=imported.layout))


@pytest.mark.parametrize("name", PAIRS)
def test_no_pair_that_differs_is_an_exact_copy(name: str) -> None:
    different = [pair for pair in pairs(name) if pair["label"] not in ("same", "SAME_CLAIM")]
    assert different
    assert [pair for pair in different if is_exact_copy(pair["a"], pair["b"])] == []


@pytest.mark.parametrize("name", NETWORKS)
def test_automatic_merges_cost_no_label_and_join_no_pair_that_differs(name: str) -> None:
    before = network(name)
    found = survey(before, DedupOptions())
    merged = {(str(line["a"]), str(line["b"])) for line in found.proposal.records if line["outcome"] == "merged"}
    different = [pair for pair in pairs("pairs_autodedup_gold_sysdesign.jsonl") if pair["label"] != "same"]
    assert merged.isdisjoint(
        {(pair[x], pair[y]) for pair in different for x, y in (("a_id", "b_id"), ("b_id", "a_id"))}
    )
    after = apply(before, found.proposal.units).knowledge
    assert labels(after) == labels(before) | dict.fromkeys((b for _, b in merged), "OUT")


def test_every_pair_that_id_words_merged_elsewhere_is_nominated() -> None:
    known = [pair for pair in pairs("pairs_autodedup_gold_sysdesign.jsonl")]
    ids = {pair[side] for pair in known for side in ("a_id", "b_id")}
    found = {(pair.a, pair.b) for pair in id_candidates(ids, 0.5)}
    assert {(min(p["a_id"], p["b_id"]), max(p["a_id"], p["b_id"])) for p in known} <= found
