"""The refutations of the engine are accepted by the project's RUP checker."""

import random

import pytest

from cpstudy.cdcl.drup import explained, refutation
from cpstudy.cdcl.engine import Engine
from cpstudy.cdcl.propagator import AtMost
from cpstudy.core.native import zeros
from cpstudy.core.result import Stop
from cpstudy.encode.rup import Formula, read_proof, why_no_refutation
from tests.cdcl.test_engine import random_formula


def proofs(rng, formulas, most):
    """Check proofs of random formulas; return how many there are, with probing, with deletions."""
    proved = probed = deleted = 0
    for index in range(formulas):
        variables, clauses = random_formula(rng, most)
        engine = Engine(variables, proof=True)
        engine.add(clauses)
        engine.state.reduce_at = 8
        if index % 3 == 0:
            engine.probe()
        if engine.run() is not Stop.DONE:
            continue
        text = refutation(engine)
        steps = read_proof(text, variables)
        assert why_no_refutation(Formula(variables, clauses), steps) == "", clauses
        proved += 1
        probed += index % 3 == 0 and len(steps) > 1
        deleted += "d " in text
        assert ("d " in text) <= bool(engine.state.reductions)
    return proved, probed, deleted


def test_what_is_refuted_is_proved():
    proved, probed, deleted = proofs(random.Random(1), 100, 60)
    assert proved > 40
    assert probed > 10
    assert deleted > 10


@pytest.mark.slow
def test_many_proofs():
    proved, probed, deleted = proofs(random.Random(2), 1000, 90)
    assert min(proved, probed, deleted) > 50


def test_there_is_no_proof_of_what_holds():
    engine = Engine(1, proof=True)
    engine.add([(1,)])
    with pytest.raises(RuntimeError, match="nothing to prove"):
        refutation(engine)
    engine.add([(-1,)])
    assert refutation(engine) == "0\n"


def test_a_proof_longer_than_its_array():
    """The pigeonhole problem needs hundreds of clauses; the proof array is emptied as it fills."""
    pigeons, holes = 6, 5
    seat = [[holes * p + h + 1 for h in range(holes)] for p in range(pigeons)]
    clauses = [tuple(row) for row in seat]
    for hole in zip(*seat, strict=True):
        clauses += [(-a, -b) for i, a in enumerate(hole) for b in hole[:i]]
    engine = Engine(pigeons * holes, proof=True)
    engine.state.proof = zeros(400, "i32")
    engine.add(clauses)
    assert engine.run() is Stop.DONE
    assert len(engine.proof()) > 2 * 400
    steps = read_proof(refutation(engine), pigeons * holes)
    assert why_no_refutation(Formula(pigeons * holes, clauses), steps) == ""


@pytest.mark.parametrize("probed", [False, True])
def test_a_propagator_explains_all_that_the_proof_needs(probed):
    """The proof holds with the explanations of ``AtMost`` as clauses, each of which is correct."""
    rng = random.Random(3)
    proved = needed = 0
    for _ in range(150):
        variables, clauses = random_formula(rng, 40)
        chosen = rng.sample(range(1, variables + 1), rng.randint(1, min(variables, 9)))
        literals = [x * rng.choice((1, -1)) for x in chosen]
        most = rng.randint(0, len(literals) // 2)
        engine = Engine(variables, AtMost(most, literals), proof=True)
        engine.state.proof = zeros(8 * variables + 100, "i32")  # small, so it is emptied often
        engine.add(clauses)
        if probed:
            engine.probe()
        if engine.run() is not Stop.DONE:
            continue
        reasons = explained(engine)
        for reason in reasons:  # it negates more of the literals than may be true
            assert len({-x for x in reason} & {*literals}) > most, (most, literals, reason)
        steps = read_proof(refutation(engine), variables)
        assert why_no_refutation(Formula(variables, [*clauses, *map(tuple, reasons)]), steps) == ""
        needed += why_no_refutation(Formula(variables, clauses), steps) != ""
        proved += 1
    assert min(proved, needed) > 15, (proved, needed)
