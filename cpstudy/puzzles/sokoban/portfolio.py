"""The default search of Sokoban: breadth first, and A* where that is too much.

Most levels of people have so few positions without a lost box (``live_steps.py``) that going
through them breadth first takes less than a tenth of a second: all 77 first levels of Microban. So
that search may keep ``PATIENCE`` positions; then ``move-optimal`` begins again, which looks at a
hundredth of them. Both find as few moves as there can be, or that there is no way. The result's
``engine`` says which of them settled it; states, transitions and depth are those of that one.
Positions of several words go to ``move-optimal`` at once.

Which way is taken depends on the level and the limit of states only, never on time.
"""

from __future__ import annotations

from dataclasses import replace

from cpstudy.core.clock import Clock
from cpstudy.core.exploring import Report
from cpstudy.core.result import Budget, PathResult, Stop
from cpstudy.puzzles.sokoban.live_steps import LiveSteps
from cpstudy.puzzles.sokoban.steps import Moves
from cpstudy.state_spaces.strategies import bfs

# After so many positions without a goal A* is asked: a twentieth of a second's.
PATIENCE = 600_000


def search(space: Moves, budget: Budget, *, report: Report | None = None) -> PathResult:
    """A solution with the fewest moves, or the proof that there is none."""
    clock = Clock(budget.seconds)
    if space.layout.words == 1:
        most = PATIENCE if budget.states is None else min(PATIENCE, budget.states)
        found = bfs(LiveSteps(space.puzzle), replace(budget, states=most), report=report)
        if found.stop is not Stop.STATES or most == budget.states:
            return replace(found, engine="live")

    from cpstudy.puzzles.sokoban.optimal import move_optimal

    found = move_optimal(space, replace(budget, seconds=clock.left), report=report)
    return replace(found, engine="move-optimal")
