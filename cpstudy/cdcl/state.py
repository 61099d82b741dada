"""What a clause-learning search keeps: one record of arrays, which every kernel of the room gets.

*Literals.* Variables are 1 … v. Literal 2x says that variable x is true, 2x + 1 that it is false,
so that ``^ 1`` negates and ``>> 1`` gives the variable. Outside the kernels literals are +x and -x.

*Clauses* lie in one array, the arena, one record after another, each a multiple of four numbers
long. A clause is named by the place of its record, which begins with two *watches* (the next watch
in the list of the same literal, and a blocker), then its length, its mark and its literals; the
first two literals are the watched ones. Watch k of clause c is named c + 2k. Place 0 is unused, so
that 0 ends a list and means "no clause".

*Reasons.* 0: a decision, or not assigned. Positive: the clause that implied the literal. Negative:
-1 - d, where a propagator implied it and gave the datum d; the clause is asked for when it is
needed, and then stands in the arena like any other.

*Everything that a search knows is here*, so it can stop anywhere, move from plain Python to machine
code, grow its arrays and go on.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from cpstudy.core.kernels import borrowing, inlined

# The record of a clause: its two watches, each (next watch, blocker), and what follows.
NEXT, BLOCKER = 0, 1
LENGTH, MARK, LITERALS = 4, 5, 6

# Marks. Learnt clauses have twice their LBD, plus 1 where they were used since the last reduction.
GIVEN, EXPLANATION = 0, -1

# Places in ``State.control``.
(
    TRAIL,  # literals on the trail
    HEAD,  # how many of them the watches have seen
    LEVEL,  # decisions on the trail, assumptions included
    USED,  # the arena's numbers in use
    HEAP,  # variables in the heap
    CONFLICT,  # the clause whose literals are all false, 0 where there is none
    REFUTED,  # 1 where no model is left whatever is assumed
    ASSUMED,  # number of assumptions
    STAMP,  # the last stamp of a level
    PROOF,  # numbers of the proof that are written
    LOGGED,  # 1 where a proof is written
    CONFLICTS,
    DECISIONS,
    PROPAGATIONS,
    RESTARTS,
    REDUCTIONS,
    LEARNT,  # learnt clauses that are kept
    EXPLAINED,  # the arena's numbers that explanations take
    STEPS,  # work done, in units of some microseconds of plain Python; propagators add to it
    RESTART_AT,  # conflicts at which the search starts again
    REDUCE_AT,  # conflicts at which learnt clauses are reduced
    PROBED,  # the literal to be probed next
    FIXED,  # literals that were known when this pass of probing began
    CONTROLS,  # how many places there are
) = range(24)


class State(NamedTuple):
    """A search over v variables; ``workspace`` makes it.

    value: int8[2v + 2], by literal: 1 true, -1 false, 0 unknown. level, position, reason:
    int64[v + 1], of assigned variables: decisions before it, its place on the trail, see above.
    trail: int64[v + 1], the true literals in their order. limits: int64[levels], the trail's
    length before each decision. arena: int32[any]. watched: int32[2v + 2], the first watch of each
    literal. activity: float64[v + 1]; at 0 stands what is added for a conflict. heap, place:
    int64[v + 1], the variables to be decided and where each stands there (-1: nowhere). phase:
    int8[v + 1], the last value as the literal's last bit. seen: int8[v + 1], marks of analysis.
    touched, stack: int64[any], its lists. stamp: int64[levels], marks of levels. clause,
    explanation: int64[2v + 4], the clause that is made, and where propagators write theirs.
    assumptions: int64[any]. heads: int64[·], how far on the trail each propagator has been.
    proof: int32[any], steps as (1 + length, or less than 0 where deleted, literals …). control:
    int64, the numbers named above.
    """

    value: Any
    level: Any
    position: Any
    reason: Any
    trail: Any
    limits: Any
    arena: Any
    watched: Any
    activity: Any
    heap: Any
    place: Any
    phase: Any
    seen: Any
    touched: Any
    stack: Any
    stamp: Any
    clause: Any
    explanation: Any
    assumptions: Any
    heads: Any
    proof: Any
    control: Any


def workspace(variables: int, room: int, heads: int, proof: bool) -> State:
    """A search over so many variables that knows no clause yet.

    room: numbers that the arena holds; it grows by need. heads: how many a propagator keeps.
    """
    v = variables
    control = np.zeros(CONTROLS, np.int64)
    control[USED] = 4
    control[HEAP] = v
    control[LOGGED] = proof
    control[PROBED] = 2
    activity = np.zeros(v + 1)
    activity[0] = 1.0
    return State(
        value=np.zeros(2 * v + 2, np.int8),
        level=np.zeros(v + 1, np.int64),
        position=np.zeros(v + 1, np.int64),
        reason=np.zeros(v + 1, np.int64),
        trail=np.zeros(v + 1, np.int64),
        limits=np.zeros(v + 2, np.int64),
        arena=np.zeros(max(room, 64) + 4 * v, np.int32),
        watched=np.zeros(2 * v + 2, np.int32),
        activity=activity,
        heap=np.arange(1, v + 2),
        place=np.arange(-1, v),
        phase=np.ones(v + 1, np.int8),
        seen=np.zeros(v + 1, np.int8),
        touched=np.zeros(v + 1, np.int64),
        stack=np.zeros(2 * v + 2, np.int64),
        stamp=np.zeros(v + 2, np.int64),
        clause=np.zeros(2 * v + 4, np.int64),
        explanation=np.zeros(2 * v + 4, np.int64),
        assumptions=np.zeros(1, np.int64),
        heads=np.zeros(max(heads, 1), np.int64),
        proof=np.zeros((1 << 16) + 8 * v if proof else 1, np.int32),
        control=control,
    )


@inlined
def assign(s: State, literal: Any, reason: Any) -> None:
    """Make an unknown literal true, at the end of the trail and on the current level."""
    variable = literal >> 1
    size = s.control[TRAIL]
    s.value[literal] = 1
    s.value[literal ^ 1] = -1
    s.level[variable] = s.control[LEVEL]
    s.position[variable] = size
    s.reason[variable] = reason
    s.trail[size] = literal
    s.control[TRAIL] = size + 1


@borrowing
def store(s: State, literals: Any, length: Any, mark: Any) -> Any:
    """Write a clause into the arena, which has room for it; the place of its record."""
    arena = s.arena
    clause = s.control[USED]
    arena[clause + LENGTH] = length
    arena[clause + MARK] = mark
    for k in range(length):
        arena[clause + LITERALS + k] = literals[k]
    s.control[USED] = clause + record(length)
    return clause


@inlined
def record(length: Any) -> Any:
    """How many numbers of the arena a clause takes."""
    return (np.int64(length) + LITERALS + 3) & -4


@inlined
def has_room(s: State, length: Any) -> Any:
    """Whether the arena holds another clause of that length, and the longest one after it."""
    longest = len(s.trail) + LITERALS + 4
    return s.control[USED] + record(length) + longest <= len(s.arena)


@borrowing
def log(s: State, literals: Any, first: Any, length: Any, sign: Any) -> None:
    """Note a step of the proof: a clause is added (sign 1) or deleted (-1)."""
    at = s.control[PROOF]
    s.proof[at] = sign * (length + 1)
    for k in range(length):
        s.proof[at + 1 + k] = literals[first + k]
    s.control[PROOF] = at + 1 + length
