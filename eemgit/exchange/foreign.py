"""Ids and references as reasonsforge spells them: a colon behind the namespace, and no other name for a belief."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from eemgit.beliefs.knowledge import KnowledgeBase


class ForeignIds:
    """The ids of one knowledge base over there."""

    def __init__(self, knowledge: KnowledgeBase) -> None:
        self._knowledge = knowledge
        self._dangling = {text for text in _cited(knowledge) if knowledge.resolve(text) is None}

    def of(self, id: str) -> str:
        """The id of a belief; one without a namespace is the same in both worlds.

        Keeps the slash where something cites the other spelling and means no belief, for it must not mean one there.
        """
        foreign = id.replace("/", ":")
        return id if foreign in self._dangling else foreign

    def standing(self, references: Iterable[str]) -> tuple[str, ...]:
        """The ids of what the references stand for, each once; what stands for nothing stays as it is."""
        return tuple(dict.fromkeys(map(self.cited, references)))

    def cited(self, reference: str) -> str:
        """The id of what a reference stands for, through aliases and duplicates."""
        id = self._knowledge.resolve(reference)
        return reference if id is None else self.of(id)

    def named(self, reference: str) -> str:
        """The id of the very belief that a reference names, a duplicate included."""
        id = self._knowledge.references.named(reference)
        return reference if id is None else self.of(id)

    def other(self, reference: str | None, than: str) -> str | None:
        """The id of the belief that a reference names, when it can be read and is another one than `than`."""
        id = self._knowledge.references.named(reference) if reference else None
        return self.of(id) if id is not None and id in self._knowledge.beliefs and id != than else None


def _cited(knowledge: KnowledgeBase) -> Iterator[str]:
    for belief in knowledge.beliefs.values():
        yield from belief.unless
        for justification in belief.justifications or ():
            yield from justification.antecedents
            yield from justification.unless
    for nogood in knowledge.nogoods.values():
        yield from nogood.members
