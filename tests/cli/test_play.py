"""``cpstudy play``: which puzzles are on the page, where it is written, what is refused."""

import base64
import json
import re
import zlib

import pytest
from click.testing import CliRunner

from cpstudy.cli import main
from cpstudy.web import page as web_page
from cpstudy.web.server import PageServer
from cpstudy.web.sets import kinds_with_a_page

UNIQUE, MANY = "5x5:28b58bdc165751a55193137e2", "2x1w:11"


def play(*arguments):
    return CliRunner().invoke(main, ["play", *map(str, arguments)])


def entries(file):
    blobs = re.findall(r'class="entries"[^>]*>([^<]*)<', file.read_text(encoding="utf-8"))
    unpacked = (zlib.decompress(base64.b64decode(blob), -zlib.MAX_WBITS) for blob in blobs)
    return [entry for text in unpacked for entry in json.loads(text)]


def test_given_puzzles_are_reported(tmp_path):
    page = tmp_path / "page.html"
    result = play(UNIQUE, MANY, "--out", page)
    assert (result.exit_code, result.stdout) == (0, f"{page}\n")
    found = entries(page)
    assert [(one["text"], one["verdict"]) for one in found] == [(UNIQUE, "unique"), (MANY, "many")]
    assert found[0]["log"] and found[1]["regions"]


def test_drawn_puzzles_are_those_of_generate(tmp_path):
    page = tmp_path / "page.html"
    options = ["--algorithm", "wilson", "--size", "4", "--count", "3", "--seed", "5"]
    assert play(*options, "--out", page).exit_code == 0
    drawn = CliRunner().invoke(main, ["generate", "--unique", *options]).stdout.split()
    assert [one["text"] for one in entries(page)] == drawn


def test_all_kinds_or_one_come_along(tmp_path):
    """The page that ``cpstudy play`` opens has every kind with all its puzzles, and is small."""
    page = tmp_path / "page.html"
    assert play("--out", page).exit_code == 0
    assert page.stat().st_size < 3_250_000
    assert list(dict.fromkeys(one["kind"] for one in entries(page))) == kinds_with_a_page()
    assert play("--puzzle", "pipes", "--out", page).exit_code == 0
    assert {one["kind"] for one in entries(page)} == {"pipes"}


def test_without_out_it_is_served_until_ctrl_c(monkeypatch):
    shown = []
    monkeypatch.setattr(web_page.webbrowser, "open", lambda address: shown.append(address) or True)

    def interrupted(self):
        raise KeyboardInterrupt

    monkeypatch.setattr(PageServer, "serve_forever", interrupted)
    result = play("2x1:11")
    assert (result.exit_code, result.stderr) == (0, "cpstudy: press Ctrl-C to stop\n")
    assert result.stdout == f"{shown[0]}\n"
    assert re.fullmatch(r"http://127\.0\.0\.1:\d+/[\w-]{20,}/\n", result.stdout)
    monkeypatch.setattr(web_page.webbrowser, "open", lambda address: False)
    result = play()
    assert result.exit_code == 0
    assert result.stderr.startswith("cpstudy: no browser could be started: open http://127.0.0.1:")


def test_faults_are_told_in_their_place_and_the_rest_is_shown(tmp_path):
    page = tmp_path / "page.html"
    result = play("2x1:11", "3x3:12", "--out", page)
    assert result.exit_code == 2
    assert result.stderr == "cpstudy: argument 2: 2 tiles, expected 9 (3x3)\n"
    assert len(entries(page)) == 1


def test_maps_of_sweeps(tmp_path):
    rows, page = tmp_path / "rows.sqlite", tmp_path / "page.html"
    sweep = ["hardness", "--size", "4", "--solver", "dfs", "--inner", "2..3", "--outer", "1..2"]
    CliRunner().invoke(main, [*sweep, "--puzzles", "3", "--out", str(rows), "-q"])
    assert play("--figures", rows, "--out", page).exit_code == 0
    assert b"dfs" in page.read_bytes()


@pytest.mark.parametrize(
    "arguments",
    [
        ["3x3:12"],
        [UNIQUE, "--size", "5"],
        ["--puzzle", "chess"],
        ["--format", "text"],
        ["--figures", "--size", "5"],
        ["--figures", "none.sqlite"],
        ["-f", "none.txt"],
        ["--puzzle", "bridge_torch", "--count", "2"],
    ],
)
def test_bad_usage_writes_nothing(tmp_path, arguments):
    page = tmp_path / "page.html"
    page.write_text("old")
    result = play(*arguments, "--out", page)
    assert result.exit_code == 2 and result.stdout == ""
    assert result.stderr.startswith("cpstudy: ") or "Usage" in result.stderr
    assert page.read_text() == "old"
