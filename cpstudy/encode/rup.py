"""RUP: checking that clauses cannot all hold, from a proof that any CDCL solver can write.

A proof is a list of steps in the DRAT text format: ``literals 0`` adds a clause, ``d literals 0``
deletes one, ``0`` is the empty clause, the last step. Each added clause must have the RUP property
(Gelder2008): assume all its literals false, and unit propagation on the clauses at hand meets a
conflict. Then it follows from them, and the empty clause follows from the formula.

Deletions make propagation cheaper and nothing else; ignoring one is always sound. A clause that
implies a literal at the root is kept although it is deleted, as drat-trim does: solvers delete
such clauses and still use the literal. Deleting a missing clause is a fault. The stronger steps of
DRAT (RAT, which needs definitions of new variables) are rejected.

Cost: forward, each step once, with two watched literals a clause (Moskewicz2001) in a compiled
kernel: about what the solver's own propagation cost. The reader is strict: one step a line, every
line ended, only variables of the formula.

:func:`why_rejected` is the frame of every kind's checker of certificates: witness, formula, proof.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any, TypeVar

import numpy as np

from cpstudy.core.certificate import Certificate
from cpstudy.core.errors import InputError
from cpstudy.core.native import table, view
from cpstudy.core.puzzle import Determination
from cpstudy.encode.unit_propagation import Work, first_failure

Clause = tuple[int, ...]
T = TypeVar("T")

_LITERALS = re.compile(r"(?:-?[1-9][0-9]{0,8} )*0")


@dataclass(frozen=True)
class Formula:
    """A formula read from DIMACS: how many variables, and the clauses as written."""

    variables: int
    clauses: list[Clause]


@dataclass(frozen=True)
class Step:
    """One step of a proof, and the line that it was read from (from 1)."""

    line: int
    clause: Clause
    deletes: bool = False


def _literals(line: str, variables: int) -> Clause:
    if not _LITERALS.fullmatch(line):
        raise InputError(f"{line[:30]!a} is not a clause ended by 0")
    clause = tuple(map(int, line.split()[:-1]))
    for literal in clause:
        if abs(literal) > variables:
            raise InputError(f"variable {abs(literal)}, but there are {variables}")
    return clause


def _lines(text: str) -> list[str]:
    lines = text.split("\n")
    if lines.pop():
        raise InputError(f"line {len(lines) + 1}: not ended")
    return lines


def read_dimacs(text: str) -> Formula:
    """A formula in DIMACS, one clause a line. Raises InputError that names the line."""
    variables = expected = None
    clauses = []
    for number, line in enumerate(_lines(text), 1):
        if line.startswith("c"):
            continue
        try:
            if variables is None:
                head = re.fullmatch(r"p cnf ([0-9]{1,9}) ([0-9]{1,9})", line)
                if head is None:
                    raise InputError(f"{line[:30]!a}: expected 'p cnf VARIABLES CLAUSES'")
                variables, expected = int(head[1]), int(head[2])
            else:
                clauses.append(_literals(line, variables))
        except InputError as error:
            raise InputError(f"line {number}: {error}") from None
    if variables is None:
        raise InputError("no line 'p cnf VARIABLES CLAUSES'")
    if len(clauses) != expected:
        raise InputError(f"{len(clauses)} clauses, but {expected} were announced")
    return Formula(variables, clauses)


def read_proof(text: str, variables: int) -> list[Step]:
    """The steps of a proof in the DRAT text format; the empty clause is the last, and only there.

    Raises InputError that names the line, also where the empty clause is missing.
    """
    steps: list[Step] = []
    for number, line in enumerate(_lines(text), 1):
        if steps and not steps[-1].clause and not steps[-1].deletes:
            raise InputError(f"line {number}: a step after the empty clause")
        deletes = line.startswith("d ")
        try:
            clause = _literals(line.removeprefix("d "), variables)
        except InputError as error:
            raise InputError(f"line {number}: {error}") from None
        steps.append(Step(number, clause, deletes))
    if not steps or steps[-1].clause or steps[-1].deletes:
        raise InputError(f"no empty clause within {len(steps)} steps")
    return steps


def why_no_refutation(formula: Formula, steps: Sequence[Step]) -> str:
    """ "" where ``steps`` prove that the formula has no model, else the first step that fails."""
    clauses: list[Clause] = [tuple(dict.fromkeys(clause)) for clause in formula.clauses]
    alive: dict[Clause, list[int]] = {}
    for number, clause in enumerate(clauses):
        alive.setdefault(tuple(sorted(clause)), []).append(number)
    # A step is the number of the clause that it adds, or -1 - the number of the one it deletes.
    moves = np.empty(len(steps), np.int64)
    for place, step in enumerate(steps):
        clause = tuple(dict.fromkeys(step.clause))
        numbers = alive.setdefault(tuple(sorted(clause)), [])
        if not step.deletes:
            moves[place] = len(clauses)
            numbers.append(len(clauses))
            clauses.append(clause)
        elif numbers:
            moves[place] = -1 - numbers.pop()
        else:
            return f"line {step.line}: deletes a clause that is not there"
    lengths = np.cumsum([0, *map(len, clauses)])
    signed = np.fromiter(chain.from_iterable(clauses), np.int64, int(lengths[-1]))
    literals = 2 * np.abs(signed) + (signed < 0)
    w = Work(formula.variables, table(lengths, "i64"), table(literals, "i32"))
    failed = first_failure(w, len(formula.clauses), view(moves))
    if failed == len(steps):
        return "the empty clause is not derived"
    return f"line {steps[failed].line}: does not follow by unit propagation" if failed >= 0 else ""


def why_rejected(
    certificate: Certificate,
    puzzle: Determination,
    variables: int,
    formula_violation: Callable[[Any, Sequence[Clause]], str],
) -> str:
    """ "" where the certificate proves that its witness is the only solution, else the fault.

    puzzle: what the certificate is about. variables: of its formula. formula_violation: "" where
    every solution but the witness keeps all of the clauses, else the first that may not.
    """
    try:
        witness = puzzle.decode_solution(certificate.witness)
    except InputError as error:
        return f"witness: {error}"
    reason = puzzle.violation(witness)
    if reason:
        return f"witness: {reason}"
    try:
        formula = read_dimacs(certificate.formula)
    except InputError as error:
        return f"formula: {error}"
    if formula.variables != variables:
        return f"formula: {formula.variables} variables, expected {variables}"
    reason = formula_violation(witness, formula.clauses)
    if reason:
        return f"formula: {reason}"
    try:
        steps = read_proof(certificate.proof, formula.variables)
    except InputError as error:
        return f"proof: {error}"
    reason = why_no_refutation(formula, steps)
    return f"proof: {reason}" if reason else ""


def parts_of(vertices: Iterable[T], pairs: Iterable[Iterable[T]]) -> dict[T, T]:
    """For each vertex one vertex of its connected part, the same for the whole part.

    For checkers, which share no code with provers, nor with core/union_find.py.
    """
    leader = {vertex: vertex for vertex in vertices}

    def find(vertex: T) -> T:
        while leader[vertex] != vertex:
            leader[vertex] = leader[leader[vertex]]
            vertex = leader[vertex]
        return vertex

    for a, b in pairs:
        leader[find(a)] = find(b)
    return {vertex: find(vertex) for vertex in leader}
