"""A small question is answered at once: nothing is imported that takes longer than the answer.

Each verb answers one puzzle in a process that imports no compiler and no solver that the answer
does not need. The tests check the imports instead of the time.
"""

import functools
import json
import os
from typing import NamedTuple

import pytest

from cpstudy import generate
from cpstudy.puzzles import PUZZLES, kind
from tests import forking
from tests.cli.forked import command

LEVEL = "8x7:--####--|###--###|#-----.#|#-$*@--#|#---####|#####---|--------"
WIDE_LEVEL = "9x8:#########|#.------#|#-$-#-$-#|#-------#|#-$--@--#|#-----#-#|#-.---.##|#########"
RUSH_HOUR = "oooEooKIIEJJKoAABCoFFFBCDoHHGCDoooGo"
BLOXORZ = "s w p x x x p/p p w x p p p/w S1 p x1 p p e/----/S1 opens x1"
PIECES = "2x2:0,0,1,2;0,0,2,1;0,0,2,2;0,0,1,1"


# Boards in addition to the kinds' examples.
BOARDS = {
    "picross": "10x10:1/2/2.2/10/9/8/8/10/9/9/4.3/4.3/7/7/7/7/8/8/7/5",
    "nurikabe": "nurikabe/7/7/h3i3m2j2j3j3j3s3",
    "slitherlink": "slither/7/7/ch72162dh256cg516dbi1183dg",
    "masyu": "mashu/7/7/09100aa9003900240",
    "jigsaw": "7j:2_5a3g1a7h6c4h5a6g1a6_2,acaa__bica_aabe_d_aa___b_____a_aa____b_b",
    "kenken": "6:_aba_3a__a4_a_a3_a_3a_7a_a_a_3a,a1s3a11a11a9a1s1a3s2a3a2s1m40s5m6a4m360s1",
    "pipes": "5x5:6d5a25bba2a1bb8b92d416831",
}

# Runs many commands in one process and prints what it has imported at the end.
_TELLING = """
import json, sys
from cpstudy.cli import main
codes = []
for command in json.loads(sys.argv[1]):
    try:
        main(command)
    except SystemExit as exit:
        codes.append(exit.code)
print(json.dumps([codes, list(sys.modules)]))
"""
# Packages that take long to import and that only other rows than the defaults need.
HEAVY = {"Cython", "cython", "ortools", "pandas", "pysat", "z3", "matplotlib", "scipy", "PIL"}


class Board(NamedTuple):
    """A maze that is generated when its test runs, since all test processes collect all tests."""

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
    *(["repair", Board("depth-first", size)] for size in (8, 15, 20)),
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
def test_small_questions_import_little(tmp_path, arguments):
    given = [drawn(one) if isinstance(one, Board) else one for one in arguments]
    result = command(given, CPSTUDY_CACHE_DIR=str(tmp_path))
    assert result.returncode in (0, 1, 3), result.stderr
    assert "cpstudy.puzzles" in result.imported
    assert not HEAVY & result.imported, result.stderr


@pytest.mark.parametrize("name", PUZZLES)
def test_every_kind_needs_no_other_solvers(tmp_path, name):
    """All verbs of a kind, on its example and a small board, import no other solvers."""
    record = kind(name)
    verbs = [["explore", name]] if record.space else [["solve"], ["verify"], ["count"]]
    if record.explaining is not None:
        verbs += [["explain"], ["explain", "--hint"]]
        verbs += [["repair"]] if record.explaining.repair else []
    about = [] if record.space else ["--puzzle", name]
    boards = [record.example, *([BOARDS[name]] if name in BOARDS else [])]
    commands = [[*verb, *about, board] for verb in verbs for board in boards]
    found = forking.run(
        _TELLING,
        [json.dumps(commands)],
        imported=forking.LIGHT,
        env={**os.environ, "CPSTUDY_CACHE_DIR": str(tmp_path)},
        encoding="utf-8",
    )
    codes, imported = json.loads(found.stdout.splitlines()[-1])
    assert len(codes) == len(commands)
    assert set(codes) <= {0, 1}, found.stderr
    assert not HEAVY & set(imported)
