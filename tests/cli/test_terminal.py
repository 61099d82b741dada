"""A terminal after a run shows every result on its own line, and no bar.

The commands run in a pseudo-terminal, whose screen a terminal emulator reads.
"""

import io
import os
import pty
import re
import signal
import struct
import subprocess
import sys
import termios

import pytest
from rich.console import Console
from rich.table import Table

from cpstudy import generate
from cpstudy.cli import terminal as cli_terminal
from cpstudy.cli.verify import print_share_table
from cpstudy.core.result import Verdict
from cpstudy.jobs.samples import Share
from cpstudy.study.contest import Median
from cpstudy.study.run import Progress
from tests import forking
from tests.undrawn import UNDRAWN

pyte = pytest.importorskip("pyte")
fcntl = pytest.importorskip("fcntl")

LINES = 400


def on_terminal(
    columns: int, *arguments: str, code: str = forking.COMMAND, **environment: str
) -> tuple[list[str], str]:
    """Return the lines on the screen after a command, and everything that was written meanwhile."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", LINES, columns, 0, 0))
    # The size must be the terminal's, not one that a test runner put into the environment.
    told_nothing = {name: v for name, v in os.environ.items() if name not in ("COLUMNS", "LINES")}
    process = forking.Process(
        code,
        arguments,
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env={**told_nothing, "TERM": "xterm-256color", **environment},
        start_new_session=True,
    )
    os.close(theirs)
    written = _all_of(ours)
    process.wait()
    screen = pyte.Screen(columns, LINES)
    stream = pyte.ByteStream(screen)
    stream.feed(written)
    shown = [line.rstrip() for line in screen.display]
    while shown and not shown[-1]:
        shown.pop()
    return shown, written.decode(errors="replace")


def _all_of(ours: int) -> bytes:
    """Read everything written on a terminal until its other end is closed, and close this end."""
    written = b""
    while True:
        try:
            part = os.read(ours, 65536)
        except OSError:  # the other end is closed
            break
        if not part:
            break
        written += part
    os.close(ours)
    return written


@pytest.fixture(scope="module", name="boards")
def _boards(tmp_path_factory):
    path = tmp_path_factory.mktemp("boards") / "boards.txt"
    lines = [puzzle.encode() for puzzle, _ in generate("pipes", "wilson", 8, 40, seed=1)]
    path.write_text("\n".join(lines) + "\n")
    return path, lines


@pytest.mark.parametrize("columns", [80, pytest.param(110, marks=pytest.mark.slow)])
@pytest.mark.parametrize("verb", ["verify", "count", "solve"])
def test_results_stand_above_a_running_bar(boards, columns, verb):
    path, lines = boards
    if verb == "count":
        lines = lines[:8]
        path = path.with_name("few.txt")
        path.write_text("\n".join(lines) + "\n")
    named = {"verify": "verifying", "count": "counting", "solve": "solving"}[verb]
    solver = [] if verb == "count" else ["--solver", "cpsat"]
    # Workers only under -m slow, since each of them imports everything again.
    jobs = [] if (verb, columns) == ("verify", 110) else ["--jobs", "1"]
    shown, written = on_terminal(columns, verb, "-f", str(path), *solver, *jobs)
    assert named in written  # the bar was there
    assert not any(named in line or "━" in line for line in shown)
    if verb == "solve":
        assert len(shown) == len(lines)
        assert all(line.startswith("8x8:") for line in shown)
    else:
        assert [line.split()[0] for line in shown if line.startswith("8x8:")] == lines


def test_pictures_stand_above_a_running_bar(boards):
    path, _ = boards
    shown, written = on_terminal(
        80, "solve", "-f", str(path), "--draw", "--jobs", "1", NO_COLOR="1"
    )
    assert "solving" in written
    pipes = set(" ╵╶└╷│┌├╴┘─┴┐┤┬┼╹╺┗╻┃┏┣╸┛━┻┓┫┳╋●○■□·╭╮╯╰↑↓←→")
    pictures = [line for line in shown if len(line) <= 20]
    assert len(pictures) >= 8 * 40
    assert all(set(line) <= pipes or line[0].isalnum() for line in shown if line), [
        line for line in shown if line and not set(line) <= pipes
    ][:3]


def test_bad_lines_and_results_do_not_mix(tmp_path, boards):
    _, lines = boards
    mixed = tmp_path / "mixed.txt"
    mixed.write_text("\n".join(x for line in lines for x in (line, "2x1:1z")) + "\n")
    shown, _ = on_terminal(110, "verify", "-f", str(mixed), "--solver", "cpsat", "--jobs", "1")
    # Ten faults, and a line with the number of the others.
    assert sum(line.startswith("cpstudy: ") for line in shown) == 11
    assert [line.split()[0] for line in shown if line.startswith("8x8:")] == lines


@pytest.mark.parametrize("columns", [80, 100])
def test_the_table_of_peaks_is_not_folded(tmp_path, columns):
    """Every name, figure and heading is in one piece: nothing is cut, and no word is broken."""
    rows = str(tmp_path / "rows.sqlite")
    given = ["--size", "3", "--puzzles", "2", "--inner", "2", "--outer", "2", "--jobs", "1"]
    names = ["snopf"] if columns == 80 else ["highest-connectivity", "lowest-connectivity"]
    chosen = [word for name in names for word in ("--solver", name)]
    undrawn = UNDRAWN + forking.COMMAND
    shown, _ = on_terminal(columns, "hardness", *given, *chosen, "--out", rows, code=undrawn)
    first = next(at for at, line in enumerate(shown) if "Edge matching" in line)
    table = shown[first:]  # above it are file names, which may exceed a line
    words = " ".join(table).split()
    for word in (*names, "median", "interval", "censored", "placements", "seconds", "2,000,000"):
        assert word in words, table
    assert "2 puzzles a cell, at most 2,000,000 placements each, seed 1" in " ".join(words)
    assert all(len(line) < columns for line in table)
    assert "…" not in words


def test_a_narrow_terminal_leaves_columns_out_before_figures_are_broken(monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("TERM", "xterm")
    terminal = _Terminal()
    table = Table("solver", "effort", "seconds", caption="seed 1")
    table.add_row("x" * 50, "457,964,822", "1,234,567.8")
    cli_terminal.print_table(terminal, table, ("seconds", "effort"))
    shown = re.sub(r"\x1b\[[0-9;]*m", "", terminal.getvalue())
    assert "457,964,822" in shown
    assert "1,234,567.8" not in shown
    assert re.search(r"seed 1 *\n *no room for seconds: see --json", shown), shown


@pytest.mark.parametrize("columns", [80, 120])
def test_tables_lose_nothing_on_a_narrow_terminal(monkeypatch, columns):
    """The table of shares fits into 80 columns; if a terminal is too narrow, words are folded."""
    monkeypatch.setenv("COLUMNS", str(columns))
    monkeypatch.setenv("TERM", "xterm")
    terminal = _Terminal()
    row = Share(
        "depth-first", (10, 10), {Verdict.UNIQUE: 69, Verdict.MANY: 131}, Median(0.0318, False)
    )
    row.verdicts[Verdict.UNKNOWN] = 0
    print_share_table([row], terminal, "pipes, solver cpsat, seed 1")
    shown = re.sub(r"\x1b\[[0-9;]*m", "", terminal.getvalue())
    assert all(len(line) <= columns for line in shown.splitlines())
    for word in ("algorithm", "unknown", "interval", "depth-first", "28.3% – 41.3%", "31.8"):
        assert word in shown, shown
    assert "…" not in shown
    assert ("│ depth-first │" in shown) == (columns == 120)
    narrow = _Terminal()
    table = Table("name")
    table.add_row("x" * 500)
    cli_terminal.print_table(narrow, table)
    assert narrow.getvalue().count("x") == 500


_HOLDER = "import fcntl; fcntl.lockf(1, fcntl.LOCK_EX); print('has it', flush=True); input()"


@pytest.mark.parametrize("columns", [80, 110])
def test_lists_break_between_names(columns):
    """A word that is cut at the terminal's right edge would continue without an indent."""
    shown, _ = on_terminal(columns, "solvers", "--puzzle", "pipes")
    options = shown[next(i for i, line in enumerate(shown) if line.startswith("After cpmpy")) :]
    assert len(options) > 3
    assert all(line.startswith(("After ", "  ")) for line in options)


