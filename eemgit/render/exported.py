"""The text and JSON of `export`: how much was written, and what the format cannot hold."""

from __future__ import annotations

from collections.abc import Iterator

from eemgit.exchange.losses import Loss
from eemgit.exchange.outgoing import Outgoing
from eemgit.render.jsonable import Json, document
from eemgit.render.plain import counted, visible

MOST = 30


def export_remarks(outgoing: Outgoing, style: str) -> Iterator[str]:
    """How much was written, then a line for each loss."""
    yield f"exported {counted(outgoing.beliefs, 'belief')} and {counted(outgoing.nogoods, 'nogood')} as {style}"
    if outgoing.losses:
        yield f"what {style} cannot hold:"
    for loss in outgoing.losses[:MOST]:
        yield f"  {visible(_line(loss))}"
    if len(outgoing.losses) > MOST:
        yield f"  … and {len(outgoing.losses) - MOST} more (--json has all)"


def _line(loss: Loss) -> str:
    name = f"{loss.id}: " if loss.id else ""
    times = f" ({loss.count} times)" if loss.count > 1 else ""
    return f"{name}{loss.what}{times}: {loss.why}"


def export_document(outgoing: Outgoing, style: str, file: str, *, complete: bool) -> Json:
    """The same as JSON, nothing left out."""
    return document(
        format=style,
        file=file,
        complete=complete,
        beliefs=outgoing.beliefs,
        nogoods=outgoing.nogoods,
        losses=[{"id": loss.id, "what": loss.what, "why": loss.why, "count": loss.count} for loss in outgoing.losses],
    )
