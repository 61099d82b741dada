"""Probing: what holds whatever a variable's value, found by trying both, at the root.

A literal that leads to a conflict is false (failed literals, Freeman1995); one that both values of
a variable imply is true (necessary assignments, the rule of Stalmarck1990). One step ahead of
propagation, and the propagator takes part. Cost: two propagations a variable and pass.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from cpstudy.cdcl.analysis import NO_ROOM
from cpstudy.cdcl.backtracking import backtrack, open_level
from cpstudy.cdcl.search import (
    FULL,
    MODEL,
    NO_END,
    PAUSED,
    REFUTATION,
    fixpoint_of,
    proof_has_room,
)
from cpstudy.cdcl.state import (
    FIXED,
    LOGGED,
    PROBED,
    REFUTED,
    STEPS,
    TRAIL,
    State,
    assign,
    log,
)
from cpstudy.core.kernels import borrowing


@borrowing
def _fix(s: State, literal: Any, other: Any) -> None:
    """A literal is true at the root; the proof shows first that ``other`` implies it."""
    if s.control[LOGGED]:
        s.clause[0] = literal
        s.clause[1] = other ^ 1
        if other != 0:
            log(s, s.clause, 0, 2, 1)
        log(s, s.clause, 0, 1, 1)
    assign(s, literal, 0)


@borrowing
def _collect(s: State) -> Any:
    """Mark what was implied since the root, and list it in ``s.touched``; how much it is."""
    begun = s.limits[0]
    for at in range(begun, s.control[TRAIL]):
        s.touched[at - begun] = s.trail[at]
        s.seen[s.trail[at] >> 1] = 1 + (s.trail[at] & 1)
    return s.control[TRAIL] - begun


@borrowing
def _common(s: State) -> Any:
    """List in ``s.stack`` what is implied again; how much it is."""
    count = 0
    for at in range(s.limits[0], s.control[TRAIL]):
        literal = s.trail[at]
        if s.seen[literal >> 1] == 1 + (literal & 1):
            s.stack[count] = literal
            count += 1
    return count


@functools.cache
def probe_variable_of(propagate: Any) -> Callable[..., Any]:
    """The kernel that probes a variable, for a propagator."""
    fixpoint = fixpoint_of(propagate)

    @borrowing
    def attempt(s: State, p: Any, literal: Any, most: Any) -> Any:
        """Assume a literal at the root: what :func:`fixpoint` gives."""
        until = s.control[TRAIL] + most
        open_level(s)
        assign(s, literal, 0)
        return fixpoint(s, p, until)

    @borrowing
    def probe_variable(s: State, p: Any, literal: Any, most: Any) -> Any:
        """Try both values of an unknown variable; -1 where the arena or the proof has no room.

        most: what follows from a value is looked for until it is about so many literals.
        """
        if not proof_has_room(s, 8 * len(s.trail)):
            return NO_ROOM
        conflict = attempt(s, p, literal, most)
        implied = _collect(s)
        backtrack(s, 0)
        common = 0
        if conflict == 0:
            conflict = attempt(s, p, literal ^ 1, most)
            common = _common(s)
            backtrack(s, 0)
            if conflict > 0:
                common = 0
                _fix(s, literal, 0)
        elif conflict > 0:
            _fix(s, literal ^ 1, 0)
        for k in range(implied):
            s.seen[s.touched[k] >> 1] = 0
        if conflict < 0:
            return NO_ROOM
        for k in range(common):
            _fix(s, s.stack[k], literal)
        if conflict > 0 or common > 0:
            conflict = fixpoint(s, p, NO_END)
            if conflict > 0:
                s.control[REFUTED] = 1
        return min(conflict, 0)

    return probe_variable


@functools.cache
def at_root_of(propagate: Any) -> Callable[..., Any]:
    """The kernel that goes back to the root, for a propagator."""
    fixpoint = fixpoint_of(propagate)

    @borrowing
    def at_root(s: State, p: Any) -> Any:
        """Go back to the root and find what follows there; False where there is no room."""
        backtrack(s, 0)
        conflict = fixpoint(s, p, NO_END)
        if conflict > 0:
            s.control[REFUTED] = 1
        return conflict >= 0

    return at_root


@functools.cache
def probe_of(propagate: Any) -> Callable[..., Any]:
    """The kernel that probes all variables, for a propagator."""
    at_root = at_root_of(propagate)
    probe_variable = probe_variable_of(propagate)

    @borrowing
    def probe(s: State, p: Any, steps: Any) -> Any:
        """Probe, from where it stopped, until so many steps were made in all.

        MODEL where a whole pass fixed nothing, REFUTATION, PAUSED or FULL.
        """
        control = s.control
        if not at_root(s, p):
            return FULL
        while control[REFUTED] == 0:
            if control[STEPS] >= steps:
                return PAUSED
            literal = control[PROBED]
            if literal == 2:
                control[FIXED] = control[TRAIL]
            if literal == len(s.value):
                control[PROBED] = 2
                if control[FIXED] == control[TRAIL]:
                    return MODEL
                continue
            if s.value[literal] == 0 and probe_variable(s, p, literal, NO_END) == NO_ROOM:
                return FULL
            control[PROBED] = literal + 2
        return REFUTATION

    return probe
