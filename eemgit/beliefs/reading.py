"""Reads belief and nogood files: a value, or the findings that say why there is none."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Generic, NamedTuple, TypeVar

from eemgit.beliefs.body import Body, read_body
from eemgit.beliefs.codes import CODES, finding
from eemgit.beliefs.fields import belief_fields, nogood_members
from eemgit.beliefs.frontmatter import (
    BOM,
    Document,
    ListNode,
    MapNode,
    Problem,
    ScalarNode,
    line_starts,
    parse_front_matter,
    position,
    split,
    whole,
)
from eemgit.beliefs.keys import BELIEF_KEYS, NOGOOD_KEYS
from eemgit.beliefs.model import Belief, FileContent, Finding, Irregular, Nogood
from eemgit.beliefs.scan import scan
from eemgit.beliefs.values import Values
from eemgit.errors import Where

MAX_BYTES = 256 * 1024
"""The largest file that is read."""

T = TypeVar("T")


class Reading(NamedTuple, Generic[T]):
    """What a file says. `value` is None exactly when a finding has a code that makes files unreadable."""

    value: T | None
    findings: tuple[Finding, ...]


def read_belief(path: str, content: FileContent, id: str) -> Reading[Belief]:
    """The belief `id` from its file; never raises, whatever the bytes."""
    file, problems = _open(content)
    fields = {}
    if file is not None and file.tree is not None:
        fields = belief_fields(file.tree, Values(file.document.text, problems))
    if file is not None and not problems:
        return Reading(Belief(id, file.body.claim, notes=file.body.notes, **fields), ())
    findings = _findings(problems, path, content, id)
    if file is None or _is_unreadable(findings):
        return Reading(None, findings)
    return Reading(Belief(id, file.body.claim, notes=file.body.notes, **fields), findings)


def read_nogood(path: str, content: FileContent, id: str) -> Reading[Nogood]:
    """The nogood `id` from its file; never raises, whatever the bytes."""
    file, problems = _open(content)
    members: tuple[str, ...] = ()
    if file is not None and file.tree is not None:
        members = nogood_members(file.tree, Values(file.document.text, problems))
    findings = _findings(problems, path, content, id) if problems else ()
    if file is None or _is_unreadable(findings):
        return Reading(None, findings)
    return Reading(Nogood(id, members, file.body.claim), findings)


def locate(data: bytes, keys: Sequence[str | int]) -> tuple[int, int] | None:
    """Line and column, from 1, of what `keys` lead to: ("claim",), ("justifications", 0, "antecedents", 1), …

    That of the value if it is a text, else that of its key. None when it is not there.
    """
    document, _ = split(data)
    if document is None:
        return None
    if list(keys) == ["claim"]:
        body = read_body(document.text, document.body_start)
        return None if body.block else position(document.text, body.start)
    node, _ = parse_front_matter(document)
    offset = None
    for key in keys:
        entry = node.entry(key) if isinstance(node, MapNode) and isinstance(key, str) else None
        if entry:
            node = entry.value
            offset = node.start if isinstance(node, ScalarNode) and node.text else entry.key.start
        elif isinstance(node, ListNode) and isinstance(key, int) and 0 <= key < len(node.items):
            node = node.items[key]
            offset = node.start
        else:
            return None
    return None if offset is None else position(document.text, offset)


class _File(NamedTuple):
    """A file as far as it can be told apart; `tree` is None when its front matter says nothing certain."""

    document: Document
    tree: MapNode | None
    body: Body


def _open(content: FileContent) -> tuple[_File | None, list[Problem]]:
    """The parts of a file and the problems of its bytes, its front matter as YAML, and its claim."""
    if isinstance(content, Irregular):
        return None, [_IRREGULAR[content]]
    if len(content) > MAX_BYTES:
        return None, [_IRREGULAR[Irregular.TOO_LARGE]]
    document, problems = split(content)
    if document is None:
        rest, _ = whole(content)
        conflicts = scan(content, rest) if rest else ()
        return None, problems + [problem for problem in conflicts if problem.code == "conflict-marker"]
    problems.extend(scan(content, document))
    if not problems or not any(problem.code in _HOPELESS for problem in problems):
        body = read_body(document.text, document.body_start)
        tree = _front_matter(document, problems)
        if body.block or body.cut or not document.fenced:
            problems.extend(_body_problems(document, body))
        return _File(document, tree, body), problems
    return None, problems


_HOPELESS = ("conflict-marker", "control-character")
"""Problems after which nothing else that could be said of a file is sure."""

_IRREGULAR = {
    Irregular.SYMLINK: Problem("symlink", 0, "a symbolic link; links are not followed", "put the text itself there"),
    Irregular.SUBMODULE: Problem("submodule", 0, "a submodule and not a file", "move it elsewhere"),
    Irregular.TOO_LARGE: Problem("too-large", 0, f"larger than {MAX_BYTES // 1024} KiB", "move the notes elsewhere"),
    Irregular.UNMERGED: Problem("unmerged", 0, "in the middle of a merge", "resolve the conflict, then `git add` it"),
    Irregular.NOT_A_FILE: Problem("not-a-file", 0, "neither a file nor a folder", "remove it"),
    Irregular.UNREADABLE: Problem("unreadable-file", 0, "the system refused to read it", "check its permissions"),
}


def _front_matter(document: Document, problems: list[Problem]) -> MapNode | None:
    tree, found = parse_front_matter(document)
    if found:
        tabs = any(problem.code == "tab" for problem in problems)
        problems.extend(problem for problem in found if not (tabs and problem.code == "bad-yaml"))
    if tree is None or isinstance(tree, MapNode):
        return tree
    problems.append(Problem("not-a-mapping", tree.start, "the front matter has no keys", "write `key: value` lines"))
    return None


_PLAIN_PARAGRAPH = "begin with the claim as a plain paragraph; a backslash before its first sign keeps that as text"
_FENCE_LINE = re.compile(r"---[ \t]*(?=[\r\n]|\Z)")
_LATER_FENCE = re.compile(r"[\r\n]---[ \t]*(?=[\r\n]|\Z)")
_LIKE_FRONT_MATTER = re.compile(
    rf"(?:{'|'.join((*BELIEF_KEYS, *NOGOOD_KEYS))}):[ \t]*(?=[\r\n\[{{]|\Z)|"
    r"(?:\+{3}|[\u2013\u2014]+-*)[ \t]*(?=[\r\n])|---[ \t]*[^- \t\r\n]"
)


def _body_problems(document: Document, body: Body) -> Iterator[Problem]:
    text = document.text
    unfenced = not document.fenced and _LIKE_FRONT_MATTER.match(text)
    if unfenced:
        hint = "put a line '---' before it and another behind the last key"
        yield Problem("missing-fence", 0, "begins like front matter, but not with a line '---'", hint)
    if body.block == "nothing":
        if text.strip():
            yield Problem("no-claim", document.yaml_end, "no claim below the front matter", "write it there")
        else:
            yield Problem("empty-file", 0, "an empty file", "write a claim, or restore it")
    elif body.block == "a rule" and document.fenced and _is_front_matter(text, body.start):
        hint = "put the keys of the two blocks together"
        yield Problem("second-front-matter", body.start, "a second block of front matter", hint)
    elif body.block:
        late = not document.fenced and _FENCE_LINE.match(text, body.start)
        hint = "front matter begins on the first line" if late else _PLAIN_PARAGRAPH
        yield Problem("bad-claim", body.start, f"{body.block} where the claim should be", hint)
    elif body.cut:
        hint = "put a blank line below the claim, or join its lines"
        yield Problem("claim-cut", body.end, f"the claim ends here, for {body.cut} follows", hint)


def _is_front_matter(text: str, at: int) -> bool:
    return bool(_FENCE_LINE.match(text, at) and _LATER_FENCE.search(text, at + 3))


def _findings(problems: list[Problem], path: str, content: FileContent, id: str) -> tuple[Finding, ...]:
    """The problems as findings, in the order of the file."""
    text = "" if isinstance(content, Irregular) else content.removeprefix(BOM).decode(errors="replace")
    starts = line_starts(text)
    found = []
    for code, offset, message, hint, subject in sorted(problems, key=lambda problem: (problem.offset, problem.code)):
        where = Where(path, *position(text, offset, starts))
        found.append(finding(code, where, message, id=id, hint=hint, subject=subject))
    return tuple(found)


def _is_unreadable(findings: tuple[Finding, ...]) -> bool:
    return any(CODES[found.code].unreadable for found in findings)
