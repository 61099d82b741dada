"""Lessons for the page: the entry of each lesson's board, with its words as ``lesson``.

``python -m cpstudy.web.lessons [KIND…]`` makes them once and writes ``NAME_lessons.set`` next to
``NAME.js``; a test makes some of them again. A lesson without a board has words only.
"""

import sys
from collections.abc import Iterable, Iterator

from cpstudy import puzzles
from cpstudy.core.kind import Kind
from cpstudy.web.entries import Entry, entry
from cpstudy.web.page import lessons_file, packed
from cpstudy.web.sets import kinds_with_a_page


def lessons(kind: Kind) -> Iterator[Entry]:
    """Yield the entries of a kind's lessons, computed now."""
    for lesson in kind.explaining.lessons() if kind.explaining else ():
        words = {"rule": lesson.rule, "title": lesson.title, "text": lesson.text}
        if lesson.words:
            words["words"] = lesson.words
        board = entry(kind.puzzle.decode(lesson.board), "lesson") if lesson.board else {}
        yield {**board, "kind": kind.name, "lesson": words}


def write(names: Iterable[str]) -> None:
    """Make the lessons of some kinds and write their files."""
    for name in names:
        found = list(lessons(puzzles.kind(name)))
        if found:
            text = packed(found)
            lessons_file(name).write_text(text, encoding="ascii")
            print(f"{name}: {len(found)} lessons, {len(text) / 1000:.1f} kB", file=sys.stderr)


if __name__ == "__main__":
    write(sys.argv[1:] or kinds_with_a_page())
