"""Random small puzzles of every variety, and the public instances if they are present."""

import json
import random

from cpstudy.puzzles.picross.formats.hints import read_hints
from cpstudy.puzzles.picross.formats.non import read as read_non
from cpstudy.puzzles.picross.puzzle import Picross
from tests.cases import cases_dir

CASES = cases_dir("picross")


def random_picture(rng: random.Random, rows: int, columns: int, colours: int) -> bytes:
    values = (*(rng.choice((1, 3)) * (0,)), *range(1, colours + 1))
    return bytes(rng.choice(values) for _ in range(rows * columns))


def scattered_picture(rng: random.Random, rows: int, columns: int, colours: int) -> bytes:
    """A picture with one coloured cell in each row; its puzzle mostly has many solutions."""
    cells = bytearray(rows * columns)
    for row in range(rows):
        cells[row * columns + rng.randrange(columns)] = rng.randint(1, colours)
    return bytes(cells)


def random_puzzle(rng: random.Random, largest: int = 4, most_cells: int = 16) -> Picross:
    """A puzzle of up to ``largest`` rows and columns; some have no solution, some given cells."""
    rows, columns = rng.randint(1, largest), rng.randint(1, largest)
    while rows * columns > most_cells:
        rows, columns = rng.randint(1, largest), rng.randint(1, largest)
    colours = rng.choice((1, 1, 2, 3)) if rows * columns <= 9 else rng.choice((1, 1, 1, 2))
    draw = random_picture if rng.random() < 0.7 else scattered_picture
    one, other = (draw(rng, rows, columns, colours) for _ in range(2))
    puzzle = Picross.of_picture(rows, columns, one)
    if rng.random() < 0.3:
        spoiled = Picross.of_picture(rows, columns, other)
        puzzle = Picross(puzzle.row_clues, spoiled.column_clues)
    if rng.random() < 0.25:
        source = one if rng.random() < 0.7 else other
        share = rng.choice((0.05, 0.3))
        shown = (min(c, puzzle.colours) + 1 if rng.random() < share else 0 for c in source)
        puzzle = Picross(puzzle.row_clues, puzzle.column_clues, bytes(shown))
    return puzzle


def domino(n: int) -> Picross:
    """The n-Dom puzzle with 2n + 1 rows and columns: one solution, and no short way to find it."""
    step = ((3, 1), (1, 1)), ((1, 1),)
    rows = (((3, 1),), ((1, 1),), *(n - 1) * step, ((1, 1),))
    columns = (((1, 1),), ((1, 1),), *(n - 1) * (((1, 1), (3, 1)), ((1, 1),)), ((3, 1),))
    return Picross(rows, columns)


def variety(puzzle: Picross) -> str:
    return ("one colour" if puzzle.colours == 1 else "several") + (" given" if puzzle.given else "")


def janko() -> dict[str, tuple[Picross, bytes]]:
    """The public boards with their solutions."""
    assert CASES is not None
    with (CASES / "janko.json").open(encoding="utf-8") as file:
        records = json.load(file)
    found = {}
    for name, record in records.items():
        (item,) = read_hints(record["problem"].splitlines())
        rows = record["solution"].splitlines()[1:]
        found[name] = item.puzzle, bytes(x == "x" for row in rows for x in row.split())
    return found


def non_files() -> dict[str, Picross]:
    """The puzzles of all .non files, by the name of the file."""
    assert CASES is not None
    found = {}
    for path in sorted(CASES.rglob("*.non")):
        (item,) = read_non(path.read_text(encoding="utf-8").splitlines())
        found[path.stem] = item.puzzle
    return found
