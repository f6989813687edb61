"""The text and JSON of `import`: what came in, what was lost, and which labels changed, by root cause."""

from __future__ import annotations

from collections.abc import Iterator

from eemgit.exchange.changes import LabelChanges, RootCause
from eemgit.exchange.losses import Loss
from eemgit.exchange.outcome import Import
from eemgit.render.jsonable import Json, document
from eemgit.render.plain import counted, listing, visible

MOST = 20


def import_lines(outcome: Import, changes: LabelChanges, verb: str) -> list[str]:
    """The whole report."""
    lines = [f"{verb} {counted(len(outcome.beliefs), 'belief')} and {counted(len(outcome.nogoods), 'nogood')}"]
    if outcome.unchanged:
        lines.append(f"{counted(len(outcome.unchanged), 'belief')} here already, unchanged")
    if outcome.kept:
        lines.append(f"{counted(len(outcome.kept), 'belief')} here already and different, kept as here: "
                     f"{listing(outcome.kept)}")  # fmt: skip
    lines += _titled("not kept", [_loss(loss) for loss in outcome.losses])
    lines += _titled("odd in the source, imported as it is", [_named(odd.id, odd.what) for odd in outcome.oddities])
    lines += _titled("renamed, the old id kept as an alias", [f"{a} -> {b}" for a, b in outcome.renamed.items()])
    return lines + _changes(changes)


def _titled(title: str, entries: list[str]) -> list[str]:
    if not entries:
        return []
    more = [f"  … and {len(entries) - MOST} more (--json has all)"] if len(entries) > MOST else []
    return ["", f"{title}:", *(f"  {visible(entry)}" for entry in entries[:MOST]), *more]


def _named(id: str | None, text: str) -> str:
    return f"{id}: {text}" if id else text


def _loss(loss: Loss) -> str:
    times = f" ({loss.count} times)" if loss.count > 1 else ""
    return f"{_named(loss.id, loss.what)}{times}: {loss.why}"


def _changes(changes: LabelChanges) -> list[str]:
    if not changes.changes:
        return ["", "every label is as the export has it"]
    lines = ["", f"{counted(len(changes.changes), 'belief')} with another label than the export has, by root cause:"]
    for cause in changes.causes[:MOST]:
        lines += _cause(cause)
    return lines


def _cause(cause: RootCause) -> Iterator[str]:
    yield f"  {cause.kind.value}: {listing(cause.beliefs, 3)}: {visible(cause.why)}"
    yield f"    {counted(len(cause.hang), 'belief')} {'hangs' if len(cause.hang) == 1 else 'hang'} on it"
    yield f"    hint: {visible(cause.edit)}: {counted(len(cause.back), 'label')} as in the export again"


def import_document(outcome: Import, changes: LabelChanges, commit: str | None, *, dry_run: bool) -> Json:
    """The same as JSON, nothing left out."""
    return document(
        imported=[belief.id for belief in outcome.beliefs],
        nogoods=[nogood.id for nogood in outcome.nogoods],
        unchanged=list(outcome.unchanged),
        kept=list(outcome.kept),
        renamed=dict(outcome.renamed),
        losses=[{"id": loss.id, "what": loss.what, "why": loss.why, "count": loss.count} for loss in outcome.losses],
        oddities=[{"id": odd.id, "what": odd.what} for odd in outcome.oddities],
        label_changes=[
            {"id": change.id, "stored": change.stored.value, "label": change.now.value} for change in changes.changes
        ],
        causes=[
            {
                "kind": cause.kind.value,
                "beliefs": list(cause.beliefs),
                "why": cause.why,
                "edit": cause.edit,
                "brings_back": list(cause.back),
                "hang": list(cause.hang),
            }
            for cause in changes.causes
        ],
        commit=commit,
        dry_run=dry_run,
    )
