"""Moves belief files: the misplaced ones to where they belong, or all of them to another layout."""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import dataclass

from eemgit.app.opening import here
from eemgit.app.writing import How, Written, write_unit
from eemgit.beliefs.ids import Layout
from eemgit.beliefs.knowledge import KnowledgeBase
from eemgit.beliefs.settings_text import layout_text
from eemgit.errors import EditRefused, GitError
from eemgit.repo.commits import CommitSpec
from eemgit.repo.here import add_commits, uncommitted
from eemgit.repo.repository import SETTINGS_FILE, Repository
from eemgit.repo.snapshot import KNOWLEDGE
from eemgit.steps.arranging import misplaced_ids, moved_to, under
from eemgit.steps.protocol import Move, Unit


@dataclass(frozen=True, slots=True)
class Rearranged:
    """How many files go elsewhere, the knowledge base then, and the commit; None for a dry run."""

    moved: int
    after: KnowledgeBase
    commit: str | None


def put_right(repository: Repository, how: How) -> Written:
    """Move the misplaced files. EditRefused when there is none, or another file is in the way."""

    def plan(knowledge: KnowledgeBase) -> tuple[str, Unit]:
        ids = misplaced_ids(knowledge)
        if not ids:
            raise EditRefused("every file lies where it belongs")
        return ids[0], Unit(_subject("move", len(ids), "to where they belong"), "", tuple(Move(id) for id in ids))

    return write_unit(repository, "layout", plan, how)


def switch(repository: Repository, layout: Layout, *, dry_run: bool = False) -> Rearranged:
    """Change the layout and move every belief, in one commit: all of it or nothing.

    GitError while anything below the belief root is not committed.
    """
    with nullcontext() if dry_run else repository.lock("layout"):
        before = here(repository).knowledge
        if before.settings.layout is layout:
            raise EditRefused(f"the layout is {layout.value} already")
        dirty = uncommitted(repository, (*KNOWLEDGE, SETTINGS_FILE))
        if dirty:
            more = f" and {len(dirty) - 1} more" if len(dirty) > 1 else ""
            raise GitError(f"'{dirty[0]}'{more} is not committed", hint="commit first: the move is one commit")
        settings = before.files.get(SETTINGS_FILE)
        moves = moved_to(before, layout)
        files = {**moves, SETTINGS_FILE: layout_text(settings if isinstance(settings, bytes) else b"", layout)}
        after = under(before, layout, files)
        number = sum(data is not None for data in moves.values())
        if dry_run:
            return Rearranged(number, after, None)
        spec = CommitSpec(_subject("layout: move", number, f"to {layout.value}"), "", (), files)
        return Rearranged(number, after, add_commits(repository, (spec,)).head)


def _subject(verb: str, number: int, where: str) -> str:
    return f"{verb} {number} belief{'' if number == 1 else 's'} {where}"
