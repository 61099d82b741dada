"""``cpstudy convert``: pictures are written whole or not at all; series; large boards."""

import os
import subprocess
import xml.etree.ElementTree as ElementTree

import pytest
from click.testing import CliRunner, Result

from cpstudy.cli import main
from tests import forking
from tests.cli.forked import command

BOARDS = ("2x1:11", "2x1w:11", "3x3:4a2d7b12c")


def cpstudy(*arguments: str, stdin: str | None = None) -> Result:
    return CliRunner().invoke(main, list(arguments), input=stdin)


def test_several_puzzles_are_a_numbered_series(tmp_path):
    boards = tmp_path / "boards.txt"
    boards.write_text("\n".join([*BOARDS[:2], "nonsense", BOARDS[2]]))
    for target in ("svg", "png"):
        out = tmp_path / f"x.{target}"
        result = cpstudy("convert", "-f", str(boards), "--to", target, "--out", str(out))
        assert result.exit_code == 2
        (line,) = result.stderr.splitlines()
        assert line.startswith(f"cpstudy: {boards}:3: ")
        series = sorted(path.name for path in tmp_path.glob(f"*.{target}"))
        assert series == [f"x-{number}.{target}" for number in (1, 2, 4)]
        single = tmp_path / f"single.{target}"
        assert cpstudy("convert", BOARDS[2], "--to", target, "--out", str(single)).exit_code == 0
        assert (tmp_path / f"x-4.{target}").read_bytes() == single.read_bytes()


def test_one_puzzle_is_the_file_that_was_named(tmp_path):
    out = tmp_path / "x.svg"
    assert cpstudy("convert", BOARDS[0], "--to", "svg", "--out", str(out)).exit_code == 0
    assert [path.name for path in tmp_path.iterdir()] == ["x.svg"]
    printed = cpstudy("convert", BOARDS[0], "--to", "svg").stdout_bytes
    assert out.read_bytes() == printed


def test_a_series_does_not_replace_its_input(tmp_path):
    boards = tmp_path / "x-1.svg"
    boards.write_text("\n".join(BOARDS))
    out = str(tmp_path / "x.svg")
    result = cpstudy("convert", "-f", str(boards), "--to", "svg", "--out", out)
    assert result.exit_code == 2
    assert "is an input too" in result.stderr
    assert boards.read_text() == "\n".join(BOARDS)


# No file may exceed half a kibibyte. Truncated byte code would remain for other tests, so none is
# written.
LIMITED = """
import resource, signal, sys
sys.dont_write_bytecode = True
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (512, 512))
"""


@pytest.mark.parametrize("target", ["svg", "png", "text", "dimacs"])
@pytest.mark.skipif(os.name != "posix", reason="limits of POSIX")
def test_a_full_disk_is_one_line_and_leaves_what_was_there(tmp_path, target):
    """A limit on the size of files stands for a full disk."""
    out = tmp_path / f"x.{target}"
    out.write_text("precious")
    boards = "5x5:28b58bdc165751a55193137e2" if target == "dimacs" else "\n".join(BOARDS * 20)
    if target in ("svg", "png"):
        boards = f"20x20:{'5' * 400}"
    done = forking.run(
        LIMITED + forking.COMMAND,
        ["convert", "-f", "-", "--to", target, "--out", str(out)],
        boards,
        text=True,
        env=dict(os.environ),
    )
    lines = [line for line in done.stderr.splitlines() if line.startswith("cpstudy:")]
    assert done.returncode == 2, done.stderr
    assert len(lines) == 1
    assert str(out) in lines[0]
    assert "Traceback" not in done.stderr
    assert out.read_text() == "precious"
    assert not [*tmp_path.glob(".*")]


def test_a_board_too_long_for_pixels_is_told_so_and_drawn_as_svg(tmp_path):
    board = f"20000x1:{'5' * 20_000}"
    result = cpstudy("convert", "-f", "-", "--to", "png", "--out", f"{tmp_path}/x.png", stdin=board)
    assert result.exit_code == 2
    assert "less than 2 pixels a cell: take svg" in result.stderr
    assert not [*tmp_path.iterdir()]
    result = cpstudy("convert", "-f", "-", "--to", "svg", "--out", f"{tmp_path}/x.svg", stdin=board)
    assert result.exit_code == 0
    assert ElementTree.parse(tmp_path / "x.svg").getroot().tag.endswith("svg")


def test_a_pipe_is_written_to_and_stays(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = subprocess.Popen(["cat", str(pipe)], stdout=subprocess.PIPE)
    assert cpstudy("convert", *BOARDS, "--to", "text", "--out", str(pipe)).exit_code == 0
    assert reader.communicate()[0].decode().splitlines() == list(BOARDS)
    assert pipe.is_fifo()


def test_large_boards_need_no_library_for_an_svg():
    done = command(["convert", f"50x50:{'5' * 2500}", "--to", "svg"])
    assert done.returncode == 0
    assert "matplotlib" not in done.imported
    assert done.stdout.count("<path") > 2500
