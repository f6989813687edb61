"""Commits built off-tree and put on a branch in one step."""

from __future__ import annotations

import os
import shutil
import subprocess

import pytest

from eemgit.errors import GitError
from eemgit.git.history import log
from eemgit.repo.commits import CommitSpec
from eemgit.repo.leftovers import TEMPORARY
from eemgit.repo.publish import publish
from eemgit.repo.repository import Repository

ADD_A = CommitSpec("derive: add a", "Because.", (("Eem-Step", "derive"),), {"beliefs/a/a.md": b"A.\n"})
ADD_B = CommitSpec("derive: add b", files={"beliefs/b/b.md": b"B.\n"})


def opened(repo) -> Repository:
    return Repository.discover(repo.path)


def test_a_chain_appears_on_a_new_branch(repo):
    base = repo.head()
    made = publish(opened(repo), "eem/derive", base, [ADD_A, ADD_B], None)
    assert repo.head("eem/derive") == made.head == made.commits[-1]
    assert repo.git("rev-list", "--reverse", f"{base}..eem/derive").split() == list(made.commits)
    assert repo.git("show", "eem/derive:beliefs/a/a.md") == "A."
    assert repo.git("show", "-s", "--format=%B", made.commits[0]) == "derive: add a\n\nBecause.\n\nEem-Step: derive\n"
    assert repo.git("show", "-s", "--format=%an <%ae> %cn", made.head) == "Kim Tester <kim@example.org> Kim Tester"
    repo.fsck()


def test_index_worktree_and_head_stay_as_they_are(repo):
    repo.belief("a", "mine, not committed")
    repo.belief("staged")
    repo.git("add", "beliefs/s")
    before = repo.fingerprint()
    publish(opened(repo), "eem/derive", repo.head(), [ADD_A], None)
    after = repo.fingerprint()
    assert after.pop("ref refs/heads/eem/derive")
    assert after == before


def test_only_the_branch_is_left_behind(repo):
    files = set((repo.path / ".git").iterdir())
    publish(opened(repo), "eem/derive", repo.head(), [ADD_A], None)
    assert {path.name for path in set((repo.path / ".git").iterdir()) - files} == {"eemgit.lock"}
    assert repo.git("for-each-ref", TEMPORARY) == ""
    assert "derive: add a" in repo.git("reflog", "show", "eem/derive")


def test_a_branch_is_replaced_only_at_its_expected_value(repo):
    base = repo.head()
    first = publish(opened(repo), "eem/x", base, [ADD_A], None)
    second = publish(opened(repo), "eem/x", base, [ADD_B], first.head)
    assert repo.head("eem/x") == second.head
    for wrong, message in ((None, "exists already"), (first.head, "has moved"), (base, "has moved")):
        with pytest.raises(GitError, match=message):
            publish(opened(repo), "eem/x", base, [ADD_A], wrong)
    with pytest.raises(GitError, match="was deleted"):
        publish(opened(repo), "eem/gone", base, [ADD_A], base)
    assert repo.head("eem/x") == second.head
    assert repo.git("for-each-ref", TEMPORARY) == ""


def test_paths_count_from_the_belief_root(repo):
    repo.write("kb ö/eemgit.yaml", "schema: 1\n")
    repo.commit()
    publish(Repository.discover(repo.path / "kb ö"), "eem/x", repo.head(), [ADD_A], None)
    assert repo.git("show", "eem/x:kb ö/beliefs/a/a.md") == "A."


def test_files_are_changed_and_deleted(repo):
    repo.belief("old")
    repo.belief("kept", "before")
    base = repo.commit()
    spec = CommitSpec("rename", files={"beliefs/o/old.md": None, "beliefs/k/kept.md": b"after\n"})
    publish(opened(repo), "eem/x", base, [spec], None)
    assert repo.git("diff", "--name-status", base, "eem/x") == "M\tbeliefs/k/kept.md\nD\tbeliefs/o/old.md"


@pytest.mark.parametrize("name", ['a"q.md', "two words.md", "señal.md", "\u2028.md", "-dash.md", ":(top)x.md"])
def test_odd_names_and_any_bytes_arrive_unchanged(repo, name):
    data = bytes(range(256)) + b"\r\nno line end"
    publish(opened(repo), "eem/x", repo.head(), [CommitSpec("odd", files={f"beliefs/a/{name}": data})], None)
    shown = subprocess.run(["git", "show", f"eem/x:beliefs/a/{name}"], cwd=repo.path, capture_output=True, check=True)
    assert shown.stdout == data


