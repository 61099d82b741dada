"""File formats of Sokoban: XSB levels and collections, LURD solutions.

*XSB*: a level is a sequence of lines of ``#`` wall, ``@`` player, ``+`` player on a goal, ``$``
box, ``*`` box on a goal, ``.`` goal; floor is a space, ``-`` or ``_``. Short lines are filled up
with floor on the right; walls must enclose the squares that the player can reach. A blank line or a
line of text ends a level. Text names the levels: a line ``Title: …``, or else the nearest line with
``;``. In a collection all titles are before or all after their levels: after them if text follows
the last level. :mod:`.letterings` recognises other letters. Levels with more goals than boxes are
refused, unless ``--reading goals=more`` states that these are solved when all boxes are on goals.

*LURD*: a solution as letters, ``u d l r`` steps and ``U D L R`` pushes, with all walks. Blanks and
line ends are ignored; ``3R`` and ``2(rU)`` are repetitions.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from cpstudy.core.documents import Document, Item, with_fault
from cpstudy.core.errors import InputError, choose_from
from cpstudy.puzzles.sokoban.letterings import (
    XSB,
    described,
    hinted_letters,
    letters_of,
    with_walls,
)
from cpstudy.puzzles.sokoban.puzzle import BOX, GOAL, PUSH_LETTERS, STEP_LETTERS, Sokoban, codes_of

_ROW = re.compile(r"[-#@+$*._ ]+")
# A word: comments contain words, rows of walls and letters do not.
_WORD = re.compile(r"[A-Za-z]{3,}")
# A level's number or size before it, or its first row if it is written in digits.
_NUMBER = re.compile(r"[0-9]{1,4}(?:[ ,x]+[0-9]{1,4})?[.:)]?|[0-9]{3,}")
_MOST_DIGITS = 9
_REPEATED = re.compile(r"([0-9]+)(?:\(([^()]*)\)|([A-Za-z]))")

# Repetitions are expanded; some digits must not fill the memory.
LONGEST_SOLUTION = 1_000_000


def decode_text(line: str, hints: Mapping[str, str]) -> tuple[Sokoban, Mapping[str, str]]:
    """The level of a text form. Raises InputError."""
    head, colon, rows = line.strip().partition(":")
    more = "m" if _more_goals(hints) and colon and not head.endswith("m") else ""
    return Sokoban.decode(f"{head}{more}{colon}{rows}"), {}


def recognises_xsb(document: Document) -> bool:
    """Whether a document has rows of a level, and does not begin like text forms or XML.

    A document without any row is recognised too: this format reports it.
    """
    first = next((line.strip() for line in document.head if line.strip()), "")
    if _NUMBER.fullmatch(first):
        rows = [line for line in document.head if _ROW.fullmatch(line.rstrip()) and "##" in line]
        return bool(rows) or _is_in_digits(document.significant)
    return re.match(r"[0-9]|\ufeff?\s*<", first) is None


def _is_in_digits(lines: Sequence[str]) -> bool:
    """Whether the lines may be a level written in digits, one a cell."""
    signs = set("".join(lines))
    return len(lines) > 2 and all(map(str.isdigit, lines)) and 3 < len(signs) < _MOST_DIGITS


@dataclass
class _Block:
    """A sequence of level lines with the text before and after it."""

    line: int
    rows: list[str]
    before: Sequence[str] = ()
    after: list[str] = field(default_factory=list)


@with_fault
def read_xsb(lines: Iterable[str]) -> Iterator[Item]:
    """Read the levels of a collection; an item's text is the level's title, or ``""``."""
    hints = getattr(lines, "hints", {})
    rows, walls = with_walls(_in_xsb_letters([line.expandtabs().rstrip() for line in lines], hints))
    blocks = _blocks(rows)
    titles_follow = bool(blocks) and any(blocks[-1].after)
    letters: dict[str, str] | None = None
    fault: InputError | None = None
    foreign = [block.rows for block in blocks if not XSB.issuperset("".join(block.rows))]
    if not any("$" in row for block in blocks for row in block.rows):
        foreign = [block.rows for block in blocks]
    try:
        letters = _letters(foreign, hints)
    except InputError as error:
        fault = error
    if len(blocks) > 1 and sum(map(_players, blocks)) < 2:
        # A line inside the only level splits it.
        last = blocks[-2].line + len(blocks[-2].rows)
        yield Item(last, "", InputError("this line is not a row of the level around it"), "")
        return
    for block in blocks:
        title = title_of(block.after if titles_follow else list(reversed(block.before)))
        if fault is not None and len(blocks) > 1:
            yield Item(block.line, title, fault, title)
            return
        in_xsb = block.rows if "letters" in hints else _in_xsb(block.rows, letters)
        found = fault or decoded_level(in_xsb, hints)
        yield Item(block.line, title, found, title, _about(letters, walls, found))


def _players(block: _Block) -> int:
    return sum(row.count(sign) for row in block.rows for sign in "@+&pP")


def _in_xsb_letters(lines: list[str], hints: Mapping[str, str]) -> list[str]:
    """The lines, with rows in XSB if the user defines the letters. Raises InputError."""
    filled = [line.strip() for line in lines if line.strip()]
    if "letters" not in hints:
        if _is_in_digits(filled):
            raise InputError(
                "which digit is what? choose, e.g. --reading letters=0-,1#,2.,3$,4@ for floor, "
                "wall, goal, box, player; * and + are box and player on a goal"
            )
        return lines
    letters = hinted_letters(hints["letters"])
    return [
        row if XSB.issuperset(row) or _is_walled(line) else line
        for line, row in zip(lines, _in_xsb(lines, letters), strict=True)
    ]


def _letters(levels: Sequence[Sequence[str]], hints: Mapping[str, str]) -> dict[str, str] | None:
    """The meanings of other signs than XSB's, by the user or by counting. Raises InputError."""
    if "letters" in hints:
        return hinted_letters(hints["letters"])
    return letters_of(levels, hints.get("goals") == "more")


