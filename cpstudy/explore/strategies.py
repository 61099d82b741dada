"""The searches that work for every puzzle of moves: their table, and what its rows run.

Each takes the puzzle's state space, compiled where there is such a form (``engine="python"`` or
``"compiled"`` settles it), and returns what it found. A kind lists the rows that fit it, usually
all, and may add rows of its own.
"""

from __future__ import annotations

from cpstudy.core.exploring import Strategy

_HERE = "cpstudy.explore.strategies"

STRATEGIES = {
    row.name: row
    for row in (
        Strategy("bfs", f"{_HERE}:bfs", "breadth first: fewest moves, states level by level"),
        Strategy("dfs", f"{_HERE}:dfs", "depth first, last successor first, as LTSmin does"),
        Strategy("astar", f"{_HERE}:astar", "A*: least cost, guided by a lower bound"),
        Strategy(
            "bidirectional", f"{_HERE}:bidirectional", "breadth first from both ends: fewest moves"
        ),
    )
}
