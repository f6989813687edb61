"""What the guards hold against two claims being one."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from eemgit.similarity.guards import VetoKind, veto

N, U, S = VetoKind.NUMBERS, VetoKind.UNITS, VetoKind.SIGNS
D, V, I = VetoKind.DATES, VetoKind.VERSIONS, VetoKind.IDENTIFIERS  # noqa: E741
NOT, ANT, QUA = VetoKind.NEGATION, VetoKind.ANTONYMS, VetoKind.QUANTIFIERS


@pytest.mark.parametrize(
    ("kind", "a", "b"),
    [
        (N, "The belt moves 40 crates a minute.", "The belt moves 75 crates a minute."),
        (N, "The TTL is 300 s.", "The TTL is 3600 s."),
        (N, "Five replicas vote.", "Seven replicas vote."),
        (N, "It costs 1,000 coins.", "It costs 10,000 coins."),
        (N, "The lease lasts five minutes.", "The lease lasts 400 seconds."),
        (N, "There are 10² rooms.", "There are 102 rooms."),
        (U, "It draws 5 mW.", "It draws 5 MW."),
        (U, "The timeout is 30 s.", "The timeout is 30 ms."),
        (U, "The link carries 10 Mb.", "The link carries 10 MB."),
        (S, "The room is at -5 °C.", "The room is at 5 °C."),
        (S, "It needs at least 5 nodes.", "It needs at most 5 nodes."),
        (S, "It holds that a < b.", "It holds that a ≤ b."),
        (S, "It takes O(n) steps.", "It takes O(N) steps."),
        (D, "The spring fair opens on 7 March.", "The spring fair opens on 8 March."),
        (D, "The fair opens on March 7.", "The fair opens on 2026-03-08."),
        (D, "The plant was built in 1998.", "The plant was built in 1999."),
        (D, "The gate opens at 7:30.", "The gate opens at 8:30."),
        (V, "It needs version 1.2.3.", "It needs version 1.2.4."),
        (V, "It is fixed in v2.", "It is fixed in v3."),
        (I, "The TX-482 idles at 9 mW.", "The TX-487 idles at 9 mW."),
        (I, "Set max_conns to nil.", "Set min_conns to nil."),
        (I, "See `src/a.py` for it.", "See `src/b.py` for it."),
        (I, "Logs go to /var/log/app.", "Logs go to /srv/log/app."),
        (NOT, "Guests may open the side gate.", "Guests may not open the side gate."),
        (NOT, "The pump can be restarted.", "The pump can't be restarted."),
        (NOT, "The job runs with a lock.", "The job runs without a lock."),
        (NOT, "The parser is reliable.", "The parser is unreliable."),
        (NOT, "The cache stores errors.", "The cache never stores errors."),
        (ANT, "Noor enjoys green tea.", "Noor dislikes green tea."),
        (ANT, "The flag enables tracing.", "The flag disables tracing."),
        (ANT, "Calls are synchronous.", "Calls are asynchronous."),
        (QUA, "All nodes vote.", "Some nodes vote."),
        (QUA, "Both keys open it.", "Either key opens it."),
    ],
)
def test_a_difference_that_matters_is_named(kind: VetoKind, a: str, b: str) -> None:
    assert kind in {found.kind for found in veto(a, b)}
    assert kind in {found.kind for found in veto(b, a)}


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("Flush the pipe with warm water.", "Do not forget to flush the pipe with warm water."),
        ("Flush the pipe with warm water.", "Do not forget to heat the tank before you flush the pipe."),
        ("The lease lasts five minutes.", "The lease lasts 300 seconds."),
        ("The lease lasts 5 min.", "Leases expire after 300 s."),
        ("A disk holds 1,000 GB.", "A disk holds 1 TB."),
        ("There are 10³ rooms.", "There are 1000 rooms."),
        ("The fair opens on 7 March.", "The fair opens on 2026-03-07."),
        ("The service keeps no state.", "The service is stateless."),
        ("Offline mode is unsupported.", "Offline mode is not supported."),
        ("It is not disabled.", "It is enabled."),
        ("It needs version 2.", "It needs v2."),
        ("The van is kept at the north depot.", "North depot is where the van stays."),
        ("Failed jobs are retried three times.", "The worker retries jobs that failed 3 times."),
        ("At least 5 nodes vote.", "≥ 5 nodes vote."),
        ("It runs on port 80.", "It runs on port 80, as of version 3."),
        ("The pump is on.", "The pump is on."),
    ],
)
def test_another_way_to_say_it_is_let_through(a: str, b: str) -> None:
    assert veto(a, b) == ()


def test_the_detail_shows_what_stands_against_what() -> None:
    (found,) = veto("The belt moves 40 crates.", "The belt moves 75 crates.")
    assert str(found) == "numbers: 40 against 75"


def test_a_number_too_long_to_write_out_is_compared_as_it_stands() -> None:
    assert veto("It has 1e999999999 parts.", "It has 1e999999998 parts.")
    assert not veto("It has 1e999999999 parts.", "1e999999999 parts are in it.")


PIECES = st.sampled_from(
    "not never no all some 5 -5 10² mW MW v1.2 7 March 2026-01-05 8:00 `x` a_b < ≤ $5 ½ 1,000 twenty-one ^ ' -".split()
)
CLAIMS = st.lists(st.one_of(PIECES, st.text(max_size=4)), max_size=8).map(" ".join)


@settings(max_examples=120, deadline=None)
@given(CLAIMS, CLAIMS)
def test_guards_are_total_symmetric_and_silent_about_copies(a: str, b: str) -> None:
    assert [found.kind for found in veto(a, b)] == [found.kind for found in veto(b, a)]
    assert veto(a, a) == ()
