"""Every finding that reading a file or a path can give: the bytes that produce it, and where it points."""

from __future__ import annotations

import pytest

from eemgit.beliefs.codes import CODES, GROUPS
from eemgit.beliefs.ids import placed
from eemgit.beliefs.model import Finding, Irregular, Severity
from eemgit.beliefs.reading import MAX_BYTES, read_belief, read_nogood

PATH = "beliefs/x/x.md"


def belief(front: str, body: str = "\nThe pump runs.\n") -> bytes:
    """A belief file with this front matter; its first line is line 2."""
    return f"---\n{front}---\n{body}".encode()


def findings(content: bytes | Irregular) -> list[Finding]:
    return list(read_belief(PATH, content, "x").findings)


RETRACTED = "retracted:\n  reason: measured again\n"

CASES: list[tuple[str, bytes, int, int]] = [
    ("empty-file", b"", 1, 1),
    ("empty-file", b" \n\t\n", 1, 1),
    ("bad-utf8", b"---\ntags: [a]\n---\n\nThe caf\xe9 is open.\n", 5, 8),
    ("bad-utf8", b"\xef\xbb\xbfab\xff", 1, 3),
    ("control-character", b"---\norigin: a\x00b\n---\n\nThe pump runs.\n", 2, 10),
    ("control-character", b"The pump\x1b[31m runs.\n", 1, 9),
    ("control-character", "The pump\x85runs.\n".encode(), 1, 9),
    ("control-character", "---\norigin: a\u2028b\n---\n\nThe pump runs.\n".encode(), 2, 10),
    ("control-character", "---\n\ufefforigin: a\n---\n\nThe pump runs.\n".encode(), 2, 1),
    ("control-character", belief('origin: "a\\e[31m"\n'), 2, 9),
    ("conflict-marker", belief("<<<<<<< HEAD\ntags: [a]\n=======\ntags: [b]\n>>>>>>> theirs\n"), 2, 1),
    ("conflict-marker", b"The pump runs.\n\n||||||| base\n", 3, 1),
    ("conflict-marker", b"The pump runs.\r\n\r\n>>>>>>>", 3, 1),
    ("conflict-marker", b"---\ntags: [a]\n<<<<<<< HEAD\n", 3, 1),
    ("bidi-control", "The pump\u202erud si.\n".encode(), 1, 9),
    ("bidi-control", "---\norigin: \u2066a\u2069\n---\n\nC.\n".encode(), 2, 9),
    ("bom", b"\xef\xbb\xbfThe pump runs.\n", 1, 1),
    ("unclosed-fence", b"---\ntags: [a]\n\nThe pump runs.\n", 1, 1),
    ("unclosed-fence", b"---", 1, 1),
    ("missing-fence", b"tags:\n  - a\n---\n\nThe pump runs.\n", 1, 1),
    ("missing-fence", b"tags: [a]\n\nThe pump runs.\n", 1, 1),
    ("missing-fence", b"+++\ntags = []\n+++\n", 1, 1),
    ("missing-fence", "—\ntags: [a]\n—\n\nThe pump runs.\n".encode(), 1, 1),
    ("missing-fence", b"---toml\ntags = []\n", 1, 1),
    ("second-front-matter", belief("x-p: p\n", "\n---\nx-q: a\n---\nbody"), 5, 1),
    ("tab", belief("tags:\n\t- a\n"), 3, 1),
    ("tab", belief("origin: by\thand\n"), 2, 11),
    ("bad-yaml", belief("origin: note: this\n"), 2, 13),
    ("bad-yaml", belief("origin: @me\n"), 2, 9),
    ("bad-yaml", belief("tags: [a\n"), 3, 1),
    ("bad-yaml", belief("origin: 'a\ntags: [a]\n"), 2, 9),
    ("bad-yaml", belief("tags:\n  - a\n - b\n"), 4, 2),
    ("duplicate-key", belief("tags: [a]\norigin: me\ntags: [b]\n"), 4, 1),
    ("duplicate-key", belief("x-a:\n  - b: 1\n    b: 2\n"), 4, 5),
    ("bad-key", belief("? [a]\n: b\n"), 2, 3),
    ("yaml-anchor", belief("tags: &t [a]\n"), 2, 7),
    ("yaml-anchor", belief("origin: *me\n"), 2, 9),
    ("yaml-tag", belief("origin: !!str me\n"), 2, 9),
    ("yaml-tag", belief("origin: ! me\n"), 2, 9),
    ("yaml-tag", belief("tags: !t [a]\n"), 2, 7),
    ("yaml-directive", belief("%YAML 1.2\ntags: [a]\n"), 3, 1),
    ("several-documents", belief("tags: [a]\n--- # two\ntags: [b]\n"), 3, 1),
    ("several-documents", belief("tags: [a]\n...\n"), 3, 1),
    ("not-a-mapping", belief("- a\n"), 2, 1),
    ("not-a-mapping", belief("just text\n"), 2, 1),
    ("too-deep", belief("x-a: " + "[" * 16 + "]" * 16 + "\n"), 2, 21),
    ("lost-text", belief("origin: see issue #5\n"), 2, 19),
    ("lost-text", belief("research: #5 is up\n"), 2, 11),
    ("lost-text", belief("retracted: no longer # since May\n"), 2, 22),
    ("lost-text", belief("justifications:\n  - antecedents: [a]\n    label: tag #1\n"), 4, 16),
    ("no-claim", belief("tags: [a]\n", ""), 3, 1),
    ("no-claim", belief("tags: [a]\n", "\n\u00a0\n"), 3, 1),
    ("bad-claim", b"# The pump\n\nIt runs.\n", 1, 1),
    ("bad-claim", b"The pump\n========\n", 1, 1),
    ("bad-claim", belief("tags: [a]\n", "\n  - a list\n"), 5, 3),
    ("bad-claim", b"1. first\n", 1, 1),
    ("bad-claim", b"> quoted\n", 1, 1),
    ("bad-claim", b"```\ncode\n```\n", 1, 1),
    ("bad-claim", b"    indented code\n", 1, 5),
    ("bad-claim", b"a | b\n--|--\n1 | 2\n", 1, 1),
    ("bad-claim", b"<div>\nThe pump runs.\n</div>\n", 1, 1),
    ("bad-claim", b"<!-- a comment -->\n\nThe pump runs.\n", 1, 1),
    ("bad-claim", b"***\n", 1, 1),
    ("bad-claim", b"[pump]: https://example.org\n\nThe pump runs.\n", 1, 1),
    ("bad-claim", b"\n---\ntags: [a]\n---\n\nThe pump runs.\n", 2, 1),
    ("claim-cut", b"The pump runs\n- hot\n- fast\n", 1, 14),
    ("claim-cut", b"The pump runs\n# Why\n", 1, 14),
    ("unknown-key", belief("tags: [a]\ncolour: red\n"), 3, 1),
    ("unknown-key", belief("id: x\n"), 2, 1),
    ("unknown-key", belief("truth: IN\n"), 2, 1),
    ("misspelt-key", belief("retract: measured again\n"), 2, 1),
    ("misspelt-key", belief("justifications:\n  - antecedents: [a]\n    unles: [b]\n"), 4, 5),
    ("misspelt-key", belief(RETRACTED + "  tpye: other\n"), 4, 3),
    ("misplaced-key", belief("antecedents: [a]\n"), 2, 1),
    ("misplaced-key", belief("duplicate_of: a\n"), 2, 1),
    ("wrong-type", belief("tags: a\n"), 2, 7),
    ("wrong-type", belief("tags: {a: b}\n"), 2, 7),
    ("wrong-type", belief("tags: [[a]]\n"), 2, 8),
    ("wrong-type", belief("origin: [a]\n"), 2, 9),
    ("wrong-type", belief("valid: 2026\n"), 2, 8),
    ("wrong-type", belief("justifications: a\n"), 2, 17),
    ("wrong-type", belief("justifications:\n  antecedents: [a]\n"), 3, 3),
    ("wrong-type", belief("justifications:\n  - a\n"), 3, 5),
    ("wrong-type", belief("justifications:\n  - antecedents: a\n"), 3, 18),
    ("wrong-type", belief("retracted: false\n"), 2, 12),
    ("wrong-type", belief("retracted: [why]\n"), 2, 12),
    ("wrong-type", belief(RETRACTED + "  type: [other]\n"), 4, 9),
    ("empty-value", belief("tags:\n"), 2, 1),
    ("empty-value", belief("origin:\n"), 2, 1),
    ("empty-value", belief("retracted:\n"), 2, 1),
    ("empty-value", belief("retracted: {}\n"), 2, 1),
    ("empty-value", belief("valid: {}\n"), 2, 1),
    ("empty-value", belief("justifications:\n  - antecedents:\n"), 3, 5),
    ("missing-key", belief(RETRACTED + "  findings:\n    - establishes: b\n"), 5, 7),
    ("bad-reference", belief("unless: ['']\n"), 2, 10),
    ("bad-reference", belief("tags:\n  - a\n  -\n"), 4, 4),
    ("bad-reference", belief('unless: ["a\\nb"]\n'), 2, 10),
    ("bad-mode", belief("justifications:\n  - mode: ALL\n    antecedents: [a]\n"), 3, 11),
    ("bad-retraction-type", belief(RETRACTED + "  type: duplicated\n"), 4, 9),
    ("incomplete-retraction", belief("retracted:\n  type: other\n"), 3, 3),
    ("incomplete-retraction", belief('retracted: ""\n'), 2, 1),
    ("incomplete-retraction", belief(RETRACTED + "  type: duplicate\n"), 3, 3),
    ("incomplete-retraction", belief(RETRACTED + "  type: superseded\n"), 3, 3),
    ("incomplete-retraction", belief(RETRACTED + "  type: contradiction\n"), 3, 3),
    ("incomplete-retraction", belief(RETRACTED + "  duplicate_of: a\n"), 4, 3),
    ("bad-source", belief("sources:\n  - src/a.py\n  - /etc/passwd\n"), 4, 5),
    ("bad-period", belief("valid: {from: yesterday}\n"), 2, 15),
    ("bad-period", belief("valid: {from: 2026-02, to: 2026-01-31}\n"), 2, 1),
    ("repeated-entry", belief("justifications:\n  - antecedents: [a, b, a]\n"), 3, 25),
    ("repeated-entry", belief("tags: [a, a]\n"), 2, 11),
    ("no-justification", belief("justifications:\n"), 2, 1),
    ("no-justification", belief("tags: [a]\njustifications: []\n"), 3, 1),
    ("empty-justification", belief("justifications:\n  - label: because\n"), 3, 5),
    ("empty-justification", belief("justifications:\n  - antecedents: []\n    unless: []\n"), 3, 5),
    ("never-holds", belief("justifications:\n  - antecedents: [a, b]\n    unless: [b]\n"), 3, 5),
]

