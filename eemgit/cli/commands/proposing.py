"""The command that finds duplicates and proposes their merge."""

from __future__ import annotations

import os
from pathlib import Path

import click

from eemgit.app.deduping import Deduped, dedup_apply, dedup_plan
from eemgit.app.deduping import dedup as propose_dedup
from eemgit.app.opening import open_repository
from eemgit.app.proposing import Target
from eemgit.cli import console
from eemgit.cli.options import command, dry_run, formats
from eemgit.errors import EemError
from eemgit.render import jsonable
from eemgit.render.plain import counted, listing, visible
from eemgit.steps.clusters import Outcome


@command("dedup", "eemgit dedup\neemgit dedup --plan\neemgit dedup --apply proposed-dedup.md --here")
@click.option("--auto", is_flag=True, help="Merge exact copies; that is also what happens without it.")
@click.option("--plan", "as_plan", is_flag=True, help="Only write proposed-dedup.md, for a person to decide.")
@click.option("--apply", "file", type=click.Path(path_type=Path), metavar="FILE", help="Merge as this plan file says.")
@click.option("--here", is_flag=True, help="Commit on the current branch instead of proposing a branch.")
@click.option("--name", metavar="NAME", help="Propose on eem/dedup-NAME.")
@click.option("--threshold", type=click.FloatRange(0, 1), help="Least likeness of ids to show a pair; else as set.")
@dry_run
@formats("text", "json")
@click.pass_context
def dedup(
    ctx: click.Context, /, auto: bool, as_plan: bool, file: Path | None, threshold: float | None, style: str, **to: str
) -> int:
    """Find beliefs of HEAD that say the same and propose their merge.

    Only exact copies are merged by themselves: same text, digits, signs and units, with sources and periods that do not
    differ. What merely looks alike is for a person: --plan, edit the file, --apply. Exit 1 when that file asks for a
    merge that would break something.
    """
    target = Target(bool(to["here"]), to["name"], bool(to["dry_run"]))
    _exclusive({"--auto": auto, "--plan": as_plan, "--apply": file is not None})
    _exclusive({"--plan": as_plan, "--here": target.here, "--name": target.name is not None})
    repository = open_repository(ctx.find_root().obj)
    base: Path = ctx.find_root().obj or Path()
    if as_plan and not target.dry_run:
        found = dedup_plan(repository, threshold)
    elif file is not None:
        found = dedup_apply(repository, base / file, target)
    else:
        found = propose_dedup(repository, target, threshold)
    if style == "json":
        console.document(_document(found))
    else:
        _tell(found)
    return 1 if file is not None and found.count(Outcome.REFUSED) else 0


def _exclusive(options: dict[str, bool]) -> None:
    given = [option for option, is_given in options.items() if is_given]
    if len(given) > 1:
        raise EemError(f"{given[0]} and {given[1]} exclude each other")


def _document(found: Deduped) -> jsonable.Json:
    proposed = found.proposed
    return jsonable.document(
        branch=proposed.where if proposed and proposed.head and proposed.where != "here" else None,
        head=proposed.head if proposed else None,
        changed=proposed.changed if proposed else False,
        units=[unit.subject for unit in found.proposal.units],
        pairs=list(found.proposal.records),
        plan_file=str(found.plan_file) if found.plan_file else None,
        uncommitted=list(found.uncommitted),
    )


def _tell(found: Deduped) -> None:
    for record in found.proposal.records:
        if record.get("outcome") == Outcome.MERGED.value:
            console.data([visible(f"merge {record['b']} into {record['a']}  ({record['reason']})")])
        elif record.get("outcome") == Outcome.REFUSED.value:
            console.say(visible(f"not merged: {record['b']} into {record['a']}: {record['reason']}"))
    if found.uncommitted:
        console.say(f"not looked at, because not committed: {listing(found.uncommitted, 5)}")
    left = found.count(Outcome.CANDIDATE) + found.count(Outcome.CONFLICT)
    if found.plan_file is not None:
        path = os.path.relpath(found.plan_file)
        console.say(f"wrote {path}: {counted(len(found.clusters), 'cluster')}")
        console.say(f"next: edit it, then eemgit dedup --apply {path}")
        return
    if left:
        console.say(f"{counted(left, 'pair')} for a person to look at: eemgit dedup --plan")
    console.say(*_outcome(found))


def _outcome(found: Deduped) -> list[str]:
    proposed = found.proposed
    if not found.proposal.units:
        return ["nothing to merge"]
    if proposed is None:
        return ["dry run: nothing is written"]
    if proposed.where == "here":
        return [f"committed as {(proposed.head or '')[:10]}"]
    if not proposed.changed:
        return [f"{proposed.where} says so already; next: eemgit plan {proposed.where}"]
    return [f"proposed on {proposed.where}; next: eemgit plan {proposed.where}"]


COMMANDS = {"dedup": dedup}
