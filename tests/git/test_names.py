"""What is taken for a revision, a branch or a name, and what is refused before git sees it."""

from __future__ import annotations

import subprocess

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from eemgit.errors import GitError
from eemgit.git.names import check_branch, check_identity, check_ref, check_revision, one_line


@pytest.mark.parametrize("name", ["main", "eem/derive-auth", "eem/dédup", "a.b", "x@y", "0"])
def test_ordinary_branch_names_pass(name):
    assert check_branch(name) == name


@pytest.mark.parametrize("revision", ["HEAD", "HEAD~3", "v1.0^{commit}", ":/subject", "main@{yesterday}", "0a1b"])
def test_ordinary_revisions_pass(revision):
    assert check_revision(revision) == revision


@pytest.mark.parametrize("revision", ["", "-", "--all", "a\nb", "a\0", "a\x7f", "\ud800"])
def test_what_looks_like_an_option_or_holds_control_characters_is_no_revision(revision):
    with pytest.raises(GitError, match="not a revision"):
        check_revision(revision)


@settings(max_examples=60, deadline=None)
@given(st.text(alphabet="ab./-@{}~^:?*[\\ \x01lock", min_size=1, max_size=8))
def test_no_branch_name_passes_that_git_would_refuse(name):
    try:
        check_branch(name)
    except GitError:
        return
    subprocess.run(["git", "check-ref-format", f"refs/heads/{name}"], check=True)


def test_a_ref_needs_a_folder():
    assert check_ref("refs/x") == "refs/x"
    with pytest.raises(GitError):
        check_ref("HEAD")


@pytest.mark.parametrize(("name", "email"), [("Kim\n[core]", "k@x"), ("Kim", "k@x\0"), ("<Kim>", "k@x"), ("", "k@x")])
def test_an_identity_git_could_not_keep_is_refused(name, email):
    with pytest.raises(GitError):
        check_identity(name, email)
    assert check_identity("Kim Ö.", "kim@example.org") == ("Kim Ö.", "kim@example.org")


def test_a_text_is_folded_to_one_line():
    assert one_line(" a\n\tb\x1b c ") == "a b c"
