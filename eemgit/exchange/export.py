"""The shape of a reasonsforge export: its nodes and nogoods as values, whatever else a field may hold."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from eemgit.errors import EemError
from eemgit.exchange.json_text import Literal, Members, clean, fold, kind_of, read_json
from eemgit.exchange.losses import Ledger
from eemgit.tms.network import Label

KNOWN_TYPES = ("SL", "CP")
"""Justification types that the exporting program evaluates; it takes any other for invalid."""

_READ = frozenset({"text", "truth_value", "justifications", "metadata"})
_READ_IN_JUSTIFICATION = frozenset({"type", "antecedents", "outlist", "label", "content_hash"})
_READ_IN_NOGOOD = frozenset({"id", "nodes", "discovered", "resolution"})


@dataclass(frozen=True, slots=True)
class ExportedJustification:
    """A reason of a node: holds when all antecedents are IN and no `unless` is."""

    antecedents: tuple[str, ...]
    unless: tuple[str, ...] = ()
    label: str = ""

    @property
    def is_empty(self) -> bool:
        """Whether it names nothing, so that the exporting program takes it to hold always."""
        return not self.antecedents and not self.unless


@dataclass(frozen=True, slots=True)
class ExportedNode:
    """One node. `justifications` is None for a premise; `unread` is whether some are left out for their shape.

    `fields` are its other members, without the metadata.
    """

    id: str
    text: str
    stored: Label | None
    justifications: tuple[ExportedJustification, ...] | None
    unread: bool = False
    fields: Mapping[str, object] = field(default_factory=dict)
    metadata: Mapping[str, object] = field(default_factory=dict)

    def metadata_text(self, name: str) -> str:
        """One value of the metadata on one line; empty when there is none or it is no text."""
        value = self.metadata.get(name)
        return fold(value) if isinstance(value, str) else ""

    def references(self) -> Iterator[str]:
        """Every id that a justification names."""
        for justification in self.justifications or ():
            yield from justification.antecedents
            yield from justification.unless


@dataclass(frozen=True, slots=True)
class ExportedNogood:
    """Nodes that cannot all be IN, and what was decided."""

    id: str
    members: tuple[str, ...]
    resolution: str


@dataclass(frozen=True, slots=True)
class Export:
    """All of an export; nodes by id, in the order of their ids."""

    nodes: Mapping[str, ExportedNode]
    nogoods: tuple[ExportedNogood, ...]


def read_export(data: bytes, ledger: Ledger) -> Export:
    """What the export holds; EemError when it is none, and a loss for each part that has an unknown shape."""
    top = read_json(data)
    if not isinstance(top, Members):
        raise EemError(f"not an export: {kind_of(top)} where an object with `nodes` is expected", hint=_HINT)
    nodes = top.get("nodes")
    if not isinstance(nodes, Members):
        what = f"`nodes` is {kind_of(nodes)}" if "nodes" in top else "it has no `nodes`"
        raise EemError(f"not an export: {what}, and should hold an object of nodes by id", hint=_HINT)
    _whole(top, nodes, ledger)
    read = {id: node for id in sorted(nodes) if (node := _node(id, nodes[id], ledger)) is not None}
    return Export(read, tuple(_nogoods(top.get("nogoods"), ledger)))


_HINT = "`reasonsforge export > network.json` writes one"


def _whole(top: Members, nodes: Members, ledger: Ledger) -> None:
    for id in nodes.repeated:
        ledger.lost(id, "all but the last of the nodes with this id", "an id names one belief")
    meta = top.get("meta")
    if isinstance(meta, Members):
        said = meta.get("node_count")
        if isinstance(said, Literal) and said != str(len(nodes)):
            ledger.odd(None, f"the export says it has {clean(said)} nodes; it holds {len(nodes)}")
        ledger.lost(None, "meta", "name, dates and counts of an export are no part of a belief")
    repos = top.get("repos")
    if isinstance(repos, Members) and repos:
        names = ", ".join(fold(name) for name in sorted(repos))
        ledger.lost(None, f"repos ({names})", "where a source lies on one machine is no part of a belief")
    for name in sorted(set(top) - {"meta", "nodes", "nogoods", "repos"}):
        ledger.lost(None, fold(name), "not a part of an export that is known")


def _node(id: str, value: object, ledger: Ledger) -> ExportedNode | None:
    if not isinstance(value, Members):
        ledger.lost(id, "the whole node", f"it is {kind_of(value)}, not an object")
        return None
    for name in value.repeated:
        ledger.lost(id, f"all but the last {fold(name)!r}", "it is given more than once")
    given = value.get("justifications")
    justifications = _justifications(id, given, ledger)
    return ExportedNode(
        id,
        _text(id, value.get("text"), ledger),
        _stored(id, value.get("truth_value", "IN"), ledger),
        justifications,
        justifications is not None and (not isinstance(given, list) or len(justifications) < len(given)),
        {name: member for name, member in value.items() if name not in _READ},
        _metadata(id, value.get("metadata"), ledger),
    )


def _text(id: str, value: object, ledger: Ledger) -> str:
    if not isinstance(value, str) or isinstance(value, Literal):
        if value is not None:
            ledger.lost(id, "text", f"it is {kind_of(value)}, not text")
        return ""
    if clean(value).count("\ufffd") > value.count("\ufffd"):
        ledger.lost(id, "control characters of the text", "a file cannot hold them; U+FFFD stands for each")
    return fold(value) if value.strip() else ""


def _stored(id: str, value: object, ledger: Ledger) -> Label | None:
    if isinstance(value, str) and value.upper() in ("IN", "OUT"):
        return Label(value.upper())
    shown = repr(fold(value)) if isinstance(value, str) else kind_of(value)
    ledger.lost(id, f"truth value {shown}", "only IN and OUT are known; the label is computed")
    return None


def _metadata(id: str, value: object, ledger: Ledger) -> Mapping[str, object]:
    if isinstance(value, Members):
        for name in value.repeated:
            ledger.lost(id, f"all but the last metadata {fold(name)!r}", "it is given more than once")
        return value
    if value is not None:
        ledger.lost(id, "metadata", f"it is {kind_of(value)}, not an object")
    return {}


def _justifications(id: str, value: object, ledger: Ledger) -> tuple[ExportedJustification, ...] | None:
    if value is None or value == []:
        return None
    if not isinstance(value, list):
        ledger.lost(id, "its justifications", f"they are {kind_of(value)}, not a list; the belief is derived and OUT")
        return ()
    read = (_justification(id, number, item, ledger) for number, item in enumerate(value, 1))
    return tuple(justification for justification in read if justification is not None)


def _justification(id: str, number: int, value: object, ledger: Ledger) -> ExportedJustification | None:
    what = f"justification {number}"
    if not isinstance(value, Members):
        ledger.lost(id, what, f"it is {kind_of(value)}, not an object")
        return None
    if not _is_known(id, what, value.get("type", "SL"), ledger):
        return None
    given = value.get("antecedents", [])
    antecedents = _ids(given)
    unless = _ids(value.get("outlist") or [])
    if antecedents is None or unless is None:
        name = "antecedents" if antecedents is None else "outlist"
        ledger.lost(id, what, f"its `{name}` is not a list of ids")
        return None
    _lose_unknown(value, _READ_IN_JUSTIFICATION, "a justification", ledger)
    if isinstance(given, list) and len(antecedents) < len(given):
        ledger.odd(id, f"{what} names an antecedent more than once")
    label = value.get("label")
    if label is not None and kind_of(label) != "text":
        ledger.lost(id, f"label of {what}", f"it is {kind_of(label)}, not text")
    return ExportedJustification(antecedents, unless, fold(label) if isinstance(label, str) else "")


def _lose_unknown(value: Members, known: frozenset[str], what: str, ledger: Ledger) -> None:
    for name, member in value.items():
        if name not in known and member not in (None, "", [], {}):
            ledger.lost_everywhere(f"{fold(name)} of {what}", "not a part of an export that is known")


def _is_known(id: str, what: str, type: object, ledger: Ledger) -> bool:
    if type == "CP":
        why = "conditional proofs are not known here; it is taken as a list of antecedents, as the export's labels are"
        ledger.lost(id, f"type CP of {what}", why)
    elif type not in KNOWN_TYPES:
        shown = repr(fold(type)) if isinstance(type, str) else kind_of(type)
        ledger.lost(id, what, f"its type is {shown}, which is not known and never holds")
        return False
    return True


def _ids(value: object) -> tuple[str, ...] | None:
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        return None
    return tuple(dict.fromkeys(value))


def _nogoods(value: object, ledger: Ledger) -> Iterator[ExportedNogood]:
    if value is None:
        return
    if not isinstance(value, list):
        ledger.lost(None, "nogoods", f"they are {kind_of(value)}, not a list")
        return
    for number, item in enumerate(value, 1):
        nogood = _nogood(number, item, ledger)
        if nogood is not None:
            yield nogood


def _nogood(number: int, value: object, ledger: Ledger) -> ExportedNogood | None:
    what = f"nogood {number}"
    if not isinstance(value, Members):
        ledger.lost(None, what, f"it is {kind_of(value)}, not an object")
        return None
    members = _ids(value.get("nodes"))
    if members is None or len(members) < 2:
        ledger.lost(None, what, "its `nodes` is not a list of two ids or more")
        return None
    id, resolution = value.get("id"), value.get("resolution")
    _lose_unknown(value, _READ_IN_NOGOOD, "a nogood", ledger)
    if value.get("discovered"):
        ledger.lost_everywhere("discovered (of a nogood)", "when a thing was recorded is what git knows")
    return ExportedNogood(
        id if isinstance(id, str) else "", members, fold(resolution) if isinstance(resolution, str) else ""
    )
