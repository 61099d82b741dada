"""Deduction excludes no solution and gives no wrong verdict; broken rules are detected."""

import random
from dataclasses import replace
from itertools import product

import pytest

from cpstudy import generate
from cpstudy.core.deducing import ContradictionError
from cpstudy.core.result import Budget, Stop, Verdict
from cpstudy.core.solving import solve
from cpstudy.puzzles.nurikabe.deduction import (
    LOOKAHEAD,
    RULES,
    Deduction,
    between,
    complete,
    free_cells,
    island_bottleneck,
    passes,
    pivots,
    pool,
    reach,
    reaches,
    sea_bottleneck,
    unreachable,
)
from cpstudy.puzzles.nurikabe.explaining import EXPLAINER
from cpstudy.puzzles.nurikabe.knowledge import Finding, Knowledge, cells_of
from cpstudy.puzzles.nurikabe.puzzle import LAND, SEA, Nurikabe
from cpstudy.puzzles.nurikabe.solvers import SOLVERS
from tests.puzzles import deducing
from tests.puzzles.nurikabe.instances import random_board, truth

SOUND = (
    complete,
    between,
    pool,
    unreachable,
    island_bottleneck,
    sea_bottleneck,
)


def allows(step, solution):
    """Whether a step allows a colouring."""
    _, finding = step
    return all(
        here == finding.colour for cell, here in enumerate(solution) if finding.cells >> cell & 1
    )


def check_sound(count, rules=SOUND):
    """Assert soundness on small boards. Count the verdicts, the ends and the steps by rule."""
    rng = random.Random(2)
    boards = (random_board(rng) for _ in range(count))
    return deducing.check_sound(boards, lambda b: Deduction(b, rules), truth, RULES, allows)


def test_deduction_is_sound():
    met = check_sound(90)
    for name in ("verdict none", "verdict unique", "verdict many", "contradiction", "settled"):
        assert met[name] > 5, met
    assert met["stuck"] > 5
    for rule in RULES:
        assert met[rule] > 5, met


def early(k):
    """A broken rule: islands that lack one cell are called complete."""
    for group in k.groups():
        if group.clue >= 0 and group.left <= 1:
            yield Finding(k.shape.neighbours(group.cells), SEA, group.cells, "broken")


def greedy(k):
    """A broken rule: cells next to two groups are sea, whatever the groups are."""
    groups = k.groups()
    for one in groups:
        for other in groups:
            if one.cells != other.cells:
                both = k.shape.neighbours(one.cells) & k.shape.neighbours(other.cells)
                yield Finding(both & k.unknown, SEA, one.cells, "broken")


def wet(k):
    """A broken rule: three cells of sea make the fourth one sea."""
    for finding in pool(k):
        yield finding._replace(colour=SEA)


def short(k):
    """A broken rule: islands reach one cell less far."""
    found = reaches(k)
    within = 0
    for island in found.islands:
        less = island._replace(left=max(0, island.left - 1))
        within |= reach(k.shape, less, found.lone, free_cells(k, island))
    yield Finding(k.unknown & ~within, SEA, k.land, "broken")


def wide(k):
    """A broken rule: every cell that an island can take next is a bottleneck."""
    found = reaches(k)
    for island, cells in zip(found.islands, found.cells, strict=True):
        if island.left:
            near = k.shape.neighbours(island.cells) & cells & k.unknown
            yield Finding(near, LAND, island.cells, "broken")


def parted(k):
    """A broken rule: the sea must be connected through cells already known to be sea."""
    parts = k.shape.parts(k.sea)
    if len(parts) > 1:
        raise ContradictionError(parts[0], "broken")
    yield from ()


@pytest.mark.parametrize(
    ("place", "broken"), list(enumerate((early, greedy, wet, short, wide, parted)))
)
def test_broken_rules_are_caught(place, broken):
    rules = list(SOUND)
    rules[place] = broken
    with pytest.raises(AssertionError):
        check_sound(150, tuple(rules))


