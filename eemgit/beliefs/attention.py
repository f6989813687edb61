"""What in a knowledge base needs a person, the most urgent first, each with the one command to run."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum

from eemgit.beliefs.codes import CODES
from eemgit.beliefs.knowledge import KnowledgeBase
from eemgit.beliefs.model import Finding, Severity
from eemgit.errors import Where
from eemgit.tms.explain import support
from eemgit.tms.network import Label


class Matter(Enum):
    """Why a person is needed, most urgent first."""

    UNREADABLE = "unreadable"
    ERROR = "error"
    NOGOOD = "open nogood"
    UNDECIDED = "undecided"
    EXCEPTION = "exception that is off"
    PROPOSAL = "waiting proposal"
    COPY = "copy"
    UNSUPPORTED = "without a justification"
    RESEARCH = "research"


@dataclass(frozen=True, slots=True)
class Waiting:
    """A branch with a proposal, and how many changes it holds."""

    branch: str
    changes: int


@dataclass(frozen=True, slots=True)
class Task:
    """One thing for a person. `subject` is the id of a belief or nogood, a path or a branch; `command` comes next."""

    matter: Matter
    subject: str
    message: str
    command: str
    where: Where | None = None
    hint: str | None = None


def attention(knowledge: KnowledgeBase, findings: Iterable[Finding], waiting: Sequence[Waiting]) -> tuple[Task, ...]:
    """Every task there is, by matter and then by place; `findings` are those of the whole knowledge base."""
    tasks = [task for found in findings if (task := _task(knowledge, found)) is not None]
    tasks += [_proposal(each) for each in waiting]
    tasks += _research(knowledge)
    order = {matter: number for number, matter in enumerate(Matter)}
    return tuple(_once(sorted(tasks, key=lambda task: order[task.matter])))


_OWN_MATTERS = {
    "open-nogood": Matter.NOGOOD,
    "undecided": Matter.UNDECIDED,
    "exact-duplicate": Matter.COPY,
    "no-justification": Matter.UNSUPPORTED,
}
_TOLD_HOW = (Matter.UNREADABLE, Matter.ERROR, Matter.UNDECIDED, Matter.EXCEPTION)
"""The matters whose command only leads to the place, so that the hint is needed too."""

_PLAIN = re.compile(r"[\w@%+=:,./-]+\Z", re.ASCII)


def _task(knowledge: KnowledgeBase, found: Finding) -> Task | None:
    matter = _matter(knowledge, found)
    if matter is None:
        return None
    command = _command(knowledge, matter, found)
    hint = found.hint if matter in _TOLD_HOW else None
    return Task(matter, found.id or found.where.path, _said(found), command, found.where, hint)


def _matter(knowledge: KnowledgeBase, found: Finding) -> Matter | None:
    if found.code in _OWN_MATTERS:
        belief = knowledge.beliefs.get(found.id or "")
        return None if belief and belief.retracted and found.code == "no-justification" else _OWN_MATTERS[found.code]
    if found.severity is not Severity.ERROR:
        return None
    if CODES[found.code].unreadable:
        return Matter.UNREADABLE
    return Matter.EXCEPTION if _rests_on(knowledge, found) else Matter.ERROR


def _rests_on(knowledge: KnowledgeBase, found: Finding) -> bool:
    """Whether a belief is IN by a justification with a misspelt exception, which therefore could not defeat it."""
    if found.code != "misspelt-unless" or found.id is None or knowledge.label_of(found.id) is not Label.IN:
        return False
    rule = support(knowledge.labelling, found.id)
    return rule is not None and found.subject in rule.outlist


def _said(found: Finding) -> str:
    return f"{found.code}: {found.message}" if found.code not in _OWN_MATTERS else found.message


def _command(knowledge: KnowledgeBase, matter: Matter, found: Finding) -> str:
    match matter:
        case Matter.NOGOOD:
            return f"eemgit nogood resolve {found.id}"
        case Matter.UNDECIDED:
            return f"eemgit why {found.id}"
        case Matter.COPY:
            return "eemgit dedup"
        case Matter.UNSUPPORTED:
            return f"eemgit justify {found.id}"
        case _ if found.id in knowledge.beliefs:
            return f"eemgit edit {found.id}"
        case _:
            return f"$EDITOR {_quoted(found.where.path)}"


def _quoted(path: str) -> str:
    return path if _PLAIN.match(path) else "'" + path.replace("'", "'\\''") + "'"


def _proposal(waiting: Waiting) -> Task:
    plural = "" if waiting.changes == 1 else "s"
    message = f"{waiting.changes} change{plural} to look at"
    return Task(Matter.PROPOSAL, waiting.branch, message, f"eemgit plan {_quoted(waiting.branch)}")


def _research(knowledge: KnowledgeBase) -> Iterator[Task]:
    for id, belief in knowledge.beliefs.items():
        if belief.research and belief.retracted is None:
            where = Where(knowledge.paths[id])
            yield Task(Matter.RESEARCH, id, belief.research, f"eemgit show {id}", where)


def _once(tasks: Iterable[Task]) -> Iterator[Task]:
    """The tasks without further ones about a file that cannot be read: they go when the first does, or show then."""
    unreadable: set[str] = set()
    for task in tasks:
        if task.matter is Matter.UNREADABLE:
            if task.where is None or task.where.path in unreadable:
                continue
            unreadable.add(task.where.path)
        yield task
