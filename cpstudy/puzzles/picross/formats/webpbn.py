"""Nonograms in XML, as webpbn.com and compatible programs write them.

``puzzleset`` contains ``puzzle`` elements (a single one may be the root): ``title``, ``author``,
``copyright`` and so on, ``color name="red" char="r"`` with its value, ``clues type="rows"`` and
``"columns"`` of ``line`` of ``count``, and ``solution`` whose ``image`` is rows of the colours'
characters between bars; ``?`` and ``[…]`` are undecided cells. ``backgroundcolor`` is white by
default; ``defaultcolor``, the colour of a ``count`` without one, is black by default. If there are
no clues, they are the runs of the ``goal``. A goal that breaks a clue is a fault. A saved solution
(``type="saved"``) is an attempt and is ignored, as are all other elements. Colours are numbered in
the order of declaration, the default first. Triangular grids are refused. Source: Wolter2009.

The format cannot contain given cells; such a puzzle is not written. Cost: the file is in memory
once, as text.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from xml.sax.saxutils import escape, quoteattr

from cpstudy.core.documents import Document, Item
from cpstudy.core.errors import InputError, LineError, shortened
from cpstudy.puzzles.picross.formats import clues as shared
from cpstudy.puzzles.picross.puzzle import LETTERS, Clue, Picross
from cpstudy.reading.xml import FORBIDDEN, Elements

_ROOT = re.compile(r"<(?:puzzleset|puzzle)\b")
_KINDS = ("rows", "columns")
# Colours that need no declaration.
_DECLARED = {"white": ("#ffffff", "."), "black": ("#000000", "X")}

# The properties of a puzzle: name of the element -> our name.
WORDS = {
    "author": "author", "copyright": "copyright", "source": "source", "id": "catalogue",
    "description": "description", "license": "license", "note": "note",
}  # fmt: skip


@dataclass
class PuzzleElement:
    """A puzzle as in the file. clues: by their kind, pairs (line of the file, counts)."""

    line: int
    attributes: Mapping[str, str]
    words: dict[str, str] = field(default_factory=dict)
    colours: dict[str, tuple[str, str]] = field(default_factory=dict)
    clues: dict[str, list[tuple[int, list[tuple[str, str]]]]] = field(default_factory=dict)
    goal: tuple[int, str] | None = None


class Reader(Elements):
    """Collects the puzzles while a file is parsed."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[PuzzleElement] = []
        self._text: list[str] = []
        self._attributes: dict[str, str] = {}
        self._puzzle: PuzzleElement | None = None
        self._lines: list[tuple[int, list[tuple[str, str]]]] | None = None
        self._solution: dict[str, str] | None = None

    def _begin(self, name: str, attributes: dict[str, str]) -> None:
        name = name.lower()
        self._text, self._attributes = [], attributes
        if name == "puzzle":
            self._puzzle = PuzzleElement(self.line, attributes)
        elif self._puzzle is None:
            return
        elif name == "clues":
            kind = attributes.get("type", "").lower()
            if kind in self._puzzle.clues:
                raise LineError(self.line, f"the clues of the {kind} are given twice")
            self._lines = self._puzzle.clues[kind] = []
        elif name == "line" and self._lines is not None:
            self._lines.append((self.line, []))
        elif name == "solution":
            self._solution = attributes

    def _characters(self, text: str) -> None:
        self._text.append(text)

    def _end(self, name: str) -> None:
        name, text = name.lower(), "".join(self._text)
        puzzle = self._puzzle
        if puzzle is None:
            return
        if name == "puzzle":
            self.found.append(puzzle)
            self._puzzle = None
        elif name == "clues":
            self._lines = None
        elif name == "count" and self._lines:
            self._lines[-1][1].append((text.strip(), self._attributes.get("color", "")))
        elif name == "color":
            value = shared.colour_value(text), self._attributes.get("char", "")
            puzzle.colours[self._attributes.get("name", "")] = value
        elif name == "image" and self._solution is not None:
            if self._solution.get("type", "goal").lower() == "goal":
                puzzle.goal = self.line, text
        elif name == "solution":
            self._solution = None
        elif self._solution is None and (name == "title" or name in WORDS) and text.strip():
            puzzle.words[WORDS.get(name, name)] = " ".join(text.split())
        self._text = []


