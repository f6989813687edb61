"""Belief files written as lines of text, for tests.

`files("a", "b <- a, c unless d", "x <- any a, b", "y | retracted: wrong", "nogood n: a, b")` reads, beside what the
lines for networks in `tests.tms.builder` can say:

- `a = The sky is blue.`      a claim of its own; without, a sentence made of the id
- `a | retracted: wrong`      more front matter, each piece a line of YAML
- `nogood n: a, b`            a recorded contradiction

Several lines with one head are alternatives.
"""

from __future__ import annotations

from collections.abc import Iterable

from eemgit.beliefs.ids import Layout, belief_path, nogood_path
from eemgit.beliefs.knowledge import KnowledgeBase
from eemgit.beliefs.model import FileContent, Finding
from eemgit.beliefs.settings import Settings


def knowledge(*lines: str, more: dict[str, FileContent] | None = None) -> KnowledgeBase:
    """The knowledge base of these lines, and of `more` files as they are."""
    return KnowledgeBase.read(files(*lines) | (more or {}), Settings())


def files(*lines: str) -> dict[str, FileContent]:
    """The files that the lines say, by path."""
    found: dict[str, FileContent] = {}
    heads: dict[str, list[str]] = {}
    for line in lines:
        if line.startswith("nogood "):
            id, _, members = line.removeprefix("nogood ").partition(":")
            found[nogood_path(id)] = _nogood(_ids(members))
        else:
            heads.setdefault(_head(line), []).append(line)
    return found | {belief_path(id, Layout.LETTER): _belief(id, own) for id, own in heads.items()}


def path(id: str) -> str:
    """Where the belief lies."""
    return belief_path(id, Layout.LETTER)


def told(findings: Iterable[Finding]) -> list[str]:
    """Each finding as `path:line:column code`."""
    return [f"{found.where} {found.code}" for found in findings]


def codes(findings: Iterable[Finding]) -> list[str]:
    """The codes of findings, in their order."""
    return [found.code for found in findings]


def _head(line: str) -> str:
    return line.split(" | ")[0].split(" = ")[0].split("<-")[0].split(" unless ")[0].strip()


def _belief(id: str, lines: list[str]) -> bytes:
    claim, gate, justifications, front = f"Something about {id}.", "", "", ""
    for line in lines:
        said, *pieces = line.split(" | ")
        said, _, given = said.partition(" = ")
        claim = given.strip() or claim
        front += "".join(f"{piece}\n" for piece in pieces)
        head, arrow, body = said.partition("<-")
        gate += _list("unless", _ids(head.partition(" unless ")[2]), "")
        justifications += _justification(body) if arrow else ""
    front = ("justifications:\n" + justifications if justifications else "") + gate + front
    return (f"---\n{front}---\n\n{claim}\n" if front else f"{claim}\n").encode()


def _justification(body: str) -> str:
    antecedents, _, unless = f" {body.strip()} ".partition(" unless ")
    mode, _, rest = antecedents.strip().partition(" ")
    text = "    mode: any\n" if mode == "any" else ""
    text += _list("antecedents", _ids(rest if mode == "any" else antecedents), "    ")
    text += _list("unless", _ids(unless), "    ")
    return "  - " + text[4:]


def _list(key: str, ids: list[str], indent: str) -> str:
    return f"{indent}{key}:\n" + "".join(f"{indent}  - {id}\n" for id in ids) if ids else ""


def _nogood(members: list[str]) -> bytes:
    return f"---\n{_list('members', members, '')}---\n\nThey cannot all hold.\n".encode()


def _ids(text: str) -> list[str]:
    return [id.strip() for id in text.split(",") if id.strip()]
