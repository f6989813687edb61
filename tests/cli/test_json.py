"""The JSON of every command: which keys it has, of what types, and what they say."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from eemgit.beliefs.codes import CODES
from tests.cli.program import Result, eemgit
from tests.conftest import GitRepo

Shape = Any
"""A type, a set of texts, None, a list of a shape, a dict of all keys with their shapes, or a tuple of alternatives."""

LABEL = {"IN", "OUT", "UNDECIDED"}
TEXTS = [str]
MAYBE_TEXT = (str, None)

BELIEF = {
    "id": str,
    "label": LABEL,
    "kind": {"premise", "derived"},
    "claim": str,
    "depth": (int, None),
    "retracted": bool,
    "aliases": TEXTS,
    "path": str,
}
FINDING = {
    "code": set(CODES),
    "severity": {"error", "warning", "info"},
    "path": str,
    "line": (int, None),
    "column": (int, None),
    "id": MAYBE_TEXT,
    "message": str,
    "hint": MAYBE_TEXT,
}
FLIPS = [{"id": str, "from": (LABEL, None), "to": (LABEL, None), "because": TEXTS}]
CHANGE = {
    **dict.fromkeys(("added", "edited", "deleted", "renamed", "reworded", "retracted", "restored"), TEXTS),
    "flips": FLIPS,
    "nogoods": {"added": TEXTS, "edited": TEXTS, "deleted": TEXTS},
}
JUSTIFICATION = {"mode": {"all", "any"}, "antecedents": TEXTS, "unless": TEXTS, "label": str}
SHOWN = BELIEF | {
    "justifications": ([JUSTIFICATION], None),
    "unless": TEXTS,
    "retraction": (dict, None),
    "research": MAYBE_TEXT,
    "valid": ({"from": MAYBE_TEXT, "to": MAYBE_TEXT}, None),
    "sources": TEXTS,
    "tags": TEXTS,
    "distinct": TEXTS,
    "origin": MAYBE_TEXT,
    "extra": dict,
    "notes": str,
    "cited_by": TEXTS,
}
CITED = [{"reference": str, "id": MAYBE_TEXT, "label": LABEL}]
REASONS = {
    "id": str,
    "label": LABEL,
    "kind": {"premise", "derived"},
    "claim": str,
    "retraction": (dict, None),
    "gated": bool,
    "support": (int, None),
    "unless": CITED,
    "justifications": [
        {"number": int, "holds": bool, "mode": {"all", "any"}, "antecedents": CITED, "unless": CITED, "label": str}
    ],
}
STATUS = {
    "labels": {"IN": int, "OUT": int, "UNDECIDED": int},
    **dict.fromkeys(("premises", "derived", "retracted", "gated", "research", "unreadable", "nogoods"), int),
    "depths": [{"depth": (int, None), "beliefs": int}],
    "open_nogoods": TEXTS,
    "findings": {"error": int, "warning": int, "info": int},
}
PLAN = CHANGE | {
    "branch": str, "into": str, "blocking": [FINDING], "warnings": [FINDING], "base": str, "head": str, "digest": str,
    "accepted": bool,
}  # fmt: skip
WRITTEN = CHANGE | {
    "belief": BELIEF,
    "findings": [FINDING],
    "near": [{"id": str, "score": float}],
    "commit": MAYBE_TEXT,
    "dry_run": bool,
}
NOGOODS = [{"id": str, "open": bool, "members": [{"id": str, "label": LABEL}], "reason": str}]
PROPOSALS = [{"branch": str, "head": str, "state": {"waiting", "accepted"}, "units": TEXTS, "step": MAYBE_TEXT}]
DEDUP = {
    "branch": MAYBE_TEXT,
    "head": MAYBE_TEXT,
    "changed": bool,
    "units": TEXTS,
    "pairs": [{"a": str, "b": str, "outcome": str, "reason": str, "nominated": str, "score": float}],
    "plan_file": MAYBE_TEXT,
    "uncommitted": TEXTS,
}
IMPORT = {
    **dict.fromkeys(("imported", "nogoods", "unchanged", "kept"), TEXTS),
    "renamed": dict,
    "losses": [{"id": MAYBE_TEXT, "what": str, "why": str, "count": int}],
    "oddities": [{"id": MAYBE_TEXT, "what": str}],
    "label_changes": [{"id": str, "stored": LABEL, "label": LABEL}],
    "causes": [{"kind": str, "beliefs": TEXTS, "why": str, "edit": str, "brings_back": TEXTS, "hang": TEXTS}],
    "commit": MAYBE_TEXT,
    "dry_run": bool,
    "layout": {"letter", "hash"},
}
EXPORT = {
    "nodes": {
        "whistle": {"text": "It whistles.", "truth_value": "IN", "justifications": [], "metadata": {"odd": 1}},
        "Steam Jet": {
            "text": "Steam comes out.",
            "truth_value": "IN",
            "justifications": [{"type": "SL", "antecedents": ["Steam Jet"], "outlist": []}],
        },
    },
    "nogoods": [],
}
RESOLUTION = {
    "nogood": str,
    "candidates": [{"id": str, "sourced": bool, "takes_out": TEXTS, "lost": TEXTS}],
    "chosen": MAYBE_TEXT,
    "unresolved": MAYBE_TEXT,
    "branch": MAYBE_TEXT,
    "head": MAYBE_TEXT,
    "written": MAYBE_TEXT,
}

SHAPES: dict[str, tuple[int, Shape]] = {
    "list": (0, {"beliefs": [BELIEF]}),
    "list --label out --at HEAD": (0, {"beliefs": [BELIEF]}),
    "show kettle-boils": (0, {"belief": SHOWN}),
    "show kettle-is-new": (0, {"belief": SHOWN}),
    "show descaled": (0, {"belief": SHOWN}),
    "status": (0, STATUS),
    "why tea-time": (0, {"id": str, "label": LABEL, "claim": str, "beliefs": [REASONS]}),
    "what-if fuse-whole": (0, {"supposed": [{"id": str, "label": LABEL}], "flips": FLIPS}),
    "check": (0, {"complete": bool, "findings": [FINDING]}),
    "check --staged": (0, {"complete": bool, "findings": [FINDING]}),
    "check --range HEAD..HEAD --all": (0, {"complete": bool, "findings": [FINDING]}),
    "diff HEAD": (0, CHANGE),
    "plan work": (1, PLAN),
    "plan small": (0, PLAN),
    "accept work": (1, PLAN | {"commit": MAYBE_TEXT, "dry_run": bool}),
    "accept small --dry-run": (0, PLAN | {"commit": MAYBE_TEXT, "dry_run": bool}),
    "proposals": (0, {"proposals": PROPOSALS}),
    "dedup --dry-run": (0, DEDUP),
    "dedup --plan": (0, DEDUP),
    "import network.json --dry-run": (0, IMPORT),
    "add It-whistles. --dry-run": (0, WRITTEN),
    "retract fuse-whole --reason x --dry-run": (0, WRITTEN),
    "restore lid-open --dry-run": (0, WRITTEN),
    "nogood list": (0, {"nogoods": NOGOODS}),
    "nogood add lid-open descaled -r x -n": (0, {"nogood": dict, "findings": [FINDING], "dry_run": bool}),
    "nogood resolve boils-or-not": (1, RESOLUTION),
    "nogood resolve boils-or-not --retract boils-in-test -n": (0, RESOLUTION),
    "init --dry-run": (0, {"folder": str, "files": TEXTS, "commit": MAYBE_TEXT, "dry_run": bool}),
}


@pytest.fixture
def branched(bench: GitRepo) -> GitRepo:
    """The kettle's repository with a branch that cannot be merged, and one that can."""
    bench.git("switch", "-q", "-c", "work")
    bench.belief("scalds", "Somebody gets scalded.", "justifications:\n  - antecedents: [ghost]")
    bench.belief("lid-open", "The lid stands open now.")
    bench.commit("work")
    bench.git("switch", "-q", "-c", "small", "main")
    bench.belief("whistles", "It whistles.", "justifications:\n  - antecedents: [steam-possible]\n    unless: [later]")
    bench.commit("small")
    bench.git("switch", "-q", "main")
    bench.write("network.json", json.dumps(EXPORT))
    return bench


