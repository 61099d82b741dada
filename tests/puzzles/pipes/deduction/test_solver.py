"""Deduction: sound against all solutions, each rule needed, each rule's mutation caught."""

import os
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

import cpstudy
from cpstudy import Budget, Stop, Verdict, generate, solve
from cpstudy.puzzles.pipes.deduction.knowledge import LOOKAHEAD, RULES
from cpstudy.puzzles.pipes.deduction.solver import (
    CONTRADICTION,
    SETTLED,
    deduction,
    settled_solution,
)
from cpstudy.puzzles.pipes.puzzle import Pipes
from tests.puzzles.pipes.deduction.soundness import check_sound

PACKAGE = Path(cpstudy.__file__).parent


def test_deduction_is_sound_on_every_variety():
    met = check_sound(seed=3, count=2500, largest=4)
    assert min(met[f"verdict {v}"] for v in ("none", "unique", "many")) > 200
    # Every rule removed orientations, or set edges, somewhere.
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
            assert puzzle.why_not(settled_solution(k)) == ""


@pytest.mark.parametrize(
    ("text", "needs"),
    [
        ("2x1:11", "local"),
        # An odd region behind one edge; a wrapping row of corners and straights with one odd piece.
        ("3x1w:115", None),
    ],
)
def test_small_boards(text, needs):
    puzzle = Pipes.decode(text)
    result = solve(puzzle, "deduce")
    if needs is None:
        assert result.verdict is not Verdict.NONE
    else:
        assert result.verdict is Verdict.UNIQUE


def test_a_wrapping_row_with_an_odd_number_of_corners_is_a_contradiction():
    """Opposite sides of straights are the same, of corners differ: the row cannot close."""
    puzzle = Pipes.decode("3x3wg:553000000")
    assert solve(puzzle, "deduce").verdict is Verdict.NONE
    assert solve(puzzle, "cpsat").verdict is Verdict.NONE


def test_budgets_give_unknown():
    """Boards that need one step ahead stop after any number of steps asked for."""
    stopped = 0
    for puzzle, _ in generate("pipes", "depth-first", 12, 20, seed=1):
        whole = solve(puzzle, "deduce")
        if whole.verdict is not Verdict.UNKNOWN:
            continue
        assert whole.stop is Stop.STUCK
        assert solve(puzzle, "deduce", budget=Budget(seconds=0)).stop in (Stop.TIME, Stop.STUCK)
        cut = solve(puzzle, "deduce", budget=Budget(iterations=1))
        assert cut.verdict is Verdict.UNKNOWN
        stopped += cut.stop is Stop.ITERATIONS
    assert stopped > 5


def test_an_impossible_count_is_a_contradiction_without_a_step():
    k, end = deduction(Pipes.decode("2x2:1111"))
    assert end == CONTRADICTION
    assert k.control[0] == 0


# Each mutation breaks one rule: (file, what it says, what it says instead).
MUTATIONS = {
    "local: a tile keeps what a closed edge forbids": (
        "local.py", "known >> 4 & mask == 0", "known & mask == 0"),
    "local: an edge is known too early": (
        "local.py", "always &= mask", "always |= mask"),
    "local: every tile counts as facing itself": (
        "local.py", "k.neighbours[tile, side] == tile and", "k.neighbours[tile, side] >= 0 and"),
    "loop: an edge between any two tiles": (
        "loops.py", "if towards[side] == own and", "if towards[side] >= 0 and"),
    "loop: closed edges join": (
        "loops.py", "if k.known[tile] >> side & 1:", "if k.known[tile] >> side & 17:"),
    "loop: any two sides close a loop": (
        "loops.py", "and towards[side] == towards[other]", "and towards[side] >= 0"),
    "dead end: the tile itself is not counted": (
        "dead_ends.py", "                    total = 1\n", "                    total = 0\n"),
    "dead end: the whole board is one too": (
        "dead_ends.py", "reach[beyond, side ^ 2] < size", "reach[beyond, side ^ 2] <= size"),
    "dead end: empty tiles count": (
        "dead_ends.py", "size = k.control[VERTICES]\n    reach", "size = n\n    reach"),
    "parity: odd and even exchanged": (
        "parity.py", "entered[tile], wanted[tile] & 1", "entered[tile], 1 - (wanted[tile] & 1)"),
    "parity: every edge is a bridge": (
        "parity.py", "if low[tile] == order[tile]:", "if low[tile] >= 0:"),
    "parity: what is joined is not counted": (
        "parity.py", "k.degree[tile] - OPEN_COUNT[k.known[tile] & 15]", "k.degree[tile]"),
    "parity: sides that are the same differ": (
        "parity.py", "1 if differ else 0", "0 if differ else 1"),
    "lookahead: what is not refuted is lost": (
        "lookahead.py", "if not cheap_rules(copy, PARITY):", "if cheap_rules(copy, PARITY):"),
}  # fmt: skip


def _soundness_of(package_parent: Path) -> subprocess.CompletedProcess[str]:
    """The soundness check on a copy of the package, uncompiled."""
    tests = Path(__file__).parents[3]
    code = (
        "from tests.puzzles.pipes.deduction.soundness import check_sound\n"
        "check_sound(seed=8, count=700, largest=3)\n"
        "check_sound(seed=9, count=150, largest=4)\n"
    )
    return subprocess.run(
        [sys.executable, "-c", code],
        cwd=package_parent,
        capture_output=True,
        text=True,
        check=False,
        env={
            **os.environ,
            "NUMBA_DISABLE_JIT": "1",
            "PYTHONPATH": f"{package_parent}{os.pathsep}{tests.parent}",
        },
    )


@pytest.fixture(scope="module")
def copied(tmp_path_factory):
    parent = tmp_path_factory.mktemp("mutated")
    shutil.copytree(PACKAGE, parent / "cpstudy", ignore=shutil.ignore_patterns("__pycache__"))
    return parent


def test_the_unchanged_rules_pass_uncompiled(copied):
    told = _soundness_of(copied)
    assert told.returncode == 0, told.stderr


@pytest.mark.parametrize("name", MUTATIONS)
def test_a_broken_rule_is_caught(copied, name):
    file, says, instead = MUTATIONS[name]
    path = copied / "cpstudy" / "puzzles" / "pipes" / "deduction" / file
    source = path.read_text(encoding="utf-8")
    assert source.count(says) >= 1, name
    try:
        path.write_text(source.replace(says, instead), encoding="utf-8")
        told = _soundness_of(copied)
    finally:
        path.write_text(source, encoding="utf-8")
    assert told.returncode != 0, f"{name}: not noticed"
    assert "AssertionError" in told.stderr, told.stderr


def test_counters_and_grades_are_those_of_the_log():
    met = Counter()
    for puzzle, _ in generate("pipes", "wilson", 10, 40, seed=6):
        k, _ = deduction(puzzle)
        result = solve(puzzle, "deduce")
        assert result.counters["steps"] == k.control[0] > 0
        met[result.verdict] += 1
    assert met[Verdict.UNIQUE] > 10
    assert met[Verdict.UNKNOWN] > 3
