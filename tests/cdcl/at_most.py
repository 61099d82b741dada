"""The smallest propagator, as the docstring of ``cpstudy.cdcl`` shows it."""

from typing import Any, NamedTuple

import numpy as np

from cpstudy.cdcl.propagator import NO_CONFLICT, Propagator, imply, was_true
from cpstudy.cdcl.state import STEPS, TRAIL
from cpstudy.core.kernels import borrowing


class AtMost(NamedTuple):
    """At most ``most[0]`` of ``literals`` are true: int64[1], int32[n]."""

    most: Any
    literals: Any


@borrowing
def true_ones(s, p, length, before):
    """Append the negations of the literals that were true to the clause; its length."""
    for literal in p.literals:
        if was_true(s, literal, before):
            s.explanation[length] = literal ^ 1
            length += 1
    return length


@borrowing
def propagate(s, p):
    true = 0
    for literal in p.literals:
        true += s.value[literal] > 0
    s.control[STEPS] += len(p.literals) // 8
    if true > p.most[0]:
        return true_ones(s, p, 0, s.control[TRAIL])
    if true == p.most[0]:
        for literal in p.literals:
            if s.value[literal] == 0:
                imply(s, literal ^ 1, 0)
    return NO_CONFLICT


@borrowing
def explain(s, p, literal, datum, before):
    s.explanation[0] = literal
    return true_ones(s, p, 1, before)


AT_MOST = Propagator(propagate, explain)


def at_most(most: int, literals: list[int]) -> AtMost:
    """Literals as +x and -x."""
    inside = [2 * x if x > 0 else 1 - 2 * x for x in literals]
    return AtMost(np.array([most]), np.array(inside, np.int32))
