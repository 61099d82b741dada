"""Levels of Sokoban in other letters than XSB: the meaning of each sign, found by counting.

A sign that XSB does not have may mean what its letter suggests: ``B`` a box, or a box on a goal;
``P`` the player, or the player on a goal; and so on. Every assignment is tried that gives each sign
one meaning, and each meaning except floor one sign; it must give every level of the document one
player, the same number of boxes and goals, and walls all around. If exactly one assignment is left,
the document is read with it. If several give different levels, the document is refused with two of
them, and ``--reading letters=B$,&@`` chooses: for each sign, the sign and its XSB character. Walls
may be another sign if there is no ``#``, and ``*`` may be a box if there is no ``$``.

Cost: a few hundred assignments, one pass over the squares each.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import product

from cpstudy.core.errors import InputError, shortened

_NAMES = {
    "#": "wall", "@": "player", "+": "player on goal", "$": "box", "*": "box on goal",
    ".": "goal", "-": "floor",
}  # fmt: skip
XSB = frozenset("#@+$*.-_ ")
# The possible other signs for each XSB character.
_MAY_BE = {
    "@": "&pPmMaAiIsSyY",
    "+": "PMAqQ",
    "$": "bBcCoO0xX",
    "*": "BCOX0%8",
    ".": "gGtToOxXdD0",
    "-": "0,:~fF",
}
# Capitals that mean "on a goal" only if their small letters also occur.
_PAIRED = frozenset("PMABC")
_WALLS = "WwXxH%\u2588\u25a0"


def with_walls(lines: Sequence[str]) -> tuple[list[str], str]:
    """The lines with ``#`` for walls, and the sign that was replaced, "" for ``#``."""
    if any("#" in line for line in lines):
        return list(lines), ""
    for sign in _WALLS:
        whole = [line for line in lines if line.strip() and set(line.strip()) <= {sign, " "}]
        if len(whole) > 1 and any(3 * sign in line for line in whole):
            return [
                line.replace(sign, "#")
                if line.strip()[:1] == sign == line.strip()[-1:] else line
                for line in lines
            ], sign  # fmt: skip
    return list(lines), ""


def hinted_letters(text: str) -> dict[str, str]:
    """The signs of a hint, ``B$,&@``. Raises InputError."""
    found = {}
    for pair in text.split(","):
        if len(pair) != 2 or pair[1] not in _NAMES:
            raise InputError(
                f"letters {shortened(text)}: expected a sign and what XSB has for it, for each, "
                f"e.g. B$,&@"
            )
        found[pair[0]] = pair[1]
    return found


def letters_of(levels: Sequence[Sequence[str]], more_goals: bool) -> dict[str, str] | None:
    """The meanings of the signs of levels that are not XSB: sign -> XSB sign; None if unknown.

    Raises an InputError that names two readings if levels can be read in several ways.
    """
    signs = sorted({sign for rows in levels for row in rows for sign in row})
    starred = "$" not in signs and {"*", "."} <= set(signs)
    if XSB.issuperset(signs) and not starred:
        return {}
    found: dict[tuple[str, ...], dict[str, str]] = {}
    for meanings in _assignments(signs, not _is_floored(levels)):
        table = str.maketrans("".join(meanings), "".join(meanings.values()))
        read = tuple("\n".join(rows).translate(table) for rows in levels)
        if read not in found and all(_is_level(rows, more_goals) for rows in read):
            found[read] = {
                sign: part for sign, part in meanings.items()
                if _differs(sign, part) or (starred and sign == "*")
            }  # fmt: skip
            if len(found) > 1:
                one, other = found.values()
                raise InputError(
                    f"letters: {described(one)}, or {described(other)}? choose --reading "
                    f"letters={_written(one)} or --reading letters={_written(other)}"
                )
    return next(iter(found.values()), None)


def described(letters: Mapping[str, str]) -> str:
    """The signs as text: ``B box, & player``."""
    return ", ".join(f"{sign} {_NAMES[part]}" for sign, part in letters.items())


def _written(letters: Mapping[str, str]) -> str:
    return ",".join(f"{sign}{part}" for sign, part in letters.items())


def _differs(sign: str, part: str) -> bool:
    return sign != part and not (part == "-" and sign in " _-")


def _assignments(signs: Sequence[str], dotted: bool) -> Iterator[dict[str, str]]:
    """Assignments of meanings to signs, floor may repeat. dotted: a dot may be floor, else goal."""
    choices = [_parts(sign, signs, dotted) for sign in signs]
    for parts in product(*choices):
        taken = [part for part in parts if part != "-"]
        if len(set(taken)) == len(taken):
            yield dict(zip(signs, parts, strict=True))


def _parts(sign: str, signs: Sequence[str], dotted: bool) -> str:
    """The possible meanings of a sign. Of a letter in both cases, the capital is on a goal."""
    if sign in "*&" and "*" in signs and "$" not in signs:
        return "*$" if sign == "*" else "@*"
    if sign in XSB:
        return ".-" if sign == "." and dotted else "-" if sign in "-_ " else sign
    may = "".join(part for part, letters in _MAY_BE.items() if sign in letters)
    other = sign.swapcase()
    paired = other != sign and other in signs
    if paired and sign not in "oOxX":
        return "".join(part for part in may if (part in "+*") is sign.isupper())
    if sign in _PAIRED:
        return "".join(part for part in may if part not in "+*")
    return may


def _is_floored(levels: Sequence[Sequence[str]]) -> bool:
    """Whether a sign of XSB is floor inside a level, so that a dot is a goal."""
    return any(set(row.strip()) & set(" -_") for rows in levels for row in rows)


def _is_level(text: str, more_goals: bool) -> bool:
    """Whether rows in XSB have one player, fitting numbers of boxes and goals, and closed walls."""
    players = text.count("@") + text.count("+")
    boxes = text.count("$") + text.count("*")
    goals = text.count(".") + text.count("*") + text.count("+")
    if players != 1 or not boxes or not (boxes == goals or (more_goals and boxes < goals)):
        return False
    return _is_closed(text.split("\n"))


def _is_closed(rows: Sequence[str]) -> bool:
    """Whether the player cannot walk out."""
    columns = max(map(len, rows))
    cells = [row.ljust(columns) for row in rows]
    start = next(
        (r, c) for r, row in enumerate(cells) for c, sign in enumerate(row) if sign in "@+"
    )
    waiting, seen = [start], {start}
    while waiting:
        row, column = waiting.pop()
        if row in (0, len(cells) - 1) or column in (0, columns - 1):
            return False
        for neighbour in (
            (row - 1, column),
            (row + 1, column),
            (row, column - 1),
            (row, column + 1),
        ):
            if cells[neighbour[0]][neighbour[1]] != "#" and neighbour not in seen:
                seen.add(neighbour)
                waiting.append(neighbour)
    return True
