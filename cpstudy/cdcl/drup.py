"""Proofs of refutations by the engine: DRUP, in the text format that ``encode/rup.py`` reads.

Each learnt clause follows from those before it by unit propagation (Goldberg2003), so the list of
them, ended by the empty clause, is the proof; deletions (Heule2013) only make checking faster.

Where a propagator took part, the clauses by which it explained itself belong to the formula: the
proof does not derive them, so a checker has to find the reason for each.
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
    """The proof that the clauses of an engine made with ``proof=True`` have no model.

    Raises RuntimeError where the engine has not refuted them.
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
    """The clauses by which a propagator explained itself, each once."""
    clauses = (clause for what, clause in _steps(engine) if what == EXPLAINED)
    return list({frozenset(clause): clause for clause in clauses}.values())


def _steps(engine: Engine) -> Iterator[tuple[int, list[int]]]:
    """The steps of the proof: what each is, and its clause."""
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
    """The certificate that ``witness`` is the only solution of ``puzzle``.

    second_solution: the formula of another one; solution_of: the puzzle's, of a model; propagator:
    of what the formula leaves out, its explanations are added to the formula. run: how the engine
    searches. names: by variable, from 0, its number in the certificate, where that differs. Raises
    InputError where there is no such formula, WrongAnswerError where there is a second solution.
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
    """The formula with other numbers for its variables: ``names``, by variable, from 0."""
    return Cnf(max(names), [[_named(x, names) for x in clause] for clause in cnf.clauses])


def _named(literal: int, names: Sequence[int]) -> int:
    return names[literal] if literal > 0 else -names[-literal]