def recognises(document: Document) -> bool:
    """Whether a document is XML with an element ``puzzleset`` or ``puzzle``."""
    text = "".join(document.head)
    return text.lstrip("\ufeff \t\r\n").startswith("<") and bool(_ROOT.search(text))


def read(lines: Iterable[str]) -> Iterator[Item]:
    """Read the puzzles in order; if the XML is faulty, the fault follows the puzzles before it.

    A file of one puzzle gives that puzzle or the fault.
    """
    reader = Reader()
    fault: Item | None = None
    try:
        reader.parse("".join(lines))
    except LineError as error:
        fault = shared.fault_of(error)
    several = len(reader.found) > 1
    for puzzle in reader.found if several or fault is None else ():
        yield _item(puzzle, several)
    if fault is not None:
        yield fault
    elif not reader.found:
        yield Item(1, "", InputError("no puzzle in the XML"))


# -- puzzles -------------------------------------------------------------------------------------


def _item(element: PuzzleElement, several: bool) -> Item:
    title = element.words.pop("title", "" if several else None)
    try:
        puzzle, about = _puzzle(element)
    except InputError as error:
        return shared.fault_of(error, element.line, title)
    return shared.item_of(element.line, puzzle, element.words | about, title)


def _puzzle(element: PuzzleElement) -> tuple[Picross, dict[str, str]]:
    """The puzzle, and its colours and solution. Raises InputError."""
    grid = element.attributes.get("type", "grid").lower()
    if grid != "grid":
        raise InputError(f"a puzzle of type {shortened(grid)}: only grid is known here")
    wrong = next((kind for kind in element.clues if kind not in _KINDS), None)
    if wrong is not None:
        raise InputError(f"clues of type {shortened(wrong)}: expected rows and columns")
    if not element.clues and element.goal is None:
        raise InputError("neither clues nor a goal")
    background = element.attributes.get("backgroundcolor", "white")
    default = element.attributes.get("defaultcolor", "black")
    taken = {symbol for _, symbol in element.colours.values()}
    values = element.colours | {
        name: (value, "" if symbol in taken else symbol)
        for name, (value, symbol) in _DECLARED.items()
        if name not in element.colours
    }
    palette = shared.Palette(
        {name: value for name, (value, _) in values.items() if name != background}, default
    )
    rows = _image(element.goal) if element.goal is not None else []
    symbols = {symbol: name for name, (_, symbol) in values.items() if symbol}
    numbers = palette.numbers(_used(element, rows, symbols, default) - {background})
    cells = _cells(element, rows, symbols, {background: 0} | numbers)
    puzzle = _of_clues(element, numbers, default, background) if element.clues else None
    if puzzle is None:
        puzzle = Picross.of_picture(len(rows), len(rows[0]) if rows else 0, cells or b"")
    about = {"colours": palette.text(numbers)} if numbers else {}
    if values.get(background, ("#ffffff", ""))[0] not in ("#ffffff", ""):
        about["background"] = values[background][0]
    if cells is not None and element.goal is not None:
        try:
            about["solution"] = shared.checked_solution(puzzle, cells, "goal")
        except InputError as error:
            raise LineError(element.goal[0], str(error)) from None
    return puzzle, about


def _used(
    element: PuzzleElement, rows: list[str], symbols: dict[str, str], default: str
) -> set[str]:
    """The names of the colours that runs and the goal use."""
    lines = (line for kind in element.clues.values() for line in kind)
    used = {colour or default for _, counts in lines for _, colour in counts}
    return used | {symbols[symbol] for row in rows for symbol in row if symbol in symbols}


def _of_clues(
    element: PuzzleElement, numbers: Mapping[str, int], default: str, background: str
) -> Picross:
    """The puzzle of the clues. Raises LineError."""
    for kind in _KINDS:
        if not element.clues.get(kind):
            raise LineError(element.line, f"no clues of {kind}")
    parts = [element.clues[kind] for kind in _KINDS]

    def clue(line: int, name: str, counts: list[tuple[str, str]]) -> Clue:
        return _clue(line, name, counts, numbers, default, background)

    return shared.puzzle_of_parts(element.line, parts, clue)


