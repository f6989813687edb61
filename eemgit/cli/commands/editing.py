"""Commands that change what one belief says: edit and justify."""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path
from typing import Any

import click

from eemgit.app.opening import open_repository
from eemgit.app.revising import NewSupport, OwnText, Revision, own_text, put_text, revise
from eemgit.app.revising import justify as justify_belief
from eemgit.app.writing import How
from eemgit.beliefs.amending import LISTS, Lists
from eemgit.beliefs.model import Justification, Mode
from eemgit.cli import console
from eemgit.cli.commands.writing import many
from eemgit.cli.options import belief_ids, command, commit, dry_run, formats, opened, sources_from
from eemgit.cli.telling import tell
from eemgit.errors import EditRefused, EemError, Where
from eemgit.render import jsonable
from eemgit.render.altered import justification_text
from eemgit.render.plain import sign, visible
from eemgit.repo.repository import Repository


@command(
    "edit",
    "eemgit edit auth-is-fast --claim 'Auth answers within 200 ms at the median'\n"
    "eemgit edit auth-is-fast --tag latency --no-tag old --source 'src/auth.py#L10-L24'\n"
    "eemgit edit auth-is-fast --unless cache-is-cold --commit\n"
    "eemgit edit auth-is-fast",
)
@click.argument("id", shell_complete=belief_ids)
@click.option("--claim", metavar="TEXT", help="The new wording; what rests on it is listed.")
@click.option("--tag", "tags", multiple=True, metavar="TAG", help="Add a tag.")
@click.option("--no-tag", "no_tags", multiple=True, metavar="TAG", help="Take a tag away.")
@click.option("--source", "sources", multiple=True, metavar="PATH|URL", help="Add a source.")
@click.option("--no-source", "no_sources", multiple=True, metavar="PATH|URL", help="Take a source away.")
@many("--unless", "-u", text="The whole belief does not hold while one of these is IN.")
@many("--no-unless", text="Take such a condition away.")
@many("--alias", "aliases", text="Another name that references may use.")
@many("--no-alias", "no_aliases", text="Take such a name away.")
@many("--distinct", text="Beliefs that say something else, although they look alike.")
@many("--no-distinct", text="Take back that they do.")
@click.option("--research", metavar="TEXT", help="An open question; the label stays.")
@click.option("--no-research", "answered", is_flag=True, help="Take the open question away.")
@click.option(
    "--from", "file", type=click.Path(path_type=Path, exists=True, dir_okay=False), help="The whole text, from a file."
)
@commit
@dry_run
@formats("text", "json")
@click.pass_context
def edit(
    ctx: click.Context,
    /,
    id: str,
    claim: str | None,
    research: str | None,
    answered: bool,
    file: Path | None,
    and_commit: bool,
    dry_run: bool,
    style: str,
    **said: Any,
) -> int:
    """Change a belief: its claim, its lists, its question.

    Without options the file opens in $VISUAL or $EDITOR; what you save is read as strictly as every file, and written
    only if it introduces no error. Text that is refused is kept.
    """
    repository, how = open_repository(ctx.find_root().obj), How(dry_run, and_commit)
    said["sources"] = sources_from(ctx, repository, said["sources"])
    add, remove = (Lists(**{name: said[f"{no}{name}"] for name in LISTS}) for no in ("", "no_"))
    revision = Revision(claim, add, remove, research, answered)
    if revision.is_empty:
        return _edit_text(repository, own_text(repository, id), file, how, style)
    if file is not None:
        raise EemError("--from gives the whole text", hint="use it alone, or name single changes")
    if answered and research is not None:
        raise EemError("--research and --no-research exclude each other", hint="name one of the two")
    return tell(revise(repository, id, revision, how), dry_run, style)


def _edit_text(repository: Repository, own: OwnText, file: Path | None, how: How, style: str) -> int:
    """Writes a whole text, from `file` or from the editor; a text that is refused is kept and named."""
    kept = file or _in_editor(own)
    text = _text_of(kept)
    if text is None and file is None:
        raise EditRefused("the editor left no file: nothing is changed")
    if text is None:
        raise EemError("cannot be read", where=Where(str(kept)))
    if text == own.text:
        _discard(kept, file)
        console.say("nothing is changed")
        return 0
    try:
        written = put_text(repository, own, text, how)
    except EemError as error:
        if file is None:
            again = f"your text is kept: eemgit edit {own.id} --from {kept}"
            error.hint = f"{error.hint}; {again}" if error.hint else again
        raise
    code = tell(written, how.dry_run, style)
    if how.dry_run and file is None:
        console.say(f"your text is kept: eemgit edit {own.id} --from {kept}")
    else:
        _discard(kept, file)
    return code


