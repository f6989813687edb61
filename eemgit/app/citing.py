"""What a person names as a source: a path from where they stand, as git takes it, written down from the git root."""

from __future__ import annotations

from pathlib import Path

from eemgit.repo.repository import Repository


def from_folder(repository: Repository, folder: Path, source: str) -> str:
    """`source` with its path from the git root, if a file lies at that path from `folder`; else as it is.

    Addresses, and paths that are meant from the root already, stay as typed.
    """
    path, mark, place = source.partition("#")
    if repository.is_bare or not path or "\0" in path or path.startswith("/") or ":" in path.partition("/")[0]:
        return source
    here = (folder / path).resolve()
    top = repository.top.resolve()
    if not here.is_file() or not here.is_relative_to(top):
        return source
    return f"{here.relative_to(top).as_posix()}{mark}{place}"
