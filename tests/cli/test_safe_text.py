"""Text from files never commands the terminal: control and bidirectional characters are shown as escapes."""

from __future__ import annotations

import pytest

from tests.cli.program import eemgit
from tests.conftest import GitRepo

HIDDEN = "\u202e\u2066\u200b\ufeff\u2028"
CLAIM = f"red {HIDDEN} alert"
SEEN = "red \\u202e\\u2066\\u200b\\ufeff\\u2028 alert"

LINES = (
    "list",
    "show odd",
    "why odd",
    "why leaning",
    "what-if odd",
    "status",
    "check",
    "diff HEAD",
    "nogood list",
    "retract odd -r x -n",
    "add -n Something-else.",
    "retract leaning -r x -n",
)


@pytest.fixture
def odd(bench: GitRepo) -> GitRepo:
    """The kettle's repository with hidden characters wherever a text can stand."""
    front = (
        f'justifications:\n  - antecedents: [mains-on]\n    label: "l {HIDDEN[:4]}"\n'
        f'retracted: {{reason: "r {HIDDEN[:4]}", missing_property: "m {HIDDEN[:4]}"}}\nresearch: "q {HIDDEN[:4]}"\n'
        f'tags: ["t{HIDDEN[:4]}"]\nsources: ["s{HIDDEN[:4]}.py"]\naliases: ["a{HIDDEN[:4]}"]\n'
        f'origin: "o {HIDDEN[:4]}"\n'
    )
    bench.belief("leaning", f"{CLAIM}\n\nNotes with {HIDDEN} in them.", front.replace("\ufeff", ""))
    bench.belief("odd", CLAIM)
    bench.write("nogoods/weird.md", f"---\nmembers: [odd, mains-on]\n---\n\n{CLAIM}\n")
    assert eemgit("show", "leaning", cwd=bench.path).code == 0, "it can be read all the same"
    return bench


@pytest.mark.parametrize("line", LINES)
def test_nothing_hidden_reaches_the_terminal(line: str, odd: GitRepo) -> None:
    result = eemgit(*line.split(), cwd=odd.path)
    text = result.out + result.err
    assert all(char == "\n" or char.isprintable() for char in text), ascii(text)


def test_hidden_characters_are_shown_as_escapes(odd: GitRepo) -> None:
    assert SEEN in eemgit("show", "odd", cwd=odd.path).out
    assert SEEN in eemgit("list", cwd=odd.path).out


def test_json_keeps_the_text_as_it_is(odd: GitRepo) -> None:
    assert eemgit("show", "odd", "--json", cwd=odd.path).json["belief"]["claim"] == CLAIM


@pytest.mark.parametrize("byte", [b"\x1b[2J", b"\x00", b"\x07", b"\x0c", "\x9b".encode()], ids=repr)
def test_a_file_with_a_control_character_is_named_and_its_text_is_not_printed(byte: bytes, bench: GitRepo) -> None:
    bench.write("beliefs/b/bell.md", b"A claim with a " + byte + b" in it.\n")
    for line in ("list", "check", "status", "show bell"):
        result = eemgit(*line.split(), cwd=bench.path)
        assert result.code in (1, 2)
        assert byte.decode() not in result.out + result.err
        assert "bell" in result.out + result.err or line == "status"


def test_wide_and_combining_letters_are_left_alone(bench: GitRepo) -> None:
    claim = "Ketĺe: 薬缶 — جوش آمد, और 👩‍💻"
    bench.belief("wide", claim)
    assert claim in eemgit("show", "wide", cwd=bench.path).out


def test_a_long_claim_keeps_a_list_to_one_line_each(bench: GitRepo) -> None:
    bench.belief("long", "It boils " + "and boils " * 200)
    lines = eemgit("list", cwd=bench.path).out.splitlines()
    assert max(map(len, lines)) < 200
    assert any(line.startswith("IN  long ") and line.endswith("…") for line in lines)


def test_an_odd_file_name_does_not_reach_the_terminal_raw(bench: GitRepo) -> None:
    bench.write("beliefs/o/odd\x1b[31m.md", "A claim.\n")
    bench.write("beliefs/o/\u202eodd.txt", "A note.\n")
    result = eemgit("check", cwd=bench.path)
    assert all(char == "\n" or char.isprintable() for char in result.out + result.err)
    assert "bad-file-name" in result.out and "stray-file" in result.out


def test_no_colour_is_written_to_what_is_no_terminal(bench: GitRepo) -> None:
    for line in ("list", "why tea-time", "show nothing-like-it"):
        result = eemgit(*line.split(), cwd=bench.path)
        assert "\x1b" not in result.out + result.err
