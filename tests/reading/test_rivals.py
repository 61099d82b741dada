"""A board that is written in any format and guise is read as itself or refused.

The guises are line ends, encodings, margins, comments and the usual signs for empty cells. None of
them may turn a board into another one. Line ends and encodings never cause a refusal.
"""

import io
import random
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import islice

import pytest

from cpstudy import api
from cpstudy.core.errors import InputError
from cpstudy.core.kind import Format
from cpstudy.puzzles import PUZZLES, kind
from cpstudy.puzzles.picross.puzzle import Picross
from cpstudy.puzzles.sokoban.formats import write_xsb
from cpstudy.puzzles.sokoban.puzzle import Sokoban
from cpstudy.reading.door import items
from cpstudy.reading.opening import read_bytes

# Other signs for an empty cell than the one that a format writes, if they mean nothing else in it.
BLANKS = {
    ("sudoku", "text"): "0",
    ("sudoku", "grid"): "0-_",
    ("jigsaw", "grid"): "._",
    ("kenken", "grid"): "-_",
    ("slitherlink", "grid"): ".",
    ("masyu", "grid"): ".",
    ("nurikabe", "grid"): "-",
}
WRITTEN_BLANK = {"grid": {"jigsaw": "-", "slitherlink": "-", "masyu": "-"}}


def boards(name: str, count: int) -> Iterator[object]:
    """Yield puzzles of a kind: its example, then puzzles of its generators in turn."""
    record = kind(name)
    yield record.puzzle.decode(record.example)
    makers = [
        api.generate(name, algorithm, size, count, seed=size)
        for algorithm, row in record.generators.items()
        for size in (3, 4, 5, 6, 9)
        if row.gives(None, False)
    ]
    while makers:
        for maker in list(makers):
            try:
                yield next(maker)[0]
            except (StopIteration, InputError):
                makers.remove(maker)


def recoded(encoding: str) -> Callable[[str], bytes]:
    return lambda text: text.encode(encoding)


def ended(end: str) -> Callable[[str], bytes]:
    return lambda text: text.replace("\n", end).encode()


# Guises in which a board must be read.
PLAIN = {
    "utf-8 with mark": recoded("utf-8-sig"),
    "utf-16": recoded("utf-16"),
    "utf-16-be": recoded("utf-16-be"),
    "crlf": ended("\r\n"),
    "cr": ended("\r"),
    "without the last line end": lambda text: text.rstrip("\n").encode(),
}


def margin(left: str, right: str) -> Callable[[str], bytes]:
    def dressed(text: str) -> bytes:
        lines = [f"{left}{line}{right}" if line else line for line in text.split("\n")]
        return "\n".join(lines).encode()

    return dressed


# Guises that a format may refuse.
LOOSE = {
    "indented": margin("  ", ""),
    "indented by a tab": margin("\t", ""),
    "blanks behind": margin("", "  "),
    "blank lines around": lambda text: f"\n\n{text}\n\n".encode(),
    "a comment before": lambda text: f"# a comment\n{text}".encode(),
    "quoted": lambda text: f"```\n{text}```\n".encode(),
}


def guises(name: str, form: str) -> dict[str, Callable[[str], bytes]]:
    written = WRITTEN_BLANK.get(form, {}).get(name, ".")
    blanks = {
        f"blank {sign!r}": lambda text, sign=sign: text.replace(written, sign).encode()
        for sign in BLANKS.get((name, form), "")
    }
    return PLAIN | LOOSE | blanks


# Formats that cannot be distinguished from another one, so the user must name them.
NAMED = {("picross", "nin")}


def reading(name: str, data: bytes, form: str) -> list[object]:
    document = read_bytes(io.BytesIO(data))
    named = form if (name, form) in NAMED else None
    return [item.puzzle for item in items(kind(name), document, named)]


def same(form: Format, found: list[object], board: object) -> bool:
    """Return whether a reading is the board; formats that need walls around a room add them."""
    if found == [board]:
        return True
    if len(found) != 1:
        return False
    if isinstance(board, Picross):
        return with_colours_in_order(found[0]) == with_colours_in_order(board)
    if isinstance(board, Sokoban):
        return without_margin(found[0]) == without_margin(board)
    return form.write(found[0]) == form.write(board)


def without_margin(puzzle: Sokoban) -> list[str]:
    """Return the rows of a level without the empty columns on its left."""
    rows = write_xsb(puzzle).splitlines()
    margin = min(len(row) - len(row.lstrip(" -")) for row in rows)
    return [row[margin:].rstrip(" -") for row in rows]


def with_colours_in_order(puzzle: Picross) -> Picross:
    """Return the puzzle with its colours numbered by first occurrence: numbers are only labels."""
    numbers: dict[int, int] = {}
    clues = [
        tuple(
            tuple((length, numbers.setdefault(colour, len(numbers) + 1)) for length, colour in clue)
            for clue in lines
        )
        for lines in (puzzle.row_clues, puzzle.column_clues)
    ]
    return Picross(clues[0], clues[1], puzzle.given)


@pytest.mark.parametrize("count", [4, pytest.param(600, marks=pytest.mark.slow)])
@pytest.mark.parametrize("name", PUZZLES)
def test_a_board_is_read_as_itself_or_refused(name, count):
    met: Counter[tuple[str, str, bool]] = Counter()
    rng = random.Random(count)
    for board in islice(boards(name, count), count):
        for form in kind(name).formats.values():
            if form.read is None or form.write is None or form.binary:
                continue
            try:
                text = form.write(board)
            except InputError:  # the format cannot express this board
                continue
            for guise, dress in guises(name, form.name).items():
                if count > 100 and rng.random() < 0.5:
                    continue
                found = reading(name, dress(text), form.name)
                refused = not found or any(isinstance(one, InputError) for one in found)
                assert refused or same(form, found, board), (form.name, guise, text)
                met[form.name, guise, refused] += 1
    assert met
    for form, guise, refused in met:
        assert not (refused and guise in PLAIN), (form, guise, "refused")
        if guise.startswith("blank '"):
            assert not refused, (form, guise, "refused")
