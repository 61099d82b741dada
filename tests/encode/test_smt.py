"""Z3's sessions: scripts, solutions, budgets, Ctrl-C and a missing extra."""

import sys

import numpy as np
import pytest

from cpstudy.core.clock import Clock, OutOfTimeError
from cpstudy.core.result import Stop
from cpstudy.encode import smt
from cpstudy.encode.cnf import Cnf
from cpstudy.encode.sessions import enumerate_models
from cpstudy.encode.smt import Script, SmtSession, disjunction
from tests.encode.interrupting import interrupted
from tests.encode.test_sat import pigeons, two_of_four

pytest.importorskip("z3")


def session(cnf: Cnf, watched: int) -> SmtSession:
    script = Script([f"x{i}" for i in range(1, watched + 1)])
    script.add_formula(cnf)
    return SmtSession(script, np.random.default_rng(0))


def test_clauses_as_terms():
    assert disjunction([1, -2]) == "(or x1 (not x2))"
    assert disjunction([-3]) == "(not x3)"
    assert disjunction([]) == "false"
    script = Script(["x1"])
    script.add_formula(Cnf(1, [[1]]))
    assert script.text() == (
        "(set-option :produce-models true)\n(set-logic QF_IDL)\n(declare-const x1 Bool)\n"
        "(assert x1)\n(check-sat)\n(get-value (x1))\n"
    )


def test_every_model_is_found_once():
    found = enumerate_models(session(two_of_four(), 4), None)
    assert found.stop is Stop.DONE
    assert len({tuple(s) for s in found.solutions}) == len(found.solutions) == 6
    assert found.counters["searches"] == 7
    known = np.array([True, True, False, False])
    assert len(enumerate_models(session(two_of_four(), 4), None, known=[known]).solutions) == 5
    assert enumerate_models(session(two_of_four(), 4), 2).stop is Stop.LIMIT


def test_a_long_script_is_read_in_pieces(monkeypatch):
    script = Script([f"x{i}" for i in range(1, 5)])
    script.add_formula(two_of_four())
    monkeypatch.setattr(smt, "_CHUNK", 3)
    assert len(script.lines) == 12
    found = enumerate_models(SmtSession(script, np.random.default_rng(0)), None)
    assert len(found.solutions) == 6


def test_budgets_strike():
    assert enumerate_models(session(two_of_four(), 4), None, clock=Clock(0)).stop is Stop.TIME
    assert enumerate_models(session(pigeons(12), 1), 1, clock=Clock(0.3)).stop is Stop.TIME
    found = enumerate_models(session(pigeons(9), 1), 1, iterations=50)
    assert found.stop is Stop.ITERATIONS
    assert found.counters["conflicts"] >= 50
    assert enumerate_models(session(pigeons(3), 1), 1, iterations=0).stop is Stop.ITERATIONS
    script = Script(clock=Clock(0))
    with pytest.raises(OutOfTimeError):
        script.add_formula(pigeons(3))
    with pytest.raises(OutOfTimeError):
        SmtSession(
            Script(["x1"], ["(declare-const x1 Bool)"]), np.random.default_rng(0), clock=Clock(0)
        )


def test_a_missing_extra_is_reported(monkeypatch):
    monkeypatch.setitem(sys.modules, "z3", None)
    with pytest.raises(ValueError, match=r"install cpstudy\[smt\]"):
        SmtSession(Script(), np.random.default_rng(0))


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_ctrl_c_ends_a_search():
    before = (
        "from cpstudy.encode.sessions import enumerate_models\n"
        "from tests.encode.test_smt import pigeons, session\n"
        "searched = session(pigeons(13), 1)\n"
    )
    assert interrupted(before, "enumerate_models(searched, 1)") == (130, "")
