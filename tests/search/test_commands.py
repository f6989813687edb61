"""`eemgit search` and `eemgit next` as they are typed."""

from __future__ import annotations

import pytest

from tests.cli.program import eemgit
from tests.conftest import GitRepo


@pytest.fixture
def kitchen(repo: GitRepo) -> GitRepo:
    repo.belief("stove-on", "The stove is on.")
    repo.belief("kettle-is-hot", "The kettle is hot.", "justifications:\n  - antecedents: [stove-on]")
    repo.belief("kettle-is-cold", "The kettle is cold.", "retracted: it was a while ago")
    repo.commit()
    return repo


def test_each_line_carries_the_present_label(kitchen: GitRepo) -> None:
    assert eemgit("search", "kettle", cwd=kitchen.path).out == (
        "IN  kettle-is-hot   The kettle is hot.\nOUT kettle-is-cold  The kettle is cold.  [retracted]\n"
    )
    kitchen.belief("stove-on", "The stove is on.", "retracted: power cut")
    assert eemgit("search", "kettle", "hot", cwd=kitchen.path).out.startswith("OUT kettle-is-hot ")


def test_a_filter_by_label_says_what_it_hides(kitchen: GitRepo) -> None:
    found = eemgit("search", "kettle", "--label", "in", cwd=kitchen.path)
    assert found.out == "IN  kettle-is-hot  The kettle is hot.\n"
    assert "1 more with another label" in found.err


def test_a_commit_can_be_searched(kitchen: GitRepo) -> None:
    kitchen.belief("lid-is-on", "The lid is on.")
    assert eemgit("search", "lid", cwd=kitchen.path).out != ""
    assert eemgit("search", "lid", "--at", "HEAD", cwd=kitchen.path).out == ""


def test_what_was_looked_for_instead_and_what_else_to_try_is_said(kitchen: GitRepo) -> None:
    assert "nothing says 'ketle'; looked for kettle" in eemgit("search", "ketle", cwd=kitchen.path).err
    assert "did you mean 'kettle'?" in eemgit("search", "kettledrum", cwd=kitchen.path).err


def test_the_rest_beyond_a_limit_is_counted(kitchen: GitRepo) -> None:
    found = eemgit("search", "kettle", "--limit", "1", cwd=kitchen.path)
    assert len(found.out.splitlines()) == 1
    assert "2 beliefs, 1 shown; --limit 0 shows all" in found.err
    assert len(eemgit("search", "kettle", "--limit", "0", cwd=kitchen.path).out.splitlines()) == 2


def test_without_a_word_there_is_nothing_to_look_for(kitchen: GitRepo) -> None:
    asked = eemgit("search", "?!", cwd=kitchen.path)
    assert (asked.code, asked.out) == (2, "")
    assert "hint: name a word" in asked.err


def test_search_as_json_has_rank_and_place_of_each_hit(kitchen: GitRepo) -> None:
    found = eemgit("search", "kettle-is-hot", "--json", cwd=kitchen.path).json
    first = found["beliefs"][0]
    assert (found["schema"], found["query"], found["total"]) == (1, "kettle-is-hot", 3)
    assert (first["id"], first["label"], first["rank"], first["found_in"]) == (
        "kettle-is-hot",
        "IN",
        "id",
        ["id", "claim"],
    )


def test_a_file_that_cannot_be_read_makes_a_search_incomplete(kitchen: GitRepo) -> None:
    kitchen.write("beliefs/t/torn.md", "---\n")
    found = eemgit("search", "kettle", cwd=kitchen.path)
    assert (found.code, len(found.out.splitlines())) == (1, 2)
    assert "beliefs/t/torn.md: cannot be read" in found.err


def test_next_says_that_nothing_waits(kitchen: GitRepo) -> None:
    answer = eemgit("next", cwd=kitchen.path)
    assert (answer.code, answer.out) == (0, "nothing waits for a person\n")


def test_next_names_a_proposal_that_waits_and_the_command(kitchen: GitRepo) -> None:
    kitchen.belief("stove-lit", "The stove is on")
    kitchen.commit()
    assert eemgit("dedup", cwd=kitchen.path).code == 0
    answer = eemgit("next", cwd=kitchen.path).out.splitlines()
    assert answer[0] == "waiting proposals"
    assert answer[1].startswith("  eem/dedup: ")
    assert answer[2] == "      eemgit plan eem/dedup"


def test_next_shows_the_most_urgent_and_counts_the_rest(kitchen: GitRepo) -> None:
    kitchen.write("beliefs/t/torn.md", "---\n")
    kitchen.belief("how-long", "It takes a while.", "research: how long?")
    answer = eemgit("next", "--limit", "1", cwd=kitchen.path)
    assert answer.code == 1
    assert answer.out.startswith("cannot be read\n  beliefs/t/torn.md:1:1: unclosed-fence: ")
    assert "2 things, 1 shown" in answer.err


def test_next_as_json_has_every_task(kitchen: GitRepo) -> None:
    kitchen.belief("how-long", "It takes a while.", "research: how long?")
    assert eemgit("next", "--json", cwd=kitchen.path).json == {
        "schema": 1,
        "total": 1,
        "tasks": [
            {
                "matter": "research",
                "subject": "how-long",
                "path": "beliefs/h/how-long.md",
                "line": None,
                "column": None,
                "message": "how long?",
                "hint": None,
                "command": "eemgit show how-long",
            }
        ],
    }


@pytest.mark.parametrize("arguments", [("search", "kettle"), ("next",), ("export",)])
def test_nothing_is_touched(kitchen: GitRepo, arguments: tuple[str, ...]) -> None:
    before = kitchen.fingerprint()
    eemgit(*arguments, cwd=kitchen.path)
    assert kitchen.fingerprint() == before
