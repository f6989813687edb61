"""What each command prints, whole: the lines beginning with `!` go to standard error."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from tests.cli.program import eemgit
from tests.conftest import GitRepo

Golden = Callable[..., None]

READING = {
    "list": (
        "list",
        "list --label out",
        "list --label in --kind derived",
        "list --retracted",
        "list --gated",
        "list --tag heat",
        "list --namespace tea",
        "list --min-depth 2",
        "list --label undecided",
        "list --at HEAD --kind derived",
    ),
    "show": ("show kettle-boils", "show mains-on", "show kettle-is-new", "show kettle-works", "show tea/leaves-there"),
    "status": ("status", "status --at HEAD"),
    "why": (
        "why water-heats",
        "why tea-time",
        "why tea-time --levels 1",
        "why steam-possible",
        "why kettle-is-safe",
        "why kettle-is-new",
        "why mains-on",
    ),
    "what-if": (
        "what-if fuse-whole",
        "what-if thermostat-stuck cuts-out-early",
        "what-if --in lid-open",
        "what-if --out steam-seen",
    ),
    "check": ("check", "check --staged", "check --rev HEAD", "check --range HEAD..HEAD --all"),
    "diff": ("diff HEAD", "diff HEAD HEAD"),
    "nogood-list": ("nogood list", "nogood list --open"),
    "mistakes": (
        "lst",
        "list --lable out",
        "list --label yes",
        "show",
        "show kettle-boil",
        "show nothing-like-it",
        "why a b",
        "check --staged --rev HEAD",
        "check --range HEAD",
        "diff nowhere",
        "nogood resolve boils-or-nt",
        "plan nowhere",
        "add two many words",
    ),
}


@pytest.mark.parametrize("name", READING)
def test_reading(name: str, bench: GitRepo, golden: Golden) -> None:
    results = [eemgit(*line.split(), cwd=bench.path) for line in READING[name]]
    golden(name, *results, folder=bench.path)


def test_add(bench: GitRepo, golden: Golden) -> None:
    given = (
        ("add", "The kettle is made of steel.", "--source", "notes/bench.md#L2", "--tag", "body"),
        ("add", "lid-fits", "The lid fits.", "--dry-run"),
        ("add", "The water boils.", "--because", "water-heats", "--unless", "lid-opn"),
        ("add", "boils-dry", "It can boil dry.", "--because", "kettle-boils,steam-possible", "--any", "--label", "x"),
        ("add", "never-cold", "It never gets cold.", "-b", "kettle-boils", "--unless", "power-cut"),
        ("add", "The lid stands open!"),
        ("add", "The lid stands open."),
        ("add", "the fuse in the plug is whole"),
        ("add", "the fuse in the plug is whole", "--distinct", "fuse-whole", "--commit"),
        ("add", "mains-on", "Something else."),
        ("add", "kettle-works", "Something else."),
        ("add", "Lid Fits", "The lid fits."),
        ("add", "x", "Something new.", "--because", "nothing-there"),
        ("add", "   "),
        ("add", "It is either.", "--any"),
        ("add", "It is labelled.", "--label", "so it is"),
        ("add", "It is twice.", "-b", "mains-on,mains-on", "-b", "mains-on", "--dry-run"),
    )
    golden("add", *(eemgit(*line, cwd=bench.path) for line in given), folder=bench.path)


def test_retract_and_restore(bench: GitRepo, golden: Golden) -> None:
    given = (
        ("retract", "fuse-whole", "--reason", "it was blown", "--dry-run"),
        ("retract", "fuse-whole", "--reason", "it was blown"),
        ("check",),
        ("retract", "fuse-whole", "--reason", "again"),
        ("diff", "HEAD"),
        ("restore", "fuse-whole"),
        ("restore", "fuse-whole"),
        ("retract", "steam-seen", "--reason", "it was fog", "--type", "source-changed", "--commit"),
        ("retract", "thermostat-stuck", "-r", "repaired", "--commit"),
        ("retract", "mains-on", "--reason", " "),
        ("retract", "mains-on"),
        ("retract", "main-on", "--reason", "x"),
    )
    golden("retract", *(eemgit(*line, cwd=bench.path) for line in given), folder=bench.path)
    assert bench.git("log", "-2", "--format=%B---") == (
        "retract thermostat-stuck\n\nrepaired\n\n1 went OUT: thermostat-stuck\n1 turned IN: kettle-is-safe\n---\n"
        "retract steam-seen\n\nit was fog\n\n1 went OUT: steam-seen\n---"
    )


def test_nogood(bench: GitRepo, golden: Golden) -> None:
    given = (
        ("nogood", "add", "steam-seen", "cord-sound", "--reason", "steam tears cords", "--dry-run"),
        ("nogood", "add", "lid-open", "steam-seen", "--reason", "no steam then", "--id", "lid-or-steam", "--commit"),
        ("nogood", "add", "steam-seen", "--reason", "alone"),
        ("nogood", "add", "steam-seen", "steam-sen", "--reason", "misspelt"),
        ("nogood", "add", "steam-seen", "cord-sound", "--reason", "  "),
        ("nogood", "resolve", "lid-or-steam"),
        ("nogood", "resolve", "boils-or-not"),
        ("nogood", "resolve", "boils-or-not", "--retract", "mains-on"),
        ("nogood", "resolve", "boils-or-not", "--retract", "cuts-out-early", "--dry-run"),
        ("nogood", "resolve", "boils-or-not", "--retract", "cuts-out-early"),
        ("proposals",),
        ("plan", "eem/resolve-boils-or-not"),
        ("accept", "eem/resolve-boils-or-not", "--dry-run"),
        ("accept", "eem/resolve-boils-or-not", "--digest", "0123456789abcdef"),
        ("accept", "eem/resolve-boils-or-not"),
        ("proposals",),
        ("nogood", "list"),
    )
    golden("nogood", *(eemgit(*line, cwd=bench.path) for line in given), folder=bench.path)


def test_plan_of_a_branch_with_everything(bench: GitRepo, golden: Golden) -> None:
    bench.git("switch", "-q", "-c", "work")
    bench.belief("lid-open", "The lid stands open.")
    bench.belief("descaled", "The kettle was descaled in autumn.", "valid: {from: 2026-09-01}")
    bench.belief("fuse-whole", "The fuse in the plug is whole.", "retracted: it was blown")
    bench.belief("fuse-whole-copy", "The fuse in the plug is whole!", "origin: derive")
    bench.belief("hot-handle", "The handle gets hot.", "justifications:\n  - antecedents: [water-heats]")
    bench.belief("scalds", "Somebody gets scalded.", "justifications:\n  - antecedents: [hot-handel]")
    bench.belief("hens", "Hens came first.", "justifications:\n  - unless: [eggs]")
    bench.belief("eggs", "Eggs came first.", "justifications:\n  - unless: [hens]")
    bench.git("mv", "beliefs/t/tea-time.md", "beliefs/d/drinking-time.md")
    (bench.path / "beliefs/e/element-sound-too.md").unlink()
    bench.write("nogoods/hot-or-new.md", "---\nmembers: [kettle-is-new, hot-handle]\n---\n\nNew ones stay cool.\n")
    (bench.path / "nogoods/new-or-scaled.md").unlink()
    bench.commit("work on the kettle")
    bench.git("switch", "-q", "main")
    given = (("plan", "work"), ("plan", "work", "--into", "main"), ("diff", "main", "work"), ("accept", "work"))
    results = [eemgit(*line, cwd=bench.path) for line in given]
    golden("plan", *results, folder=bench.path)


def test_dedup(bench: GitRepo, golden: Golden) -> None:
    given = (
        ("dedup", "--dry-run"),
        ("dedup", "--auto"),
        ("dedup",),
        ("plan", "eem/dedup"),
        ("accept", "eem/dedup"),
        ("show", "element-sound-too"),
        ("dedup",),
    )
    golden("dedup", *(eemgit(*line, cwd=bench.path) for line in given), folder=bench.path)


def test_dedup_by_a_plan_file(bench: GitRepo, golden: Golden) -> None:
    bench.belief("steam-was-seen", "In the test of June there was steam.")
    bench.commit("one more")
    results = [eemgit("dedup", "--plan", cwd=bench.path), eemgit("dedup", "--plan", cwd=bench.path)]
    plan = bench.path / "proposed-dedup.md"
    text = plan.read_text().replace("[KEEP] `element-sound`", "[RETRACT] `element-sound`")
    plan.write_text(text)
    results += [eemgit("dedup", "--apply", plan.name, cwd=bench.path), eemgit("dedup", "--plan", cwd=bench.path)]
    plan.write_text(text.replace("[RETRACT] `element-sound-too`", "[KEEP] `element-sound-too`"))
    given = (
        ("dedup", "--apply", plan.name, "--dry-run"),
        ("dedup", "--apply", plan.name, "--here"),
        ("dedup", "--apply", plan.name),
        ("dedup", "--apply", "no-such.md"),
        ("dedup", "--plan", "--auto"),
    )
    results += [eemgit(*line, cwd=bench.path) for line in given]
    golden("dedup-plan", *results, folder=bench.path)


def test_import(bench: GitRepo, golden: Golden) -> None:
    nodes = {
        "whistle": {"text": "It whistles.", "truth_value": "IN", "justifications": [], "metadata": {"mood": "shrill"}},
        "Steam Jet": {
            "text": "Steam comes out.",
            "truth_value": "IN",
            "justifications": [{"type": "SL", "antecedents": ["Steam Jet"], "outlist": []}],
        },
        "lid-open": {"text": "The lid is wide open.", "truth_value": "IN", "justifications": []},
    }
    bench.write("network.json", json.dumps({"nodes": nodes, "nogoods": []}))
    bench.write("broken.json", "{")
    given = (
        ("import", "network.json", "--dry-run"),
        ("import", "network.json"),
        ("import", "network.json"),
        ("import", "broken.json"),
        ("import", "no-such.json"),
    )
    golden("import", *(eemgit(*line, cwd=bench.path) for line in given), folder=bench.path)


def test_init(empty_repo: GitRepo, golden: Golden) -> None:
    given = (
        ("init", "--dry-run"),
        ("init", "--agents"),
        ("init",),
        ("status",),
        ("list",),
        ("check",),
        ("init", "--example"),
    )
    golden("init", *(eemgit(*line, cwd=empty_repo.path) for line in given), folder=empty_repo.path)
