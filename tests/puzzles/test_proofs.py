"""Certificates of uniqueness of every kind: valid ones are accepted, forged ones are refused.

A forged certificate is for a puzzle with several solutions, so it is false whatever it contains.
Most of them carry a valid proof: clauses of the honest formula are strengthened, or clauses that
exclude its models are added, until it has no model. So only the judge of clauses can refuse them.
"""

import random
from collections import Counter
from functools import cache
from typing import Any

import pytest

import cpstudy
from cpstudy import puzzles, solve
from cpstudy.cdcl import drup
from cpstudy.cdcl.engine import Engine
from cpstudy.cdcl.spanning_tree import SpanningTree
from cpstudy.core.certificate import Certificate
from cpstudy.core.result import Stop
from cpstudy.core.solving import WrongAnswerError
from cpstudy.encode.cnf import Cnf
from cpstudy.puzzles.edge_matching.proofs import writing as edge_matching
from cpstudy.puzzles.edge_matching.proofs.checking import Judge as EdgeJudge
from cpstudy.puzzles.latin.proofs import writing as latin
from cpstudy.puzzles.loops.proofs import checking as loops_checking
from cpstudy.puzzles.loops.proofs import writing as loops
from cpstudy.puzzles.loops.search import one_loop
from cpstudy.puzzles.nurikabe.proofs import checking as nurikabe_checking
from cpstudy.puzzles.nurikabe.proofs import writing as nurikabe
from cpstudy.puzzles.nurikabe.puzzle import Nurikabe
from cpstudy.puzzles.nurikabe.search.propagator import IslandsAndSea
from cpstudy.puzzles.picross.proofs import writing as picross
from cpstudy.puzzles.tilings.edges import tree_graph
from cpstudy.puzzles.tilings.proofs import writing as tilings
from tests.golden import rows
from tests.samples import sample


def _of_nurikabe(puzzle: Any, witness: bytes) -> Cnf:
    board = IslandsAndSea(puzzle)
    return drup.renamed(nurikabe.second_solution(puzzle, witness, board), nurikabe.names_of(board))


SECOND_SOLUTION = {
    "pipes": tilings.second_solution,
    "hexpipes": tilings.second_solution,
    "slitherlink": loops.second_solution,
    "masyu": loops.second_solution,
    "nurikabe": _of_nurikabe,
    "edge_matching": edge_matching.second_solution,
    "sudoku": latin.second_solution,
    "jigsaw": latin.second_solution,
    "kenken": latin.second_solution,
    "picross": picross.second_solution,
}
KINDS = sorted(SECOND_SOLUTION)

# Kinds with clauses of propagators. A judge needs more reasoning by the rules to accept them.
PROPAGATED = ("pipes", "hexpipes", "slitherlink", "masyu", "nurikabe")


@cache
def golden(kind: str, verdict: str) -> tuple[Any, ...]:
    """The golden puzzles of a kind with a verdict, shortest text first."""
    decode = puzzles.kind(kind).puzzle.decode
    texts = [row.text for row in rows.read(kind) if verdict in row.row.values()]
    return tuple(map(decode, sorted(texts, key=len)))


def _propagated(kind: str, puzzle: Any, witness: Any) -> list[list[int]]:
    """The clauses that a propagator explained while at most eight models were found."""
    names: list[int] | None = None
    if kind == "nurikabe":
        propagator = IslandsAndSea(puzzle)
        cnf = nurikabe.second_solution(puzzle, witness, propagator)
        names = nurikabe.names_of(propagator)
    else:
        cnf = SECOND_SOLUTION[kind](puzzle, witness)
        loop = kind in ("slitherlink", "masyu")
        propagator = one_loop(puzzle) if loop else SpanningTree(tree_graph(puzzle))
    engine = Engine(cnf.variables, propagator, proof=True)
    engine.add(cnf.clauses)
    for _ in range(8):
        model = engine.run()
        if isinstance(model, Stop):
            break
        engine.add([[-x if model[x - 1] else x for x in range(1, len(model) + 1)]])
    clauses = drup.explained(engine)
    return clauses if names is None else drup.renamed(Cnf(1, clauses), names).clauses


def valid(kind: str, number: int) -> Counter[str]:
    """Assert that this number of certificates is accepted. Count what they consist of."""
    proofs = puzzles.kind(kind).proofs
    assert proofs is not None
    met: Counter[str] = Counter()
    for puzzle in random.Random(number).sample(golden(kind, "unique"), number):
        (witness,) = cpstudy.solve(puzzle).solutions
        certificate = proofs.prove(puzzle, witness)
        assert proofs.check(certificate) == "", puzzle.encode()
        honest = SECOND_SOLUTION[kind](puzzle, witness)
        met["held"] += 1
        met["explained"] += certificate.formula.count("\n") > len(honest.clauses) + 1
        met["steps"] += certificate.proof.count("\n") > 1
    return met


def forged(kind: str, puzzle: Any, rng: random.Random) -> tuple[str, Certificate]:
    """How a certificate is forged, and the certificate.

    It claims that the first of several solutions is the only one.
    """
    witness = cpstudy.solve(puzzle, limit=2).solutions[0]
    honest = SECOND_SOLUTION[kind](puzzle, witness)
    clauses = [list(clause) for clause in honest.clauses]
    how = rng.choice(("stronger", "stronger", "excluded", "unit", "unproved"))
    plain = len(clauses)
    if kind in PROPAGATED and not getattr(puzzle, "free", False):
        clauses += _propagated(kind, puzzle, witness)
    engine = Engine(honest.variables)
    engine.add(clauses)
    while how != "unproved" and not isinstance(model := engine.run(), Stop):
        false = [-x if model[x - 1] else x for x in range(1, honest.variables + 1)]
        explained = len(clauses) > plain and rng.random() < 0.7
        place = rng.randrange(plain * explained, len(clauses))
        if how == "stronger":
            clauses[place] = [x for x in clauses[place] if model[abs(x) - 1] != (x > 0)]
        elif how == "unit":
            clauses.append([rng.choice(false)])
        else:
            clauses.append(rng.sample(false, min(len(false), rng.randint(1, 12))))
        engine.add([clauses[place] if how == "stronger" else clauses[-1]])
    proof = "0\n"
    if how != "unproved":
        engine = Engine(honest.variables, proof=True)
        engine.add(clauses)
        assert engine.run() is Stop.DONE
        proof = drup.refutation(engine)
    shown = puzzle.encode_solution(witness)
    return how, Certificate(puzzle.encode(), shown, Cnf(honest.variables, clauses).dimacs(), proof)


