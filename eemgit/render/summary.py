"""The text of `list`, `show`, `status` and `what-if`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from eemgit.beliefs.compare import Flip
from eemgit.beliefs.knowledge import KnowledgeBase
from eemgit.beliefs.model import Belief, Severity
from eemgit.beliefs.supposing import Supposition
from eemgit.beliefs.survey import Status
from eemgit.beliefs.why import explain
from eemgit.render.change import flip_line
from eemgit.render.plain import counted, listing, short, sign, visible
from eemgit.render.why import why_lines
from eemgit.tms.explain import depth, is_gated
from eemgit.tms.network import Label

WIDTH = 100
WIDEST_ID = 44
MOST_FLIPS = 60
MOST_DEPTHS = 16


def list_lines(knowledge: KnowledgeBase, beliefs: Sequence[Belief]) -> Iterator[str]:
    """One line for each belief: label, id, claim, and in brackets what else a reader must know."""
    width = min(WIDEST_ID, max((len(belief.id) for belief in beliefs), default=0))
    for belief in beliefs:
        marks = "".join(f"  [{mark}]" for mark in _marks(knowledge, belief))
        yield f"{sign(knowledge.label_of(belief.id)):<3} {belief.id:<{width}}  {short(belief.claim, WIDTH)}{marks}"


def _marks(knowledge: KnowledgeBase, belief: Belief) -> Iterator[str]:
    if belief.retracted is not None:
        yield "retracted"
    elif is_gated(knowledge.labelling, belief.id):
        yield "gated"
    if belief.research:
        yield "research"


def show_lines(knowledge: KnowledgeBase, belief: Belief) -> list[str]:
    """Everything about one belief, the nearest reasons included."""
    lines = [*why_lines(explain(knowledge, belief.id, levels=1)), ""]
    facts: tuple[tuple[str, Iterable[str]], ...] = (
        ("kind", [f"{belief.kind.value}, depth {_level(knowledge, belief)}"]),
        ("sources", [source.text for source in belief.sources]),
        ("tags", belief.tags),
        ("aliases", belief.aliases),
        ("distinct from", belief.distinct),
        ("research", [belief.research] if belief.research else []),
        ("valid", [f"{belief.valid.since or '…'} to {belief.valid.until or '…'}"] if belief.valid else []),
        ("origin", [belief.origin] if belief.origin else []),
        ("cited by", [f"{sign(knowledge.label_of(id))} {id}" for id in knowledge.citing(belief.id)]),
        ("file", [knowledge.paths[belief.id]]),
    )
    for name, values in facts:
        lines += [f"{name + ':':<15}{listing(values, 12)}"] if (values := tuple(values)) else []
    if belief.notes.strip():
        lines += ["", *(visible(line) for line in belief.notes.strip().splitlines())]
    return lines


def _level(knowledge: KnowledgeBase, belief: Belief) -> str:
    level = depth(knowledge.labelling, belief.id)
    return "none (circular or dangling)" if level is None else str(level)


def status_lines(found: Status, name: str) -> list[str]:
    """The counts of a knowledge base, one subject a line."""
    total = sum(found.labels.values())
    labels = ", ".join(f"{found.labels[label]} {label.value}" for label in Label if found.labels[label])
    levels = [f"{'none' if level is None else level}: {number}" for level, number in found.depths.items()]
    more = [f"… to depth {max(level or 0 for level in found.depths)}"] if len(levels) > MOST_DEPTHS else []
    depths = ", ".join([*levels[:MOST_DEPTHS], *more])
    findings = ", ".join(counted(found.findings[s], s.value) for s in Severity if found.findings[s])
    open_ = f", open: {listing(found.open_nogoods)}" if found.open_nogoods else ", none open"
    return [
        f"{counted(total, 'belief')} in {name}{': ' if labels else ''}{labels}",
        f"  {found.premises} premises, {found.derived} derived",
        f"  {found.retracted} retracted, {found.gated} gated, {found.research} with an open question",
        *([f"  {found.unreadable} cannot be read"] if found.unreadable else []),
        *([f"  IN by depth  {depths}"] if depths else []),
        f"{counted(found.nogoods, 'nogood')}{open_ if found.nogoods else ''}",
        f"findings: {findings or 'none'}",
    ]


def supposition_lines(knowledge: KnowledgeBase, supposition: Supposition) -> list[str]:
    """What was supposed, then what flips with it: OUT and IN apart."""
    supposed = dict(supposition.supposed)
    lines = [f"if {id} were {label.value}" for id, label in supposed.items()]
    others = [flip for flip in supposition.flips if flip.id not in supposed]
    if not others:
        return [*lines, "nothing else would change"]
    for label, title in ((Label.OUT, "would go OUT"), (Label.IN, "would turn IN"), (Label.UNDECIDED, "undecided")):
        those = [Flip(flip.id, flip.before, flip.after) for flip in others if flip.after is label]
        if those:
            lines += ["", f"{counted(len(those), 'belief')} {title}"]
            lines += [flip_line(knowledge, flip) for flip in those[:MOST_FLIPS]]
            lines += [f"  … and {len(those) - MOST_FLIPS} more"] if len(those) > MOST_FLIPS else []
    return lines
