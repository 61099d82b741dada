"""Propagators: constraints that are kernels instead of clauses, and explain themselves when asked.

This is lazy clause generation (Ohrimenko2009): a propagator implies literals like a clause would,
and only where conflict analysis asks for the clause behind an implication it is written down. The
contract is two kernels and a workspace ``p`` of the propagator's own, a ``NamedTuple`` of arrays:

``propagate(s, p) -> int``
    Called where the watches find nothing more, and again until it finds nothing either. It looks at
    the assignment (``s.value`` by literal, ``s.trail``), calls :func:`imply` for what follows, and
    returns ``NO_CONFLICT`` (-1), or, where the assignment breaks the constraint, the length of a
    clause in ``s.explanation`` that all solutions of the constraint satisfy and whose literals are
    all false (length 0: there is no solution at all). It need not find all that follows, but must
    find every broken constraint once all variables are assigned. It may stop after the first
    literals that it implied: it is called again after the watches.

``explain(s, p, literal, datum, before) -> int``
    Writes a clause into ``s.explanation``: first ``literal``, which was implied with ``datum`` (any
    number from 0 to 2^31 - 2), then literals that were false when the trail was ``before`` long,
    none of them twice; returns its length. All solutions of the constraint satisfy the clause. It
    is called later than the implication: use :func:`was_true` and :func:`was_false`, and nothing
    that changed meanwhile. The shorter the clause, and the older its literals, the better.

*What is new.* ``s.heads[k]``, for k below ``heads``, belongs to the propagator: how far on the
trail it has been. It sets it forward (to ``s.control[TRAIL]``) when it has dealt with all up to
there; going back cuts it to the length that is left. One that keeps something that depends on the
trail notes in ``p`` for which length it holds: where the head is lower now, there was a way back
to the head, and all above is new. One that computes everything anew needs none of this, and asks
the head only whether anything happened.

*What is taken back.* An implication is taken back with the level it was made on, even where it
follows from older literals. One that was found late must be found again; so set a head forward only
where all consequences of what lies behind it were found.

*Work.* Add to ``s.control[STEPS]`` what was visited, in units of some microseconds of plain Python:
clocks, and the choice between plain Python and machine code, go by it.

Several propagators are one whose kernels call theirs in turn, the cheapest first, and return as
soon as one has found something; the datum says whose implication it was.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from cpstudy.cdcl.state import State, assign
from cpstudy.core.kernels import borrowing, inlined

# What ``propagate`` returns where the assignment breaks nothing.
NO_CONFLICT = -1


@dataclass(frozen=True)
class Propagator:
    """The kernels of a propagator, and how many heads they keep; see the module."""

    propagate: Callable[..., Any]
    explain: Callable[..., Any]
    heads: int = 0


@inlined
def imply(s: State, literal: Any, datum: Any) -> Any:
    """Make a literal true that follows; False where it is false already, which is a conflict.

    Then the clause that explains it is the conflict: ``return explain(s, p, literal, datum,
    s.control[TRAIL])``.
    """
    if s.value[literal] == 0:
        assign(s, literal, -1 - datum)
    return s.value[literal] > 0


@inlined
def was_true(s: State, literal: Any, before: Any) -> Any:
    """Whether a literal was true when the trail was ``before`` long."""
    return s.value[literal] > 0 and s.position[literal >> 1] < before


@inlined
def was_false(s: State, literal: Any, before: Any) -> Any:
    """Whether a literal was false when the trail was ``before`` long."""
    return s.value[literal] < 0 and s.position[literal >> 1] < before


@borrowing
def _propagate_nothing(s: State, p: Any) -> Any:
    return NO_CONFLICT


@borrowing
def _explain_nothing(s: State, p: Any, literal: Any, datum: Any, before: Any) -> Any:
    return 0


# Clauses only.
NOTHING = Propagator(_propagate_nothing, _explain_nothing)