def _in_editor(own: OwnText) -> Path:
    """A copy of the file that a person has edited and closed."""
    if not (os.environ.get("VISUAL") or os.environ.get("EDITOR") or sys.stdin.isatty()):
        raise EemError("nothing to change", hint="name a change (eemgit edit --help), or set EDITOR")
    copy = Path(tempfile.mkdtemp(prefix="eemgit-")) / Path(own.path).name
    copy.write_bytes(own.text)
    try:
        click.edit(filename=str(copy))
    except click.ClickException as error:
        _discard(copy, None)
        hint = "VISUAL or EDITOR names the editor"
        raise EditRefused(f"nothing is changed: {error.format_message()}", hint=hint) from error
    return copy


def _text_of(file: Path) -> bytes | None:
    try:
        return file.read_bytes()
    except OSError:
        return None


def _discard(copy: Path, file: Path | None) -> None:
    """Removes the copy made for an editor; a file that a person named stays."""
    if file is None:
        copy.unlink()
        copy.parent.rmdir()


@command(
    "justify",
    "eemgit justify limits-are-fair --because refill-is-steady,one-bucket-per-key\n"
    "eemgit justify limits-are-fair --drop 2\n"
    "eemgit justify limits-are-fair --drop 1 --because refill-is-steady --unless clock-skew --commit\n"
    "eemgit justify limits-are-fair",
)
@click.argument("id", shell_complete=belief_ids)
@many("--because", "-b", text="What the new justification rests on.")
@click.option("--any", "any_of", is_flag=True, help="One of these antecedents is enough.")
@many("--unless", "-u", text="This justification does not hold while one of these is IN.")
@click.option("--label", default="", metavar="TEXT", help="A word on the justification.")
@click.option("--drop", type=int, multiple=True, metavar="N", help="Take justification N away, counted from 1.")
@click.option("--to-premise", is_flag=True, help="Take all away: the belief stands by itself.")
@commit
@dry_run
@formats("text", "json")
@click.pass_context
def justify(
    ctx: click.Context,
    /,
    id: str,
    because: tuple[str, ...],
    any_of: bool,
    unless: tuple[str, ...],
    label: str,
    drop: tuple[int, ...],
    to_premise: bool,
    and_commit: bool,
    dry_run: bool,
    style: str,
) -> int:
    """Give a belief another justification, or take one away.

    Justifications are alternatives: one that holds is enough. Without options they are listed with their numbers. A
    premise that is justified becomes derived; a belief that loses its last justification stays derived, and OUT.
    """
    added = Justification(because, unless, Mode.ANY if any_of else Mode.ALL, label) if because or unless else None
    if added is None and (any_of or label):
        raise EemError("--any and --label belong to a justification", hint="name antecedents with --because")
    if to_premise and (added or drop):
        raise EemError("--to-premise takes all justifications away", hint="use it alone")
    support = NewSupport(added, drop, to_premise)
    if support == NewSupport():
        return _list_justifications(ctx, id, style)
    return tell(
        justify_belief(open_repository(ctx.find_root().obj), id, support, How(dry_run, and_commit)), dry_run, style
    )


def _list_justifications(ctx: click.Context, id: str, style: str) -> int:
    knowledge = opened(ctx, None).knowledge
    belief = knowledge.find(id)
    if style == "json":
        console.document(jsonable.document(belief=jsonable.belief_in_full(knowledge, belief)))
        return 0
    console.data([f"{sign(knowledge.label_of(belief.id)):<3} {visible(belief.id)}  {visible(belief.claim)}"])
    if not belief.justifications:
        console.data(["  a premise" if belief.justifications is None else "  derived, without a justification"])
    console.data(f"  {n}  {justification_text(each)}" for n, each in enumerate(belief.justifications or (), 1))
    console.say(f"next: eemgit justify {belief.id} --because ID,…  (or --drop N)")
    return 0


COMMANDS = {"edit": edit, "justify": justify}
