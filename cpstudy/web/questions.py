"""The program's answers to the page: puzzles that people paste, and new puzzles.

A question and its answer are JSON objects. An answer has ``entries`` (:mod:`.entries`); or
``fault``, one line, if the user is at fault; or ``kinds`` if a text fits several kinds, so that the
page has to ask for one. All work keeps a budget of a few seconds. When it ends, the entry says what
is unknown.
"""

import base64
import io
import itertools
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from cpstudy import api, puzzles
from cpstudy.core import labels
from cpstudy.core.clock import Clock, OutOfTimeError
from cpstudy.core.documents import Document
from cpstudy.core.errors import InputError, shortened
from cpstudy.core.explaining import LEVELS
from cpstudy.core.kind import Kind
from cpstudy.core.result import Budget
from cpstudy.reading import naming
from cpstudy.reading.door import items
from cpstudy.reading.opening import read_bytes
from cpstudy.web.entries import Entry, entry
from cpstudy.web.sets import kinds_with_a_page

# The budget for everything about one puzzle.
SECONDS = 3.0
# The part of it for the deduction at first: people want a verdict at once, then a whole deduction.
_AT_FIRST = 0.25
_NEW_SECONDS = 20.0
# After these seconds the nearest level found so far is enough.
_LEVEL_SECONDS = 2.0
_MOST_PUZZLES = 20
_LARGEST_SIDE = 100

Answer = dict[str, Any]


def answer(question: Mapping[str, Any]) -> Answer:
    """Return the answer to a question, whose ``ask`` is a key of ``_ASKED``."""
    try:
        asked = _ASKED.get(str(question.get("ask")))
        if asked is None:
            raise InputError("the program does not know this question")
        return asked(question)
    except InputError as fault:
        return {"fault": str(fault)}
    except OutOfTimeError:
        return {"fault": f"no such puzzle was found within {_NEW_SECONDS:g} seconds"}


def _read(question: Mapping[str, Any]) -> Answer:
    """The puzzles in a ``text``, or in ``data``, a file in base64; ``kind`` is optional."""

    def document() -> Document:
        if "data" in question:
            return read_bytes(io.BytesIO(base64.b64decode(_word(question, "data"))))
        return Document.of(_word(question, "text"))

    named = question.get("kind") or naming.kind_of(document())
    if named is not None:
        return {"entries": _entries(puzzles.kind(str(named)), document())}
    found = {
        name: kind for name in kinds_with_a_page() if _takes(kind := puzzles.kind(name), document)
    }
    if not found:
        raise InputError(f"no kind of puzzle takes {shortened(document().first) or 'that'}")
    if len(found) > 1:
        return {"kinds": list(found)}
    (kind,) = found.values()
    return {"entries": _entries(kind, document())}


def _takes(kind: Kind, document: Callable[[], Document]) -> bool:
    try:
        first = next(items(kind, document()), None)
    except InputError:
        return False
    return first is not None and not isinstance(first.puzzle, InputError)


def _entries(kind: Kind, document: Document) -> list[Entry]:
    if kind.page is None:
        raise InputError(f"{kind.name} has no page")
    found = []
    for item in itertools.islice(items(kind, document), _MOST_PUZZLES):
        if isinstance(item.puzzle, InputError):
            raise item.puzzle
        found.append(entry(item.puzzle, item.title or "yours", SECONDS, _AT_FIRST))
    if not found:
        raise InputError("there is no puzzle in it")
    return found


