"""Ids, the paths they name, and the ids that paths name."""

from __future__ import annotations

import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from eemgit.beliefs.ids import MAX_ID, Layout, belief_path, check_id, is_id, nogood_path, placed, slug
from eemgit.errors import BadId

LOOK_LIKE_VALUES = ["no", "on", "012", "1_000", "0x1f", "2026-01-05", "null", "1e3", "y", "true"]
PARTS = st.from_regex(r"[a-z0-9]{1,8}([._-][a-z0-9]{1,8}){0,3}", fullmatch=True)
IDS = st.one_of(PARTS, st.tuples(PARTS.filter(lambda part: len(part) > 1), PARTS).map("/".join)).filter(is_id)


@pytest.mark.parametrize("id", [*LOOK_LIKE_VALUES, "a", "auth-token.v2", "a_b-c.d", "team/auth", "con-x", "lpt10"])
def test_an_id_is_small_letters_and_digits_with_single_separators(id: str) -> None:
    assert is_id(id)
    assert check_id(id) == id


@pytest.mark.parametrize(
    "text",
    ["", "A", "-a", "a-", "a--b", "a.-b", "a b", "é", "a\n", "a\0b", "10:00", "a/", "/a", "t/x", "a/b/c", "team//x"],
)
def test_other_texts_are_no_ids_and_the_hint_proposes_one(text: str) -> None:
    assert not is_id(text)
    with pytest.raises(BadId) as refused:
        check_id(text)
    assert is_id(refused.value.hint.split("'")[1])


@pytest.mark.parametrize("text", ["con", "prn", "aux", "nul", "com1", "lpt9", "con.d", "aux.x-1", "team/nul", "con/x"])
def test_the_device_names_of_windows_are_refused(text: str) -> None:
    assert not is_id(text)


def test_an_id_may_have_120_bytes_with_its_namespace() -> None:
    assert is_id("a" * MAX_ID)
    assert not is_id("a" * (MAX_ID + 1))
    assert is_id("team/" + "a" * (MAX_ID - 5))
    assert not is_id("team/" + "a" * (MAX_ID - 4))


@pytest.mark.parametrize(
    "text", ["../../.git/hooks/pre-commit", "/etc/passwd", "aa/../../b", "x\\..\\y", ".git/config", "aa/..", "C:x"]
)
def test_no_text_that_leaves_the_folder_is_an_id_or_gets_a_path(text: str) -> None:
    assert not is_id(text)
    for make in (
        lambda: belief_path(text, Layout.LETTER),
        lambda: belief_path(text, Layout.HASH),
        lambda: nogood_path(text),
    ):
        with pytest.raises(BadId):
            make()


def test_the_path_is_a_function_of_id_and_layout() -> None:
    digest = hashlib.sha256(b"auth-x").hexdigest()[:2]
    assert belief_path("auth-x", Layout.LETTER) == "beliefs/a/auth-x.md"
    assert belief_path("team/auth-x", Layout.LETTER) == "beliefs/team/a/auth-x.md"
    assert belief_path("auth-x", Layout.HASH) == f"beliefs/{digest}/auth-x.md"
    assert belief_path("team/auth-x", Layout.HASH) == f"beliefs/team/{digest}/auth-x.md"
    assert nogood_path("team/auth-x") == "nogoods/team/auth-x.md"


@given(IDS)
def test_a_path_names_the_id_it_was_made_from(id: str) -> None:
    for layout in Layout:
        assert placed(belief_path(id, layout)).id == id
    assert placed(nogood_path(id)).id == id


@pytest.mark.parametrize(
    ("path", "id"),
    [
        ("beliefs/auth.md", "auth"),
        ("beliefs/z/auth.md", "auth"),
        ("beliefs/3f/auth.md", "auth"),
        ("beliefs/team/auth.md", "team/auth"),
        ("beliefs/team/3f/auth.md", "team/auth"),
        ("beliefs/r/readme.md", "readme"),
    ],
)
def test_a_misplaced_file_still_names_its_id(path: str, id: str) -> None:
    assert placed(path).id == id
    assert placed(path).findings == ()


