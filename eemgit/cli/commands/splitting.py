"""The command that splits a belief into parts."""

from __future__ import annotations

import click

from eemgit.app.opening import open_repository
from eemgit.app.splitting import split as split_belief
from eemgit.app.writing import How
from eemgit.cli.options import belief_ids, command, commit, dry_run, formats
from eemgit.cli.telling import tell
from eemgit.errors import EemError


@command(
    "split",
    "eemgit split clock-is-good clock-is-steady clock-is-shared -c 'It is steady' -c 'All share it'\n"
    "eemgit split ready tested signed -c 'All tests pass' -c 'The release is signed' --commit",
)
@click.argument("id", shell_complete=belief_ids)
@click.argument("parts", nargs=-1, required=True, metavar="PART PART…")
@click.option(
    "--claim", "-c", "claims", multiple=True, metavar="TEXT", help="What a part says; one for each, in order."
)
@commit
@dry_run
@formats("text", "json")
@click.pass_context
def split(
    ctx: click.Context,
    id: str,
    parts: tuple[str, ...],
    claims: tuple[str, ...],
    and_commit: bool,
    dry_run: bool,
    style: str,
) -> int:
    """Split a belief into parts.

    The parts are new beliefs, and the old one rests on all of them; what cites it needs no change. Parts of a premise
    are premises with its sources and tags; parts of a derived belief get its justifications.
    """
    if len(parts) != len(claims):
        raise EemError(
            f"{len(parts)} parts and {len(claims)} claims", hint="give one --claim for each part, in the same order"
        )
    how = How(dry_run, and_commit)
    written = split_belief(open_repository(ctx.find_root().obj), id, tuple(zip(parts, claims, strict=True)), how)
    return tell(written, dry_run, style, *_hints(written.id))


def _hints(id: str) -> tuple[str, ...]:
    return (f"if a part can fall alone, see which of what rests on {id} needs only one: eemgit edit, eemgit justify",)


COMMANDS = {"split": split}
