"""The text of `diff` and `plan`: what a change claims, why, and what flips."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from eemgit.beliefs.compare import Comparison, Flip
from eemgit.beliefs.differences import differences
from eemgit.beliefs.knowledge import KnowledgeBase
from eemgit.beliefs.model import Belief, Finding, Kind, Mode
from eemgit.beliefs.why import reasons
from eemgit.render.differing import difference_lines
from eemgit.render.plain import counted, finding_lines, listing, short, sign, visible
from eemgit.render.why import retraction_lines
from eemgit.tms.network import Label

WIDTH = 100
MOST_FLIPS = 40
FLIPS = (
    (Label.OUT, "go OUT", "goes OUT"),
    (Label.IN, "turn IN", "turns IN"),
    (Label.UNDECIDED, "become undecided", "becomes undecided"),
)
"""Each label with the verb for several beliefs that get it, and for one."""

Block = Callable[[KnowledgeBase, str], Iterable[str]]
"""The lines for one belief."""


def totals(compared: Comparison) -> str:
    """One line: how many beliefs are added, edited, retracted …, and how many labels of others flip."""
    parts = [
        f"{len(ids)} {name}"
        for name, ids in (
            ("added", compared.added),
            ("reworded", compared.reworded),
            ("retracted", compared.retracted),
            ("restored", compared.restored),
            ("edited otherwise", edited_otherwise(compared)),
            ("renamed", compared.renamed),
            ("deleted", compared.deleted),
        )
        if ids
    ]
    own = {*compared.retracted, *compared.restored}
    flips = [flip for flip in compared.flips if flip.before and flip.after and flip.id not in own]
    went = {label: sum(flip.after is label for flip in flips) for label, _, _ in FLIPS}
    parts += [
        f"{counted(number, 'label')} {'flips' if number == 1 else 'flip'} to {label.value}"
        for label, number in went.items()
        if number
    ]
    nogoods = len({*compared.nogoods_added, *compared.nogoods_edited, *compared.nogoods_deleted})
    parts += [counted(nogoods, "nogood")] if nogoods else []
    return ", ".join(parts) if parts else "no belief changes"


def edited_otherwise(compared: Comparison) -> tuple[str, ...]:
    """The edited beliefs that are neither reworded, retracted nor restored."""
    told = {*compared.reworded, *compared.retracted, *compared.restored, *compared.renamed}
    return tuple(id for id in compared.edited if id not in told)


def change_lines(before: KnowledgeBase, after: KnowledgeBase, compared: Comparison) -> list[str]:
    """A block for each belief that changes, those that arrive OUT first, then the flips of the others."""
    lines: list[str] = []
    arriving = [(id, after.label_of(id)) for id in compared.added]
    lines += _section("added, OUT on arrival", (id for id, label in arriving if label is not Label.IN), after, _added)
    lines += _section("added", (id for id, label in arriving if label is Label.IN), after, _added)
    lines += _section("retracted", compared.retracted, after, _retracted)
    lines += _section("restored", compared.restored, after, _named)
    if compared.reworded:
        lines += ["", "reworded"]
        for id in compared.reworded:
            lines += [f"  {sign(after.label_of(id)):<3} {visible(id)}"]
            lines += [f"      - {visible(before.beliefs[compared.former.get(id, id)].claim)}"]
            lines += [f"      + {visible(after.beliefs[id].claim)}"]
    if edited := edited_otherwise(compared):
        lines += [
            "",
            "edited",
            *(line for id in edited for line in _edited(before, after, compared.former.get(id, id), id)),
        ]
    if compared.renamed:
        lines += ["", "renamed", *(f"  {visible(compared.former[id])} -> {visible(id)}" for id in compared.renamed)]
    if compared.deleted:
        lines += ["", "deleted", *(f"  {visible(id)}" for id in compared.deleted)]
    lines += _nogoods("nogoods added", compared.nogoods_added, after)
    lines += _nogoods("nogoods edited", compared.nogoods_edited, after)
    lines += _nogoods("nogoods deleted", compared.nogoods_deleted, before)
    lines += _flips(after, compared)
    return lines


def _nogoods(title: str, ids: Iterable[str], knowledge: KnowledgeBase) -> list[str]:
    lines: list[str] = []
    for id in ids:
        nogood = knowledge.nogoods[id]
        lines += [f"  {'open' if knowledge.is_open(nogood) else 'not open'}: {id}  {short(nogood.reason, WIDTH)}"]
        lines += [
            f"      {sign(knowledge.label_of(knowledge.resolve(m) or m)):<3} {visible(m)}" for m in nogood.members
        ]
    return ["", title, *lines] if lines else []


def finding_section(title: str, found: Iterable[Finding]) -> list[str]:
    """Findings under a title; nothing when there are none."""
    lines = [f"  {line}" for each in found for line in finding_lines(each)]
    return ["", title, *lines] if lines else []


def _section(title: str, ids: Iterable[str], knowledge: KnowledgeBase, block: Block) -> list[str]:
    lines = [line for id in ids for line in block(knowledge, id)]
    return ["", title, *lines] if lines else []


def _named(knowledge: KnowledgeBase, id: str) -> Iterator[str]:
    belief = knowledge.beliefs.get(id)
    claim = short(belief.claim, WIDTH) if belief else "(cannot be read)"
    yield f"  {sign(knowledge.label_of(id)):<3} {visible(id)}  {claim}"


def _retracted(knowledge: KnowledgeBase, id: str) -> Iterator[str]:
    yield from _named(knowledge, id)
    retracted = knowledge.beliefs[id].retracted
    if retracted is not None:
        yield from (f"      {line}" for line in retraction_lines(retracted))


def _added(knowledge: KnowledgeBase, id: str) -> Iterator[str]:
    yield from _named(knowledge, id)
    belief = knowledge.beliefs.get(id)
    if belief is None:
        return
    if belief.retracted is not None:
        yield from (f"      {line}" for line in retraction_lines(belief.retracted))
    yield from _because(knowledge, belief)
    if belief.sources:
        yield f"      source {listing(source.text for source in belief.sources)}"
    if belief.origin:
        yield f"      origin {visible(belief.origin)}"


def _edited(before: KnowledgeBase, after: KnowledgeBase, former: str, id: str) -> Iterator[str]:
    """The belief, and point by point what its file says that it did not say before."""
    yield from _named(after, id)
    old, new = before.beliefs.get(former), after.beliefs.get(id)
    if old is None or new is None:
        return
    yield from (f"      {line}" for each in differences(old, new) for line in difference_lines(each))


def _because(knowledge: KnowledgeBase, belief: Belief) -> Iterator[str]:
    told = reasons(knowledge, belief.id)
    for cited in told.gate:
        yield f"      unless {sign(cited.label):<3} {_claim(knowledge, cited.id, cited.reference)}"
    if belief.kind is Kind.DERIVED and not told.reasons:
        yield "      no justification left"
    for reason in told.reasons:
        role = "any of" if reason.mode is Mode.ANY else "because"
        for cited in reason.antecedents:
            yield f"      {role} {sign(cited.label):<3} {_claim(knowledge, cited.id, cited.reference)}"
        for cited in reason.unless:
            yield f"      unless {sign(cited.label):<3} {_claim(knowledge, cited.id, cited.reference)}"


def _claim(knowledge: KnowledgeBase, id: str | None, reference: str) -> str:
    belief = knowledge.beliefs.get(id or "")
    return f"{visible(reference)}: {short(belief.claim, WIDTH)}" if belief else f"{visible(reference)} (no such belief)"


def _flips(after: KnowledgeBase, compared: Comparison) -> list[str]:
    own = {*compared.retracted, *compared.restored}
    flips = [flip for flip in compared.flips if flip.before is not None and flip.after is not None]
    flips = [flip for flip in flips if flip.id not in own]
    lines: list[str] = []
    for label, title, singular in FLIPS:
        those = [flip for flip in flips if flip.after is label]
        if those:
            lines += ["", f"{counted(len(those), 'belief')} {title if len(those) > 1 else singular}"]
            lines += [flip_line(after, flip) for flip in those[:MOST_FLIPS]]
            lines += [f"  … and {len(those) - MOST_FLIPS} more"] if len(those) > MOST_FLIPS else []
    return lines


def flip_line(knowledge: KnowledgeBase, flip: Flip, but: str = "") -> str:
    """`OUT was IN  id  claim  (because of …)`; that it is because of `but` goes without saying."""
    belief = knowledge.beliefs.get(flip.id)
    claim = short(belief.claim, WIDTH) if belief else "(cannot be read)"
    because = [id for id in flip.because if id not in (flip.id, but)]
    reason = f"  (because of {listing(because, 3)})" if because else ""
    return f"  {sign(flip.after):<3} was {sign(flip.before):<3} {visible(flip.id)}  {claim}{reason}"
