"""How a change is written: planned as edits, judged, put into the worktree, and committed if asked."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, replace

from eemgit.app.opening import at_head, here, require_files
from eemgit.beliefs.knowledge import KnowledgeBase
from eemgit.beliefs.likeness import Near
from eemgit.beliefs.model import Finding
from eemgit.beliefs.why import surviving
from eemgit.errors import EditRefused, EemError, GitError
from eemgit.render.written import split_lines
from eemgit.repo.files import put_back, remove_file, write_file
from eemgit.repo.here import commit_files, refuse_uncommittable, uncommitted
from eemgit.repo.repository import SETTINGS_FILE, Repository
from eemgit.repo.snapshot import KNOWLEDGE
from eemgit.repo.state import refuse_unfinished
from eemgit.steps.apply import apply
from eemgit.steps.gate import Judgement, judge
from eemgit.steps.protocol import Unit


@dataclass(frozen=True, slots=True)
class How:
    """Whether to write at all, and whether to commit."""

    dry_run: bool = False
    commit: bool = False


@dataclass(frozen=True, slots=True)
class Written:
    """A change made (or, with a dry run, that would be): the belief, its file, what flips, and what is said of it."""

    id: str
    path: str
    before: KnowledgeBase
    after: KnowledgeBase
    judged: Judgement
    commit: str | None = None
    near: tuple[Near, ...] = ()
    uncommitted: tuple[str, ...] = ()
    """Other belief files that differ from HEAD, named when this change was committed."""
    missing: tuple[str, ...] = ()
    """Paths the new belief gives as its sources, where there is no file."""


def fallen_from(written: Written) -> dict[str, tuple[tuple[str, ...], tuple[str, ...]]]:
    """For each belief that a change takes OUT: which of its antecedents still stand, and which do not."""
    gone: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {}
    for flip in written.judged.comparison.flips:
        belief = written.after.beliefs.get(flip.id)
        if belief is None or flip.id == written.id or written.after.label_of(flip.id).value != "OUT":
            continue
        for _, standing, fallen in surviving(written.after, belief):
            gone.setdefault(flip.id, (standing, fallen))
    return gone


MOST_NAMED = 5
"""Files that a message names."""

Plan = Callable[[KnowledgeBase], tuple[str, Unit]]


def write_unit(repository: Repository, verb: str, plan: Plan, how: How, *, refuse: bool = False) -> Written:
    """Plan, judge and write one unit of edits, one writer at a time; with `refuse`, not when it introduces an error.

    With `how.commit` all or nothing: what git or a hook does not let in is taken out of the worktree again, and what a
    killed run of the same command has written is committed.
    """
    require_files(repository)
    with nullcontext() if how.dry_run else repository.lock(verb):
        before = here(repository).knowledge
        try:
            planned = _planned(before, plan, refuse)
        except EditRefused as refused:
            return _resumed(repository, before, plan, refuse, refused, how)
        if how.dry_run:
            return planned.written
        if how.commit:
            refuse_uncommittable(repository, tuple(planned.changes))
            _refuse_half(repository, planned)
        _put(repository, before, planned.changes)
        return _committed(repository, planned) if how.commit else planned.written


def _refuse_half(repository: Repository, planned: _Planned) -> None:
    """Raises EditRefused when the change, committed without what else is not committed, would be an error."""
    left = [path for path in uncommitted(repository) if path not in planned.changes]
    if not left:
        return
    head = at_head(repository).knowledge
    told = {found.key for found in planned.written.judged.blocking}
    alone = judge(head, head.with_files(planned.changes)).blocking
    errors = [found for found in alone if found.key not in told]
    if errors:
        first = errors[0]
        message = f"committed alone it would be an error: {first.code}: {first.message}"
        raise EditRefused(message, hint=f"commit first what it needs; not committed: {', '.join(left[:MOST_NAMED])}")


@dataclass(frozen=True, slots=True)
class _Planned:
    """A change before it is written: what it will be, the bytes of its files (None: removed), and its message."""

    written: Written
    changes: Mapping[str, bytes | None]
    message: str


def _planned(before: KnowledgeBase, plan: Plan, refuse: bool) -> _Planned:
    id, unit = plan(before)
    applied = apply(before, (unit,))
    after, changes = applied.knowledge, applied.changes[0]
    judged = judge(before, after)
    if refuse and judged.blocking:
        raise _refusal(judged.blocking)
    paragraphs = (unit.subject, unit.reason, "\n".join(split_lines(judged.comparison)))
    path = min(path for path, data in changes.items() if data is not None)
    return _Planned(Written(id, path, before, after, judged), changes, "\n\n".join(filter(None, paragraphs)))


def _put(repository: Repository, before: KnowledgeBase, changes: Mapping[str, bytes | None]) -> None:
    """Writes files, those with text first: cut off between the two, nothing is lost."""
    for path, data in changes.items():
        if data is not None:
            write_file(repository, path, data, before=_text(before, path))
    for path, data in changes.items():
        present = _text(before, path)
        if data is None and present is not None:
            remove_file(repository, path, before=present)


def _committed(repository: Repository, planned: _Planned, *, ours: bool = True) -> Written:
    """The change, committed. When that fails and the files are `ours`, written just now, they are put back."""
    head = repository.head()
    try:
        commit = commit_files(repository, tuple(planned.changes), planned.message)
    except GitError as error:
        if not ours or repository.head() != head:
            raise
        for path, data in planned.changes.items():
            put_back(repository, path, data, _text(planned.written.before, path))
        said = error.message.removesuffix("; nothing was committed")
        raise GitError(f"{said}; nothing is changed", where=error.where, hint=error.hint) from error
    left = uncommitted(repository, (*KNOWLEDGE, SETTINGS_FILE, ".gitattributes"))
    return replace(planned.written, commit=commit, uncommitted=left)


def _resumed(
    repository: Repository, before: KnowledgeBase, plan: Plan, refuse: bool, refused: EditRefused, how: How
) -> Written:
    """Finishes what a killed run of this very command has left, and commits it; raises `refused` if it left nothing.

    Without `how.commit` a file that is there is no sign of a killed run, unless another one is still to be written.
    """
    if how.dry_run:
        raise refused
    left = uncommitted(repository)
    committed = at_head(repository).knowledge.files if 0 < len(left) <= MOST_NAMED else {}
    for paths in (left[:MOST_NAMED], *((path,) for path in left[:MOST_NAMED])):
        try:
            planned = _planned(before.with_files({path: committed.get(path) for path in paths}), plan, refuse)
        except EemError:
            continue
        done = {path for path, data in planned.changes.items() if before.files.get(path) == data}
        undone = {path: data for path, data in planned.changes.items() if path not in done}
        as_committed = all(before.files.get(path) == committed.get(path) for path in undone)
        if done.intersection(paths) and as_committed and (undone or how.commit):
            refuse_unfinished(repository.git_dir)
            _put(repository, before, undone)
            return _committed(repository, planned, ours=False) if how.commit else planned.written
    raise (_naming(left, refused) if how.commit else refused) from refused


def _naming(left: Sequence[str], refused: EditRefused) -> EditRefused:
    """The refusal, with the files that are not committed: one of them may be what is in the way."""
    if not left:
        return refused
    more = f" and {len(left) - MOST_NAMED} more" if len(left) > MOST_NAMED else ""
    told = f"not committed: {', '.join(left[:MOST_NAMED])}{more}"
    return EditRefused(refused.message, where=refused.where, hint="; ".join(filter(None, (refused.hint, told))))


def _text(knowledge: KnowledgeBase, path: str) -> bytes | None:
    content = knowledge.files.get(path)
    return content if isinstance(content, bytes) else None


def _refusal(blocking: tuple[Finding, ...]) -> EditRefused:
    first = blocking[0]
    more = f" (and {len(blocking) - 1} more)" if len(blocking) > 1 else ""
    copied = [each.subject for each in blocking if each.code in ("exact-duplicate", "like-retracted")]
    hint = f"if it is another claim, add --distinct {','.join(copied).replace(' ', ',')}" if copied else first.hint
    return EditRefused(f"{first.code}: {first.message}{more}", hint=hint)
