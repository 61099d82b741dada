"""The state of a clause-learning search: one record of arrays for all kernels of the package.

*Literals.* Variables are 1 … v. Literal 2x says that variable x is true, 2x + 1 that it is false,
so that ``^ 1`` negates and ``>> 1`` gives the variable. Outside the kernels literals are +x and -x.

*Clauses* lie in one array, the arena, one record after another, each a multiple of four numbers
long. A clause is named by the place of its record, which begins with two *watches* (the next watch
in the list of the same literal, and a blocker), then its length, its mark and its literals; the
first two literals are the watched ones. Watch k of clause c is named c + 2k. Place 0 is unused, so
0 ends a list and means "no clause".

*Reasons.* 0: a decision, or not assigned. Positive: the clause that implied the literal. Negative:
-1 - d, if a propagator implied it and gave the datum d; the clause is requested when it is needed,
and is then in the arena like any other.

*All of a search's state is here*, so it can stop anywhere, grow its arrays and resume.
"""

import numpy as np

from cpstudy.core.kernel_types import View, f64, i8, i32, i64
from cpstudy.core.native import entry, filled, inlined, kernel, table, workspace, zeros

# The record of a clause: its two watches, each (next watch, blocker), then the other fields.
NEXT, BLOCKER = 0, 1
LENGTH, MARK, LITERALS = 4, 5, 6

# Marks. Learnt clauses have twice their LBD, plus 1 if they were used since the last reduction.
GIVEN, EXPLANATION = 0, -1

# Steps of a proof: a clause that follows, a clause that is deleted, a propagator's explanation.
ADDED, DELETED, EXPLAINED = 1, -1, 0


@workspace
class State:
    """A search over v variables.

    value: int8[2v + 2], by literal: 1 true, -1 false, 0 unknown. level, position, reason:
    int64[v + 1], of assigned variables: decisions before it, its place on the trail, see above.
    trail: int64[v + 1], the true literals in their order. limits: int64[levels], the trail's
    length before each decision. arena: int32[any]. watched: int32[2v + 2], the first watch of each
    literal. activity: float64[v + 1]; at 0 the increment for a conflict. heap, place:
    int64[v + 1], the variables to be decided and the index of each there (-1: none). phase:
    int8[v + 1], the last value as the literal's last bit. seen: int8[v + 1], marks of analysis.
    touched, stack: int64[any], its lists. stamp: int64[levels], marks of levels. clause,
    explanation: int32[2v + 4], the clause that is made, and the one that a propagator writes.
    assumptions: int64[any]. heads: int64[·], how much of the trail each propagator has processed.
    proof: int32[any], steps as (``ADDED``, ``DELETED`` or ``EXPLAINED``, length, literals …).
    """

    value: View[i8]
    level: View[i64]
    position: View[i64]
    reason: View[i64]
    trail: View[i64]
    limits: View[i64]
    arena: View[i32]
    watched: View[i32]
    activity: View[f64]
    heap: View[i64]
    place: View[i64]
    phase: View[i8]
    seen: View[i8]
    touched: View[i64]
    stack: View[i64]
    stamp: View[i64]
    clause: View[i32]
    explanation: View[i32]
    assumptions: View[i64]
    heads: View[i64]
    proof: View[i32]

    trailed: i64 = 0  # literals on the trail
    head: i64 = 0  # how many of them unit propagation has processed
    depth: i64 = 0  # decisions on the trail, assumptions included
    used: i64 = 0  # the arena's numbers in use
    heaped: i64 = 0  # variables in the heap
    conflict: i64 = 0  # the clause whose literals are all false, or 0
    refuted: bool = False  # there is no model, whatever is assumed
    assumed: i64 = 0  # number of assumptions
    stamped: i64 = 0  # the last stamp of a level
    proved: i64 = 0  # numbers of the proof that are written
    logged: bool = False  # a proof is written
    explains: bool = False  # and a propagator takes part in it
    conflicts: i64 = 0
    decisions: i64 = 0
    propagations: i64 = 0
    restarts: i64 = 0
    reductions: i64 = 0
    learnt: i64 = 0  # learnt clauses that are kept
    explained: i64 = 0  # the arena's numbers that explanations take
    steps: i64 = 0  # work done, by which clocks are checked; propagators add to it
    restart_at: i64 = 0  # conflicts at which the search restarts
    reduce_at: i64 = 0  # conflicts at which learnt clauses are reduced
    worst: i64 = 0  # the least LBD of the clauses that a reduction deletes
    of_worst: i64 = 0  # how many clauses of this LBD it deletes
    probed: i64 = 0  # the literal to be probed next
    fixed: i64 = 0  # literals that were known when this pass of probing began

    def __init__(self, variables: int, arena: int, heads: int, proof: bool) -> None:
        """A search over so many variables, without clauses.

        arena: numbers that the arena holds; it grows by need. heads: how many a propagator keeps.
        """
        v = variables
        self.used = 4
        self.heaped = v
        self.logged = proof
        self.probed = 2
        self.value = zeros(2 * v + 2, "i8")
        self.level = zeros(v + 1, "i64")
        self.position = zeros(v + 1, "i64")
        self.reason = zeros(v + 1, "i64")
        self.trail = zeros(v + 1, "i64")
        self.limits = zeros(v + 2, "i64")
        self.arena = zeros(max(arena, 64) + 4 * v, "i32")
        self.watched = zeros(2 * v + 2, "i32")
        self.activity = zeros(v + 1, "f64")
        self.activity[0] = 1.0
        self.heap = table(np.arange(1, v + 2), "i64")
        self.place = table(np.arange(-1, v), "i64")
        self.phase = filled(v + 1, 1, "i8")
        self.seen = zeros(v + 1, "i8")
        self.touched = zeros(v + 1, "i64")
        self.stack = zeros(2 * v + 2, "i64")
        self.stamp = zeros(v + 2, "i64")
        self.clause = zeros(2 * v + 4, "i32")
        self.explanation = zeros(2 * v + 4, "i32")
        self.assumptions = zeros(1, "i64")
        self.heads = zeros(max(heads, 1), "i64")
        self.proof = zeros((1 << 16) + 8 * v if proof else 1, "i32")


