"""The text after a change a person made: what it is now, and what flips, OUT and IN apart."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from textwrap import wrap

from eemgit.beliefs.compare import Comparison, Flip
from eemgit.beliefs.knowledge import KnowledgeBase
from eemgit.beliefs.likeness import Near
from eemgit.render.change import flip_line
from eemgit.render.plain import counted, listing, short, sign, visible
from eemgit.tms.network import Label

WIDTH = 100
MOST = 40

Fallen = Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]]
"""For a belief that went OUT: the antecedents that still stand, and those that do not."""


def written_lines(knowledge: KnowledgeBase, id: str, compared: Comparison, fallen: Fallen) -> list[str]:
    """The belief with its label, then every other label that flips and what is left of its support."""
    belief = knowledge.beliefs[id]
    lines = [f"{sign(knowledge.label_of(id)):<3} {visible(id)}  {short(belief.claim, WIDTH)}"]
    flips = [flip for flip in compared.flips if flip.id != id and flip.before is not None and flip.after is not None]
    for label, title in ((Label.OUT, "went OUT"), (Label.IN, "turned IN"), (Label.UNDECIDED, "became undecided")):
        those = [flip for flip in flips if flip.after is label]
        if those:
            lines += ["", f"{counted(len(those), 'belief')} {title}"]
            for flip in those[:MOST]:
                lines += _flip(knowledge, flip, fallen, id)
            lines += [f"  … and {len(those) - MOST} more"] if len(those) > MOST else []
    return [*lines, *_unmoved(knowledge, id, compared)]


def _unmoved(knowledge: KnowledgeBase, id: str, compared: Comparison) -> list[str]:
    """The beliefs that rest on one that was retracted and are IN all the same, for they have other support."""
    if id not in compared.retracted:
        return []
    gone = {flip.id for flip in compared.flips}
    held = [citing for citing in knowledge.citing(id) if citing not in gone and knowledge.label_of(citing) is Label.IN]
    those = [citing for citing in held if _rests_on(knowledge, citing, id)]
    if not those:
        return []
    title = f"{counted(len(those), 'belief')} that {'rests' if len(those) == 1 else 'rest'} on it, IN all the same"
    rows = [f"  IN  {visible(other)}  {short(knowledge.beliefs[other].claim, WIDTH)}" for other in those[:MOST]]
    return ["", title, *rows, *([f"  … and {len(those) - MOST} more"] if len(those) > MOST else [])]


def _rests_on(knowledge: KnowledgeBase, id: str, other: str) -> bool:
    justifications = knowledge.beliefs[id].justifications or ()
    return any(other in knowledge.references.standing(each.antecedents) for each in justifications)


def split_lines(compared: Comparison) -> list[str]:
    """Which labels a change flips, OUT and IN apart, for the message of its commit."""
    lines = []
    for label, title in ((Label.OUT, "went OUT"), (Label.IN, "turned IN"), (Label.UNDECIDED, "became undecided")):
        ids = [flip.id for flip in compared.flips if flip.before is not None and flip.after is label]
        if ids:
            lines += wrap(
                f"{len(ids)} {title}: {listing(ids, MOST)}", 72, subsequent_indent="  ", break_on_hyphens=False
            )
    return lines


def _flip(knowledge: KnowledgeBase, flip: Flip, fallen: Fallen, id: str) -> list[str]:
    lines = [flip_line(knowledge, flip, id)]
    if flip.id in fallen:
        standing, gone = fallen[flip.id]
        lines.append(f"      still IN: {listing(standing, 4)}; does it hold without {listing(gone, 4)}?")
    return lines


def near_lines(knowledge: KnowledgeBase, near: Sequence[Near]) -> list[str]:
    """The beliefs most like a new one."""
    return [f"near ({each.score:.0f}%): {_near(knowledge, each.id)}" for each in near]


def _near(knowledge: KnowledgeBase, id: str) -> str:
    belief = knowledge.beliefs[id]
    why = f"  [retracted: {short(belief.retracted.reason, WIDTH)}]" if belief.retracted else ""
    return f"{sign(knowledge.label_of(id)):<3} {visible(id)}  {short(belief.claim, WIDTH)}{why}"
