"""Learning from a conflict: the first unique implication point, minimised.

The clause of the conflict is resolved with the reasons of its literals, the last assigned first,
until only one literal of the current level is left (MarquesSilva1999; "1-UIP" in Zhang2001). This
is the learnt clause: on the second highest of its levels it implies that literal. Literals that the
others imply through reasons are removed (Soerensson2009, the recursive form, with a stack). LBD is
the number of levels in a clause (Audemard2009): a clause of few levels propagates soon.

Only analysis calls propagators for their reasons: the clause is written into the arena once and is
the reason from then on. Where the arena is full, analysis changes nothing else and returns
``NO_SPACE``; it is repeated when there is space.

A propagator may find a conflict, or an implication, later than it could. So the search first goes
back to the highest level in the conflict, which is then the current level.

Cost: linear in the clauses that are resolved and explained.
"""

from cpstudy.cdcl.branching import backtrack, bump
from cpstudy.cdcl.propagator import Propagator
from cpstudy.cdcl.state import (
    EXPLAINED,
    EXPLANATION,
    LENGTH,
    LITERALS,
    MARK,
    State,
    has_space,
    log,
    proof_has_space,
    record,
    store,
)
from cpstudy.core.kernel_types import View, i32, i64
from cpstudy.core.native import kernel

# Marks of variables: in a resolved clause; implied by such variables; not implied.
_SOURCE, _IMPLIED, _FAILED = 1, 2, 3

# What is returned where the arena has no room.
NO_SPACE = -1


@kernel
def keep_explanation(s: State, length: i64) -> i64:
    """Write a propagator's explanation into the arena, and into a proof; return its address.

    Both must have space for it.
    """
    if s.logged:
        log(s, s.explanation, 0, length, EXPLAINED)
    s.explained += record(length)
    s.steps += length
    return store(s, s.explanation, length, EXPLANATION)


@kernel
def reason(s: State, p: Propagator, variable: i64) -> i64:
    """Return the clause that implied a variable's value; 0 for a decision, -1 without space."""
    known = s.reason[variable]
    if known >= 0:
        return known
    at = s.position[variable]
    length = p.explain(s, s.trail[at], -1 - known, at)
    # The clause that is learnt afterwards fits the proof too.
    if not has_space(s, length) or not proof_has_space(s, length + 8 + len(s.clause)):
        return NO_SPACE
    clause = keep_explanation(s, length)
    s.reason[variable] = clause
    return clause


@kernel
def _levels(s: State, literals: View[i32], first: i64, length: i64) -> i64:
    """Return the LBD of a clause, its number of levels; they get a new stamp."""
    stamp = s.stamped + 1
    s.stamped = stamp
    count = 0
    for k in range(first, first + length):
        level = s.level[literals[k] >> 1]
        if level > 0 and s.stamp[level] != stamp:
            s.stamp[level] = stamp
            count += 1
    return count


@kernel
def _note_use(s: State, clause: i64) -> None:
    """Mark a learnt clause as used in a conflict, and update its LBD, which may be lower now."""
    mark = s.arena[clause + MARK]
    if mark > 0:
        levels = mark >> 1
        if levels > 2:
            levels = min(levels, _levels(s, s.arena, clause + LITERALS, s.arena[clause + LENGTH]))
        s.arena[clause + MARK] = 2 * levels + 1


@kernel
def _clear(s: State, touched: i64) -> None:
    for k in range(touched):
        s.seen[s.touched[k]] = 0


@kernel
def redundant(s: State, p: Propagator, literal: i64, touched: i64) -> i64:
    """Decide whether a literal is redundant; return the new number of touched variables if it is.

    Otherwise -2 minus that number. -1: the arena has no space, and all marks are cleared.
    """
    s.stack[0] = literal >> 1
    s.stack[1] = 0
    depth = 1
    while depth > 0:
        variable = s.stack[2 * depth - 2]
        at = s.stack[2 * depth - 1]
        clause = reason(s, p, variable)
        if clause < 0:
            _clear(s, touched)
            return NO_SPACE
        if at == s.arena[clause + LENGTH]:
            if s.seen[variable] == 0:
                s.seen[variable] = _IMPLIED
                s.touched[touched] = variable
                touched += 1
            depth -= 1
            continue
        s.stack[2 * depth - 1] = at + 1
        other = s.arena[clause + LITERALS + at] >> 1
        known = s.seen[other]
        if other == variable or s.level[other] == 0 or 0 < known < _FAILED:
            continue
        if known == _FAILED or s.reason[other] == 0 or s.stamp[s.level[other]] != s.stamped:
            for k in range(depth):
                failed = s.stack[2 * k]
                if s.seen[failed] == 0:
                    s.seen[failed] = _FAILED
                    s.touched[touched] = failed
                    touched += 1
            return -2 - touched
        s.stack[2 * depth] = other
        s.stack[2 * depth + 1] = 0
        depth += 1
    return touched


