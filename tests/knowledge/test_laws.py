"""Laws of a knowledge base: edits one by one equal a fresh read, and no order shows."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys

from hypothesis import given, settings
from hypothesis import strategies as st

from eemgit.beliefs.compare import compare
from eemgit.beliefs.knowledge import KnowledgeBase
from eemgit.beliefs.model import FileContent, Irregular
from eemgit.beliefs.settings import Settings
from eemgit.beliefs.why import explain
from eemgit.render.change import change_lines
from eemgit.render.why import why_lines
from eemgit.steps.gate import judge, standing
from eemgit.tms.network import Label
from tests.knowledge.files import files, path

IDS = ("a", "b", "c", "d", "e")
BODIES = st.lists(st.sampled_from(IDS), max_size=2, unique=True)


@st.composite
def lines(draw: st.DrawFn) -> str:
    """A line for one belief, perhaps with references to nothing, an alias, a gate or a retraction."""
    id, names = draw(st.sampled_from(IDS)), (*IDS, "old", "ghost")
    some = st.lists(st.sampled_from(names), max_size=2, unique=True)
    text = id
    if draw(st.booleans()):
        text += f" unless {', '.join(draw(some))}"
    if draw(st.booleans()):
        antecedents, unless = draw(some), draw(some)
        if antecedents or unless:
            mode = "any " if draw(st.booleans()) and antecedents else ""
            text += f" <- {mode}{', '.join(antecedents)} unless {', '.join(unless)}"
    claim = draw(st.sampled_from(["", " = Same.", " = same"]))
    merged = f" | retracted: {{reason: x, duplicate_of: {draw(st.sampled_from(names))}}}"
    extra = draw(st.sampled_from(["", " | retracted: wrong", merged, " | aliases: [old]"]))
    return text + claim + extra


@st.composite
def contents(draw: st.DrawFn) -> tuple[str, FileContent | None]:
    """A path of a belief or nogood, and what to put there: a belief, rubbish, no text, or nothing."""
    line = draw(lines())
    ((where, content),) = files(line).items()
    other = draw(st.sampled_from([where, "beliefs/z/a.md", "nogoods/n.md", "nogoods/m.md", "beliefs/README.md"]))
    if other.startswith("nogoods/"):
        content = draw(st.sampled_from([*files("nogood n: a, b").values(), *files("nogood n: b, ghost").values()]))
    return other, draw(st.sampled_from([content, content, content, None, b"---\n", Irregular.SYMLINK]))


def everything(base: KnowledgeBase) -> object:
    """All that can be told of a knowledge base."""
    return (
        dict(base.beliefs),
        dict(base.paths),
        dict(base.unreadable),
        dict(base.nogoods),
        {id: base.label_of(id) for id in base.paths},
        {id: base.citing(id) for id in (*base.paths, "ghost")},
        standing(base),
        base.complete,
    )


@settings(max_examples=60, deadline=None)
@given(st.lists(contents(), max_size=8))
def test_edits_one_by_one_equal_a_fresh_read(edits: list[tuple[str, FileContent | None]]) -> None:
    base = KnowledgeBase.read({}, Settings())
    held: dict[str, FileContent] = {}
    for where, content in edits:
        base.findings, base.labelling  # noqa: B018  (what was computed before must not show after)
        base = base.with_files({where: content})
        held.pop(where, None)
        if content is not None:
            held[where] = content
    assert everything(base) == everything(KnowledgeBase.read(held, Settings()))


@settings(max_examples=40, deadline=None)
@given(st.lists(contents(), max_size=8), st.randoms(use_true_random=False))
def test_the_order_of_files_changes_nothing(edits: list[tuple[str, FileContent | None]], chance: random.Random) -> None:
    held = [(where, content) for where, content in dict(edits).items() if content is not None]
    shuffled = chance.sample(held, len(held))
    assert everything(KnowledgeBase.read(dict(held), Settings())) == everything(
        KnowledgeBase.read(dict(shuffled), Settings())
    )


@settings(max_examples=60, deadline=None)
@given(st.lists(lines(), max_size=5), st.lists(lines(), max_size=5))
def test_a_comparison_accounts_for_every_label_that_differs(old: list[str], new: list[str]) -> None:
    before, after = (KnowledgeBase.read(files(*each), Settings()) for each in (old, new))
    compared = compare(before, after)
    gone = set(compared.former.values())
    told = {flip.id: (flip.before, flip.after) for flip in compared.flips}
    for id in {*before.paths, *after.paths} - gone:
        old_id = compared.former.get(id, id)
        pair = _label(before, old_id), _label(after, id)
        assert told.pop(id, (pair[0],) * 2) == pair
    assert not told
    assert all(flip.because for flip in compared.flips), "every flip has a cause"


@settings(max_examples=60, deadline=None)
@given(st.lists(lines(), max_size=6))
def test_a_state_judged_against_itself_introduces_nothing(old: list[str]) -> None:
    base = KnowledgeBase.read(files(*old), Settings())
    judged = judge(base, base)
    assert judged.comparison.is_empty
    assert (judged.blocking, judged.warnings) == ((), ())


@settings(max_examples=60, deadline=None)
@given(st.lists(lines(), max_size=6))
def test_what_stood_before_never_blocks_an_unrelated_addition(old: list[str]) -> None:
    before = KnowledgeBase.read(files(*old), Settings())
    after = before.with_files({path("unrelated"): b"Nothing else says this.\n"})
    assert judge(before, after).blocking == ()


@settings(max_examples=60, deadline=None)
@given(st.lists(lines(), max_size=6), st.sampled_from(IDS))
def test_restoring_what_was_retracted_is_the_original(old: list[str], id: str) -> None:
    before = KnowledgeBase.read(files(*old), Settings())
    if id not in before.beliefs:
        return
    retracted = before.with_files({path(id): b"---\nretracted: for a while\n---\n\nX.\n"})
    restored = retracted.with_files({path(id): before.files[path(id)]})
    assert everything(restored) == everything(before)


PIECES = st.sampled_from(
    [b"---\n", b"justifications:\n", b"  - antecedents:\n", b"      - a\n", b"    unless: [b]\n", b"retracted: x\n",
     b"retracted:\n  reason: x\n  duplicate_of: b\n", b"aliases: [a, b]\n", b"unless:\n  - a\n", b"\n", b"A claim.\n",
     b"\xff", b"\x00", b"\xef\xbb\xbf", b"\r\n", b"<<<<<<< x\n", b"members: [a, b]\n", b"distinct: [a]\n", b"# h\n"]
)  # fmt: skip
PATHS = st.sampled_from(
    [path("a"), path("b"), "beliefs/z/a.md", "beliefs/a.md", "beliefs/A B.md", "nogoods/n.md", "beliefs/x/y/z/a.md"]
)


@settings(max_examples=100, deadline=None)
@given(
    st.dictionaries(PATHS, st.lists(PIECES, max_size=9).map(b"".join), max_size=4),
    st.dictionaries(PATHS, st.one_of(st.none(), st.binary(max_size=60)), max_size=3),
)
def test_whatever_the_files_hold_they_can_be_judged(
    held: dict[str, FileContent], changes: dict[str, FileContent | None]
) -> None:
    before = KnowledgeBase.read(held, Settings())
    after = before.with_files(changes)
    judged = judge(before, after)
    said = (*standing(after), *judged.blocking, *judged.warnings)
    assert all(found.where.path and found.message for found in said)
    assert change_lines(before, after, judged.comparison) is not None
    for id in after.beliefs:
        assert why_lines(explain(after, id))


def _label(base: KnowledgeBase, id: str) -> Label | None:
    return base.label_of(id) if id in base.paths else None


PROGRAM = """
import json, sys
from eemgit.beliefs.knowledge import KnowledgeBase
from eemgit.beliefs.settings import Settings
from eemgit.render.change import change_lines, totals
from eemgit.steps.gate import judge, standing
old, new = ({p: t.encode() for p, t in files.items()} for files in json.load(sys.stdin))
before, after = KnowledgeBase.read(old, Settings()), KnowledgeBase.read(new, Settings())
judged = judge(before, after)
print([(f.code, str(f.where), f.message, f.hint) for f in (*standing(after), *judged.blocking, *judged.warnings)])
print({id: after.label_of(id).value for id in after.paths})
print(judged.comparison.flips, totals(judged.comparison))
print("\\n".join(change_lines(before, after, judged.comparison)))
"""


def test_the_hash_seed_changes_nothing() -> None:
    chance = random.Random(11)
    ids = [f"n{i}" for i in range(40)]
    old = [f"{id} <- {', '.join(chance.sample(ids, 2))}" for id in ids] + ids[:6]
    new = [f"{id} <- {chance.choice(ids)} unless {chance.choice(ids)}, ghost" for id in ids[8:]] + ids[:6]
    given = [{where: str(text, "utf-8") for where, text in files(*each).items() if isinstance(text, bytes)}
             for each in (old, new)]  # fmt: skip
    printed = {
        subprocess.run(
            [sys.executable, "-c", PROGRAM],
            input=json.dumps(given),
            env=os.environ | {"PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("0", "1", "42")
    }
    assert len(printed) == 1
    assert len(next(iter(printed))) > 1000