def _in_xsb(rows: Sequence[str], letters: Mapping[str, str] | None) -> list[str]:
    table = str.maketrans(dict(letters or {}))
    return [row.translate(table) for row in rows]


def _about(
    letters: Mapping[str, str] | None, walls: str, level: Sokoban | InputError
) -> dict[str, str]:
    notes = [f"{walls} wall"] if walls else []
    notes += [described(letters)] if letters else []
    if isinstance(level, Sokoban) and level.more_goals:
        notes.append("solved when all boxes are on goals")
    return {"read as": ", ".join(notes)} if notes else {}


def _blocks(lines: Iterable[str]) -> list[_Block]:
    blocks: list[_Block] = []
    text: list[str] = []
    open_block: _Block | None = None
    for number, row in enumerate(lines, 1):
        if row and (_ROW.fullmatch(row) or _is_walled(row)):
            if open_block is None:
                open_block = _Block(number, [], text)
                text = []
            open_block.rows.append(row)
            continue
        text = _close(blocks, open_block, text)
        open_block = None
        text.append(row.strip())
    _close(blocks, open_block, text)
    return blocks


def _is_walled(row: str) -> bool:
    """Whether a line begins with a wall and is not a comment."""
    text = row.strip()
    words = (set(word) for word in _WORD.findall(text))
    return text.startswith("#") and (text.endswith("#") or not any(len(w) > 2 for w in words))


def _close(blocks: list[_Block], block: _Block | None, text: list[str]) -> list[str]:
    """Keep a finished block if it is a level (dashes alone are not); return the text after it."""
    if block is None:
        return text
    if not any("#" in row or "@" in row for row in block.rows):
        return [*block.before, *text]
    block.after = []
    blocks.append(block)
    return block.after


def title_of(texts: Sequence[str]) -> str:
    """The title in the text next to a level; the nearest line comes first."""
    for text in texts:
        if text.lower().startswith("title:"):
            return text[len("title:") :].strip()
    nearest = next((text for text in texts if text), "")
    return nearest[1:].strip() if nearest.startswith(";") else ""


def level(rows: Sequence[str], hints: Mapping[str, str] | None = None) -> Sokoban:
    """The level of XSB rows, filled up on the right.

    Raises an InputError that names the cell: an unknown character, wrong numbers of players, boxes
    and goals, or a player who can walk out.
    """
    more = _more_goals(hints or {})
    columns = max(map(len, rows), default=0)
    cells = codes_of(row.ljust(columns) for row in rows)
    try:
        puzzle = Sokoban(len(rows), columns, cells, more)
    except InputError as error:
        boxes, goals = (sum(code & bit > 0 for code in cells) for bit in (BOX, GOAL))
        if not more and 0 < boxes < goals and "goals and" in str(error):
            raise InputError(
                f"{error} (--reading goals=more: solved when all boxes are on goals)"
            ) from None
        raise
    gap = _floor_on_border(puzzle)
    if gap is not None:
        raise InputError(f"{puzzle.cell(gap)}: the player can walk out of the level")
    return puzzle


