"""The layout of a booklet of puzzles: the sheet and position of each.

A booklet has a title page with the rules and an example, the puzzles in the given order, and at the
end their solutions, small, with the same numbers. If there are several chapters, one for each kind
of puzzle, each begins with a page of its rules and an example. Puzzles that are laid from pieces
have separate sheets (:mod:`cpstudy.plot.cutting`). Lengths are in mm.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from math import ceil

from cpstudy.core.drawing import Drawing, scaled
from cpstudy.core.errors import InputError
from cpstudy.core.palette import INK
from cpstudy.plot.cutting import cut_sheets
from cpstudy.plot.paper import MILLIMETRES_PER_POINT, Placed, Sheet, Text
from cpstudy.plot.typeface import BOLD, MONO, REGULAR, wrapped
from cpstudy.plot.typeface import width as width_of

PAPERS = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
PER_PAGE = {1: (1, 1), 2: (1, 2), 4: (2, 2), 6: (2, 3)}  # columns, rows

MARGIN = 15.0
_GAP = 9.0  # between places on a sheet
_GREY = "#5b6570"

# Sides of cells: at least large enough for a pen or the eye; at most a fifth of a page's width.
_SMALLEST, _LARGEST = 2.5, 36.0
_SMALLEST_ANSWER, _LARGEST_ANSWER = 1.8, 7.0
_PIECES_ANSWER = (7.0, 14.0)  # the same for pieces, which have numbers in them
_HEAD = 60.0  # the minimum width of a puzzle's heading, in mm
_EXAMPLE = 62.0  # the maximum width and height of a drawing of the example, in mm

# Font sizes in points, and the distance of lines in font sizes.
_TITLE, _CHAPTER, _TEXT, _NUMBER = 26.0, 20.0, 11.0, 13.0
_SMALL, _TINY, _LEADING = 8.5, 5.0, 1.35

# Places for answers on a sheet: columns, rows.
_ANSWERS = ((1, 1), (1, 2), (2, 2), (2, 3), (3, 4), (4, 5))


@dataclass(frozen=True)
class Entry:
    """One puzzle: its number and level, its text form, its drawing, and its answer.

    answer: a drawing of the solution, or None; words: lines printed next to it. pieces: to be cut
    out and laid on ``drawing``. name: its title and author, if known.
    """

    number: int
    level: str
    text: str
    drawing: Drawing
    answer: Drawing | None
    words: tuple[str, ...] = ()
    pieces: tuple[Drawing, ...] = ()
    name: str = ""


@dataclass(frozen=True)
class Chapter:
    """The puzzles of one kind, in the order of their numbers. example: shown with the rules."""

    title: str
    rules: str
    entries: tuple[Entry, ...]
    example: Entry | None = None


@dataclass(frozen=True)
class Booklet:
    """The contents of a booklet and its format. paper: a name of PAPERS; per_page: of PER_PAGE.

    piece: the side of pieces to cut out, in mm; None: as large as fits, up to 30.
    """

    title: str
    subtitle: str
    chapters: tuple[Chapter, ...]
    paper: str = "a4"
    per_page: int = 2
    answers: bool = True
    piece: float | None = None

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The puzzles of all chapters."""
        return tuple(entry for chapter in self.chapters for entry in chapter.entries)


def sheets(booklet: Booklet) -> list[Sheet]:
    """All sheets in order. Raises InputError if something does not fit or is too small."""
    inside: list[Sheet] = []
    for chapter in booklet.chapters:
        inside += [_chapter_sheet(booklet, chapter)] if len(booklet.chapters) > 1 else []
        inside += _puzzle_sheets(booklet, chapter)
    answers = [*_answer_sheets(booklet)] if booklet.answers else []
    first = 2 + len(inside)
    pages = [_title_sheet(booklet, first if answers else None), *inside, *answers]
    return [pages[0], *(_numbered(booklet, page, n) for n, page in enumerate(pages[1:], 2))]


def _numbered(booklet: Booklet, sheet: Sheet, number: int) -> Sheet:
    """The sheet with its footer: the title, and the page number."""
    y, most = sheet.height - 8, sheet.width - 3 * MARGIN
    title, *more = wrapped(booklet.title, _SMALL * MILLIMETRES_PER_POINT, most) or [""]
    foot = (
        Text(MARGIN, y, title + " …" * bool(more), _SMALL, colour=_GREY),
        Text(sheet.width - MARGIN, y, str(number), _SMALL, align="right", colour=_GREY),
    )
    return Sheet(sheet.width, sheet.height, sheet.placed, (*sheet.texts, *foot), sheet.marks)


