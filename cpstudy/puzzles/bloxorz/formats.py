"""Level files: the text form with one row a line. A file is one level."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from cpstudy.core.text import Item, decoded
from cpstudy.puzzles.bloxorz.puzzle import Bloxorz


def recognises_level(line: str) -> bool:
    """Whether a file's first significant line looks like a row of tile codes."""
    code = "[A-Za-z]{1,2}[0-9]*"
    return re.fullmatch(rf"\s*{code}(\s+{code})*\s*", line) is not None


def read_level(lines: Iterable[str]) -> Iterator[Item]:
    """One level; lines that begin with ``#`` are comments."""
    kept = [line for line in lines if not line.startswith("#")]
    yield Item(1, "".join(kept), decoded("\n".join(kept), _level))


def _level(text: str) -> Bloxorz:
    return Bloxorz.from_lines(text.splitlines())


def write_level(puzzle: Bloxorz) -> str:
    """The level file, its columns aligned."""
    width = max(map(len, puzzle.tiles))
    lines = (
        " ".join(code.ljust(width) for code in puzzle.tiles[start : start + puzzle.columns])
        for start in range(0, len(puzzle.tiles), puzzle.columns)
    )
    switches = list(puzzle.lines())[puzzle.rows :]
    return "".join(f"{line.rstrip()}\n" for line in (*lines, *switches))
