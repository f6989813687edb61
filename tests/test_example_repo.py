"""The example repository is what a reader would believe it to be: well formed, pinned to its code, and true."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from itertools import combinations
from pathlib import Path

import pytest
import yaml

from eemgit.beliefs.editing import restore_text, retract_text
from eemgit.beliefs.knowledge import KnowledgeBase
from eemgit.beliefs.model import Retraction, Severity
from eemgit.beliefs.settings import read_settings
from eemgit.beliefs.sources import pin_of
from eemgit.beliefs.writing import write_belief, write_nogood
from eemgit.resources import Kind, tree
from eemgit.tms.network import Label

EXAMPLE = Path(__file__).resolve().parent.parent / "example-repo"
BELIEFS = {path.stem: path for path in sorted(EXAMPLE.glob("beliefs/*/*.md"))}
NOGOODS = {path.stem: path for path in sorted(EXAMPLE.glob("nogoods/*.md"))}
SOURCE = re.compile(r"(?P<path>[^#]+)#L(?P<first>\d+)(?:-L(?P<last>\d+))?@t:(?P<pin>[0-9a-f]{12})")
IDENTIFIER = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")


@pytest.fixture(scope="module")
def knowledge() -> KnowledgeBase:
    files = {path: data for path, data in tree(Kind.EXAMPLE).items() if path.startswith(("beliefs/", "nogoods/"))}
    return KnowledgeBase.read(files, read_settings("eemgit.yaml", (EXAMPLE / "eemgit.yaml").read_bytes()))


def flips(before: KnowledgeBase, after: KnowledgeBase) -> dict[str, Label]:
    """The beliefs whose label differs, with the new one."""
    return {id: after.label_of(id) for id in before.beliefs if before.label_of(id) is not after.label_of(id)}


def front_matter(path: Path) -> dict[str, object]:
    """The front matter of a file in canonical form."""
    text = path.read_text(encoding="utf-8")
    if not text.startswith("---\n"):
        return {}
    return yaml.safe_load(text.split("---\n")[1])


def claim(path: Path) -> str:
    """The first paragraph below the front matter."""
    text = path.read_text(encoding="utf-8")
    body = text.split("---\n", 2)[2] if text.startswith("---\n") else text
    return body.strip().split("\n\n")[0].replace("\n", " ")


def sources() -> list[tuple[str, str]]:
    return [(id, text) for id, path in BELIEFS.items() for text in front_matter(path).get("sources", [])]


def references(id: str) -> list[str]:
    """Every belief that the belief `id` names."""
    data = front_matter(BELIEFS[id])
    named = [*data.get("unless", []), *data.get("distinct", [])]
    for justification in data.get("justifications", []):
        named += justification["antecedents"] + justification.get("unless", [])
    retracted = data.get("retracted", {})
    return named + [found["antecedent"] for found in retracted.get("findings", [])]


def depth(id: str) -> int:
    """How many derivations lie between the belief and its deepest premise."""
    justifications = front_matter(BELIEFS[id]).get("justifications")
    if justifications is None:
        return 0
    return 1 + max(depth(antecedent) for each in justifications for antecedent in each["antecedents"])


def test_there_are_thirty_to_forty_beliefs_each_at_the_path_of_its_id():
    assert 30 <= len(BELIEFS) <= 40
    for id, path in BELIEFS.items():
        assert IDENTIFIER.fullmatch(id)
        assert path.parent.name == id[0]


def test_every_reference_names_a_belief():
    for id in BELIEFS:
        assert not set(references(id)) - set(BELIEFS), id
    for path in NOGOODS.values():
        assert not set(front_matter(path)["members"]) - set(BELIEFS)


@pytest.mark.parametrize(("id", "source"), sources())
def test_every_pin_is_that_of_the_cited_lines(id, source):
    parts = SOURCE.fullmatch(source)
    assert parts, source
    text = (EXAMPLE / parts["path"]).read_text(encoding="utf-8")
    assert parts["pin"] == pin_of(text, int(parts["first"]), int(parts["last"] or parts["first"]))


def test_every_premise_has_a_source():
    premises = [id for id, path in BELIEFS.items() if "justifications" not in front_matter(path)]
    assert {id for id, _ in sources()} == set(premises)


def test_support_is_at_most_three_derivations_deep_and_never_circular():
    assert max(depth(id) for id in BELIEFS) == 3


def test_one_claim_stands_under_two_ids_with_the_same_sources():
    by_claim: dict[str, list[str]] = {}
    for id, path in BELIEFS.items():
        by_claim.setdefault(claim(path).casefold(), []).append(id)
    copies = [ids for ids in by_claim.values() if len(ids) > 1]
    assert copies == [["auth-signatures-compared-in-constant-time", "token-comparison-leaks-no-timing"]]
    first, second = (front_matter(BELIEFS[id])["sources"] for id in copies[0])
    assert first == second


def test_one_other_pair_looks_alike_by_its_ids():
    def likeness(a: str, b: str) -> float:
        x, y = set(a.split("-")), set(b.split("-"))
        return len(x & y) / len(x | y)

    alike = [(a, b) for a, b in combinations(BELIEFS, 2) if likeness(a, b) >= 0.5]
    assert alike == [("plan-free-burst-size", "plan-paid-burst-size")]


def test_every_kind_of_entry_is_shown():
    everything = {id: front_matter(path) for id, path in BELIEFS.items()}
    justifications = [each for data in everything.values() for each in data.get("justifications", [])]
    retracted = {id: data["retracted"] for id, data in everything.items() if "retracted" in data}
    assert any(each.get("mode") == "any" for each in justifications)
    assert any("unless" in each for each in justifications)
    assert any("unless" in data for data in everything.values())
    assert [id for id, data in everything.items() if "research" in data] == ["limiter-lock-held-briefly"]
    assert [id for id, data in everything.items() if "aliases" in data] == ["auth-tokens-carry-hmac-signature"]
    assert retracted.keys() == {"buckets-survive-restarts", "limits-hold-across-processes"}
    assert {"missing_property", "findings"} <= retracted["limits-hold-across-processes"].keys()
    assert retracted["buckets-survive-restarts"]["nogood"] in NOGOODS


def test_git_tracks_every_file_of_the_example(tmp_path):
    """A global ignore for `lib` or `build` must not hide a belief when the folder becomes a repository."""
    ignore = tmp_path / "ignore"
    ignore.write_text("[a-z]/\nbuild/\nlib/\n")
    environment = {key: value for key, value in os.environ.items() if not key.startswith("GIT_")}
    environment |= {"HOME": str(tmp_path), "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}
    git = ["git", "-c", f"core.excludesFile={ignore}", f"--git-dir={tmp_path / 'x.git'}", f"--work-tree={EXAMPLE}"]
    subprocess.run([*git, "init", "-q"], env=environment, check=True)
    listing = [*git, "ls-files", "-z", "--others", "--exclude-standard"]
    done = subprocess.run(listing, env=environment, cwd=EXAMPLE, check=True, capture_output=True, text=True)
    listed = done.stdout.split("\0")
    shown = {path for path in listed if path.startswith("beliefs/")}
    present = {path.relative_to(EXAMPLE).as_posix() for path in (EXAMPLE / "beliefs").rglob("*") if path.is_file()}
    assert shown == present


def test_nothing_is_wrong_with_it_but_the_copy(knowledge):
    assert [found for found in knowledge.findings if found.severity is Severity.ERROR] == []
    assert {found.code for found in knowledge.findings} <= {"exact-duplicate"}
    assert knowledge.beliefs.keys() == BELIEFS.keys()


def test_what_is_out_is_out_for_a_reason_that_can_be_seen(knowledge):
    assert {id for id in knowledge.beliefs if knowledge.label_of(id) is not Label.IN} == {
        "buckets-survive-restarts",
        "every-request-is-limited",
        "floods-of-names-reset-limits",
        "limiter-is-a-bottleneck",
        "limits-hold-across-processes",
    }
    assert not any(knowledge.is_open(nogood) for nogood in knowledge.nogoods.values())


def test_a_lost_premise_takes_four_conclusions_out_and_lets_one_in_and_restoring_brings_all_back(knowledge):
    path = knowledge.paths["auth-tokens-carry-hmac-signature"]
    text = retract_text(knowledge.files[path], Retraction("tokens are no longer signed"))
    after = knowledge.with_files({path: text})
    assert flips(knowledge, after) == {
        "auth-tokens-carry-hmac-signature": Label.OUT,
        "callers-have-one-limit-each": Label.OUT,
        "floods-of-names-reset-limits": Label.IN,
        "limiter-sees-only-proven-names": Label.OUT,
        "offenders-can-be-shut-out": Label.OUT,
        "tokens-cannot-be-forged": Label.OUT,
    }
    again = after.with_files({path: restore_text(text)})
    assert flips(knowledge, again) == {}
    assert again.files[path] == knowledge.files[path]


def test_every_file_is_in_canonical_form(knowledge):
    for id, belief in knowledge.beliefs.items():
        assert knowledge.files[knowledge.paths[id]] == write_belief(belief), id
    for id, nogood in knowledge.nogoods.items():
        assert knowledge.files[knowledge.nogood_paths[id]] == write_nogood(nogood), id


STORY = """
from auth import Authenticator, Caller, Rejected
from bucket import Bucket, Limit
from clock import HandClock
from limiter import PLANS, Limiter
from service import Request, Service
from store import Store

