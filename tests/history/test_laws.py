"""The history of a belief from its cone alone equals that from whole knowledge bases at every commit."""

from __future__ import annotations

import random
from collections.abc import Mapping

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from eemgit.beliefs.ids import Layout, belief_path
from eemgit.beliefs.model import FileContent, Irregular
from eemgit.beliefs.pursuit import stages
from eemgit.beliefs.timeline import timeline
from tests.history.trails import Naive, cone_of, told
from tests.knowledge.files import files, path

IDS = ("a", "b", "c", "d", "e", "team/a")
NAMES = (*IDS, *IDS, "old", "ghost", "an odd name", "été")
SETTINGS = (b"schema: 1\n", b"schema: 1\nlayout: hash\n", b"schema: 1\n", None, b"layout: [\n", Irregular.SYMLINK)
Edit = tuple[str, FileContent | None]


@st.composite
def texts(draw: st.DrawFn, id: str) -> FileContent:
    """A belief, perhaps with references to nothing, aliases, a gate or a retraction; or what cannot be read."""
    some = st.lists(st.sampled_from(NAMES), max_size=2, unique=True)
    text = id
    if draw(st.integers(0, 3)) == 0:
        text += f" unless {', '.join(draw(some))}"
    lines = []
    for _ in range(draw(st.integers(0, 2))):
        antecedents, unless = draw(some), draw(st.one_of(st.just([]), some))
        if antecedents or unless:
            mode = "any " if draw(st.booleans()) and antecedents else ""
            lines.append(f"{text} <- {mode}{', '.join(antecedents)} unless {', '.join(unless)}")
    merged = f" | retracted: {{reason: x, duplicate_of: {draw(st.sampled_from(NAMES))}}}"
    retracted = draw(st.sampled_from(["", "", "", " | retracted: wrong", merged]))
    quoted = draw(st.sampled_from(["old", '"old"', "'an odd name'", '"\\x6fld"', "été", "b", "c", "a", "team/a"]))
    aliases = draw(st.sampled_from(["", "", f" | aliases: [{quoted}]", f' | "\\x61liases": [ghost, {quoted}]']))
    claim = draw(st.sampled_from(["", " = Same."]))
    (content,) = files(*(lines or [text]), f"{id}{claim}{retracted}{aliases}").values()
    return draw(st.sampled_from([content] * 12 + [b"---\n", Irregular.SYMLINK]))


@st.composite
def edits(draw: st.DrawFn) -> list[Edit]:
    """What one commit does: files written, removed, moved or renamed, and the settings."""
    found: list[Edit] = []
    for _ in range(draw(st.integers(1, 2))):
        kind, id = draw(st.sampled_from(["write"] * 6 + ["remove", "rename", "rename", "settings"])), draw(
            st.sampled_from(IDS)
        )  # fmt: skip
        place = belief_path(id, draw(st.sampled_from([Layout.LETTER] * 4 + [Layout.HASH])))
        if kind == "settings":
            found.append(("eemgit.yaml", draw(st.sampled_from(SETTINGS))))
        elif kind == "rename":
            new = draw(st.sampled_from(IDS))
            front = f"---\naliases: [{id}]\n---\n\nRenamed.\n"
            found += [(place, None), (belief_path(new, Layout.LETTER), front.encode())]
        else:
            found.append((place, None if kind == "remove" else draw(texts(id))))
    return found


def snapshots(commits: list[list[Edit]]) -> list[dict[str, FileContent]]:
    held: dict[str, FileContent] = {"eemgit.yaml": b"schema: 1\n"}
    found = []
    for commit in commits:
        for where, content in commit:
            held.pop(where, None)
            if content is not None:
                held[where] = content
        found.append(dict(held))
    return found


@settings(max_examples=40, deadline=None)
@given(st.lists(edits(), min_size=1, max_size=12), st.sampled_from([*IDS, "old"]))
def test_the_history_from_the_cone_is_that_from_everything(commits: list[list[Edit]], asked: str) -> None:
    states = snapshots(commits)
    found = cone_of(states, asked)
    through = stages(found)
    assert told(timeline(found, through)) == Naive(states).told(through)


MANY = tuple(f"b{number}" for number in range(9))


def some_commit(chance: random.Random, held: Mapping[str, FileContent]) -> list[Edit]:
    """One or two edits of beliefs that mostly hang together: loops, gates, alternatives, duplicates, renames."""
    return [edit for _ in range(chance.choice((1, 1, 2))) for edit in _some_edits(chance, held)]


def _some_edits(chance: random.Random, held: Mapping[str, FileContent]) -> list[Edit]:
    id = chance.choice(MANY)
    place = path(id)
    kind = chance.choices(("write", "retract", "merge", "rename", "delete", "break"), (14, 4, 2, 2, 1, 1))[0]
    if kind == "delete" or (kind == "rename" and place in held):
        new = chance.choice(MANY)
        renamed = files(_rule(new, chance), f"{new} | aliases: [{id}]")
        return [(place, None), *(renamed.items() if kind == "rename" and path(new) not in held else ())]
    extra = {
        "retract": " | retracted: wrong",
        "merge": f" | retracted: {{reason: same, duplicate_of: {chance.choice(MANY)}}}",
    }.get(kind, "")
    content: FileContent = b"---\n" if kind == "break" else files(_rule(id, chance), f"{id}{extra}")[place]
    return [(place, content)]


def _rule(id: str, chance: random.Random) -> str:
    """A premise, or a belief derived from one or two others, perhaps with an exception or a gate."""
    gate = f" unless {chance.choice(MANY)}" if chance.random() < 0.1 else ""
    if chance.random() < 0.5:
        return f"{id}{gate}"
    mode = chance.choice(("", "", "any "))
    unless = f" unless {chance.choice(MANY)}" if chance.random() < 0.25 else ""
    return f"{id}{gate} <- {mode}{', '.join(chance.sample(MANY, chance.choice((1, 2))))}{unless}"


@pytest.mark.parametrize("seed", range(12))
def test_long_histories_are_told_right_for_every_belief(seed: int) -> None:
    chance = random.Random(seed)
    states: list[dict[str, FileContent]] = [dict(files(*MANY))]
    for _ in range(60):
        changed = {**states[-1], **dict(some_commit(chance, states[-1]))}
        states.append({where: content for where, content in changed.items() if content is not None})
    naive = Naive(states)
    for id in MANY:
        found = cone_of(states, id)
        through = stages(found)
        assert told(timeline(found, through)) == naive.told(through)
