"""On a full disk, files are complete or unchanged, and one line reports the fault.

A limit on the size of files stands for the disk, ``/dev/full`` for a disk without any space.
"""

import errno
import os
import random
import re
import resource
import signal
from contextlib import contextmanager
from pathlib import Path

import pytest
from click.testing import CliRunner

from cpstudy.cli import main
from cpstudy.puzzles import kind

pytestmark = [
    pytest.mark.skipif(os.name != "posix", reason="limits of POSIX"),
    pytest.mark.usefixtures("undrawn"),  # figures are written in the same way as pictures
]

BOARD = kind("pipes").example
ROOM = kind("sokoban").example

# Commands, and the file that each writes. Results are a stream: earlier results stay.
WRITERS = {
    "out": (["generate", "--count", "40", "--size", "4", "--algorithm", "wilson", "--out"], "x"),
    "verify": (["verify", *[BOARD] * 30, "--jobs", "1", "--out"], "x"),
    "solve": (["solve", *[BOARD] * 30, "--jobs", "1", "--out"], "x"),
    "explain": (["explain", BOARD, "--out"], "x"),
    "save": (["explain", BOARD, "--save"], "x.sav"),
    "picture": (["explain", BOARD, "--picture"], "x.svg"),
    "svg": (["convert", BOARD, "--to", "svg", "--out"], "x.svg"),
    "png": (["convert", BOARD, "--to", "png", "--out"], "x.png"),
    "dimacs": (["convert", BOARD, "--to", "dimacs", "--out"], "x.cnf"),
    "dot": (["explore", "sokoban", ROOM, "--dot"], "x.dot"),
    "csv": (["plot", "rows.sqlite", "--csv"], "x.csv"),
}
STREAMS = ("out", "verify", "solve", "explain")
PRECIOUS = b"precious"
SWEEP = ["hardness", "--size", "3", "--solver", "dfs", "--puzzles", "9", "--jobs", "1", "--json"]


def run(*arguments):
    return CliRunner().invoke(main, [*map(str, arguments)])


@contextmanager
def files_of_at_most(size):
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    handler = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
        signal.signal(signal.SIGXFSZ, handler)


def one_line(result, path):
    assert result.exit_code == 2, (result.exception, result.output)
    line, *rest = result.stderr.splitlines()
    assert all(one.endswith("the same command resumes") for one in rest[:1]) and not rest[1:]
    assert line.startswith("cpstudy: ")
    assert str(path) in line or os.strerror(errno.EFBIG) in line


def attacked(folder, attempts, seed):
    """Run every writer in turn with a disk of random size; return how many files did not fit."""
    rng = random.Random(seed)
    assert run(*SWEEP, "--out", "rows.sqlite").exit_code == 0
    whole = {}
    for name, (arguments, file) in WRITERS.items():
        result = run(*arguments, file)
        assert result.exit_code in (0, 1), (name, result.output)
        whole[name] = result.exit_code, Path(file).read_bytes()
    refused = 0
    for attempt in range(attempts):
        name = [*WRITERS][attempt % len(WRITERS)]
        arguments, file = WRITERS[name]
        path = folder / file
        path.write_bytes(PRECIOUS)
        before = {*folder.iterdir()}
        code, content = whole[name]
        size = rng.randrange(len(PRECIOUS), len(content) + 1000)
        with files_of_at_most(size):
            result = run(*arguments, path)
        if size >= len(content):
            assert result.exit_code == code, (name, result.output)
        if result.exit_code == 2:
            one_line(result, path)
            kept = path.read_bytes()
            assert kept == PRECIOUS or (name in STREAMS and content.startswith(kept)), name
        else:
            assert path.read_bytes() == content, name
        assert {*folder.iterdir()} == before
        refused += result.exit_code == 2
    return refused


def without_times(content):
    return re.sub(rb'"seconds": [^,}]*', b"", content)


def sweeps_attacked(folder, attempts, seed):
    """Sweeps on a full disk lose no stored row and resume when there is space.

    Return how many runs were refused.
    """
    rng = random.Random(seed)
    whole = without_times(run(*SWEEP, "--out", "whole.sqlite").stdout_bytes)
    largest = (folder / "whole.sqlite").stat().st_size
    refused = 0
    for attempt in range(attempts):
        path = folder / f"{attempt}.sqlite"
        for _ in range(2):
            with files_of_at_most(rng.randrange(100, largest)):
                result = run(*SWEEP, "--out", path)
            if result.exit_code:
                one_line(result, path)
                refused += 1
        assert without_times(run(*SWEEP, "--out", path).stdout_bytes) == whole
    return refused


def test_files_are_whole_or_as_they_were(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert attacked(tmp_path, 2 * len(WRITERS), seed=1) > 5


def test_sweeps_go_on_when_there_is_room(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert sweeps_attacked(tmp_path, 4, seed=1) > 1


@pytest.mark.parametrize("name", WRITERS)
def test_no_room_at_all_is_one_line(tmp_path, monkeypatch, name):
    if not Path("/dev/full").exists():
        pytest.skip("no /dev/full")
    monkeypatch.chdir(tmp_path)
    if name == "csv":
        run(*SWEEP, "--out", "rows.sqlite")
    arguments, _ = WRITERS[name]
    one = tmp_path / "full.svg"  # the suffix of a picture's name is its format
    one.symlink_to("/dev/full")
    result = run(*arguments, one)
    assert result.exit_code == 2, (result.exception, result.output)
    (line,) = result.stderr.splitlines()
    assert os.strerror(errno.ENOSPC) in line


@pytest.mark.slow
def test_many_files_are_whole_or_as_they_were(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert attacked(tmp_path, 500, seed=2) > 200


@pytest.mark.slow
def test_many_sweeps_go_on_when_there_is_room(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert sweeps_attacked(tmp_path, 60, seed=2) > 60
