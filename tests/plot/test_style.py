"""Styles of figures: size, title, formats; a style ends with its block."""

import subprocess
import sys

import pytest

from cpstudy.core.drawing import Curves, Heatmap, HeatmapCell, Series
from cpstudy.plot import curves, heatmap
from cpstudy.plot.pictures import rendered, written
from cpstudy.plot.saving import rendered as saved
from cpstudy.plot.style import Style, is_sheet, points, style, styled
from cpstudy.puzzles import kind

LONG = "a title that goes on and on, far beyond what a narrow figure can hold in one line"
LINES = Curves(LONG, "n", "%", (Series("ours 100 %", ((1.0, 2.0), (2.0, 3.0))),))
CELLS = tuple(HeatmapCell(x, y, 10.0 * x + y) for x in (1, 2) for y in (1, 2))
MAP = Heatmap(LONG, "inner", "outer", "median", CELLS)


def test_size_and_title():
    with styled(Style(width=84.0, title=False)):
        figure = curves.figure(LINES)
        assert points(10) == 8.0
    assert [round(one * 25.4, 6) for one in figure.get_size_inches()] == [84.0, 52.5]
    assert figure.axes[0].get_title() == ""
    with styled(Style(width=84.0, height=30.0)):
        figure = heatmap.figure(MAP)
    assert [round(one * 25.4, 6) for one in figure.get_size_inches()] == [84.0, 30.0]
    assert figure.axes[0].get_title().count("\n") >= 1
    assert (style(), points(10)) == (Style(), 10.0)
    assert curves.figure(LINES).axes[0].get_title() == LONG


@pytest.mark.parametrize("shown", [LINES, MAP])
def test_every_format_twice_the_same(shown, tmp_path):
    wanted = Style(width=60.0, formats=("pdf", "pgf"))
    for folder in ("one", "two"):
        with styled(wanted):
            assert len(list(written(shown, tmp_path / folder, "x"))) == 2
    for name in ("x.pdf", "x.pgf"):
        data = (tmp_path / "one" / name).read_bytes()
        assert data == (tmp_path / "two" / name).read_bytes()
    assert b"\\includegraphics" not in data  # its cells are shapes, so a PGF needs no other file


def test_pgf_is_a_picture_of_texts_and_paths(monkeypatch):
    """A PGF is written without LaTeX, which sets its texts later."""
    monkeypatch.setattr(subprocess, "Popen", None)
    text = saved(curves.figure(LINES), "pgf").decode()
    assert text.count("\\begin{pgfscope}") == text.count("\\end{pgfscope}") > 10
    assert text.count("{") == text.count("}")
    (label,) = (line for line in text.splitlines() if "ours" in line)
    assert label.startswith("\\pgftext[") and "ours 100 %" in label
    assert "\\includegraphics" not in text


def test_boards_take_the_width():
    record = kind("pipes")
    drawing = record.pictures.drawing(record.puzzle.decode(record.example), ())
    with styled(Style(width=50.0)):
        assert 'width="50mm"' in rendered(drawing, "svg").decode()
        assert b"%PDF" in rendered(drawing, "pdf")[:9]


def test_sheets():
    assert is_sheet("grayscale") and not is_sheet("none-such")
    with styled(Style(sheet="dark_background")):
        assert curves.figure(LINES).get_facecolor()[:3] == (0, 0, 0)
    assert curves.figure(LINES).get_facecolor()[:3] == (1, 1, 1)


def test_the_command_line_loads_no_matplotlib_for_it():
    code = "import sys, cpstudy.plot.style; print('matplotlib' in sys.modules)"
    assert subprocess.check_output([sys.executable, "-c", code], text=True) == "False\n"
