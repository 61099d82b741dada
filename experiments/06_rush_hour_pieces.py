"""How does the number of movable pieces change the state space of Rush Hour?

Kamies2016 leaves this as future work (section 8). The experiment counts the boards reachable from
random 6×6 boards with 1 to 13 cars (``cpstudy.puzzles.rush_hour.generate`` places cars one after
another at random free places). More cars give more choices, and less space for them.

Constants, then the grid, then the figure. Rows go to ``results/rush_hour_pieces-SCALE.sqlite`` and
the same command resumes; the figure and the table go to ``figures/``. There are no
published values for random boards.

``python -m experiments.06_rush_hour_pieces --scale paper`` has 2,000 boards for each number of
cars, ``small`` has 100.
"""

from collections.abc import Iterator
from itertools import groupby

import click
import numpy as np

from cpstudy.api import explore
from cpstudy.core.result import Reachability, Solvable, Verdict
from cpstudy.puzzles.rush_hour.generate import random_board
from cpstudy.state_spaces.strategies import STRATEGIES
from cpstudy.study.grid import Grid, Outcome, Study, Task
from cpstudy.study.rows import Row
from cpstudy.study.run import run
from cpstudy.study.store import Store
from experiments.command import experiment
from experiments.outputs import write_figure, write_table
from experiments.quantiles import Quantiles, figure

SEED = 2016
SIZE = 6
CARS = range(1, 14)
BOARDS = {"small": 100, "paper": 2000}
PROBABILITIES = (0.05, 0.25, 0.5, 0.75, 0.95)


def study(scale: str) -> Study:
    """The grid of a scale: seeds are numbers of boards."""
    return Study(
        kind="rush_hour",
        cells=Grid({"size": [SIZE], "cars": CARS, "seed": [SEED]}),
        seeds=range(BOARDS[scale]),
        solver="bfs",
        solver_version=STRATEGIES["bfs"].version,
        counter="states",
    )


def measure(task: Task) -> Iterator[Outcome]:
    """Explore the whole cluster of each board, and count the moves of a shortest solution."""
    params = task.cell.params
    for index in task.seeds:
        board = random_board(SIZE, SIZE, params["cars"], params["seed"], index)
        found = explore(board, "bfs", whole=True)
        solved = found.verdict is Reachability.FOUND
        moves = {} if found.cost is None else {"moves": found.cost}
        yield Outcome(
            iterations=found.states,
            stop=found.stop,
            solvable=Solvable.YES if solved else Solvable.NO,
            verdict=Verdict.UNKNOWN,
            seconds=found.seconds,
            counters={"transitions": found.transitions, **moves},
            extra={"puzzle": board.encode()},
        )


def table_row(cars: int, rows: list[Row]) -> dict[str, object]:
    """Return the line of the table for boards with ``cars`` cars."""
    states = np.array([row.iterations for row in rows])
    moves = [row.counters["moves"] for row in rows if row.solvable is Solvable.YES]
    transitions = sum(row.counters["transitions"] for row in rows)
    quantiles = np.quantile(states, PROBABILITIES, method="inverted_cdf")
    return {
        "cars": cars,
        "boards": len(rows),
        **{f"states {p:.0%}": int(q) for p, q in zip(PROBABILITIES, quantiles, strict=True)},
        "states, mean": round(float(states.mean()), 1),
        "states, largest": int(states.max()),
        "moves a state": round(transitions / int(states.sum()), 2),
        "solvable": f"{len(moves) / len(rows):.3f}",
        "moves to solve, median": int(np.quantile(moves, 0.5, method="inverted_cdf")),
        "moves to solve, most": max(moves),
        "seconds": round(sum(row.seconds for row in rows), 2),
    }


def drawn(lines: list[dict[str, object]]) -> Quantiles:
    """Return the table as a figure."""
    return Quantiles(
        title=f"Rush Hour, random {SIZE}×{SIZE} boards: size of the cluster",
        x_label="cars, the red one included",
        y_label="boards that can be reached",
        probabilities=PROBABILITIES,
        points=tuple(
            (
                int(str(line["cars"])),
                tuple(float(str(line[f"states {p:.0%}"])) for p in PROBABILITIES),
            )
            for line in lines
        ),
    )


@experiment("rush_hour_pieces", "rush_hour_pieces-paper")
@click.option("--jobs", type=int, default=None)
def main(scale: str, store: Store, jobs: int | None) -> None:
    """Run what is missing, then draw and print."""
    run(study(scale), store, measure, jobs=jobs)
    rows = sorted(store.rows(study(scale)), key=lambda row: row.cell.params["cars"])
    lines = [
        table_row(cars, list(same)) for cars, same in groupby(rows, lambda r: r.cell.params["cars"])
    ]
    write_figure(f"rush_hour_pieces-{scale}", figure(drawn(lines)))
    write_table(f"rush_hour_pieces-{scale}", lines, f"Rush Hour: cars and states ({scale} scale)")


if __name__ == "__main__":
    main()