def test_lookahead_that_takes_the_wrong_side_is_caught(monkeypatch):
    deducing.take_the_wrong_side(monkeypatch, Knowledge)
    with pytest.raises(AssertionError):
        check_sound(150)


def test_budgets_and_ends():
    row = SOLVERS["deduce"]
    puzzle = Nurikabe.decode("nurikabe/5/5/h3q5k1h3g")
    outcome = solve(puzzle, row)
    assert outcome.verdict is Verdict.UNIQUE
    cut = solve(puzzle, row, budget=Budget(iterations=3))
    assert (cut.stop, cut.counters["steps"]) == (Stop.ITERATIONS, 3)
    assert solve(puzzle, row, budget=Budget(seconds=1e-9)).stop is Stop.TIME
    many = Nurikabe.decode("nurikabe/3/3/j2j")
    assert solve(many, row).stop is Stop.STUCK
    assert solve(Nurikabe.decode("nurikabe/2/1/11"), row).verdict is Verdict.NONE
    assert solve(Nurikabe.decode("nurikabe/1/1/1"), row).verdict is Verdict.UNIQUE


def test_no_budget_of_steps_is_passed_by_looking_ahead():
    row = SOLVERS["deduce"]
    rng = random.Random(3)
    met = 0
    while met < 5:
        puzzle = random_board(rng)
        outcome = solve(puzzle, row)
        ahead = outcome.verdict is Verdict.UNIQUE and EXPLAINER.grade(puzzle) == RULES[LOOKAHEAD]
        met += ahead
        for steps in range(1, outcome.counters["steps"]) if ahead else ():
            cut = solve(puzzle, row, budget=Budget(iterations=steps))
            assert (cut.stop, cut.counters["steps"]) == (Stop.ITERATIONS, steps), puzzle.encode()


def test_solutions_spare_lookahead_and_change_no_step_that_is_left():
    rng = random.Random(4)
    spared = 0
    for _ in range(40):
        puzzle = random_board(rng, (4, 4))
        plain, quick = Deduction(puzzle), Deduction(puzzle)
        for solution in truth(puzzle):
            quick.spare(solution)
        plain.run()
        quick.run()
        if plain.wrong is None:
            assert plain.knowledge.sea == quick.knowledge.sea
            assert plain.knowledge.land == quick.knowledge.land
            spared += bool(truth(puzzle))
    assert spared > 10


def test_groups_with_two_clues_are_wrong():
    k = Deduction(Nurikabe.decode("nurikabe/3/1/1g1")).knowledge
    with pytest.raises(ContradictionError, match="row 1, column 1 and row 1, column 3 would be"):
        k.supposing(1, LAND).groups()
    k = replace(Deduction(Nurikabe.decode("nurikabe/3/1/1h")).knowledge, land=0b11)
    with pytest.raises(
        ContradictionError, match="the island of 1 in row 1, column 1 would be too large"
    ):
        k.groups()


def test_only_pivots_and_passes_can_be_bottlenecks():
    """Without any other cell, the island is still large enough and still reaches its land."""
    large, joined = 0, 0
    boards = generate("nurikabe", "grown", 8, 3, unique=True)
    for (puzzle, _), steps in product(boards, (10, 15)):
        deduction = Deduction(puzzle)
        deduction.most = steps
        deduction.run(RULES.index("sea bottleneck"))
        k = deduction.knowledge
        try:
            found = reaches(k)
        except ContradictionError:
            continue
        for island, free, nearer in zip(found.islands, found.free, found.levels, strict=True):
            assert free == free_cells(k, island)
            needed = pivots(k.shape, nearer, found.lone, island.size)
            for cell in cells_of(sum(nearer) & k.unknown):
                left = reach(k.shape, island, found.lone, free & ~(1 << cell))
                if island.size > 0 and not needed >> cell & 1:
                    large += 1
                    assert left.bit_count() >= island.size
                for group in found.lone:
                    ways = passes(k.shape, nearer, found.lone, free, group.cells)
                    if not ways >> cell & 1:
                        joined += 1
                        assert group.cells & left
    assert large > 100 and joined > 20, (large, joined)
