"""Certificates of Picross: written ones hold, altered and forged ones do not."""

import random
from collections import Counter
from dataclasses import replace
from functools import cache

import pytest

import cpstudy
from cpstudy.cdcl.engine import Engine
from cpstudy.core.certificate import Certificate
from cpstudy.core.solving import WrongAnswerError
from cpstudy.puzzles.picross.proofs.checking import Variables, formula_violation, why_rejected
from cpstudy.puzzles.picross.proofs.writing import prove, second_solution
from cpstudy.puzzles.picross.puzzle import Picross
from tests.puzzles.picross.instances import domino, random_puzzle
from tests.puzzles.picross.oracle import all_solutions


def puzzles(rng: random.Random):
    """Small solvable puzzles with all their solutions, by brute force."""
    while True:
        puzzle = random_puzzle(rng)
        every = sorted(all_solutions(puzzle))
        if every:
            yield puzzle, every


@cache
def proved() -> tuple[tuple[Picross, Certificate], ...]:
    """Puzzles with one solution and their certificates; lines alone do not settle some of them."""
    found = []
    for puzzle, every in puzzles(random.Random(3)):
        if len(every) == 1:
            found.append((puzzle, every[0]))
        if len(found) == 30:
            break
    found += [(domino(n), *cpstudy.solve(domino(n)).solutions) for n in (3, 4)]
    return tuple((puzzle, prove(puzzle, solution)) for puzzle, solution in found)


def test_written_certificates_hold():
    met: Counter[str] = Counter()
    for puzzle, certificate in proved():
        assert why_rejected(certificate) == "", puzzle.encode()
        met["given"] += bool(puzzle.given)
        met["colours"] += puzzle.colours > 1
        met["lemmas"] += certificate.proof != "0\n"
        if certificate.proof != "0\n":
            assert why_rejected(replace(certificate, proof="0\n")).startswith("proof")
    assert met["given"] > 1
    assert met["colours"] > 1
    assert met["lemmas"] > 0


def test_parts_of_other_certificates_are_rejected():
    (_, one), (_, other) = proved()[-2:]
    assert why_rejected(replace(one, witness=other.witness)).startswith("witness")
    assert why_rejected(replace(one, witness="?")).startswith("witness")
    assert "variables" in why_rejected(replace(one, formula=other.formula))
    assert why_rejected(replace(one, formula=one.formula[:-1])).startswith("formula")
    assert why_rejected(replace(one, proof=one.proof[:-2])).startswith("proof")


def test_clauses_that_are_taken_follow_from_the_rules():
    """Every changed clause that the checker accepts holds in all solutions but the witness."""
    rng = random.Random(7)
    met: Counter[str] = Counter()
    for puzzle, every in puzzles(rng):
        witness = rng.choice(every)
        cnf = second_solution(puzzle, witness)
        variables = Variables(puzzle)
        assert variables.number == cnf.variables
        engine = Engine(cnf.variables)
        engine.add(cnf.clauses[:-1])
        models = []
        for solution in every:
            cells = [variables.of_cell(cell, colour) for cell, colour in enumerate(solution)]
            model = engine.run(assumptions=cells).tolist()
            if solution != witness:
                models.append({v if value else -v for v, value in enumerate(model, 1)})
        for clause in rng.sample(cnf.clauses, min(30, len(cnf.clauses))):
            changed = set(clause)
            for _ in range(rng.randrange(3)):
                changed ^= {rng.choice((1, -1)) * rng.randint(1, cnf.variables)}
            if changed and rng.random() < 0.5:
                changed.discard(rng.choice(sorted(changed)))
            follows = all(changed & model for model in models)
            if formula_violation(variables, witness, [tuple(changed)]) == "":
                assert follows, (puzzle.encode(), changed)
                met["taken"] += 1
            met["false"] += not follows
        if met["taken"] > 100 and met["false"] > 60:
            return


def test_a_second_solution_is_found():
    for puzzle, every in puzzles(random.Random(5)):
        if len(every) > 1:
            with pytest.raises(WrongAnswerError, match="a second solution"):
                prove(puzzle, every[0])
            with pytest.raises(RuntimeError, match="not a solution"):
                prove(puzzle, b"")
            return


def test_many_colours_are_reported():
    row = tuple((1, colour) for colour in range(1, 7))
    puzzle = Picross((row,), tuple((run,) for run in row))
    with pytest.raises(ValueError, match="no proof: 6 colours, at most 5"):
        prove(puzzle, bytes(range(1, 7)))
