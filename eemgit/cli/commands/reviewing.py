"""Commands around proposals: list them, forecast their merge, merge them."""

from __future__ import annotations

import click

from eemgit.app.listing import proposals as waiting
from eemgit.app.opening import open_repository
from eemgit.app.reviewing import Plan
from eemgit.app.reviewing import accept as accept_plan
from eemgit.app.reviewing import plan as plan_merge
from eemgit.cli import console
from eemgit.cli.options import command, dry_run, formats
from eemgit.errors import EditRefused, EemError
from eemgit.render import jsonable
from eemgit.render.forecast import Forecast, accepted_lines, forecast_document, forecast_lines
from eemgit.render.plain import counted, visible

MOST_UNITS = 5
"""Changes shown of each proposal."""


def branches(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    """Shell completion: the branches with proposals."""
    try:
        found = waiting(open_repository(ctx.find_root().obj))
    except EemError:
        return []
    return [each.branch for each in found if each.branch.startswith(incomplete)]


into = click.option("--into", metavar="REV", help="Merge into this instead of the current branch.")


@command("plan", "eemgit plan eem/dedup\neemgit plan eem/dedup --json")
@click.argument("branch", shell_complete=branches)
@into
@formats("text", "json")
@click.pass_context
def plan(ctx: click.Context, branch: str, into: str | None, style: str) -> int:
    """Show what merging a branch would do: beliefs, labels that flip, what blocks.

    Touches nothing. Exit 1 when something blocks.
    """
    planned = plan_merge(open_repository(ctx.find_root().obj), branch, into)
    told = planned.forecast
    if style == "json":
        console.document(forecast_document(told) | {"accepted": planned.accepted})
    else:
        console.data(forecast_lines(told))
        if planned.accepted:
            console.say(_nothing_to_merge(told))
        elif not told.blocking and into is None:
            console.say(f"to merge it: eemgit accept {visible(branch)}")
    return 1 if told.blocking else 0


def _nothing_to_merge(told: Forecast) -> str:
    return f"nothing to merge: {visible(told.into)} has all of {visible(told.branch)} already"


@command("accept", "eemgit accept eem/dedup\neemgit accept eem/dedup --digest 1f00ba4c0ffee123")
@click.argument("branch", shell_complete=branches)
@click.option("--digest", metavar="DIGEST", help="Merge only if the plan still has this digest.")
@dry_run
@formats("text", "json")
@click.pass_context
def accept(ctx: click.Context, branch: str, digest: str | None, dry_run: bool, style: str) -> int:
    """Merge a branch into the current one, exactly as planned.

    Refused, exit 1, when its plan has something that blocks.
    """
    repository = open_repository(ctx.find_root().obj)
    planned = plan_merge(repository, branch)
    told = planned.forecast
    if digest is not None and digest != told.digest:
        raise EditRefused(f"the plan has changed: its digest is {told.digest}", hint=f"eemgit plan {branch}")
    merged = None if dry_run or told.blocking else accept_plan(repository, planned)
    if style == "json":
        accepted = planned.accepted or merged is not None
        console.document(forecast_document(told) | {"accepted": accepted, "commit": merged, "dry_run": dry_run})
    else:
        console.data(accepted_lines(told))
        console.say(_outcome(planned, merged))
    return 1 if told.blocking else 0


def _outcome(planned: Plan, merged: str | None) -> str:
    told = planned.forecast
    if merged is not None:
        return f"merged {visible(told.branch)} as {merged[:10]}; the branch may go"
    if planned.accepted:
        return _nothing_to_merge(told)
    if told.blocking:
        return f"not merged; all of it: eemgit plan {visible(told.branch)}"
    return "dry run: nothing is merged"


@command("proposals", "eemgit proposals")
@formats("text", "json")
@click.pass_context
def proposals(ctx: click.Context, style: str) -> int:
    """List the branches with proposals, waiting and merged."""
    found = waiting(open_repository(ctx.find_root().obj))
    if style == "json":
        rows = [
            {
                "branch": each.branch,
                "head": each.head,
                "state": each.state,
                "units": list(each.units),
                "step": each.step,
            }
            for each in found
        ]
        console.document(jsonable.document(proposals=rows))
        return 0
    for each in found:
        changes = f"  {counted(len(each.units), 'change')}" if each.units else ""
        console.data([f"{each.state:<8} {visible(each.branch)}{changes}"])
        console.data(f"           {visible(unit)}" for unit in each.units[:MOST_UNITS])
        more = len(each.units) - MOST_UNITS
        console.data([f"           … and {more} more"] if more > 0 else [])
    console.say(counted(len(found), "proposal"))
    return 0


COMMANDS = {"plan": plan, "accept": accept, "proposals": proposals}
