"""The tutorial's kind, installed from its own wheel: the list of kinds, the verbs, the tests of
every kind and the page handle it.
"""

import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from docs import examples
from tests import forking
from tests.web.conftest import watched

ROOT = Path(__file__).parents[2]
TUTORIAL = ROOT / "docs" / "tutorials" / "own-kind.md"


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """The folder into which the tutorial's wheel is installed; its parent holds the tests."""
    pytest.importorskip("hatchling")
    folder = tmp_path_factory.mktemp("queens")
    for block in examples.blocks(TUTORIAL.read_text(encoding="utf-8")):
        if block.file:
            path = folder / block.file
            path.parent.mkdir(exist_ok=True)
            path.write_text(block.content, encoding="utf-8")
    # What pip does with the page's commands, a fifth as long; the page's own test runs pip.
    build = [sys.executable, "-m", "hatchling", "build", "--target", "wheel"]
    subprocess.run(build, cwd=folder, capture_output=True, check=True)
    (wheel,) = (folder / "dist").iterdir()
    assert wheel.name == "cpstudy_queens-1.0-py3-none-any.whl"
    with zipfile.ZipFile(wheel) as files:
        files.extractall(folder / "site")
    return folder / "site"


def run(site: Path, *command: str) -> subprocess.CompletedProcess[str]:
    code = f"import sys; sys.path.insert(0, {str(site)!r})\n{forking.COMMAND}"
    return forking.run(code, command, imported=forking.LIGHT, text=True)


def test_the_verbs_know_it(site):
    listed = run(site, "puzzles", "--json").stdout.splitlines()
    assert json.loads(listed[-1])["kind"] == "queens"
    verified = run(site, "verify", "--puzzle", "queens", "........", "1.....", "...")
    assert [line.split("\t")[1] for line in verified.stdout.splitlines()] == [
        "many",
        "unique",
        "none",
    ]


def test_the_tests_of_every_kind_take_it(site):
    quiet = ["-q", "-p", "no:cacheprovider", "-k", "queens"]
    path = os.pathsep.join([str(site), str(ROOT), os.environ.get("PYTHONPATH", "")])
    ended = subprocess.run(
        [sys.executable, "-m", "pytest", *quiet, "tests/puzzles/test_kinds.py", str(site.parent)],
        env={**os.environ, "PYTHONPATH": path},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == 0, ended.stdout + ended.stderr
    # Four of every kind that is solved, and its own.
    assert int(ended.stdout.split(" passed")[0].split()[-1]) == 5


def test_it_is_played_on_the_page(site, tabs, tmp_path):
    page = tmp_path / "queens.html"
    made = run(site, "play", "--puzzle", "queens", "--out", str(page), "1.....")
    assert made.returncode == 0, made.stderr
    with watched(tabs, tmp_path) as pages:
        tab = pages.show(page.read_text(encoding="utf-8"))
        for row, column in ((1, 3), (2, 4), (2, 5), (3, 0), (4, 2), (5, 4)):  # row 2 is changed
            tab.locator(f"[role=gridcell] >> nth={row * 6 + column}").click()
        assert "Complete" in tab.locator(".status").text_content()
