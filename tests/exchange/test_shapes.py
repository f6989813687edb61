"""Whatever an export holds, it is read with losses or refused in a sentence."""

from __future__ import annotations

import json

import pytest

from eemgit.beliefs.model import Retraction
from eemgit.errors import EemError
from eemgit.exchange import Loss, read_reasonsforge
from eemgit.tms.network import Label
from tests.exchange.exports import because, export, imported, knowledge, labels, lost, node, odd


def refusal(data: bytes) -> str:
    with pytest.raises(EemError) as caught:
        read_reasonsforge(data, keep_metadata=False)
    return str(caught.value)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "not JSON: expecting value at line 1, column 1"),
        (b'{"nodes": {\n"a": }}', "not JSON: expecting value at line 2, column 6"),
        (b'{"nodes": {"a": "', "not JSON: unterminated string starting at line 1, column 17"),
        (b"\xff\x00\xd8", "not UTF-8 text: byte 1 cannot be read"),
        (b"[" * 10_000, "nested deeper than 100: not an export"),
        (b'{"nodes": ' + b'{"a": ' * 10_000 + b"1" + b"}" * 10_001, "nested deeper than 100: not an export"),
        (b"[]", "not an export: a list where an object with `nodes` is expected"),
        (b"NaN", "not an export: a number where an object with `nodes` is expected"),
        (b"{}", "not an export: it has no `nodes`, and should hold an object of nodes by id"),
        (b'{"nodes": []}', "not an export: `nodes` is a list, and should hold an object of nodes by id"),
        (b'{"nodes": null}', "not an export: `nodes` is null, and should hold an object of nodes by id"),
    ],
)
def test_what_is_no_export_is_refused_in_a_sentence(data: bytes, message: str) -> None:
    assert refusal(data) == message


def test_brackets_inside_a_text_do_not_count_as_nesting() -> None:
    assert imported({"a": node(text="[" * 500 + '"\\"')}).beliefs[0].claim == "[" * 500 + '"\\"'


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-32"])
def test_an_export_saved_by_another_shell_is_read(encoding: str) -> None:
    text = json.dumps(json.loads(export({"a": node(text="Größe zählt.")})), ensure_ascii=False)
    result = read_reasonsforge(text.encode(encoding), keep_metadata=False)
    assert result.beliefs[0].claim == "Größe zählt."


def test_an_empty_export_gives_nothing() -> None:
    result = imported({})
    assert (result.beliefs, result.nogoods, result.stored) == ((), (), {})


def test_a_node_that_is_no_object_is_a_loss_and_hides_no_other() -> None:
    result = imported({"a": None, "b": [], "c": "text", "d": node()})
    assert [belief.id for belief in result.beliefs] == ["d"]
    assert lost(result, "a") == lost(result, "b") == lost(result, "c") == ["the whole node"]


def test_of_two_nodes_with_one_id_the_last_counts_and_the_loss_is_told() -> None:
    data = b'{"nodes": {"a": {"text": "One."}, "a": {"text": "Two.", "text": "Three."}}}'
    result = read_reasonsforge(data, keep_metadata=False)
    assert [belief.claim for belief in result.beliefs] == ["Three."]
    assert lost(result, "a") == ["all but the last 'text'", "all but the last of the nodes with this id"]


@pytest.mark.parametrize("text", ["", "  \n ", "\u00a0", None, 5, [], {"a": 1}])
def test_a_node_without_text_gets_a_claim_that_says_so(text: object) -> None:
    result = read_reasonsforge(json.dumps({"nodes": {"a": {"text": text}}}).encode(), keep_metadata=False)
    assert result.beliefs[0].claim == "The export has no text for 'a'."
    assert "a claim" in lost(result, "a")
    assert knowledge(result).beliefs["a"].claim == result.beliefs[0].claim


def test_a_claim_becomes_one_line() -> None:
    assert imported({"a": node(text=" One\r\n\ttwo\u2028three  four\x85five \n")}).beliefs[0].claim == (
        "One two three four five"
    )


