"""The reference pages and the schemas for editors say what the reader does."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from typing import Any

import pytest

from eemgit.beliefs.codes import CODES
from eemgit.beliefs.ids import MAX_ID, Layout, belief_path
from eemgit.beliefs.keys import (
    BELIEF_KEYS,
    JUSTIFICATION_KEYS,
    NOGOOD_KEYS,
    RETRACTION_KEYS,
    SCOPE_KEYS,
    VALID_KEYS,
)
from eemgit.beliefs.model import Mode, RetractionType
from eemgit.beliefs.nodes import MAX_DEPTH
from eemgit.beliefs.reading import MAX_BYTES, read_belief, read_nogood
from eemgit.beliefs.settings import SCHEMA, Settings, read_settings
from eemgit.beliefs.sources import read_source
from tests.beliefs.findings_page import PAGE, page

REFERENCE = PAGE.parent
FORMAT = (REFERENCE / "format.md").read_text(encoding="utf-8")


def schema(name: str) -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads((REFERENCE / name).read_text(encoding="utf-8"))
    return loaded


def fenced(language: str) -> list[str]:
    """The code blocks of the format page in a language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", FORMAT, re.MULTILINE | re.DOTALL)


def test_the_page_of_findings_is_made_from_the_table() -> None:
    written = PAGE.read_text(encoding="utf-8")
    assert written == page(), "python tests/beliefs/findings_page.py writes it anew"


def test_the_schema_of_beliefs_has_the_keys_of_the_reader() -> None:
    belief = schema("belief.schema.json")
    parts = belief["definitions"]
    assert tuple(belief["properties"]) == BELIEF_KEYS
    assert tuple(belief["properties"]["valid"]["properties"]) == VALID_KEYS
    assert tuple(parts["justification"]["properties"]) == JUSTIFICATION_KEYS
    assert tuple(parts["retraction"]["properties"]) == RETRACTION_KEYS
    assert tuple(parts["scopeFinding"]["properties"]) == SCOPE_KEYS
    assert parts["justification"]["properties"]["mode"]["enum"] == [mode.value for mode in Mode]
    assert parts["retraction"]["properties"]["type"]["enum"] == [type.value for type in RetractionType]


def test_the_schema_of_nogoods_has_the_keys_of_the_reader() -> None:
    assert tuple(schema("nogood.schema.json")["properties"]) == NOGOOD_KEYS


def test_the_schema_of_settings_has_the_keys_and_defaults_of_the_reader() -> None:
    keys = schema("settings.schema.json")["properties"]
    assert keys["schema"]["const"] == SCHEMA
    assert keys["layout"]["enum"] == [layout.value for layout in Layout]
    text = "schema: 1\n"
    for key, values in keys.items():
        for name, value in values.get("properties", {key: values}).items():
            if "default" in value:
                text += f"{key}: {value['default']}\n" if name == key else f"{key}:\n  {name}: {value['default']}\n"
    assert text.count(":") == len(keys) + 2
    assert read_settings("eemgit.yaml", text.encode()) == Settings()


def test_every_choice_of_a_setting_in_the_schema_is_read() -> None:
    for key, values in schema("settings.schema.json")["properties"].items():
        for choice in values.get("enum", []):
            read_settings("eemgit.yaml", f"schema: 1\n{key}: {choice}\n".encode())
    for choice in schema("settings.schema.json")["properties"]["commit"]["properties"]["per"]["enum"]:
        read_settings("eemgit.yaml", f"schema: 1\ncommit:\n  per: {choice}\n".encode())


@pytest.mark.parametrize(
    "keys", [BELIEF_KEYS, JUSTIFICATION_KEYS, RETRACTION_KEYS, SCOPE_KEYS, VALID_KEYS, NOGOOD_KEYS], ids=" ".join
)
def test_the_format_page_has_every_key(keys: tuple[str, ...]) -> None:
    assert [key for key in keys if f"`{key}`" not in FORMAT] == []


def test_the_format_page_has_every_type_of_retraction_and_no_other() -> None:
    section = FORMAT.partition("### retracted")[2].partition("`retracted: false`")[0].partition("| type | why |")[2]
    assert re.findall(r"^\| `([a-z-]+)` \|", section, re.MULTILINE) == [type.value for type in RetractionType]


def test_the_format_page_has_the_limits() -> None:
    assert f"| file | {MAX_BYTES // 1024} KiB |" in FORMAT
    assert f"| nesting of lists and mappings | {MAX_DEPTH} |" in FORMAT
    assert f"| id | {MAX_ID} bytes |" in FORMAT


def test_the_paths_of_the_format_page_are_those_of_the_ids() -> None:
    for layout in Layout:
        row = (
            f"| `{layout.value}` | `{belief_path('auth-token', layout)}` | `{belief_path('team/auth-token', layout)}` |"
        )
        assert row in FORMAT


def test_the_examples_of_the_format_page_can_be_read() -> None:
    belief, nogood = fenced("markdown")
    assert read_belief("beliefs/a/a.md", belief.encode(), "a").findings == ()
    assert read_nogood("nogoods/n.md", nogood.encode(), "n").findings == ()
    assert read_settings("eemgit.yaml", fenced("yaml")[0].encode()) == Settings()
    assert [read_source(line)[1] for line in fenced("text")[0].splitlines()] == [None] * 5


def test_the_format_page_names_no_code_that_does_not_exist() -> None:
    named = set(re.findall(r"`([a-z]+(?:-[a-z]+)+)`", FORMAT))
    other = {"auth-token", *(type.value for type in RetractionType)}
    assert named - other <= CODES.keys()


def test_the_pages_link_to_what_exists() -> None:
    for name in ("format.md", "findings.md"):
        for target in re.findall(r"\]\(([^)#]+)", (REFERENCE / name).read_text(encoding="utf-8")):
            assert (REFERENCE / target).exists(), target


def test_every_code_says_what_it_means_and_what_to_do_in_short() -> None:
    for name, code in CODES.items():
        assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", name)
        assert 5 < len(code.meaning) <= 120
        assert 5 < len(code.remedy) <= 80
        assert not (code.meaning + code.remedy).endswith(".")


def test_files_in_the_usual_form_are_read_without_loading_yaml() -> None:
    script = (
        "import sys\n"
        "from eemgit.beliefs.reading import read_belief\n"
        "assert read_belief('x', b'---\\ntags:\\n  - a\\n---\\n\\nThe pump runs.\\n', 'x').value.tags == ('a',)\n"
        "assert not {'yaml', 'rapidfuzz', 'markdown_it'} & sys.modules.keys()\n"
    )
    subprocess.run([sys.executable, "-c", script], check=True)
