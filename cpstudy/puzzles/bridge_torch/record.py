"""The record of bridge and torch."""

from dataclasses import replace

from cpstudy.core import kind as rows
from cpstudy.core.deferred_imports import deferred_imports
from cpstudy.core.exploring import Space, Strategy
from cpstudy.state_spaces.strategies import STRATEGIES

with deferred_imports():
    from cpstudy.puzzles.bridge_torch import formats, puzzle, schedule, space


# If there are too many people for a search, the first and the third hand over to the last.
_STRATEGIES = rows.table(
    replace(STRATEGIES["bfs"], function=schedule.bfs),
    STRATEGIES["dfs"],
    replace(STRATEGIES["astar"], function=schedule.astar),
    STRATEGIES["bidirectional"],
    Strategy(
        "schedule",
        "the shortest time without a search, by dynamic programming over crossings (Rote2002)",
        schedule.schedule,
        least="cost",
    ),
)

KIND = rows.Kind(
    name="bridge_torch",
    summary="Bridge and torch: bring everyone across at night, a few at a time, within a "
    "time limit",
    puzzle=puzzle.BridgeTorch,
    example="1,2,5,8:15",
    rules="Bring everyone across the bridge at night within the time limit. At most two, or as "
    "many as the puzzle says, cross together. They need the torch and walk at the pace of "
    "the slowest.",
    formats=rows.table(
        rows.text_format(
            puzzle.BridgeTorch, "times[/capacity][:limit], one puzzle per line", formats.claims_text
        ),
        rows.line_format(
            "words",
            "times, then limit N and capacity N in words, one puzzle per line",
            formats.decode_words,
            formats.claims_words,
        ),
        rows.Format(
            "cases",
            "numbers: how many puzzles; then for each how many people, and their times (UVa 10037)",
            formats.read_cases,
            recognises=formats.recognises_cases,
            hints={
                "numbers": "the meaning of plain numbers: cases or times (--reading numbers=times)"
            },
        ),
    ),
    pictures=rows.Pictures(puzzle.text_picture),
    space=Space(space.BridgeTorchSpace, _STRATEGIES, fewest="astar"),
    page=rows.Page(
        puzzle.board, state=puzzle.state, bundled=(rows.boards(puzzle.BridgeTorch, __file__),)
    ),
)
