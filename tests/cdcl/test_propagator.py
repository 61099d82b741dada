"""The contract of propagators, by the smallest one and by one that keeps counts along the trail."""

import inspect
import random
from typing import Any, NamedTuple

import numpy as np
import pytest

import cpstudy.cdcl
from cpstudy.cdcl.propagator import NO_CONFLICT, Propagator, imply
from cpstudy.cdcl.state import TRAIL
from cpstudy.core.kernels import borrowing
from tests.cdcl import at_most as example
from tests.cdcl.at_most import AT_MOST, at_most
from tests.cdcl.harness import check_propagator


def test_the_documentation_shows_the_smallest_propagator():
    shown = [line.strip() for line in cpstudy.cdcl.__doc__.splitlines()]
    for part in (example.true_ones, example.propagate, example.explain):
        lines = [line.strip() for line in inspect.getsource(part).splitlines() if '"""' not in line]
        start = shown.index(lines[1])
        assert shown[start - 1 : start - 1 + len(lines)] == lines


@pytest.mark.parametrize("probe", [False, True])
def test_at_most(probe):
    rng = random.Random(5)
    met = dict.fromkeys(("implied", "explanations", "conflicts", "models"), 0)
    for _ in range(6):
        literals = [rng.choice((1, -1)) * x for x in rng.sample(range(1, 9), rng.randint(1, 8))]
        most = rng.randint(0, 3)

        def holds(model, literals=literals, most=most):
            return sum(model[abs(x) - 1] is (x > 0) for x in literals) <= most

        told = check_propagator(
            8, AT_MOST, lambda most=most, x=literals: at_most(most, x), holds, rng, 8, probe
        )
        for name in met:
            met[name] += told[name]
    assert min(met.values()) > 50, met


class Parity(NamedTuple):
    """An odd number of the variables up to ``last[0]`` is true.

    known, true: int64[v + 1], how many of them are assigned and true after so many literals of the
    trail. upto: int64[1], for how long a trail that holds.
    """

    last: Any
    known: Any
    true: Any
    upto: Any


@borrowing
def keep_up(s, p):
    """Count along the trail, from where the head was taken back to."""
    for at in range(min(p.upto[0], s.heads[0]), s.control[TRAIL]):
        ours = s.trail[at] >> 1 <= p.last[0]
        p.known[at + 1] = p.known[at] + ours
        p.true[at + 1] = p.true[at] + (ours and s.trail[at] & 1 == 0)
    p.upto[0] = s.control[TRAIL]
    s.heads[0] = s.control[TRAIL]


@borrowing
def the_others(s, p, length):
    """Append the literals that are false, of all our variables but that of the first literal."""
    first = s.explanation[0] >> 1 if length else 0
    for variable in range(1, p.last[0] + 1):
        if variable != first:
            s.explanation[length] = 2 * variable + (s.value[2 * variable] > 0)
            length += 1
    return length


@borrowing
def odd(s, p):
    keep_up(s, p)
    size = s.control[TRAIL]
    left = p.last[0] - p.known[size]
    if left == 0 and p.true[size] & 1 == 0:
        return the_others(s, p, 0)
    if left == 1:
        for variable in range(1, p.last[0] + 1):
            if s.value[2 * variable] == 0:
                imply(s, 2 * variable + (p.true[size] & 1), 7)
    return NO_CONFLICT


@borrowing
def why_odd(s, p, literal, datum, before):
    assert datum == 7
    s.explanation[0] = literal
    return the_others(s, p, 1)


ODD = Propagator(odd, why_odd, 1)


def parity(variables, last):
    counts = np.zeros((2, variables + 1), np.int64)
    return Parity(np.array([last]), counts[0], counts[1], np.zeros(1, np.int64))


def test_a_count_that_follows_the_trail():
    rng = random.Random(6)
    met = check_propagator(8, ODD, lambda: parity(8, 5), lambda m: sum(m[:5]) % 2 == 1, rng, 40)
    assert min(met[name] for name in ("implied", "explanations", "conflicts", "models")) > 5, met


@borrowing
def too_much(s, p, literal, datum, before):
    """Leaves out a reason."""
    return max(1, example.explain(s, p, literal, datum, before) - 1)


@borrowing
def too_young(s, p, literal, datum, before):
    """Takes what is true now for what was."""
    length = example.explain(s, p, literal, datum, before)
    if before + 1 < s.control[TRAIL]:
        s.explanation[length] = s.trail[s.control[TRAIL] - 1] ^ 1
        length += 1
    return length


@borrowing
def the_wrong_one(s, p, literal, datum, before):
    """Explains the opposite."""
    length = example.explain(s, p, literal, datum, before)
    s.explanation[0] = literal ^ 1
    return length


@borrowing
def blind(s, p):
    return NO_CONFLICT


@pytest.mark.parametrize(
    "wrong",
    [
        Propagator(example.propagate, too_much),
        Propagator(example.propagate, too_young),
        Propagator(example.propagate, the_wrong_one),
        Propagator(blind, example.explain),
    ],
)
def test_wrong_propagators_are_caught(wrong):
    def holds(model):
        return sum(model[:6]) <= 2

    with pytest.raises(AssertionError):
        check_propagator(
            8, wrong, lambda: at_most(2, [1, 2, 3, 4, 5, 6]), holds, random.Random(1), 30
        )
