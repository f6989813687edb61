"""The history of a belief from its cone alone equals that from whole knowledge bases at every commit."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from eemgit.beliefs.ids import Layout, belief_path
from eemgit.beliefs.model import FileContent, Irregular
from eemgit.beliefs.pursuit import stages
from tests.history.trails import cone_of, history, told, told_naively
from tests.knowledge.files import files

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
        for path, content in commit:
            held.pop(path, None)
            if content is not None:
                held[path] = content
        found.append(dict(held))
    return found


@settings(max_examples=80, deadline=None)
@given(st.lists(edits(), min_size=1, max_size=12), st.sampled_from([*IDS, "old"]))
def test_the_history_from_the_cone_is_that_from_everything(commits: list[list[Edit]], asked: str) -> None:
    states = snapshots(commits)
    through = stages(cone_of(states, asked))
    assert told(history(states, asked)) == told_naively(states, through)