def test_halves_of_surrogate_pairs_and_control_characters_are_shown_and_told() -> None:
    data = b'{"nodes": {"a": {"text": "x \\ud800 y \\u0000 z", "metadata": {"k": "\\udfff"}}}}'
    result = read_reasonsforge(data, keep_metadata=True)
    assert result.beliefs[0].claim == "x \ufffd y \ufffd z"
    assert lost(result, "a") == ["control characters of the text"]
    assert knowledge(result).beliefs["a"] == result.beliefs[0]


@pytest.mark.parametrize(
    "text",
    [
        "# no heading", "- no item", "1. no item", "12) no item", "> no quote", "``` no code", "--- no rule", "***",
        "<div>no html</div>", "[no]: /link", "| no | table |", "=======", "<<<<<<< no conflict", "\\# a backslash",
        "    indented", "---", "+++", "origin: a key", "\ufeffmark",
    ],
)  # fmt: skip
def test_a_claim_that_markdown_would_take_for_another_block_stays_a_claim(text: str) -> None:
    result = imported({"a": node(text=text)})
    base = knowledge(result)
    assert base.beliefs["a"].claim == text.strip().removeprefix("\ufeff") == result.beliefs[0].claim
    assert not base.unreadable


@pytest.mark.parametrize("value", ["STALE", "", None, 1, ["IN"]])
def test_an_unknown_truth_value_is_a_loss_and_the_label_is_computed(value: object) -> None:
    result = imported({"a": node() | {"truth_value": value}})
    assert result.stored == {}
    assert lost(result, "a")[0].startswith("truth value")
    assert labels(result) == {"a": "IN"}


def test_a_missing_truth_value_is_in() -> None:
    assert read_reasonsforge(b'{"nodes": {"a": {"text": "x"}}}', keep_metadata=False).stored == {"a": Label.IN}


@pytest.mark.parametrize(
    "justification",
    [
        None, "p", [], 3,
        {"type": "SL", "antecedents": None}, {"type": "SL", "antecedents": "p"},
        {"type": "SL", "antecedents": {"p": 1}}, {"type": "SL", "antecedents": ["p", None]},
        {"type": "SL", "antecedents": [["p"]]},
        {"type": "SL", "antecedents": ["p"], "outlist": "q"}, {"type": "SL", "antecedents": ["p"], "outlist": [None]},
        {"type": "JTMS", "antecedents": ["p"]}, {"type": None, "antecedents": ["p"]},
        {"type": "sl", "antecedents": ["p"]},
    ],
)  # fmt: skip
def test_a_justification_that_cannot_be_read_leaves_a_derived_belief_out(justification: object) -> None:
    result = imported({"p": node(), "x": node(justification)})
    assert {each.id: each.justifications for each in result.beliefs} == {"p": None, "x": ()}
    assert lost(result, "x") == ["justification 1"]
    assert labels(result) == {"p": "IN", "x": "OUT"}
    assert result.weakened == {"x"}


def test_a_justification_that_can_be_read_stays_beside_one_that_cannot() -> None:
    result = imported({"p": node(), "x": node(None, because("p"))})
    assert labels(result) == {"p": "IN", "x": "IN"}
    assert lost(result, "x") == ["justification 1"]


@pytest.mark.parametrize("value", ["p", {"antecedents": ["p"]}, 1, True])
def test_justifications_of_another_shape_are_lost_and_make_no_premise(value: object) -> None:
    result = imported({"x": node() | {"justifications": value}})
    assert labels(result) == {"x": "OUT"}
    assert lost(result, "x") == ["its justifications"]


def test_a_conditional_proof_is_taken_as_the_export_takes_it() -> None:
    result = imported({"p": node(), "x": node(because("p", type="CP"))})
    assert labels(result)["x"] == "IN"
    assert lost(result, "x") == ["type CP of justification 1"]


