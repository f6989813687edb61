"""Commands around contradictions: put one on record, list them, take one apart."""

from __future__ import annotations

import click

from eemgit.app.contradictions import Resolution, record_nogood, resolve_nogood, standing_nogoods
from eemgit.app.opening import open_repository
from eemgit.app.proposing import Target
from eemgit.app.writing import How
from eemgit.cli import console
from eemgit.cli.options import at, belief_ids, command, commit, dry_run, formats, nogood_ids, opened
from eemgit.render import jsonable
from eemgit.render.plain import counted, finding_lines, listing, sign, visible


@click.group()
def nogood() -> None:
    """Contradictions: beliefs that cannot all be IN."""


@command("add", "eemgit nogood add ttl-is-300 ttl-is-3600 --reason 'a token has one lifetime'")
@click.argument("members", nargs=-1, required=True, metavar="ID ID…", shell_complete=belief_ids)
@click.option("--reason", "-r", required=True, metavar="TEXT", help="Why they cannot all be IN.")
@click.option("--id", "id", metavar="ID", help="Its id; without, made of the members.")
@commit
@dry_run
@formats("text", "json")
@click.pass_context
def add(
    ctx: click.Context,
    reason: str,
    members: tuple[str, ...],
    id: str | None,
    and_commit: bool,
    dry_run: bool,
    style: str,
) -> int:
    """Put a contradiction on record: these beliefs cannot all be IN."""
    repository = open_repository(ctx.find_root().obj)
    written = record_nogood(repository, reason, members, id, How(dry_run, and_commit))
    said = (*written.judged.blocking, *written.judged.warnings)
    if style == "json":
        row = {"id": written.id, "members": list(members), "path": written.path, "commit": written.commit}
        console.document(jsonable.document(nogood=row, findings=jsonable.findings(said), dry_run=dry_run))
    else:
        console.data([f"{written.id}  {listing(members)}"])
        console.say(*(line for found in said for line in finding_lines(found)))
        committed = f", committed as {written.commit[:10]}" if written.commit else ""
        console.say(f"dry run: {written.path} is not written" if dry_run else f"wrote {written.path}{committed}")
    return 0


@command("list", "eemgit nogood list")
@click.option("--open", "only_open", is_flag=True, help="Only those with all members IN.")
@at
@formats("text", "json")
@click.pass_context
def list_(ctx: click.Context, only_open: bool, revision: str | None, style: str) -> int:
    """List the recorded contradictions with the labels of their members."""
    knowledge = opened(ctx, revision).knowledge
    found = [each for each in standing_nogoods(knowledge) if each.is_open or not only_open]
    if style == "json":
        rows = [
            {
                "id": each.nogood.id,
                "open": each.is_open,
                "members": [{"id": id, "label": label.value} for id, label in each.members],
                "reason": each.nogood.reason,
            }
            for each in found
        ]
        console.document(jsonable.document(nogoods=rows))
        return 0
    for each in found:
        console.data([f"{'open' if each.is_open else 'resolved':<8} {each.nogood.id}  {visible(each.nogood.reason)}"])
        console.data(f"    {sign(label):<3} {visible(id)}" for id, label in each.members)
    console.say(counted(len(found), "nogood"))
    return 0


@command("resolve", "eemgit nogood resolve ttl-conflict\neemgit nogood resolve ttl-conflict --retract ttl-is-300")
@click.argument("id", shell_complete=nogood_ids)
@click.option("--retract", "blamed", metavar="ID", shell_complete=belief_ids, help="Retract this culprit.")
@click.option("--here", is_flag=True, help="Commit on the current branch instead of proposing a branch.")
@click.option("--name", metavar="NAME", help="Propose on eem/resolve-NAME; without, NAME is the nogood's id.")
@dry_run
@formats("text", "json")
@click.pass_context
def resolve(
    ctx: click.Context, id: str, blamed: str | None, here: bool, name: str | None, dry_run: bool, style: str
) -> int:
    """Rank the culprits of an open contradiction and propose the retraction of the first.

    Where several come first, none is chosen: exit 1, and --retract names one.
    """
    found = resolve_nogood(open_repository(ctx.find_root().obj), id, blamed, Target(here, name, dry_run))
    if style == "json":
        console.document(_document(found))
    else:
        _tell(found)
    return 1 if found.unresolved else 0


def _document(found: Resolution) -> dict[str, object]:
    candidates = [
        {"id": each.id, "sourced": each.sourced, "takes_out": list(each.takes_out), "lost": list(each.lost)}
        for each in found.candidates
    ]
    proposed = found.proposed
    return jsonable.document(
        nogood=found.nogood.id,
        candidates=candidates,
        chosen=found.chosen,
        unresolved=found.unresolved,
        branch=proposed.where if proposed else None,
        head=proposed.head if proposed else None,
        written=found.written,
    )


def _tell(found: Resolution) -> None:
    for each in found.candidates:
        mark = "*" if each.id == found.chosen else " "
        source = "sourced" if each.sourced else "unsourced"
        out = listing(each.takes_out, 3)
        console.data(
            [f"{mark} {visible(each.id)}  {source}, takes OUT {out}, {counted(len(each.lost), 'belief')} lost"]
        )
    if found.unresolved:
        console.say(found.unresolved, f"  hint: name one: eemgit nogood resolve {found.nogood.id} --retract ID")
    elif found.proposed is not None and found.proposed.where != "here":
        console.say(f"proposed on {found.proposed.where}; next: eemgit plan {found.proposed.where}")
    elif found.proposed is not None:
        console.say(f"committed as {(found.proposed.head or '')[:10]}")
    elif found.written is not None:
        console.say(f"wrote {found.written}: commit it together with the nogood, which is not committed yet")
    else:
        console.say("dry run: nothing is proposed")


for _command in (add, list_, resolve):
    nogood.add_command(_command)

COMMANDS = {"nogood": nogood}
