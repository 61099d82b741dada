"""RUP: check a proof of unsatisfiability that any CDCL solver can write.

A proof is a list of steps in the DRAT text format: ``literals 0`` adds a clause, ``d literals 0``
deletes one, and the last step ``0`` is the empty clause. Each added clause must have the RUP
property (Gelder2008): if all its literals are false, unit propagation on the current clauses meets
a conflict. Then the clause follows from them, and the empty clause follows from the formula.

Deletions only make propagation cheaper; ignoring one is always sound. As in drat-trim, a deleted
clause that implies a literal at the root is kept: solvers delete such clauses and still use the
literal. Deleting a missing clause is a fault. The stronger steps of DRAT (RAT, for definitions of
new variables) are rejected.

Cost: one forward pass with two watched literals a clause (Moskewicz2001) in a compiled kernel,
about the cost of the solver's own propagation. The reader is strict: one step a line, every line
terminated, only variables of the formula.

:func:`why_rejected` is the frame of every kind's certificate checker: witness, formula, proof.
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
    """A formula read from DIMACS: the number of variables, and the clauses as written."""

    variables: int
    clauses: list[Clause]


@dataclass(frozen=True)
class Step:
    """One step of a proof, and its line number (from 1)."""

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
    """Parse DIMACS, one clause a line. Raises InputError, which names the line."""
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
    """Parse a proof in the DRAT text format, which ends with its only empty clause.

    Raises InputError, which names the line, also if the empty clause is missing.
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
    """Return "" if ``steps`` prove the formula unsatisfiable, else the first step that fails."""
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
    """Return "" if the certificate proves that its witness is the only solution, else the fault.

    puzzle: the certificate's puzzle. variables: their number in its formula. formula_violation:
    returns "" if every solution but the witness satisfies all clauses, else names the first clause
    that may be violated.
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