def fits(value: object, shape: Shape) -> bool:
    """Whether a JSON value has a shape."""
    match shape:
        case tuple():
            return any(fits(value, each) for each in shape)
        case set():
            return value in shape
        case dict():
            return (
                isinstance(value, dict)
                and value.keys() == shape.keys()
                and all(fits(value[k], shape[k]) for k in shape)
            )
        case [inner]:
            return isinstance(value, list) and all(fits(each, inner) for each in value)
        case None:
            return value is None
        case _:
            return isinstance(value, shape) and (shape is bool or not isinstance(value, bool))


def both(arguments: Sequence[str], cwd: Path) -> Result:
    """What `--json` gives, after it was found to be what `--format json` gives."""
    first = eemgit(*arguments, "--json", cwd=cwd)
    assert first.out == eemgit(*arguments, "--format", "json", cwd=cwd).out
    return first


@pytest.mark.parametrize("line", SHAPES)
def test_each_document_has_its_keys_and_no_other(line: str, branched: GitRepo) -> None:
    code, shape = SHAPES[line]
    result = both(line.split(), branched.path)
    assert result.code == code
    assert result.json["schema"] == 1
    assert fits(result.json, {"schema": int} | shape), result.out


@pytest.mark.parametrize("line", [line for line in SHAPES if not line.startswith("init")])
def test_a_document_is_all_there_is_on_standard_output(line: str, branched: GitRepo) -> None:
    result = eemgit(*line.split(), "--json", cwd=branched.path)
    assert result.out.startswith("{\n") and result.out.endswith("}\n")
    assert result.err == ""


