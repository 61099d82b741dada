"""Public instances have the known verdict, and the solution found is the reference solution."""

import json
from collections import Counter

import pytest

from cpstudy import Verdict
from cpstudy.core.solving import solve, solve_batch
from cpstudy.puzzles import kind
from tests.cases import cases_dir

# Records whose diagonals hold each value once too, although they do not say so. With the diagonals
# the reference is the only solution; without them there are several.
DIAGONAL = {"652_6x6", "671_6x6", "673_6x6"}


def folder(name):
    found = cases_dir(name)
    if found is None:
        pytest.skip("no public instances here")
    return found


def items(name, row):
    """Identifier, puzzle and reference solution of all records (search) or every tenth (others)."""
    file = folder(name) / "janko.json"
    records = json.loads(file.read_text())
    read = kind(name).formats["records"].read
    with file.open() as lines:
        for item in list(read(lines))[:: 1 if row == "search" else 10]:
            rows = records[item.text]["solution"].split("\n")[1:]
            yield item.text, item.puzzle, bytes(map(int, " ".join(rows).split()))


def test_17_clues():
    lines = (folder("sudoku") / "17-clues.txt").read_text().split()
    record = kind("sudoku")
    puzzles = [record.puzzle.decode(line) for line in lines]
    found = solve_batch(puzzles, record.solvers["search"])
    assert Counter(result.verdict for result in found) == {Verdict.UNIQUE: 500}
    for row in ("cpsat", "sat"):
        for puzzle, result in list(zip(puzzles, found, strict=True))[::50]:
            outcome = solve(puzzle, record.solvers[row])
            assert (outcome.verdict, outcome.solutions) == (Verdict.UNIQUE, result.solutions)


def test_counted_boards_are_counted_exactly():
    record = kind("sudoku")
    for line in (folder("sudoku") / "counted.txt").read_text().split():
        text, number, *solution = line.split(":")
        puzzle = record.puzzle.decode(text)
        found = solve(puzzle, record.solvers["search"], limit=None)
        assert (len(found.solutions), found.exhausted) == (int(number), True)
        if solution:
            assert puzzle.encode_solution(found.solutions[0]) == solution[0]


@pytest.mark.parametrize("row", ["search", "cpsat", "sat"])
@pytest.mark.parametrize(("name", "number"), [("jigsaw", 150), ("kenken", 215)])
def test_collections(name, number, row):
    met: Counter[str] = Counter()
    for identifier, puzzle, reference in items(name, row):
        if name == "jigsaw" and identifier in DIAGONAL:
            found = solve(puzzle, kind(name).solvers[row])
            assert found.verdict is Verdict.MANY
            puzzle = type(puzzle)(puzzle.order, puzzle.clues, puzzle.regions, True)  # noqa: PLW2901
        found = solve(puzzle, kind(name).solvers[row])
        assert (found.verdict, found.solutions) == (Verdict.UNIQUE, (reference,)), identifier
        met["unique"] += 1
    assert met["unique"] == (number if row == "search" else -(-number // 10))
