"""The puzzles that the page brings along: built ahead and packed next to each kind's script.

A kind names them (``Page.bundled``). Their deductions take a minute in total, so ``python -m
cpstudy.web.sets [KIND…]`` makes them once and writes ``NAME.set`` next to ``NAME.js``. With
``--again`` it explains the existing puzzles again, which is enough if only sentences changed.
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

# With this seed, puzzle i is the same in every version that keeps its generators.
SEED = 2026


def kinds_with_a_page() -> list[str]:
    """Return the names of the kinds that have a page, in the order of the list of kinds."""
    ours = puzzles.PUZZLES | puzzles.DECLARED
    return [name for name in ours if puzzles.kind(name).page is not None]


def kept(name: str) -> str:
    """Return the packed set of a kind; it is built now if there is no file."""
    file = _file(name)
    if file.exists():
        return file.read_text(encoding="ascii")
    return packed(entries(puzzles.kind(name)))


def bundled_page(names: Iterable[str] | None = None, *, served: bool = False) -> str:
    """Return the page of the puzzles that come with cpstudy, of some kinds or of all.

    served: see :func:`.page.page`; a served page has the scripts of all kinds. Raises InputError if
    a kind has no page.
    """
    chosen = kinds_with_a_page() if names is None else list(names)
    kinds = dict.fromkeys([*chosen, *(kinds_with_a_page() if served else ())])
    blobs = {name: kept(name) for name in chosen}
    return page(kinds, blobs, served=served, films=() if served else _filmed(blobs.values()))


def _filmed(blobs: Iterable[str]) -> list[dict[str, Any]]:
    from cpstudy.web.films import filmed  # imports NumPy, which a served page does not need

    return [one for blob in blobs for one in filmed(unpacked(blob))]


def _file(name: str) -> Path:
    """The path of a kind's packed set."""
    return kind_script(name).with_name(f"{name}.set")


def entries(kind: Kind) -> Iterator[Entry]:
    """Yield the records of a kind's set, built now; the first is easy if there is an easy one."""
    assert kind.page is not None
    lines = kind.page.bundled or (Bundled(texts=(kind.example,)),)
    yield from easy_first([entry for bundled in lines for entry in drawn(kind, bundled)])


def easy_first(found: Sequence[Entry]) -> list[Entry]:
    """Return the entries with the first easy one in front, because people begin there."""
    first = next((n for n, entry in enumerate(found) if entry.get("level") == LEVELS[0]), 0)
    return [*found[first : first + 1], *found[:first], *found[first + 1 :]]


def drawn(kind: Kind, bundled: Bundled) -> Iterator[Entry]:
    """Yield the records of one line of a kind's set."""
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
    """Yield the records of the puzzles in a kind's set, made again."""
    for old in unpacked(kept(kind.name)):
        made = {"made": old["made"]} if "made" in old else {}
        yield entry(kind.puzzle.decode(old["text"]), old.get("source", "")) | made


def write(names: Iterable[str], of: Callable[[Kind], Iterator[Entry]] = entries) -> None:
    """Build the sets of some kinds and write their files. of: yields the records of a kind."""
    for name in names:
        text = packed(of(puzzles.kind(name)))
        _file(name).write_text(text, encoding="ascii")
        print(f"{name}: {len(text) // 1000} kB", file=sys.stderr)


if __name__ == "__main__":
    given = [name for name in sys.argv[1:] if name != "--again"]
    write(given or kinds_with_a_page(), again if "--again" in sys.argv else entries)