@pytest.mark.parametrize(
    "path",
    ["../../.git/hooks/pre-commit", "/etc/passwd", "a/../../b", "x\\..\\y", ".git/config", "a\0b", "a//b", "", ".",
     "beliefs/.GIT/config", "git~1/config", "a/\n", "C:/x"],
)  # fmt: skip
def test_paths_that_leave_the_root_are_refused(repo, path):
    before = repo.fingerprint()
    with pytest.raises(GitError, match="not a path inside the belief repository"):
        publish(opened(repo), "eem/x", repo.head(), [CommitSpec("bad", files={path: b""})], None)
    assert repo.fingerprint() == before


@pytest.mark.parametrize(
    "branch", ["derive/../../config", "-d", "a..b", "a b", "x.lock", "a\0b", "HEAD", "", "/x", "@{-1}"]
)
def test_names_that_cannot_be_branches_are_refused(repo, branch):
    before = repo.fingerprint()
    with pytest.raises(GitError, match="not a name for a branch"):
        publish(opened(repo), branch, repo.head(), [ADD_A], None)
    assert repo.fingerprint() == before


def test_a_branch_some_worktree_is_on_is_refused(repo, tmp_path):
    base = repo.head()
    repo.worktree(tmp_path / "linked", "-b", "side")
    for branch in ("main", "side"):
        with pytest.raises(GitError, match=f"'{branch}' is checked out in"):
            publish(opened(repo), branch, base, [ADD_A], base)


def test_a_branch_that_is_being_rebased_is_refused(repo):
    base = repo.head()
    repo.git("checkout", "-q", "-b", "side")
    repo.belief("x", "side")
    repo.commit()
    repo.git("checkout", "-q", "main")
    repo.belief("x", "main")
    repo.commit()
    repo.git("checkout", "-q", "side")
    side = repo.head()
    repo.git("rebase", "main", check=False)
    assert opened(repo).unfinished() == "rebase"
    with pytest.raises(GitError, match="'side' is checked out in"):
        publish(opened(repo), "side", base, [ADD_A], side)


def test_publishing_works_in_every_kind_of_repository(repo, tmp_path):
    base = repo.head()
    linked = repo.worktree(tmp_path / "linked", "--detach")
    repo.git("clone", "-q", "--bare", str(repo.path), str(tmp_path / "bare.git"))
    bare = repo.at(tmp_path / "bare.git")
    for place in (linked, bare):
        made = publish(opened(place), "eem/x", base, [ADD_A], None)
        assert place.head("eem/x") == made.head
        place.fsck()


def test_publishing_works_with_sha256_and_before_the_first_commit(git_home, tmp_path, repo):
    modern = repo.at(tmp_path / "modern")
    modern.path.mkdir()
    modern.git("init", "-q", "-b", "main", "--object-format=sha256")
    modern.write("eemgit.yaml", "schema: 1\n")
    made = publish(opened(modern), "eem/x", None, [ADD_A, ADD_B], None)
    assert len(made.head) == 64
    assert modern.git("rev-list", "--count", "eem/x") == "2"
    modern.fsck()


def test_messages_survive_whatever_is_in_them(repo):
    odd = CommitSpec(
        "two\nlines\0 \x1b[1m", "# kept\n\nfrom abc\ndone\n\ud800", (("Eem-Model", "a\nb: c"),), ADD_A.files
    )
    made = publish(opened(repo), "eem/x", repo.head(), [odd], None)
    (info,) = log(opened(repo).git, made.head, [repo.head()])
    assert info.subject == "two lines [1m"
    assert info.message.split("\n\n")[1:3] == ["# kept", "from abc\ndone\n?"]
    assert info.trailers == (("Eem-Model", "a b: c"),)
    assert info.trailer("eem-model") == "a b: c"
    repo.fsck()


def test_nothing_to_publish_is_said(repo):
    with pytest.raises(GitError, match="nothing to commit"):
        publish(opened(repo), "eem/x", repo.head(), [], None)
    with pytest.raises(GitError, match="needs a subject"):
        publish(opened(repo), "eem/x", repo.head(), [CommitSpec(" \n")], None)


