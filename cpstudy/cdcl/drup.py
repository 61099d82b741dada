"""DRUP proofs of the engine's refutations, in the text format that ``encode/rup.py`` reads.

Each learnt clause follows from earlier clauses by unit propagation (Goldberg2003), so the learnt
clauses, followed by the empty clause, are the proof. Deletions (Heule2013) only make checking
faster.

The explanations of a propagator belong to the formula: the proof does not derive them, so a checker
must justify each of them.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from cpstudy.cdcl.engine import Engine, Values
from cpstudy.cdcl.propagator import Propagator
from cpstudy.cdcl.state import ADDED, DELETED, EXPLAINED
from cpstudy.core.certificate import Certificate
from cpstudy.core.puzzle import Determination
from cpstudy.core.result import Stop
from cpstudy.core.solving import WrongAnswerError
from cpstudy.encode.cnf import Cnf


def refutation(engine: Engine) -> str:
    """Return the proof that the clauses of an engine (with ``proof=True``) are unsatisfiable.

    Raises RuntimeError if the engine has not refuted them.
    """
    if not engine.refuted:
        raise RuntimeError("there is nothing to prove: the clauses are not refuted")
    begins = {ADDED: "", DELETED: "d "}
    lines = [
        begins[what] + " ".join(map(str, (*clause, 0))) + "\n"
        for what, clause in _steps(engine)
        if what in begins
    ]
    return "".join(lines) + "0\n"


def explained(engine: Engine) -> list[list[int]]:
    """Return the propagator's explanations, without repetitions."""
    clauses = (clause for what, clause in _steps(engine) if what == EXPLAINED)
    return list({frozenset(clause): clause for clause in clauses}.values())


def _steps(engine: Engine) -> Iterator[tuple[int, list[int]]]:
    """Yield the steps of the proof: the type of each, and its clause."""
    numbers = engine.proof().tolist()
    at = 0
    while at < len(numbers):
        what, length = numbers[at : at + 2]
        at += 2
        literals = numbers[at : at + length]
        yield what, [-(literal >> 1) if literal & 1 else literal >> 1 for literal in literals]
        at += length


def prove(
    puzzle: Determination,
    witness: Any,
    second_solution: Callable[[Any, Any], Cnf],
    solution_of: Callable[[Any, Values], Any],
    propagator: Callable[[Any], Propagator] | None = None,
    run: Callable[[Engine], Values | Stop] = Engine.run,
    names: Sequence[int] | None = None,
) -> Certificate:
    """Return the certificate that ``witness`` is the only solution of ``puzzle``.

    second_solution: builds the formula of a second solution. solution_of: turns a model into a
    solution. propagator: builds the constraint that the formula leaves out; its explanations are
    added to the formula. run: how the engine searches. names: the number in the certificate of each
    variable, from 0, if it differs. Raises InputError if there is no such formula, WrongAnswerError
    if there is a second solution.
    """
    reason = puzzle.violation(witness)
    if reason:
        raise RuntimeError(f"not a solution of {puzzle.encode()}: {reason}")
    cnf = second_solution(puzzle, witness)
    engine = Engine(cnf.variables, None if propagator is None else propagator(puzzle), proof=True)
    engine.add(cnf.clauses)
    second = run(engine)
    if not isinstance(second, Stop):
        shown = puzzle.encode_solution(solution_of(puzzle, second))
        raise WrongAnswerError(f"a second solution of {puzzle.encode()}: {shown}")
    shown = puzzle.encode_solution(witness)
    formula, proof = cnf.grown(*explained(engine)), refutation(engine)
    if names is not None:
        formula = renamed(formula, names)
        proof = re.sub(r"-?[1-9][0-9]*", lambda found: str(_named(int(found[0]), names)), proof)
    return Certificate(puzzle.encode(), shown, formula.dimacs(), proof)


def renamed(cnf: Cnf, names: Sequence[int]) -> Cnf:
    """Return the formula with its variables renumbered: ``names``, by variable, from 0."""
    return Cnf(max(names), [[_named(x, names) for x in clause] for clause in cnf.clauses])


def _named(literal: int, names: Sequence[int]) -> int:
    return names[literal] if literal > 0 else -names[-literal]