def _new(question: Mapping[str, Any]) -> Answer:
    """A new puzzle of a ``kind``, a size (``rows``, ``columns``) and a ``seed``.

    Optional: ``level``; ``way``, the name of a generator; ``ahead``, if nobody waits for it.
    """
    kind = puzzles.kind(_word(question, "kind"))
    if kind.generating is None:
        raise InputError(f"{kind.name} has no generator")
    rows, columns, seed = (_number(question, name) for name in ("rows", "columns", "seed"))
    level = question.get("level")
    grade = _grade(kind, level)
    preset = kind.generating.presets.get(str(level), kind.generating.usual)
    able = [name for name, row in kind.generators.items() if row.gives(grade, wrap=False)]
    name = question.get("way") or (preset and preset.algorithm)
    if name not in able:
        name = able[0]
    size = (min(rows, _LARGEST_SIDE), min(columns, _LARGEST_SIDE))
    ahead = question.get("ahead")
    patience = _NEW_SECONDS if ahead else _LEVEL_SECONDS
    board, wished = _made(kind, name, size, seed, grade, patience)
    # Nobody waits for a puzzle made ahead: time for its deduction, and for tables that are kept.
    limits = (_NEW_SECONDS, _NEW_SECONDS / 2) if ahead else (SECONDS, _AT_FIRST)
    found = entry(board, "new", *limits)
    made = labels.label(kind, name, size, seed, 0, board) | {"score": found.get("score")}
    found["source"] = f"new: {made['title']}, {labels.in_words(made)}"
    if not wished:
        found["source"] += f", the nearest to {grade} in {patience:g} seconds"
    elif grade in LEVELS:
        found["level"] = grade
    return {"entries": [found]}


def _made(
    kind: Kind, name: str, size: tuple[int, int], seed: int, grade: str | None, patience: float
) -> tuple[Any, bool]:
    """A puzzle, and whether it has the requested grade."""
    unique = kind.generators[name].unique is not None
    clock = _Patient(_NEW_SECONDS, patience)
    make, wanted, _ = api.making(
        kind.name, name, size, 1, seed, unique=unique, grade=grade, wishes={}, clock=clock
    )
    clock.near = wanted.near
    try:
        return next(make(wanted))[0], True
    except OutOfTimeError:
        if not wanted.near:
            raise
        return wanted.near[-1][0], grade is None


class _Patient(Clock):
    """A clock that is late after ``patience`` seconds if a puzzle of another level was found."""

    near: Sequence[object] = ()

    def __init__(self, seconds: float, patience: float) -> None:
        super().__init__(seconds)
        self._patience = patience

    @property
    def late(self) -> bool:
        """See the class."""
        return super().late or (bool(self.near) and self.passed >= self._patience)

    @property
    def left(self) -> float | None:
        """See the class."""
        return max(0.0, (self._patience if self.near else _NEW_SECONDS) - self.passed)


def _grade(kind: Kind, level: Any) -> str | None:
    """The grade of a kind for a level; None if any grade will do."""
    if kind.explaining is None and level in LEVELS:
        return None
    try:
        return api.named_grade(kind, None if level is None else str(level))
    except InputError:
        if level not in LEVELS:
            raise
        return None  # the kind has no grade of this level


def _deduce(question: Mapping[str, Any]) -> Answer:
    """The entry of a puzzle with its whole deduction, after one that was cut."""
    return {"entries": [entry(_named_puzzle(question), "yours", SECONDS)]}


def _film(question: Mapping[str, Any]) -> Answer:
    """The recorded clause learning on a puzzle."""
    from cpstudy.web import films

    return {"film": films.film(_named_puzzle(question), Budget(seconds=SECONDS))}


def _cpsat(question: Mapping[str, Any]) -> Answer:
    """CP-SAT's log on a puzzle."""
    from cpstudy.web import films

    return {"film": films.cpsat_film(_named_puzzle(question), Budget(seconds=SECONDS))}


def _named_puzzle(question: Mapping[str, Any]) -> Any:
    return puzzles.kind(_word(question, "kind")).puzzle.decode(_word(question, "text"))


_ASKED: dict[str, Callable[[Mapping[str, Any]], Answer]] = {
    "read": _read,
    "new": _new,
    "deduce": _deduce,
    "film": _film,
    "cpsat": _cpsat,
}


def _word(question: Mapping[str, Any], name: str) -> str:
    word = question.get(name)
    if not isinstance(word, str):
        raise InputError(f"{name}: expected a text")
    return word


def _number(question: Mapping[str, Any], name: str) -> int:
    number = question.get(name)
    if not isinstance(number, int) or isinstance(number, bool) or number < 1:
        raise InputError(f"{name}: expected a whole number of at least 1")
    return number
