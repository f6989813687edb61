"""Commands that run at the same time: each does all of its work, or none and says what was in the way."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from eemgit.app.deduping import dedup
from eemgit.app.opening import open_repository
from eemgit.app.proposing import Base, Target, as_branch, as_commits_here, head_base
from eemgit.app.reviewing import accept, plan
from eemgit.errors import EemError, GitError
from eemgit.repo.repository import Repository
from eemgit.steps.dedup import DedupOptions, survey
from eemgit.steps.protocol import Proposal
from tests.app.conftest import PAIRS
from tests.app.killing import start
from tests.cli.program import Result, eemgit
from tests.conftest import GitRepo

forked = pytest.mark.skipif(not hasattr(os, "fork"), reason="the commands are forked")


def at_once(repo: GitRepo, *commands: tuple[str, ...]) -> list[Result]:
    """What the commands gave that were started together."""
    eemgit("dedup", "--dry-run", cwd=repo.path)
    printed = repo.path.parent
    running = [
        start(*command, cwd=repo.path, printed=printed / f"printed-{number}") for number, command in enumerate(commands)
    ]
    return [each.wait() for each in running]


def opened(repo: GitRepo) -> Repository:
    return open_repository(repo.path)


def proposal_on_head(repo: GitRepo) -> tuple[Base, Proposal]:
    base = head_base(opened(repo))
    return base, survey(base.knowledge, DedupOptions()).proposal


@forked
def test_twenty_adds_at_once_give_twenty_beliefs_or_a_reason(repo: GitRepo) -> None:
    commands = [("add", f"fact-{number}", f"Fact {number} holds.", "--commit") for number in range(20)]
    results = at_once(repo, *commands)
    refused = [result for result in results if result.code]
    assert all("is locked" in result.err or "is in the way" in result.err for result in refused)
    added = repo.git("ls-tree", "-r", "--name-only", "HEAD", "beliefs").splitlines()
    assert len(added) == 20 - len(refused)
    assert int(repo.git("rev-list", "--count", "HEAD")) == 1 + len(added)
    assert repo.git("status", "--porcelain", "-uall") == ""
    repo.fsck()


@forked
def test_the_same_belief_added_twice_at_once_is_added_once(repo: GitRepo) -> None:
    results = at_once(repo, *[("add", "sun-up", "The sun is up.", "--commit")] * 3)
    assert sorted(result.code for result in results) == [0, 1, 1]
    assert all("the id 'sun-up' is taken" in result.err for result in results if result.code)
    assert repo.git("rev-list", "--count", "HEAD") == "2"


@forked
def test_of_dedups_at_once_one_makes_the_branch_and_the_others_find_it_or_say_so(facts: GitRepo) -> None:
    results = at_once(facts, ("dedup",), ("dedup",), ("dedup",))
    assert 0 in [result.code for result in results]
    told = ("proposed on eem/dedup", "eem/dedup says so already", "branch 'eem/dedup' exists already")
    assert all(any(words in result.err for words in told) for result in results)
    assert facts.git("rev-list", "--count", "main..eem/dedup") == str(PAIRS + 1)
    facts.fsck()


@forked
def test_of_accepts_at_once_one_merges_and_the_others_say_why_not(facts: GitRepo) -> None:
    assert eemgit("dedup", cwd=facts.path).code == 0
    before = facts.head()
    results = at_once(facts, *[("accept", "eem/dedup")] * 3)
    merged = [result for result in results if "merged eem/dedup as" in result.err]
    assert len(merged) == 1 and merged[0].code == 0
    for result in results:
        assert result in merged or "HEAD has moved" in result.err or "main has all of eem/dedup already" in result.err
    assert facts.git("show", "-s", "--format=%P") == f"{before} {facts.head('eem/dedup')}"
    assert facts.git("status", "--porcelain", "-uall") == ""


@forked
def test_commits_here_at_once_with_adds_lose_nothing(facts: GitRepo) -> None:
    adds = [("add", f"fact-{number}", f"Fact {number} holds.", "--commit") for number in range(5)]
    *added, deduped = at_once(facts, *adds, ("dedup", "--here"))
    assert all(result.code == 0 for result in added)
    assert deduped.code == 0 or "HEAD has moved" in deduped.err
    assert int(facts.git("rev-list", "--count", "HEAD")) == 1 + 5 + (0 if deduped.code else PAIRS + 1)
    assert facts.git("status", "--porcelain", "-uall") == ""


def test_a_proposal_is_built_on_what_was_read_when_head_moves_meanwhile(facts: GitRepo) -> None:
    base, proposal = proposal_on_head(facts)
    facts.belief("later", "It came later.")
    moved = facts.commit()
    made = as_branch(opened(facts), base, proposal)
    assert made.head == facts.head("eem/dedup")
    assert facts.git("merge-base", "main", "eem/dedup") == base.commit
    assert facts.head() == moved
    assert dedup(opened(facts), Target()).proposed != made
    assert facts.git("merge-base", "main", "eem/dedup") == moved


def test_commits_are_not_made_here_when_head_moves_meanwhile(facts: GitRepo) -> None:
    base, proposal = proposal_on_head(facts)
    facts.belief("later", "It came later.")
    facts.commit()
    fingerprint = facts.fingerprint()
    with pytest.raises(GitError, match="HEAD has moved"):
        as_commits_here(opened(facts), base, proposal)
    assert facts.fingerprint() == fingerprint


def test_a_proposal_gives_way_to_one_that_was_published_meanwhile(facts: GitRepo) -> None:
    base, proposal = proposal_on_head(facts)
    facts.belief("later", "It came later.")
    facts.commit()
    newer = dedup(opened(facts), Target()).proposed
    assert newer is not None
    for stale in (proposal, Proposal(proposal.step, proposal.units[:1])):
        with pytest.raises(GitError, match="branch 'eem/dedup' exists already"):
            as_branch(opened(facts), base, stale)
    assert facts.head("eem/dedup") == newer.head


def test_a_plan_is_not_accepted_when_head_moves_meanwhile(facts: GitRepo) -> None:
    assert eemgit("dedup", cwd=facts.path).code == 0
    planned = plan(opened(facts), "eem/dedup")
    facts.belief("later", "It came later.")
    facts.commit()
    fingerprint = facts.fingerprint()
    with pytest.raises(EemError, match="HEAD has moved"):
        accept(opened(facts), planned)
    assert facts.fingerprint() == fingerprint
    refused = eemgit("accept", "eem/dedup", "--digest", planned.forecast.digest, cwd=facts.path)
    assert refused.code == 1 and "the plan has changed" in refused.err
    assert facts.fingerprint() == fingerprint


def test_a_plan_is_accepted_as_it_was_made_when_its_branch_moves_meanwhile(facts: GitRepo, tmp_path: Path) -> None:
    assert eemgit("dedup", cwd=facts.path).code == 0
    planned = plan(opened(facts), "eem/dedup")
    side = facts.worktree(tmp_path / "side", "--detach")
    side.belief("late", "It is late.")
    facts.git("branch", "--force", "eem/dedup", side.commit())
    accept(opened(facts), planned)
    assert facts.git("rev-parse", "HEAD^2") == planned.forecast.head
    assert not (facts.path / "beliefs/l/late.md").exists()
