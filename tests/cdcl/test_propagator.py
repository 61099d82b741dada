"""The contract of propagators: two keep it, one of them with counts along the trail.

Four propagators that violate it are caught.
"""

import random

import pytest

from cpstudy.cdcl.propagator import NO_CONFLICT, AtMost, Propagator, imply
from tests.cdcl.harness import check_propagator

pytestmark = pytest.mark.pure


@pytest.mark.parametrize("probe", [False, True])
def test_at_most(probe):
    rng = random.Random(5)
    met = dict.fromkeys(("implied", "explanations", "conflicts", "models"), 0)
    for _ in range(6):
        literals = [rng.choice((1, -1)) * x for x in rng.sample(range(1, 9), rng.randint(1, 8))]
        most = rng.randint(0, 3)

        def holds(model, literals=literals, most=most):
            return sum(model[abs(x) - 1] is (x > 0) for x in literals) <= most

        result = check_propagator(
            8, lambda most=most, x=literals: AtMost(most, x), holds, rng, 8, probe
        )
        for name in met:
            met[name] += result[name]
    assert min(met.values()) > 50, met


class Parity(Propagator):
    """An odd number of the variables up to ``last`` is true.

    known, true: by length of the trail, how many of them are assigned and true. upto: the length
    of the trail for which these counts hold.
    """

    def __init__(self, variables, last):
        self.heads = 1
        self.last = last
        self.known = [0] * (variables + 1)
        self.true = [0] * (variables + 1)
        self.upto = 0

    def keep_up(self, s):
        """Count along the trail, from the length to which the head was cut."""
        for at in range(min(self.upto, s.heads[0]), s.trailed):
            ours = s.trail[at] >> 1 <= self.last
            self.known[at + 1] = self.known[at] + ours
            self.true[at + 1] = self.true[at] + (ours and s.trail[at] & 1 == 0)
        self.upto = s.heads[0] = s.trailed

    def the_others(self, s, length):
        """Append the false literals of the variables up to ``last``, except the first literal's."""
        first = s.explanation[0] >> 1 if length else 0
        for variable in range(1, self.last + 1):
            if variable != first:
                s.explanation[length] = 2 * variable + (s.value[2 * variable] > 0)
                length += 1
        return length

    def propagate(self, s):
        self.keep_up(s)
        size = s.trailed
        left = self.last - self.known[size]
        if left == 0 and self.true[size] & 1 == 0:
            return self.the_others(s, 0)
        if left == 1:
            for variable in range(1, self.last + 1):
                if s.value[2 * variable] == 0:
                    imply(s, 2 * variable + (self.true[size] & 1), 7)
        return NO_CONFLICT

    def explain(self, s, literal, datum, before):
        assert datum == 7
        s.explanation[0] = literal
        return self.the_others(s, 1)


def test_a_count_that_follows_the_trail():
    rng = random.Random(6)
    met = check_propagator(8, lambda: Parity(8, 5), lambda m: sum(m[:5]) % 2 == 1, rng, 40)
    assert min(met[name] for name in ("implied", "explanations", "conflicts", "models")) > 5, met


class TooMuch(AtMost):
    """Leaves one literal out of each reason."""

    def explain(self, s, literal, datum, before):
        return max(1, super().explain(s, literal, datum, before) - 1)


class TooYoung(AtMost):
    """Adds a literal to the reason that became true after the implication."""

    def explain(self, s, literal, datum, before):
        length = super().explain(s, literal, datum, before)
        if before + 1 < s.trailed:
            s.explanation[length] = s.trail[s.trailed - 1] ^ 1
            length += 1
        return length


class TheWrongOne(AtMost):
    """Explains the negation of the implied literal."""

    def explain(self, s, literal, datum, before):
        length = super().explain(s, literal, datum, before)
        s.explanation[0] = literal ^ 1
        return length


class Blind(AtMost):
    """Never propagates and never finds a conflict."""

    def propagate(self, s):
        return NO_CONFLICT


@pytest.mark.parametrize("wrong", [TooMuch, TooYoung, TheWrongOne, Blind])
def test_wrong_propagators_are_caught(wrong):
    def holds(model):
        return sum(model[:6]) <= 2

    with pytest.raises(AssertionError):
        check_propagator(8, lambda: wrong(2, [1, 2, 3, 4, 5, 6]), holds, random.Random(1), 30)