def refused(kind: str, number: int) -> Counter[str]:
    """Assert that this number of forged certificates is refused. Count the ways of forging."""
    proofs = puzzles.kind(kind).proofs
    assert proofs is not None
    rng = random.Random(41)
    met: Counter[str] = Counter()
    several = golden(kind, "many")[:250]
    while met.total() < number:
        puzzle = rng.choice(several)
        how, certificate = forged(kind, puzzle, rng)
        reason = proofs.check(certificate)
        assert reason, (how, puzzle.encode())
        assert reason.startswith("proof" if how == "unproved" else "formula"), (how, reason)
        met[how] += 1
    return met


@pytest.mark.parametrize("kind", KINDS)
def test_certificates_hold(kind):
    assert valid(kind, 4)["held"] == 4


@pytest.mark.parametrize("kind", KINDS)
def test_forged_ones_do_not(kind):
    assert len(refused(kind, 6)) > 1


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_234_certificates_hold(kind):
    met = valid(kind, 234)
    assert met["held"] == 234
    assert met["steps"] > 5
    assert met["explained"] > 5 or kind not in PROPAGATED


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_a_thousand_forged_ones_do_not(kind):
    met = refused(kind, 1000)
    assert min(met.values()) > 100


@pytest.mark.parametrize("kind", KINDS)
def test_there_is_none_of_a_puzzle_with_several_solutions(kind):
    prove = puzzles.kind(kind).proofs.prove
    puzzle = golden(kind, "many")[0]
    with pytest.raises(WrongAnswerError, match="a second solution"):
        prove(puzzle, cpstudy.solve(puzzle, limit=2).solutions[0])


def test_every_kind_with_a_solver_has_certificates():
    named = {name for name in puzzles.PUZZLES if puzzles.kind(name).proofs is not None}
    assert named == set(KINDS)


def _loop_values(puzzle: Any, solution: bytes) -> list[bool]:
    return list(map(bool, solution))


def _sea_values(puzzle: Any, solution: bytes) -> list[bool]:
    found = list(map(bool, solution))
    for clue in puzzle.clue_cells:
        island = puzzle._connected(solution, clue)
        found += [cell in island for cell in range(len(solution))]
    return found


def _piece_values(puzzle: Any, solution: Any) -> list[bool]:
    judge = EdgeJudge(puzzle)
    cells = len(solution)
    found = [False] * judge.variables
    for cell, (piece, _) in enumerate(solution):
        found[piece * cells + cell] = True
    for literal in judge.shown(puzzle.picture(solution)):
        found[-literal - 1] = True
    return found


def _judged(kind: str, puzzle: Any) -> tuple[int, Any]:
    """The number of variables, and a function that says whether a clause follows from the rules."""
    if kind == "nurikabe":
        board = nurikabe_checking.Board(puzzle)
        number = board.cells * (1 + len(board.clues))
        return number, lambda clause: nurikabe_checking.Facts(board, clause).contradict()
    if kind == "edge_matching":
        return EdgeJudge(puzzle).variables, EdgeJudge(puzzle).follows
    judge = loops_checking.Judge(puzzle)
    return len(judge.edges), judge.follows


VALUES = {
    "slitherlink": _loop_values,
    "masyu": _loop_values,
    "nurikabe": _sea_values,
    "edge_matching": _piece_values,
}


@sample(400, 20_000)
@pytest.mark.parametrize("kind", VALUES)
def test_what_a_judge_accepts_holds_in_all_solutions(kind, number):
    """Every random clause that the judge accepts holds in all solutions of a tiny board."""
    rng = random.Random(9)
    met: Counter[tuple[bool, bool]] = Counter()
    for puzzle in golden(kind, "many")[10:60:10]:
        found = cpstudy.solve(puzzle, limit=200).solutions
        if len(found) == 200:
            continue
        solutions = [VALUES[kind](puzzle, solution) for solution in found]
        variables, follows = _judged(kind, puzzle)
        for _ in range(number):
            some = rng.sample(range(1, variables + 1), rng.randint(1, min(variables, 6)))
            clause = tuple(x * rng.choice((1, -1)) for x in some)
            holds = all(any(s[abs(x) - 1] == (x > 0) for x in clause) for s in solutions)
            accepted = bool(follows(clause))
            assert holds or not accepted, (puzzle.encode(), clause)
            met[holds, accepted] += 1
    assert min(met[True, True], met[False, False]) > number // 20, met


def test_land_that_joins_an_excluded_cell_is_in_the_clause():
    """A propagator's reason names the land that joins an excluded cell.

    Without it the clause followed from no rule, on one of 50,000 boards of 10x10.
    """
    puzzle = Nurikabe.decode("nurikabe/8/8/p2h5l5w6g9v2g2g3h")
    certificate = nurikabe.prove(puzzle, solve(puzzle).solutions[0])
    assert nurikabe_checking.why_rejected(certificate) == ""
