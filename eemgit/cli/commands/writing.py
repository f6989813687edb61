"""Commands that write one belief: add, retract, restore."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click

from eemgit.app.changing import NewBelief
from eemgit.app.changing import add as add_belief
from eemgit.app.changing import restore as restore_belief
from eemgit.app.changing import retract as retract_belief
from eemgit.app.opening import open_repository
from eemgit.app.writing import MOST_NAMED, How, Written, fallen_from
from eemgit.beliefs.model import Mode, Retraction, RetractionType
from eemgit.cli import console
from eemgit.cli.options import F, belief_ids, command, commit, dry_run, formats, nogood_ids, sources_from
from eemgit.errors import EemError
from eemgit.render import jsonable
from eemgit.render.plain import finding_lines, visible
from eemgit.render.written import near_lines, written_lines
from eemgit.tms.network import Label

TYPES = tuple(kind.value for kind in RetractionType)


def _ids(ctx: click.Context, param: click.Parameter, value: tuple[str, ...]) -> tuple[str, ...]:
    """Ids given one by one or with commas between, each once."""
    return tuple(dict.fromkeys(id.strip() for text in value for id in text.split(",") if id.strip()))


def many(*names: str, text: str) -> Callable[[F], F]:
    """An option that takes ids, repeated or with commas."""
    return click.option(*names, multiple=True, callback=_ids, metavar="ID,…", help=text, shell_complete=belief_ids)


@command(
    "add",
    "eemgit add 'The refill clock never goes backwards' --source 'src/clock.py#L3-L9'\n"
    "eemgit add limits-are-fair 'Limits are fair' --because refill-is-steady,one-bucket-per-key\n"
    "eemgit add safe-to-ship 'It is safe to ship' --because tests-pass --unless known-bug --commit",
)
@click.argument("words", nargs=-1, required=True, metavar="[ID] CLAIM")
@many("--because", "-b", text="What it rests on; without, it is a premise.")
@click.option("--any", "any_of", is_flag=True, help="One of the antecedents is enough.")
@many("--unless", "-u", text="It does not hold while one of these is IN.")
@click.option("--label", default="", metavar="TEXT", help="A word on the justification.")
@click.option("--source", "sources", multiple=True, metavar="PATH|URL", help="Where it comes from.")
@click.option("--tag", "tags", multiple=True, metavar="TAG", help="A tag.")
@many("--distinct", text="Beliefs that say something else, although they look alike.")
@commit
@dry_run
@formats("text", "json")
@click.pass_context
def add(ctx: click.Context, /, words: tuple[str, ...], and_commit: bool, dry_run: bool, style: str, **said: Any) -> int:
    """Add a belief.

    Without an id one is made from the claim. What would introduce an error is refused.
    """
    if len(words) > 2:
        raise EemError("too many words", hint="put the claim in quotes: eemgit add [ID] 'the claim'")
    mode = Mode.ANY if said.pop("any_of") else Mode.ALL
    repository = open_repository(ctx.find_root().obj)
    said["sources"] = sources_from(ctx, repository, said["sources"])
    new = NewBelief(
        words[-1],
        words[0] if len(words) == 2 else None,
        mode=mode,
        **said,
    )
    written = add_belief(repository, new, How(dry_run, and_commit))
    _tell(written, dry_run, style)
    return 0


_IMPLIED = {
    "duplicate_of": RetractionType.DUPLICATE,
    "superseded_by": RetractionType.SUPERSEDED,
    "nogood": RetractionType.CONTRADICTION,
}
"""The type of a retraction that names such a thing."""


@command(
    "retract",
    "eemgit retract auth-is-fast --reason 'measured: 900 ms at the median'\n"
    "eemgit retract auth-is-fast --reason 'the file changed' --type source-changed --commit\n"
    "eemgit retract auth-is-quick --reason 'the same claim' --duplicate-of auth-is-fast",
)
@click.argument("id", shell_complete=belief_ids)
@click.option("--reason", "-r", required=True, metavar="TEXT", help="Why it is no longer held.")
@click.option("--type", "kind", type=click.Choice(TYPES), metavar="TYPE", help=f"One of {', '.join(TYPES)}.")
@click.option("--duplicate-of", metavar="ID", shell_complete=belief_ids, help="The belief that says the same.")
@click.option("--superseded-by", metavar="ID", shell_complete=belief_ids, help="The belief that takes its place.")
@click.option("--nogood", metavar="ID", shell_complete=nogood_ids, help="The contradiction that this settles.")
@commit
@dry_run
@formats("text", "json")
@click.pass_context
def retract(
    ctx: click.Context, /, id: str, reason: str, kind: str | None, and_commit: bool, dry_run: bool, style: str,
    **named: str | None,
) -> int:  # fmt: skip
    """Take a belief OUT and show what falls with it.

    The file stays: nothing dangles, and the claim is not added again by mistake.
    """
    implied = next((implied for name, implied in _IMPLIED.items() if named[name] is not None), None)
    said = (named["duplicate_of"], named["superseded_by"], named["nogood"])
    retraction = Retraction(reason, RetractionType(kind) if kind else implied, *said)
    written = retract_belief(open_repository(ctx.find_root().obj), id, retraction, How(dry_run, and_commit))
    _tell(written, dry_run, style)
    return 0


@command("restore", "eemgit restore auth-is-fast")
@click.argument("id", shell_complete=belief_ids)
@commit
@dry_run
@formats("text", "json")
@click.pass_context
def restore(ctx: click.Context, id: str, and_commit: bool, dry_run: bool, style: str) -> int:
    """Take a retraction back; every label is as before it."""
    written = restore_belief(open_repository(ctx.find_root().obj), id, How(dry_run, and_commit))
    _tell(written, dry_run, style)
    return 0


def _tell(written: Written, dry_run: bool, style: str) -> None:
    compared = written.judged.comparison
    said = (*written.judged.blocking, *written.judged.warnings)
    if style == "json":
        console.document(
            jsonable.document(
                belief=jsonable.belief_row(written.after, written.after.beliefs[written.id]),
                **jsonable.comparison(compared),
                findings=jsonable.findings(said),
                near=[{"id": near.id, "score": near.score} for near in written.near],
                commit=written.commit,
                dry_run=dry_run,
            )
        )
        return
    console.data(written_lines(written.after, written.id, compared, fallen_from(written)))
    console.say(*(line for found in said for line in finding_lines(found)))
    console.say(*near_lines(written.after, written.near))
    console.say(*(f"note: there is no file {visible(path)} here" for path in written.missing))
    console.say(*_next(written, dry_run))


def _next(written: Written, dry_run: bool) -> list[str]:
    if dry_run:
        return [f"dry run: {written.path} is not written"]
    committed = f", committed as {written.commit[:10]}" if written.commit else ""
    lines = [f"wrote {written.path}{committed}", *_others(written)]
    if written.after.beliefs[written.id].retracted is not None:
        return [*lines, f"to undo: eemgit restore {written.id}"]
    if written.after.label_of(written.id) is not Label.IN:
        return [*lines, f"next: eemgit why {written.id}"]
    return lines if written.commit else [*lines, "next: eemgit check, and commit it"]


def _others(written: Written) -> list[str]:
    more = len(written.uncommitted) - MOST_NAMED
    named = [f"not committed either: {path}" for path in written.uncommitted[:MOST_NAMED]]
    return [*named, f"not committed either: {more} more"] if more > 0 else named


COMMANDS = {"add": add, "retract": retract, "restore": restore}
