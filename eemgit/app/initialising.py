"""Makes a belief repository: settings and attributes here, or the example in a folder of its own."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from eemgit.errors import EditRefused, EemError
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
    wanted = {place: resource(Kind.TEMPLATES, f"init/{name}").read_bytes() for name, place in PLACES.items()}
    if agents:
        wanted[AGENTS] = resource(Kind.TEMPLATES, f"init/{AGENTS}").read_bytes()
    changes = {place: data for place, text in wanted.items() if (data := _merged(folder, place, text)) is not None}
    fresh = not _inside_git(folder)
    if not dry_run:
        if fresh:
            _git_init(folder)
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
    return Initialised(folder, tuple(files), True, _first_commit(folder))


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


def _inside_git(folder: Path) -> bool:
    from eemgit.errors import GitError
    from eemgit.repo.repository import Repository

    start = folder
    while not start.exists():
        start = start.parent
    try:
        return not Repository.of_git(start, explicit=True).is_bare
    except GitError:
        return False


def _git_init(folder: Path) -> None:
    from git import Repo

    Repo.init(os.fspath(folder), mkdir=True).close()


def _first_commit(folder: Path) -> str:
    """One commit of everything; a local identity where the user has none."""
    from git import Repo

    with Repo.init(os.fspath(folder), mkdir=True) as repo:
        with repo.config_reader() as config:
            known = all(config.has_option("user", key) for key in ("name", "email"))
        if not known and not os.environ.get("GIT_AUTHOR_NAME"):
            with repo.config_writer() as local:
                local.set_value("user", "name", "Example")
                local.set_value("user", "email", "example@eemgit.invalid")
        repo.git.add("--all")
        repo.git.commit("--quiet", "--no-verify", "--message", "a rate limiter, and what is known about it")
        return repo.head.commit.hexsha