clock = HandClock()
auth = Authenticator({"old": b"1", "new": b"2"}, clock)
service = Service(auth, Limiter(Store(), clock), lambda caller, path: f"{caller.name} {path}")
ann = auth.issue(Caller("ann", "free"), lifetime=3600)
get = lambda token, path="/": service.handle(Request(path, token))

assert ann.startswith("new.")
assert get(ann).body == "ann /"
# a forged, unknown, overlong or expired token gets one and the same answer
expired = Authenticator({"old": b"1"}, clock).issue(Caller("ann", "free"), 0)
bad = [ann[:-1] + "?", ann.replace("ann", "bob"), "x" + ann, "x" * 600, "", expired]
assert len({(r.status, r.body) for r in map(get, bad)}) == 1 and get(bad[0]).status == 401
# any key on the ring verifies
assert get(Authenticator({"old": b"1"}, clock).issue(Caller("eve", "paid"), 60)).status == 200
# the burst of each plan; health checks go through; the wait is honest
assert [get(ann).status for _ in range(25)].count(200) == PLANS["free"].capacity - 1 == 19
assert get("", "/health").status == 200
refused = get(ann)
assert refused.status == 429
clock.set_wall(0.0)
assert get(ann).status == 429
clock.advance(int(refused.headers["Retry-After"]))
assert get(ann).status == 200
# silence never gains more than the capacity
clock.advance(10**6)
clock.set_wall(1_700_000_000.0)
assert [get(ann).status for _ in range(30)].count(200) == 20
# eviction forgets what was spent
store = Store(size=2)
spent = store.get("a", lambda: Bucket(Limit(1, 1.0), clock))
assert spent.take() == 0 and spent.take() > 0
for name in "bc":
    store.get(name, lambda: Bucket(Limit(1, 1.0), clock))
assert len(store) == 2
assert store.get("a", lambda: Bucket(Limit(1, 1.0), clock)).take() == 0
# revoking covers every key
auth.revoke("eve")
assert get(auth.issue(Caller("eve", "paid"), 60)).status == 401
"""


def test_the_code_does_what_the_beliefs_say_of_it(tmp_path):
    environment = os.environ | {"PYTHONPATH": str(EXAMPLE / "src"), "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run([sys.executable, "-c", STORY], env=environment, cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