each_case = pytest.mark.parametrize(
    ("code", "content", "line", "column"), CASES, ids=[f"{code}-{number}" for number, (code, *_) in enumerate(CASES)]
)

IRREGULAR = {
    "symlink": Irregular.SYMLINK,
    "submodule": Irregular.SUBMODULE,
    "not-a-file": Irregular.NOT_A_FILE,
    "too-large": Irregular.TOO_LARGE,
    "unreadable-file": Irregular.UNREADABLE,
    "unmerged": Irregular.UNMERGED,
}

PLACES = {
    "stray-file": "beliefs/a/notes.txt",
    "bad-path": "beliefs/a/b/c/x.md",
    "bad-file-name": "beliefs/p/Pump Limit.md",
}

NOT_FROM_READING = {
    "misplaced",
    "duplicate-id",
    "no-members",
    *GROUPS["References"],
    *GROUPS["Truth"],
    *GROUPS["Changes"],
}


@each_case
def test_each_mistake_is_found_where_it_is(code: str, content: bytes, line: int, column: int) -> None:
    found = [finding for finding in findings(content) if finding.code == code]
    assert [(finding.where.path, finding.where.line, finding.where.column) for finding in found] == [
        (PATH, line, column)
    ]
    assert found[0].severity is CODES[code].severity
    assert found[0].id == "x"


