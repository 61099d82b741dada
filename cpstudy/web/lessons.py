"""Lessons for the page: the entry of each lesson's board, with its words as ``lesson``.

They are made once, by ``python -m cpstudy.web.lessons [KIND…]``, which writes ``NAME_lessons.set``
beside ``NAME.js``; a test makes some of them again. A lesson without a board is its words alone.
"""

import sys
from collections.abc import Iterable, Iterator

from cpstudy import puzzles
from cpstudy.core.kind import Kind
from cpstudy.web.entries import Entry, entry
from cpstudy.web.page import lessons_file, packed
from cpstudy.web.sets import kinds_with_a_page


def lessons(kind: Kind) -> Iterator[Entry]:
    """The entries of a kind's lessons, made now."""
    for lesson in kind.explaining.lessons() if kind.explaining else ():
        words = {"rule": lesson.rule, "title": lesson.title, "text": lesson.text}
        if lesson.words:
            words["words"] = lesson.words
        board = entry(kind.puzzle.decode(lesson.board), "lesson") if lesson.board else {}
        yield {**board, "kind": kind.name, "lesson": words}


def write(names: Iterable[str]) -> None:
    """Make the lessons of some kinds and keep them."""
    for name in names:
        found = list(lessons(puzzles.kind(name)))
        if found:
            text = packed(found)
            lessons_file(name).write_text(text, encoding="ascii")
            print(f"{name}: {len(found)} lessons, {len(text) / 1000:.1f} kB", file=sys.stderr)


if __name__ == "__main__":
    write(sys.argv[1:] or kinds_with_a_page())
