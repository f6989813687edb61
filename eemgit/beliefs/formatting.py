"""Record files in canonical form, which says the same and holds no comment."""

from __future__ import annotations

import re
from collections.abc import Iterator

from eemgit.beliefs.body import read_body
from eemgit.beliefs.drafting import tree_of
from eemgit.beliefs.frontmatter import Document, ListNode, Node, ScalarNode
from eemgit.beliefs.reading import read_belief, read_nogood
from eemgit.beliefs.writing import write_belief, write_nogood
from eemgit.errors import EditRefused

_LINES = re.compile(r"\r\n|\r|\n")


def canonical_belief(data: bytes, id: str) -> bytes:
    """The file of a belief in canonical form, the claim on as many lines as it had.

    Raises EditRefused when the file cannot be read, or holds comments, for which the form has no place.
    """
    belief = read_belief("belief.md", data, id).value
    if belief is None:
        raise _unreadable()
    document = _without_comments(data)
    text = write_belief(belief)
    broken = _with_lines(text.decode(), _claim_lines(document))
    same = read_belief("belief.md", broken, id).value == belief
    return broken if same else text


def canonical_nogood(data: bytes, id: str) -> bytes:
    """The file of a nogood in canonical form; what stands below its reason stays. Raises like `canonical_belief`."""
    nogood = read_nogood("nogood.md", data, id).value
    if nogood is None:
        raise _unreadable()
    document = _without_comments(data)
    notes = read_body(document.text, document.body_start).notes
    text = write_nogood(nogood).decode() + (f"\n{notes}\n" if notes else "")
    broken = _with_lines(text, _claim_lines(document))
    return broken if read_nogood("nogood.md", broken, id).value == nogood else text.encode()


def _unreadable() -> EditRefused:
    return EditRefused("it cannot be read", hint="`eemgit check` says what is wrong")


def _claim_lines(document: Document) -> list[str]:
    body = read_body(document.text, document.body_start)
    return [line.strip(" \t") for line in _LINES.split(document.text[body.start : body.end])]


def _with_lines(text: str, lines: list[str]) -> bytes:
    """A canonical file with its claim, which is on one line there, on several."""
    if len(lines) > 1:
        document = tree_of(text.encode())[0]
        body = read_body(text, document.body_start)
        text = text[: body.start] + "\n".join(lines) + text[body.end :]
    return text.encode()


def _without_comments(data: bytes) -> Document:
    """The parts of a file; EditRefused for a comment in its front matter, which would be lost."""
    document, root = tree_of(data)
    at = document.yaml_start
    for start, end in (*sorted(_scalars(document.text, root)), (document.yaml_end, document.yaml_end)):
        if "#" in document.text[at:start]:
            raise EditRefused("its front matter holds a comment", hint="move it below the claim, or format by hand")
        at = max(at, end)
    return document


def _scalars(text: str, root: Node) -> Iterator[tuple[int, int]]:
    """Where the scalars of a tree begin and end; of a block scalar its first line, which may end in a comment, not."""
    waiting: list[Node] = [root]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ScalarNode):
            line = _LINES.search(text, node.start) if node.style in ("|", ">") else None
            yield (line.end() if line else node.start), node.end
        elif isinstance(node, ListNode):
            waiting += node.items
        else:
            waiting += [part for entry in node.entries for part in (entry.key, entry.value)]