@kernel
def analyse(s: State, p: Propagator, conflict: i64) -> i64:
    """Learn a clause from a conflict, in ``s.clause``; return its length, -1 without space.

    Its first literal is the one to be implied, its second one of the highest level of the others.
    Length 0: there is no model. Afterwards the search is on the level of the conflict.
    """
    highest = 0
    for k in range(s.arena[conflict + LENGTH]):
        highest = max(highest, s.level[s.arena[conflict + LITERALS + k] >> 1])
    if highest == 0:
        return 0
    backtrack(s, highest)
    at = s.trailed
    touched = 0
    unresolved = 0
    length = 1
    clause = conflict
    while True:
        _note_use(s, clause)
        for k in range(s.arena[clause + LENGTH]):
            literal = s.arena[clause + LITERALS + k]
            variable = literal >> 1
            if s.seen[variable] == 0 and s.level[variable] > 0:
                s.seen[variable] = _SOURCE
                s.touched[touched] = variable
                touched += 1
                if s.level[variable] == highest:
                    unresolved += 1
                else:
                    s.clause[length] = literal
                    length += 1
        at -= 1
        while s.seen[s.trail[at] >> 1] == 0:
            at -= 1
        unresolved -= 1
        if unresolved == 0:
            break
        clause = reason(s, p, s.trail[at] >> 1)
        if clause < 0:
            _clear(s, touched)
            return NO_SPACE
    s.clause[0] = s.trail[at] ^ 1
    sources = touched
    _levels(s, s.clause, 0, length)
    kept = 1
    for k in range(1, length):
        literal = s.clause[k]
        left_out = False
        if s.reason[literal >> 1] != 0:
            answer = redundant(s, p, literal, touched)
            if answer == NO_SPACE:
                return NO_SPACE
            left_out = answer >= 0
            touched = answer if left_out else -2 - answer
        if not left_out:
            s.clause[kept] = literal
            kept += 1
    for k in range(sources):
        bump(s, s.touched[k])
    _clear(s, touched)
    s.steps += touched
    _second_first(s, kept)
    return kept


@kernel
def _second_first(s: State, length: i64) -> None:
    """Move a literal of the highest level, apart from the first literal, to the second place."""
    for k in range(2, length):
        if s.level[s.clause[k] >> 1] > s.level[s.clause[1] >> 1]:
            exchanged = s.clause[1]
            s.clause[1] = s.clause[k]
            s.clause[k] = exchanged


@kernel
def core(s: State, p: Propagator, failed: i64) -> i64:
    """Write ``failed``, and the assumptions that imply its negation, to ``s.clause``.

    Returns their number; -1 if the arena has no space. All decisions are assumptions.
    """
    s.clause[0] = failed
    length = 1
    s.seen[failed >> 1] = _SOURCE
    status = 0
    for at in range(s.trailed - 1, -1, -1):
        literal = s.trail[at]
        variable = literal >> 1
        if s.seen[variable] == 0 or s.level[variable] == 0:
            continue
        clause = reason(s, p, variable)
        if clause < 0:
            status = NO_SPACE
            break
        if clause == 0:
            if literal != failed:
                s.clause[length] = literal
                length += 1
            continue
        for k in range(s.arena[clause + LENGTH]):
            s.seen[s.arena[clause + LITERALS + k] >> 1] = _SOURCE
    for at in range(s.trailed):
        s.seen[s.trail[at] >> 1] = 0
    s.seen[failed >> 1] = 0
    return NO_SPACE if status == NO_SPACE else length


@kernel
def learnt_levels(s: State, length: i64) -> i64:
    """Return the LBD of the clause in ``s.clause``."""
    return _levels(s, s.clause, 0, length)
