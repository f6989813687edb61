"""Which of our ids each id of an export gets: its own where it can be one, else a slug with the old id as alias."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass

from eemgit.beliefs.ids import is_id, slug
from eemgit.beliefs.knowledge import KnowledgeBase
from eemgit.exchange.json_text import fold


@dataclass(frozen=True, slots=True)
class Names:
    """The ids of one import. `ids` has every node, `dangling` every other id that is named; `aliases` go by our id."""

    ids: Mapping[str, str]
    dangling: Mapping[str, str]
    aliases: Mapping[str, str]

    def of(self, old: str) -> str:
        """Our id for an id of the export that is a node or is named by one."""
        return self.ids[old] if old in self.ids else self.dangling[old]


def name_all(claims: Mapping[str, str], named: Iterable[str], taken: KnowledgeBase | None) -> Names:
    """Ids for all nodes (`claims` by id of the export) and for all ids that are `named`, independent of their order.

    A node that `taken` has under its id or as an alias gets that id, so that importing again changes nothing.
    """
    desk = _Desk(taken)
    desk.give(claims)
    ids = dict(desk.given)
    desk.give(dict.fromkeys(set(named) - set(ids), ""))
    dangling = {old: new for old, new in desk.given.items() if old not in ids}
    return Names(ids, dangling, _aliases(ids, desk))


class _Desk:
    """Gives ids away, each once."""

    def __init__(self, taken: KnowledgeBase | None) -> None:
        self._known = taken
        self._used: set[str] = set()
        self.given: dict[str, str] = {}

    def give(self, claims: Mapping[str, str]) -> None:
        """An id for each key, an empty claim for what is only named. What can keep its id comes first."""
        plain = [old for old in sorted(claims) if is_id(old)]
        odd = [old for old in sorted(claims) if not is_id(old)]
        for old in plain:
            self._keep(old, self.known_as(old) or old)
        for old in sorted(odd, key=lambda old: (fold(old) != old, old)):
            self._keep(old, self._known_by_alias(old, claims))
        for old in (*plain, *odd):
            if old not in self.given:
                self._invent(old, claims[old])

    def known_as(self, old: str) -> str | None:
        """The belief that is known by this id or alias."""
        return self._known.references.named(old) if self._known else None

    def is_used(self, id: str) -> bool:
        """Whether it is an id of this import."""
        return id in self._used

    def _known_by_alias(self, old: str, claims: Mapping[str, str]) -> str | None:
        alias = fold(old)
        new = self.known_as(alias) if alias == old or alias not in claims else None
        return new if new is None or new != alias or self.says(new, claims[old]) else None

    def _keep(self, old: str, new: str | None) -> None:
        if new is not None and new not in self._used:
            self._give(old, new)

    def _invent(self, old: str, claim: str) -> None:
        self._give(old, _proposal(old, claim, _Blocked(self, claim)))

    def _give(self, old: str, new: str) -> None:
        self.given[old] = new
        self._used.add(new)

    def says(self, id: str, claim: str) -> bool:
        """Whether the known belief of this id makes that claim."""
        belief = self._known.beliefs.get(id) if self._known else None
        return belief is not None and belief.claim == claim


class _Blocked(Container[str]):
    """The ids a node with this claim cannot get: those given away, and known beliefs that say something else."""

    def __init__(self, desk: _Desk, claim: str) -> None:
        self._desk = desk
        self._claim = claim

    def __contains__(self, id: object) -> bool:
        if not isinstance(id, str) or self._desk.is_used(id):
            return True
        return self._desk.known_as(id) is not None and not self._desk.says(id, self._claim)


def _proposal(old: str, claim: str, blocked: _Blocked) -> str:
    if not any(char.isalnum() for char in old):
        return slug(claim or old, blocked)
    text = "-".join(old.split())
    if "/" not in text:
        text = text.replace(":", "/", 1)
    return text if is_id(text) and text not in blocked else slug(text, blocked)


def _aliases(ids: Mapping[str, str], desk: _Desk) -> dict[str, str]:
    aliases: dict[str, str] = {}
    for old in sorted(ids):
        alias, new = fold(old), ids[old]
        if alias and not desk.is_used(alias) and desk.known_as(alias) in (None, new) and alias not in aliases:
            aliases[alias] = new
    return {new: alias for alias, new in aliases.items()}
