"""What an import could not carry over, and what it found odd in its source: written down once, told once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from eemgit.exchange.json_text import fold

EXAMPLES = 3
"""How many values a loss of many beliefs shows."""


@dataclass(frozen=True, slots=True)
class Loss:
    """Something of the source that the beliefs do not hold. `id` is None where `count` places lose the same."""

    id: str | None
    what: str
    why: str
    count: int = 1


@dataclass(frozen=True, slots=True)
class Oddity:
    """Something about the source that a person should know and that was imported as it is."""

    id: str | None
    what: str


class Ledger:
    """Collects losses and oddities while an export is read, under the ids of the export."""

    def __init__(self) -> None:
        self._single: list[Loss] = []
        self._oddities: list[Oddity] = []
        self._counts: dict[tuple[str, str], int] = {}
        self._examples: dict[tuple[str, str], set[str]] = {}

    def lost(self, id: str | None, what: str, why: str) -> None:
        """One thing of one belief, or of the whole export."""
        self._single.append(Loss(id, what, why))

    def lost_everywhere(self, what: str, why: str, example: str = "") -> None:
        """One more place that loses the same, told as one line with a count."""
        key = (what, why)
        self._counts[key] = self._counts.get(key, 0) + 1
        examples = self._examples.setdefault(key, set())
        if example:
            examples.add(example)

    def odd(self, id: str | None, what: str) -> None:
        """Something that is imported as it is."""
        self._oddities.append(Oddity(id, what))

    def losses(self, names: Mapping[str, str]) -> tuple[Loss, ...]:
        """All losses with ids as `names` has them: of the whole first, then counted ones, then those of one belief."""
        single = {Loss(_named(loss.id, names), loss.what, loss.why) for loss in self._single}
        counted = [Loss(None, self._shown(key), key[1], count) for key, count in self._counts.items()]
        whole = [loss for loss in single if loss.id is None]
        own = [loss for loss in single if loss.id is not None]
        return (*sorted(whole, key=_order), *sorted(counted, key=_order), *sorted(own, key=_order))

    def oddities(self, names: Mapping[str, str]) -> tuple[Oddity, ...]:
        """All oddities with ids as `names` has them, sorted."""
        found = {Oddity(_named(odd.id, names), odd.what) for odd in self._oddities}
        return tuple(sorted(found, key=lambda odd: (odd.id or "", odd.what)))

    def _shown(self, key: tuple[str, str]) -> str:
        examples = sorted(self._examples[key])
        if not examples:
            return key[0]
        more = ", …" if len(examples) > EXAMPLES else ""
        return f"{key[0]} ({', '.join(examples[:EXAMPLES])}{more})"


def _named(id: str | None, names: Mapping[str, str]) -> str | None:
    return names.get(id) or fold(id) if id is not None else None


def _order(loss: Loss) -> tuple[str, str, str]:
    return (loss.id or "", loss.what, loss.why)
