"""A small belief repository about a kettle, with one of everything that a command can show."""

from __future__ import annotations

from collections.abc import Mapping

from tests.knowledge.files import files

LINES = (
    "mains-on = The kettle is plugged into a live socket. | tags: [power] | sources: ['notes/bench.md#L1-L2']",
    "fuse-whole = The fuse in the plug is whole. | tags: [power]",
    "element-sound = The heating element has its rated resistance. | tags: [power, heat]",
    "cord-sound = The cord has no break. | tags: [power] | sources: ['https://example.org/cord']",
    "descaled = The kettle was descaled in spring. | valid: {from: 2026-03-01, to: 2026-09-01}",
    "lid-open = The lid stands open. | retracted: it was shut on the second look",
    "thermostat-stuck = The thermostat sticks at 60 degrees. | research: does it stick when cold, too?",
    "cuts-out-early = The kettle cuts out before it boils.",
    "boils-in-test = In the test of May the kettle boiled.",
    "steam-seen = In the test of May there was steam. | sources: ['notes/bench.md']",
    "element-sound-too = The heating element has its rated resistance | tags: [heat]",
    "current-flows <- mains-on, fuse-whole, cord-sound = Current flows through the element. | origin: derive",
    "water-heats <- current-flows, element-sound unless lid-open = The water gets warm.",
    "kettle-boils <- water-heats unless thermostat-stuck, cuts-out-early = The water boils. | aliases: [kettle-works]",
    "steam-possible <- any kettle-boils, boils-in-test, steam-seen = There can be steam. | tags: [heat]",
    "tea-time <- kettle-works = There will be tea. | tags: [tea]",
    "tea/leaves-there = There are tea leaves in the tin. | tags: [tea]",
    "kettle-is-safe unless thermostat-stuck <- cord-sound = The kettle is safe to use.",
    "kettle-is-new = The kettle is new. | retracted: {reason: the receipt is four years old, type: source-changed}",
    "nogood boils-or-not: boils-in-test, cuts-out-early",
    "nogood new-or-scaled: kettle-is-new, descaled",
)  # fmt: skip

NOTES = "the lamp in the socket lit\nand the tester agreed\n"


def kettle() -> Mapping[str, bytes]:
    """The files of the repository, settings and notes included."""
    found = {path: content for path, content in files(*LINES).items() if isinstance(content, bytes)}
    return found | {"eemgit.yaml": b"schema: 1\n", "notes/bench.md": NOTES.encode()}
