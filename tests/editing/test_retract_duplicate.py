"""`retract --duplicate-of`: the guards of a merge hold for a person, too."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from eemgit.tms.network import Label
from tests.cli.program import Result
from tests.conftest import GitRepo
from tests.editing.conftest import labels

Run = Callable[..., Result]


def test_what_cited_the_duplicate_rests_on_the_survivor(pump: GitRepo, run: Run) -> None:
    run("add", "pump-on", "The pump is on.", "--commit")
    before = labels(pump)
    done = run("retract", "p", "--reason", "the same claim", "--duplicate-of", "pump-on", "--commit")
    assert done.code == 0
    assert labels(pump) == {**before, "p": Label.OUT}
    assert run("restore", "p", "--commit").code == 0
    assert labels(pump) == before


@pytest.mark.parametrize(
    ("duplicate", "survivor", "code", "why"),
    [
        ("p", "flow", 1, "'flow' rests on 'p'"),
        ("flow", "p", 1, "'flow' rests on 'p'"),
        ("r", "q", 1, "'q' and 'r' contradict each other in nogood 'n'"),
        ("p", "dry", 1, "'flow' would lose IN"),
        ("p", "ghost", 2, "no belief 'ghost'"),
    ],
)
def test_what_must_stay_apart_is_not_merged(
    pump: GitRepo, run: Run, duplicate: str, survivor: str, code: int, why: str
) -> None:
    pump.write("nogoods/n.md", "---\nmembers: [q, r]\n---\n\nNot both.\n")
    before = pump.fingerprint()
    done = run("retract", duplicate, "--reason", "the same", "--duplicate-of", survivor)
    assert (done.code, why in done.err) == (code, True), done.err
    assert pump.fingerprint() == before
