"""Ids and the paths they name: both are pure functions of each other."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum

from eemgit.beliefs.codes import finding
from eemgit.beliefs.model import Finding
from eemgit.beliefs.shown import shown
from eemgit.beliefs.slugs import slug
from eemgit.errors import BadId, Where

__all__ = ["MAX_ID", "Layout", "Placed", "belief_path", "check_id", "home_of", "is_id", "nogood_path", "placed", "slug"]

MAX_ID = 120
"""Bytes of an id, its namespace included."""

_PART = r"[a-z0-9]+(?:[._-][a-z0-9]+)*"
_DEVICE = r"(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?:\.|\Z|/)"
_ID = re.compile(rf"(?!{_DEVICE})(?:(?=[^/]{{2}}){_PART}/(?!{_DEVICE}))?{_PART}\Z")
_LETTER = re.compile(r"[a-z0-9]\Z")
_HASH = re.compile(r"[0-9a-f]{2}\Z")
_NOT_RECORDS = ("README.md",)


class Layout(Enum):
    """How the files of beliefs are spread over folders."""

    LETTER = "letter"
    HASH = "hash"


@dataclass(frozen=True, slots=True)
class Placed:
    """What a path names: the id of a record, or None with the findings that say why (none for a file to ignore)."""

    id: str | None
    findings: tuple[Finding, ...] = ()


def is_id(text: str) -> bool:
    """Whether `text` can be the id of a belief or a nogood."""
    return len(text) <= MAX_ID and _ID.match(text) is not None


def check_id(text: str) -> str:
    """`text` itself; raises BadId with a hint when it cannot be an id."""
    if is_id(text):
        return text
    raise BadId(f"{shown(text)} cannot be an id: {_why_not(text)}", hint=f"an id like {slug(text)!r} would do")


def belief_path(id: str, layout: Layout) -> str:
    """Where the belief `id` lies, below the belief root; raises BadId."""
    return home_of(check_id(id), layout)


def home_of(id: str, layout: Layout) -> str:
    """`belief_path` of what is known to be an id."""
    namespace, slash, name = id.rpartition("/")
    folder = name[0] if layout is Layout.LETTER else _digest(name)
    return f"beliefs/{namespace}{slash}{folder}/{name}.md"


def _digest(name: str) -> str:
    from hashlib import sha256

    return sha256(name.encode()).hexdigest()[:2]


def nogood_path(id: str) -> str:
    """Where the nogood `id` lies, below the belief root; raises BadId."""
    return f"nogoods/{check_id(id)}.md"


def placed(path: str) -> Placed:
    """Which record a path below the belief root names, wherever the file lies; never raises."""
    kind, *folders = path.split("/")
    if kind not in _FOLDERS or not folders:
        return Placed(None)
    name = folders.pop()
    if name in _NOT_RECORDS or any(part.startswith(".") for part in (*folders, name)):
        return Placed(None)
    if not name.endswith(".md"):
        return _not_markdown(path, name)
    namespace = _namespace(kind, folders)
    if namespace is None:
        return _refused(path, "bad-path", "a folder that no id leads to", _FOLDERS[kind])
    stem = name[:-3]
    id = f"{namespace}/{stem}" if namespace else stem
    if is_id(id):
        return Placed(id)
    message = f"the file name {shown(name)} is no id: {_why_not(stem if not namespace else id)}"
    return _refused(path, "bad-file-name", message, f"rename it, say to '{slug(stem)}.md'")


_FOLDERS = {
    "beliefs": "beliefs lie at beliefs/LETTER/ID.md or beliefs/NAMESPACE/LETTER/ID.md",
    "nogoods": "nogoods lie at nogoods/ID.md or nogoods/NAMESPACE/ID.md",
}


def _namespace(kind: str, folders: list[str]) -> str | None:
    """The namespace that the folders between `beliefs/` and a file spell; "" for none, None when they cannot."""
    if kind == "beliefs" and folders and (_LETTER.match(folders[-1]) or _HASH.match(folders[-1])):
        folders = folders[:-1]
    if not folders:
        return ""
    return folders[0] if len(folders) == 1 and is_id(f"{folders[0]}/x") else None


def _not_markdown(path: str, name: str) -> Placed:
    if name.lower().endswith(".md"):
        return _refused(
            path, "bad-file-name", f"the file name {shown(name)} must end in '.md'", "rename it in lower case"
        )
    return _refused(path, "stray-file", f"{shown(name)} is no belief and is not read", "move it out of this folder")


def _refused(path: str, code: str, message: str, hint: str) -> Placed:
    return Placed(None, (finding(code, Where(path, 1, 1), message, hint=hint),))


def _why_not(text: str) -> str:
    """The first rule that `text` breaks as an id."""
    if not text:
        return "it is empty"
    if len(text.encode(errors="replace")) > MAX_ID:
        return f"it is longer than {MAX_ID} bytes"
    if re.match(_DEVICE, text) or re.search(f"/{_DEVICE}", text):
        return "Windows keeps that name for a device"
    if text.count("/") > 1:
        return "an id has at most one namespace"
    if text.find("/") == 1:
        return "a namespace has at least two characters"
    if re.search(r"[^a-z0-9._/-]", text):
        return "an id is made of a-z, 0-9 and single '-', '_' or '.' between them"
    return "'-', '_' and '.' stand single and between letters or digits"
