"""Cases that once failed, as text forms, one file for each kind: all solvers of the kind agree."""

from pathlib import Path

import pytest

from cpstudy import Verdict
from cpstudy.core.solving import check_agreement, solve
from cpstudy.puzzles import kind

CASES = [
    (path.stem, item.text)
    for path in sorted((Path(__file__).parents[1] / "regressions").glob("*.txt"))
    for item in kind(path.stem).formats["text"].read(path.read_text(encoding="utf-8").splitlines())
]


@pytest.mark.parametrize(("kind_name", "text"), CASES)
def test_all_solvers_agree(kind_name, text):
    record = kind(kind_name)
    puzzle = record.puzzle.decode(text)
    results = {name: solve(puzzle, solver) for name, solver in record.solvers.items()}
    check_agreement(puzzle, results)
    for name, solver in record.solvers.items():
        assert results[name].verdict is not Verdict.UNKNOWN or not solver.complete


def test_there_are_cases():
    assert len(CASES) >= 3
