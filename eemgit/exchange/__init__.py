"""Exchange with other tools: the JSON export of reasonsforge becomes beliefs, and what that changes is told."""

from eemgit.exchange.changes import CauseKind, Change, LabelChanges, RootCause, label_changes
from eemgit.exchange.losses import Loss, Oddity
from eemgit.exchange.outcome import Import
from eemgit.exchange.reasonsforge import read_reasonsforge

__all__ = [
    "CauseKind",
    "Change",
    "Import",
    "LabelChanges",
    "Loss",
    "Oddity",
    "RootCause",
    "label_changes",
    "read_reasonsforge",
]