def test_missing_and_null_fields_need_no_word() -> None:
    data = b"""{"nodes": {"p": {"text": "P.", "justifications": null, "metadata": null, "source": null},
        "x": {"text": "X.", "justifications": [{"antecedents": ["p"], "outlist": null, "label": null}]}}}"""
    result = read_reasonsforge(data, keep_metadata=True)
    assert result.losses == ()
    assert labels(result) == {"p": "IN", "x": "IN"}


@pytest.mark.parametrize("metadata", [[], "text", 7])
def test_metadata_of_another_shape_is_a_loss(metadata: object) -> None:
    assert lost(imported({"a": node(metadata=metadata)}), "a") == ["metadata"]


def test_a_label_of_another_shape_is_a_loss() -> None:
    result = imported({"p": node(), "x": node({"type": "SL", "antecedents": ["p"], "label": ["why"]})})
    assert lost(result, "x") == ["label of justification 1"]
    assert labels(result)["x"] == "IN"


def test_what_the_export_says_besides_its_nodes_is_told_once() -> None:
    result = read_reasonsforge(
        export({"a": node()}, meta={"node_count": 3}, repos={"web": "/srv/web"}, extras=[1]), keep_metadata=True
    )
    assert lost(result, None) == ["extras", "meta", "repos (web)"]
    assert odd(result, None) == ["the export says it has 3 nodes; it holds 1"]


def test_unknown_members_of_justifications_and_nogoods_are_told_once() -> None:
    weighed = because("p") | {"weight": 3, "note": ""}
    nogood = {"id": "n", "nodes": ["x", "y"], "severity": "high"}
    result = imported({"p": node(), "x": node(weighed), "y": node(weighed)}, [nogood])
    told = {loss.what: loss.count for loss in result.losses}
    assert told == {"meta": 1, "severity of a nogood": 1, "weight of a justification": 2}


def test_dates_are_one_loss_however_many_nodes_have_them() -> None:
    dated = node(date="2026-01-02", created_at="2026-01-02T03:04:05", updated_at="", retracted_at="")
    result = imported({"a": dated, "b": dated, "c": node(date="")})
    (loss,) = [loss for loss in result.losses if loss.what == "dates"]
    assert (loss.id, loss.count) == (None, 2)


def test_a_text_too_long_for_a_file_is_cut_and_told() -> None:
    result = imported({"a": node(text="word " * 100_000, metadata={"k": "v" * 300_000})}, keep=True)
    assert lost(result, "a") == ["its x- keys", "the end of its texts"]
    assert knowledge(result).beliefs["a"].claim.endswith("…")


def test_a_long_value_goes_before_the_claim_does() -> None:
    result = imported({"a": node(text="Short.", metadata={"k": "v" * 300_000})}, keep=True)
    assert knowledge(result).beliefs["a"].claim == "Short."
    assert lost(result, "a") == ["its x- keys"]


def test_a_justification_too_long_for_a_file_leaves_the_belief_out() -> None:
    nodes = {f"n{number:0100}": node() for number in range(3_000)}
    result = imported(nodes | {"x": node(because(*nodes))})
    assert lost(result, "x") == ["its justifications and lists"]
    assert result.weakened == {"x"}
    assert labels(result)["x"] == "OUT"


def test_losses_come_in_one_order_whatever_the_order_of_the_file() -> None:
    nodes = {"b": node(text=""), "a": node(None, date="2026-01-02"), "c": node(truth="?")}
    turned = dict(reversed(list(nodes.items())))
    assert imported(nodes) == imported(turned)
    assert isinstance(imported(nodes).losses[0], Loss)


def test_a_retraction_reason_of_another_shape_still_retracts_what_is_stored_out() -> None:
    (belief,) = imported({"a": node(truth="OUT", metadata={"retract_reason": ["x"]})}).beliefs
    assert isinstance(belief.retracted, Retraction)
