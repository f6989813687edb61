"""Brings files into canonical form, or their references up to date."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from eemgit.app.opening import here
from eemgit.app.writing import How, Written, write_unit
from eemgit.beliefs.knowledge import KnowledgeBase
from eemgit.errors import EditRefused, UnknownBelief
from eemgit.repo.repository import Repository
from eemgit.steps.formatting import Formatted, check_same, in_canonical_form, with_current_references
from eemgit.steps.protocol import Unit


@dataclass(frozen=True, slots=True)
class Wanted:
    """What to write anew: the form, or only the references; in which files (ids, files, folders; none: all)."""

    references: bool = False
    names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class FormattedFiles:
    """The files that are (or would be) rewritten, those left as they are with the reason, and the change itself."""

    formatted: Formatted
    written: Written | None = None


def check_format(repository: Repository, wanted: Wanted) -> FormattedFiles:
    """Which files are not in form; nothing is written."""
    return FormattedFiles(_formatted(repository, here(repository).knowledge, wanted))


def format_files(repository: Repository, wanted: Wanted, how: How) -> FormattedFiles:
    """Rewrite what is not in form. EditRefused, and nothing written, if any claim or label would change."""
    found = check_format(repository, wanted)
    if not found.formatted.edits:
        return found

    def plan(knowledge: KnowledgeBase) -> tuple[str, Unit]:
        nonlocal found
        formatted = _formatted(repository, knowledge, wanted)
        if not formatted.edits:
            raise EditRefused("another command has done it meanwhile")
        found = FormattedFiles(formatted)
        number = len(formatted.edits)
        what = "write current ids" if wanted.references else "format"
        return formatted.paths[0], Unit(f"{what} in {number} file{'s' if number > 1 else ''}", "", formatted.edits)

    written = write_unit(repository, "fmt", plan, how, refuse=True)
    return FormattedFiles(found.formatted, written)


def _formatted(repository: Repository, knowledge: KnowledgeBase, wanted: Wanted) -> Formatted:
    among = {path for name in wanted.names for path in _files(repository, knowledge, name)} if wanted.names else None
    formatted = (with_current_references if wanted.references else in_canonical_form)(knowledge, among)
    check_same(knowledge, formatted)
    return formatted


def _files(repository: Repository, knowledge: KnowledgeBase, name: str) -> Iterator[str]:
    """The paths that a name given by a person means: a belief, a nogood, a file or all files of a folder."""
    id = knowledge.references.named(name)
    if id is not None or name in knowledge.nogood_paths:
        yield knowledge.paths[id] if id is not None else knowledge.nogood_paths[name]
        return
    path, root = Path(name).resolve(), repository.root.resolve()
    inside = path.relative_to(root).as_posix() if path.is_relative_to(root) else None
    found = [each for each in knowledge.files if each == inside or inside == "." or each.startswith(f"{inside}/")]
    if not found:
        raise UnknownBelief(f"no belief, file or folder {name!r}", hint="name ids, or paths below the belief root")
    yield from found
