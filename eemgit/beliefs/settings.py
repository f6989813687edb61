"""The settings of a belief repository, `eemgit.yaml`: data only, read as strictly as a belief."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from eemgit.beliefs.frontmatter import Document, Entry, MapNode, Node, Problem, ScalarNode, parse_tree, position, whole
from eemgit.beliefs.ids import Layout
from eemgit.beliefs.near import did_you_mean
from eemgit.beliefs.scan import scan
from eemgit.errors import BadSettings, Where

SCHEMA = 1
"""The only schema of settings and beliefs that this version reads."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What a repository asks for; the defaults are those of a file with only `schema: 1`."""

    schema: int = SCHEMA
    layout: Layout = Layout.LETTER
    reports: str = "tracked"
    """`tracked` or `local`: whether the reports of runs are part of the tree."""
    commit_per: str = "unit"
    """`unit` or `step`: how many commits a proposal makes."""
    dedup_id_threshold: float = 0.5
    """Jaccard likeness of the words of two ids, 0 to 1, from which they are candidates for a merge."""


def read_settings(path: str, data: bytes) -> Settings:
    """The settings in `data`; raises BadSettings, with the place, for the first thing that is wrong."""
    document, problems = whole(data)
    if document is not None:
        problems = [problem for problem in problems if problem.code != "bom"] + list(scan(data, document))
    tree: Node | None = None
    if document is not None and not problems:
        tree, problems = parse_tree(document.text, document.yaml_start)
    if document is None or problems:
        text = document.text if document else data.decode(errors="replace").removeprefix("\ufeff")
        raise _bad(path, text, min(problems, key=lambda problem: problem.offset))
    return _settings(path, document, tree)


def _settings(path: str, document: Document, tree: Node | None) -> Settings:
    try:
        if not isinstance(tree, MapNode):
            raise _Refused(tree.start if tree else 0, "settings are `key: value` lines", "begin with `schema: 1`")
        if tree.get("schema") is None:
            raise _Refused(tree.start, "no `schema`", "begin the file with `schema: 1`")
        return Settings(**_values(tree, SETTINGS, ""))
    except _Refused as refused:
        raise _bad(path, document.text, Problem("", *refused.args)) from None


class _Refused(Exception):
    """A value that is wrong: offset, message, hint."""


def _values(tree: MapNode, readers: Mapping[str, Reader], above: str) -> dict[str, Any]:
    """The fields that a mapping sets, those of nested mappings included."""
    values: dict[str, Any] = {}
    for entry in sorted(tree.entries, key=lambda entry: entry.key.text != "schema"):
        reader = readers.get(entry.key.text)
        name = above + entry.key.text
        if reader is None:
            near = did_you_mean(entry.key.text, readers)
            hint = f"did you mean {near}?" if near else "known are " + ", ".join(readers)
            raise _Refused(entry.key.start, f"unknown setting '{name}'", hint)
        values.update(reader(name, entry))
    return values


Reader = Callable[[str, Entry], dict[str, Any]]


def _text(name: str, entry: Entry, wanted: str) -> str:
    if not isinstance(entry.value, ScalarNode):
        raise _Refused(entry.value.start, f"'{name}' is not a single value", f"give {wanted}")
    if not entry.value.text:
        raise _Refused(entry.key.start, f"'{name}' has no value", f"give {wanted}")
    return entry.value.text


def _schema(name: str, entry: Entry) -> dict[str, Any]:
    text = _text(name, entry, f"the number {SCHEMA}")
    if text == str(SCHEMA):
        return {"schema": SCHEMA}
    if text.isascii() and text.isdigit() and int(text[:9]) > SCHEMA:
        hint = f"install a newer eemgit; this one reads schema {SCHEMA}"
        raise _Refused(entry.value.start, f"schema {text[:20]} needs a newer eemgit", hint)
    raise _Refused(entry.value.start, f"no schema {text[:20]!r}", f"write `schema: {SCHEMA}`")


def _one_of(field: str, choices: Mapping[str, Any]) -> Reader:
    def read(name: str, entry: Entry) -> dict[str, Any]:
        wanted = " or ".join(choices)
        text = _text(name, entry, wanted)
        if text not in choices:
            raise _Refused(entry.value.start, f"'{name}' cannot be {text[:40]!r}", f"give {wanted}")
        return {field: choices[text]}

    return read


def _share(field: str) -> Reader:
    def read(name: str, entry: Entry) -> dict[str, Any]:
        wanted = "a number from 0 to 1"
        text = _text(name, entry, wanted)
        try:
            value = float(text) if text.isascii() else -1.0
        except ValueError:
            value = -1.0
        if not 0 <= value <= 1:
            raise _Refused(entry.value.start, f"'{name}' cannot be {text[:40]!r}", f"give {wanted}")
        return {field: value}

    return read


def _mapping(readers: Mapping[str, Reader]) -> Reader:
    def read(name: str, entry: Entry) -> dict[str, Any]:
        if not isinstance(entry.value, MapNode):
            raise _Refused(entry.value.start, f"'{name}' is not a mapping", "its keys are " + ", ".join(readers))
        return _values(entry.value, readers, f"{name}.")

    return read


SETTINGS: Mapping[str, Reader] = {
    "schema": _schema,
    "layout": _one_of("layout", {layout.value: layout for layout in Layout}),
    "reports": _one_of("reports", {"tracked": "tracked", "local": "local"}),
    "commit": _mapping({"per": _one_of("commit_per", {"unit": "unit", "step": "step"})}),
    "dedup": _mapping({"id_threshold": _share("dedup_id_threshold")}),
}
"""How each key is read."""


def _bad(path: str, text: str, problem: Problem) -> BadSettings:
    return BadSettings(problem.message, where=Where(path, *position(text, problem.offset)), hint=problem.hint)
