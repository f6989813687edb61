"""Commands that speak against a belief: challenge and supersede."""

from __future__ import annotations

import click

from eemgit.app.objecting import answer as answer_challenge
from eemgit.app.objecting import challenge as challenge_belief
from eemgit.app.objecting import supersede as supersede_belief
from eemgit.app.opening import open_repository
from eemgit.app.writing import How, Written
from eemgit.cli.commands.writing import many
from eemgit.cli.options import belief_ids, command, commit, dry_run, formats, sources_from
from eemgit.cli.telling import tell
from eemgit.steps.objecting import Objection


@command(
    "challenge",
    "eemgit challenge auth-is-fast 'The benchmark ran on an idle machine'\n"
    "eemgit challenge auth-is-fast 'It ran on an idle machine' --id idle-machine --commit\n"
    "eemgit challenge --answer challenge-auth-is-fast 'The benchmark ran again under load'",
)
@click.argument("id", shell_complete=belief_ids)
@click.argument("claim")
@click.option("--answer", is_flag=True, help="ID is a challenge: say what speaks against it.")
@click.option("--id", "named", metavar="NEW", help="The id of the new belief; without, one is made.")
@click.option("--source", "sources", multiple=True, metavar="PATH|URL", help="Where the new claim comes from.")
@many("--distinct", text="Beliefs that say something else, although they look alike.")
@commit
@dry_run
@formats("text", "json")
@click.pass_context
def challenge(
    ctx: click.Context,
    /,
    id: str,
    claim: str,
    answer: bool,
    named: str | None,
    sources: tuple[str, ...],
    distinct: tuple[str, ...],
    and_commit: bool,
    dry_run: bool,
    style: str,
) -> int:
    """Speak against a belief.

    The objection is a belief of its own. While it is IN the challenged belief is OUT, whatever supports it; when the
    objection is answered or retracted, all is as before.
    """
    repository, how = open_repository(ctx.find_root().obj), How(dry_run, and_commit)
    objection = Objection(claim, named, sources_from(ctx, repository, sources), distinct)
    written = (answer_challenge if answer else challenge_belief)(repository, id, objection, how)
    added = written.judged.comparison.added[0]
    hint = f"to undo: eemgit retract {added} --reason TEXT"
    return tell(written, dry_run, style, *([] if answer else [_how_to_answer(added)]), hint)


def _how_to_answer(challenge: str) -> str:
    return f"to answer it: eemgit challenge --answer {challenge} CLAIM"


@command(
    "supersede",
    "eemgit supersede limit-is-100 limit-is-200 --commit\neemgit supersede limit-is-200 limit-is-500 --transitive",
)
@click.argument("old", shell_complete=belief_ids)
@click.argument("new", shell_complete=belief_ids)
@click.option("--transitive", is_flag=True, help="NEW stands for what OLD had superseded, too.")
@commit
@dry_run
@formats("text", "json")
@click.pass_context
def supersede(
    ctx: click.Context, old: str, new: str, transitive: bool, and_commit: bool, dry_run: bool, style: str
) -> int:
    """Let one belief take the place of another.

    OLD is OUT while NEW is IN, and back when NEW falls. Without --transitive, what OLD had superseded comes back, for
    OLD is OUT now.
    """
    how = How(dry_run, and_commit)
    written = supersede_belief(open_repository(ctx.find_root().obj), old, new, how, transitive=transitive)
    return tell(written, dry_run, style, *_how_to_undo(written, new))


def _how_to_undo(written: Written, new: str) -> list[str]:
    name = written.after.find(new).id
    return [f"to undo: eemgit edit {id} --no-unless {name}" for id in written.judged.comparison.edited]


COMMANDS = {"challenge": challenge, "supersede": supersede}
