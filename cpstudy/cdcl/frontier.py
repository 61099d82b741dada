"""Probing at the frontier: only variables next to known ones, most known neighbours first.

*Known* variables are assigned at the root. If variables lie on a board, knowledge spreads from
place to place: probing (probing.py) succeeds next to what it found last, and a variable far from
all known ones costs as much and yields nothing. So a variable is probed when a neighbour becomes
known, once for each number of known neighbours. Variables with the most known neighbours come
first, among equal ones the latest. Probing ends when no variable waits.

As a rule a wrong value leads to a conflict nearby; a right one may imply most of the board, which
costs as much as many other attempts. So an attempt ends after some literals; what both values imply
until then still holds. A board of 40×57 takes half the time.

Cost: at most two propagations for each variable and number of known neighbours; if probing settles
a board, a fraction of that.
"""

import numpy as np
import numpy.typing as npt

from cpstudy.cdcl.analysis import NO_SPACE
from cpstudy.cdcl.probing import at_root, probe_variable
from cpstudy.cdcl.propagator import Propagator
from cpstudy.cdcl.search import FULL, MODEL, PAUSED, REFUTATION
from cpstudy.cdcl.state import State
from cpstudy.core.kernel_types import View, View2, i64
from cpstudy.core.native import entry, filled, kernel, view, workspace, zeros

# About how many consequences of a value are propagated.
_NEAR = 64


@workspace
class Frontier:
    """The variables that wait to be probed.

    neighbours: int64[k + 1, d], the variables next to each of 1 … k, and 0 in their place where
    there are fewer. queued: int64[k + 1], for how many known ones beside it a variable waits or was
    probed, missing ones counted as known; -1 where it never did. waiting: int64[d + 1, k + 1],
    stacks of variables by that number; an entry is void where a higher stack has the variable.
    height: int64[d + 1], how many each stack holds.
    """

    neighbours: View2[i64]
    queued: View[i64]
    waiting: View2[i64]
    height: View[i64]
    noted: i64 = 0  # the length of the root's trail that was processed

    def __init__(self, neighbours: npt.NDArray[np.int64]) -> None:
        """The frontier of a new search."""
        variables, most = neighbours.shape
        self.neighbours = view(neighbours)
        self.queued = filled(variables, -1, "i64")
        self.waiting = zeros((most + 1, variables), "i64")
        self.height = zeros(most + 1, "i64")


@kernel
def _note_what_is_known(s: State, f: Frontier) -> None:
    """Queue the unknown neighbours of the variables that became known at the root."""
    most = len(f.waiting) - 1
    for at in range(f.noted, s.trailed):
        variable = s.trail[at] >> 1
        if variable >= len(f.neighbours):
            continue
        for d in range(most):
            other = f.neighbours[variable, d]
            if other == 0 or s.value[2 * other] != 0:
                continue
            known = 0
            for e in range(most):
                third = f.neighbours[other, e]
                known += third == 0 or s.value[2 * third] != 0
            if known > f.queued[other]:
                f.queued[other] = known
                f.waiting[known, f.height[known]] = other
                f.height[known] += 1
    f.noted = s.trailed


@kernel
def _next_waiting(s: State, f: Frontier) -> i64:
    """Remove the variable to be probed next from the queue and return it; 0 if it is empty."""
    for known in range(len(f.waiting) - 1, -1, -1):
        while f.height[known] > 0:
            f.height[known] -= 1
            variable = f.waiting[known, f.height[known]]
            if s.value[2 * variable] == 0 and f.queued[variable] == known:
                return variable
    return 0


@entry
def probe_frontier(s: State, p: Propagator, f: Frontier, steps: i64) -> i64:
    """Probe the waiting variables, until this number of steps was made in total.

    Returns MODEL if no variable waits, REFUTATION, PAUSED or FULL.
    """
    if not at_root(s, p):
        return FULL
    while not s.refuted:
        if s.steps >= steps:
            return PAUSED
        _note_what_is_known(s, f)
        variable = _next_waiting(s, f)
        if variable == 0:
            return MODEL
        if probe_variable(s, p, 2 * variable, _NEAR) == NO_SPACE:
            f.height[f.queued[variable]] += 1
            return FULL
    return REFUTATION
