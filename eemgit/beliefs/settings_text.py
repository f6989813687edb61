"""One setting written into `eemgit.yaml`; comments and the other lines stay as they are."""

from __future__ import annotations

from eemgit.beliefs.cutting import put_scalar
from eemgit.beliefs.frontmatter import BOM, MapNode, parse_tree, whole
from eemgit.beliefs.ids import Layout
from eemgit.beliefs.settings import read_settings
from eemgit.beliefs.splicing import line_end, splice
from eemgit.errors import EditRefused

_PATH = "eemgit.yaml"


def layout_text(data: bytes, layout: Layout) -> bytes:
    """The settings in `data` with this layout. Raises BadSettings when they cannot be read."""
    before = read_settings(_PATH, data)
    if before.layout is layout:
        return data
    document, _ = whole(data)
    tree = parse_tree(document.text, document.yaml_start)[0] if document else None
    if document is None or not isinstance(tree, MapNode):
        raise EditRefused("the settings cannot be changed", hint=f"write `layout: {layout.value}` by hand")
    entry, schema = tree.entry("layout"), tree.entry("schema")
    if entry is not None:
        text = put_scalar(document.text, entry.value, layout.value)
    elif schema is not None and tree.flow:
        text = splice(document.text, schema.value.end, schema.value.end, f", layout: {layout.value}")
    else:
        at = line_end(document.text, schema.value.end if schema else document.yaml_start)
        ended = document.text[:at].endswith(("\n", "\r"))
        line = f"layout: {layout.value}{document.newline}"
        text = splice(document.text, at, at, line if ended else document.newline + line)
    written = (BOM if data.startswith(BOM) else b"") + text.encode()
    if read_settings(_PATH, written).layout is not layout:
        raise EditRefused("the settings cannot be changed", hint=f"write `layout: {layout.value}` by hand")
    return written
