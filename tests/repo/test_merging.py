"""The merge that is looked at is the merge that is committed, and looking at it touches nothing."""

from __future__ import annotations

import pytest

from eemgit.errors import GitError
from eemgit.repo.branches import branches
from eemgit.repo.commits import CommitSpec
from eemgit.repo.merging import accept_merge, merge_result
from eemgit.repo.publish import publish
from eemgit.repo.repository import Repository


def opened(repo) -> Repository:
    return Repository.discover(repo.path)


def propose(repo, branch: str = "eem/derive", identifier: str = "new", claim: str = "New.") -> str:
    path = f"beliefs/{identifier[0]}/{identifier}.md"
    spec = CommitSpec(
        f"derive: add {identifier}", trailers=(("Eem-Step", "derive"),), files={path: f"{claim}\n".encode()}
    )
    return publish(opened(repo), branch, repo.head(), [spec], None).head


def objects(repo) -> set[str]:
    folder = repo.path / ".git" / "objects"
    return {str(path) for path in folder.rglob("*") if path.is_file()}


def test_a_clean_merge_shows_the_files_of_both_sides(repo):
    base = repo.head()
    head = propose(repo)
    repo.belief("on-main")
    target = repo.commit()
    result = merge_result(opened(repo), target, head)
    assert set(result.snapshot.files) == {"beliefs/n/new.md", "beliefs/o/on-main.md", "eemgit.yaml"}
    assert (result.base, result.target, result.branch, result.conflicts) == (base, target, head, ())


def test_looking_at_a_merge_writes_nothing(repo):
    head = propose(repo)
    repo.belief("on-main")
    target = repo.commit()
    repo.belief("on-main", "dirty")
    before, stored = repo.fingerprint(), objects(repo)
    merge_result(opened(repo), target, head)
    branches(opened(repo), "eem", target)
    assert (repo.fingerprint(), objects(repo)) == (before, stored)


def conflict(repo) -> tuple[str, str]:
    repo.write("kb/eemgit.yaml", "schema: 1\n")
    for name in ("both", "gone"):
        repo.write(f"kb/beliefs/x/{name} ö.md", "base\n")
    repo.write("outside.txt", "base\n")
    repo.commit()
    repo.git("checkout", "-q", "-b", "side")
    repo.write("kb/beliefs/x/both ö.md", "side\n")
    repo.write("kb/beliefs/x/added.md", "side\n")
    (repo.path / "kb/beliefs/x/gone ö.md").unlink()
    repo.write("outside.txt", "side\n")
    head = repo.commit()
    repo.git("checkout", "-q", "main")
    for path in ("kb/beliefs/x/both ö.md", "kb/beliefs/x/gone ö.md", "kb/beliefs/x/added.md", "outside.txt"):
        repo.write(path, "main\n")
    return repo.commit(), head


def test_conflicts_are_named_with_their_kind(repo):
    target, head = conflict(repo)
    result = merge_result(Repository.discover(repo.path / "kb"), target, head)
    found = {(each.path, each.inside): each.kinds for each in result.conflicts}
    assert set(found) == {
        ("beliefs/x/both ö.md", True), ("beliefs/x/gone ö.md", True), ("beliefs/x/added.md", True),
        ("outside.txt", False),
    }  # fmt: skip
    assert found["beliefs/x/gone ö.md", True] == ("modify/delete",)
    assert b"<<<<<<<" in result.snapshot.files["beliefs/x/both ö.md"]
    with pytest.raises(GitError, match="has conflicts, first in"):
        accept_merge(opened(repo), result, "accept", "main")


def test_attributes_and_configuration_do_not_change_the_result(repo, git_home):
    target, head = conflict(repo)
    plain = merge_result(opened(repo), target, head)
    (git_home / "attributes").write_text("* merge=union\n")
    (repo.path / ".git" / "info" / "attributes").write_text("* merge=ours\n")
    repo.write(".gitattributes", "* merge=union\n")
    for key, value in (
        ("core.attributesFile", str(git_home / "attributes")), ("merge.ours.driver", "true"),
        ("merge.default", "union"), ("merge.renames", "false"), ("merge.conflictStyle", "diff3"),
    ):  # fmt: skip
        repo.git("config", "--global", key, value)
    assert merge_result(opened(repo), target, head) == plain


