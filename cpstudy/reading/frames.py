"""Square grids as people draw and paste them: rows of cells, with frames or without.

The cells of a row are characters, words between spaces, fields between commas, semicolons or TABs
(empty fields are empty cells), or parts between bars. Frames are drawn with ``-``, ``+``, ``=``,
``*``, dots and box-drawing characters. A line that may be a frame or a row of empty cells counts as
a row if the grid needs it. Blank lines separate grids, or parts of one; as many rows as a row has
cells form a grid.

Cost: linear. Limits: grids of 1 to 25 rows.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from cpstudy.core.errors import LineError
from cpstudy.core.wording import counted

LARGEST = 25
# Grids with fewer cells in a row are not split, since they may lack some cells.
_SMALLEST = 4
# Signs between cells, and at the ends of a row.
_BARS = re.compile("[|│┃║╎╏┆┇┊┋¦!:]")
_FRAME = re.compile("[-+=*:.'`,_|¦~─-╿ \t]+")
_SURELY_FRAME = re.compile("[+=~─━┄┅┈┉╌╍┌-╋═╒-╿]")
# Lines of a program around the rows of an array, and the text before its first row.
_ASSIGNS = r"""(?:[\w\[\]<>*: ]{1,60}=\s*)?(?:[\w.]{1,20}(?=\()|new [\w\[\], ]{1,30}(?=\{))?\s*"""
_QUOTES = "\"{3}|'{3}|`"
_CODE = re.compile(rf"{_ASSIGNS}(?:[\[{{(]+\|?|{_QUOTES})|\|?[\]}})]+\s*[;,.]?|(?:{_QUOTES})[;,]?")
_ASSIGNED = re.compile(rf"^{_ASSIGNS}(?=[\[{{(])")
_SPACED = re.compile("[0-9A-Za-z ]+")
_QUOTED = str.maketrans("", "", "\"'[](){}")
_SIGN = re.compile(r"[0-9]{1,2}|[^\W\d_]|([.\-_*?·□])\1?|[0-9]{2,9}")


class Line(NamedTuple):
    """A line that is not blank, with its number in the document."""

    number: int
    text: str


class Grid(NamedTuple):
    """Rows with as many cells as there are rows; the line number of each."""

    numbers: list[int]
    rows: list[list[str]]


def is_frame(text: str) -> bool:
    """Whether a line can only be part of a frame."""
    if _CODE.fullmatch(text):
        return True
    return bool(_FRAME.fullmatch(text)) and bool(_SURELY_FRAME.search(text))


def cells_of(text: str, width: int) -> list[str] | None:
    """The cells of a row, " " for an empty one; None if their number is not ``width``.

    >>> cells_of("|5..|.3.|..1|", 9)
    ['5', '.', '.', '.', '3', '.', '.', '.', '1']
    >>> cells_of("4,,1,2", 4), cells_of("16 .. 3", 3)
    (['4', ' ', '1', '2'], None)
    """
    text = _whole_row(text)
    if "," in text or ";" in text:
        fields = [
            field.translate(_QUOTED).strip()
            for field in re.split("," if "," in text else ";", text.strip())
        ]
        fits = len(fields) == width and all(_is_cell(field, width) for field in fields if field)
        return [field or " " for field in fields] if fits else None
    between = _BARS.split(_stripped(text))
    words = _BARS.sub(" ", text).translate(_QUOTED).split()
    if len(words) < len(between) == width and all(len(part.split()) <= 1 for part in between):
        return [part.strip() or " " for part in between]
    if any(not part.strip() for part in between):
        return _columns(text, width)  # words do not show which cells are empty
    if len(words) == width and all(_is_cell(word, width) for word in words):
        return words
    joined = "".join(words)
    return list(joined) if len(joined) == width else _columns(text, width)


def _columns(text: str, width: int) -> list[str] | None:
    """The cells of a row between bars whose empty cells are spaces: ``| 5 3   |   7   |``."""
    text = text.strip()
    if len(text) < 3 or not (_BARS.match(text) and _BARS.match(text[-1])):
        return None
    parts = _BARS.split(text[1:-1])
    if sum(map(len, parts)) == width:
        return list("".join(parts))
    spaced = all(len(part) % 2 and not part[::2].strip() for part in parts)
    cells = "".join(part[1::2] for part in parts)
    return list(cells) if spaced and len(cells) == width else None


def _whole_row(text: str) -> str:
    """A row without a separator at its end, unless it has others: ``"53..7....",``."""
    text = _ASSIGNED.sub("", text)
    text = text.strip()
    bare = text[:-1] if text[-1:] in ",;" else text
    if bare[-1:] in "]})" and bare[:1] in "[{(":
        return bare
    return text if "," in bare or ";" in bare else bare


def _stripped(text: str) -> str:
    """A row without the bars at its ends."""
    text = text.strip()
    begin = 1 if _BARS.match(text) else 0
    return text[begin : len(text) - 1] if len(text) > 1 and _BARS.match(text[-1]) else text[begin:]


def _is_cell(word: str, width: int) -> bool:
    """Whether a word may be a cell: a sign, a number, or the candidates of a cell."""
    if not _SIGN.fullmatch(word) or len(word) > max(width, 1):
        return False
    digits = word.isascii() and word.isdigit()
    if not digits or len(word) == 1 or int(word) <= width:
        return True
    return 4 <= width <= 9 and sorted(set(word)) == list(word)


def widths_of(text: str) -> list[int]:
    """The possible numbers of cells in a row: by separators, by words, by characters."""
    text = _whole_row(text)
    if "," in text or ";" in text:
        fields = [field.translate(_QUOTED).strip() for field in re.split("[,;]", text.strip())]
        if not all(_is_cell(field, LARGEST) for field in fields if field):
            return []
        return [len(fields)] if fields[-1] else [len(fields), len(fields) - 1]
    words = _BARS.sub(" ", text).translate(_QUOTED).split()
    between = len(_BARS.split(_stripped(text)))
    found = [between] if between > len(words) else []
    parts = _BARS.split(text.strip())
    spaced = sum(len(part) // 2 for part in parts)
    for width in (len(words), sum(map(len, words)), spaced, sum(map(len, parts))):
        if width > 0 and cells_of(text, width) is not None and width not in found:
            found.append(width)
    return found


def grids_of(lines: Iterable[Line]) -> Iterator[Grid | LineError]:
    """The grids of lines; blank lines separate them. Faults are in their places."""
    lines = list(lines)
    if (tabbed := by_tabs(lines)) is not None:
        yield from tabbed
        return
    parts: list[list[Line]] = [[]]
    for line in lines:
        if not line.text.strip():
            parts.append([])
        elif not is_frame(line.text.strip()):
            parts[-1].append(line)
    parts = [part for part in parts if part]
    each = [_whole(part) for part in parts]
    together = [line for part in parts for line in part]
    if parts and all(found is not None for found in each):
        yield from (grid for found in each if found is not None for grid in found)
    elif (found := _whole(together)) is not None:
        yield from found
    elif len(parts) > 1 and any(found is not None for found in each):
        for part, found in zip(parts, each, strict=True):
            if found is not None:
                yield from found
            elif any(not _FRAME.fullmatch(line.text) for line in part):
                yield _fault(part)
    else:
        yield _fault(together)


def _whole(lines: Sequence[Line]) -> list[Grid] | None:
    """The grids of lines, if the lines are complete grids, else None.

    A separator at the end of every row may end it, as in a program's array, or precede an empty
    cell.
    """
    found = _cut(lines)
    if found is None and all(line.text.rstrip()[-1:] in tuple(",;") for line in lines):
        found = _cut([line._replace(text=line.text.rstrip()[:-1]) for line in lines])
    return found


def _cut(lines: Sequence[Line]) -> list[Grid] | None:
    sure = [line for line in lines if not _FRAME.fullmatch(line.text)]
    orders = [len(sure), len(lines), *_widths(sure or lines)]
    for order in dict.fromkeys(orders):
        if 1 <= order <= LARGEST and all(cells_of(line.text, order) for line in sure):
            for chosen in (sure, [line for line in lines if cells_of(line.text, order)]):
                several = order >= _SMALLEST and chosen and len(chosen) % order == 0
                if several or len(chosen) == order:
                    return [
                        _grid(chosen[start : start + order], order)
                        for start in range(0, len(chosen), order)
                    ]
    return by_position(lines)


def by_position(lines: Sequence[Line]) -> list[Grid] | None:
    """The grid of N lines of N signs where spaces are empty cells; None if a line is shorter."""
    order = len(lines)
    texts = [line.text.rstrip("\r\n") for line in lines]
    if order < _SMALLEST or not all(map(_SPACED.fullmatch, texts)):
        return None
    if any(len(text) != order for text in texts):
        return None
    return [Grid([line.number for line in lines], [list(text) for text in texts])]


def by_tabs(lines: Sequence[Line]) -> list[Grid] | None:
    """The grids of rows of a spreadsheet, N - 1 TABs in each; None if any line is different."""
    rows = [line for line in lines if "\t" in line.text]
    cells = [[cell.strip() or " " for cell in line.text.split("\t")] for line in rows]
    order = len(cells[0]) if cells else 0
    if order < _SMALLEST or len(rows) % order or any(len(row) != order for row in cells):
        return None
    if any("\t" not in line.text and line.text.strip() for line in lines):
        return None
    if not all(cell == " " or _is_cell(cell, order) for row in cells for cell in row):
        return None
    return [
        Grid([line.number for line in rows[start : start + order]], cells[start : start + order])
        for start in range(0, len(rows), order)
    ]


def _grid(lines: Sequence[Line], order: int) -> Grid:
    rows = [cells_of(line.text, order) or [] for line in lines]
    return Grid([line.number for line in lines], rows)


def _widths(lines: Sequence[Line]) -> list[int]:
    """The widths of rows, the most frequent first."""
    counts = Counter(width for line in lines for width in widths_of(line.text))
    return [width for width, _ in counts.most_common() if width <= LARGEST]


def _fault(lines: Sequence[Line]) -> LineError:
    """Why lines do not form a grid: a row of another width, or too few or too many rows."""
    if not lines:
        return LineError(1, "no grid")
    sure = [line for line in lines if not _FRAME.fullmatch(line.text)] or list(lines)
    order = next((width for width in _widths(sure) if width > 1), len(sure))
    rows = list(lines) if len(lines) == order else sure
    for row, line in enumerate(rows):
        if cells_of(line.text, order) is None:
            have = (widths_of(line.text) or [len(line.text.split())])[0]
            count = counted(have, "cell") if have != order else "not only cells"
            return LineError(line.number, f"row {row + 1}: {count}, expected {order}")
    return LineError(rows[-1].number, f"{counted(len(rows), 'row')}, expected {order}")


def looks_framed(texts: Sequence[str]) -> bool:
    """Whether most lines are frames, or rows of a common width from 2 to 25."""
    rows = [text for text in texts if not _FRAME.fullmatch(text)]
    widths = Counter(width for text in rows for width in widths_of(text) if 2 <= width <= LARGEST)
    if not rows or not widths:
        return len(texts) > 1 and not rows
    alike = widths.most_common(1)[0][1]
    return 2 * alike >= len(rows) and len(texts) > 1
