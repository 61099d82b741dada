"""The steps of Picross as sentences: cells that are filled or empty, and the reasons.

With one colour, coloured cells are "filled"; with several, they have a colour named by its letter.
"""

from collections.abc import Iterable, Mapping, Sequence

from cpstudy.core.explaining import cells_of
from cpstudy.core.wording import are, joined, places, sentence
from cpstudy.puzzles.picross.deduction import LOOKAHEAD, OVERLAP, Finding
from cpstudy.puzzles.picross.puzzle import BLANK, LETTERS, Picross, clue_text

# The largest number of named lines on the way to a contradiction.
_NAMED = 4


def step(puzzle: Picross, finding: Finding, placed: Mapping[int, int], lines: Sequence[int]) -> str:
    """A finding as a sentence.

    placed: cells with only one colour left after it. lines: for a look-ahead, the line without an
    arrangement and the lines that lead to it.
    """
    if not finding.removed:
        fault = f"its runs {clue_text(puzzle.clues[finding.subject], ' ')} no longer fit"
        return sentence(f"there is no way to fill {puzzle.line_name(finding.subject)}", fault)
    why = (
        _supposed(puzzle, finding, lines)
        if finding.rule == LOOKAHEAD
        else _why(puzzle, finding, placed)
    )
    return sentence(_what(puzzle, finding, placed), why)


def colour_called(puzzle: Picross, colour: int) -> str:
    """The adjective for a cell of a colour.

    >>> colour_called(Picross.decode("1x1:1/1"), 1)
    'filled'
    """
    if colour == BLANK:
        return "empty"
    return "filled" if puzzle.colours == 1 else f"of colour {LETTERS[colour - 1]}"


def _with_clue(puzzle: Picross, line: int) -> str:
    return f"{puzzle.line_name(line)} ({clue_text(puzzle.clues[line], ' ') or 'no runs'})"


def _what(puzzle: Picross, finding: Finding, placed: Mapping[int, int]) -> str:
    """The new knowledge, grouped by colour."""
    parts = []
    for colour in range(puzzle.colours, -1, -1):
        cells = [cell for cell, c in placed.items() if c == colour]
        parts += [_are(puzzle, cells, colour_called(puzzle, colour))] if cells else []
    lost: dict[int, list[int]] = {}
    for cell, colour in finding.removed:
        if cell not in placed:
            lost.setdefault(cell, []).append(colour)
    alike: dict[tuple[int, ...], list[int]] = {}
    for cell, colours in lost.items():
        alike.setdefault(tuple(sorted(colours)), []).append(cell)
    for these, cells in alike.items():
        names = [colour_called(puzzle, colour) for colour in these]
        parts.append(_are(puzzle, cells, f"not {joined(names, 'or')}"))
    return "; ".join(parts)


def _are(puzzle: Picross, cells: Iterable[int], words: str) -> str:
    named = cells_of(puzzle.columns, cells)
    return f"{places(named)} {are(len(named))} {words}"


def _why(puzzle: Picross, finding: Finding, placed: Mapping[int, int]) -> str:
    line = _with_clue(puzzle, finding.subject)
    if not puzzle.clues[finding.subject]:
        return f"{puzzle.line_name(finding.subject)} has no runs"
    if finding.rule != OVERLAP:
        return f"all remaining ways to place the runs of {line} agree on this"
    covered = [cell for cell, colour in placed.items() if colour != BLANK]
    parts = []
    if covered:
        them = "it" if len(covered) == 1 else "them"
        ends = "pushed to one end and then to the other"
        parts.append(f"the runs of {line}, {ends}, cover {them} both times")
    if len({cell for cell, _ in finding.removed}) > len(covered):
        such = "matching " * (puzzle.colours > 1)
        rest = "can reach the rest" if covered else f"of {line} can reach that far"
        parts.append(f"no {such}run {rest}")
    return ", and ".join(parts)


def _supposed(puzzle: Picross, finding: Finding, lines: Sequence[int]) -> str:
    failed, *others = lines
    names = [puzzle.line_name(line) for line in reversed(others)]
    if len(names) > _NAMED:
        names[_NAMED - 1 :] = [f"{len(names) - _NAMED + 1} other lines"]
    in_lines = joined(names)
    after = f" after the consequences in {in_lines}" if others else ""
    name = colour_called(puzzle, finding.subject % (puzzle.colours + 1))
    return f"if it were {name}, the runs of {_with_clue(puzzle, failed)} would not fit{after}"
