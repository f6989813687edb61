"""The real reasonsforge, where it is installed: what it makes of an export."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest


def labels_after_import(text: str, folder: Path) -> dict[str, str]:
    """The labels that reasonsforge has after importing the JSON and computing all truth again."""
    return {id: node["truth_value"] for id, node in imported(text, folder)["nodes"].items()}


def imported(text: str, folder: Path) -> Any:
    """What reasonsforge exports after importing the JSON and computing all truth again."""
    api = _api()
    database = _database(api, folder)
    (folder / "network.json").write_text(text, encoding="utf-8")
    api.import_json(str(folder / "network.json"), db_path=database)
    api.propagate(db_path=database)
    return api.export_network(db_path=database)


def imported_from_markdown(text: str, folder: Path) -> Any:
    """What reasonsforge exports after importing the markdown, its nogoods too, and computing all truth again."""
    api = _api()
    database = _database(api, folder)
    file = folder / "beliefs.md"
    file.write_text(text, encoding="utf-8")
    api.import_beliefs(str(file), str(file), db_path=database)
    api.propagate(db_path=database)
    return api.export_network(db_path=database)


def _api() -> Any:
    return pytest.importorskip("reasonsforge.api")


def _database(api: Any, folder: Path) -> str:
    database = folder / "reasons.db"
    database.unlink(missing_ok=True)
    api.init_db(db_path=str(database))
    return str(database)
