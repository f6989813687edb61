"""Which commit gave each part of a belief."""

from __future__ import annotations

from collections.abc import Sequence

from eemgit.app.opening import Opened
from eemgit.beliefs.model import Belief
from eemgit.beliefs.parts import parts
from eemgit.git.blame import Line, blame
from eemgit.render.blame import Blamed, Origin


def origins(opened: Opened, belief: Belief) -> tuple[Blamed, ...]:
    """Which commit gave the claim, each antecedent, `unless` and source, and the retraction, of what was opened."""
    path = opened.knowledge.paths[belief.id]
    content = opened.knowledge.files[path]
    lines = blame(opened.repository.git, f"{opened.repository.prefix}{path}", opened.snapshot.commit)
    data = content if isinstance(content, bytes) else b""
    return tuple(Blamed(part, _origin(lines[part.first_line - 1 : part.last_line])) for part in parts(belief, data))


def _origin(lines: Sequence[Line | None]) -> Origin | None:
    """The newest commit of these lines; None when one of them is not committed."""
    known = [line for line in lines if line is not None]
    if not known or len(known) < len(lines):
        return None
    newest = max(known, key=lambda line: line.seconds)
    return Origin(newest.commit, newest.time, newest.author, newest.subject)