def _height(points: float, lines: int = 1) -> float:
    return points * MILLIMETRES_PER_POINT * _LEADING * lines


def _lines(
    x: float, y: float, lines: Sequence[str], points: float, typeface: str = REGULAR,
    align: str = "left", colour: str = INK,
) -> list[Text]:  # fmt: skip
    """Lines of text, the first below y."""
    step = _height(points)
    return [
        Text(x, y + (number + 0.75) * step, line, points, typeface, align, colour)
        for number, line in enumerate(lines)
    ]


# -- the title page ----------------------------------------------------------------------------


class _Column:
    """Texts and drawings, centred on a sheet one below the other."""

    def __init__(self, paper: str, top: float) -> None:
        self.width, self.height = PAPERS[paper]
        self.y = top
        self.texts: list[Text] = []
        self.placed: list[Placed] = []

    def write(self, words: str, points: float, typeface: str = REGULAR, colour: str = INK) -> None:
        """Add words, in as many lines as they need."""
        most = self.width - 4 * MARGIN
        lines = wrapped(words, points * MILLIMETRES_PER_POINT, most, typeface)
        self.texts += _lines(self.width / 2, self.y, lines, points, typeface, "center", colour)
        self.y += _height(points, len(lines))

    def teach(self, chapter: Chapter) -> None:
        """Add the rules and the example."""
        self.write(chapter.rules, _TEXT)
        if chapter.example is not None:
            texts, self.y = _example(chapter.example, self.placed, self.width / 2, self.y + 14)
            self.texts += texts
        self.y += 12

    def sheet(self, what: str) -> Sheet:
        """The sheet. Raises InputError if the column is too long."""
        if self.y > self.height - MARGIN:
            raise InputError(f"the {what} is too small for the title")
        return Sheet(self.width, self.height, tuple(self.placed), tuple(self.texts))


def _title_sheet(booklet: Booklet, answers_from: int | None) -> Sheet:
    column = _Column(booklet.paper, 42.0)
    column.write(booklet.title, _TITLE, BOLD)
    column.y += 3
    column.write(booklet.subtitle, _TEXT, colour=_GREY)
    column.y += 12
    if len(booklet.chapters) == 1:
        column.teach(booklet.chapters[0])
        contents = _contents([(entry.level, entry) for entry in booklet.entries])
    else:
        contents = _contents([(c.title, entry) for c in booklet.chapters for entry in c.entries])
    for line in contents:
        column.write(line, _TEXT)
    if answers_from is not None:
        column.y += 3
        column.write(f"Answers from page {answers_from}", _TEXT)
    return column.sheet("title page")


def _chapter_sheet(booklet: Booklet, chapter: Chapter) -> Sheet:
    column = _Column(booklet.paper, 30.0)
    column.write(chapter.title, _CHAPTER, BOLD)
    column.y += 9
    column.teach(chapter)
    for line in _contents([(entry.level, entry) for entry in chapter.entries]):
        column.write(line, _TEXT)
    return column.sheet("first page of a chapter")


def _example(
    example: Entry, placed: list[Placed], middle: float, y: float
) -> tuple[list[Text], float]:
    """The example and its solution side by side; and the position of the next line."""
    board = _apart(example.pieces) if example.pieces else example.drawing
    drawings = [("An example", board, "example")]
    if example.answer is not None:
        drawings.append(("and its answer", example.answer, "example's answer"))
    texts: list[Text] = []
    bottom = y
    for number, (head, drawing, name) in enumerate(drawings):
        centre = middle + (number - (len(drawings) - 1) / 2) * (_EXAMPLE + 2 * _GAP)
        cell = min(_EXAMPLE / drawing.width, _EXAMPLE / drawing.height, _LARGEST)
        texts += _lines(centre, y, [head], _SMALL, BOLD, "center", _GREY)
        place = Placed(drawing, centre - drawing.width * cell / 2, y + 7, cell, name)
        placed.append(place)
        bottom = max(bottom, place.bottom)
    most = 2 * _EXAMPLE + 2 * _GAP
    for words in example.words:
        lines = wrapped(words, _SMALL * MILLIMETRES_PER_POINT, most)
        texts += _lines(middle, bottom + 4, lines, _SMALL, align="center")
        bottom += _height(_SMALL, len(lines)) + 1
    return texts, bottom


