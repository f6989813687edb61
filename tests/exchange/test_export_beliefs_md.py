"""The markdown that reasonsforge imports: what it looks like, that its labels are ours, and what it loses."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings

from eemgit.beliefs.model import Belief
from eemgit.beliefs.writing import write_belief
from eemgit.exchange import read_reasonsforge
from eemgit.exchange.as_beliefs_md import write_beliefs_md
from tests.beliefs.strategies import beliefs
from tests.exchange.exports import knowledge as knowledge_of
from tests.exchange.exports import published
from tests.exchange.peer import imported_from_markdown
from tests.knowledge.files import knowledge, path


def test_beliefs_that_are_in_come_first_each_with_its_support_and_nogoods_last() -> None:
    base = knowledge(
        "rain = It rains. | sources: [src/sky.py#L3, https://example.org/sky]",
        "team/wet <- rain unless tent",
        "tent | retracted: torn",
        "dry <- tent",
        "nogood team/weather: team/wet, dry",
    )
    _, _, claims = write_beliefs_md(base).text.partition("## Claims\n")
    assert claims == (
        "\n### rain [IN] OBSERVATION\nIt rains.\n- Source: src/sky.py\n- Source URL: https://example.org/sky\n"
        "\n### team:wet [IN] DERIVED\nSomething about team/wet.\n- Depends on: rain\n- Unless: tent\n"
        "\n### dry [OUT] DERIVED\nSomething about dry.\n- Depends on: tent\n"
        "\n### tent [STALE] OBSERVATION\nSomething about tent.\n- Stale reason: torn\n"
        "\n## Nogoods\n"
        "\n### nogood-team-weather: They cannot all hold.\n- Resolution: They cannot all hold.\n"
        "- Affects: team:wet, dry\n"
    )


def test_what_is_lost_is_named() -> None:
    base = knowledge(
        "a | tags: [x]", "b", "c <- any a, b", "d <- a, p", "p | retracted: {reason: no, type: other}", "l unless l"
    )
    assert {loss.what for loss in write_beliefs_md(base).losses} == {
        "tags",
        "further justifications (c)",
        "types and forensics of retractions",
        "that a belief is OUT only for what it rests on (d)",
        "the label UNDECIDED (l)",
    }


def test_reasonsforge_reads_the_same_labels_claims_and_nogoods(tmp_path: Path) -> None:
    base = knowledge(
        "a",
        "b",
        "c <- any a, z",
        "z | retracted: wrong",
        "d unless z <- b",
        "e unless a",
        "team/f <- c",
        "self <- self",
        "self <- d",
        "r1 <- r2",
        "r2 <- r1",
        "n <- a unless missing",
        "nogood clash: a, team/f",
        more={path("g"): b"\\- 3 degrees\n", path("h"): b"\\### no heading\n"},
    )
    there = imported_from_markdown(write_beliefs_md(base).text, tmp_path)
    ids = {id.replace("/", ":"): id for id in base.beliefs}
    assert {id: each["truth_value"] for id, each in there["nodes"].items()} == {
        id: base.label_of(ours).value for id, ours in ids.items()
    }
    assert {id: each["text"] for id, each in there["nodes"].items()} == {
        id: base.beliefs[ours].claim for id, ours in ids.items()
    }
    assert [(each["id"], each["nodes"]) for each in there["nogoods"]] == [("nogood-clash", ["a", "team:f"])]


@pytest.mark.parametrize("name", ["composable-beliefs", "system-design-eem"])
def test_reasonsforge_reads_a_published_network_with_our_labels(name: str, tmp_path: Path) -> None:
    base = knowledge_of(read_reasonsforge(published(f"{name}.json"), keep_metadata=True))
    there = imported_from_markdown(write_beliefs_md(base).text, tmp_path)
    assert {id: each["truth_value"] for id, each in there["nodes"].items()} == {
        id: base.label_of(id).value for id in base.beliefs
    }


@settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(beliefs())
@example(Belief("belief", "#5 is up"))
@example(Belief("belief", "### other [IN] OBSERVATION"))
def test_nothing_in_a_belief_can_make_up_another_block(belief: Belief) -> None:
    base = knowledge("a", more={path("belief"): write_belief(belief)})
    text = write_beliefs_md(base).text
    heads = [line for line in text.split("\n") if line.startswith("### ")]  # all that begins a block over there
    assert [head.split(" ")[1] for head in heads] == sorted(
        ("a", "belief"), key=lambda id: (base.label_of(id).value != "IN", id)
    )
