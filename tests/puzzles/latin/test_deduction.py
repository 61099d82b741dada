"""Deduction is sound on all solutions, every rule is met, and every broken rule is detected."""

from collections import Counter
from dataclasses import replace
from functools import cache
from itertools import islice

import pytest

from cpstudy import Budget, Stop, Verdict, solve
from cpstudy.core import deducing
from cpstudy.core.clock import Clock, OutOfTimeError
from cpstudy.puzzles import kind
from cpstudy.puzzles.kenken.puzzle import KenKen
from cpstudy.puzzles.latin.deduction import lookahead, rules, solver
from cpstudy.puzzles.latin.deduction.cage_ways import cage_ways
from cpstudy.puzzles.latin.deduction.knowledge import Finding, Knowledge
from cpstudy.puzzles.latin.deduction.solver import RULES, Deduction
from cpstudy.puzzles.sudoku.puzzle import Sudoku
from tests.puzzles.latin.soundness import check_puzzle, check_sound


@pytest.mark.parametrize("name", ["sudoku", "jigsaw", "kenken"])
def test_no_step_excludes_a_solution(name):
    met = check_sound(name, seed=1, count=140)
    assert min(met[v] for v in ("none", "unique", "many", "contradiction", "stuck", "settled")) > 5
    assert met["naked single"] > 25
    assert met["hidden single"] > 25
    assert met["one step ahead"] > 0 or name == "sudoku"
    assert met["cage"] > 50 or name != "kenken"


# Minimal boards of the generator that together need every rule.
NINE_BY_NINE = [
    "...7...6.....5.84...1.8.3.......1.98.2.......61....4.2..8..45.12..........38.....",
    "2.9........3.6.9.514..2.......5..74.....3.6.2...2...9..8.1.7.......43..7..7.8..1.",
    ".431...9.9....65......5.........9..24......5..5.26..8..1....7..8.......9.2..8.4..",
    ".....25...6.8...279.1.....62...........1...4...8.7..3....5.7....3.9....84....31..",
    "5.9...28........69...1...47.5.6..........37....62.9..3.....2.94.6.......8..7.5...",
    "..7..94....4...1.6....3.......6.....17.8..5....357....89.......3.2.6...1..1.4.8.9",
    "32..5..........5.8.94.......4.671.......3......29..7.........41....28.3..63..487.",
    "........4..2.5..7..5...79.83....9.4.9.47.....6.....5......164.7..3..8.......9...6",
    ".5.8..1.7...4.....8..3.2...2....594......46....3............79..82..9...5.1.....2",
]


@cache
def nine_by_nine() -> list[tuple[Sudoku, frozenset[bytes]]]:
    """The boards above and four of them without one clue, with all solutions if fewer than 50."""
    boards = [Sudoku.decode(text) for text in NINE_BY_NINE]
    for board in boards[:4]:
        clues = bytearray(board.clues)
        clues[next(cell for cell, clue in enumerate(clues) if clue)] = 0
        boards.append(board.with_clues(bytes(clues)))
    result = [(board, solve(board, "search", limit=50)) for board in boards]
    return [(board, frozenset(found.solutions)) for board, found in result if found.exhausted]


def check_nine_by_nine() -> Counter[str]:
    """Assert soundness on boards too large for brute force, by the solutions that search finds."""
    met: Counter[str] = Counter()
    for puzzle, truth in nine_by_nine():
        check_puzzle(puzzle, set(truth), met)
    return met


def test_every_rule_of_sudoku_is_met_and_right():
    met = check_nine_by_nine()
    for rule in RULES:
        assert met[rule] > 0 or rule == "cage", (rule, met)
    assert met["unique"] == len(NINE_BY_NINE)
    assert met["many"] > 0


# -- deliberately broken rules -------------------------------------------------------------------


def too_greedy_singles(k: Knowledge):
    """A broken rule: a cell with two values left gets the smaller one."""
    for cell, bits in enumerate(k.left):
        if bits.bit_count() == 2 and not k.placed[cell]:
            value = (bits & -bits).bit_length()
            gone = ((cell, bits & (bits - 1)),)
            yield Finding(gone, (), (cell, value))
            return
    yield from rules.naked_single(k)


def hidden_in_any_peer(k: Knowledge):
    found = next(rules.hidden_single(k), None)
    if found is None:
        return
    cell = next((c for c in range(len(k.left)) if not k.placed[c] and c != found.place[0]), None)
    if cell is None or not k.left[cell] >> (found.place[1] - 1) & 1:
        yield found
        return
    losses = k.losses((cell,), k.full & ~(1 << (found.place[1] - 1)))
    yield replace(found, losses=losses, place=(cell, found.place[1]))