def _apart(pieces: Sequence[Drawing]) -> Drawing:
    """Pieces side by side, with gaps."""
    across = ceil(len(pieces) ** 0.5)
    pitch = 1.25
    shapes = []
    for number, piece in enumerate(pieces):
        row, column = divmod(number, across)
        shapes += [scaled(shape, column * pitch, row * pitch) for shape in piece.shapes]
    down = ceil(len(pieces) / across)
    return Drawing(across * pitch - 0.25, down * pitch - 0.25, tuple(shapes))


def _contents(entries: Sequence[tuple[str, Entry]]) -> Iterator[str]:
    """A line for each group, as ``easy: puzzles 1–6``; none for a single or too many groups."""
    groups = [
        (name, [entry for _, entry in group])
        for name, group in groupby(entries, lambda pair: pair[0])
    ]
    if not 1 < len(groups) <= 12:
        return
    for name, group in groups:
        first, last = group[0].number, group[-1].number
        numbers = f"{first}" if first == last else f"{first}–{last}"
        yield f"{name}: puzzle{'s' * (first != last)} {numbers}"


# -- puzzles -----------------------------------------------------------------------------------


def _puzzle_sheets(booklet: Booklet, chapter: Chapter) -> Iterator[Sheet]:
    """Sheets in the order of the puzzles; puzzles of pieces begin new sheets.

    If the last sheet has fewer puzzles than the others, these share the whole sheet.
    """
    paper = PAPERS[booklet.paper]
    for has_pieces, run in groupby(chapter.entries, lambda entry: bool(entry.pieces)):
        entries = [*run]
        if has_pieces:
            for entry in entries:
                yield from _pieces(booklet, entry)
            continue
        for first in range(0, len(entries), booklet.per_page):
            here = entries[first : first + booklet.per_page]
            shape = PER_PAGE[min(number for number in PER_PAGE if number >= len(here))]
            laid = [
                _puzzle(entry, *place)
                for entry, place in zip(here, _places(paper, *shape), strict=False)
            ]
            texts = tuple(text for more, _ in laid for text in more)
            yield Sheet(*paper, tuple(drawing for _, drawing in laid), texts)


def _places(
    paper: tuple[float, float], columns: int, rows: int, head: float = 0.0
) -> Iterator[tuple[float, float, float, float]]:
    """Left, top, width and height of the places on a sheet, row by row, below a heading."""
    width = (paper[0] - 2 * MARGIN - (columns - 1) * _GAP) / columns
    height = (paper[1] - 2 * MARGIN - head - (rows - 1) * _GAP) / rows
    for row in range(rows):
        for column in range(columns):
            yield (
                MARGIN + column * (width + _GAP),
                MARGIN + head + row * (height + _GAP),
                width,
                height,
            )


def _head(entry: Entry, left: float, right: float, y: float) -> list[Text]:
    """The number, title and author, and at the right the level."""
    line = y + 0.75 * _height(_NUMBER)
    small = _SMALL * MILLIMETRES_PER_POINT
    texts = [
        Text(left, line, str(entry.number), _NUMBER, BOLD),
        Text(right, line, entry.level, _SMALL, REGULAR, "right", _GREY),
    ]
    begin = left + width_of(f"{entry.number}  ", _NUMBER * MILLIMETRES_PER_POINT, BOLD)
    most = right - begin - width_of(f"  {entry.level}", small)
    name, *more = wrapped(entry.name, small, max(most, small)) or [""]
    return [*texts, Text(begin, line, name + " …" * bool(more), _SMALL)] if name else texts


def _puzzle(
    entry: Entry, x: float, y: float, width: float, height: float
) -> tuple[list[Text], Placed]:
    head = _height(_NUMBER) + 1.5
    tiny = wrapped(entry.text, _TINY * MILLIMETRES_PER_POINT, width, MONO)
    foot = _height(_TINY, len(tiny)) + 2.5
    drawing = entry.drawing
    cell = min(width / drawing.width, (height - head - foot) / drawing.height, _LARGEST)
    if cell < _SMALLEST:
        raise InputError(
            f"puzzle {entry.number}: {drawing.width:.3g}x{drawing.height:.3g} cells are too many: "
            f"they would be {max(cell, 0):.1f} mm wide; take fewer on a page"
        )
    left = x + (width - drawing.width * cell) / 2
    place = Placed(drawing, left, y + head, cell, f"puzzle {entry.number}")
    middle, half = x + width / 2, max(place.right - place.x, min(_HEAD, width)) / 2
    texts = _head(entry, middle - half, middle + half, y)
    texts += _lines(middle, place.bottom + 2.5, tiny, _TINY, MONO, "center", _GREY)
    return texts, place


