"""Add learnt clauses, and given clauses at any time of the search.

A clause that is given during the search is watched at literals that are not false or, if there are
fewer than two, at those of the highest levels. The search goes back just as far as necessary for
the clause not to be violated, so a clause that forbids the last model, or a cut, costs no restart.
"""

from cpstudy.cdcl.branching import backtrack
from cpstudy.cdcl.propagation import watch
from cpstudy.cdcl.state import (
    ADDED,
    GIVEN,
    State,
    assign,
    has_space,
    log,
    store,
)
from cpstudy.core.kernel_types import Const, i32, i64
from cpstudy.core.native import entry, kernel


@kernel
def learn(s: State, length: i64, levels: i64) -> None:
    """Add the clause that analysis left in ``s.clause``, and imply its first literal.

    levels: its LBD. The arena, and the proof if there is one, must have space.
    """
    if length == 0:
        s.refuted = True
        return
    if s.logged:
        log(s, s.clause, 0, length, ADDED)
    if length == 1:
        backtrack(s, 0)
        assign(s, s.clause[0], 0)
        return
    backtrack(s, s.level[s.clause[1] >> 1])
    clause = store(s, s.clause, length, 2 * levels)
    s.learnt += 1
    watch(s, clause)
    assign(s, s.clause[0], clause)


@kernel
def add_clause(s: State, length: i64) -> None:
    """Add the clause in ``s.clause``, any literals in any order; the arena must have space."""
    length = _simplified(s, length)
    s.steps += 2
    if length < 0:
        return
    for k in range(min(2, length)):
        best = k
        for other in range(k + 1, length):
            if _rank(s, s.clause[other]) > _rank(s, s.clause[best]):
                best = other
        exchanged = s.clause[k]
        s.clause[k] = s.clause[best]
        s.clause[best] = exchanged
    if length == 0:
        s.refuted = True
        return
    first = s.clause[0]
    if length == 1:
        backtrack(s, 0)
        if s.value[first] < 0:
            s.refuted = True
        elif s.value[first] == 0:
            assign(s, first, 0)
        return
    second = s.clause[1]
    place = store(s, s.clause, length, GIVEN)
    watch(s, place)
    if s.value[second] >= 0:
        return
    level = s.level[second >> 1]
    if s.value[first] < 0 and s.level[first >> 1] == level:
        backtrack(s, level - 1)
    elif s.value[first] <= 0 or s.level[first >> 1] > level:
        backtrack(s, level)
        assign(s, first, place)


@kernel
def _rank(s: State, literal: i64) -> i64:
    """Return the rank of a literal for watching: not false is best, else its level."""
    if s.value[literal] >= 0:
        return len(s.limits)
    return s.level[literal >> 1]


@kernel
def _simplified(s: State, length: i64) -> i64:
    """Remove repeated and permanently false literals; return the length, -1 if always true."""
    kept = 0
    touched = 0
    always = False
    for k in range(length):
        literal = s.clause[k]
        variable = literal >> 1
        sign = 1 + (literal & 1)
        if s.seen[variable] == 0:
            s.touched[touched] = variable
            touched += 1
            s.seen[variable] = sign
            known = s.value[literal] != 0 and s.level[variable] == 0
            if not known:
                s.clause[kept] = literal
                kept += 1
            elif s.value[literal] > 0:
                always = True
        elif s.seen[variable] != sign:
            always = True
    for k in range(touched):
        s.seen[s.touched[k]] = 0
    return -1 if always else kept


@entry
def add_all(s: State, literals: Const[i32], at: i64) -> i64:
    """Add clauses from place ``at`` on; return the place of the first without space, or the end.

    literals: int32[any], +x and -x, each clause ended by 0.
    """
    while at < len(literals) and not s.refuted:
        length = 0
        while literals[at + length] != 0:
            literal = literals[at + length]
            s.clause[length] = 2 * literal if literal > 0 else 1 - 2 * literal
            length += 1
        if not has_space(s, length):
            return at
        add_clause(s, length)
        at += length + 1
    return len(literals)
