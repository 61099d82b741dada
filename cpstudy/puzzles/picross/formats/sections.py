"""Clues line by line in sections separated by signs, without sizes: the lines are counted.

*makhorin*: the rows, a line ``&``, the columns; a line that begins with ``*`` is a comment, ``0`` a
line without runs. Source: Makhorin2011.

*olsak*: any text; a line ``#d`` and colours, one a line; a line that begins with ``:``, the rows;
another such line, the columns. A colour is ``r:% #ff0000 red``: the letter that follows lengths,
the character that displays it, its value or name; letter ``0`` is the background, and ``1`` the
colour of lengths without a letter. Without ``#d`` all runs are black. A third line that begins with
``:`` is the end. Grids that are not rectangular (``#t``) are refused. Source: Olsak2003.

An empty line may be a line without runs or no line at all, so such a file is refused; ``0`` is
unambiguous. A file whose rows and columns have different numbers of cells is refused as well, since
a line may be missing. These files cannot contain given cells; such a puzzle is not written.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from cpstudy.core.documents import Document, Item, with_fault
from cpstudy.core.errors import LineError, shortened
from cpstudy.puzzles.picross.formats import clues as shared
from cpstudy.puzzles.picross.puzzle import LETTERS, Clue, Picross

_COLOUR = re.compile(r"\s*([^\s,2-9]):(\S?)\s+(\S+).*")
_RUN = re.compile(r"([0-9]{1,6})([^\s0-9,]?)")


def recognises_makhorin(document: Document) -> bool:
    """Whether a document is lines of lengths separated by a line ``&``."""
    lines = [line.strip() for line in document.head if not line.lstrip().startswith("*")]
    filled = [line for line in lines if line and line != "&"]
    return "&" in lines and 2 * _clue_lines(filled) > len(filled)


def recognises_olsak(document: Document) -> bool:
    """Whether a document has two or three lines that begin with ``:``, with lengths between."""
    starts = [at for at, line in enumerate(document.head) if line.lstrip().startswith(":")]
    if len(starts) not in (2, 3):
        return False
    end = starts[2] if len(starts) > 2 else None
    filled = [line for line in document.head[starts[0] + 1 : end] if line.strip()]
    return 2 * sum(line.lstrip()[:1].isdigit() for line in filled) > len(filled)


def _clue_lines(lines: Iterable[str]) -> int:
    return sum(shared.CLUE_LINE.fullmatch(line) is not None for line in lines)


# -- makhorin ------------------------------------------------------------------------------------


@with_fault
def read_makhorin(lines: Iterable[str]) -> Iterator[Item]:
    """Read one puzzle."""
    kept = [
        (number, x.strip()) for number, x in enumerate(lines, 1) if not x.lstrip().startswith("*")
    ]
    signs = [at for at, (_, line) in enumerate(kept) if line == "&"]
    if len(signs) != 1:
        line = kept[signs[1]][0] if signs else 1
        raise LineError(line, f"{len(signs)} lines '&', expected one, after the rows")
    parts = _filled(map(shared.trimmed, (kept[: signs[0]], kept[signs[0] + 1 :])))
    puzzle = _puzzle(parts, shared.clue_at)
    yield shared.item_of(parts[0][0][0], puzzle, {})


def write_makhorin(puzzle: Picross) -> str:
    """The puzzle as *makhorin*. Raises InputError for given cells and for several colours."""
    shared.check_writable(puzzle, in_colours=False)
    return "&\n".join(map(shared.clue_lines, (puzzle.row_clues, puzzle.column_clues)))


# -- olsak ---------------------------------------------------------------------------------------


@with_fault
def read_olsak(lines: Iterable[str]) -> Iterator[Item]:
    """Read one puzzle with its colours."""
    kept = [(number, line.rstrip()) for number, line in enumerate(lines, 1)]
    starts = [at for at, (_, line) in enumerate(kept) if line.lstrip().startswith(":")]
    if len(starts) not in (2, 3):
        raise LineError(1, f"{len(starts)} lines that begin with ':', expected two")
    first, second, end = [*starts, len(kept)][:3]
    values, default = _colours(kept[:first])
    parts = _filled((kept[first + 1 : second], kept[second + 1 : end]))
    runs = {number: _named_runs(number, line) for part in parts for number, line in part}
    used = [name or default for found in runs.values() for _, name in found]
    palette = shared.Palette(values, default)
    numbers = _numbers(runs, values, palette, used)

    def clue(number: int, name: str, line: str) -> Clue:
        return tuple((length, numbers[letter or default]) for length, letter in runs[number])

    about = {"colours": palette.text(numbers)} if values and numbers else {}
    if values.get("0", "#ffffff") not in ("#ffffff", "white"):
        about["background"] = values["0"]
    yield shared.item_of(kept[first][0], _puzzle(parts, clue), about)


def _colours(lines: Sequence[shared.Line]) -> tuple[dict[str, str], str]:
    """The colours declared before the first section, and the name of the default colour."""
    values: dict[str, str] = {}
    declaring = False
    for number, line in lines:
        if line.strip()[:2].lower() == "#t":
            raise LineError(number, "a grid of triangles: only rectangles are read")
        if line.strip()[:2].lower() == "#d":
            declaring = True
        elif declaring and line.strip():
            match = _COLOUR.fullmatch(line)
            if match is None:
                raise LineError(number, f"{shortened(line.strip())} declares no colour")
            values[match[1]] = shared.colour_value(match[3])
    return values, "1"


def _named_runs(number: int, line: str) -> list[tuple[int, str]]:
    """The lengths of a line, each with the letter of its colour or "". Raises LineError."""
    words = [word for word in re.split(r"[\s,]+", line) if word]
    if words == ["0"]:
        return []
    matches = [_RUN.fullmatch(word) for word in words]
    if None in matches:
        wrong = words[matches.index(None)]
        raise LineError(number, f"{shortened(wrong)} is not a length with a colour's letter")
    return [(int(match[1]), match[2]) for match in matches if match is not None]


def _numbers(
    runs: dict[int, list[tuple[int, str]]],
    values: dict[str, str],
    palette: shared.Palette,
    used: list[str],
) -> dict[str, int]:
    """The number of each colour. Raises LineError if a colour is not declared."""
    for number, found in runs.items():
        for length, name in found:
            if name and name not in values:
                raise LineError(number, f"'{length}{name}': colour {name!a} is not declared")
            if not name and values and "1" not in values:
                raise LineError(number, f"'{length}': no letter of a colour, and no default '1:'")
            if name == "0":
                raise LineError(number, f"'{length}0': the background is not a colour of runs")
    return palette.numbers(used)


def write_all_olsak(puzzles: Sequence[tuple[Mapping[str, str], Picross]]) -> str:
    """The puzzles as *olsak*, one file each; colours as declared, else chosen by number. Title and
    description are written before the sections, where the format allows any text.

    Raises InputError if cells are given.
    """
    return "\n".join(_olsak(about, puzzle) for about, puzzle in puzzles)


def _olsak(about: Mapping[str, str], puzzle: Picross) -> str:
    shared.check_writable(puzzle)
    values = dict(shared.colours_of(about.get("colours", "")))
    used = sorted({colour for clue in puzzle.clues for _, colour in clue})
    described = (" ".join(about.get(key, "").split()) for key in ("title", "description"))
    text = [line.lstrip(":#") for line in described if line]
    if puzzle.colours > 1:
        letters = {LETTERS[colour - 1]: shared.shown(colour) for colour in used}
        named = [(x, values.get(x, value).split(" ")[0]) for x, value in letters.items()]
        text += ["#d", *(f"   {letter}:{letter}  {value}" for letter, value in named)]
    for title, clues in (("rows", puzzle.row_clues), ("columns", puzzle.column_clues)):
        text.append(f": {title}")
        text += [_written(clue, puzzle.colours > 1) for clue in clues]
    return "\n".join(text).lstrip("\n") + "\n"


def _written(clue: Clue, letters: bool) -> str:
    words = (f"{length}{LETTERS[colour - 1] if letters else ''}" for length, colour in clue)
    return " ".join(words) or "0"


# -- both ----------------------------------------------------------------------------------------


def _filled(parts: Iterable[list[shared.Line]]) -> list[list[shared.Line]]:
    """Both sections. Raises LineError if one contains an empty line."""
    kept = list(parts)
    for name, part in zip(("rows", "columns"), kept, strict=True):
        shared.check_filled(name, part)
    return kept


def _puzzle(
    parts: Sequence[Sequence[shared.Line]], clue: Callable[[int, str, str], Clue]
) -> Picross:
    """The puzzle of the lines of rows and of columns. Raises LineError."""
    first = next((number for part in parts for number, _ in part), 1)
    puzzle = shared.puzzle_of_parts(first, parts, clue)
    shared.check_totals(puzzle)
    return puzzle
