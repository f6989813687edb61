"""The text and JSON of `search` and `next`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from eemgit.beliefs.attention import Matter, Task
from eemgit.beliefs.knowledge import KnowledgeBase
from eemgit.beliefs.searching import Found
from eemgit.beliefs.vocabulary import Field
from eemgit.render.jsonable import Json, belief_row, document
from eemgit.render.plain import counted, listing, short, visible
from eemgit.render.summary import list_lines

WIDTH = 140

_SEEN = (Field.ID, Field.CLAIM)
"""The fields that a line shows."""


def search_lines(knowledge: KnowledgeBase, found: Found) -> Iterator[str]:
    """One line for each hit as `list` has it; what was found only where it does not show is named."""
    beliefs = [knowledge.beliefs[hit.id] for hit in found.hits]
    for hit, line in zip(found.hits, list_lines(knowledge, beliefs), strict=True):
        hidden = () if any(field in _SEEN for field in hit.fields) else hit.fields
        yield line + "".join(f"  [in its {field.value}]" for field in hidden)


def search_remarks(text: str, found: Found) -> Iterator[str]:
    """What to say about a search besides its hits: words read otherwise, what is not shown, what else to try."""
    for word, near in found.read_as.items():
        yield f"nothing says {visible(repr(word))}; looked for {listing(near)}"
    if found.hits or found.total:
        more = found.total - len(found.hits)
        yield counted(found.total, "belief") + (f", {len(found.hits)} shown; --limit 0 shows all" if more else "")
    else:
        yield f"no belief says {visible(repr(text))}" + (" with that label" if found.hidden else "")
    if found.hidden:
        yield f"{found.hidden} more with another label; without --label they are shown"
    if found.near:
        yield f"hint: did you mean {' or '.join(repr(word) for word in found.near)}?"


def search_document(knowledge: KnowledgeBase, text: str, found: Found) -> Json:
    """The hits with what `list` says of each, how well they fit, and everything that was remarked."""
    rows = [
        belief_row(knowledge, knowledge.beliefs[hit.id])
        | {"rank": hit.rank.value, "found_in": [field.value for field in hit.fields]}
        for hit in found.hits
    ]
    return document(
        query=text,
        total=found.total,
        hidden=found.hidden,
        read_as={word: list(near) for word, near in found.read_as.items()},
        did_you_mean=list(found.near),
        beliefs=rows,
    )


_TITLES = {
    Matter.UNREADABLE: "cannot be read",
    Matter.ERROR: "errors",
    Matter.NOGOOD: "open nogoods",
    Matter.UNDECIDED: "undecided",
    Matter.EXCEPTION: "IN, though an exception is misspelt and off",
    Matter.PROPOSAL: "waiting proposals",
    Matter.COPY: "copies",
    Matter.UNSUPPORTED: "derived, with no justification left",
    Matter.RESEARCH: "open questions",
}


def task_lines(tasks: Sequence[Task]) -> Iterator[str]:
    """The tasks by matter: place or subject, what it is about, and the command below it."""
    if not tasks:
        yield "nothing waits for a person"
    for number, (matter, group) in enumerate(groupby(tasks, key=lambda task: task.matter)):
        if number:
            yield ""
        yield _TITLES[matter]
        for task in group:
            yield f"  {visible(_place(task))}: {short(task.message, WIDTH)}"
            if task.hint:
                yield f"      hint: {visible(task.hint)}"
            yield f"      {visible(task.command)}"


def _place(task: Task) -> str:
    """Where a finding is, with its line; anything else by its name."""
    return str(task.where) if task.where is not None and task.where.line is not None else task.subject


def tasks_document(tasks: Sequence[Task], total: int) -> Json:
    """The tasks that are shown, and how many there are."""
    rows = [
        {
            "matter": task.matter.value,
            "subject": task.subject,
            "path": task.where.path if task.where else None,
            "line": task.where.line if task.where else None,
            "column": task.where.column if task.where else None,
            "message": task.message,
            "hint": task.hint,
            "command": task.command,
        }
        for task in tasks
    ]
    return document(total=total, tasks=rows)
