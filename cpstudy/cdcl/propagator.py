"""Propagators: constraints that are kernels instead of clauses, and explain themselves on request.

This is lazy clause generation (Ohrimenko2009): a propagator implies literals as a clause would, and
writes the clause behind an implication only where conflict analysis requests it. The contract is a
workspace with two kernels, a subclass of :class:`Propagator`; :class:`AtMost` is a small one.

``propagate(self, s)``
    Called where the watches find nothing more, and again until it finds nothing either. It reads
    the assignment (``s.value`` by literal, ``s.trail``), calls :func:`imply` for what follows, and
    returns ``NO_CONFLICT`` (-1), or, where the assignment violates the constraint, the length of a
    clause in ``s.explanation`` that all solutions of the constraint satisfy and whose literals are
    all false (length 0: there is no solution at all). It need not find all implications, but must
    find every violation once all variables are assigned. It may stop after the first literals that
    it implied: it is called again after the watches.

``explain(self, s, literal, datum, before)``
    Writes a clause into ``s.explanation``: first ``literal``, which was implied with ``datum`` (any
    number from 0 to 2^31 - 2), then literals that were false when the trail was ``before`` long,
    none of them twice; returns its length. All solutions of the constraint satisfy the clause. It
    is called later than the implication: use :func:`was_true` and :func:`was_false`, and nothing
    that changed meanwhile. The shorter the clause, and the older its literals, the better.

*Heads.* ``s.heads[k]``, for k below ``heads``, belongs to the propagator: the length of the trail
that it has processed. It moves it forward (to ``s.trailed``) when it has processed all up to there;
backtracking cuts it to the length that is left. A propagator that keeps data about the trail notes
for which length they hold: where the head is lower now, the search went back to the head, and all
above is new. A propagator that computes everything again reads the head only to see whether
anything happened.

*Backtracking.* An implication is undone with the level it was made on, even where it follows from
older literals. One that was found late must be found again; so move a head forward only where all
consequences of the trail before it were found.

*Work.* Add the number of visits to ``s.steps``, in units of some 20 nanoseconds: the search checks
clocks, and probing ends, by that count.

Several propagators are one whose kernels call theirs in turn, the cheapest first, and return as
soon as one has found something; the datum records whose implication it was.
"""

from collections.abc import Sequence

from cpstudy.cdcl.state import State, assign
from cpstudy.core.kernel_types import View, i32, i64
from cpstudy.core.native import entry, inlined, kernel, table, workspace

# What ``propagate`` returns where the assignment breaks nothing.
NO_CONFLICT = -1


@workspace
class Propagator:
    """A constraint in addition to the clauses, see the module; this one allows everything.

    heads: how many of ``State.heads`` it keeps.
    """

    heads: i64 = 0

    @kernel
    def propagate(self, s: State) -> i64:
        """Imply what follows; ``NO_CONFLICT``, or the length of a clause that is broken."""
        return NO_CONFLICT

    @kernel
    def explain(self, s: State, literal: i64, datum: i64, before: i64) -> i64:
        """Write the clause behind an implication; its length."""
        return 0


@entry
@inlined
def imply(s: State, literal: i64, datum: i64) -> bool:
    """Make an implied literal true; False where it is false already, which is a conflict.

    Then the clause that explains it is the conflict: ``return self.explain(s, literal, datum,
    s.trailed)``.
    """
    if s.value[literal] == 0:
        assign(s, literal, -1 - datum)
    return s.value[literal] > 0


@inlined
def was_true(s: State, literal: i64, before: i64) -> bool:
    """Whether a literal was true when the trail was ``before`` long."""
    return s.value[literal] > 0 and s.position[literal >> 1] < before


@inlined
def was_false(s: State, literal: i64, before: i64) -> bool:
    """Whether a literal was false when the trail was ``before`` long."""
    return s.value[literal] < 0 and s.position[literal >> 1] < before


@workspace
class AtMost(Propagator):
    """At most ``most`` of ``literals``, int32[n], are true: the smallest propagator."""

    most: i64 = 0
    literals: View[i32]

    def __init__(self, most: int, literals: Sequence[int]) -> None:
        """Literals as +x and -x, no variable twice."""
        self.most = most
        self.literals = table([2 * x if x > 0 else 1 - 2 * x for x in literals], "i32")

    @kernel
    def propagate(self, s: State) -> i64:
        """Imply that the others are false, or report that too many are true."""
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
