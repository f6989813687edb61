"""No bytes whatever break the reader: arbitrary ones, valid files gone wrong, and the script that runs longer."""

from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path

from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.beliefs.laws import broken_law
from tests.beliefs.mutations import mutated


@given(st.binary(max_size=200))
@example(b"---\n\xc3")
@example(b"---\n---\n\xe2\x80\xa8")
@example(b"\xef\xbb\xbf\xef\xbb\xbf---\n")
def test_arbitrary_bytes_are_read_or_refused(data: bytes) -> None:
    assert broken_law(data) is None


@given(st.text(alphabet="ab:-#'\"[]{}&*!|>%@`?,\\=~ \n\r\t", max_size=80))
def test_arbitrary_front_matter_is_read_or_refused(front: str) -> None:
    assert broken_law(f"---\n{front}\n---\n\nThe pump runs.\n".encode()) is None


@given(st.text(alphabet="ab|-#*_>`~<!/[]:=+1.)\\ \n\t\ufeff", max_size=60))
def test_arbitrary_bodies_are_read_or_refused(body: str) -> None:
    assert broken_law(body.encode()) is None


@settings(max_examples=300)
@given(st.integers(0, 2**32))
def test_valid_files_gone_wrong_are_read_or_refused(seed: int) -> None:
    assert broken_law(mutated(random.Random(seed))) is None


def test_the_fuzz_script_prints_its_seed_and_finds_nothing() -> None:
    script = Path(__file__).with_name("fuzz_reading.py")
    command = [sys.executable, str(script), "--seconds", "1", "--seed", "7"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("seed 7\n")
    assert done.stdout.endswith("nothing found\n")
