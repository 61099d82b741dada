"""CNF: exactly so many of some literals, by a sequential counter (Sinz2005)."""

from __future__ import annotations

from collections.abc import Sequence

from cpstudy.encode.cnf import Cnf


def exactly(cnf: Cnf, literals: Sequence[int], number: int) -> None:
    """Exactly ``number`` of ``literals``; an impossible number makes the formula unsatisfiable.

    A counter "at least j of the first i", kept where it is neither certain nor impossible to end
    with ``number``: about (k - number) * number helpers and four times as many clauses for k
    literals. Unit propagation finds every consequence. Raises OutOfTimeError by the formula's
    clock.
    """
    if not 0 <= number <= len(literals):
        cnf.add()
        return
    true = cnf.variable()
    cnf.add(true)
    # at_least[j]: at least j of the literals so far, for j = 0 … number.
    at_least = [true, *[-true] * number]
    for place, literal in enumerate(literals):
        cnf.clock.check()
        left = len(literals) - place - 1
        following = [true]
        for j in range(1, number + 1):
            fewer, enough = at_least[j - 1], at_least[j]
            if j > place + 1:
                following.append(-true)
            elif j + left <= number:  # with fewer, those that are left would not do
                following.append(true)
                cnf.add(enough, literal)
                cnf.add(enough, fewer)
            else:
                here = cnf.variable()
                following.append(here)
                cnf.add(-enough, here)
                cnf.add(-fewer, -literal, here)
                cnf.add(enough, literal, -here)
                cnf.add(fewer, -here)
        cnf.add(-at_least[number], -literal)
        at_least = following