def test_one_bar_a_terminal(monkeypatch):
    """In a pipeline of verbs the second one shows its bar after the first has removed its own."""
    ours, theirs = pty.openpty()
    monkeypatch.setenv("TERM", "xterm-256color")
    holder = subprocess.Popen(
        [sys.executable, "-SEc", _HOLDER], stdin=subprocess.PIPE, stdout=theirs
    )
    assert os.read(ours, 6) == b"has it"
    with os.fdopen(theirs, "w", encoding="utf-8") as terminal:
        monkeypatch.setattr(sys, "stderr", terminal)
        counted = cli_terminal.tracked(range(4), "counting", 4, quiet=False)
        assert next(counted) == 0 and cli_terminal._bar is None
        assert next(counted) == 1 and cli_terminal._bar is None
        holder.communicate(b"\n")
        assert next(counted) == 2 and cli_terminal._bar is not None
        assert list(counted) == [3] and cli_terminal._bar is None
    shown = _all_of(ours)
    assert b"counting" in shown and b"\x1b[?25h" in shown


def test_an_interrupted_sweep_gives_the_cursor_back(tmp_path):
    rows = str(tmp_path / "rows.sqlite")
    given = ["--size", "6", "--solver", "snopf", "--jobs", "1", "--out", rows]
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", LINES, 80, 0, 0))
    process = subprocess.Popen(
        [sys.executable, "-m", "cpstudy", "hardness", *given],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env={**os.environ, "TERM": "xterm-256color"},
        start_new_session=True,
    )
    os.close(theirs)
    screen = pyte.Screen(80, LINES)
    stream = pyte.ByteStream(screen)
    hidden = False
    while True:
        try:
            part = os.read(ours, 65536)
        except OSError:  # the other end is closed
            break
        if not part:
            break
        stream.feed(part)
        if screen.cursor.hidden and not hidden:  # the bar is there
            hidden = True
            process.send_signal(signal.SIGINT)
    os.close(ours)
    assert process.wait() == 130
    assert hidden
    assert not screen.cursor.hidden
    end, said = [line.rstrip() for line in screen.display if line.strip()]
    assert end == "cpstudy: interrupted"
    assert re.fullmatch(r"[0-9]+ of 16,000 runs done; the same command resumes", said)


class _Terminal(io.StringIO):
    """A stream that claims to be a terminal."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize("moment", ["show_cursor", "push_render_hook", "clear_live"])
@pytest.mark.parametrize("bar", ["advancing", "tracked"])
def test_ctrl_c_while_the_bar_is_set_up_or_taken_down(monkeypatch, bar, moment):
    """Wherever Ctrl-C strikes, the last control sequence on the terminal shows the cursor."""
    terminal = _Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setenv("TERM", "xterm-256color")
    usual = getattr(Console, moment)
    struck = []

    def strike(console, *given):
        answer = usual(console, *given)
        if not struck:
            struck.append(moment)
            signal.raise_signal(signal.SIGINT)
        return answer

    monkeypatch.setattr(Console, moment, strike)
    with pytest.raises(KeyboardInterrupt):
        if bar == "tracked":
            list(cli_terminal.tracked(range(3), "counting", 3, quiet=False))
        else:
            with cli_terminal.advancing(False, "searching") as show:
                assert show is not None
                show(Progress(done=1, total=3, stored=0, iterations=5))
    assert struck
    shown = terminal.getvalue()
    assert shown.rindex("\x1b[?25h") > shown.rindex("\x1b[?25l")
