"""Crossings of the bridge as a state space; the cost of a move is its minutes.

There are 2^(people + 1) states without a limit; with a limit up to that number for every minute.
"""

from collections.abc import Iterable
from functools import cached_property

from cpstudy.puzzles.bridge_torch.puzzle import BridgeTorch, Crossing
from cpstudy.state_spaces.space import PuzzleSpace


class BridgeTorchSpace(PuzzleSpace[Crossing, BridgeTorch]):
    """The states of a puzzle; all people begin on the left, with the torch."""

    def __init__(self, puzzle: BridgeTorch) -> None:
        super().__init__(puzzle)
        self._fastest, self._everybody = min(puzzle.times), puzzle.everybody

    @cached_property
    def _walks(self) -> tuple[tuple[str, int, int], ...]:
        return tuple(self.puzzle.walks())

    def successors(self, state: Crossing) -> Iterable[tuple[str, Crossing, int]]:
        """Crossings that end within the limit, in the order of ``walks`` (Kamies2016)."""
        moved, too_late = self.puzzle.moved, self.puzzle.too_late
        elsewhere = self.puzzle.elsewhere(state)
        for name, people, minutes in self._walks:
            if people & elsewhere:  # most walks; excluded here without a call
                continue
            after = moved(state, people, minutes)
            if not too_late(after):
                yield name, after, minutes

    def is_goal(self, state: Crossing) -> bool:
        """Whether everybody is across."""
        return state.across == self._everybody

    def invalid(self, state: Crossing) -> Iterable[tuple[str, Crossing, str]]:
        """Crossings that end after the limit."""
        for name, people, minutes in self._walks:
            after = self.puzzle.crossed(state, people, minutes)
            if after is not None and self.puzzle.too_late(after):
                yield name, after, self.puzzle.too_late(after)

    def heuristic(self, state: Crossing) -> int:
        """A lower bound on the minutes left.

        With k people on the left and c at a time: the people who still cross, slowest first, cost
        at least every c-th time of theirs. After every crossing but the last somebody returns, in
        at least the fastest person's time, so that only c - 1 fewer are left; if the torch is on
        the right, somebody returns first.
        """
        times, capacity = self.puzzle.times, self.puzzle.capacity
        left = [time for i, time in enumerate(times) if not state.across >> i & 1]
        left.sort(reverse=True)
        progress = max(capacity - 1, 1)
        if state.torch:
            returns = -(-len(left) // progress)
        else:
            returns = -(-max(len(left) - capacity, 0) // progress)
        return sum(left[::capacity]) + returns * self._fastest

    def predecessors(self, state: Crossing) -> Iterable[tuple[str, Crossing, int]]:
        """The states before; those who crossed last are where the torch is."""
        limited = self.puzzle.limit is not None
        for name, people, minutes in self._walks:
            before = self.puzzle.crossed(state, people, -minutes)
            if before is not None and not (limited and before.minutes < 0):
                yield name, before, minutes

    def goals(self) -> Iterable[Crossing]:
        """Everybody across, at any minute up to the limit."""
        last = self.puzzle.limit or 0
        return (Crossing(self.puzzle.everybody, True, minute) for minute in range(last + 1))
