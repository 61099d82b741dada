"""A session and its solver are freed when the run ends, without the garbage collector.

The collector may run in another thread, such as a progress bar's, and then Z3 crashes.
"""

import weakref

import pytest

from cpstudy import api
from cpstudy.core.result import Verdict
from cpstudy.encode import cpsat, smt


@pytest.mark.parametrize(
    ("solver", "session"), [("smt:lazy", smt.SmtSession), ("cpsat:clauses", cpsat.CpsatSession)]
)
def test_a_session_is_gone_when_its_run_is(solver, session, monkeypatch):
    if session is smt.SmtSession:
        pytest.importorskip("z3")
    opened = []
    begin = session.__init__

    def noted(self, *arguments, **options):
        begin(self, *arguments, **options)
        opened.append(weakref.ref(self))

    monkeypatch.setattr(session, "__init__", noted)
    board = api.puzzle("pipes", "5x5:28b58bdc165751a55193137e2")
    assert api.verify(board, solver).verdict is Verdict.UNIQUE
    assert opened and all(found() is None for found in opened)
