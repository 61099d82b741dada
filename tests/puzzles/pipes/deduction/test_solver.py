"""Test deduction against all solutions: it is sound, each rule occurs, each mutation is caught."""

import random
from collections import Counter
from collections.abc import Iterator

import networkx as nx
import numpy as np
import pytest

from cpstudy import Budget, Stop, Verdict, generate, solve
from cpstudy.core.native import array
from cpstudy.puzzles.pipes.deduction.deducing import CONTRADICTION, SETTLED, STUCK
from cpstudy.puzzles.pipes.deduction.knowledge import LOOKAHEAD, PARITY, RULES, knowledge, log
from cpstudy.puzzles.pipes.deduction.rules import Lowering, lower_bounds
from cpstudy.puzzles.pipes.deduction.solver import Deduction, deduction, settled_solution
from cpstudy.puzzles.pipes.explaining.explainer import EXPLAINER
from cpstudy.puzzles.pipes.puzzle import Pipes
from tests.mutating import mutated
from tests.puzzles.pipes.deduction.soundness import check_sound
from tests.puzzles.pipes.instances import random_board
from tests.puzzles.pipes.oracle import all_solutions


def test_deduction_is_sound_on_every_variety():
    met = check_sound(seed=3, count=2500, largest=4)
    assert min(met[f"verdict {v}"] for v in ("none", "unique", "many")) > 200
    # Every rule removed orientations or set edges on some board.
    for rule in RULES:
        assert met[rule] > 3, met
    assert met["settled"] > 1000
    assert met["contradiction"] > 300
    assert met["stuck"] > 100


@pytest.mark.parametrize("hardest", range(LOOKAHEAD + 1))
def test_weaker_rules_never_know_more(hardest):
    rng_boards = [p for p, _ in generate("pipes", "prim", 8, 60, seed=4)]
    weaker = sum(deduction(p, hardest)[1] == SETTLED for p in rng_boards)
    all_rules = sum(deduction(p)[1] == SETTLED for p in rng_boards)
    assert weaker <= all_rules
    for puzzle in rng_boards:
        k, end = deduction(puzzle, hardest)
        if end == SETTLED:
            assert settled_solution(k) == settled_solution(deduction(puzzle)[0])
            assert puzzle.violation(settled_solution(k)) == ""


@pytest.mark.parametrize(
    ("text", "needs"),
    [
        ("2x1:11", "local"),
        ("3x1w:115", "local"),  # a wrapping row of two dead ends and a straight
        ("3x3w:1711711f1", "loop"),
        ("3x3w:311315735", "dead end"),
        ("2x3wg:011115", "parity"),
        ("3x3wg:111715711", "lookahead"),
    ],
)
def test_small_boards_need_a_rule_and_those_before_it_are_stuck(text, needs):
    easier = RULES.index(needs)
    ends = [deduction(Pipes.decode(text), hardest)[1] for hardest in range(len(RULES))]
    assert ends == [STUCK] * easier + [SETTLED] * (len(RULES) - easier)
    assert EXPLAINER.grade(Pipes.decode(text)) == needs


def test_a_board_with_two_solutions_is_unknown():
    found = solve(Pipes.decode("2x1w:11"), "deduce")
    assert (found.verdict, found.stop) == (Verdict.UNKNOWN, Stop.STUCK)


def test_a_wrapping_row_with_an_odd_number_of_corners_is_a_contradiction():
    """Opposite sides of a straight are equal, those of a corner differ: the row cannot close."""
    puzzle = Pipes.decode("3x3wg:553000000")
    assert solve(puzzle, "deduce").verdict is Verdict.NONE
    assert solve(puzzle, "cpsat").verdict is Verdict.NONE


def test_budgets_give_unknown():
    """A board that deduction leaves undecided is unknown under any budget."""
    stopped = 0
    for puzzle, _ in generate("pipes", "depth-first", 12, 20, seed=1):
        whole = solve(puzzle, "deduce")
        if whole.verdict is not Verdict.UNKNOWN:
            continue
        assert whole.stop is Stop.STUCK
        assert solve(puzzle, "deduce", budget=Budget(seconds=0)).stop is Stop.TIME
        cut = solve(puzzle, "deduce", budget=Budget(iterations=1))
        assert cut.verdict is Verdict.UNKNOWN
        stopped += cut.stop is Stop.ITERATIONS
    assert stopped > 5


def boards_with_solutions() -> Iterator[tuple[Pipes, list[bytes]]]:
    """Yield small boards of every variety, and mazes, with solutions; many need lookahead."""
    rng = random.Random(21)
    for _ in range(400):
        puzzle = random_board(rng, 4)
        yield puzzle, sorted(all_solutions(puzzle))[:3]
    for algorithm in ("depth-first", "wilson", "prim"):
        for wrap in (False, True):
            for puzzle, solution in generate("pipes", algorithm, 12, 25, seed=3, wrap=wrap):
                yield puzzle, [solution]


def test_solutions_that_are_spared_change_no_step():
    """Sparing known solutions changes no step: lookahead cannot refute what occurs in them."""
    met = Counter()
    for puzzle, solutions in boards_with_solutions():
        whole, sparing = Deduction(puzzle), Deduction(puzzle)
        for solution in solutions:
            sparing.spare(solution)
        assert whole.run() == sparing.run()
        steps = [log(d.knowledge) for d in (whole, sparing)]
        assert np.array_equal(*steps), puzzle.encode()
        assert np.array_equal(whole.knowledge.possible, sparing.knowledge.possible)
        met["lookahead"] += LOOKAHEAD in steps[0][:, 0]
        met[whole.end] += 1
    assert met["lookahead"] > 10, met
    assert min(met[STUCK], met[SETTLED], met[CONTRADICTION]) > 50, met