def and_a_value_of_its_own(rule):
    """A broken rule: a cell among the reasons loses a value too."""

    def broken(k: Knowledge):
        for found in rule(k):
            losses = dict(found.losses)
            cell = found.because[0]
            kept = k.left[cell] & ~losses.get(cell, 0)
            losses[cell] = losses.get(cell, 0) | kept & -kept
            yield replace(found, losses=tuple(losses.items()))

    return broken


def ways_without_their_largest(k: Knowledge):
    found = next(filter(None, cage_ways(k)), None)
    if found is None:
        return
    cell = found.because[0]
    bits = k.left[cell] & ~dict(found.losses).get(cell, 0)
    if bits & (bits - 1) == 0:
        yield found
        return
    most = 1 << (bits.bit_length() - 1)
    losses = {**dict(found.losses), cell: dict(found.losses).get(cell, 0) | most}
    yield replace(found, losses=tuple(losses.items()))


BROKEN = {
    "naked single": ("sudoku", too_greedy_singles),
    "hidden single": ("sudoku", hidden_in_any_peer),
    "cage": ("kenken", ways_without_their_largest),
    "locked candidates": ("jigsaw", and_a_value_of_its_own(rules.locked_candidates)),
    "naked pair": ("sudoku", and_a_value_of_its_own(solver.WITHOUT_LOOKAHEAD["naked pair"])),
    "hidden pair": ("nine", and_a_value_of_its_own(solver.WITHOUT_LOOKAHEAD["hidden pair"])),
    "naked triple": ("nine", and_a_value_of_its_own(solver.WITHOUT_LOOKAHEAD["naked triple"])),
    "hidden triple": ("nine", and_a_value_of_its_own(solver.WITHOUT_LOOKAHEAD["hidden triple"])),
    "x-wing": ("nine", and_a_value_of_its_own(rules.x_wing)),
}


def check_all(name):
    if name != "nine":
        check_sound(name, seed=2, count=250)
        return
    check_nine_by_nine()


@pytest.mark.parametrize("rule", BROKEN)
def test_a_broken_rule_is_caught(rule, monkeypatch):
    name, broken = BROKEN[rule]
    monkeypatch.setitem(solver.WITHOUT_LOOKAHEAD, rule, broken)
    with pytest.raises(AssertionError):
        check_all(name)


def test_looking_ahead_wrongly_is_caught(monkeypatch):
    """Lookahead that keeps the refuted value and removes the others is detected."""
    right = lookahead.LookAhead.__call__

    def wrong(self, k, clock):
        found = right(self, k, clock)
        if found is None:
            return None
        cell, bits = found.losses[0]
        return replace(found, losses=((cell, k.left[cell] & ~bits),))

    monkeypatch.setattr(lookahead.LookAhead, "__call__", wrong)
    with pytest.raises(AssertionError):
        check_sound("sudoku", seed=2, count=250)


def test_every_rule_is_broken_once():
    assert (*BROKEN, "one step ahead") == RULES


# -- the rest ------------------------------------------------------------------------------------


def test_budgets_give_unknown():
    stopped = 0
    for puzzle, _ in nine_by_nine():
        whole = solve(puzzle, "deduce")
        for steps in (0, 1, len(whole.solutions) + 3):
            cut = solve(puzzle, "deduce", budget=Budget(iterations=steps))
            if whole.counters["steps"] > steps:
                assert (cut.verdict, cut.stop) == (Verdict.UNKNOWN, Stop.ITERATIONS)
                stopped += 1
        late = solve(puzzle, "deduce", budget=Budget(seconds=1e-9))
        assert (late.verdict, late.stop) == (Verdict.UNKNOWN, Stop.TIME)
    assert stopped > 20


def test_solutions_that_are_spared_change_no_step():
    met = Counter()
    for puzzle, solutions in nine_by_nine():
        whole, sparing = Deduction(puzzle), Deduction(puzzle)
        for solution in solutions:
            sparing.spare(solution)
        whole.run()
        sparing.run()
        assert whole.knowledge.steps == sparing.knowledge.steps
        met["settled" if whole.settled else "stuck"] += 1
        met["ahead"] += whole.hardest == RULES[-1]
    assert met["ahead"] > 3
    assert met["stuck"] > 0
    assert met["settled"] > 3


def test_clues_that_contradict_each_other():
    for text in ("11" + "." * 79, "1........1" + "." * 71):
        assert solve(Sudoku.decode(text), "deduce").verdict is Verdict.NONE


def test_the_clock_strikes_between_cages():
    """The rule of cages looks at the clock: one cage of nine cells takes a tenth of a second."""
    board = KenKen.decode(kind("kenken").example)
    with pytest.raises(OutOfTimeError):
        deducing.apply(Knowledge(board), [cage_ways], Clock(seconds=0.0))
    assert list(islice(cage_ways(Knowledge(board)), 1)) == [None]
