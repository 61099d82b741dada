"""Repairs of KenKen have one solution by brute force; claims that no fewer changes suffice hold."""

import random
from collections import Counter
from itertools import combinations, product

from cpstudy import Budget, Verdict, generate
from cpstudy.core.solving import solve
from cpstudy.puzzles.kenken.puzzle import KenKen
from cpstudy.puzzles.kenken.record import KIND
from cpstudy.puzzles.kenken.repairing import repair
from cpstudy.puzzles.latin.rules import Cage
from tests.puzzles.latin.instances import random_kenken
from tests.puzzles.latin.oracle import gives, latin_squares

# No single change makes these unique.
HARDER = ("3:ca_a3,m7a8e2", "3:_f_5,m12d4m6")


def solutions(order: int, cages) -> set[bytes]:
    return {
        bytes(square)
        for square in latin_squares(order)
        if all(gives([square[c] for c in k.cells], k.operation, k.target) for k in cages)
    }


def can_be_changed(puzzle: KenKen, chosen) -> bool:
    """Whether new clues for the chosen cages, or values for all their cells, leave one solution."""
    kept = [cage for number, cage in enumerate(puzzle.cages) if number not in chosen]
    cells = [cell for number in chosen for cell in puzzle.cages[number].cells]
    for values in product(range(1, puzzle.order + 1), repeat=len(cells)):
        result = [Cage((c,), "=", v) for c, v in zip(cells, values, strict=True)]
        if len(solutions(puzzle.order, kept + result)) == 1:
            return True
    clues = [
        [
            Cage(puzzle.cages[number].cells, operation, target)
            for operation in "+x-/="
            for target in range(19)
            if operation in "+x=" or len(puzzle.cages[number].cells) == 2
        ]
        for number in chosen
    ]
    return any(len(solutions(puzzle.order, [*kept, *new])) == 1 for new in product(*clues))


def test_repairs_against_all_changes():
    rng = random.Random(4)
    met: Counter[str] = Counter()
    puzzles = [random_kenken(rng, 3, 4) for _ in range(40)]
    for puzzle in (*puzzles, *map(KenKen.decode, HARDER)):
        result = repair(puzzle)
        assert result is not None
        assert solutions(3, result.puzzle.cages) == {result.solution}
        lost = [cage for cage in puzzle.cages if cage not in result.puzzle.cages]
        assert result.changes == tuple(divmod(cage.cells[0], 3) for cage in lost)
        assert result.proved
        numbers = range(len(puzzle.cages))
        for fewer in range(len(lost)):
            sets = combinations(numbers, fewer) if fewer < 2 else ()
            assert not any(can_be_changed(puzzle, chosen) for chosen in sets), puzzle.encode()
        given = len(solutions(3, puzzle.cages))
        met[f"{len(lost)} of {('none', 'one', 'many')[min(given, 2)]}"] += 1
    assert min(met["0 of one"], met["1 of many"], met["1 of none"], met["2 of none"]) > 1, met


def test_exchanged_columns_want_a_cut():
    """If two rows consist of equal cages, no clue distinguishes them, so the repair cuts a cage."""
    lower = (3, 4, 1, 2, 4, 3, 2, 1)
    sums = [Cage((0, 1), "+", 3), Cage((2, 3), "+", 7), Cage((4, 5), "+", 3), Cage((6, 7), "+", 7)]
    puzzle = KenKen(
        4, (*sums, *(Cage((c,), "=", v) for c, v in zip(range(8, 16), lower, strict=True)))
    )
    assert len(solutions(4, puzzle.cages)) == 4
    result = repair(puzzle)
    assert result is not None
    assert (len(result.changes), result.proved) == (2, True)
    assert len(result.puzzle.cages) > len(puzzle.cages)


def test_a_larger_puzzle():
    ((puzzle, solution),) = generate("kenken", "cages", 5, 1, seed=3)
    cage = puzzle.cages[0]
    spoilt = KenKen(5, (Cage(cage.cells, cage.operation, cage.target + 1), *puzzle.cages[1:]))
    result = repair(spoilt)
    assert result is not None
    assert (len(result.changes), result.proved) == (1, True)
    assert solve(result.puzzle, KIND.solvers["sat"]).solutions == (result.solution,)
    assert result == repair(spoilt)
    same = repair(puzzle)
    assert same is not None
    assert (same.puzzle, same.solution, same.changes, same.proved) == (puzzle, solution, (), True)


def test_budgets():
    puzzle = KenKen(3, (Cage(tuple(range(9)), "+", 18),))
    assert solve(puzzle, KIND.solvers["search"]).verdict is Verdict.MANY
    assert repair(puzzle, Budget(iterations=0)) is None
    assert repair(puzzle, Budget(seconds=0)) is None
    assert repair(puzzle, Budget(iterations=1)) is None
    result = repair(puzzle)
    assert result is not None
    assert (result.changes, result.proved) == (((0, 0),), True)
