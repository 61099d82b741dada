"""Uncompiled kernels: the tests that look into them, in a process of their own."""

import os
import subprocess
import sys
from pathlib import Path

TESTS = Path(__file__).parent


def test_tests_of_uncompiled_kernels():
    files = [
        str(file)
        for file in sorted(TESTS.rglob("test_*.py"))
        if "mark.pure" in file.read_text(encoding="utf-8") and file != Path(__file__)
    ]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist",
         "-m", "pure and not slow", *files],
        env={**os.environ, "CPSTUDY_PURE": "1"},
        cwd=TESTS.parent,
        capture_output=True,
        text=True,
        check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout[-5000:] + done.stderr[-2000:]
    assert " passed" in done.stdout
