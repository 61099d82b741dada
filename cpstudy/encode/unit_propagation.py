"""Unit propagation over changing sets of clauses, with two watched literals (Moskewicz2001).

The kernel of :mod:`.rup`. Cost: about what a solver's own propagation costs.
"""

from cpstudy.core.kernel_types import View, i32, i64, u8
from cpstudy.core.native import entry, filled, kernel, workspace, zeros


@workspace
class Work:
    """The workspace of a check, for c clauses and v variables.

    A literal is 2x for variable x, 2x + 1 for its negation, so that ``^ 1`` negates. Clause i is
    ``literals[start[i]:start[i + 1]]``, the literals that are watched first: start [c + 1]. Watch
    2i + k is that of literal k of clause i, k = 0, 1; lists of watches by literal: head [2v + 2],
    following [2c], -1 at the end. deleted [c]: deleted clauses. reason [c]: those that imply a
    literal at the root. true [2v + 2]: by literal. trail [v + 1]: the true literals in their order.
    """

    start: View[i64]
    literals: View[i32]
    head: View[i64]
    following: View[i64]
    deleted: View[u8]
    reason: View[u8]
    true: View[u8]
    trail: View[i32]

    def __init__(self, variables: int, start: View[i64], literals: View[i32]) -> None:
        clauses = len(start) - 1
        self.start = start
        self.literals = literals
        self.head = filled(2 * variables + 2, -1, "i64")
        self.following = filled(2 * clauses, -1, "i64")
        self.deleted = zeros(clauses, "u8")
        self.reason = zeros(clauses, "u8")
        self.true = zeros(2 * variables + 2, "u8")
        self.trail = zeros(variables + 1, "i32")


@kernel
def _propagate(w: Work, size: i64, done: i64, root: bool) -> i64:
    """Propagate the trail from ``done`` on; return its new size, or -1 - size on a conflict.

    At the root the clauses that imply a literal are marked.
    """
    while done < size:
        false = w.trail[done] ^ 1
        done += 1
        before = -1
        watch = w.head[false]
        while watch >= 0:
            after = w.following[watch]
            clause = watch >> 1
            other = w.literals[w.start[clause] + 1 - (watch & 1)]
            moved = w.deleted[clause]
            if not moved and not w.true[other]:
                # Watch another literal that is not false, if there is one.
                for place in range(w.start[clause] + 2, w.start[clause + 1]):
                    literal = w.literals[place]
                    if not w.true[literal ^ 1]:
                        w.literals[place] = false
                        w.literals[w.start[clause] + (watch & 1)] = literal
                        w.following[watch] = w.head[literal]
                        w.head[literal] = watch
                        moved = True
                        break
                if not moved:
                    if w.true[other ^ 1]:
                        return -1 - size
                    w.true[other] = True
                    w.trail[size] = other
                    size += 1
                    if root:
                        w.reason[clause] = True
            if not moved:
                before = watch
            elif before < 0:
                w.head[false] = after
            else:
                w.following[before] = after
            watch = after
    return size


@kernel
def _attach(w: Work, clause: i64, size: i64) -> i64:
    """Watch a new clause at the root and propagate; return the trail's size, -1 on a conflict."""
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
def _follows(w: Work, clause: i64, size: i64) -> bool:
    """Return whether unit propagation from the negation of a clause leads to a conflict."""
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


@entry
def first_failure(w: Work, given: i64, moves: View[i64]) -> i64:
    """Return the first step that fails, else their number; -1 if the root is refuted before.

    given: the number of clauses of the formula. moves int64[steps]: the clause that a step adds, or
    -1 minus the clause that it deletes.
    """
    size = 0
    for clause in range(given):
        size = _attach(w, clause, size)
        if size < 0:
            return -1
    for place in range(len(moves)):
        if moves[place] < 0:
            clause = -1 - moves[place]
            w.deleted[clause] = not w.reason[clause]
            continue
        clause = moves[place]
        if not _follows(w, clause, size):
            return place
        size = _attach(w, clause, size)
        if size < 0:
            return -1
    return len(moves)
