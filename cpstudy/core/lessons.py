"""Lessons of a family of kinds, from the ``lessons.toml`` in its package.

The file has one table ``[[lessons]]`` for each lesson, easiest first: the fields of
:class:`~cpstudy.core.explaining.Lesson`, and ``boards``, which maps kinds to boards. A lesson is
for the kinds with a board there, or for all kinds if ``every_kind`` is true.
"""

import tomllib
from functools import cache
from importlib.resources import files

from cpstudy.core.explaining import Lesson


@cache
def lessons(package: str, kind: str) -> tuple[Lesson, ...]:
    """The lessons of a kind, easiest first."""
    text = (files(package) / "lessons.toml").read_text(encoding="utf-8")
    found = list[Lesson]()
    for one in tomllib.loads(text)["lessons"]:
        boards = one.get("boards", {})
        if kind in boards or one.get("every_kind"):
            taught = one["rule"], one["title"], one["text"]
            found.append(Lesson(*taught, boards.get(kind, ""), one.get("words", "")))
    return tuple(found)
