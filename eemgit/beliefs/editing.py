"""Changes to a belief file that touch only the lines they must.

Every edit is checked before it is handed out: the new file is read again and must say exactly what was meant. A file
that cannot be read, or cannot be changed safely, is refused with EditRefused and stays as it is.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from dataclasses import replace
from typing import TypeVar

from eemgit.beliefs.body import escape_claim, fold, read_body
from eemgit.beliefs.drafting import append, checked, read, tree_of
from eemgit.beliefs.model import Justification, Retraction, Source
from eemgit.beliefs.splicing import insert_entry, remove_entry
from eemgit.beliefs.writing import justification_value, retraction_value
from eemgit.errors import EditRefused

T = TypeVar("T")


def retract_text(data: bytes, retraction: Retraction) -> bytes:
    """`data` with `retracted:` as its first key; refused when the belief is retracted already."""
    belief = read(data)
    if belief.retracted is not None:
        raise EditRefused("the belief is retracted already", hint="restore it first to retract it for another reason")
    document, root = tree_of(data)
    text = insert_entry(document, root, "retracted", retraction_value(retraction))
    return checked(text, replace(belief, retracted=retraction))


def restore_text(data: bytes) -> bytes:
    """`data` without its `retracted:`, and without front matter when nothing else was in it."""
    belief = read(data)
    document, root = tree_of(data)
    entry = root.entry("retracted")
    if entry is None:
        raise EditRefused("the belief is not retracted")
    return checked(remove_entry(document, root, entry), replace(belief, retracted=None))


def extend_text(
    data: bytes,
    sources: Iterable[Source] = (),
    tags: Iterable[str] = (),
    justifications: Iterable[Justification] = (),
) -> bytes:
    """`data` with more sources, tags and justifications; what is there already is not repeated.

    Justifications for a premise are refused: with one it would no longer stand by itself.
    """
    belief = read(data)
    new_sources = _missing(belief.sources, sources, lambda source: source.text)
    new_tags = _missing(belief.tags, tags, str)
    new_justifications = _missing(belief.justifications or (), justifications, _meaning)
    if new_justifications and belief.justifications is None:
        raise EditRefused(
            "the belief is a premise: a justification would make it derived",
            hint="write the justification into the file by hand if that is meant",
        )
    if not (new_sources or new_tags or new_justifications):
        return data
    text = append(tree_of(data)[0].text, "justifications", [justification_value(each) for each in new_justifications])
    text = append(text, "sources", [source.text for source in new_sources])
    text = append(text, "tags", new_tags)
    wanted = replace(
        belief,
        sources=(*belief.sources, *new_sources),
        tags=(*belief.tags, *new_tags),
        justifications=None if belief.justifications is None else (*belief.justifications, *new_justifications),
    )
    return checked(text, wanted)


def set_unless_text(data: bytes, ids: Iterable[str]) -> bytes:
    """`data` with `ids` appended to the top-level `unless`, which gates the whole belief; none is repeated."""
    belief = read(data)
    new = _missing(belief.unless, ids, str)
    if not new:
        return data
    return checked(append(tree_of(data)[0].text, "unless", new), replace(belief, unless=(*belief.unless, *new)))


def reword_text(data: bytes, claim: str) -> bytes:
    """`data` with `claim` in place of its claim, on one line."""
    if not claim.strip():
        raise EditRefused("no claim: there is nothing in it but white space")
    belief = read(data)
    document, _ = tree_of(data)
    body = read_body(document.text, document.body_start)
    text = document.text[: body.start] + escape_claim(claim) + document.text[body.end :]
    return checked(text, replace(belief, claim=fold(claim)))


def _missing(there: Iterable[T], new: Iterable[T], meaning: Callable[[T], Hashable]) -> list[T]:
    """Those of `new` that mean something that is not `there`, each once."""
    seen = {meaning(each) for each in there}
    first: dict[Hashable, T] = {}
    for each in new:
        first.setdefault(meaning(each), each)
    return [each for key, each in first.items() if key not in seen]


def _meaning(justification: Justification) -> Hashable:
    """What makes two justifications the same, whatever their order and label."""
    return frozenset(justification.antecedents), frozenset(justification.unless), justification.mode
