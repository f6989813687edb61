"""Commands that look for beliefs: by words, and by what needs a person."""

from __future__ import annotations

import click

from eemgit.app.attending import needs
from eemgit.beliefs.searching import search as find
from eemgit.beliefs.vocabulary import folded, words_of
from eemgit.cli import console
from eemgit.cli.commands.reading import incomplete
from eemgit.cli.options import LABELS, at, command, formats, opened
from eemgit.errors import EemError
from eemgit.render.found import search_document, search_lines, search_remarks, task_lines, tasks_document
from eemgit.render.plain import counted
from eemgit.tms.network import Label

limit = click.option(
    "--limit", type=click.IntRange(0), default=20, show_default=True, metavar="N", help="Show at most so many; 0: all."
)


@command(
    "search", "eemgit search token refresh\neemgit search --label in --limit 5 cache\neemgit search limiter --json"
)
@click.argument("words", nargs=-1, required=True)
@click.option("--label", "labels", multiple=True, type=click.Choice(LABELS, case_sensitive=False), help="Only these.")
@limit
@at
@formats("text", "json")
@click.pass_context
def search(
    ctx: click.Context, words: tuple[str, ...], labels: tuple[str, ...], limit: int, style: str, revision: str | None
) -> int:
    """Search ids, claims, tags, aliases and notes; the best match first.

    Parts of words count, and small slips of the pen. OUT beliefs are shown too, each line with its label.
    """
    text = " ".join(words)
    if not words_of(folded(text)):
        raise EemError(f"nothing to look for in {text!r}", hint="name a word, or the beginning of one")
    knowledge = opened(ctx, revision).knowledge
    wanted = frozenset(Label[name.upper()] for name in labels)
    found = find(knowledge, text, labels=wanted, limit=limit or None)
    if style == "json":
        console.document(search_document(knowledge, text, found))
    else:
        console.data(search_lines(knowledge, found))
        console.say(*search_remarks(text, found))
    return incomplete(knowledge)


@command("next", "eemgit next\neemgit next --limit 1\neemgit next --json")
@limit
@at
@formats("text", "json")
@click.pass_context
def next_(ctx: click.Context, limit: int, style: str, revision: str | None) -> int:
    """Say what needs a person, the most urgent first, each with the command to run.

    Files that cannot be read, errors, open nogoods, undecided beliefs, proposals, copies, open questions.
    """
    here = opened(ctx, revision)
    tasks = needs(here)
    shown = tasks[: limit or None]
    if style == "json":
        console.document(tasks_document(shown, len(tasks)))
    else:
        console.data(task_lines(shown))
        if len(shown) < len(tasks):
            console.say(f"{counted(len(tasks), 'thing')}, {len(shown)} shown; --limit 0 shows all")
    return 0 if here.knowledge.complete else 1


COMMANDS = {"search": search, "next": next_}
