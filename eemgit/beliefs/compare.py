"""What one knowledge base says that another does not: files, retractions, wording, and the labels that flip."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from eemgit.beliefs.knowledge import KnowledgeBase
from eemgit.beliefs.model import Belief
from eemgit.tms.network import Label
from eemgit.tms.whatif import causes


@dataclass(frozen=True, slots=True)
class Flip:
    """A belief whose label differs; None stands for a belief that is not there."""

    id: str
    before: Label | None
    after: Label | None
    because: tuple[str, ...] = ()
    """The changed beliefs at the root of it."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """The difference between two knowledge bases, ids sorted.

    `edited` holds every belief in both whose file changed; `reworded`, `retracted` and `restored` say what the edit
    did and are among them. A renamed belief (its old id is gone and one of its aliases) counts under its new id, and
    neither as added nor as deleted; `former` gives the old ids.
    """

    added: tuple[str, ...]
    edited: tuple[str, ...]
    deleted: tuple[str, ...]
    renamed: tuple[str, ...]
    reworded: tuple[str, ...]
    retracted: tuple[str, ...]
    restored: tuple[str, ...]
    flips: tuple[Flip, ...]
    former: Mapping[str, str]
    nogoods_added: tuple[str, ...] = ()
    nogoods_edited: tuple[str, ...] = ()
    nogoods_deleted: tuple[str, ...] = ()

    @property
    def is_empty(self) -> bool:
        """Whether no belief and no nogood differs. A file that only lies elsewhere is no difference."""
        beliefs = self.added or self.edited or self.deleted or self.renamed or self.flips
        return not (beliefs or self.nogoods_added or self.nogoods_edited or self.nogoods_deleted)


def compare(before: KnowledgeBase, after: KnowledgeBase) -> Comparison:
    """How `after` differs from `before`."""
    added = after.paths.keys() - before.paths.keys()
    deleted = before.paths.keys() - after.paths.keys()
    former = _renamed(before, after, added, deleted)
    added -= former.keys()
    deleted -= set(former.values())
    pairs = {id: (id, id) for id in before.paths.keys() & after.paths.keys()}
    pairs |= {new: (old, new) for new, old in former.items()}
    changed = {
        new: (before.beliefs.get(old), after.beliefs.get(new))
        for old, new in pairs.values()
        if old != new or _text(before, old) != _text(after, new)
    }
    return Comparison(
        added=tuple(sorted(added)),
        edited=tuple(sorted(id for id in changed if _text(before, pairs[id][0]) != _text(after, id))),
        deleted=tuple(sorted(deleted)),
        renamed=tuple(sorted(former)),
        reworded=_where(changed, lambda a, b: a.claim != b.claim),
        retracted=_where(changed, lambda a, b: a.retracted is None and b.retracted is not None),
        restored=_where(changed, lambda a, b: a.retracted is not None and b.retracted is None),
        flips=_flips(before, after, former, added | deleted | changed.keys()),
        former=former,
        nogoods_added=_only_in(after.nogoods, before.nogoods),
        nogoods_edited=tuple(id for id, it in after.nogoods.items() if before.nogoods.get(id, it) != it),
        nogoods_deleted=_only_in(before.nogoods, after.nogoods),
    )


def _only_in(one: Mapping[str, object], other: Mapping[str, object]) -> tuple[str, ...]:
    return tuple(sorted(one.keys() - other.keys()))


def _text(knowledge: KnowledgeBase, id: str) -> object:
    return knowledge.files[knowledge.paths[id]]


def _renamed(before: KnowledgeBase, after: KnowledgeBase, added: set[str], deleted: set[str]) -> dict[str, str]:
    """New id → old id, for each added belief that has a deleted id among its aliases."""
    found: dict[str, str] = {}
    for new in sorted(added):
        belief = after.beliefs.get(new)
        for alias in belief.aliases if belief else ():
            if alias in deleted and alias not in found.values() and new not in found:
                found[new] = alias
    return found


def _where(
    changed: Mapping[str, tuple[Belief | None, Belief | None]], holds: Callable[[Belief, Belief], bool]
) -> tuple[str, ...]:
    return tuple(sorted(id for id, (a, b) in changed.items() if a is not None and b is not None and holds(a, b)))


def _flips(
    before: KnowledgeBase, after: KnowledgeBase, former: Mapping[str, str], changed: set[str]
) -> tuple[Flip, ...]:
    because = causes(before.labelling, after.labelling, changed)
    flips: list[Flip] = []
    gone = set(former.values())
    for id in sorted({*before.paths, *after.paths} - gone):
        old = former.get(id, id)
        a = before.label_of(old) if old in before.paths else None
        b = after.label_of(id) if id in after.paths else None
        if a is not b:
            flips.append(Flip(id, a, b, because.get(id, (id,) if id in changed else ())))
    return tuple(flips)
