"""The second declarations of five kinds agree with the kinds and their engines on golden boards."""

import gzip
import json
import random
from collections import Counter
from math import prod
from pathlib import Path
from typing import Any

import pytest

from cpstudy import Verdict, api, puzzles
from cpstudy.declared.clauses import Encoded
from cpstudy.declared.model import Model
from cpstudy.encode.sat import SatSession
from cpstudy.encode.sessions import enumerate_models
from tests.declared.second import SECOND, Second, shape

ROWS = Path(__file__).parents[1] / "golden" / "rows"
LISTED = 30
# The largest number of cells of a board; picross states a line by all its fillings.
LARGEST = {"picross": 150}


def boards(name: str, step: int, first: int = 0) -> list[Any]:
    """Return every ``step``-th golden board of a kind that is not too large."""
    with gzip.open(ROWS / f"{name}.jsonl.gz", "rt", encoding="utf-8") as rows:
        texts = [json.loads(row)[0] for row in rows][1:]
    kind = puzzles.kind(name).puzzle
    found = [kind.decode(text) for text in texts[first::step]]
    return [p for p in found if prod(shape(p)) <= LARGEST.get(name, 400)]


def listed(model: Model) -> tuple[Verdict, set[bytes] | None]:
    """Return the verdict, by clauses and cuts, and all solutions if there are at most LISTED."""
    encoded = Encoded(model)
    session = SatSession(encoded.formula(), encoded.watched, solver="cadical195")
    found = enumerate_models(
        session, LISTED + 1, lacking=lambda v: [clause for _, clause in encoded.lacking(v)]
    )
    solutions = {encoded.values(values) for values in found.solutions}
    verdict = (Verdict.NONE, Verdict.UNIQUE, Verdict.MANY)[min(2, len(solutions))]
    return verdict, solutions if len(solutions) <= LISTED else None


def check(puzzle: Any, name: str, rng: random.Random) -> str:
    """Compare verdicts, solutions and ``violation`` of both declarations; return the verdict."""
    model = Model(Second(puzzle, SECOND[name]))  # type: ignore[arg-type]
    verdict, solutions = listed(model)
    theirs = api.solve(puzzle, limit=LISTED + 1)
    assert verdict is theirs.verdict, puzzle.encode()
    if solutions is not None:
        assert solutions == set(theirs.solutions), puzzle.encode()
    for solution in theirs.solutions[:2]:
        assert model.violation(solution) == "" == puzzle.violation(solution)
        for _ in range(3):
            changed = bytearray(solution)
            for place in rng.sample(range(len(changed)), min(len(changed), rng.choice((1, 2, 4)))):
                low, high = model.answer[place].lb, model.answer[place].ub
                changed[place] = rng.randint(low, high)
            ours, other = model.violation(bytes(changed)), puzzle.violation(bytes(changed))
            assert bool(ours) is bool(other), (puzzle.encode(), changed.hex(), ours, other)
    return str(verdict)


@pytest.mark.parametrize("name", SECOND)
def test_some_golden_boards(name):
    rng = random.Random(name)
    met = Counter(check(puzzle, name, rng) for puzzle in boards(name, 25))
    assert len(met) > 1, met


@pytest.mark.slow
@pytest.mark.parametrize("name", SECOND)
def test_all_golden_boards(name):
    rng = random.Random(name)
    met = Counter(check(puzzle, name, rng) for puzzle in boards(name, 2, 1))
    assert set(met) == {"none", "unique", "many"}
