"""Commands that only read: list, show, status, why, what-if."""

from __future__ import annotations

from typing import Any

import click

from eemgit.app.opening import Opened
from eemgit.beliefs.knowledge import KnowledgeBase
from eemgit.beliefs.model import Belief, Kind
from eemgit.beliefs.supposing import suppose
from eemgit.beliefs.survey import Filter, listed
from eemgit.beliefs.survey import status as counts
from eemgit.beliefs.why import explain
from eemgit.cli import console
from eemgit.cli.options import LABELS, at, belief_ids, command, formats, opened
from eemgit.errors import EemError
from eemgit.render import jsonable
from eemgit.render.plain import counted
from eemgit.render.summary import list_lines, show_lines, status_lines, supposition_lines
from eemgit.render.why import why_lines
from eemgit.steps.gate import standing
from eemgit.tms.network import Label


def incomplete(knowledge: KnowledgeBase) -> int:
    """1, and a message that names them, when files could not be read; else 0."""
    for id, path in list(knowledge.unreadable.items())[:5]:
        console.say(f"{path}: cannot be read, so {id} and what hangs on it is undecided")
    if not knowledge.complete:
        console.say("hint: eemgit check says what is wrong")
    return 0 if knowledge.complete else 1


@command("list", "eemgit list --label out\neemgit list --kind derived --min-depth 2 --json")
@click.option("--label", "labels", multiple=True, type=click.Choice(LABELS, case_sensitive=False), help="Only these.")
@click.option("--kind", type=click.Choice([kind.value for kind in Kind]), help="Only premises, or only derived.")
@click.option("--retracted/--not-retracted", default=None, help="Only what was, or was not, retracted.")
@click.option("--gated/--not-gated", default=None, help="Only what is, or is not, OUT just through an `unless`.")
@click.option("--tag", "tags", multiple=True, metavar="TAG", help="Only beliefs with every such tag.")
@click.option("--namespace", metavar="NAME", help="Only ids NAME/…; an empty NAME: only those without one.")
@click.option(
    "--min-depth", type=click.IntRange(0), metavar="N", help="Only beliefs at least so deep; a premise has depth 0."
)
@click.option("--max-depth", type=click.IntRange(0), metavar="N", help="Only beliefs at most so deep.")
@at
@formats("text", "json")
@click.pass_context
def list_(ctx: click.Context, /, style: str, revision: str | None, labels: tuple[str, ...], **only: Any) -> int:
    """List every belief with its label, OUT ones included."""
    knowledge = opened(ctx, revision).knowledge
    beliefs = listed(knowledge, _filter(labels, only))
    if style == "json":
        rows = [jsonable.belief_row(knowledge, belief) for belief in beliefs]
        console.document(jsonable.document(beliefs=rows))
    else:
        console.data(list_lines(knowledge, beliefs))
        console.say(counted(len(beliefs), "belief"))
    return incomplete(knowledge)


def _filter(labels: tuple[str, ...], only: dict[str, Any]) -> Filter:
    kind, tags = only.pop("kind"), only.pop("tags")
    return Filter(
        labels=frozenset(Label[name.upper()] for name in labels),
        kind=Kind(kind) if kind else None,
        tags=frozenset(tags),
        **only,
    )


@command("show", "eemgit show auth-jwt-validation\neemgit show auth-jwt-validation --blame")
@click.argument("id", shell_complete=belief_ids)
@click.option("--blame", "with_blame", is_flag=True, help="Say which commit gave each part of it.")
@at
@formats("text", "json")
@click.pass_context
def show(ctx: click.Context, id: str, with_blame: bool, style: str, revision: str | None) -> int:
    """Show one belief: claim, label, what it rests on and what rests on it."""
    here = opened(ctx, revision)
    belief = here.knowledge.find(id)
    if style == "json":
        shown = jsonable.belief_in_full(here.knowledge, belief)
        console.document(jsonable.document(belief=shown | (_blame_json(here, belief) if with_blame else {})))
    else:
        console.data(show_lines(here.knowledge, belief))
        console.data(_blame_lines(here, belief) if with_blame else ())
    return 0


def _blame_json(here: Opened, belief: Belief) -> jsonable.Json:
    from eemgit.app.blaming import origins
    from eemgit.render.blame import blame_json

    return {"blame": blame_json(origins(here, belief))}


def _blame_lines(here: Opened, belief: Belief) -> list[str]:
    from eemgit.app.blaming import origins
    from eemgit.render.blame import blame_lines

    return blame_lines(origins(here, belief))


@command("status", "eemgit status")
@at
@formats("text", "json")
@click.pass_context
def status(ctx: click.Context, style: str, revision: str | None) -> int:
    """Count beliefs by label, kind and depth; contradictions; findings."""
    here = opened(ctx, revision)
    found = counts(here.knowledge, standing(here.knowledge))
    if style == "json":
        console.document(jsonable.status(found))
    else:
        console.data(status_lines(found, here.name))
    return incomplete(here.knowledge)


@command("why", "eemgit why auth-is-production-ready\neemgit why auth-is-production-ready --levels 2")
@click.argument("id", shell_complete=belief_ids)
@click.option(
    "--levels", metavar="N", type=click.IntRange(0), default=8, show_default=True, help="How deep to look; 0: all."
)
@at
@formats("text", "json")
@click.pass_context
def why(ctx: click.Context, id: str, levels: int, style: str, revision: str | None) -> int:
    """Say why a belief is IN, OUT or undecided."""
    here: Opened = opened(ctx, revision)
    explained = explain(here.knowledge, here.knowledge.find(id).id, levels or None)
    if style == "json":
        first = explained[0]
        beliefs = jsonable.explained(explained)
        console.document(jsonable.document(id=first.id, label=first.label.value, claim=first.claim, beliefs=beliefs))
    else:
        console.data(why_lines(explained))
    return incomplete(here.knowledge)


@command("what-if", "eemgit what-if auth-jwt-validation\neemgit what-if --in known-bug --json")
@click.argument("ids", nargs=-1, required=True, metavar="ID…", shell_complete=belief_ids)
@click.option("--in", "held", is_flag=True, help="Suppose they are IN.")
@click.option("--out", "lost", is_flag=True, help="Suppose they are OUT.")
@at
@formats("text", "json")
@click.pass_context
def what_if(ctx: click.Context, ids: tuple[str, ...], held: bool, lost: bool, style: str, revision: str | None) -> int:
    """Show which labels would flip if beliefs had the other label."""
    if held and lost:
        raise EemError("--in and --out exclude each other", hint="without either, each has the other label")
    knowledge = opened(ctx, revision).knowledge
    label = Label.IN if held else Label.OUT if lost else None
    supposed = suppose(knowledge, ids, label)
    if style == "json":
        console.document(jsonable.supposition(supposed))
    else:
        console.data(supposition_lines(knowledge, supposed))
    return incomplete(knowledge)


COMMANDS = {"list": list_, "show": show, "status": status, "why": why, "what-if": what_if}
