"""The text after a change to existing beliefs: what each says now that it did not, and which labels flip."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from eemgit.beliefs.amending import LISTS, lists_of
from eemgit.beliefs.compare import Comparison
from eemgit.beliefs.knowledge import KnowledgeBase
from eemgit.beliefs.model import Belief, Justification, Mode
from eemgit.render.plain import counted, listing, short, sign, visible
from eemgit.render.written import Fallen, written_lines

WIDTH = 100


def altered_lines(
    before: KnowledgeBase, after: KnowledgeBase, id: str, compared: Comparison, fallen: Fallen
) -> list[str]:
    """The belief `id`, then the others that were changed, each with what changed in it; then the labels that flip."""
    touched = {*compared.added, *compared.edited, *compared.renamed} - {id}
    lines: list[str] = []
    for each in (id, *sorted(touched)):
        lines += _belief(before, after, each, compared)
    return [*lines, *written_lines(after, id, compared, fallen)[1:], *reread_lines(after, compared)]


def reread_lines(after: KnowledgeBase, compared: Comparison) -> list[str]:
    """The beliefs that cite one that was reworded: what they said may no longer follow."""
    citing = sorted({citer for id in compared.reworded for citer in after.citing(id)})
    if not citing:
        return []
    title = f"read again: {counted(len(citing), 'belief')} {'rests' if len(citing) == 1 else 'rest'} on the old wording"
    return ["", title, *(_row(after, id) for id in citing)]


def differences(old: Belief, new: Belief) -> Iterator[str]:
    """What one belief says that another does not, a line for each: `-` before what is gone, `+` before what is new."""
    if old.claim != new.claim:
        yield from (f"- {visible(old.claim)}", f"+ {visible(new.claim)}")
    if old.research != new.research:
        yield from _gone_and_new("research", _texts(old.research), _texts(new.research))
    yield from _justifications(old, new)
    for name in LISTS:
        yield from _gone_and_new(name, lists_of(old, name), lists_of(new, name))
    for name in ("retracted", "valid", "origin", "notes", "extra"):
        if getattr(old, name) != getattr(new, name):
            yield f"{name} changed"


def justification_text(justification: Justification) -> str:
    """`because a, b unless c (label)` on one line."""
    role = "because any of" if justification.mode is Mode.ANY else "because"
    parts = [f"{role} {listing(justification.antecedents, 20)}"] if justification.antecedents else []
    parts += [f"unless {listing(justification.unless, 20)}"] if justification.unless else []
    parts += [f"({visible(justification.label)})"] if justification.label else []
    return " ".join(parts)


def _justifications(old: Belief, new: Belief) -> Iterator[str]:
    had, has = old.justifications or (), new.justifications or ()
    yield from _gone_and_new("", map(justification_text, had), map(justification_text, has))
    if old.kind is not new.kind:
        yield f"it was {_kind(old)} and is now {_kind(new)}"
    elif had and not has and new.justifications is not None:
        yield "no justification is left: it is derived and OUT until it gets one"


def _kind(belief: Belief) -> str:
    return "a premise" if belief.justifications is None else "derived"


def _texts(text: str | None) -> tuple[str, ...]:
    return () if text is None else (text,)


def _gone_and_new(name: str, old: Iterable[str], new: Iterable[str]) -> Iterator[str]:
    had, has = tuple(old), tuple(new)
    title = f"{name} " if name else ""
    yield from (f"- {title}{visible(item)}" for item in had if item not in has)
    yield from (f"+ {title}{visible(item)}" for item in has if item not in had)


def _belief(before: KnowledgeBase, after: KnowledgeBase, id: str, compared: Comparison) -> Iterator[str]:
    old, new = before.beliefs.get(compared.former.get(id, id)), after.beliefs.get(id)
    was = f"was {sign(before.label_of(old.id))} " if old and before.label_of(old.id) is not after.label_of(id) else ""
    claim = short(new.claim, WIDTH) if new else "(cannot be read)"
    yield f"{sign(after.label_of(id)):<3} {was}{visible(id)}  {claim}"
    if id in compared.former:
        yield f"      was called {visible(compared.former[id])}"
    if new is not None:
        yield from (f"      {line}" for line in differences(old or _bare(new), new))


def _bare(belief: Belief) -> Belief:
    """A belief of the same claim and kind that says nothing else: all that a new one says is new."""
    return Belief(belief.id, belief.claim, justifications=None if belief.justifications is None else ())


def _row(knowledge: KnowledgeBase, id: str) -> str:
    return f"  {sign(knowledge.label_of(id)):<3} {visible(id)}  {short(knowledge.beliefs[id].claim, WIDTH)}"
