"""Edits a person asks for by name: items of the lists, the open question, justifications, the whole text.

Like those of `editing` each touches only the lines it must, and hands out nothing that does not read as meant.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, fields, replace
from typing import Any

from eemgit.beliefs.cutting import cut_items, empty_list, put_scalar
from eemgit.beliefs.drafting import append, checked, read, tree_of
from eemgit.beliefs.model import Belief, Justification
from eemgit.beliefs.sources import parse_source
from eemgit.beliefs.splicing import insert_entry, remove_entry
from eemgit.beliefs.writing import justification_value
from eemgit.errors import EditRefused


@dataclass(frozen=True, slots=True)
class Lists:
    """Items of the lists at the top level of a belief, sources as they are spelt."""

    unless: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    aliases: tuple[str, ...] = ()
    distinct: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return any(getattr(self, name) for name in LISTS)


LISTS = tuple(field.name for field in fields(Lists))
"""The keys of `Lists`, which are those of the file."""

NO_ITEMS = Lists()


def amend_text(data: bytes, add: Lists = NO_ITEMS, remove: Lists = NO_ITEMS) -> bytes:
    """`data` with items added to its lists and others removed; what is there already is not repeated.

    Raises EditRefused for an item to be removed that is not there.
    """
    before = belief = read(data)
    text = tree_of(data)[0].text
    for name in LISTS:
        there = lists_of(belief, name)
        gone, new = getattr(remove, name), getattr(add, name)
        for item in gone:
            if item not in there:
                raise EditRefused(f"{item!r} is not among its {name}", hint=_among(there))
        left = [item for item in there if item not in gone]
        more = [item for item in dict.fromkeys(new) if item not in left]
        text = append(text, name, more)  # first, so that a list that changes wholly keeps its style
        if gone:
            text = _without(text, name, [number for number, item in enumerate(there) if item in gone])
        belief = _with(belief, name, (*left, *more))
    return data if belief == before else checked(text, belief)


def ask_text(data: bytes, question: str | None) -> bytes:
    """`data` with `research:` as its open question, or without one for None."""
    belief = read(data)
    document, root = tree_of(data)
    entry = root.entry("research")
    if question is None and entry is None:
        raise EditRefused("the belief has no open question")
    if question is not None and not question.strip():
        raise EditRefused("the question is empty", hint="ask it in words, or take it away")
    if question is None and entry is not None:
        text = remove_entry(document, root, entry)
    elif entry is None:
        text = insert_entry(document, root, "research", question or "", after=("retracted",))
    else:
        text = put_scalar(document.text, entry.value, question or "", flow=root.flow)
    return checked(text, replace(belief, research=question))


def justify_text(data: bytes, justification: Justification) -> bytes:
    """`data` with one more justification; a premise becomes derived."""
    belief = read(data)
    present = belief.justifications or ()
    if any(_same(each, justification) for each in present):
        raise EditRefused("the belief has that justification already")
    text = append(tree_of(data)[0].text, "justifications", [justification_value(justification)])
    return checked(text, replace(belief, justifications=(*present, justification)))


def drop_text(data: bytes, numbers: Collection[int]) -> bytes:
    """`data` without the justifications of these numbers, counted from 1; without any left it is derived and OUT."""
    belief = read(data)
    present = belief.justifications or ()
    for number in numbers:
        if not 1 <= number <= len(present):
            raise EditRefused(f"there is no justification {number}", hint=_how_many(belief))
    left = tuple(each for number, each in enumerate(present, 1) if number not in numbers)
    document, root = tree_of(data)
    entry = root.entry("justifications")
    if entry is None or not numbers:
        return data
    if left:
        text = cut_items(document.text, entry, {number - 1 for number in numbers})
    else:
        text = empty_list(document, root, entry)
    return checked(text, replace(belief, justifications=left))


def premise_text(data: bytes) -> bytes:
    """`data` without its `justifications:`, so that the belief stands by itself."""
    belief = read(data)
    document, root = tree_of(data)
    entry = root.entry("justifications")
    if entry is None:
        raise EditRefused("the belief is a premise already")
    return checked(remove_entry(document, root, entry), replace(belief, justifications=None))


def lists_of(belief: Belief, name: str) -> tuple[str, ...]:
    """The items of one of the `LISTS`, as they are spelt in the file."""
    if name == "sources":
        return tuple(source.text for source in belief.sources)
    items: tuple[str, ...] = getattr(belief, name)
    return items


def _with(belief: Belief, name: str, items: Iterable[str]) -> Belief:
    value = tuple(parse_source(item) for item in items) if name == "sources" else tuple(items)
    changed: dict[str, Any] = {name: value}
    return replace(belief, **changed)


def _without(text: str, name: str, numbers: Collection[int]) -> str:
    document, root = tree_of(text.encode())
    entry = root.entry(name)
    assert entry is not None, "a list with items stands somewhere"
    if len(numbers) == len(lists_of(read(text.encode()), name)):
        return remove_entry(document, root, entry)
    return cut_items(text, entry, numbers)


def _same(one: Justification, other: Justification) -> bool:
    """Whether two justifications rest on the same, whatever their order and label."""
    return (
        frozenset(one.antecedents) == frozenset(other.antecedents)
        and frozenset(one.unless) == frozenset(other.unless)
        and (one.mode is other.mode or len(one.antecedents) < 2)
    )


def _among(items: Collection[str]) -> str:
    return f"there {'is' if len(items) == 1 else 'are'} {', '.join(items)}" if items else "there are none"


def _how_many(belief: Belief) -> str:
    number = len(belief.justifications or ())
    if belief.justifications is None:
        return "it is a premise"
    return f"they are numbered 1 to {number}" if number > 1 else "there is one" if number else "there are none"
