"""Blobs, entries, streams and merges, as git gives them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from eemgit.errors import GitError
from eemgit.git.fastimport import quoted
from eemgit.git.history import changed_paths, log, parse_trailers, trees_of
from eemgit.git.mergetree import MergeNote, parse_merge
from eemgit.git.objects import TooLarge, list_index, list_tree, read_blobs
from eemgit.git.refs import RefUpdate, is_ancestor, list_refs, lookup, merge_base, update_refs
from eemgit.git.runner import Git

ZERO = "0" * 40


def test_many_blobs_stream_in_order_whatever_their_size(repo):
    sizes = [0, 1, 10, 70_000, 3, 300_000, 5]
    for number, size in enumerate(sizes):
        repo.write(f"f{number}", bytes([number]) * size)
    repo.commit()
    git = Git.here(repo.path)
    entries = [entry for entry in list_tree(git, "HEAD") if entry.path.startswith(b"f")]
    oids = [entry.oid for entry in entries] * 300
    for found, number in zip(read_blobs(git, oids, 100_000), list(range(len(sizes))) * 300, strict=True):
        size = sizes[number]
        assert found == (TooLarge(size) if size > 100_000 else bytes([number]) * size)


def test_a_reader_may_stop_early(repo):
    path = repo.write("f", b"x" * 100_000)
    oid = repo.git("hash-object", "-w", str(path))
    blobs = read_blobs(Git.here(repo.path), [oid] * 50, 200_000)
    assert len(next(blobs)) == 100_000
    blobs.close()


def test_no_blobs_need_no_git(tmp_path):
    assert list(read_blobs(Git.here(tmp_path / "nowhere"), [], 1)) == []


def test_a_truncated_answer_is_an_error(repo):
    with pytest.raises(GitError, match="is missing"):
        list(read_blobs(Git.here(repo.path), [ZERO], 1))


def test_entries_keep_their_bytes(repo):
    repo.write('a "ö"\n/x', "x")
    repo.commit()
    git = Git.here(repo.path)
    expected = ['a "ö"\n/x'.encode(), b"eemgit.yaml"]
    assert [entry.path for entry in list_tree(git, "HEAD")] == expected
    assert [entry.path for entry in list_index(git)] == expected
    assert list(changed_paths(git, "HEAD~1", "HEAD")) == expected[:1]


def test_refs_change_together_or_not_at_all(repo):
    git = Git.here(repo.path)
    old, new = repo.head(), repo.commit("second")
    update_refs(git, [RefUpdate("refs/heads/a", None, old), RefUpdate("refs/heads/b", None, new)], "made\nhere", ZERO)
    before = repo.refs()
    for wrong in (RefUpdate("refs/heads/b", old, None), RefUpdate("refs/heads/b", None, old)):
        with pytest.raises(GitError):
            update_refs(git, [RefUpdate("refs/heads/a", old, new), wrong], "moved", ZERO)
    assert repo.refs() == before
    update_refs(git, [RefUpdate("refs/heads/a", old, None)], "gone", ZERO)
    assert list_refs(git, ["refs/heads/a", "refs/heads/b"]) == {"refs/heads/b": new}
    assert "made here" in repo.git("reflog", "show", "b")


def test_a_stream_that_breaks_off_changes_no_ref(repo):
    git = Git.here(repo.path)
    head = repo.head()
    result = git.attempt("update-ref", "--stdin", "-z", stdin=f"start\0update refs/heads/a\0{head}\0{ZERO}\0".encode())
    assert lookup(git, "refs/heads/a") is None, result


def test_commits_are_read_with_their_trailers(repo):
    git = Git.here(repo.path)
    base = repo.head()
    one = repo.commit("one: ö\n\nBody.\n\nEem-Step: derive\nEem-Model: a: b\n  folded")
    two = repo.commit("two")
    first, second = log(git, two, [base])
    assert (first.oid, first.subject, first.parents, first.author) == (one, "one: ö", (base,), "Kim Tester")
    assert first.trailers == (("Eem-Step", "derive"), ("Eem-Model", "a: b folded"))
    assert (second.message, second.trailer("Eem-Step"), second.seconds) == ("two", None, 1767323045)
    assert trees_of(git, [two, one]) == (second.tree, first.tree)
    assert log(git, two, [two]) == ()


def test_relations_of_commits(repo):
    git = Git.here(repo.path)
    old, new = repo.head(), repo.commit()
    assert (merge_base(git, new, old), is_ancestor(git, old, new), is_ancestor(git, new, old)) == (old, True, False)


@given(st.text(max_size=20))
def test_quoted_paths_can_be_read_back(path):
    raw = quoted(path.encode("utf-8", "replace").decode())
    assert raw[:1] == raw[-1:] == b'"'
    assert b"\n" not in raw
    body = raw[1:-1].replace(b"\\\\", b"\0").replace(b'\\"', b'"').replace(b"\\n", b"\n")
    if "\0" not in path:
        assert body.replace(b"\0", b"\\") == path.encode("utf-8", "replace")


def test_trailers_are_pairs():
    assert parse_trailers("A: 1\nB-c:2: 3\n\n") == (("A", "1"), ("B-c", "2: 3"))


def test_a_merge_report_is_read_field_by_field():
    out = b"tree\0b/x\0b/y\0\x001\0b/x\0Auto-merging\0Auto-merging b/x\n\x002\0b/x\0b/y\0CONFLICT (rename)\0Text\n\0"
    merged = parse_merge(out, clean=False)
    assert (merged.tree, merged.conflicted) == ("tree", (b"b/x", b"b/y"))
    assert merged.notes == (
        MergeNote((b"b/x",), "Auto-merging", "Auto-merging b/x"),
        MergeNote((b"b/x", b"b/y"), "CONFLICT (rename)", "Text"),
    )
    assert parse_merge(b"tree\0\0", clean=True).notes == ()
    with pytest.raises(GitError, match="does not know"):
        parse_merge(b"tree\0\0what\0", clean=True)