@each_case
def test_a_mistake_comes_alone(code: str, content: bytes, line: int, column: int) -> None:
    follows = {"misspelt-key": {"empty-justification"}, "missing-fence": {"bad-claim", "claim-cut"}}
    others = {finding.code for finding in findings(content)} - {code} - follows.get(code, set())
    assert others - {"unclosed-fence"} == set()


@each_case
def test_a_file_has_a_value_unless_a_code_makes_it_unreadable(
    code: str, content: bytes, line: int, column: int
) -> None:
    reading = read_belief(PATH, content, "x")
    assert (reading.value is None) is any(CODES[finding.code].unreadable for finding in reading.findings)


@each_case
def test_messages_and_hints_are_short_printable_and_lower_case(
    code: str, content: bytes, line: int, column: int
) -> None:
    for finding in findings(content):
        for text in (finding.message, finding.hint or ""):
            assert text.isprintable()
            assert len(text) <= 140
            assert not text.endswith(".")
        assert not finding.message[0].isupper() or finding.message.startswith(("YAML", "HTML"))


@pytest.mark.parametrize(("code", "content"), IRREGULAR.items())
def test_what_is_no_file_of_text_is_named_and_not_read(code: str, content: Irregular) -> None:
    reading = read_belief(PATH, content, "x")
    assert reading.value is None
    assert [(f.code, f.where.line, f.where.column) for f in reading.findings] == [(code, 1, 1)]


@pytest.mark.parametrize(("code", "path"), PLACES.items())
def test_what_lies_in_the_wrong_place_is_named_with_its_path(code: str, path: str) -> None:
    assert [(finding.code, finding.where.path) for finding in placed(path).findings] == [(code, path)]


