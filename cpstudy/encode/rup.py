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
from typing import Any, NamedTuple

import numpy as np

from cpstudy.core.kernels import kernel, prepared
from cpstudy.core.waiting import describe_kernels

describe_kernels(__name__, "the checker of proofs", seconds=2)

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
    w = _fresh(formula.variables, clauses)
    first_failure = prepared(_first_failure, len(w.literals) + 10 * len(moves))
    failed = int(first_failure(w, len(formula.clauses), moves))
    if failed == len(steps):
        return "the empty clause is not derived"
    return f"line {steps[failed].line}: does not follow by unit propagation" if failed >= 0 else ""


class _Work(NamedTuple):
    """What checking works on, for c clauses and v variables.

    A literal is 2x for variable x, 2x + 1 for its negation, so that ``^ 1`` negates. Clause i is
    ``literals[start[i]:start[i + 1]]``, the literals that are watched first: start int64[c + 1],
    literals int64[their number]. Watch 2i + k is that of literal k of clause i, k = 0, 1; lists of
    watches by literal: head int64[2v + 2], following int64[2c], -1 at the end. gone bool[c]:
    deleted clauses. reason bool[c]: those that imply a literal at the root. true bool[2v + 2]: by
    literal. trail int64[v + 1]: the true literals in their order.
    """

    start: Any
    literals: Any
    head: Any
    following: Any
    gone: Any
    reason: Any
    true: Any
    trail: Any


def _fresh(variables: int, clauses: Sequence[Clause]) -> _Work:
    """All clauses, none of them watched yet, and no literal true."""
    count = len(clauses)
    start = np.zeros(count + 1, np.int64)
    np.cumsum([len(clause) for clause in clauses], out=start[1:])
    signed = np.fromiter(chain.from_iterable(clauses), np.int64, int(start[-1]))
    return _Work(
        start=start,
        literals=2 * np.abs(signed) + (signed < 0),
        head=np.full(2 * variables + 2, -1),
        following=np.full(2 * count, -1),
        gone=np.zeros(count, np.bool_),
        reason=np.zeros(count, np.bool_),
        true=np.zeros(2 * variables + 2, np.bool_),
        trail=np.empty(variables + 1, np.int64),
    )


@kernel
def _propagate(w: _Work, size: Any, done: Any, root: Any) -> Any:
    """Propagate what lies on the trail from ``done`` on: the new size, -1 - size on a conflict.

    At the root the clauses that imply a literal are marked.
    """
    start, literals, head, following, true = w.start, w.literals, w.head, w.following, w.true
    while done < size:
        false = w.trail[done] ^ 1
        done += 1
        before = -1
        watch = head[false]
        while watch >= 0:
            after = following[watch]
            clause = watch >> 1
            other = literals[start[clause] + 1 - (watch & 1)]
            moved = w.gone[clause]
            if not moved and not true[other]:
                # Watch another literal that is not false, where there is one.
                for place in range(start[clause] + 2, start[clause + 1]):
                    literal = literals[place]
                    if not true[literal ^ 1]:
                        literals[place] = false
                        literals[start[clause] + (watch & 1)] = literal
                        following[watch] = head[literal]
                        head[literal] = watch
                        moved = True
                        break
                if not moved:
                    if true[other ^ 1]:
                        return -1 - size
                    true[other] = True
                    w.trail[size] = other
                    size += 1
                    if root:
                        w.reason[clause] = True
            if not moved:
                before = watch
            elif before < 0:
                head[false] = after
            else:
                following[before] = after
            watch = after
    return size


@kernel
def _attach(w: _Work, clause: Any, size: Any) -> Any:
    """Watch a new clause at the root and propagate: the new size of the trail, -1 in a conflict."""
    first = w.start[clause]
    length = w.start[clause + 1] - first
    # Literals that are not false come first.
    found = 0
    for place in range(first, first + length):
        literal = w.literals[place]
        if found < 2 and not w.true[literal ^ 1]:
            w.literals[place] = w.literals[first + found]
            w.literals[first + found] = literal
            found += 1
    if found == 0:
        return -1
    if length > 1:
        for k in range(2):
            literal = w.literals[first + k]
            w.following[2 * clause + k] = w.head[literal]
            w.head[literal] = 2 * clause + k
    unit = w.literals[first]
    if found == 2 or w.true[unit]:
        return size
    w.true[unit] = True
    w.trail[size] = unit
    w.reason[clause] = True
    return max(-1, _propagate(w, size + 1, size, True))


@kernel
def _follows(w: _Work, clause: Any, size: Any) -> Any:
    """Whether unit propagation from the negation of a clause meets a conflict."""
    follows = False
    end = size
    for place in range(w.start[clause], w.start[clause + 1]):
        literal = w.literals[place]
        if w.true[literal]:
            follows = True
            break
        if not w.true[literal ^ 1]:
            w.true[literal ^ 1] = True
            w.trail[end] = literal ^ 1
            end += 1
    if not follows:
        end = _propagate(w, end, size, False)
        follows = end < 0
        end = max(end, -1 - end)
    for place in range(size, end):
        w.true[w.trail[place]] = False
    return follows


@kernel
def _first_failure(w: _Work, given: Any, moves: Any) -> Any:
    """The place of the first step that fails; -1 where the root is refuted before.

    given: so many clauses are the formula. moves int64[steps]: the clause that a step adds, or -1
    less the one that it deletes.
    """
    size = 0
    for clause in range(given):
        size = _attach(w, clause, size)
        if size < 0:
            return -1
    for place in range(len(moves)):
        if moves[place] < 0:
            clause = -1 - moves[place]
            w.gone[clause] = not w.reason[clause]
            continue
        clause = moves[place]
        if not _follows(w, clause, size):
            return place
        size = _attach(w, clause, size)
        if size < 0:
            return -1
    return len(moves)
