"""Opens a repository and reads its knowledge base: the files here, the index, or a revision."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from eemgit.beliefs.knowledge import KnowledgeBase
from eemgit.beliefs.model import Irregular
from eemgit.beliefs.settings import Settings, read_settings
from eemgit.errors import BadSettings, GitError, Where
from eemgit.repo.repository import SETTINGS_FILE, Repository
from eemgit.repo.snapshot import Snapshot, index_snapshot, revision_snapshot, worktree_snapshot


@dataclass(frozen=True, slots=True)
class Opened:
    """A repository with one snapshot of it, read."""

    repository: Repository
    snapshot: Snapshot
    knowledge: KnowledgeBase

    @property
    def name(self) -> str:
        """How to call what was read."""
        return {"worktree": "the worktree", "index": "the index"}.get(self.snapshot.name, self.snapshot.name)


def open_repository(directory: Path | None) -> Repository:
    """The belief repository around `directory`, or around the current folder when None."""
    return Repository.discover(directory or Path(), explicit=directory is not None)


def open_knowledge(directory: Path | None, revision: str | None = None) -> Opened:
    """The files here, or those of a revision; a bare repository is read at HEAD."""
    repository = open_repository(directory)
    if revision is None and repository.is_bare:
        revision = "HEAD"
    return at_revision(repository, revision) if revision is not None else here(repository)


def here(repository: Repository) -> Opened:
    """What lies in the worktree."""
    require_files(repository)
    return _opened(repository, worktree_snapshot(repository))


def require_files(repository: Repository) -> None:
    """Raises GitError in a bare repository, which has no worktree to read or write."""
    if repository.is_bare:
        raise GitError("a bare repository has no files", hint="name a commit, or work in a clone")


def staged(repository: Repository) -> Opened:
    """What the next commit would hold."""
    return _opened(repository, index_snapshot(repository))


def at_revision(repository: Repository, revision: str) -> Opened:
    """What a commit holds."""
    return _opened(repository, revision_snapshot(repository, revision))


def at_head(repository: Repository) -> Opened:
    """What HEAD holds; nothing at all before the first commit."""
    if repository.head() is None:
        return Opened(repository, Snapshot("HEAD", None, {}), KnowledgeBase.read({}, Settings()))
    return at_revision(repository, "HEAD")


def knowledge_of(snapshot: Snapshot) -> KnowledgeBase:
    """The knowledge base of a snapshot that holds settings; a snapshot without any files is empty."""
    if snapshot.settings_text is not None:
        return KnowledgeBase.read(snapshot.files, read_settings(SETTINGS_FILE, snapshot.settings_text))
    content = snapshot.files.get(SETTINGS_FILE)
    if isinstance(content, Irregular):
        raise BadSettings(f"not a file of settings: {content.value}", where=Where(SETTINGS_FILE))
    return KnowledgeBase.read(snapshot.files, Settings())


def _opened(repository: Repository, snapshot: Snapshot) -> Opened:
    return Opened(repository, snapshot, knowledge_of(snapshot))


def changed_since(before: KnowledgeBase, snapshot: Snapshot) -> KnowledgeBase:
    """The knowledge base of `snapshot`, reading again only what differs from `before`."""
    if snapshot.settings_text != before.files.get(SETTINGS_FILE):
        return knowledge_of(snapshot)
    gone: dict[str, None] = {path: None for path in before.files if path not in snapshot.files}
    new = {path: content for path, content in snapshot.files.items() if before.files.get(path) != content}
    return before.with_files({**gone, **new})