@pytest.mark.parametrize(
    "path",
    [
        "beliefs/README.md",
        "beliefs/a/README.md",
        "nogoods/README.md",
        "beliefs/.gitignore",
        "beliefs/a/.x.md",
        "beliefs/.trash/a.md",
        "eemgit.yaml",
        "docs/a.md",
        "beliefs",
        "nogoods",
        "",
        "reviews/2026-01-01-ab.yaml",
    ],
)
def test_read_me_files_dot_files_and_other_folders_are_passed_over(path: str) -> None:
    assert placed(path).id is None
    assert placed(path).findings == ()


@pytest.mark.parametrize(
    ("path", "suggested"),
    [
        ("beliefs/p/Pump Limit.md", "pump-limit.md"),
        ("beliefs/s/señal.md", "senal.md"),
        ('beliefs/a/a "quote".md', "quote.md"),
        ("beliefs/a/two\nlines.md", "two-lines.md"),
        ("beliefs/c/con.md", "con-x.md"),
        ("nogoods/Both Pumps.md", "both-pumps.md"),
    ],
)
def test_a_file_whose_name_is_no_id_is_an_error_under_its_real_name(path: str, suggested: str) -> None:
    [found] = placed(path).findings
    assert placed(path).id is None
    assert (found.code, found.where.path, found.severity.value) == ("bad-file-name", path, "error")
    assert suggested in (found.hint or "")


def test_the_message_of_a_bad_file_name_is_one_printable_line() -> None:
    [found] = placed("beliefs/a/two\nlines\x1b[31m.md").findings
    assert found.message.isprintable()


@pytest.mark.parametrize("path", ["beliefs/a/b/x.md", "beliefs/team/a/b/x.md", "beliefs/A/x.md", "nogoods/t/x.md"])
def test_a_markdown_file_in_a_folder_no_id_leads_to_is_an_error(path: str) -> None:
    assert [found.code for found in placed(path).findings] == ["bad-path"]


def test_a_file_that_is_no_markdown_is_a_warning() -> None:
    assert [found.code for found in placed("beliefs/a/notes.txt").findings] == ["stray-file"]
    assert [found.code for found in placed("beliefs/a/auth.MD").findings] == ["bad-file-name"]


@given(st.text())
def test_no_path_makes_placed_raise(text: str) -> None:
    for path in (text, f"beliefs/{text}", f"beliefs/a/{text}.md", f"nogoods/{text}.md"):
        place = placed(path)
        assert place.id is None or is_id(place.id)


def test_a_claim_becomes_its_first_telling_words() -> None:
    assert (
        slug("The authentication service is a potential bottleneck.") == "authentication-service-potential-bottleneck"
    )
    assert slug("Don't restart the pump while it is hot") == "dont-restart-pump-while-hot"
    assert slug("Größe des Zählers: 10 µm") == "grosse-des-zahlers-10-m"


def test_words_that_turn_a_claim_round_stay_in_its_id() -> None:
    assert slug("The pump is not safe") == "pump-not-safe"
    assert slug("The pump is never idle, only slow") == "pump-never-idle-only-slow"


@pytest.mark.parametrize(
    ("foreign", "near"),
    [
        ("Auth/JWT_Validation:v2", "auth/jwt_validation-v2"),
        ("AUTH__Token", "auth-token"),
        ("a/b/c", "a-b-c"),
        ("con", "con-x"),
        ("auth-token", "auth-token"),
        ("n:12", "n-12"),
    ],
)
def test_a_foreign_id_becomes_the_nearest_one_of_ours(foreign: str, near: str) -> None:
    assert slug(foreign) == near


def test_a_taken_id_gets_the_next_free_number() -> None:
    assert slug("Pump limit", {"pump-limit"}) == "pump-limit-2"
    assert slug("Pump limit", {"pump-limit", "pump-limit-2"}) == "pump-limit-3"


def test_a_text_without_any_letter_we_know_gets_an_id_of_its_own() -> None:
    assert slug("ポンプ") != slug("圧力計")
    assert is_id(slug("ポンプ"))


@given(st.text(max_size=300))
def test_every_text_gets_an_id(text: str) -> None:
    assert is_id(slug(text))
    assert slug(text) == slug(text)
    assert slug(text, {slug(text)}) != slug(text)
    assert is_id(slug(text, {slug(text)}))