def test_harder_rules_go_on_where_easier_ones_are_stuck():
    for puzzle, _ in generate("pipes", "prim", 8, 30, seed=4):
        whole, by_parts = Deduction(puzzle), Deduction(puzzle)
        for hardest in (PARITY, LOOKAHEAD):
            end = by_parts.run(hardest)
        assert whole.run() == end
        assert np.array_equal(log(whole.knowledge), log(by_parts.knowledge))


def test_what_rules_keep_of_their_own_is_what_they_would_find_anew():
    """The incremental forest of joined tiles and lower bounds equal those computed from scratch."""
    rng = random.Random(22)
    met = Counter()
    for _ in range(400):
        puzzle = random_board(rng, 5)
        k, end = deduction(puzzle, PARITY)
        if puzzle.free or end == CONTRADICTION:
            continue
        anew = knowledge(puzzle)
        array(anew.possible)[:], array(anew.known)[:] = array(k.possible), array(k.known)
        for tile in range(len(puzzle.tiles)):  # closed sides lead nowhere
            for side in range(4):
                if k.known[tile] >> side & 16:
                    anew.reach[tile, side] = 0
        lower_bounds(anew, Lowering(len(puzzle.tiles)))
        assert np.array_equal(k.reach, anew.reach), puzzle.encode()
        graph = nx.Graph()
        graph.add_nodes_from(range(len(puzzle.tiles)))
        for tile, side, other, _ in puzzle.edges():
            if k.known[tile] >> side & 1:
                graph.add_edge(tile, other)
        parts = {frozenset(part) for part in nx.connected_components(graph)}
        assert {frozenset(part) for part in trees(k.joined)} == parts, puzzle.encode()
        met["stuck" if end == STUCK else "settled"] += 1
        met["joined"] += len(parts) < len(puzzle.tiles)
    assert min(met.values()) > 30, met


def trees(parent) -> list[set[int]]:
    """The trees of a forest, computed only from the parents."""
    found: dict[int, set[int]] = {}
    for tile in range(len(parent)):
        root = tile
        while parent[root] != root:
            root = parent[root]
        found.setdefault(int(root), set()).add(tile)
    return list(found.values())


def test_an_impossible_count_is_a_contradiction_without_a_step():
    k, end = deduction(Pipes.decode("2x2:1111"))
    assert end == CONTRADICTION
    assert k.logged == 0


# Each mutation breaks one rule: (module, original source, replacement).
MUTATIONS = {
    "local: a tile keeps what a closed edge forbids": (
        "rules", "known >> 4 & mask == 0", "known & mask == 0"),
    "local: an edge is known too early": (
        "rules", "always &= mask", "always |= mask"),
    "local: every tile counts as facing itself": (
        "rules", "if k.neighbours[tile, side] == tile:", "if k.neighbours[tile, side] >= 0:"),
    "loop: an edge between any two tiles": (
        "rules", "if k.towards[side] == own and", "if k.towards[side] >= 0 and"),
    "loop: closed edges join": (
        "rules", "if side >= 0 and k.steps[step, 3] == 1:", "if side >= 0:"),
    "loop: any two sides close a loop": (
        "rules", "and k.towards[side] == k.towards[other]", "and k.towards[side] >= 0"),
    "dead end: the tile itself is not counted": (
        "rules", "    total = 1\n", "    total = 0\n"),
    "dead end: the whole board is one too": (
        "rules", "reach[beyond, side ^ 2] < size", "reach[beyond, side ^ 2] <= size"),
    "dead end: empty tiles count": (
        "rules", "size = k.vertices\n", "size = len(k.possible)\n"),
    "parity: odd and even exchanged": (
        "parity", "walk.entered[tile], walk.wanted[tile] & 1",
        "walk.entered[tile], 1 - (walk.wanted[tile] & 1)"),
    "parity: every edge is a bridge": (
        "parity", "if walk.low[tile] == walk.place[tile]:", "if walk.low[tile] >= 0:"),
    "parity: what is joined is not counted": (
        "parity", "_OPEN_COUNT[k.tiles[tile]] - _OPEN_COUNT[k.known[tile] & 15]",
        "_OPEN_COUNT[k.tiles[tile]]"),
    "parity: sides that are the same differ": (
        "parity", "return _SAME if same else _DIFFERENT",
        "return _DIFFERENT if same else _SAME"),
    "lookahead: what is not refuted is lost": (
        "deducing", "if not cheap_rules(copy, s, PARITY):",
        "if cheap_rules(copy, s, PARITY):"),
}  # fmt: skip


def _check_sound() -> None:
    check_sound(seed=8, count=700, largest=3)
    check_sound(seed=9, count=150, largest=4)


@pytest.mark.pure
def test_the_unchanged_rules_pass_uncompiled():
    _check_sound()


@pytest.mark.pure
@pytest.mark.parametrize("name", MUTATIONS)
def test_a_broken_rule_is_caught(name):
    module, says, instead = MUTATIONS[name]
    rule = f"cpstudy.puzzles.pipes.deduction.{module}"
    with mutated(rule, says, instead), pytest.raises(AssertionError):
        _check_sound()


def test_counters_and_grades_are_those_of_the_log():
    met = Counter()
    for puzzle, _ in generate("pipes", "wilson", 10, 40, seed=6):
        k, _ = deduction(puzzle)
        result = solve(puzzle, "deduce")
        assert result.counters["steps"] == k.logged > 0
        met[result.verdict] += 1
    assert met[Verdict.UNIQUE] > 10
    assert met[Verdict.UNKNOWN] > 3
