"""What the commands say that change existing beliefs: the change, its findings, and what to do next."""

from __future__ import annotations

from eemgit.app.writing import MOST_NAMED, Written, fallen_from
from eemgit.cli import console
from eemgit.render import jsonable
from eemgit.render.altered import altered_lines
from eemgit.render.plain import finding_lines, visible


def tell(written: Written, dry_run: bool, style: str, *hints: str) -> int:
    """Prints a change; `hints` say what to do next. The exit code: 1 when the change introduces an error."""
    compared = written.judged.comparison
    said = (*written.judged.blocking, *written.judged.warnings)
    code = 1 if written.judged.blocking else 0
    if style == "json":
        console.document(
            jsonable.document(
                belief=jsonable.belief_row(written.after, written.after.beliefs[written.id]),
                **jsonable.comparison(compared),
                findings=jsonable.findings(said),
                commit=written.commit,
                dry_run=dry_run,
            )
        )
        return code
    console.data(altered_lines(written.before, written.after, written.id, compared, fallen_from(written)))
    console.say(*(line for found in said for line in finding_lines(found)))
    console.say(*_wrote(written, dry_run))
    console.say(*(hints if not dry_run else ()))
    if not dry_run and not written.commit:
        console.say("next: eemgit check, and commit it")
    return code


def _wrote(written: Written, dry_run: bool) -> list[str]:
    paths = files_of(written)
    names = ", ".join(visible(path) for path in paths[:MOST_NAMED])
    names += f" and {len(paths) - MOST_NAMED} more" if len(paths) > MOST_NAMED else ""
    if dry_run:
        return [f"dry run: {names} {'is' if len(paths) == 1 else 'are'} not written"]
    committed = f", committed as {written.commit[:10]}" if written.commit else ""
    others = [f"not committed either: {visible(path)}" for path in written.uncommitted[:MOST_NAMED]]
    more = len(written.uncommitted) - MOST_NAMED
    return [f"wrote {names}{committed}", *others, *([f"not committed either: {more} more"] if more > 0 else [])]


def files_of(written: Written) -> tuple[str, ...]:
    """The files that a change writes, from the belief root."""
    before, after = written.before.files, written.after.files
    return tuple(sorted(path for path, content in after.items() if before.get(path) != content))