def test_writing_commands_give_the_commit_they_made(bench: GitRepo) -> None:
    added = eemgit("add", "It whistles.", "--commit", "--json", cwd=bench.path).json
    assert added["commit"] == bench.head()
    assert (added["added"], added["flips"]) == (
        ["whistles"],
        [{"id": "whistles", "from": None, "to": "IN", "because": ["whistles"]}],
    )
    assert fits(added, {"schema": int} | WRITTEN)
    retracted = eemgit("retract", "whistles", "-r", "no", "--commit", "--json", cwd=bench.path).json
    assert (retracted["retracted"], retracted["commit"]) == (["whistles"], bench.head())
    restored = eemgit("restore", "whistles", "--commit", "--json", cwd=bench.path).json
    assert (restored["restored"], restored["commit"]) == (["whistles"], bench.head())


def test_a_proposal_that_stands_already_is_not_made_again(bench: GitRepo) -> None:
    first, second = (eemgit("dedup", "--json", cwd=bench.path).json for _ in range(2))
    assert fits(first, {"schema": int} | DEDUP)
    assert (first["branch"], first["head"], first["changed"]) == ("eem/dedup", bench.head("eem/dedup"), True)
    assert second == first | {"changed": False}


def test_a_list_holds_every_belief_out_ones_included_and_is_sorted(bench: GitRepo) -> None:
    rows = eemgit("list", "--json", cwd=bench.path).json["beliefs"]
    assert [row["id"] for row in rows] == sorted(row["id"] for row in rows)
    assert {row["label"] for row in rows} == {"IN", "OUT"}
    boils = next(row for row in rows if row["id"] == "kettle-boils")
    assert boils == {
        "id": "kettle-boils",
        "label": "OUT",
        "kind": "derived",
        "claim": "The water boils.",
        "depth": 3,
        "retracted": False,
        "aliases": ["kettle-works"],
        "path": "beliefs/k/kettle-boils.md",
    }


def test_depth_is_null_where_there_is_none(bench: GitRepo) -> None:
    bench.belief("lost", "It is lost.", "justifications:\n  - antecedents: [ghost]")
    rows = eemgit("list", "--json", cwd=bench.path).json["beliefs"]
    assert next(row for row in rows if row["id"] == "lost")["depth"] is None


def test_a_new_belief_comes_from_null_and_a_deleted_one_goes_to_null(bench: GitRepo) -> None:
    bench.belief("whistles", "It whistles.")
    (bench.path / "beliefs/d/descaled.md").unlink()
    change = eemgit("diff", "HEAD", "--json", cwd=bench.path).json
    assert {flip["id"]: (flip["from"], flip["to"]) for flip in change["flips"]} == {
        "whistles": (None, "IN"),
        "descaled": ("IN", None),
    }


def test_a_plan_names_the_commits_it_is_about(branched: GitRepo) -> None:
    plan = eemgit("plan", "small", "--json", cwd=branched.path).json
    assert (plan["base"], plan["head"]) == (branched.head("main"), branched.head("small"))
    assert plan["added"] == ["whistles"]
    assert [found["code"] for found in plan["warnings"]] == ["unknown-unless"]
    blocked = eemgit("plan", "work", "--json", cwd=branched.path).json
    assert [found["code"] for found in blocked["blocking"]] == ["dangling-antecedent"]


def test_a_check_says_whether_all_could_be_read(bench: GitRepo) -> None:
    assert eemgit("check", "--json", cwd=bench.path).json["complete"] is True
    bench.write("beliefs/b/bad.md", "---\n")
    result = eemgit("check", "--json", cwd=bench.path)
    assert (result.code, result.json["complete"]) == (1, False)


def test_text_of_every_script_is_written_as_it_is(bench: GitRepo) -> None:
    eemgit("add", "rain", "雨は水曜日に降る — è così", cwd=bench.path)
    result = eemgit("show", "rain", "--json", cwd=bench.path)
    assert "雨は水曜日に降る — è così" in result.out
    assert result.json["belief"]["claim"] == "雨は水曜日に降る — è così"


def test_an_error_leaves_standard_output_empty(bench: GitRepo) -> None:
    result = eemgit("show", "nothing-like-it", "--json", cwd=bench.path)
    assert (result.code, result.out) == (2, "")
    assert result.err.startswith("error: ")


def test_the_last_of_two_formats_counts(bench: GitRepo) -> None:
    assert eemgit("status", "--format", "text", "--json", cwd=bench.path).out.startswith("{")
