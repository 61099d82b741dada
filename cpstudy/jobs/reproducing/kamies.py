"""Kamies2016, tables 3 and 4: open boards of Bloxorz and empty rooms of Sokoban, explored.

Depths count states on the path, as LTSmin does. Where the source gave up after half an hour ours
stands alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from cpstudy import api
from cpstudy.puzzles.bloxorz.generate import open_board
from cpstudy.puzzles.sokoban.generate import room
from cpstudy.study.agreement import Cell, Comparison, compared, exact_cell
from cpstudy.study.store import Store

Parts = Iterator[tuple[str, Comparison]]
Times = tuple[str, str]

# By size: depths of breadth and depth first, None where not available; durations as printed.
BLOXORZ: dict[int, tuple[tuple[int | None, int | None], Times]] = {
    10: ((13, 58), ("0.005s", "0.010s")),
    20: ((27, 199), ("0.069s", "0.051s")),
    50: ((67, 1329), ("4.271s", "1.535s")),
    100: ((133, 5578), ("1m16.073s", "25.989s")),
    150: ((201, 13150), ("13m38.848s", "2m38.044s")),
}
SOKOBAN: dict[int, tuple[tuple[int | None, int | None], Times]] = {
    10: ((20, 72), ("0.128s", "0.060s")),
    20: ((40, 152), ("9.087s", "1.491s")),
    50: ((None, 392), (">30m", "4m37.992s")),
    100: ((None, None), (">30m", ">30m")),
    150: ((None, None), (">30m", ">30m")),
}
_LARGEST = {"small": 50, "paper": 150}
# Larger rooms are searched by the player's areas only: by steps they have 5 · 10⁸ states.
_STEPS = 100


def table_3(scale: str, store: Store) -> Parts:
    """Bloxorz on open boards."""
    for size, published in BLOXORZ.items():
        if size <= _LARGEST[scale]:
            yield f"{size}x{size}", _compared(open_board(size, size), published)


def table_4(scale: str, store: Store) -> Parts:
    """Sokoban: a room, one box; by steps of the player, and by the areas that it can reach."""
    for size, published in SOKOBAN.items():
        if size > _LARGEST[scale]:
            continue
        if size <= _STEPS:
            yield f"{size}x{size} by steps", _compared(room(size, size), published)
        areas = api.explore(room(size, size), "bfs", space="areas")
        told = [
            Cell("states by areas", "", f"{areas.states:,}"),
            Cell("moves in all", "", str(len(areas.path or ()))),
            Cell("seconds", "", f"{areas.seconds:.3f}"),
        ]
        yield f"{size}x{size} by areas", Comparison(tuple(told), "nothing published", None, "")


def _compared(board: Any, published: tuple[tuple[int | None, int | None], Times]) -> Comparison:
    depths, times = published
    cells = []
    for strategy, depth, seconds in zip(("bfs", "dfs"), depths, times, strict=True):
        found = api.explore(board, strategy)
        if depth is None:
            cells.append(Cell(f"{strategy}, depth", "not available", str(found.depth)))
        else:
            cells.append(exact_cell(f"{strategy}, depth", found.depth, depth))
        cells += [
            Cell(f"{strategy}, states", "", f"{found.states:,}"),
            Cell(f"{strategy}, transitions", "", f"{found.transitions:,}"),
            Cell(f"{strategy}, seconds", seconds, f"{found.seconds:.3f}"),
        ]
    return compared(cells)
