"""Proofs of refutations by the engine: DRUP, in the text format that ``encode/rup.py`` reads.

Each learnt clause follows from those before it by unit propagation (Goldberg2003), so the list of
them, ended by the empty clause, is the proof; deletions (Heule2013) only make checking faster.
"""

from collections.abc import Callable
from typing import Any

from cpstudy.cdcl.engine import Engine, Values
from cpstudy.core.certificate import Certificate
from cpstudy.core.puzzle import Determination
from cpstudy.core.result import Stop
from cpstudy.core.solving import WrongAnswerError
from cpstudy.encode.cnf import Cnf


def refutation(engine: Engine) -> str:
    """The proof that the clauses of an engine made with ``proof=True`` have no model.

    Raises RuntimeError where the engine has not refuted them.
    """
    if not engine.refuted:
        raise RuntimeError("there is nothing to prove: the clauses are not refuted")
    numbers = engine.proof().tolist()
    lines = []
    at = 0
    while at < len(numbers):
        length = abs(numbers[at]) - 1
        literals = numbers[at + 1 : at + 1 + length]
        signed = [-(literal >> 1) if literal & 1 else literal >> 1 for literal in literals]
        deletes = "d " if numbers[at] < 0 else ""
        lines.append(deletes + " ".join(map(str, (*signed, 0))) + "\n")
        at += 1 + length
    return "".join(lines) + "0\n"


def prove(
    puzzle: Determination,
    witness: bytes,
    second_solution: Callable[[Any, bytes], Cnf],
    solution_of: Callable[[Any, Values], bytes],
) -> Certificate:
    """The certificate that ``witness`` is the only solution of ``puzzle``.

    second_solution: the formula of another one; solution_of: the puzzle's, of a model. Raises
    InputError where there is no such formula, WrongAnswerError where there is a second solution.
    """
    reason = puzzle.violation(witness)
    if reason:
        raise RuntimeError(f"not a solution of {puzzle.encode()}: {reason}")
    cnf = second_solution(puzzle, witness)
    engine = Engine(cnf.variables, proof=True)
    engine.add(cnf.clauses)
    second = engine.run()
    if not isinstance(second, Stop):
        shown = puzzle.encode_solution(solution_of(puzzle, second))
        raise WrongAnswerError(f"a second solution of {puzzle.encode()}: {shown}")
    shown = puzzle.encode_solution(witness)
    return Certificate(puzzle.encode(), shown, cnf.dimacs(), refutation(engine))
