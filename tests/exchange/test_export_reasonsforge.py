"""An export for reasonsforge has the same labels there, and comes back as it was."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from eemgit.beliefs.ids import Layout, belief_path
from eemgit.beliefs.knowledge import KnowledgeBase
from eemgit.beliefs.model import Belief
from eemgit.beliefs.settings import Settings
from eemgit.beliefs.writing import write_belief
from eemgit.exchange import Import, read_reasonsforge
from eemgit.exchange.as_reasonsforge import write_reasonsforge
from eemgit.tms.network import Label
from tests.beliefs.strategies import beliefs
from tests.exchange.exports import anything, node, published, records
from tests.exchange.exports import imported as imported_here
from tests.exchange.exports import knowledge as knowledge_of
from tests.exchange.peer import imported, labels_after_import
from tests.knowledge.files import knowledge, path


def nodes(*lines: str, **more: Any) -> dict[str, Any]:
    return tree(knowledge(*lines, **more))["nodes"]


def tree(base: KnowledgeBase) -> Any:
    return json.loads(write_reasonsforge(base).text)


def justifications(written: dict[str, Any]) -> list[tuple[list[str], list[str], str]]:
    return [(each["antecedents"], each["outlist"], each["label"]) for each in written["justifications"]]


def lost(base: KnowledgeBase) -> list[str]:
    return [loss.what for loss in write_reasonsforge(base).losses]


def back(base: KnowledgeBase) -> Import:
    return read_reasonsforge(write_reasonsforge(base).text.encode(), keep_metadata=True)


def labels(base: KnowledgeBase) -> dict[str, str]:
    return {id: base.label_of(id).value for id in base.beliefs}


# what becomes of what


def test_a_premise_has_no_justification_and_its_claim_is_the_text() -> None:
    written = nodes("a = The sky is blue.")["a"]
    assert (written["text"], written["truth_value"], written["justifications"]) == ("The sky is blue.", "IN", [])


def test_an_any_set_is_one_justification_for_each_antecedent() -> None:
    assert justifications(nodes("a", "b", "c", "x <- any a, b unless c")["x"]) == [
        (["a"], ["c"], ""),
        (["b"], ["c"], ""),
    ]


def test_what_gates_a_whole_belief_stands_in_every_outlist() -> None:
    written = nodes("a", "b", "g", "x unless g <- a", "x <- b unless a")["x"]
    assert justifications(written) == [(["a"], ["g"], ""), (["b"], ["a", "g"], "")]
    assert written["metadata"]["challenges"] == ["g"]


def test_a_gated_premise_rests_on_its_outlist_alone() -> None:
    assert justifications(nodes("g", "x unless g")["x"]) == [([], ["g"], "")]


def test_what_is_retracted_stays_out_there_and_says_why() -> None:
    written = nodes("a", "x <- a | retracted: wrong")["x"]
    assert written["truth_value"] == "OUT"
    assert written["metadata"] == {"retract_reason": "wrong", "_retracted": True}


def test_references_by_another_name_become_the_id_of_what_they_stand_for() -> None:
    written = nodes(
        "kept",
        "copy | retracted: {reason: same, type: duplicate, duplicate_of: kept}",
        "moved | aliases: [old]",
        "x <- copy, old",
        "nogood n: copy, old",
    )
    assert justifications(written["x"]) == [(["kept", "moved"], [], "")]


def test_a_namespace_is_spelt_with_a_colon_in_ids_and_references() -> None:
    base = knowledge("team/a", "x <- team/a", "nogood team/n: team/a, x")
    written = tree(base)
    assert sorted(written["nodes"]) == ["team:a", "x"]
    assert justifications(written["nodes"]["x"]) == [(["team:a"], [], "")]
    assert written["nogoods"][0]["nodes"] == ["team:a", "x"]


def test_a_reference_to_nothing_does_not_begin_to_mean_a_belief() -> None:
    base = knowledge("team/a", 'x | justifications: [{antecedents: ["team:a"]}]')
    assert labels_by_text(base) == {"team/a": "IN", "x": "OUT"}
    assert justifications(tree(base)["nodes"]["x"]) == [(["team:a"], [], "")]


def labels_by_text(base: KnowledgeBase) -> dict[str, str]:
    return {id: written["truth_value"] for id, written in tree(base)["nodes"].items()}


def test_the_first_path_and_the_first_address_have_a_place_and_so_have_its_lines() -> None:
    written = nodes("a | sources: [src/a.py#L3, https://example.org/a]")["a"]
    assert (written["source"], written["source_url"]) == ("src/a.py", "https://example.org/a")
    assert written["metadata"] == {"pinned_lines": "3-3"}


def test_the_reason_of_a_nogood_is_its_resolution_there() -> None:
    assert tree(knowledge("a", "b", "nogood n: a, b"))["nogoods"] == [
        {"id": "n", "nodes": ["a", "b"], "discovered": "", "resolution": "They cannot all hold."}
    ]


def test_a_derived_belief_that_lost_its_last_justification_is_no_premise_there(tmp_path: Path) -> None:
    base = knowledge("x | justifications: []", "y <- x")
    assert "derived beliefs without a justification (x)" in lost(base)
    assert labels_after_import(write_reasonsforge(base).text, tmp_path) == {"x": "OUT", "y": "OUT"}


# losses


def test_what_has_a_place_is_no_loss() -> None:
    base = knowledge("a | sources: [src/a.py#L1-L9]", "b <- a", "c | retracted: wrong", "d unless c", "nogood n: a, b")
    assert lost(base) == []


def test_what_only_eemgit_reads_is_named_and_counted() -> None:
    base = knowledge("a | tags: [x]", "b | tags: [x, y]", "c | origin: by hand")
    assert [(loss.what, loss.count) for loss in write_reasonsforge(base).losses] == [("origins", 1), ("tags", 2)]


def test_undecided_beliefs_are_out_there_and_named() -> None:
    base = knowledge("a unless b", "b unless a", "c <- a")
    assert labels_by_text(base) == {"a": "OUT", "b": "OUT", "c": "OUT"}
    assert lost(base) == ["the label UNDECIDED (a, b, c)"]


def test_files_that_cannot_be_read_are_named() -> None:
    base = knowledge("a", more={path("torn"): b"---\n", "nogoods/n.md": b"", "beliefs/Bad Name.md": b"A claim.\n"})
    assert [(loss.id, loss.what) for loss in write_reasonsforge(base).losses] == [
        (None, "all of beliefs/Bad Name.md"),
        ("n", "all of nogoods/n.md"),
        ("torn", "all of beliefs/t/torn.md"),
    ]


# back again


def test_what_the_format_has_no_field_for_comes_back_from_its_metadata() -> None:
    base = knowledge(
        "team/a | tags: [one, two] | aliases: [Old Name] | origin: derive, m | valid: {from: 2026-01}",
        "b | sources: [src/a.py#L1-L2@t:0123456789ab, src/b.py, https://example.org] | distinct: [team/a]",
        "c | retracted: {reason: no, type: scope-mismatch, findings: [{antecedent: team/a, establishes: x}]}",
        "d | x-mine: {deep: [1]} | odd: key",
        more={path("e"): b"A claim.\n\nTwo\n\nnotes.\n"},
    )
    again = {belief.id: belief for belief in back(base).beliefs}
    assert again.pop("team/a") == replace(base.beliefs["team/a"], aliases=("team:a", "Old Name"))
    assert again == {id: belief for id, belief in base.beliefs.items() if id != "team/a"}


def test_exporting_what_came_back_gives_the_same_bytes() -> None:
    base = knowledge("team/a | tags: [one]", "b <- team/a", "c unless b <- any a1, b", "a1 | retracted: wrong")
    text = write_reasonsforge(base).text
    assert write_reasonsforge(knowledge_of(back(base))).text == text


def test_metadata_of_ours_that_were_tampered_with_are_refused_and_named() -> None:
    for odd in (3, {"tags": "x"}, {"retraction": {"type": "?"}}, {"notes": "<<<<<<< mine"}, {"extra": {"x-a": 1}}):
        result = imported_here({"a": node(metadata={"eemgit": odd})})
        assert [belief.id for belief in result.beliefs] == ["a"]
        assert [loss.what for loss in result.losses if loss.id] == ["metadata eemgit"]


@settings(max_examples=30, deadline=None)
@given(records | anything)
def test_whatever_our_metadata_hold_every_node_is_imported(odd: object) -> None:
    result = imported_here({"a": node(metadata={"eemgit": odd}, truth="OUT"), "b": node(source="src/a.py")})
    assert set(knowledge_of(result).beliefs) == {"a", "b"}


def test_a_node_that_was_restored_there_is_not_retracted_again() -> None:
    whole = tree(knowledge("a | retracted: {reason: no, type: scope-mismatch}"))
    whole["nodes"]["a"] |= {"truth_value": "IN"}
    (belief,) = read_reasonsforge(json.dumps(whole).encode()).beliefs
    assert belief.retracted is None


def test_an_alias_that_is_the_id_of_another_node_now_is_left_out() -> None:
    result = imported_here({"a": node(metadata={"eemgit": {"aliases": ["b", "old"]}}), "b": node()})
    assert result.beliefs[0].aliases == ("old",)


NAMES = ("a", "team/no")
networks = st.fixed_dictionaries(dict.fromkeys(NAMES, beliefs()))


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(networks)
def test_any_beliefs_come_back_with_their_labels_and_all_they_say(said: dict[str, Belief]) -> None:
    base = KnowledgeBase.read(
        {belief_path(id, Layout.LETTER): write_belief(replace(each, id=id)) for id, each in said.items()}, Settings()
    )
    result = back(base)
    again = knowledge_of(result)
    assert list(again.beliefs) == list(base.beliefs)
    for id, belief in base.beliefs.items():
        if base.label_of(id) is not Label.UNDECIDED:
            assert again.label_of(id) is base.label_of(id)
        assert _kept(again.beliefs[id], base) == _kept(belief, base)


def _kept(belief: Belief, base: KnowledgeBase) -> Any:
    """What must not change on the way; lists whose order has no meaning as sets."""
    return (
        belief.claim,
        belief.research or None,
        belief.valid,
        belief.sources,
        dict.fromkeys(belief.tags),
        {alias for alias in belief.aliases if alias not in (*base.beliefs, belief.id.replace("/", ":"))},
        {base.references.named(reference) or reference for reference in belief.distinct},
        belief.origin or None,
        dict(belief.extra),
        belief.notes,
    )


# the published networks, and the real reader


@pytest.mark.parametrize("name", ["composable-beliefs", "system-design-eem"])
def test_a_published_network_that_was_imported_is_exported_with_all_that_was_kept(name: str) -> None:
    first = read_reasonsforge(published(f"{name}.json"), keep_metadata=True)
    base = knowledge_of(first)
    again = back(base)
    assert {each.id: each for each in again.beliefs} == {each.id: each for each in first.beliefs}
    assert labels(knowledge_of(again)) == labels(base)
    before, after = json.loads(published(f"{name}.json"))["nodes"], tree(base)["nodes"]
    for id, old in before.items():
        new = after[id]
        assert [_once(each) for each in old["justifications"]] == new["justifications"]
        for member in ("text", "date", "created_at", "updated_at", "reviewed_at", "verified_at", "retracted_at"):
            assert new[member] == old.get(member, "")


def _once(justification: dict[str, Any]) -> dict[str, Any]:
    """The justification with its hash left to the reader, and no antecedent twice."""
    return justification | {"content_hash": "", "antecedents": list(dict.fromkeys(justification["antecedents"]))}


@pytest.mark.parametrize("name", ["composable-beliefs", "system-design-eem"])
def test_reasonsforge_computes_the_same_labels_for_a_published_network(name: str, tmp_path: Path) -> None:
    base = knowledge_of(read_reasonsforge(published(f"{name}.json")))
    assert labels_after_import(write_reasonsforge(base).text, tmp_path) == labels(base)


def test_reasonsforge_takes_every_kind_of_belief_and_nogood(tmp_path: Path) -> None:
    base = knowledge(
        "a",
        "b <- a",
        "c <- any b, z",
        "z | retracted: wrong",
        "d unless z <- b",
        "e unless a",
        "self <- self",
        "r1 <- r2",
        "r2 <- r1",
        "late <- b | retracted: {reason: twice, type: duplicate, duplicate_of: b}",
        "x <- late",
        "y <- missing",
        "n <- a unless missing",
        "nogood clash: a, b",
    )
    there = imported(write_reasonsforge(base).text, tmp_path)
    assert {id: each["truth_value"] for id, each in there["nodes"].items()} == labels(base)
    assert there["nogoods"] == tree(base)["nogoods"]


def test_what_is_retracted_here_stays_out_there_when_its_premise_comes_back(tmp_path: Path) -> None:
    api = pytest.importorskip("reasonsforge.api")
    text = write_reasonsforge(knowledge("p | retracted: wrong", "q <- p | retracted: wrong too", "r <- p")).text
    imported(text, tmp_path)
    api.assert_node("p", db_path=str(tmp_path / "reasons.db"))
    there = api.export_network(db_path=str(tmp_path / "reasons.db"))["nodes"]
    assert {id: each["truth_value"] for id, each in there.items()} == {"p": "IN", "q": "OUT", "r": "IN"}


_NAME = st.sampled_from("abcdef")
_LISTS = st.lists(_NAME, max_size=2).map(", ".join)


@st.composite
def _lines(draw: st.DrawFn) -> list[str]:
    lines = ["a", "b"]
    for head in "cdef":
        for _ in range(draw(st.integers(1, 2))):
            body, unless = draw(_LISTS), draw(_LISTS)
            mode = draw(st.sampled_from(["", "any "]))
            if body or unless:
                lines.append(f"{head} <- {mode if body else ''}{body} {'unless ' + unless if unless else ''}")
        if not any(line.startswith(head) for line in lines):
            lines.append(head)
    return [*lines, *(["a | retracted: wrong"] if draw(st.booleans()) else [])]


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(_lines())
def test_reasonsforge_computes_the_same_labels_whatever_the_network(tmp_path: Path, lines: list[str]) -> None:
    base = knowledge(*lines)
    there = labels_after_import(write_reasonsforge(base).text, tmp_path)
    decided = {id: label for id, label in labels(base).items() if label != "UNDECIDED"}
    assert {id: there[id] for id in decided} == decided
