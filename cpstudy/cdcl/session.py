"""The engine as a session of the common enumeration loop (encode/sessions.py)."""

from collections.abc import Iterable, Sequence

from cpstudy.cdcl.engine import Engine
from cpstudy.core.ambiguity import Method
from cpstudy.core.clock import Clock
from cpstudy.core.result import Stop
from cpstudy.encode.sat import blocking_clause
from cpstudy.encode.sessions import Values


class CdclSession:
    """An engine whose solutions are the values of the variables 1 … ``watched``.

    same_size: all solutions have the same number of true watched variables, so a blocking clause
    needs only these. Counters: ``conflicts`` (the iterations), ``decisions``, ``propagations``.
    """

    exhausted = False

    def __init__(self, engine: Engine, watched: int, *, same_size: bool = False) -> None:
        self._engine = engine
        self._watched = watched
        self._same_size = same_size

    def next_solution(self, clock: Clock, iterations: int | None) -> Values | Stop:
        """See the protocol."""
        model = self._engine.run(clock, iterations)
        return model if isinstance(model, Stop) else model[: self._watched]

    def forbid(self, solution: Values) -> None:
        """See the protocol."""
        self._engine.add([blocking_clause(solution, self._same_size)])

    def add(self, clauses: Iterable[Sequence[int]]) -> None:
        """See the protocol."""
        self._engine.add(clauses)

    def counters(self) -> dict[str, int]:
        """See the class."""
        counters = self._engine.counters
        return {name: counters[name] for name in ("conflicts", "decisions", "propagations")}

    def close(self) -> None:
        """Do nothing: there is nothing to free."""


def other_models(engine: Engine, watched: int, clock: Clock, most: int) -> Method:
    """Return the engine's models as a method of core/ambiguity.py; places are variables − 1.

    most: the limit of conflicts in all.
    """

    def ask(first: bytes | None, places: Sequence[int]) -> bytes | Stop:
        if first is not None:
            engine.add([[-place - 1 if first[place] else place + 1 for place in places]])
        model = engine.run(clock, most)
        return model if isinstance(model, Stop) else model[:watched].tobytes()

    return ask
