"""Unit propagation on ``Cnf.exactly`` derives what all models of small formulas share."""

import itertools

import pytest

from cpstudy.encode.cnf import Cnf


def propagated(clauses: list[list[int]], literals: set[int]) -> set[int] | None:
    """Return the literals that naive unit propagation makes true; None for a conflict."""
    known = set(literals)
    while True:
        new: set[int] = set()
        for clause in clauses:
            if not known.intersection(clause):
                left = [literal for literal in clause if -literal not in known]
                if not left:
                    return None
                if len(left) == 1:
                    new.add(left[0])
        if not new:
            return known
        known |= new
        if any(-literal in known for literal in new):
            return None


@pytest.mark.parametrize("size", range(6))
def test_unit_propagation_finds_every_consequence(size):
    for number in range(-1, size + 2):
        cnf = Cnf(variables=size)
        cnf.exactly(list(range(1, size + 1)), number)
        wanted = [m for m in itertools.product((0, 1), repeat=size) if sum(m) == number]
        for partial in itertools.product((0, 1, None), repeat=size):
            given = {x if true else -x for x, true in enumerate(partial, 1) if true is not None}
            left = [
                model
                for model in wanted
                if given <= {x if true else -x for x, true in enumerate(model, 1)}
            ]
            found = propagated(cnf.clauses, given)
            assert (found is None) is (not left)
            for x in range(1, size + 1) if found is not None else ():
                values = {model[x - 1] for model in left}
                assert (x in found) is (values == {1})
                assert (-x in found) is (values == {0})
