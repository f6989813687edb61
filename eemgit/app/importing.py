"""Brings an export into the worktree, and says what it could not keep and which labels change."""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import dataclass, replace
from pathlib import Path

from eemgit.app.opening import here, require_files
from eemgit.beliefs.ids import Layout, belief_path, nogood_path
from eemgit.beliefs.knowledge import KnowledgeBase
from eemgit.beliefs.settings import Settings
from eemgit.beliefs.settings_text import layout_text
from eemgit.beliefs.writing import write_belief, write_nogood
from eemgit.errors import EemError, Where
from eemgit.exchange.changes import LabelChanges, label_changes
from eemgit.exchange.lines import are_lines, read_lines
from eemgit.exchange.outcome import Import
from eemgit.exchange.reasonsforge import read_reasonsforge
from eemgit.git.refs import lookup
from eemgit.repo.commits import CommitSpec
from eemgit.repo.files import write_file
from eemgit.repo.here import add_commits, commit_files, uncommitted
from eemgit.repo.repository import SETTINGS_FILE, Repository

LARGEST = 512 * 1024 * 1024
"""Bytes an export may have."""


@dataclass(frozen=True, slots=True)
class How:
    """What to keep, and whether to write and to commit."""

    keep_metadata: bool = False
    dry_run: bool = False
    commit: bool = False


@dataclass(frozen=True, slots=True)
class Imported:
    """What an export gave: the beliefs, the losses, and the labels that differ from those it holds."""

    outcome: Import
    knowledge: KnowledgeBase
    changes: LabelChanges
    layout: Layout
    files: tuple[str, ...]
    """What was written, from the belief root."""
    commit: str | None
    uncommitted: tuple[str, ...] = ()
    """What differs from HEAD all the same, where the import was committed."""


def import_file(repository: Repository, file: Path, how: How) -> Imported:
    """Write every belief of the export, JSON of reasonsforge or our JSON lines, that is not here yet.

    Files that are here are never touched.
    """
    require_files(repository)
    data = _bytes(file)
    with nullcontext() if how.dry_run else repository.lock(f"importing {file.name}"):
        before = here(repository).knowledge
        outcome = _outcome(data, file, how, before)
        settings = before.settings if before.paths else replace(before.settings, layout=outcome.layout)
        files = _files(before, outcome, settings)
        after = _after(before, files, settings)
        found = Imported(outcome, after, label_changes(outcome, after.labelling), settings.layout, tuple(files), None)
        if how.dry_run or not files:
            return replace(found, uncommitted=_left(repository)) if how.commit else found
        if how.commit:
            return replace(found, commit=_commit(repository, before, files, file), uncommitted=_left(repository))
        for path, content in files.items():
            write_file(repository, path, content, before=_present(before, path), durable=False)
    return found


def _bytes(file: Path) -> bytes:
    try:
        if file.stat().st_size > LARGEST:
            raise EemError("too large to import", where=Where(str(file)))
        return file.read_bytes()
    except OSError as error:
        reason = (error.strerror or "no such file").lower()
        raise EemError(f"cannot be read: {reason}", where=Where(str(file))) from error


def _outcome(data: bytes, file: Path, how: How, before: KnowledgeBase) -> Import:
    try:
        if are_lines(data):
            return read_lines(data, before)
        return read_reasonsforge(data, keep_metadata=how.keep_metadata, taken=before)
    except EemError as error:
        raise EemError(error.message, where=Where(str(file)), hint=error.hint) from error


def _files(before: KnowledgeBase, outcome: Import, settings: Settings) -> dict[str, bytes]:
    """What to write, the settings first: whoever goes on after a kill must find the layout of what is there."""
    files: dict[str, bytes] = {}
    if settings.layout is not before.settings.layout and (outcome.beliefs or outcome.nogoods):
        files[SETTINGS_FILE] = layout_text(_present(before, SETTINGS_FILE) or b"schema: 1\n", settings.layout)
    files |= {belief_path(belief.id, settings.layout): write_belief(belief) for belief in outcome.beliefs}
    return files | {nogood_path(nogood.id): write_nogood(nogood) for nogood in outcome.nogoods}


def _commit(repository: Repository, before: KnowledgeBase, files: dict[str, bytes], file: Path) -> str:
    """Commits the files on HEAD, all or none of them; before that, by themselves, settings that HEAD does not have."""
    if repository.head() is None or lookup(repository.git, f"HEAD:{repository.prefix}{SETTINGS_FILE}") is None:
        settings = files.pop(SETTINGS_FILE, None)
        if settings is not None:
            write_file(repository, SETTINGS_FILE, settings, before=_present(before, SETTINGS_FILE))
        commit_files(repository, (SETTINGS_FILE,), "settings of the belief repository")
    number = sum(path.startswith("beliefs/") for path in files)
    subject = f"import: {number} belief{'' if number == 1 else 's'}"
    return add_commits(repository, (CommitSpec(subject, f"from {file.name}", (), files),)).head


def _left(repository: Repository) -> tuple[str, ...]:
    return uncommitted(repository, ("beliefs", "nogoods", ".gitattributes", SETTINGS_FILE))


def _after(before: KnowledgeBase, files: dict[str, bytes], settings: Settings) -> KnowledgeBase:
    if settings == before.settings:
        return before.with_files(files)
    return KnowledgeBase.read(dict(sorted({**before.files, **files}.items())), settings)


def _present(before: KnowledgeBase, path: str) -> bytes | None:
    content = before.files.get(path)
    return content if isinstance(content, bytes) else None
