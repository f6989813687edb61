"""Applies typed edits to a knowledge base, as the files they change; refuses what would lose or break something."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from eemgit.beliefs.editing import extend_text, restore_text, retract_text
from eemgit.beliefs.ids import belief_path, check_id, nogood_path
from eemgit.beliefs.knowledge import KnowledgeBase
from eemgit.beliefs.model import Belief, Nogood
from eemgit.beliefs.near import did_you_mean
from eemgit.beliefs.writing import text_hash, write_belief, write_nogood
from eemgit.errors import EditRefused, UnknownBelief, Where
from eemgit.steps.protocol import Add, Edit, Extend, RecordNogood, Restore, Retract, Unit
from eemgit.steps.soundness import check_sound


@dataclass(frozen=True, slots=True)
class Applied:
    """What units change: for each of them the files it writes, and the knowledge base after all of them."""

    changes: tuple[Mapping[str, bytes], ...]
    knowledge: KnowledgeBase


def apply(knowledge: KnowledgeBase, units: Sequence[Unit]) -> Applied:
    """The units applied one after another. Raises EditRefused, BadId or UnknownBelief, and then nothing is applied.

    A unit may build on what units before it wrote, never on what only units after it write.
    """
    draft = _Draft(knowledge)
    changes = tuple(draft.unit(unit) for unit in units)
    after = knowledge.with_files(draft.texts) if draft.texts else knowledge
    check_sound(knowledge, after, units)
    return Applied(changes, after)


class _Draft:
    """The files as the edits so far leave them, and the ids that are taken because of them."""

    def __init__(self, knowledge: KnowledgeBase) -> None:
        self.knowledge = knowledge
        self.texts: dict[str, bytes] = {}
        self.added: dict[str, str] = {}
        """Path of each belief added so far."""
        self.aliases: dict[str, str] = {}
        """Whose alias each name added so far is."""

    def unit(self, unit: Unit) -> Mapping[str, bytes]:
        """The files that one unit writes, by path."""
        self._check_seen(unit)
        written: dict[str, bytes] = {}
        for edit in unit.edits:
            path, data = self._edited(edit)
            if data != self._content(path):
                written[path] = self.texts[path] = data
        if not written:
            raise EditRefused(f"{unit.subject!r} changes nothing")
        return dict(sorted(written.items()))

    def _edited(self, edit: Edit) -> tuple[str, bytes]:
        """The path an edit writes, and its new content."""
        match edit:
            case Add(belief):
                return self._added(belief)
            case Retract(id, retraction):
                if not retraction.reason.strip():
                    raise EditRefused(f"{id!r} cannot be retracted without a reason")
                return self._changed(id, lambda data: retract_text(data, retraction))
            case Restore(id):
                return self._changed(id, restore_text)
            case Extend(id, sources, tags, justifications):
                return self._changed(id, lambda data: extend_text(data, sources, tags, justifications))
            case RecordNogood(nogood):
                return self._recorded(nogood)

    def _added(self, belief: Belief) -> tuple[str, bytes]:
        check_id(belief.id)
        for name in (belief.id, *belief.aliases):
            self._check_free(name)
        path = belief_path(belief.id, self.knowledge.settings.layout)
        if self._content(path) is not None:
            raise EditRefused(f"{belief.id!r} would overwrite a file", where=Where(path), hint="choose another id")
        self.added[belief.id] = path
        self.aliases.update(dict.fromkeys(belief.aliases, belief.id))
        return path, write_belief(belief)

    def _check_free(self, name: str) -> None:
        """Raises EditRefused when a belief has this id or alias already, readable or not."""
        owner = name if name in self.added else self.aliases.get(name) or self.knowledge.references.named(name)
        if owner is None:
            return
        taken = (
            f"the id {name!r} is taken" if owner == name else f"the id {name!r} is taken: it is an alias of {owner!r}"
        )
        path = self.added.get(owner) or self.knowledge.paths.get(owner)
        raise EditRefused(taken, where=Where(path) if path else None, hint="choose another id")

    def _changed(self, id: str, change: Callable[[bytes], bytes]) -> tuple[str, bytes]:
        """The file of an existing belief, changed; a refusal says which file it is about."""
        path = self._path(id)
        data = self._content(path)
        if not isinstance(data, bytes) or id in self.knowledge.unreadable:
            raise EditRefused(f"{id!r} cannot be read", where=Where(path), hint="`eemgit check` says what is wrong")
        try:
            return path, change(data)
        except EditRefused as refusal:
            raise EditRefused(f"{id!r}: {refusal.message}", where=Where(path), hint=refusal.hint) from refusal

    def _path(self, id: str) -> str:
        """Where the belief lies. An edit names a belief by its id, not by an alias."""
        path = self.added.get(id) or self.knowledge.paths.get(id)
        if path is not None:
            return path
        owner = self.aliases.get(id) or self.knowledge.references.named(id)
        near = f"{owner!r} has this alias" if owner else did_you_mean(id, [*self.knowledge.paths, *self.added])
        raise UnknownBelief(f"no belief {id!r}", hint=f"did you mean {near}?" if near and not owner else near or None)

    def _recorded(self, nogood: Nogood) -> tuple[str, bytes]:
        path = nogood_path(check_id(nogood.id))
        if self._content(path) is not None:
            raise EditRefused(f"there is a nogood {nogood.id!r} already", where=Where(path), hint="choose another id")
        return path, write_nogood(nogood)

    def _check_seen(self, unit: Unit) -> None:
        """Raises EditRefused when a belief has neither the text the unit was computed from nor one written since."""
        for id, seen in sorted(unit.seen.items()):
            path = self._path(id)
            texts = (self.knowledge.files.get(path), self.texts.get(path))
            if seen not in {text_hash(data) for data in texts if isinstance(data, bytes)}:
                raise EditRefused(
                    f"{unit.subject!r} was computed against text that has changed: {id!r}",
                    where=Where(path),
                    hint="run the step again on the beliefs as they are now",
                )

    def _content(self, path: str) -> object:
        """What the file holds by now; None when there is none."""
        return self.texts.get(path) or self.knowledge.files.get(path)
