"""JSON lines: each belief and each nogood on a line that says all of it. Reading them back gives the same files."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from eemgit.beliefs.ids import check_id
from eemgit.beliefs.knowledge import KnowledgeBase
from eemgit.beliefs.model import Belief, Nogood
from eemgit.beliefs.record import record_of
from eemgit.errors import BadId, EemError
from eemgit.exchange.json_text import Members, read_json
from eemgit.exchange.losses import Ledger
from eemgit.exchange.order import in_dependency_order
from eemgit.exchange.outcome import Import, is_same
from eemgit.exchange.outgoing import Outgoing, lose_unread
from eemgit.exchange.reasonsforge import layout_for
from eemgit.exchange.records import Json, Unfit, belief_from, nogood_from, text
from eemgit.tms.explain import depth
from eemgit.tms.network import Label

SCHEMA = 1


def write_lines(knowledge: KnowledgeBase) -> Outgoing:
    """The beliefs by id, then the nogoods by id. Label, kind and depth are told, and not read back."""
    ledger = Ledger()
    lose_unread(knowledge, ledger)
    records = [_belief(knowledge, belief) for belief in knowledge.beliefs.values()]
    records += [_nogood(knowledge, nogood) for nogood in knowledge.nogoods.values()]
    lines = "".join(f"{json.dumps(record, ensure_ascii=False)}\n" for record in records)
    return Outgoing(lines, len(knowledge.beliefs), len(knowledge.nogoods), ledger.losses({}))


def _belief(knowledge: KnowledgeBase, belief: Belief) -> Json:
    told: Json = {
        "schema": SCHEMA,
        "id": belief.id,
        "label": knowledge.label_of(belief.id).value,
        "kind": belief.kind.value,
        "claim": belief.claim,
        "depth": depth(knowledge.labelling, belief.id),
    }
    return told | record_of(belief)


def _nogood(knowledge: KnowledgeBase, nogood: Nogood) -> Json:
    return {
        "schema": SCHEMA,
        "nogood": nogood.id,
        "open": knowledge.is_open(nogood),
        "members": list(nogood.members),
        "reason": nogood.reason,
    }


@dataclass
class _Read:
    """What the lines held so far."""

    beliefs: dict[str, Belief] = field(default_factory=dict)
    nogoods: dict[str, Nogood] = field(default_factory=dict)
    stored: dict[str, Label] = field(default_factory=dict)


def are_lines(data: bytes) -> bool:
    """Whether `data` begins with a line that is one of ours, and is not the export of another program."""
    first = data.removeprefix(b"\xef\xbb\xbf").lstrip().partition(b"\n")[0]
    try:
        record = read_json(first)
    except EemError:
        return False
    return isinstance(record, Members) and "schema" in record and ("id" in record or "nogood" in record)


def read_lines(data: bytes, taken: KnowledgeBase | None = None) -> Import:
    """The beliefs and nogoods of JSON lines; EemError with the number of the line that is none.

    `taken` is what the repository holds already: nothing in it is changed, and what it has is not imported again.
    """
    read = _Read()
    for number, line in enumerate(data.removeprefix(b"\xef\xbb\xbf").split(b"\n"), 1):
        if line.strip():
            try:
                _take(read, read_json(line))
            except (Unfit, BadId) as problem:
                raise EemError(f"line {number}: {problem}", hint="`eemgit export --format jsonl` writes them") from None
            except EemError as problem:
                raise EemError(f"line {number}: {problem.message}", hint=problem.hint) from None
    known: Mapping[str, object] = taken.paths if taken else {}
    same = {id for id, belief in read.beliefs.items() if taken and id in known and is_same(belief, taken)}
    return Import(
        beliefs=in_dependency_order({id: belief for id, belief in read.beliefs.items() if id not in known}),
        nogoods=tuple(nogood for id, nogood in sorted(read.nogoods.items()) if not taken or id not in taken.nogoods),
        layout=layout_for({*read.beliefs, *known}),
        losses=(),
        oddities=(),
        renamed={},
        stored=read.stored,
        weakened=frozenset(),
        unchanged=tuple(sorted(same)),
        kept=tuple(sorted(id for id in read.beliefs if id in known and id not in same)),
    )


def _take(read: _Read, record: object) -> None:
    if not isinstance(record, Members):
        raise Unfit("not an object")
    if record.get("schema") != str(SCHEMA):
        raise Unfit(f"'schema' is not {SCHEMA}: another version wrote it")
    if "nogood" in record:
        id = check_id(text("nogood", record["nogood"]))
        _once(id, read.nogoods)
        read.nogoods[id] = nogood_from(id, record)
        return
    id = check_id(text("id", record.get("id")))
    _once(id, read.beliefs)
    read.beliefs[id] = belief_from(id, text("claim", record.get("claim")), record)
    read.stored.update(_stored(id, record))


def _once(id: str, present: Mapping[str, object]) -> None:
    if id in present:
        raise Unfit(f"{id!r} stands on an earlier line already")


def _stored(id: str, record: Members) -> Iterator[tuple[str, Label]]:
    label = record.get("label")
    if isinstance(label, str) and label in Label.__members__:
        yield id, Label(label)
