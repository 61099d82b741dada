"""Certificates of Sudoku, jigsaw and KenKen: written ones hold, altered and forged ones do not."""

import random
from collections import Counter
from dataclasses import replace
from functools import cache

import pytest

from cpstudy import generate
from cpstudy.core.certificate import Certificate
from cpstudy.core.solving import WrongAnswerError
from cpstudy.puzzles import kind
from cpstudy.puzzles.kenken.puzzle import KenKen
from cpstudy.puzzles.latin.proofs import writing
from cpstudy.puzzles.latin.proofs.checking import formula_violation
from cpstudy.puzzles.latin.proofs.writing import prove, second_solution
from cpstudy.puzzles.latin.rules import Cage, Latin
from tests.puzzles.latin.instances import random_puzzle
from tests.puzzles.latin.test_agreement import all_solutions

KINDS = ("sudoku", "jigsaw", "kenken")


def why_rejected(certificate: Certificate, name: str) -> str:
    """The reason of the checker in the kind's record, empty if it accepts."""
    return kind(name).proofs.check(certificate)


@cache
def proved(name: str) -> tuple[tuple[Latin, Certificate], ...]:
    """Small boards with one solution, and three of 6 × 6, with their certificates."""
    rng = random.Random(3)
    found = []
    while len(found) < 15:
        puzzle = random_puzzle(rng, name)
        every = sorted(all_solutions(puzzle))
        if len(every) == 1:
            found.append((puzzle, bytes(every[0])))
    algorithm = "hidden" if name == "kenken" else "minimal"
    found += generate(name, algorithm, 6, 3, seed=1, unique=True)
    return tuple((puzzle, prove(puzzle, solution)) for puzzle, solution in found)


@pytest.mark.parametrize("name", KINDS)
def test_written_certificates_hold(name):
    for puzzle, certificate in proved(name):
        assert why_rejected(certificate, name) == "", puzzle.encode()


@pytest.mark.parametrize("name", KINDS)
def test_parts_of_other_certificates_are_rejected(name):
    one, other, *_ = (certificate for puzzle, certificate in proved(name) if puzzle.order > 4)
    assert why_rejected(replace(one, witness=other.witness), name).startswith("witness")
    assert why_rejected(replace(one, witness="1"), name).startswith("witness")
    assert why_rejected(replace(one, formula=other.formula), name).startswith("formula")
    assert why_rejected(replace(one, formula=one.formula[:-1]), name).startswith("formula")
    assert why_rejected(replace(one, proof=one.proof[:-2]), name).startswith("proof")
    smaller = next(certificate for puzzle, certificate in proved(name) if puzzle.order < 5)
    assert "variables" in why_rejected(replace(one, formula=smaller.formula), name)


def test_proofs_without_their_lemmas_are_rejected():
    """A proof without its lemmas is rejected. Most boards need none: propagation settles them."""
    lemmas = 0
    for name in KINDS:
        for _, certificate in proved(name):
            if certificate.proof != "0\n":
                assert why_rejected(replace(certificate, proof="0\n"), name).startswith("proof")
                lemmas += 1
    assert lemmas > 2


@pytest.mark.parametrize("name", KINDS)
def test_clauses_that_are_taken_follow_from_the_rules(name):
    """Every changed clause that the checker accepts holds in all solutions but the witness."""
    rng = random.Random(7)
    met: Counter[str] = Counter()
    while met["taken"] < 80 or met["false"] < 80:
        puzzle = random_puzzle(rng, name)
        every = [bytes(solution) for solution in sorted(all_solutions(puzzle))]
        if not every:
            continue
        witness = rng.choice(every)
        true = [
            {cell * puzzle.order + value for cell, value in enumerate(solution)}
            for solution in every
            if solution != witness
        ]
        for clause in rng.sample(second_solution(puzzle, witness).clauses, 30):
            changed = set(clause)
            for _ in range(rng.randrange(3)):
                changed ^= {rng.choice((1, -1)) * rng.randint(1, puzzle.order**3)}
            if changed and rng.random() < 0.5:
                changed.discard(rng.choice(sorted(changed)))
            follows = all(any((x in t) if x > 0 else (-x not in t) for x in changed) for t in true)
            if formula_violation(puzzle, witness, [tuple(changed)]) == "":
                assert follows, (puzzle.encode(), changed)
                met["taken"] += 1
            met["false"] += not follows


def test_a_second_solution_is_found():
    for name in KINDS:
        rng = random.Random(5)
        for puzzle in iter(lambda n=name, r=rng: random_puzzle(r, n), None):
            every = sorted(all_solutions(puzzle))
            if len(every) > 1:
                with pytest.raises(WrongAnswerError, match="a second solution"):
                    prove(puzzle, bytes(every[0]))
                break
        with pytest.raises(RuntimeError, match="not a solution"):
            prove(puzzle, bytes(puzzle.order**2))


def test_cages_that_are_too_large_are_reported(monkeypatch):
    monkeypatch.setattr(writing, "MOST_WAYS", 10)
    puzzle = KenKen(3, (Cage(tuple(range(9)), "+", 18),))
    with pytest.raises(ValueError, match="no proof: the cages have more than 10 ways to begin"):
        prove(puzzle, bytes((1, 2, 3, 2, 3, 1, 3, 1, 2)))
