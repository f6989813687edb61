"""Makes a belief repository: settings and attributes here, or the example in a folder of its own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from eemgit.errors import EditRefused, EemError
from eemgit.repo.creating import commit_everything, create, is_in_worktree
from eemgit.repo.repository import SETTINGS_FILE
from eemgit.resources import Kind, resource, tree

PLACES = {
    "eemgit.yaml": SETTINGS_FILE,
    "gitattributes": ".gitattributes",
    "beliefs-gitignore": "beliefs/.gitignore",
    "beliefs-README.md": "beliefs/README.md",
}
"""Templates of `init/` and where they go; `.gitattributes` and `AGENTS.md` are added to when they are there."""

AGENTS = "AGENTS.md"
MARK = "<!-- eemgit: begin -->"


@dataclass(frozen=True, slots=True)
class Initialised:
    """The folder, what was written in it (or would be), and whether git had to be initialised."""

    folder: Path
    files: tuple[str, ...]
    new_repository: bool
    commit: str | None = None


def initialise(folder: Path, *, agents: bool = False, dry_run: bool = False) -> Initialised:
    """A belief repository in `folder`, made when it is not there. What is there is kept; a second run adds nothing."""
    if folder.exists() and not folder.is_dir():
        raise EemError(f"{folder} is not a folder")
    in_worktree = is_in_worktree(folder)
    wanted = {place: resource(Kind.TEMPLATES, f"init/{name}").read_bytes() for name, place in PLACES.items()}
    if agents:
        wanted[AGENTS] = resource(Kind.TEMPLATES, f"init/{AGENTS}").read_bytes()
    changes = {place: data for place, text in wanted.items() if (data := _merged(folder, place, text)) is not None}
    fresh = not in_worktree
    if not dry_run:
        if fresh:
            create(folder)
        _write(folder, changes)
    return Initialised(folder, tuple(changes), fresh)


def make_example(folder: Path, *, dry_run: bool = False) -> Initialised:
    """The example as a git repository of its own, with one commit; refused where something lies already."""
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise EditRefused(f"{folder} is not empty", hint="name a new folder for the example")
    files = tree(Kind.EXAMPLE)
    if dry_run:
        return Initialised(folder, tuple(files), True)
    _write(folder, files)
    return Initialised(
        folder, tuple(files), True, commit_everything(folder, "a rate limiter, and what is known about it")
    )


def _merged(folder: Path, place: str, text: bytes) -> bytes | None:
    """What to write at `place`: None when nothing is missing there."""
    target = folder / place
    _check_inside(folder, target)
    if not target.exists():
        return text
    if place not in (".gitattributes", AGENTS):
        return None
    present = target.read_bytes()
    if place == AGENTS:
        return None if MARK.encode() in present else _joined(present, text)
    missing = [line for line in text.splitlines() if line not in present.splitlines()]
    return _joined(present, b"\n".join(missing) + b"\n") if missing else None


def _joined(present: bytes, more: bytes) -> bytes:
    return present + (b"" if not present or present.endswith(b"\n") else b"\n") + more


def _check_inside(folder: Path, target: Path) -> None:
    for part in (target, *target.parents):
        if part == folder:
            return
        if part.is_symlink():
            raise EditRefused(f"{part} is a symbolic link", hint="eemgit writes only to ordinary files of this folder")


def _write(folder: Path, files: Mapping[str, bytes]) -> None:
    for place, data in files.items():
        target = folder / place
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data)