def test_accepting_commits_the_tree_that_was_looked_at(repo):
    head = propose(repo)
    repo.belief("on-main")
    target = repo.commit()
    repo.belief("staged")
    repo.git("add", "-A")
    repo.write("eemgit.yaml", "schema: 1\n# dirty\n")
    result = merge_result(opened(repo), target, head)
    made = accept_merge(opened(repo), result, "accept eem/derive\n", "main")
    assert repo.head("main") == made
    assert repo.git("show", "-s", "--format=%T %P %s", made) == f"{result.tree} {target} {head} accept eem/derive"
    assert (repo.path / "beliefs/n/new.md").read_bytes() == b"New.\n"
    assert sorted(repo.git("status", "--porcelain").splitlines()) == [" M eemgit.yaml", "A  beliefs/s/staged.md"]
    repo.fsck()


def test_accepting_what_could_be_fast_forwarded_still_records_both_parents(repo):
    target = repo.head()
    result = merge_result(opened(repo), target, propose(repo))
    made = accept_merge(opened(repo), result, "accept", "main")
    assert repo.git("show", "-s", "--format=%P", made) == f"{target} {result.branch}"


def test_accepting_on_a_detached_head_moves_it(repo):
    repo.git("checkout", "-q", "--detach")
    result = merge_result(opened(repo), repo.head(), propose(repo))
    made = accept_merge(opened(repo), result, "accept", None)
    assert (repo.head(), repo.head("main")) == (made, result.target)


def test_accepting_into_a_branch_nobody_is_on_leaves_the_worktree_alone(repo, tmp_path):
    repo.git("branch", "release")
    result = merge_result(opened(repo), repo.head("release"), propose(repo))
    before = repo.fingerprint()
    made = accept_merge(opened(repo), result, "accept", "release")
    after = repo.fingerprint()
    assert after.pop("ref refs/heads/release") == made
    before.pop("ref refs/heads/release")
    assert after == before
    with pytest.raises(GitError, match="HEAD is on a branch"):
        accept_merge(opened(repo), result, "accept", None)


def test_accepting_works_in_a_bare_repository(repo, tmp_path):
    head = propose(repo)
    repo.git("clone", "-q", "--bare", str(repo.path), str(tmp_path / "bare.git"))
    bare = repo.at(tmp_path / "bare.git")
    result = merge_result(opened(bare), bare.head("main"), head)
    assert accept_merge(opened(bare), result, "accept", "main") == bare.head("main")
    bare.fsck()


def test_accepting_is_refused_where_a_person_would_lose_something(repo, tmp_path):
    repo.belief("new", "first")
    repo.commit()
    result = merge_result(opened(repo), repo.head(), propose(repo))
    repo.belief("new", "work of a person")
    before = repo.fingerprint()
    with pytest.raises(GitError, match=r"'beliefs/n/new\.md' has changes that are not committed"):
        accept_merge(opened(repo), result, "accept", "main")
    assert repo.fingerprint() == before


def test_accepting_is_refused_once_the_target_has_moved(repo):
    repo.git("branch", "release")
    result = merge_result(opened(repo), repo.head(), propose(repo))
    repo.belief("later")
    later = repo.commit()
    repo.git("update-ref", "refs/heads/release", later)
    for branch in ("main", "release"):
        with pytest.raises(GitError, match="has moved"):
            accept_merge(opened(repo), result, "accept", branch)
    assert repo.head() == repo.head("release") == later


def test_accepting_into_a_branch_of_another_worktree_is_refused(repo, tmp_path):
    repo.worktree(tmp_path / "linked", "-b", "release")
    result = merge_result(opened(repo), repo.head(), propose(repo))
    with pytest.raises(GitError, match="'release' is checked out in"):
        accept_merge(opened(repo), result, "accept", "release")


def test_accepting_during_a_merge_is_refused(repo):
    target, _ = conflict(repo)
    result = merge_result(opened(repo), target, propose(repo))
    repo.git("merge", "side", check=False)
    with pytest.raises(GitError, match="a merge is in progress"):
        accept_merge(opened(repo), result, "accept", "main")