def _clue(
    line: int, name: str, counts: list[tuple[str, str]], numbers: Mapping[str, int],
    default: str, background: str,
) -> Clue:  # fmt: skip
    runs = []
    for place, (text, colour) in enumerate(counts):
        if not re.fullmatch(r"[0-9]{1,6}", text):
            raise LineError(line, f"{name}, run {place + 1}: {shortened(text)} is not a length")
        if (colour or default) == background:
            raise LineError(line, f"{name}, run {place + 1}: the background colours no run")
        runs.append((int(text), numbers[colour or default]))
    return () if [length for length, _ in runs] == [0] else tuple(runs)


def _image(goal: tuple[int, str]) -> list[str]:
    """The rows of an image. Raises LineError."""
    whole = re.sub(r"\[[^\]|]*\]", "?", goal[1])
    rows = ["".join(row.split()) for row in whole.split("|")]
    rows = [row for row in rows if row]
    if not rows or any(len(row) != len(rows[0]) for row in rows):
        raise LineError(goal[0], "goal: its rows differ in length" if rows else "goal: no rows")
    return rows


def _cells(
    element: PuzzleElement, rows: list[str], symbols: Mapping[str, str], numbers: Mapping[str, int]
) -> bytes | None:
    """The goal; None if there is no goal or it is incomplete. Raises LineError."""
    if element.goal is None or ("?" not in symbols and any("?" in row for row in rows)):
        return None
    letters = {symbol: numbers[name] for symbol, name in symbols.items() if name in numbers}
    try:
        return shared.cells_of("".join(rows), letters, "goal")
    except InputError as error:
        raise LineError(element.goal[0], str(error)) from None


# -- written -------------------------------------------------------------------------------------


def write_all(puzzles: Sequence[tuple[Mapping[str, str], Picross]]) -> str:
    """Write a set of puzzles with their properties.

    Raises InputError if cells are given.
    """
    body = "".join(_written(about, puzzle) for about, puzzle in puzzles)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n<puzzleset>\n{body}</puzzleset>\n'


def _written(about: Mapping[str, str], puzzle: Picross) -> str:
    shared.check_writable(puzzle)
    names = {"title": "title"} | {ours: name for name, ours in WORDS.items()}
    lines = [
        f"<{name}>{escape(FORBIDDEN.sub('�', about[ours]))}</{name}>"
        for ours, name in names.items()
        if about.get(ours)
    ]
    values = dict(shared.colours_of(about.get("colours", "")))
    lines.append(_colour("background", ".", about.get("background", "#ffffff")))
    for number in range(1, puzzle.colours + 1):
        letter = LETTERS[number - 1]
        value = values.get(letter, shared.shown(number))
        lines.append(_colour(letter, "X" if number == 1 else letter, value))
    for kind, clues in (("columns", puzzle.column_clues), ("rows", puzzle.row_clues)):
        lines.append(f'<clues type="{kind}">')
        lines += [f"<line>{''.join(map(_count, clue))}</line>" for clue in clues]
        lines.append("</clues>")
    if about.get("solution"):
        lines.append(_solution(puzzle, about["solution"]))
    text = "\n".join(lines)
    return (
        f'<puzzle type="grid" backgroundcolor="background" defaultcolor="a">\n{text}\n</puzzle>\n'
    )


def _colour(name: str, symbol: str, value: str) -> str:
    code = value[1:] if re.fullmatch("#[0-9a-f]{6}", value) else value
    return f"<color name={quoteattr(name)} char={quoteattr(symbol)}>{escape(code)}</color>"


def _count(run: tuple[int, int]) -> str:
    length, colour = run
    colour_text = f' color="{LETTERS[colour - 1]}"' if colour > 1 else ""
    return f"<count{colour_text}>{length}</count>"


def _solution(puzzle: Picross, solution: str) -> str:
    shared.checked_solution(puzzle, puzzle.decode_solution(solution))
    rows = "\n".join(f"|{row}|" for row in solution.replace("#", "X").split("/"))
    return f'<solution type="goal">\n<image>\n{rows}\n</image>\n</solution>'
