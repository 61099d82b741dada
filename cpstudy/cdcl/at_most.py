"""The smallest propagator: at most so many of some literals are true."""

from __future__ import annotations

from collections.abc import Sequence

from cpstudy.cdcl.propagator import NO_CONFLICT, Propagator, imply, was_true
from cpstudy.cdcl.state import State
from cpstudy.core.native import View, i32, i64, kernel, table, workspace


@workspace
class AtMost(Propagator):
    """At most ``most`` of ``literals``, int32[n], are true."""

    most: i64 = 0
    literals: View[i32]

    def __init__(self, most: int, literals: Sequence[int]) -> None:
        """Literals as +x and -x, no variable twice."""
        self.most = most
        self.literals = table([2 * x if x > 0 else 1 - 2 * x for x in literals], "i32")

    @kernel
    def propagate(self, s: State) -> i64:
        """Imply that the others are false, or say that there are too many."""
        true = 0
        for k in range(len(self.literals)):
            true += s.value[self.literals[k]] > 0
        s.steps += len(self.literals) // 8
        if true > self.most:
            return _true_ones(s, self, 0, s.trailed)
        if true == self.most:
            for k in range(len(self.literals)):
                if s.value[self.literals[k]] == 0:
                    imply(s, self.literals[k] ^ 1, 0)
        return NO_CONFLICT

    @kernel
    def explain(self, s: State, literal: i64, datum: i64, before: i64) -> i64:
        """The literal, or one of those that were true is not."""
        s.explanation[0] = literal
        return _true_ones(s, self, 1, before)


@kernel
def _true_ones(s: State, p: AtMost, length: i64, before: i64) -> i64:
    """Append the negations of the literals that were true to the clause; its length."""
    for k in range(len(p.literals)):
        if was_true(s, p.literals[k], before):
            s.explanation[length] = p.literals[k] ^ 1
            length += 1
    return length
