"""Makes a belief repository: settings and attributes here, or the example in a folder of its own."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from eemgit.errors import EditRefused, EemError
from eemgit.repo.creating import commit_everything, containing, create, is_in_worktree
from eemgit.repo.files import write_file
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
    _check_folder(folder)
    fresh = not is_in_worktree(folder)
    wanted = {place: resource(Kind.TEMPLATES, f"init/{name}").read_bytes() for name, place in PLACES.items()}
    if agents:
        wanted[AGENTS] = resource(Kind.TEMPLATES, f"init/{AGENTS}").read_bytes()
    present = {place: _present(folder, place) for place in wanted}
    changes = {place: data for place, text in wanted.items() if (data := _merged(place, present[place], text))}
    if not dry_run:
        with _writing(folder):
            folder.mkdir(parents=True, exist_ok=True)
        if fresh:
            create(folder)
        repository = containing(folder)
        for place, data in changes.items():
            write_file(repository, place, data, before=present[place])
    return Initialised(folder, tuple(changes), fresh)


def make_example(folder: Path, *, dry_run: bool = False) -> Initialised:
    """The example as a git repository of its own, with one commit; refused where something lies already."""
    _check_folder(folder)
    if folder.exists() and any(folder.iterdir()):
        raise EditRefused(f"{folder} is not empty", hint="name a new folder for the example")
    files = tree(Kind.EXAMPLE)
    if dry_run:
        return Initialised(folder, tuple(files), True)
    with _writing(folder):
        for place, data in files.items():
            target = folder / place
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(data)
    commit = commit_everything(folder, "a rate limiter, and what is known about it")
    return Initialised(folder, tuple(files), True, commit)


def _check_folder(folder: Path) -> None:
    """Raises EemError when `folder` is none, or cannot become one."""
    existing = next(part for part in (folder, *folder.absolute().parents) if part.exists() or part.is_symlink())
    if not existing.is_dir():
        raise EemError(f"{existing} is not a folder", hint="name a folder, or one to be made")


@contextmanager
def _writing(folder: Path) -> Iterator[None]:
    """Turns what the system refuses into an EemError."""
    try:
        yield
    except OSError as error:
        reason = (error.strerror or "").lower()
        raise EemError(f"cannot write in {folder}: {reason}", hint="name a folder you may write in") from error


def _present(folder: Path, place: str) -> bytes | None:
    """What lies at `place`, None when nothing does; EditRefused for a link or anything else that is no file."""
    target = folder / place
    for part in (target, *target.parents):
        if part == folder:
            break
        if part.is_symlink():
            raise EditRefused(f"{part} is a symbolic link", hint="eemgit writes only to ordinary files of this folder")
    try:
        return target.read_bytes()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise EditRefused(f"{target} cannot be read: {(error.strerror or '').lower()}") from error


def _merged(place: str, present: bytes | None, text: bytes) -> bytes | None:
    """What to write at `place`: None when nothing is missing there."""
    if present is None:
        return text
    if place == AGENTS:
        return None if MARK.encode() in present else _joined(present, b"\n" + text)
    if place != ".gitattributes":
        return None
    missing = [line for line in text.splitlines() if line not in present.splitlines()]
    return _joined(present, b"\n".join(missing) + b"\n") if missing else None


def _joined(present: bytes, more: bytes) -> bytes:
    return present + (b"" if not present or present.endswith(b"\n") else b"\n") + more