def _pieces(booklet: Booklet, entry: Entry) -> Iterator[Sheet]:
    width, height = PAPERS[booklet.paper]
    most = width - 2 * MARGIN
    tiny = wrapped(entry.text, _TINY * MILLIMETRES_PER_POINT, most, MONO)
    texts = _head(entry, MARGIN, width - MARGIN, MARGIN)
    foot = height - MARGIN - _height(_TINY, len(tiny))
    texts += _lines(width / 2, foot, tiny, _TINY, MONO, "center", _GREY)
    yield from cut_sheets(
        (width, height),
        MARGIN,
        f"{entry.number}",
        entry.drawing,
        entry.pieces,
        booklet.piece,
        texts,
    )


# -- answers -----------------------------------------------------------------------------------


def _answer_sheets(booklet: Booklet) -> Iterator[Sheet]:
    """The fewest sheets on which all answers are readable, with answers as large as possible.

    Answers in words alone have separate sheets.
    """
    for in_words, run in groupby(booklet.entries, lambda entry: entry.answer is None):
        entries = [*run]
        if in_words:
            yield from _sheets_of_words(booklet.paper, entries)
            continue
        shapes = (_answers(booklet.paper, entries, *shape) for shape in _ANSWERS)
        layouts = [*filter(None, shapes)]
        if not layouts:
            raise InputError("an answer is too large for a page: take --no-answers")
        yield from min(layouts, key=len)


def _sheets_of_words(paper: str, entries: Sequence[Entry]) -> Iterator[Sheet]:
    """Answers in words, one below the other; a long one continues on the next sheet."""
    width, height = PAPERS[paper]
    most, step = width - 3 * MARGIN, _height(_SMALL)
    lines: list[tuple[float, list[Text]]] = []  # the height of each, and its text at 0
    for entry in entries:
        number = Text(MARGIN, 0, str(entry.number), _SMALL + 1, BOLD)
        for words in entry.words:
            for line in wrapped(words, _SMALL * MILLIMETRES_PER_POINT, most):
                head = [number] if words is entry.words[0] else []
                lines.append((step, [*head, Text(2 * MARGIN, 0, line, _SMALL)]))
        lines.append((step, []))
    first = MARGIN + 14.0
    texts, y = _lines(MARGIN, MARGIN, ["Answers"], 16.0, BOLD), first
    for high, line_texts in lines:
        if y + high > height - MARGIN:
            yield Sheet(width, height, (), tuple(texts))
            texts, y = _lines(MARGIN, MARGIN, ["Answers"], 16.0, BOLD), first
        texts += [text._replace(y=y + 0.75 * high) for text in line_texts]
        y += high
    yield Sheet(width, height, (), tuple(texts))


def _answers(
    paper_name: str, entries: Sequence[Entry], columns: int, rows: int
) -> list[Sheet] | None:
    """The answers, columns × rows to a sheet; None if one cannot be read."""
    paper, found = PAPERS[paper_name], []
    places = [*_places(paper, columns, rows, head=14.0)]
    for first in range(0, len(entries), len(places)):
        texts, placed = _lines(MARGIN, MARGIN, ["Answers"], 16.0, BOLD), []
        here = entries[first : first + len(places)]
        for entry, place in zip(here, places, strict=False):
            answer = _answer(entry, *place)
            if answer is None:
                return None
            texts += answer[0]
            placed += answer[1]
        found.append(Sheet(*paper, tuple(placed), tuple(texts)))
    return found


def _answer(
    entry: Entry, x: float, y: float, width: float, height: float
) -> tuple[list[Text], list[Placed]] | None:
    """An answer in its place; None if it cannot be read there."""
    texts = _lines(x, y, [str(entry.number)], _SMALL + 1, BOLD)
    top, placed = y + _height(_SMALL + 1) + 1, []
    if entry.answer is not None:
        drawing = entry.answer
        space = y + height - top
        least, most = _PIECES_ANSWER if entry.pieces else (_SMALLEST_ANSWER, _LARGEST_ANSWER)
        cell = min(width / drawing.width, space / drawing.height, most)
        if cell < least:
            return None
        placed = [Placed(drawing, x, top, cell, f"answer {entry.number}")]
        top = placed[0].bottom + 1
    for words in entry.words:
        lines = wrapped(words, _SMALL * MILLIMETRES_PER_POINT, width)
        texts += _lines(x, top, lines, _SMALL)
        top += _height(_SMALL, len(lines))
    return None if top > y + height + 1 else (texts, placed)
