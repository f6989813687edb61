"""The command that judges files and commits."""

from __future__ import annotations

from collections.abc import Iterator

import click

from eemgit.app.checking import Checked, check_range, check_revision, check_staged, check_worktree
from eemgit.app.opening import open_repository
from eemgit.beliefs.model import Finding, Severity
from eemgit.cli import console
from eemgit.cli.options import command, formats
from eemgit.errors import EemError
from eemgit.render import jsonable
from eemgit.render.plain import counted, finding_lines, visible
from eemgit.repo.repository import Repository


@command("check", "eemgit check\neemgit check --staged\neemgit check --range origin/main..HEAD --json")
@click.option("--staged", is_flag=True, help="Judge what the next commit introduces.")
@click.option("--rev", "revision", metavar="REV", help="Judge a commit as a whole.")
@click.option("--range", "span", metavar="A..B", help="Judge what these commits introduce.")
@click.option("--all", "everything", is_flag=True, help="With --staged or --range: show what stood before too.")
@formats("text", "json")
@click.pass_context
def check(
    ctx: click.Context, staged: bool, revision: str | None, span: str | None, everything: bool, style: str
) -> int:
    """Find what is wrong: files, references, loops, contradictions, copies.

    Without options the files here are judged as a whole. Exit 1 when there is an error.
    """
    if sum((staged, revision is not None, span is not None)) > 1:
        raise EemError("--staged, --rev and --range exclude each other")
    repository = open_repository(ctx.find_root().obj)
    checked = _checked(repository, staged, revision, span, everything)
    if style == "json":
        console.document(jsonable.document(complete=checked.complete, findings=_documents(checked)))
    else:
        console.data(line for found in checked.findings for line in _lines(checked, found))
        console.say(_summary(checked))
    return 1 if checked.has_errors else 0


def _checked(repository: Repository, staged: bool, revision: str | None, span: str | None, everything: bool) -> Checked:
    if staged:
        return check_staged(repository, everything=everything)
    if span is not None:
        return check_range(repository, span, everything=everything)
    if revision is None and not repository.is_bare:
        return check_worktree(repository)
    return check_revision(repository, "HEAD" if revision is None else revision)


def _lines(checked: Checked, found: Finding) -> Iterator[str]:
    yield from finding_lines(found)
    commit = checked.introduced.get(found.key)
    if commit is not None:
        yield f"    since: {commit.oid[:10]} {visible(commit.subject)}"


def _documents(checked: Checked) -> list[jsonable.Json]:
    """The findings; the errors of a range with the commit that introduced each."""
    documents = []
    for found in checked.findings:
        commit = checked.introduced.get(found.key)
        documents.append(jsonable.finding(found) | ({"commit": commit.oid} if commit else {}))
    return documents


def _summary(checked: Checked) -> str:
    parts = []
    for severity in Severity:
        number = sum(found.severity is severity for found in checked.findings)
        if number:
            parts.append(counted(number, "note" if severity is Severity.INFO else severity.value))
    return ", ".join(parts) or "no findings"


COMMANDS = {"check": check}
