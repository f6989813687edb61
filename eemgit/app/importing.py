"""Brings a reasonsforge export into the worktree, and says what it could not keep and which labels change."""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import dataclass, replace
from pathlib import Path

from eemgit.app.opening import here
from eemgit.beliefs.ids import Layout, belief_path, nogood_path
from eemgit.beliefs.knowledge import KnowledgeBase
from eemgit.beliefs.settings import Settings
from eemgit.beliefs.writing import write_belief, write_nogood
from eemgit.errors import EemError, Where
from eemgit.exchange.changes import LabelChanges, label_changes
from eemgit.exchange.outcome import Import
from eemgit.exchange.reasonsforge import read_reasonsforge
from eemgit.repo.commits import CommitSpec
from eemgit.repo.files import write_file
from eemgit.repo.here import add_commits
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
    commit: str | None


def import_reasonsforge(repository: Repository, file: Path, how: How) -> Imported:
    """Write every belief of the export that is not here yet. Files that are here are never touched."""
    data = _bytes(file)
    with nullcontext() if how.dry_run else repository.lock(f"importing {file.name}"):
        before = here(repository).knowledge
        outcome = read_reasonsforge(data, keep_metadata=how.keep_metadata, taken=before)
        settings = before.settings if before.paths else replace(before.settings, layout=outcome.layout)
        files = _files(before, outcome, settings)
        after = _after(before, files, settings)
        found = Imported(outcome, after, label_changes(outcome, after.labelling), settings.layout, None)
        if how.dry_run or not files:
            return found
        if how.commit:
            spec = CommitSpec(_subject(outcome), f"from {file.name}", (), files)
            return replace(found, commit=add_commits(repository, (spec,)).head)
        for path, content in files.items():
            write_file(repository, path, content, before=_present(before, path), durable=False)
    return found


def _bytes(file: Path) -> bytes:
    try:
        if file.stat().st_size > LARGEST:
            raise EemError("too large to import", where=Where(str(file)))
        return file.read_bytes()
    except OSError as error:
        raise EemError(
            f"cannot be read: {(error.strerror or 'no such file').lower()}", where=Where(str(file))
        ) from error


def _files(before: KnowledgeBase, outcome: Import, settings: Settings) -> dict[str, bytes]:
    files = {belief_path(belief.id, settings.layout): write_belief(belief) for belief in outcome.beliefs}
    files |= {nogood_path(nogood.id): write_nogood(nogood) for nogood in outcome.nogoods}
    if settings.layout is not before.settings.layout and files:
        files[SETTINGS_FILE] = _with_layout(before.files.get(SETTINGS_FILE), settings.layout)
    return files


def _with_layout(present: object, layout: Layout) -> bytes:
    """The settings with another layout: its line replaced, or added at the end."""
    text = present.decode() if isinstance(present, bytes) else "schema: 1\n"
    lines = [line for line in text.splitlines() if not line.startswith("layout:")]
    return "\n".join([*lines, f"layout: {layout.value}", ""]).encode()


def _after(before: KnowledgeBase, files: dict[str, bytes], settings: Settings) -> KnowledgeBase:
    if settings == before.settings:
        return before.with_files(files)
    return KnowledgeBase.read(dict(sorted({**before.files, **files}.items())), settings)


def _present(before: KnowledgeBase, path: str) -> bytes | None:
    content = before.files.get(path)
    return content if isinstance(content, bytes) else None


def _subject(outcome: Import) -> str:
    return f"import: {len(outcome.beliefs)} beliefs from reasonsforge"
