"""Inside a hook: the commit being made is seen, other repositories are not mistaken for it, nothing is touched."""

from __future__ import annotations

import json
import sys

import pytest

READ = """
import json, os, sys
from pathlib import Path
from eemgit.repo.merging import merge_result
from eemgit.repo.repository import Repository
from eemgit.repo.snapshot import index_snapshot, revision_snapshot

def names(snapshot):
    return sorted(path for path in snapshot.files if path.startswith("beliefs/"))

found = {}
"""


def install(repo, where, name: str, code: str) -> None:
    """A hook that runs `code` and leaves what it put into `found` in the home folder."""
    script = where / name
    script.parent.mkdir(exist_ok=True)
    program = READ + code + '\nPath(os.environ["HOME"], "found").write_text(json.dumps(found))\n'
    (where / f"{name}.py").write_text(program)
    script.write_text(f"#!/bin/sh\nexec {sys.executable} '{where}/{name}.py'\n")
    script.chmod(0o755)


def found(repo) -> dict[str, list[str]]:
    result = json.loads((repo.path.parent / "home" / "found").read_text())
    assert isinstance(result, dict)
    return result


@pytest.fixture
def second(repo, tmp_path):
    other = repo.at(tmp_path / "second")
    other.path.mkdir()
    other.git("init", "-q", "-b", "main")
    other.write("eemgit.yaml", "schema: 1\n")
    other.belief("of-second")
    other.commit()
    return other


@pytest.mark.parametrize("linked", [False, True])
def test_a_pre_commit_hook_sees_the_commit_being_made_and_a_second_repository(repo, second, tmp_path, linked):
    code = f"""
found["staged"] = names(index_snapshot(Repository.discover(Path())))
found["second"] = names(index_snapshot(Repository.discover(Path({str(second.path)!r}), explicit=True)))
"""
    install(repo, repo.path / ".git" / "hooks", "pre-commit", code)
    place = repo.worktree(tmp_path / "linked", "-b", "side") if linked else repo
    before = second.fingerprint()
    place.belief("staged")
    place.git("add", "beliefs/s")
    place.belief("untracked")
    place.git("commit", "-q", "-m", "staged")
    assert found(repo) == {"staged": ["beliefs/s/staged.md"], "second": ["beliefs/o/of-second.md"]}
    place.git("add", "beliefs/u")
    place.belief("staged", "changed")
    place.git("commit", "-q", "-m", "only", "--only", "beliefs/s")
    assert found(repo)["staged"] == ["beliefs/s/staged.md"]
    assert second.fingerprint() == before
    assert repo.git("config", "core.bare") == "false"


def test_a_pre_receive_hook_reads_and_merges_what_is_still_in_quarantine(repo, second, tmp_path):
    repo.belief("base")
    repo.commit()
    repo.git("clone", "-q", "--bare", str(repo.path), str(tmp_path / "bare.git"))
    code = f"""
old, new, ref = sys.stdin.read().split()
here = Repository.discover(Path(), root="")
found["pushed"] = names(revision_snapshot(here, new))
found["merged"] = names(merge_result(here, here.head(), new).snapshot)
found["second"] = names(revision_snapshot(Repository.discover(Path({str(second.path)!r}), explicit=True), "HEAD"))
"""
    install(repo, tmp_path / "bare.git" / "hooks", "pre-receive", code)
    repo.git("checkout", "-q", "-b", "side")
    repo.belief("pushed")
    repo.commit()
    repo.git("push", "-q", str(tmp_path / "bare.git"), "side")
    both = ["beliefs/b/base.md", "beliefs/p/pushed.md"]
    assert found(repo) == {"pushed": both, "merged": both, "second": ["beliefs/o/of-second.md"]}


def test_reading_in_a_refusing_hook_leaves_a_dirty_worktree_alone(repo):
    repo.belief("a", "committed")
    repo.commit()
    install(
        repo, repo.path / ".git" / "hooks", "pre-commit", "index_snapshot(Repository.discover(Path()))\nsys.exit(1)"
    )
    repo.belief("a", "not staged")
    repo.belief("untracked")
    repo.belief("staged")
    repo.git("add", "beliefs/s")
    before, staged = repo.fingerprint(), repo.git("ls-files", "--stage")
    assert repo.git("commit", "-q", "-m", "refused", check=False) == ""
    after = repo.fingerprint()
    del before["index"], after["index"]  # git itself refreshes the times in it
    assert (after, repo.git("ls-files", "--stage")) == (before, staged)
    assert repo.git("stash", "list") == ""
    assert not list((repo.path / ".git").glob("*.lock"))
