"""Which files a formatter would rewrite, as one unit of edits."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass

from eemgit.beliefs.formatting import canonical_belief, canonical_nogood
from eemgit.beliefs.knowledge import KnowledgeBase
from eemgit.beliefs.renaming import rename_members, rename_references
from eemgit.errors import EditRefused, Where
from eemgit.steps.protocol import Edit, Rewrite


@dataclass(frozen=True, slots=True)
class Formatted:
    """The rewrites, by path, and for each file that is left as it is although it is not in form, why."""

    edits: tuple[Edit, ...]
    left: tuple[tuple[str, str], ...]

    @property
    def paths(self) -> tuple[str, ...]:
        return tuple(edit.path for edit in self.edits if isinstance(edit, Rewrite))


def in_canonical_form(knowledge: KnowledgeBase, among: Collection[str] | None = None) -> Formatted:
    """The files (all, or those of the paths `among`) in canonical form."""
    return _rewritten(knowledge, among, canonical_belief, canonical_nogood)


def with_current_references(knowledge: KnowledgeBase, among: Collection[str] | None = None) -> Formatted:
    """The files with aliases and duplicates that they name replaced by the ids that these stand for."""

    def cited(reference: str) -> str:
        return knowledge.resolve(reference) or reference

    def named(reference: str) -> str:
        return knowledge.references.named(reference) or reference

    return _rewritten(
        knowledge,
        among,
        lambda data, _: rename_references(data, cited, named),
        lambda data, id: rename_members(data, id, cited),
    )


Writer = Callable[[bytes, str], bytes]


def _rewritten(knowledge: KnowledgeBase, among: Collection[str] | None, belief: Writer, nogood: Writer) -> Formatted:
    edits: list[Edit] = []
    left: list[tuple[str, str]] = []
    paths = [(path, id, belief) for id, path in knowledge.paths.items()]
    paths += [(path, id, nogood) for id, path in knowledge.nogood_paths.items()]
    for path, id, write in sorted(paths, key=lambda each: each[0]):
        data = knowledge.files[path]
        if among is not None and path not in among:
            continue
        if not isinstance(data, bytes):
            left.append((path, data.value))
            continue
        try:
            text = write(data, id)
        except EditRefused as refused:
            left.append((path, refused.message))
            continue
        if text != data:
            edits.append(Rewrite(path, text))
    return Formatted(tuple(edits), tuple(left))


def check_same(knowledge: KnowledgeBase, formatted: Formatted) -> None:
    """Raises EditRefused when the rewrites would change a claim, a label or what a record is."""
    after = knowledge.with_files({edit.path: edit.text for edit in formatted.edits if isinstance(edit, Rewrite)})
    for id, belief in knowledge.beliefs.items():
        new = after.beliefs.get(id)
        if new is None or (new.claim, new.notes, new.kind) != (belief.claim, belief.notes, belief.kind):
            raise EditRefused(f"{id!r} would no longer say the same", where=Where(knowledge.paths[id]))
        if after.label_of(id) is not knowledge.label_of(id):
            raise EditRefused(f"the label of {id!r} would change", where=Where(knowledge.paths[id]))
