"""SPIN finds the same number of states and the same shortest solution in our Promela models.

The test is slow and needs ``spin`` (6.5.1) and a C compiler on the PATH.
"""

import re
import shutil
import subprocess

import pytest

from cpstudy import api
from cpstudy.core.result import Reachability
from cpstudy.state_spaces.model_checkers import promela
from cpstudy.state_spaces.state_graph import state_graph

LEVELS = (
    ("river_crossing", "fox,goose,beans:fox-goose,goose-beans"),
    ("river_crossing", "fox,goose,beans,dog:fox-goose,goose-beans,dog-fox"),
    ("missionaries", "3,3:2"),
    ("bridge_torch", "1,2,5,8:15"),
    ("bloxorz", "s x x p/p x x x/p p x e"),
)


def checked(model, folder, *flags):
    """Return the output of SPIN's verifier."""
    (folder / "model.pml").write_text(model)
    for command in (
        ["spin", "-a", "model.pml"],
        ["cc", "-O1", "-w", "-DBFS", *flags, "-o", "pan", "pan.c"],
        ["./pan"],
    ):
        ended = subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True)
    return ended.stdout


@pytest.mark.slow
@pytest.mark.skipif(not (shutil.which("spin") and shutil.which("cc")), reason="no SPIN here")
@pytest.mark.parametrize(("kind", "level"), LEVELS)
def test_spin_finds_what_we_find(kind, level, tmp_path):
    puzzle = api.puzzle(kind, level)
    graph = state_graph(api.state_space(puzzle))
    model, ours = promela(graph), api.explore(puzzle, "bfs")
    said = checked(model, tmp_path, "-DNOCLAIM")
    allowed = sum(not node.reason for node in graph.nodes)
    assert int(re.search(r"(\d+) states, stored", said)[1]) == allowed
    said = checked(model, tmp_path)
    solvable = ours.verdict is Reachability.FOUND
    assert ("errors: 1" in said) == solvable
    if solvable:  # SPIN counts depths from 0
        depth = int(re.search(r"at depth (\d+)", said)[1])
        assert depth + 1 == len(ours.path)
