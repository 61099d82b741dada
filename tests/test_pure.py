"""The tests that inspect kernels pass in a separate process with uncompiled kernels."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

TESTS = Path(__file__).parent


def run_uncompiled(*arguments: str, **environment: str) -> None:
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "pytest",
            "-q",
            "-p",
            "no:cacheprovider",
            "-p",
            "no:xdist",
            *arguments,
        ],
        env={**os.environ, **environment, "CPSTUDY_PURE": "1"},
        cwd=TESTS.parent,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-5000:] + done.stderr[-2000:]
    assert " passed" in done.stdout


def test_tests_of_uncompiled_kernels():
    files = [
        str(file)
        for file in sorted(TESTS.rglob("test_*.py"))
        if "mark.pure" in file.read_text(encoding="utf-8") and file != Path(__file__)
    ]
    run_uncompiled("-m", "pure and not slow", *files)


# Two rows of each kind; a tenth of all rows as a slow test.
@pytest.mark.parametrize("every", ["520", pytest.param("10", marks=pytest.mark.slow)])
def test_golden_rows_uncompiled(every):
    rows = "tests/golden/test_rows.py::test_every_twentieth_row_is_as_recorded"
    run_uncompiled(rows, GOLDEN_EVERY=every)
