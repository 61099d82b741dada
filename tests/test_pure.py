"""The tests that inspect kernels pass in a separate process with uncompiled kernels."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

TESTS = Path(__file__).parent


# Those that take longer are run on demand.
@pytest.mark.parametrize("marked", ["not slow", pytest.param("slow", marks=pytest.mark.slow)])
def test_tests_of_uncompiled_kernels(marked):
    files = [
        str(file)
        for file in sorted(TESTS.rglob("test_*.py"))
        if "mark.pure" in file.read_text(encoding="utf-8") and file != Path(__file__)
    ]
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist"]
    done = subprocess.run(
        [*command, "-m", f"pure and {marked}", *files],
        env={**os.environ, "CPSTUDY_PURE": "1"},
        cwd=TESTS.parent,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-5000:] + done.stderr[-2000:]
    assert " passed" in done.stdout
