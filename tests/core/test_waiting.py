"""What whoever waits for a compiler is told: one line an engine, and no bar left above it."""

import io

import pytest

from cpstudy.core import waiting


class Terminal(io.StringIO):
    def isatty(self):
        return True


def kernel():
    """Stands for one that is compiled."""


@pytest.fixture
def fresh(monkeypatch):
    monkeypatch.setattr(waiting, "_told", set())
    monkeypatch.setattr(waiting, "_quiet", False)
    monkeypatch.setattr(waiting, "_before", "")
    monkeypatch.setitem(waiting._ENGINES, __name__, ("a stand-in", 3))


LINE = "cpstudy: compiling a stand-in, once: usually 3 s\n"


def shown(drawn):
    """What is left on a terminal of lines that are written over and taken away."""
    return [line.rpartition("\x1b[2K")[2] for line in drawn.split("\n")]


@pytest.mark.parametrize("worker", [False, True])
def test_an_engine_is_told_once_without_signs_in_a_pipe(fresh, capsys, worker):
    if worker:
        waiting.take_bars_away()
    waiting.tell(kernel)
    waiting.tell(kernel)
    assert capsys.readouterr().err == LINE


def test_a_worker_takes_the_bar_of_its_parent_away(fresh, monkeypatch):
    terminal = Terminal("puzzles ━━━━ 3/12")
    terminal.seek(0, io.SEEK_END)
    monkeypatch.setattr("sys.stderr", terminal)
    waiting.take_bars_away()
    waiting.tell(kernel)
    assert shown(terminal.getvalue()) == [LINE.strip(), ""]
