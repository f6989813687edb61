"""The files that ship with the program beside its code: templates, hooks and the example repository."""

from __future__ import annotations

from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable


class Kind(Enum):
    """A folder at the top of the checkout whose files ship with the program."""

    TEMPLATES = "templates"
    HOOKS = "hooks"
    EXAMPLE = "example-repo"


def resource(kind: Kind, name: str = "") -> Traversable:
    """The file or folder `name` (POSIX, relative) of `kind`; FileNotFoundError when the program does not ship it.

    A wheel holds the folders inside the package; a checkout, and an editable install of one, holds them beside it.
    """
    parts = [part for part in name.split("/") if part]
    if ".." in parts:
        raise FileNotFoundError(f"{name}: no such file ships with eemgit")
    found = _root(kind).joinpath(*parts)
    if not (found.is_file() or found.is_dir()):
        raise FileNotFoundError(f"{kind.value}/{name}: this installation of eemgit does not hold it; install it again")
    return found


def tree(kind: Kind, name: str = "") -> dict[str, bytes]:
    """All files below the folder `name` of `kind`: relative POSIX path to content, sorted by path."""
    found: dict[str, bytes] = {}
    waiting = [("", resource(kind, name))]
    while waiting:
        prefix, folder = waiting.pop()
        for entry in folder.iterdir():
            if entry.is_file():
                found[prefix + entry.name] = entry.read_bytes()
            elif entry.name != "__pycache__":
                waiting.append((f"{prefix}{entry.name}/", entry))
    return dict(sorted(found.items()))


def _root(kind: Kind) -> Traversable:
    from importlib.resources import files  # slow to import, and most commands need no resource

    package = files("eemgit")
    inside = package.joinpath("_data", kind.value)
    if inside.is_dir():
        return inside
    return Path(str(package)).parent / kind.value
