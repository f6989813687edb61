"""Two published networks keep the labels that the peer computes, but for what only supports itself."""

from __future__ import annotations

import json
from functools import cache

import pytest

from eemgit.beliefs.knowledge import KnowledgeBase
from eemgit.beliefs.model import Severity
from eemgit.beliefs.reading import read_belief
from eemgit.beliefs.writing import write_belief
from eemgit.exchange import CauseKind, Import, label_changes, read_reasonsforge
from tests.exchange.exports import knowledge, published

NETWORKS = ("composable-beliefs", "system-design-eem")


@cache
def moved(name: str, keep: bool = False) -> tuple[Import, KnowledgeBase]:
    result = read_reasonsforge(published(f"{name}.json"), keep_metadata=keep)
    return result, knowledge(result)


def labels(base: KnowledgeBase) -> dict[str, str]:
    return {id: base.label_of(id).value for id in base.beliefs}


def test_every_label_of_composable_beliefs_is_that_of_its_truth_file() -> None:
    result, base = moved("composable-beliefs")
    truth = json.loads(published("composable-beliefs.truth.json"))
    assert len(result.beliefs) == 226
    assert labels(base) == truth["truth"]
    assert label_changes(result, base.labelling).changes == ()


def test_system_design_differs_from_its_truth_file_only_where_beliefs_support_themselves() -> None:
    _, base = moved("system-design-eem")
    truth = json.loads(published("system-design-eem.truth.json"))
    grounded = {id: found["well_founded"] for id, found in truth["grounded_differs"].items()}
    assert len(grounded) == 83
    assert labels(base) == truth["truth"] | grounded


def test_the_one_belief_that_cites_itself_is_named_with_the_edit_that_undoes_all_changes() -> None:
    result, base = moved("system-design-eem")
    report = label_changes(result, base.labelling)
    (cause,) = report.causes
    culprit = "consistent-hashing-virtual-nodes-production-standard"
    assert cause.kind is CauseKind.RING
    assert cause.beliefs == (culprit,)
    assert cause.edit == f"take {culprit!r} out of its own antecedents"
    assert len(report.changes) == 82, "one of the 83 that hang on it is retracted in the export, so it stays OUT"
    assert cause.back == tuple(change.id for change in report.changes)


def test_the_edit_that_the_report_names_brings_back_what_it_says() -> None:
    result, base = moved("system-design-eem")
    (cause,) = label_changes(result, base.labelling).causes
    path = base.paths[cause.beliefs[0]]
    before = base.files[path]
    assert isinstance(before, bytes)
    line = f"      - {cause.beliefs[0]}\n".encode()
    assert before.count(line) == 1
    assert label_changes(result, base.with_files({path: before.replace(line, b"")}).labelling).changes == ()


@pytest.mark.parametrize("name", NETWORKS)
@pytest.mark.parametrize("keep", [False, True])
def test_every_belief_survives_being_written_and_read(name: str, keep: bool) -> None:
    result, _ = moved(name, keep)
    for belief in result.beliefs:
        reading = read_belief(f"beliefs/{belief.id[0]}/{belief.id}.md", write_belief(belief), belief.id)
        assert reading.value == belief


@pytest.mark.parametrize("name", NETWORKS)
def test_no_file_of_an_import_has_an_error_of_its_own(name: str) -> None:
    _, base = moved(name, True)
    assert [each for each in base.reading_findings if each.severity is Severity.ERROR] == []


@pytest.mark.parametrize("name", NETWORKS)
@pytest.mark.parametrize("keep", [False, True])
def test_importing_a_published_network_again_changes_nothing(name: str, keep: bool) -> None:
    first, base = moved(name, keep)
    again = read_reasonsforge(published(f"{name}.json"), keep_metadata=keep, taken=base)
    assert (again.beliefs, again.nogoods, again.kept) == ((), (), ())
    assert len(again.unchanged) == len(first.beliefs)
