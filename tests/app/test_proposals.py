"""Proposals: a branch of readable commits that rolls with HEAD, never over a person's work, and nothing else."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.app.conftest import PAIRS
from tests.cli.program import Result, eemgit
from tests.conftest import GitRepo

BRANCH = "eem/dedup"


def dedup(repo: GitRepo, *options: str, code: int = 0) -> Result:
    result = eemgit("dedup", *options, cwd=repo.path)
    assert result.code == code, result.err
    return result


def labels(repo: GitRepo) -> dict[str, str]:
    rows = eemgit("list", "--json", cwd=repo.path).json["beliefs"]
    return {row["id"]: row["label"] for row in rows}


def commits(repo: GitRepo, span: str = f"main..{BRANCH}") -> list[str]:
    """The commits of a range, oldest first."""
    return repo.git("rev-list", "--reverse", span).splitlines()


def trailers(repo: GitRepo, commit: str) -> dict[str, str]:
    message = repo.git("show", "-s", "--format=%B", commit)
    lines = repo.git("interpret-trailers", "--parse", stdin=message).splitlines()
    return dict(line.split(": ", 1) for line in lines)


def test_a_proposal_has_a_commit_for_each_unit_and_its_report_last(facts: GitRepo) -> None:
    dedup(facts)
    made = commits(facts)
    assert len(made) == PAIRS + 1
    for number, commit in enumerate(made):
        subject, blank, *body = facts.git("show", "-s", "--format=%B", commit).splitlines()
        assert subject.startswith("dedup: ") and len(subject) <= 72 and blank == ""
        said = trailers(facts, commit)
        assert said["Eem-Step"] == "dedup" and len(said["Eem-Run"]) == 12
        assert ("Eem-Digest" in said) == (number == PAIRS)
        changed = facts.git("show", "--name-only", "--format=", commit).splitlines()
        if number < PAIRS:
            assert changed == [f"beliefs/t/twin-{number}.md"]
            assert body[:3] == ["exact copy", "", f"Thing {number} is copied."]
    assert trailers(facts, made[-1])["Eem-Digest"].startswith(trailers(facts, made[0])["Eem-Run"])
    assert changed == [f"reports/dedup/{changed[0].split('/')[-1]}"]


def test_a_report_is_a_line_of_json_for_all_that_was_weighed(facts: GitRepo) -> None:
    dedup(facts)
    (path,) = facts.git("ls-tree", "-r", "--name-only", BRANCH, "reports").splitlines()
    head, *records = [json.loads(line) for line in facts.git("show", f"{BRANCH}:{path}").splitlines()]
    assert (head["schema"], head["step"], head["base"], head["units"]) == (1, "dedup", facts.head(), PAIRS)
    assert head["records"] == len(records)
    assert [(each["a"], each["b"]) for each in records if each["outcome"] == "merged"] == [
        (f"copy-{number}", f"twin-{number}") for number in range(PAIRS)
    ]


def test_a_long_subject_is_cut_and_long_ids_still_make_a_proposal(repo: GitRepo) -> None:
    for name in ("a", "b"):
        repo.belief(f"{name}-{'very-long-' * 10}id", "It is long.")
    repo.commit()
    dedup(repo)
    assert all(len(repo.git("show", "-s", "--format=%s", commit)) <= 72 for commit in commits(repo))


@pytest.mark.parametrize("command", [("dedup",), ("nogood", "resolve", "room-1")], ids=" ".join)
def test_index_worktree_and_head_stay_byte_for_byte(facts: GitRepo, command: tuple[str, ...]) -> None:
    facts.write("eemgit.yaml", "schema: 1\n# mine\n")
    facts.belief("hot-0", "Staged.")
    facts.git("add", "beliefs/h/hot-0.md")
    facts.belief("hot-0", "Changed again.")
    facts.belief("new", "It is new.")
    (facts.path / "beliefs/c/cold-3.md").unlink()
    facts.git("rm", "-q", "--cached", "beliefs/c/cold-2.md")
    before = facts.fingerprint()
    assert eemgit(*command, cwd=facts.path).code == 0
    after = facts.fingerprint()
    assert after.items() > before.items()
    assert [name for name in after if name not in before] == [f"ref refs/heads/{branch_of(command)}"]
    assert eemgit("plan", branch_of(command), cwd=facts.path).code == 0
    assert eemgit("proposals", cwd=facts.path).code == 0
    assert facts.fingerprint() == after


def branch_of(command: tuple[str, ...]) -> str:
    return BRANCH if command == ("dedup",) else "eem/resolve-room-1"


def test_what_is_not_committed_is_not_looked_at_and_named(facts: GitRepo) -> None:
    facts.belief("third-0", "Thing 0 is copied.")
    result = dedup(facts)
    assert "not looked at, because not committed: beliefs/t/third-0.md" in result.err
    assert "third-0" not in result.out
    assert dedup(facts, "--json").json["uncommitted"] == ["beliefs/t/third-0.md"]


def test_the_same_proposal_again_writes_nothing(facts: GitRepo) -> None:
    dedup(facts)
    before, objects = facts.fingerprint(), facts.git("count-objects", "-v")
    assert "says so already" in dedup(facts).err
    assert (facts.fingerprint(), facts.git("count-objects", "-v")) == (before, objects)
    facts.write("src/code.py", "other code\n")
    facts.commit("no belief changes")
    assert "says so already" in dedup(facts).err
    assert facts.head(BRANCH) == before[f"ref refs/heads/{BRANCH}"]


def test_the_branch_is_rebuilt_on_the_newest_base(facts: GitRepo) -> None:
    dedup(facts)
    first = facts.head(BRANCH)
    facts.belief("later", "It came later.")
    base = facts.commit()
    assert dedup(facts, "--json").json["changed"] is True
    assert facts.head(BRANCH) != first
    assert facts.git("merge-base", "main", BRANCH) == base
    assert len(commits(facts)) == PAIRS + 1


def test_the_branch_is_rebuilt_when_head_is_on_an_older_or_another_line(facts: GitRepo) -> None:
    facts.belief("later", "It came later.")
    facts.commit()
    dedup(facts)
    facts.git("checkout", "-q", "-b", "side", "HEAD^")
    facts.belief("aside", "It is aside.")
    base = facts.commit()
    dedup(facts)
    assert facts.git("merge-base", "side", BRANCH) == base
    assert len(commits(facts, f"side..{BRANCH}")) == PAIRS + 1


def on_branch(repo: GitRepo, *script: tuple[str, ...]) -> str:
    """Runs git commands with the proposal checked out, and gives the branch what they made; its new head."""
    repo.git("checkout", "-q", BRANCH)
    for command in script:
        repo.git(*command)
    repo.git("checkout", "-q", "main")
    return repo.head(BRANCH)


@pytest.mark.parametrize(
    ("script", "told"),
    [
        ([("commit", "-q", "--allow-empty", "-m", "look at this")], "somebody has committed"),
        ([("revert", "--no-edit", "HEAD~1")], "somebody has committed"),
        ([("reset", "-q", "--hard", "HEAD~2")], "somebody has changed"),
        ([("rm", "-q", "beliefs/c/copy-0.md"), ("commit", "-q", "--amend", "--no-edit")], "somebody has changed"),
        ([("rm", "-q", "src/code.py"), ("commit", "-q", "--amend", "--no-edit")], "somebody has changed"),
        ([("rebase", "-q", "--onto", "HEAD~2", "HEAD~1")], "somebody has changed"),
    ],
    ids=["a commit on top", "a revert", "commits dropped", "beliefs amended", "code amended", "a commit left out"],
)
def test_the_work_of_a_person_is_never_rebuilt_over(facts: GitRepo, script: list[tuple[str, ...]], told: str) -> None:
    dedup(facts)
    theirs = on_branch(facts, *script)
    facts.belief("later", "It came later.")
    facts.commit()
    refused = dedup(facts, code=1)
    assert told in refused.err and "eemgit plan eem/dedup" in refused.err and "--name" in refused.err
    assert facts.head(BRANCH) == theirs
    named = dedup(facts, "--name", "again", "--json").json
    assert named["branch"] == "eem/dedup-again"
    assert len(commits(facts, "main..eem/dedup-again")) == PAIRS + 1
    assert facts.head(BRANCH) == theirs


def test_commits_put_under_a_proposal_are_a_persons_work_too(facts: GitRepo) -> None:
    dedup(facts)
    first = commits(facts)[0]
    facts.git("checkout", "-q", "--detach", f"{first}^")
    facts.belief("below", "It lies below.")
    facts.commit("put below")
    facts.git("cherry-pick", f"{first}^..{BRANCH}")
    theirs = facts.head()
    facts.git("checkout", "-q", "main")
    facts.git("branch", "-q", "--force", BRANCH, theirs)
    facts.belief("later", "It came later.")
    facts.commit()
    assert "somebody has committed to eem/dedup" in dedup(facts, code=1).err
    assert facts.head(BRANCH) == theirs


def test_what_was_merged_by_squashing_is_rebuilt_even_with_a_persons_commit(facts: GitRepo) -> None:
    dedup(facts)
    on_branch(facts, ("commit", "-q", "--allow-empty", "-m", "look at this"))
    facts.git("merge", "-q", "--squash", BRANCH)
    facts.commit("squashed")
    facts.belief("another-0", "Thing 0 is copied.")
    facts.commit()
    assert dedup(facts, "--json").json["changed"] is True
    assert [facts.git("show", "-s", "--format=%s", commit) for commit in commits(facts)] == [
        "dedup: merge another-0 into copy-0",
        "dedup: report",
    ]


def test_merges_that_a_person_decided_are_not_rebuilt_over_by_a_run_without_them(facts: GitRepo) -> None:
    dedup(facts, "--plan")
    plan = facts.path / "proposed-dedup.md"
    text = plan.read_text().replace("[KEEP] `copy-0`", "[RETRACT] `copy-0`")
    plan.write_text(text.replace("[RETRACT] `twin-0`", "[KEEP] `twin-0`"))
    dedup(facts, "--apply", "proposed-dedup.md")
    theirs = facts.head(BRANCH)
    assert trailers(facts, theirs)["Eem-Decided"] == "by hand"
    assert "holds what a person decided" in dedup(facts, code=1).err
    dedup(facts, "--apply", "proposed-dedup.md")
    assert facts.head(BRANCH) == theirs
    assert eemgit("accept", BRANCH, cwd=facts.path).code == 0
    facts.belief("another-1", "Thing 1 is copied.")
    facts.commit()
    dedup(facts)
    assert facts.head(BRANCH) != theirs


def test_a_branch_that_is_checked_out_anywhere_is_left_alone(facts: GitRepo, tmp_path: Path) -> None:
    dedup(facts)
    facts.git("worktree", "add", "-q", str(tmp_path / "side"), BRANCH)
    facts.belief("later", "It came later.")
    facts.commit()
    head = facts.head(BRANCH)
    refused = dedup(facts, code=2)
    assert f"branch 'eem/dedup' is checked out in '{tmp_path / 'side'}'" in refused.err
    assert facts.head(BRANCH) == head


@pytest.mark.parametrize("name", ["", "a b", "../x", "-x..", "x.lock", "x\ny", "é~1", "a//b"])
def test_a_name_git_does_not_take_is_refused(facts: GitRepo, name: str) -> None:
    before = facts.fingerprint()
    assert "not a name for a branch" in dedup(facts, f"--name={name}", code=2).err
    assert facts.fingerprint() == before


def test_a_branch_in_the_way_of_the_folder_is_said(facts: GitRepo) -> None:
    facts.git("branch", "eem")
    before = facts.fingerprint()
    assert "eem" in dedup(facts, code=2).err
    assert facts.fingerprint() == before


def test_settings_choose_one_commit_for_all_and_reports_kept_out_of_the_tree(facts: GitRepo) -> None:
    facts.write("eemgit.yaml", "schema: 1\nreports: local\ncommit: {per: step}\n")
    facts.commit()
    dedup(facts)
    (only,) = commits(facts)
    subject, _, *body = facts.git("show", "-s", "--format=%B", only).splitlines()
    assert subject == f"dedup: {PAIRS} changes"
    assert body[0] == "- merge twin-0 into copy-0"
    assert set(trailers(facts, only)) == {"Eem-Step", "Eem-Run", "Eem-Digest"}
    assert facts.git("ls-tree", "-r", "--name-only", BRANCH, "reports") == ""
    (report,) = (facts.path / ".git/eemgit/reports/dedup").iterdir()
    assert json.loads(report.read_text().splitlines()[0])["step"] == "dedup"
    facts.write("eemgit.yaml", "schema: 1\nreports: local\n")
    facts.commit()
    dedup(facts)
    assert len(commits(facts)) == PAIRS
    assert "Eem-Digest" in trailers(facts, BRANCH)


def test_commits_here_are_the_same_commits_and_leave_other_changes_alone(facts: GitRepo) -> None:
    before = facts.head()
    facts.write("src/code.py", "mine\n")
    facts.write("notes", "staged\n")
    facts.git("add", "notes")
    result = dedup(facts, "--here")
    assert f"committed as {facts.head()[:10]}" in result.err
    assert facts.git("symbolic-ref", "HEAD") == "refs/heads/main"
    made = commits(facts, f"{before}..main")
    assert len(made) == PAIRS + 1 and trailers(facts, made[-1])["Eem-Step"] == "dedup"
    assert sorted(facts.git("status", "--porcelain").splitlines()) == [" M src/code.py", "A  notes"]
    assert labels(facts)["twin-0"] == "OUT" and labels(facts)["rests-0"] == "IN"


def test_commits_here_are_refused_over_changes_of_a_person(facts: GitRepo) -> None:
    twin = facts.path / "beliefs/t/twin-0.md"
    twin.write_text(twin.read_text() + "\nA note.\n")
    before = facts.fingerprint()
    refused = dedup(facts, "--here", code=2)
    assert "'beliefs/t/twin-0.md' has changes that are not committed" in refused.err
    assert facts.fingerprint() == before


def test_reverting_the_merge_restores_every_byte(facts: GitRepo) -> None:
    before, tree = labels(facts), facts.git("rev-parse", "HEAD^{tree}")
    dedup(facts)
    assert eemgit("accept", BRANCH, cwd=facts.path).code == 0
    assert labels(facts) != before
    facts.git("revert", "--no-edit", "-m", "1", "HEAD")
    assert facts.git("rev-parse", "HEAD^{tree}") == tree
    assert labels(facts) == before


def test_reverting_one_commit_of_a_proposal_takes_back_one_merge(facts: GitRepo) -> None:
    dedup(facts)
    assert eemgit("accept", BRANCH, cwd=facts.path).code == 0
    facts.git("revert", "--no-edit", commits(facts, f"HEAD^1..{BRANCH}")[2])
    out = {id for id, label in labels(facts).items() if label == "OUT"}
    assert out == {f"twin-{number}" for number in range(PAIRS) if number != 2}


def test_restoring_what_was_merged_gives_every_label_as_before(facts: GitRepo) -> None:
    before = labels(facts)
    dedup(facts)
    assert eemgit("accept", BRANCH, cwd=facts.path).code == 0
    assert eemgit("retract", "copy-0", "--reason", "gone", cwd=facts.path).code == 0
    assert labels(facts)["rests-0"] == "OUT"
    for id in ("copy-0", *(f"twin-{number}" for number in range(PAIRS))):
        assert eemgit("restore", id, cwd=facts.path).code == 0
    assert labels(facts) == before


def test_a_culprit_is_proposed_on_a_branch_of_its_nogood(facts: GitRepo) -> None:
    result = eemgit("nogood", "resolve", "room-0", cwd=facts.path)
    assert "* cold-0" in result.out and "eem/resolve-room-0" in result.err
    made = commits(facts, "main..eem/resolve-room-0")
    assert [facts.git("show", "-s", "--format=%s", commit) for commit in made] == [
        "resolve: retract cold-0",
        "resolve: report",
    ]
    assert "nogood: room-0" in facts.git("show", "eem/resolve-room-0:beliefs/c/cold-0.md")
    plan = eemgit("plan", "eem/resolve-room-0", "--json", cwd=facts.path).json
    assert plan["retracted"] == ["cold-0"] and plan["blocking"] == []


def test_the_choice_of_a_person_is_not_undone_by_the_next_run(facts: GitRepo) -> None:
    assert eemgit("nogood", "resolve", "room-0", "--retract", "hot-0", cwd=facts.path).code == 0
    theirs = facts.head("eem/resolve-room-0")
    assert "holds what a person decided" in eemgit("nogood", "resolve", "room-0", cwd=facts.path).err
    assert facts.head("eem/resolve-room-0") == theirs
    named = eemgit("nogood", "resolve", "room-0", "--name", "cold", "--json", cwd=facts.path)
    assert (named.code, named.json["branch"]) == (0, "eem/resolve-cold")


def test_nothing_is_proposed_on_files_that_cannot_be_read(repo: GitRepo) -> None:
    repo.write("beliefs/x/x.md", "---\n[\n")
    repo.commit()
    refused = dedup(repo, code=1)
    assert "HEAD holds files that cannot be read" in refused.err and "eemgit check --rev HEAD" in refused.err


def test_nothing_is_proposed_before_the_first_commit(empty_repo: GitRepo) -> None:
    empty_repo.write("eemgit.yaml", "schema: 1\n")
    assert "there is no commit to propose on" in dedup(empty_repo, code=2).err