def test_what_is_contained_already_is_said(repo):
    head = propose(repo)
    repo.git("merge", "-q", "eem/derive")
    with pytest.raises(GitError, match="nothing to accept"):
        accept_merge(opened(repo), merge_result(opened(repo), repo.head(), head), "accept", "main")


def test_commits_without_common_history_are_refused(repo):
    target = repo.head()
    repo.git("checkout", "-q", "--orphan", "other")
    repo.belief("x")
    with pytest.raises(GitError, match="share no history"):
        merge_result(opened(repo), target, repo.commit())


def test_a_shallow_clone_can_be_looked_at(repo, tmp_path):
    repo.belief("early")
    repo.commit()
    repo.belief("late")
    repo.commit()
    repo.git("clone", "-q", "--depth=1", f"file://{repo.path}", str(tmp_path / "shallow"))
    shallow = repo.at(tmp_path / "shallow")
    result = merge_result(opened(shallow), shallow.head(), propose(shallow))
    assert "beliefs/e/early.md" in result.snapshot.files


def test_sha256_repositories_are_merged(git_home, repo, tmp_path):
    modern = repo.at(tmp_path / "modern")
    modern.path.mkdir()
    modern.git("init", "-q", "-b", "main", "--object-format=sha256")
    modern.write("eemgit.yaml", "schema: 1\n")
    modern.commit()
    result = merge_result(opened(modern), modern.head(), propose(modern))
    made = accept_merge(opened(modern), result, "accept", "main")
    assert modern.head() == made
    assert [each.accepted for each in branches(opened(modern), "eem", made)] == [True]


def test_an_old_git_is_told_apart_clearly(repo, tmp_path, monkeypatch):
    import shutil

    real = shutil.which("git")
    fake = tmp_path / "bin" / "git"
    fake.parent.mkdir()
    fake.write_text(f'#!/bin/sh\n[ "$1" = version ] && echo "git version 2.37.1" && exit\nexec {real} "$@"\n')
    fake.chmod(0o755)
    head = propose(repo)
    monkeypatch.setenv("PATH", f"{fake.parent}:/bin:/usr/bin")
    with pytest.raises(GitError, match=r"needs git 2\.38 or newer, this is 2\.37"):
        merge_result(opened(repo), repo.head(), head)


def test_branches_say_what_they_add_and_whether_it_has_arrived(repo):
    base = repo.head()
    head = propose(repo, "eem/derive/one", "one")
    propose(repo, "eem/derive/two", "two")
    propose(repo, "eem/dedup", "three")
    propose(repo, "other", "four")
    repo.git("merge", "-q", "--squash", "eem/derive/two")
    repo.git("commit", "-q", "-m", "squashed")
    repo.git("merge", "-q", "--no-edit", "eem/dedup")
    repo.belief("later")
    target = repo.commit()
    found = {each.name: each for each in branches(opened(repo), "eem", target)}
    assert list(found) == ["eem/dedup", "eem/derive/one", "eem/derive/two"]
    assert {name: each.accepted for name, each in found.items()} == {
        "eem/dedup": True, "eem/derive/one": False, "eem/derive/two": True,
    }  # fmt: skip
    one = found["eem/derive/one"]
    assert (one.head, one.base, len(one.commits)) == (head, base, 1)
    assert one.tip is not None
    assert (one.tip.subject, one.tip.trailers) == ("derive: add one", (("Eem-Step", "derive"),))
    assert found["eem/dedup"].tip is None
    assert branches(opened(repo), "eem/derive", target)[0].name == "eem/derive/one"
    assert branches(opened(repo), "nothing", target) == ()


def test_a_branch_of_another_history_is_listed_and_not_accepted(repo):
    target = repo.head()
    repo.git("checkout", "-q", "--orphan", "eem/foreign")
    repo.belief("x")
    repo.commit()
    (found,) = branches(opened(repo), "eem", target)
    assert (found.base, found.accepted, len(found.commits)) == (None, False, 1)
