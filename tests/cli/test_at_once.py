"""A small question is answered without waiting for a compiler.

Each verb answers one small puzzle with an empty cache in a process that never imports numba; the
clock is not asked, what was imported is.
"""

import functools
import os
import subprocess
import sys
from typing import NamedTuple

import pytest

from cpstudy import generate
from tests.cli.forked import command
from tests.compiling import plain

LEVEL = "8x7:--####--|###--###|#-----.#|#-$*@--#|#---####|#####---|--------"
WIDE_LEVEL = "9x8:#########|#.------#|#-$-#-$-#|#-------#|#-$--@--#|#-----#-#|#-.---.##|#########"
RUSH_HOUR = "oooEooKIIEJJKoAABCoFFFBCDoHHGCDoooGo"
BLOXORZ = "s w p x x x p/p p w x p p p/w S1 p x1 p p e/----/S1 opens x1"
PIECES = "2x2:0,0,1,2;0,0,2,1;0,0,2,2;0,0,1,1"


class Board(NamedTuple):
    """A maze that is drawn when its test runs: all processes of tests collect all tests."""

    algorithm: str
    size: int

    def __str__(self) -> str:
        return f"{self.algorithm} {self.size}"


SMALL = [
    *(
        [verb, Board(algorithm, size)]
        for verb in ("verify", "solve", "count")
        for algorithm, size in (("wilson", 5), ("depth-first", 10), ("prim", 20), ("wilson", 20))
    ),
    *(
        [*verb, Board(algorithm, size)]
        for verb in (["explain"], ["explain", "--hint"], ["explain", "--ambiguity"], ["repair"])
        for algorithm, size in (("wilson", 5), ("kruskal", 10), ("binary-tree", 20))
    ),
    ["repair", "4x4:195ce72154716ab2"],
    ["repair", Board("depth-first", 8)],
    *(["explain", Board(algorithm, 20)] for algorithm in ("prim", "depth-first")),
    ["verify", "--puzzle", "edge_matching", PIECES],
    ["verify", "--puzzle", "edge-matching", "--solver", "snopf", PIECES],
    ["explore", "sokoban", LEVEL],
    ["explore", "sokoban", LEVEL, "--strategy", "push-optimal"],
    ["explore", "sokoban", WIDE_LEVEL],
    ["explore", "rush_hour", RUSH_HOUR],
    ["explore", "bloxorz", BLOXORZ],
    ["explore", "bridge_torch", "1,2,5,8:15"],
    ["generate", "--unique", "--size", "10"],
    ["generate", "--puzzle", "edge_matching", "--size", "4"],
    ["verify", "--size", "5", "--count", "3"],
]


@functools.cache
def drawn(maze: Board) -> str:
    ((puzzle, _),) = generate("pipes", maze.algorithm, maze.size, 1, seed=1)
    return puzzle.encode()


@pytest.mark.parametrize("arguments", SMALL, ids=lambda a: " ".join(map(str, a))[:40])
def test_small_questions_need_no_compiler(tmp_path, arguments):
    with plain():
        given = [drawn(one) if isinstance(one, Board) else one for one in arguments]
    empty = {"CPSTUDY_CACHE_DIR": str(tmp_path), "CPSTUDY_QUIET": ""}
    result = command(given, **empty)
    assert result.returncode in (0, 1, 3), result.stderr
    assert "cpstudy.core.kernels" in result.imported
    assert "numba" not in result.imported, result.stderr
    assert "compiling" not in result.stderr


def test_large_work_says_what_it_waits_for(tmp_path):
    """Some hundred boards: the search is compiled, once, and its name and usual time are told."""
    boards = "\n".join(puzzle.encode() for puzzle, _ in generate("pipes", "prim", 20, 60, seed=3))
    result = subprocess.run(
        [sys.executable, "-m", "cpstudy", "verify", "-f", "-", "--jobs", "1"],
        input=boards,
        env={**os.environ, "CPSTUDY_CACHE_DIR": str(tmp_path), "CPSTUDY_QUIET": ""},
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 1
    said = [line for line in result.stderr.splitlines() if "compiling" in line]
    assert said
    assert len(said) == len(set(said))
    assert any("the search of Pipes, once: usually" in line for line in said)
