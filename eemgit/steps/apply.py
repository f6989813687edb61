"""Applies typed edits to a knowledge base, as the files they change; refuses what would lose or break something."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from eemgit.beliefs.amending import Lists, amend_text
from eemgit.beliefs.ids import belief_path, check_id, nogood_path
from eemgit.beliefs.knowledge import KnowledgeBase
from eemgit.beliefs.model import Belief, Nogood
from eemgit.beliefs.near import did_you_mean
from eemgit.beliefs.writing import text_hash, write_belief, write_nogood
from eemgit.errors import EditRefused, UnknownBelief, Where
from eemgit.steps.protocol import Add, Edit, InFile, Move, RecordNogood, Rename, Rewrite, Unit
from eemgit.steps.soundness import check_sound
from eemgit.steps.texts import edited


@dataclass(frozen=True, slots=True)
class Applied:
    """What units change: for each the files it writes (None: removes), and the knowledge base after all of them."""

    changes: tuple[Mapping[str, bytes | None], ...]
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
        self.texts: dict[str, bytes | None] = {}
        self.added: dict[str, str] = {}
        """Path of each belief added, or moved, so far."""
        self.aliases: dict[str, str] = {}
        """Whose alias each name added so far is."""

    def unit(self, unit: Unit) -> Mapping[str, bytes | None]:
        """The files that one unit writes, by path."""
        self._check_seen(unit)
        written: dict[str, bytes | None] = {}
        for edit in unit.edits:
            for path, data in self._edited(edit).items():
                if data != self._content(path):
                    written[path] = self.texts[path] = data
        if not written:
            raise EditRefused(f"{unit.subject!r} changes nothing")
        return dict(sorted(written.items()))

    def _edited(self, edit: Edit) -> Mapping[str, bytes | None]:
        """The paths an edit writes, and their new content."""
        match edit:
            case Add(belief):
                return dict([self._added(belief)])
            case RecordNogood(nogood):
                return dict([self._recorded(nogood)])
            case Rename(id, new):
                return self._renamed(id, new)
            case Move(id):
                return self._moved(id, id)
            case Rewrite(path, text):
                return self._rewritten(path, text)
            case _ as change:
                return dict([self._changed(change)])

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

    def _changed(self, edit: InFile) -> tuple[str, bytes]:
        """The file of an existing belief, changed; a refusal says which file it is about."""
        path, data = self._readable(edit.id)
        try:
            return path, edited(data, edit)
        except EditRefused as refusal:
            raise EditRefused(f"{edit.id!r}: {refusal.message}", where=Where(path), hint=refusal.hint) from refusal

    def _readable(self, id: str) -> tuple[str, bytes]:
        path = self._path(id)
        data = self._content(path)
        if not isinstance(data, bytes) or id in self.knowledge.unreadable:
            raise EditRefused(f"{id!r} cannot be read", where=Where(path), hint="`eemgit check` says what is wrong")
        return path, data

    def _renamed(self, id: str, new: str) -> Mapping[str, bytes | None]:
        """The file under its new id, with the old one as an alias."""
        if check_id(new) == id:
            raise EditRefused(f"{id!r} has that id already")
        data = self._readable(id)[1]
        text = amend_text(data, Lists(aliases=(id,)), Lists(aliases=(new,) if new in self._aliases_of(id) else ()))
        if self.knowledge.references.named(new) != id:
            self._check_free(new)
        self.aliases[id] = new
        return self._moved(id, new, text)

    def _aliases_of(self, id: str) -> tuple[str, ...]:
        belief = self.knowledge.beliefs.get(id)
        return belief.aliases if belief else ()

    def _moved(self, id: str, new: str, text: bytes | None = None) -> Mapping[str, bytes | None]:
        """The file at the path of the id `new`, perhaps with another text; readable or not."""
        path = self._path(id)
        to = belief_path(new, self.knowledge.settings.layout)
        data = self._content(path) if text is None else text
        if path == to:
            return {}
        if not isinstance(data, bytes):
            raise EditRefused(f"{id!r} is no regular file", where=Where(path), hint="`eemgit check` says what is wrong")
        if self._content(to) is not None:
            raise EditRefused("another file lies there", where=Where(to), hint="look at it, and move one of the two")
        self.added[new] = to
        return {path: None, to: data}

    def _rewritten(self, path: str, text: bytes) -> Mapping[str, bytes | None]:
        if not isinstance(self._content(path), bytes):
            raise EditRefused("there is no such file to rewrite", where=Where(path))
        return {path: text}

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
        return self.texts[path] if path in self.texts else self.knowledge.files.get(path)
