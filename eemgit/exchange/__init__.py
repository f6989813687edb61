"""Exchange with other tools: exports that become beliefs, beliefs that become exports, and what either loses."""

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
