"""Probing: what holds whatever a variable's value, found by trying both, at the root.

A literal that leads to a conflict is false (failed literals, Freeman1995); one that both values of
a variable imply is true (necessary assignments, the rule of Stalmarck1990). One step ahead of
propagation, and the propagator takes part. Cost: two propagations a variable and pass.

Where a proof is written and a propagator takes part, only failed literals are: what led to each
conflict is explained then, and for what both values imply that would be all that they imply.
"""

from cpstudy.cdcl.analysis import NO_SPACE, reason
from cpstudy.cdcl.branching import backtrack, open_level
from cpstudy.cdcl.propagator import Propagator
from cpstudy.cdcl.search import (
    FULL,
    MODEL,
    NO_END,
    PAUSED,
    REFUTATION,
    fixpoint,
)
from cpstudy.cdcl.state import ADDED, LENGTH, LITERALS, State, assign, log, proof_has_space
from cpstudy.core.kernel_types import i64
from cpstudy.core.native import entry, kernel


@kernel
def _fix(s: State, literal: i64, other: i64) -> None:
    """A literal is true at the root; the proof shows first that ``other`` implies it."""
    if s.logged:
        s.clause[0] = literal
        s.clause[1] = other ^ 1
        if other != 0:
            log(s, s.clause, 0, 2, ADDED)
        log(s, s.clause, 0, 1, ADDED)
    assign(s, literal, 0)


@kernel
def _collect(s: State) -> i64:
    """Mark what was implied since the root, and list it in ``s.touched``; how much it is."""
    begun = s.limits[0]
    for at in range(begun, s.trailed):
        s.touched[at - begun] = s.trail[at]
        s.seen[s.trail[at] >> 1] = 1 + (s.trail[at] & 1)
    return s.trailed - begun


@kernel
def _explain(s: State, p: Propagator, conflict: i64) -> bool:
    """A proof states all reasons behind a conflict below the root; False where it has no room."""
    for k in range(s.arena[conflict + LENGTH]):
        s.seen[s.arena[conflict + LITERALS + k] >> 1] = 1
    complete = True
    for at in range(s.trailed - 1, -1, -1):
        variable = s.trail[at] >> 1
        if s.seen[variable] and s.level[variable] > 0 and complete:
            clause = reason(s, p, variable)
            complete = clause >= 0
            if clause > 0:
                for k in range(s.arena[clause + LENGTH]):
                    s.seen[s.arena[clause + LITERALS + k] >> 1] = 1
        s.seen[variable] = 0
    return complete


@kernel
def _common(s: State) -> i64:
    """List in ``s.stack`` the literals that both assumptions imply; their number."""
    count = 0
    for at in range(s.limits[0], s.trailed):
        literal = s.trail[at]
        if s.seen[literal >> 1] == 1 + (literal & 1):
            s.stack[count] = literal
            count += 1
    return count


@kernel
def attempt(s: State, p: Propagator, literal: i64, most: i64) -> i64:
    """Assume a literal at the root: what :func:`fixpoint` gives."""
    until = s.trailed + most
    open_level(s)
    assign(s, literal, 0)
    return fixpoint(s, p, until)


@kernel
def probe_variable(s: State, p: Propagator, literal: i64, most: i64) -> i64:
    """Try both values of an unknown variable; -1 where the arena or the proof has no room.

    most: what follows from a value is looked for until it is about so many literals.
    """
    if not proof_has_space(s, 8 * len(s.trail)):
        return NO_SPACE
    conflict = attempt(s, p, literal, most)
    if s.explains and conflict > 0 and not _explain(s, p, conflict):
        conflict = NO_SPACE
    implied = 0 if s.explains else _collect(s)
    backtrack(s, 0)
    common = 0
    if conflict == 0:
        conflict = attempt(s, p, literal ^ 1, most)
        if s.explains and conflict > 0 and not _explain(s, p, conflict):
            conflict = NO_SPACE
        common = 0 if s.explains else _common(s)
        backtrack(s, 0)
        if conflict > 0:
            common = 0
            _fix(s, literal, 0)
    elif conflict > 0:
        _fix(s, literal ^ 1, 0)
    for k in range(implied):
        s.seen[s.touched[k] >> 1] = 0
    if conflict < 0:
        return NO_SPACE
    for k in range(common):
        _fix(s, s.stack[k], literal)
    if conflict > 0 or common > 0:
        conflict = fixpoint(s, p, NO_END)
        if conflict > 0:
            s.refuted = True
    return min(conflict, 0)


@kernel
def at_root(s: State, p: Propagator) -> bool:
    """Go back to the root and find what follows there; False where there is no room."""
    backtrack(s, 0)
    conflict = fixpoint(s, p, NO_END)
    if conflict > 0:
        s.refuted = True
    return conflict >= 0


@entry
def probe(s: State, p: Propagator, steps: i64) -> i64:
    """Probe, from where it stopped, until so many steps were made in all.

    MODEL where a whole pass fixed nothing, REFUTATION, PAUSED or FULL.
    """
    if not at_root(s, p):
        return FULL
    while not s.refuted:
        if s.steps >= steps:
            return PAUSED
        literal = s.probed
        if literal == 2:
            s.fixed = s.trailed
        if literal == len(s.value):
            s.probed = 2
            if s.fixed == s.trailed:
                return MODEL
            continue
        if s.value[literal] == 0 and probe_variable(s, p, literal, NO_END) == NO_SPACE:
            return FULL
        s.probed = literal + 2
    return REFUTATION