@entry
@inlined
def assign(s: State, literal: i64, reason: i64) -> None:
    """Make an unknown literal true, at the end of the trail and on the current level."""
    variable = literal >> 1
    size = s.trailed
    s.value[literal] = 1
    s.value[literal ^ 1] = -1
    s.level[variable] = s.depth
    s.position[variable] = size
    s.reason[variable] = reason
    s.trail[size] = literal
    s.trailed = size + 1


@kernel
def store(s: State, literals: View[i32], length: i64, mark: i64) -> i64:
    """Write a clause into the arena, which has space for it; the place of its record."""
    clause = s.used
    s.arena[clause + LENGTH] = length
    s.arena[clause + MARK] = mark
    for k in range(length):
        s.arena[clause + LITERALS + k] = literals[k]
    s.used = clause + record(length)
    return clause


@entry
@inlined
def record(length: i64) -> i64:
    """Return the size of a clause's record in the arena."""
    return (length + LITERALS + 3) & -4


@entry
@inlined
def has_space(s: State, length: i64) -> bool:
    """Whether the arena holds another clause of that length, and the longest one after it."""
    longest = len(s.trail) + LITERALS + 4
    return s.used + record(length) + longest <= len(s.arena)


@kernel
def proof_has_space(s: State, numbers: i64) -> bool:
    """Whether so many numbers more fit the proof, where one is written."""
    return not s.logged or s.proved + numbers <= len(s.proof)


@kernel
def log(s: State, literals: View[i32], first: i64, length: i64, step: i64) -> None:
    """Note a step of the proof: ``ADDED``, ``DELETED`` or ``EXPLAINED``."""
    at = s.proved
    s.proof[at] = step
    s.proof[at + 1] = length
    for k in range(length):
        s.proof[at + 2 + k] = literals[first + k]
    s.proved = at + 2 + length
