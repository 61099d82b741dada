"""The best boards of a minute: matched edges by `best` after 60 seconds of CPU, 20 seeds.

Boards of 16×16 with the numbers of colours of Eternity II and five clues, drawn by our generator,
one for each seed; or public boards in pieces files, which need not be in this repository, in turns:
``python -m benchmarks.best_boards FILE …``. The budget is CPU time, so other load on the machine
changes a score little. The curve has the seconds at which each better board was found.
``--seconds`` and ``--seeds`` shorten the run.
"""

import time
from collections.abc import Iterator
from itertools import cycle, islice
from pathlib import Path
from statistics import mean
from typing import Any

import click
from rich.console import Console
from rich.table import Table

from benchmarks.measuring import keep
from cpstudy.puzzles.edge_matching.formats.pieces import read_pieces
from cpstudy.puzzles.edge_matching.generating.clues import with_clues
from cpstudy.puzzles.edge_matching.generating.colours import puzzles
from cpstudy.puzzles.edge_matching.puzzle import EdgeMatching
from cpstudy.puzzles.edge_matching.search.best import CALL, Runs, tables

SIZE, INNER, OUTER, CLUES = 16, 17, 5, 5


def drawn() -> Iterator[tuple[str, EdgeMatching]]:
    """The boards of our generator, one for each seed."""
    seed = 0
    while True:
        ((puzzle, solution),) = puzzles(SIZE, SIZE, INNER, OUTER, 1, seed)
        yield (
            f"generated {SIZE}x{SIZE} ({INNER}, {OUTER})",
            with_clues(puzzle, solution, CLUES, seed),
        )
        seed += 1


def filed(path: Path) -> tuple[str, EdgeMatching]:
    """The board of a pieces file."""
    (item,) = read_pieces(path.read_text(encoding="utf-8").splitlines(keepends=True))
    assert isinstance(item.puzzle, EdgeMatching)
    return path.stem, item.puzzle


def scored(label: str, puzzle: EdgeMatching, seed: int, seconds: float) -> dict[str, Any]:
    """A run with a limit of CPU seconds. by search: edges of its best board before assignment."""
    begun = time.process_time()
    runs = Runs(puzzle, tables(puzzle), seed)
    curve: list[tuple[float, int]] = []
    spent = 0.0
    while spent < seconds and not runs.solved:
        runs.resume(runs.search.nodes + CALL)
        spent = time.process_time() - begun
        if not curve or runs.score > curve[-1][1]:
            curve.append((round(spent, 2), runs.score))
    return {
        "board": label,
        "clues": len(puzzle.fixed),
        "seed": seed,
        "seconds": round(spent, 2),
        "nodes": runs.search.nodes,
        "by search": runs.searched,
        "edges": runs.score,
        "of": runs.edges,
        "curve": curve,
    }


@click.command()
@click.argument("files", nargs=-1, type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--seconds", default=60.0, show_default=True, help="Of CPU, a run.")
@click.option("--seeds", default=20, show_default=True)
def main(files: tuple[Path, ...], seconds: float, seeds: int) -> None:
    """Run, store the rows, and print scores with their mean."""
    boards = cycle(map(filed, files)) if files else drawn()
    rows = []
    table = Table(title=f"Matched edges after {seconds:g} s of CPU")
    for heading in ("board", "seed", "edges", "of", "by search"):
        table.add_column(heading, justify="left" if heading == "board" else "right")
    for seed, (label, puzzle) in enumerate(islice(boards, seeds)):
        rows.append(scored(label, puzzle, seed, seconds))
        table.add_row(
            *(str(rows[-1][key]) for key in ("board", "seed", "edges", "of", "by search"))
        )
    keep("best_boards", rows)
    console = Console(width=100)
    console.print(table)
    for name in ("edges", "by search"):
        scores = [row[name] for row in rows]
        console.print(f"{name}: mean {mean(scores):.2f}, {min(scores)} to {max(scores)}")


if __name__ == "__main__":
    main()