def _more_goals(hints: Mapping[str, str]) -> bool:
    choice = hints.get("goals")
    if choice not in (None, "more", "equal"):
        raise InputError(f"goals {choice[:30]!a}: {choose_from(choice, ('equal', 'more'))}")
    return choice == "more"


def decoded_level(
    rows: Sequence[str], hints: Mapping[str, str] | None = None
) -> Sokoban | InputError:
    """:func:`level`, or the InputError that it raises."""
    try:
        return level(rows, hints)
    except InputError as error:
        return error


def _floor_on_border(puzzle: Sokoban) -> int | None:
    """The first square on the border that the player could reach if there were no boxes."""
    for square in puzzle.floor:
        row, column = divmod(square, puzzle.columns)
        if row in (0, puzzle.rows - 1) or column in (0, puzzle.columns - 1):
            return square
    return None


def write_xsb(puzzle: Sokoban) -> str:
    """The level with spaces as floor, with a frame of walls if its floor reaches the border.

    A ``-`` replaces a space where spaces alone would be lost: in an empty row, and at the end of
    the first row if every row ends with floor.
    """
    lines = framed(puzzle)
    rows = [line.replace("-", " ").rstrip() or "-" for line in lines]
    columns = len(lines[0])
    if max(map(len, rows)) < columns:
        rows[0] = rows[0].replace("-", " ").ljust(columns - 1) + "-"
    return "".join(row + "\n" for row in rows)


def write_collection(levels: Iterable[tuple[Mapping[str, str], Sokoban]]) -> str:
    """Levels, each after a line with its title, and before that its description if it has one."""
    blank = "; \n"
    return "".join(
        _comment(about, "description")
        + (_comment(about, "title") or blank)
        + f"\n{write_xsb(level)}\n"
        for about, level in levels
    )


def _comment(about: Mapping[str, str], key: str) -> str:
    """A comment line with a property of a level, or ""."""
    text = " ".join(about.get(key, "").split())
    return f"; {text}\n" if text else ""


def framed(puzzle: Sokoban) -> list[str]:
    """The rows, floor as ``-``, with a frame of walls if the floor reaches the border."""
    lines = puzzle.lines()
    if _floor_on_border(puzzle) is not None:
        border = "#" * (puzzle.columns + 2)
        lines = [border, *(f"#{line}#" for line in lines), border]
    return lines


def read_lurd(text: str) -> tuple[str, ...]:
    """The moves of a LURD solution. Raises InputError for other letters, with their position."""
    compact = "".join(text.split())
    while match := _REPEATED.search(compact):
        body = match[2] if match[2] is not None else match[3]
        if len(match[1]) > 7 or int(match[1]) * len(body) > LONGEST_SOLUTION:
            raise InputError(f"a solution of more than {LONGEST_SOLUTION} moves")
        compact = compact[: match.start()] + int(match[1]) * body + compact[match.end() :]
        if len(compact) > LONGEST_SOLUTION:
            raise InputError(f"a solution of more than {LONGEST_SOLUTION} moves")
    for number, letter in enumerate(compact, 1):
        if letter not in STEP_LETTERS + PUSH_LETTERS:
            raise InputError(f"move {number}: {letter!a} is none of {STEP_LETTERS}{PUSH_LETTERS}")
    return tuple(compact)


def write_moves(puzzle: Sokoban, moves: Iterable[str]) -> str:
    """Moves as letters; between pushes named by their boxes, the player takes a shortest walk.

    Raises an InputError that names the first impossible move.
    """
    return puzzle.letters(moves)


def read_moves(puzzle: Sokoban, text: str) -> tuple[str, ...]:
    """The moves of LURD letters, or of pushes like ``2,3U`` separated by blanks.

    Raises InputError for other letters, with their position.
    """
    return tuple(text.split()) if "," in text else read_lurd(text)


def tally_moves(text: str) -> Mapping[str, int]:
    """The numbers of pushes and of moves in a line of letters."""
    return {"pushes": sum(map(str.isupper, text)), "moves": len(text)}