def test_without_an_identity_the_error_says_what_to_set(repo, git_home, monkeypatch):
    (git_home / ".gitconfig").write_text("[user]\n\tuseConfigOnly = true\n")
    before = repo.refs()
    with pytest.raises(GitError, match="does not know who you are") as caught:
        publish(opened(repo), "eem/x", repo.head(), [ADD_A], None)
    assert "git config user.name" in str(caught.value.hint)
    assert repo.refs() == before


@pytest.mark.parametrize("variable", ["GIT_AUTHOR_NAME", "GIT_COMMITTER_EMAIL"])
def test_a_name_with_a_line_break_is_refused(repo, monkeypatch, variable):
    monkeypatch.setenv(variable, "Kim\n[core]\n\thooksPath = /tmp/evil")
    with pytest.raises(GitError, match="line break"):
        publish(opened(repo), "eem/x", repo.head(), [ADD_A], None)
    monkeypatch.delenv(variable)
    repo.git("config", "user.name", "Kim\n[core]\n\thooksPath = /tmp/evil")
    with pytest.raises(GitError, match="line break"):
        publish(opened(repo), "eem/x", repo.head(), [ADD_A], None)
    assert repo.git("config", "core.hooksPath", check=False) == ""


def test_commits_are_signed_when_the_user_signs(repo, git_home):
    if shutil.which("ssh-keygen") is None:
        pytest.skip("ssh-keygen is not installed")
    key = git_home / "key"
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(key)], check=True)
    for name, value in (("gpg.format", "ssh"), ("user.signingkey", str(key)), ("commit.gpgsign", "true")):
        repo.git("config", name, value)
    base = repo.head()
    made = publish(opened(repo), "eem/x", base, [ADD_A, ADD_B], None)
    for oid in made.commits:
        assert "gpgsig -----BEGIN SSH SIGNATURE" in repo.git("cat-file", "commit", oid)
    assert repo.git("rev-list", "--reverse", f"{base}..eem/x").split() == list(made.commits)
    assert repo.git("show", "-s", "--format=%ae %ad", "--date=unix", made.head) == "kim@example.org 1767323045"
    assert repo.git("for-each-ref", TEMPORARY) == ""
    repo.git("config", "user.signingkey", str(git_home / "missing"))
    with pytest.raises(GitError):
        publish(opened(repo), "eem/y", base, [ADD_A], None)
    assert repo.git("for-each-ref", TEMPORARY, "refs/heads/eem/y") == ""


def test_what_killed_runs_left_is_swept_and_nothing_else(repo):
    base = repo.head()
    gone = subprocess.Popen(["git", "version"], stdout=subprocess.DEVNULL)
    gone.wait()
    alive = f"{TEMPORARY}{os.getppid()}-9999999999-ab"
    for name in (
        f"{TEMPORARY}{gone.pid}-9999999999-ab",
        f"{TEMPORARY}{os.getppid()}-100-ab",
        alive,
        f"{TEMPORARY}foreign",
    ):
        repo.git("update-ref", name, base)
    scratch = repo.path / ".git" / f"eemgit-{gone.pid}-00ff.tmp"
    scratch.write_text("half")
    crash = repo.path / ".git" / "fast_import_crash_1"
    crash.write_text(f"commit {TEMPORARY}1-2-3\n")
    other = repo.path / ".git" / "fast_import_crash_2"
    other.write_text("commit refs/heads/x\n")
    publish(opened(repo), "eem/x", base, [ADD_A], None)
    assert repo.git("for-each-ref", "--format=%(refname)", TEMPORARY).split() == [alive, f"{TEMPORARY}foreign"]
    assert (scratch.exists(), crash.exists(), other.exists()) == (False, False, True)


def test_a_branch_below_a_branch_is_refused_by_name(repo):
    base = repo.head()
    publish(opened(repo), "eem/x", base, [ADD_A], None)
    with pytest.raises(GitError, match="refs/heads/eem/x"):
        publish(opened(repo), "eem/x/y", base, [ADD_A], None)
    assert repo.git("for-each-ref", TEMPORARY) == ""