def test_a_nogood_needs_a_member() -> None:
    reading = read_nogood("nogoods/n.md", belief("members: []\n"), "n")
    assert reading.value is None
    assert [(found.code, found.where.line) for found in reading.findings] == [("no-members", 2)]


def test_a_nogood_of_one_member_rules_that_belief_out() -> None:
    reading = read_nogood("nogoods/n.md", belief("members: [a]\n"), "n")
    assert reading.value is not None
    assert reading.value.members == ("a",)


def test_every_code_that_reading_can_give_has_a_case() -> None:
    covered = {code for code, *_ in CASES} | IRREGULAR.keys() | PLACES.keys()
    assert covered == CODES.keys() - NOT_FROM_READING


def test_a_file_of_256_kib_is_read_and_a_larger_one_is_not() -> None:
    claim = b"The pump runs.\n\n"
    full = claim + b"x" * (MAX_BYTES - len(claim))
    assert read_belief(PATH, full, "x").value is not None
    assert [finding.code for finding in findings(full + b"x")] == ["too-large"]


def test_one_pass_reports_all_independent_mistakes_in_the_order_of_the_file() -> None:
    front = "tags: a\ntags: [b]\norigin: see #5\njustifications:\n  - mode: some\n    antecedents: [c]\nvalid: 2026\n"
    found = findings(belief(front, "\n# Title\n"))
    assert [(finding.code, finding.where.line) for finding in found] == [
        ("wrong-type", 2),
        ("duplicate-key", 3),
        ("lost-text", 4),
        ("bad-mode", 6),
        ("wrong-type", 8),
        ("bad-claim", 11),
    ]


def test_every_duplicate_key_is_named() -> None:
    found = findings(belief("x-truth: IN\nx-from: [p]\nx-truth: OUT\nx-from: [q]\nx-truth: IN\n"))
    assert [(finding.code, finding.where.line, finding.subject) for finding in found] == [
        ("duplicate-key", 4, "x-truth"),
        ("duplicate-key", 5, "x-from"),
        ("duplicate-key", 6, "x-truth"),
    ]


def test_what_a_duplicate_key_says_is_not_looked_at() -> None:
    found = findings(belief("unless: [a]\nunless: b\n"))
    assert [(finding.code, finding.where.line) for finding in found] == [("duplicate-key", 3)]


def test_tabs_that_break_the_yaml_are_said_once() -> None:
    [found] = findings(belief("tags:\n\t- a\n\t- b\n"))
    assert (found.code, found.message) == ("tab", "a tab in YAML, and 1 more")


@pytest.mark.parametrize(
    ("typed", "hint"),
    [
        ("id: x\n", "the name of the file is the id"),
        ("truth: IN\n", "labels are computed"),
        ("label: IN\n", "labels are computed"),
        ("date: 2026-01-01\n", "git keeps that"),
        ("claim: yes\n", "the first paragraph"),
        ("tag: [a]\n", "did you mean 'tags'?"),
        ("Sources: [a]\n", "did you mean 'sources'?"),
        ("antecedents: [a]\n", "in an entry of `justifications`"),
        ("tags: a\n", "write it as a list: tags: [a]"),
        ("justifications:\n  - mode: ANY\n    antecedents: [a]\n", "write 'any'"),
        ("retracted:\n  reason: r\n  type: duplicated\n", "did you mean 'duplicate'?"),
        ("retracted:\n  reason: r\n  type: zzz\n", "missing-bridge"),
        ("retracted: false\n", "remove the key for a belief that stands"),
        ("retracted: gone #2\n", 'quote the text: retracted: "gone #…"'),
    ],
)
def test_the_hint_says_what_to_do(typed: str, hint: str) -> None:
    assert any(hint in (finding.hint or "") for finding in findings(belief(typed)))


def test_keys_that_begin_with_x_are_anybodys() -> None:
    assert findings(belief("x-a: 1\nx-b:\n  c: [d]\njustifications:\n  - antecedents: [a]\n    x-e: f\n")) == []


def test_an_unknown_key_inside_a_map_is_warned_about_too() -> None:
    found = findings(belief("valid: {from: 2026, until: 2027}\n"))
    assert [(finding.code, finding.severity) for finding in found] == [("unknown-key", Severity.WARNING)]


def test_the_same_mistake_keeps_its_identity_when_lines_move() -> None:
    [here] = findings(belief("colour: red\n"))
    [there] = findings(belief("tags: [a]\n\ncolour: red\n"))
    assert here.key == there.key
    assert here.where != there.where
