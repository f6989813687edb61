"""The command that brings files into canonical form."""

from __future__ import annotations

import click

from eemgit.app.formatting import FormattedFiles, Wanted, check_format, format_files
from eemgit.app.opening import open_repository
from eemgit.app.writing import How
from eemgit.cli import console
from eemgit.cli.options import belief_ids, command, commit, dry_run, formats
from eemgit.render import jsonable
from eemgit.render.plain import counted, visible


@command(
    "fmt",
    "eemgit fmt --check\neemgit fmt beliefs/a auth-is-fast\neemgit fmt --commit\neemgit fmt --references --commit",
)
@click.argument("names", nargs=-1, metavar="[ID|PATH]…", shell_complete=belief_ids)
@click.option("--check", is_flag=True, help="Only list the files that would change; exit code 1 if there are any.")
@click.option("--references", is_flag=True, help="Only write aliases and duplicates as the ids they stand for.")
@commit
@dry_run
@formats("text", "json")
@click.pass_context
def fmt(
    ctx: click.Context,
    names: tuple[str, ...],
    check: bool,
    references: bool,
    and_commit: bool,
    dry_run: bool,
    style: str,
) -> int:
    """Bring files into canonical form.

    Key order, quotes, indentation and line ends change; what a file says does not, and that is verified. A claim keeps
    its words and its lines. A file with a comment in its front matter, or one that cannot be read, is left alone.
    """
    repository, wanted = open_repository(ctx.find_root().obj), Wanted(references, names)
    how = How(dry_run, and_commit)
    found = check_format(repository, wanted) if check else format_files(repository, wanted, how)
    _tell(found, "eemgit fmt --references" if references else "eemgit fmt", check or dry_run, style)
    return 1 if check and found.formatted.edits else 0


def _tell(found: FormattedFiles, again: str, only_told: bool, style: str) -> None:
    formatted, commit = found.formatted, found.written.commit if found.written else None
    if style == "json":
        left = [{"path": path, "reason": reason} for path, reason in formatted.left]
        console.document(jsonable.document(files=list(formatted.paths), left=left, commit=commit, dry_run=only_told))
        return
    console.data(visible(path) for path in formatted.paths)
    console.say(*(f"left as it is: {visible(path)}: {visible(reason)}" for path, reason in formatted.left))
    if not formatted.paths:
        console.say("nothing to change")
    elif only_told:
        console.say(f"{counted(len(formatted.paths), 'file')} would change; next: {again}")
    else:
        committed = f", committed as {commit[:10]}" if commit else "; next: git diff, and commit it"
        console.say(f"wrote {counted(len(formatted.paths), 'file')}{committed}")


COMMANDS = {"fmt": fmt}
