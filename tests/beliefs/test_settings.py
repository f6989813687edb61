"""`eemgit.yaml` is read as strictly as a belief, and every refusal says where and what to do."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from eemgit.beliefs.ids import Layout
from eemgit.beliefs.settings import Settings, read_settings
from eemgit.errors import BadSettings


def read(text: str) -> Settings:
    return read_settings("eemgit.yaml", text.encode())


def refusal(content: str | bytes) -> BadSettings:
    with pytest.raises(BadSettings) as refused:
        read_settings("eemgit.yaml", content.encode() if isinstance(content, str) else content)
    return refused.value


def test_the_schema_alone_gives_the_defaults() -> None:
    assert read("schema: 1\n") == Settings()
    assert read("# ours\n---\nschema: 1\n".removeprefix("# ours\n")) == Settings()
    assert read("\ufeffschema: 1\r\n") == Settings()


def test_every_setting_can_be_set() -> None:
    text = "schema: 1\nlayout: hash\nreports: local\ncommit:\n  per: step\ndedup:\n  id_threshold: 0.7\n"
    assert read(text) == Settings(1, Layout.HASH, "local", "step", 0.7)
    assert read("{schema: 1, commit: {per: step}, dedup: {}}") == Settings(commit_per="step")


@pytest.mark.parametrize(
    ("text", "where", "message", "hint"),
    [
        ("", "1:1", "no `schema`", "begin the file with `schema: 1`"),
        ("layout: hash\n", "1:1", "no `schema`", "begin the file"),
        ("schema: 2\n", "1:9", "schema 2 needs a newer eemgit", "install a newer eemgit"),
        ("colour: red\nschema: 12\n", "2:9", "schema 12 needs a newer eemgit", "install"),
        ("schema: one\n", "1:9", "no schema 'one'", "write `schema: 1`"),
        ("schema: 0\n", "1:9", "no schema '0'", "write `schema: 1`"),
        ("schema:\n", "1:1", "'schema' has no value", "give the number 1"),
        ("schema: 1\nlayuot: hash\n", "2:1", "unknown setting 'layuot'", "did you mean 'layout'?"),
        ("schema: 1\ncolour: red\n", "2:1", "unknown setting 'colour'", "known are schema, layout"),
        ("schema: 1\ncommit:\n  pre: unit\n", "3:3", "unknown setting 'commit.pre'", "known are per"),
        ("schema: 1\nlayout: flat\n", "2:9", "'layout' cannot be 'flat'", "give letter or hash"),
        ("schema: 1\nreports: yes\n", "2:10", "'reports' cannot be 'yes'", "give tracked or local"),
        ("schema: 1\nlayout: [hash]\n", "2:9", "'layout' is not a single value", "give letter or hash"),
        ("schema: 1\ncommit: unit\n", "2:9", "'commit' is not a mapping", "its keys are per"),
        ("schema: 1\ndedup:\n  id_threshold: much\n", "3:17", "'dedup.id_threshold' cannot be 'much'", "from 0 to 1"),
        ("schema: 1\ndedup:\n  id_threshold: 1.5\n", "3:17", "cannot be '1.5'", "from 0 to 1"),
        ("schema: 1\ndedup:\n  id_threshold: nan\n", "3:17", "cannot be 'nan'", "from 0 to 1"),
        ("schema: 1\ndedup:\n  id_threshold: ٠\n", "3:17", "cannot be '٠'", "from 0 to 1"),
        ("schema: 1\nlayout: hash\nlayout: letter\n", "3:1", "duplicate key 'layout'", "make one of the two"),
        ("- schema\n", "1:1", "settings are `key: value` lines", "begin with"),
        ("schema: 1\n\tlayout: hash\n", "2:1", "a tab in YAML", "use spaces"),
        ("schema: &a 1\n", "1:9", "the anchor '&a'", "remove it"),
        ("schema: 1\n<<<<<<< HEAD\n", "2:1", "unresolved merge conflict", "choose a side"),
        ("schema: 1\nlayout: ha\x00sh\n", "2:11", "the character U+0000", "remove it"),
        ("schema: [1\n", "2:1", "did not find expected", ""),
        ("schema: 1\n---\nschema: 1\n", "2:1", "a YAML document", "keep one set"),
    ],
)
def test_a_mistake_is_refused_with_its_place_and_a_hint(text: str, where: str, message: str, hint: str) -> None:
    refused = refusal(text)
    assert str(refused.where) == f"eemgit.yaml:{where}"
    assert message in refused.message
    assert hint in (refused.hint or "")


def test_settings_that_are_no_utf_8_are_refused_at_the_byte() -> None:
    refused = refusal(b"schema: 1\nlayout: h\xffsh\n")
    assert str(refused.where) == "eemgit.yaml:2:10"
    assert "0xff" in refused.message


@given(
    st.one_of(st.binary(max_size=60), st.text(alphabet="schema: 1\nlayout[]{}#&*'\"\t-", max_size=60).map(str.encode))
)
def test_any_bytes_are_settings_or_refused(content: bytes) -> None:
    try:
        assert read_settings("eemgit.yaml", content).schema == 1
    except BadSettings as refused:
        assert refused.where is not None
        assert refused.where.line is not None
