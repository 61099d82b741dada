"""The puzzles that the page brings along: built ahead, kept packed beside each kind's script.

A kind names them (``Page.bundled``); their deductions take a minute in all, so they are
made once, by ``python -m cpstudy.web.sets [KIND…]``, which writes ``NAME.set`` beside ``NAME.js``.
With ``--again`` it explains the puzzles that are there again: enough where sentences changed.
Generators are seeded, so the same command writes the same puzzles; a test makes some of them again.
"""

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from cpstudy import api, puzzles
from cpstudy.core import labels
from cpstudy.core.explaining import LEVELS
from cpstudy.core.kind import Bundled, Kind
from cpstudy.web.entries import Entry, entry
from cpstudy.web.page import kind_script, packed, page, unpacked

# Puzzle number i of it is the same in every version that keeps its generators.
SEED = 2026


def kinds_with_a_page() -> list[str]:
    """The names of the kinds that come to the page, in the order of the list of kinds."""
    ours = puzzles.PUZZLES | puzzles.DECLARED
    return [name for name in ours if puzzles.kind(name).page is not None]


def kept(name: str) -> str:
    """The packed set of a kind; built now where none lies beside its script."""
    file = _file(name)
    if file.exists():
        return file.read_text(encoding="ascii")
    return packed(entries(puzzles.kind(name)))


def bundled_page(names: Iterable[str] | None = None, *, served: bool = False) -> str:
    """The page of the puzzles that ship with cpstudy, of some kinds or of all that have any.

    served: as of :func:`.page.page`; then it has the scripts of all kinds. Raises InputError where
    a kind has no page.
    """
    chosen = kinds_with_a_page() if names is None else list(names)
    kinds = dict.fromkeys([*chosen, *(kinds_with_a_page() if served else ())])
    blobs = {name: kept(name) for name in chosen}
    return page(kinds, blobs, served=served, films=() if served else _filmed(blobs.values()))


def _filmed(blobs: Iterable[str]) -> list[dict[str, Any]]:
    from cpstudy.web.films import filmed  # NumPy, which a page that is served does without

    return [one for blob in blobs for one in filmed(unpacked(blob))]


def _file(name: str) -> Path:
    """Where the packed set of a kind lies."""
    return kind_script(name).with_name(f"{name}.set")


def entries(kind: Kind) -> Iterator[Entry]:
    """The records of all that a kind brings along, built now; the first is easy where any is."""
    assert kind.page is not None
    lines = kind.page.bundled or (Bundled(texts=(kind.example,)),)
    yield from easy_first([entry for bundled in lines for entry in drawn(kind, bundled)])


def easy_first(found: Sequence[Entry]) -> list[Entry]:
    """The same with the first easy one in front: people begin there."""
    first = next((n for n, entry in enumerate(found) if entry.get("level") == LEVELS[0]), 0)
    return [*found[first : first + 1], *found[:first], *found[first + 1 :]]


def drawn(kind: Kind, bundled: Bundled) -> Iterator[Entry]:
    """The records of one line of a kind's set."""
    for text in bundled.texts:
        yield entry(kind.puzzle.decode(text), bundled.source or "example")
    if bundled.made:
        for puzzle, source in bundled.made():
            yield entry(puzzle, source)
    if bundled.algorithm:
        boards = api.generate(
            kind.name,
            bundled.algorithm,
            bundled.size,
            bundled.count,
            SEED,
            wrap=bundled.wrap,
            unique=bundled.unique,
            grade=bundled.grade,
            outline=bundled.outline,
        )
        for index, (board, _) in enumerate(boards):
            found = entry(board, bundled.source or bundled.algorithm)
            size = int(found["rows"]), int(found["columns"])
            made = labels.label(kind, bundled.algorithm, size, SEED, index, board)
            score = {"score": found.get("score")}
            yield found | {"made": f"{made['title']}, {labels.in_words(made | score)}"}


def again(kind: Kind) -> Iterator[Entry]:
    """The records of the puzzles in a kind's set, made again."""
    for old in unpacked(kept(kind.name)):
        made = {"made": old["made"]} if "made" in old else {}
        yield entry(kind.puzzle.decode(old["text"]), old.get("source", "")) | made


def write(names: Iterable[str], of: Callable[[Kind], Iterator[Entry]] = entries) -> None:
    """Build the sets of some kinds and keep them. of: the records of a kind."""
    for name in names:
        text = packed(of(puzzles.kind(name)))
        _file(name).write_text(text, encoding="ascii")
        print(f"{name}: {len(text) // 1000} kB", file=sys.stderr)


if __name__ == "__main__":
    given = [name for name in sys.argv[1:] if name != "--again"]
    write(given or kinds_with_a_page(), again if "--again" in sys.argv else entries)
