"""Reads the text of a deduplication plan strictly: what is not understood is refused, and nothing is guessed."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from eemgit.errors import EemError, Where
from eemgit.steps.clusters import Mark, Sort

if TYPE_CHECKING:
    from markdown_it.token import Token

PLAN_FILE = "proposed-dedup.md"
TITLE = "Deduplication Plan"

_HEADING = re.compile(rf"({'|'.join(sort.value for sort in Sort)})(?:\s.*)?")
_BELIEF = re.compile(r"\[([^\]]*)\]\s+`([^`]+)`(?:\s+\(\d+ dependents?\))?(?:\s+text\s+([0-9a-f]{12}))?\s*")
_MARKER = re.compile(r"^\W*\[\s*[\w ]*\]\s*`", re.MULTILINE)
_MARKS = {mark.value: mark for mark in Mark} | {"": Mark.OPEN}
_HOW = "a belief is one line like: - [KEEP] `id`  (3 dependents)  text 1a2b3c4d5e6f"


class BadPlan(EemError):
    """A plan file that cannot be understood as it stands."""


@dataclass(frozen=True, slots=True)
class PlannedBelief:
    """One line of a plan: a belief, its mark, the hash its file had, and the claim shown below (None: taken out)."""

    id: str
    mark: Mark
    text_hash: str
    claim: str | None
    line: int


@dataclass(frozen=True, slots=True)
class PlannedCluster:
    """One cluster of a plan as a person left it. With a belief to retract there is exactly one to keep."""

    sort: Sort
    beliefs: tuple[PlannedBelief, ...]
    line: int

    def marked(self, mark: Mark) -> tuple[str, ...]:
        """The beliefs with this mark, in the order of the file."""
        return tuple(belief.id for belief in self.beliefs if belief.mark is mark)


@dataclass(frozen=True, slots=True)
class Plan:
    """A plan file as it was read; no belief is retracted in one cluster and named for a merge in another."""

    path: str
    clusters: tuple[PlannedCluster, ...]


@dataclass(frozen=True, slots=True)
class _Block:
    """One block of a markdown text: the token that opens it and what lies inside."""

    opening: Token
    inside: Sequence[Token]

    @property
    def line(self) -> int:
        return self.opening.map[0] + 1 if self.opening.map else 1

    @property
    def text(self) -> str:
        return self.inside[0].content if self.inside else self.opening.content


def read_plan(text: str, path: str = PLAN_FILE) -> Plan:
    """The plan in a file. Raises BadPlan with the line of the first thing that cannot be understood."""
    from markdown_it import MarkdownIt

    found: dict[str, dict[str, dict[str, list[int]]]] = {}
    blocks = list(_blocks(MarkdownIt("commonmark").parse(text.removeprefix("\ufeff"), found)))
    for definition in found.get("references", {}).values():
        raise _bad(path, definition["map"][0] + 1, "a link definition is no part of a plan", _HOW)
    if not blocks or blocks[0].opening.tag != "h1" or blocks[0].text != TITLE:
        raise _bad(path, 1, f"this is not a plan: it does not start with `# {TITLE}`", "eemgit dedup --plan writes one")
    clusters = tuple(_clusters(path, blocks[1:]))
    _check_apart(path, clusters)
    return Plan(path, clusters)


def _blocks(tokens: Sequence[Token]) -> Iterator[_Block]:
    """The outermost blocks of a run of tokens."""
    start = 0
    while start < len(tokens):
        end = start + 1
        if tokens[start].nesting == 1:
            while tokens[end].level != tokens[start].level:
                end += 1
        yield _Block(tokens[start], tokens[start + 1 : end])
        start = end + (tokens[start].nesting == 1)


def _clusters(path: str, blocks: Sequence[_Block]) -> Iterator[PlannedCluster]:
    heading: tuple[Sort, int] | None = None
    beliefs: list[PlannedBelief] = []
    for block in blocks:
        match block.opening.type:
            case "heading_open":
                if heading:
                    yield _cluster(path, heading, beliefs)
                heading, beliefs = (_sort(path, block), block.line), []
            case "bullet_list_open" if heading:
                beliefs += (_belief(path, item) for item in _blocks(block.inside))
            case "paragraph_open" if not _MARKER.search(block.text):
                pass
            case "code_block" if not heading:
                pass
            case _:
                raise _bad(path, block.line, "this is no part of a plan", _HOW)
    if heading:
        yield _cluster(path, heading, beliefs)


def _sort(path: str, block: _Block) -> Sort:
    matched = _HEADING.fullmatch(block.text) if block.opening.tag == "h2" else None
    if not matched:
        hint = "headings are `## Cluster N`, `## Candidate N` and `## Conflict N`"
        raise _bad(path, block.line, f"cannot read the heading {block.text!r}", hint)
    return Sort(matched[1])


def _belief(path: str, item: _Block) -> PlannedBelief:
    """The belief of one list item: a line that names it, and perhaps its claim, indented."""
    first, *rest = _blocks(item.inside) if item.inside else [item]
    matched = _BELIEF.fullmatch(first.text) if first.opening.type == "paragraph_open" else None
    if not matched:
        raise _bad(path, item.line, f"cannot read the line {first.text.partition(chr(10))[0]!r}", _HOW)
    mark, id, text_hash = matched.groups()
    if mark.strip() not in _MARKS:
        raise _bad(path, item.line, f"unknown mark [{mark}]", "marks are [KEEP], [RETRACT] and, to leave it alone, [ ]")
    if text_hash is None:
        hint = "without it nobody can tell whether the belief has changed: write a new plan with eemgit dedup --plan"
        raise _bad(path, item.line, f"the line of {id!r} has lost its `text` hash", hint)
    if len(rest) > 1 or any(block.opening.type != "code_block" for block in rest):
        raise _bad(
            path, rest[0].line, f"cannot read what stands below {id!r}", "only the claim, indented by six spaces"
        )
    claim = rest[0].text.rstrip("\n") if rest else None
    return PlannedBelief(id, _MARKS[mark.strip()], text_hash, claim, item.line)


def _cluster(path: str, heading: tuple[Sort, int], beliefs: Sequence[PlannedBelief]) -> PlannedCluster:
    """The cluster, if its marks can be acted on."""
    cluster = PlannedCluster(heading[0], tuple(beliefs), heading[1])
    for number, belief in enumerate(beliefs):
        if belief.id in {other.id for other in beliefs[:number]}:
            raise _bad(path, belief.line, f"{belief.id!r} stands in this cluster twice", "drop one of the lines")
    kept, retracted = cluster.marked(Mark.KEEP), cluster.marked(Mark.RETRACT)
    if len(kept) > 1:
        names = " and ".join(map(repr, kept))
        raise _bad(path, cluster.line, f"the cluster keeps {names}", "keep one of them, or make it two clusters")
    if kept and not retracted and cluster.marked(Mark.OPEN):
        hint = "mark the other [RETRACT] to merge them, or this one [ ] to leave both alone"
        raise _bad(path, cluster.line, f"the pair keeps {kept[0]!r} and does not say what becomes of the other", hint)
    if retracted and not kept:
        raise _bad(path, cluster.line, "the cluster has no kept belief", "mark one of its beliefs [KEEP]")
    return cluster


def _check_apart(path: str, clusters: Sequence[PlannedCluster]) -> None:
    """Raises BadPlan when a belief is merged away twice, or is kept in one cluster and merged away in another."""
    named: dict[str, PlannedBelief] = {}
    for cluster in clusters:
        if not cluster.marked(Mark.RETRACT):
            continue
        for belief in cluster.beliefs:
            if belief.mark is Mark.OPEN:
                continue
            other = named.setdefault(belief.id, belief)
            if other is not belief and Mark.RETRACT in (belief.mark, other.mark):
                hint = "put all that is one claim into one cluster"
                raise _bad(path, belief.line, f"{belief.id!r} is decided in line {other.line} already", hint)


def _bad(path: str, line: int, message: str, hint: str) -> BadPlan:
    return BadPlan(message, where=Where(path, line), hint=hint)
