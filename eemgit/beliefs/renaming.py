"""References in a file written as the ids they stand for now; nothing else in it moves."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from eemgit.beliefs.cutting import cut_items, put_scalar
from eemgit.beliefs.drafting import checked, read, tree_of
from eemgit.beliefs.frontmatter import Entry, ListNode, MapNode, Node, ScalarNode
from eemgit.beliefs.model import Belief, Justification, Retraction
from eemgit.beliefs.reading import read_nogood
from eemgit.errors import EditRefused

Name = Callable[[str], str]
"""What a reference is to be written as: itself where it is right."""

Keys = tuple[str | int, ...]


def rename_references(data: bytes, cited: Name, named: Name) -> bytes:
    """The file of a belief with its references written as they are called now.

    `cited` is for what decides labels, `named` for what means the very belief: `distinct` and what a retraction names.
    An item that would stand twice in its list goes. EditRefused where that cannot be written safely.
    """
    belief = read(data)
    wanted = _renamed(belief, cited, named)
    if wanted == belief:
        return data
    text = tree_of(data)[0].text
    for keys in _places(belief):
        text = _rewritten(text, keys, named if keys[0] in ("distinct", "retracted") else cited)
    return checked(text, wanted)


def rename_members(data: bytes, id: str, named: Name) -> bytes:
    """The file of a nogood with its members written so; left alone where two would become one."""
    nogood = read_nogood("nogood.md", data, id).value
    if nogood is None:
        raise EditRefused("it cannot be read", hint="`eemgit check` says what is wrong")
    members = tuple(map(named, nogood.members))
    if members == nogood.members or len(set(members)) < len(members):
        return data
    text = _rewritten(tree_of(data)[0].text, ("members",), named).encode()
    if read_nogood("nogood.md", text, id).value != replace(nogood, members=members):
        raise EditRefused("the file is written in a way that this edit would break", hint="make the change by hand")
    return text


def _renamed(belief: Belief, cited: Name, named: Name) -> Belief:
    return replace(
        belief,
        justifications=belief.justifications and tuple(_justification(each, cited) for each in belief.justifications),
        unless=_list(belief.unless, cited),
        distinct=_list(belief.distinct, named),
        retracted=belief.retracted and _retraction(belief.retracted, named),
    )


def _justification(justification: Justification, cited: Name) -> Justification:
    return replace(
        justification,
        antecedents=_list(justification.antecedents, cited),
        unless=_list(justification.unless, cited),
    )


def _retraction(retraction: Retraction, named: Name) -> Retraction:
    return replace(
        retraction,
        duplicate_of=retraction.duplicate_of and named(retraction.duplicate_of),
        superseded_by=retraction.superseded_by and named(retraction.superseded_by),
    )


def _list(items: tuple[str, ...], name: Name) -> tuple[str, ...]:
    new = tuple(map(name, items))
    return items if new == items else tuple(dict.fromkeys(new))


def _places(belief: Belief) -> Iterator[Keys]:
    """Where references stand in the file."""
    for number in range(len(belief.justifications or ())):
        yield from (("justifications", number, "antecedents"), ("justifications", number, "unless"))
    yield from (("unless",), ("distinct",), ("retracted", "duplicate_of"), ("retracted", "superseded_by"))


def _rewritten(text: str, keys: Keys, name: Name) -> str:
    """The text with the references of one list, or the one reference, at `keys` written anew; the last one first."""
    entry = _entry(tree_of(text.encode())[1], keys)
    if entry is None:
        return text
    if isinstance(entry.value, ScalarNode):
        new = name(entry.value.text)
        return text if new == entry.value.text else put_scalar(text, entry.value, new)
    items = [item for item in _items(entry.value) if isinstance(item, ScalarNode)]
    new_items = [name(item.text) for item in items]
    if new_items == [item.text for item in items]:
        return text
    for number in reversed(range(len(items))):
        if new_items[number] in new_items[:number]:
            text = cut_items(text, entry, {number})
        elif new_items[number] != items[number].text:
            text = put_scalar(text, items[number], new_items[number])
    return text


def _entry(root: MapNode, keys: Keys) -> Entry | None:
    """The entry that the keys lead to, if there is one."""
    node: Node | None = root
    entry: Entry | None = None
    for key in keys:
        if isinstance(key, int):
            node = node.items[key] if isinstance(node, ListNode) else None
        elif isinstance(node, MapNode) and (entry := node.entry(key)):
            node = entry.value
        else:
            return None
    return entry


def _items(node: Node) -> Sequence[Node]:
    return node.items if isinstance(node, ListNode) else ()
