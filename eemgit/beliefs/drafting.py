"""What every edit of a belief file begins and ends with: the file read, its tree, and the result read again."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from eemgit.beliefs.codes import CODES
from eemgit.beliefs.frontmatter import Document, MapNode, parse_front_matter, split
from eemgit.beliefs.keys import BELIEF_KEYS
from eemgit.beliefs.model import Belief, Finding
from eemgit.beliefs.reading import read_belief
from eemgit.beliefs.splicing import append_items, insert_entry
from eemgit.beliefs.yamltext import Plain, encoded
from eemgit.errors import EditRefused

_PATH = "belief.md"
_ID = "belief"
"""What a file is read under here: neither changes what it says."""


def read(data: bytes) -> Belief:
    """What the file says; EditRefused when it cannot be read."""
    reading = read_belief(_PATH, data, _ID)
    if reading.value is None:
        raise _unreadable("the file cannot be read", reading.findings)
    return reading.value


def _unreadable(what: str, findings: Iterable[Finding]) -> EditRefused:
    found = next(found for found in findings if CODES[found.code].unreadable)
    line = f"line {found.where.line}: " if found.where.line else ""
    return EditRefused(f"{what}: {line}{found.message}", hint=found.hint)


def tree_of(data: bytes) -> tuple[Document, MapNode]:
    """The parts of a file that has been read before."""
    document, _ = split(data)
    root = parse_front_matter(document)[0] if document else None
    if document is None or not isinstance(root, MapNode):
        raise EditRefused("the file cannot be read")
    return document, root


def checked(text: str, wanted: Belief) -> bytes:
    """The bytes of `text`, which must say what is `wanted` and nothing else."""
    data = encoded(text)
    reading = read_belief(_PATH, data, _ID)
    if reading.value is None:
        raise _unreadable("the edit would leave a file that cannot be read", reading.findings)
    if reading.value != wanted:
        raise EditRefused(
            "the file is written in a way that this edit would break",
            hint="make the change by hand, or bring the file into canonical form first",
        )
    return data


def append(text: str, name: str, items: Sequence[Plain]) -> str:
    """`text` with `items` at the end of the list under the top-level key `name`, made if need be."""
    if not items:
        return text
    document, root = tree_of(text.encode())
    entry = root.entry(name)
    if entry is None:
        return insert_entry(document, root, name, items, after=BELIEF_KEYS[: BELIEF_KEYS.index(name)])
    return append_items(document, root, entry, items)
