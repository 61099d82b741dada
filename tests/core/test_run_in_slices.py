"""``run_in_slices`` stops a search for the right reason and passes on its bounds."""

import pytest

from cpstudy.core.clock import Clock
from cpstudy.core.result import Budget, Stop
from cpstudy.core.solving import Request, run_in_slices


class Steps:
    """A search of ``end`` steps, at most two a slice, with a solution at each of ``found_at``."""

    def __init__(self, found_at, end):
        self.effort = 0
        self.bounds = []
        self._found_at = found_at
        self._end = end

    @property
    def counters(self):
        return {"steps": self.effort}

    def go(self, most):
        self.bounds.append(most)
        for _ in range(2):
            if self.effort == self._end:
                return Stop.DONE
            if self.effort == most:
                return None
            self.effort += 1
            if self.effort in self._found_at:
                return bytes([self.effort])
        return None


@pytest.mark.parametrize(
    ("budget", "limit", "patience", "stop", "found", "effort"),
    [
        (Budget(), None, None, Stop.DONE, b"\x03\x07", 9),
        (Budget(), 2, None, Stop.LIMIT, b"\x03\x07", 7),
        (Budget(iterations=5), None, None, Stop.ITERATIONS, b"\x03", 5),
        (Budget(iterations=0), None, None, Stop.ITERATIONS, b"", 0),
        (Budget(iterations=9), None, 6, Stop.ITERATIONS, b"\x03", 6),
        (Budget(), None, 8, Stop.DONE, b"\x03\x07", 9),
        (Budget(iterations=3), 2, 6, Stop.ITERATIONS, b"\x03", 3),
        (Budget(seconds=0), None, None, Stop.TIME, b"", 0),
    ],
)
def test_it_ends_where_it_is_to(budget, limit, patience, stop, found, effort):
    search = Steps({3, 7}, 9)
    handed = []
    request = Request(budget, limit, found=handed.append, patience=patience)
    outcome = run_in_slices(search, Clock(budget.seconds), request)
    assert (outcome.stop, b"".join(outcome.solutions)) == (stop, found)
    assert outcome.counters == {"steps": effort} and outcome.exhausted is (stop is Stop.DONE)
    assert tuple(handed) == outcome.solutions
    bounds = [number for number in (budget.iterations, patience) if number is not None]
    assert not bounds or search.bounds[0] == min(bounds)
