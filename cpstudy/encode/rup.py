"""RUP: checking that clauses cannot all hold, from a proof that any CDCL solver can write.

A proof is a list of steps in the DRAT text format: ``literals 0`` adds a clause, ``d literals 0``
deletes one, ``0`` is the empty clause, the last step. Each added clause must have the RUP property
(Gelder2008): assume all its literals false, and unit propagation on the clauses at hand meets a
conflict. Then it follows from them, and the empty clause follows from the formula.

Deletions make propagation cheaper and nothing else; ignoring one is always sound. A clause that
implies a literal at the root is kept although it is deleted, as drat-trim does: solvers delete
such clauses and go on using the literal. A deletion of a clause that is not there is a fault. The
stronger steps of DRAT (RAT, which needs definitions of new variables) are not taken: a proof that
uses them is rejected.

Cost: forward, each step once, with two watched literals a clause (Moskewicz2001) in a compiled
kernel: about what the solver's own propagation cost. The reader is strict: one step a line, every
line ended, no variable that the formula has not.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

import numpy as np

from cpstudy.core.kernels import kernel, prepared

Clause = tuple[int, ...]

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
        raise ValueError(f"{line[:30]!a} is no clause ended by 0")
    clause = tuple(map(int, line.split()[:-1]))
    for literal in clause:
        if abs(literal) > variables:
            raise ValueError(f"variable {abs(literal)}, but there are {variables}")
    return clause


def _lines(text: str) -> list[str]:
    lines = text.split("\n")
    if lines.pop():
        raise ValueError(f"line {len(lines) + 1}: not ended")
    return lines


def read_dimacs(text: str) -> Formula:
    """A formula in DIMACS, one clause a line. Raises ValueError that names the line."""
    variables = expected = None
    clauses = []
    for number, line in enumerate(_lines(text), 1):
        if line.startswith("c"):
            continue
        try:
            if variables is None:
                head = re.fullmatch(r"p cnf ([0-9]{1,9}) ([0-9]{1,9})", line)
                if head is None:
                    raise ValueError(f"{line[:30]!a}: expected 'p cnf VARIABLES CLAUSES'")
                variables, expected = int(head[1]), int(head[2])
            else:
                clauses.append(_literals(line, variables))
        except ValueError as error:
            raise ValueError(f"line {number}: {error}") from None
    if variables is None:
        raise ValueError("no line 'p cnf VARIABLES CLAUSES'")
    if len(clauses) != expected:
        raise ValueError(f"{len(clauses)} clauses, but {expected} were announced")
    return Formula(variables, clauses)


def read_proof(text: str, variables: int) -> list[Step]:
    """The steps of a proof in the DRAT text format; the empty clause is the last, and only there.

    Raises ValueError that names the line, also where the empty clause is missing.
    """
    steps: list[Step] = []
    for number, line in enumerate(_lines(text), 1):
        if steps and not steps[-1].clause and not steps[-1].deletes:
            raise ValueError(f"line {number}: a step after the empty clause")
        deletes = line.startswith("d ")
        try:
            clause = _literals(line.removeprefix("d "), variables)
        except ValueError as error:
            raise ValueError(f"line {number}: {error}") from None
        steps.append(Step(number, clause, deletes))
    if not steps or steps[-1].clause or steps[-1].deletes:
        raise ValueError(f"no empty clause within {len(steps)} steps")
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
    start, literals = _flat(clauses)
    first_failure = prepared(_first_failure, len(literals) + 10 * len(moves))
    failed = int(first_failure(formula.variables, len(formula.clauses), start, literals, moves))
    if failed == len(steps):
        return "the empty clause is not derived"
    return f"line {steps[failed].line}: does not follow by unit propagation" if failed >= 0 else ""


def _flat(clauses: Sequence[Clause]) -> tuple[Any, Any]:
    """All clauses in one array: clause c is ``literals[start[c]:start[c + 1]]``.

    A literal is 2v for variable v, 2v + 1 for its negation, so that ``^ 1`` negates.
    """
    start = np.zeros(len(clauses) + 1, np.int64)
    np.cumsum([len(clause) for clause in clauses], out=start[1:])
    signed = np.fromiter(chain.from_iterable(clauses), np.int64, int(start[-1]))
    return start, 2 * np.abs(signed) + (signed < 0)


@kernel
def _propagate(
    start: Any, literals: Any, head: Any, following: Any, gone: Any, reason: Any, true: Any,
    trail: Any, size: Any, done: Any, root: Any,
) -> Any:  # fmt: skip
    """Propagate what lies on the trail from ``done`` on: the new size, -1 - size on a conflict.

    head and following are lists of watches by literal: watch 2c + k is that of literal k of clause
    c, k = 0, 1. At the root the clauses that imply a literal are marked in ``reason``.
    """
    while done < size:
        false = trail[done] ^ 1
        done += 1
        before = -1
        watch = head[false]
        while watch >= 0:
            after = following[watch]
            clause = watch >> 1
            own = start[clause] + (watch & 1)
            other = literals[start[clause] + 1 - (watch & 1)]
            moved = gone[clause]
            if not moved and not true[other]:
                for place in range(start[clause] + 2, start[clause + 1]):
                    literal = literals[place]
                    if not true[literal ^ 1]:
                        literals[place] = false
                        literals[own] = literal
                        following[watch] = head[literal]
                        head[literal] = watch
                        moved = True
                        break
                if not moved:
                    if true[other ^ 1]:
                        return -1 - size
                    true[other] = True
                    trail[size] = other
                    size += 1
                    if root:
                        reason[clause] = True
            if not moved:
                before = watch
            elif before < 0:
                head[false] = after
            else:
                following[before] = after
            watch = after
    return size


@kernel
def _attach(
    clause: Any, start: Any, literals: Any, head: Any, following: Any, reason: Any, true: Any,
    trail: Any, size: Any,
) -> Any:  # fmt: skip
    """Watch a new clause at the root: the new size of the trail, or -1 where it is false."""
    first = start[clause]
    length = start[clause + 1] - first
    # Literals that are not false come first.
    found = 0
    for place in range(first, first + length):
        literal = literals[place]
        if found < 2 and not true[literal ^ 1]:
            literals[place] = literals[first + found]
            literals[first + found] = literal
            found += 1
    if found == 0:
        return -1
    if length > 1:
        for k in range(2):
            literal = literals[first + k]
            following[2 * clause + k] = head[literal]
            head[literal] = 2 * clause + k
    unit = literals[first]
    if found == 1 and not true[unit]:
        true[unit] = True
        trail[size] = unit
        size += 1
        reason[clause] = True
    return size


@kernel
def _first_failure(variables: Any, given: Any, start: Any, literals: Any, moves: Any) -> Any:
    """The place of the first step that fails; -1 where the root is refuted before; see above."""
    count = len(start) - 1
    head = np.full(2 * variables + 2, -1)
    following = np.full(2 * count, -1)
    gone = np.zeros(count, np.bool_)
    reason = np.zeros(count, np.bool_)
    true = np.zeros(2 * variables + 2, np.bool_)
    trail = np.empty(variables + 1, np.int64)
    size = 0
    for clause in range(given):
        before = size
        size = _attach(clause, start, literals, head, following, reason, true, trail, size)
        if size >= 0:
            size = _propagate(
                start, literals, head, following, gone, reason, true, trail, size, before, True
            )
        if size < 0:
            return -1
    for place in range(len(moves)):
        if moves[place] < 0:
            clause = -1 - moves[place]
            gone[clause] = not reason[clause]
            continue
        clause = moves[place]
        follows = False
        end = size
        for k in range(start[clause], start[clause + 1]):
            literal = literals[k]
            if true[literal]:
                follows = True
                break
            if not true[literal ^ 1]:
                true[literal ^ 1] = True
                trail[end] = literal ^ 1
                end += 1
        if not follows:
            end = _propagate(
                start, literals, head, following, gone, reason, true, trail, end, size, False
            )
            follows = end < 0
            end = max(end, -1 - end)
        for k in range(size, end):
            true[trail[k]] = False
        if not follows:
            return place
        before = size
        size = _attach(clause, start, literals, head, following, reason, true, trail, size)
        if size >= 0:
            size = _propagate(
                start, literals, head, following, gone, reason, true, trail, size, before, True
            )
        if size < 0:
            return -1
    return len(moves)
