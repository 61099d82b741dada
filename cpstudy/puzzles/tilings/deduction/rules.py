"""The rules without trying: one tile, loops, dead ends.

- *local*: a tile does not lie so that it differs from an edge that is known; an edge is open where
  all ways in which a tile may lie open it, and closed where none does.
- *loop*: an edge between two tiles that are joined already is closed.
- *dead end*: turning keeps the number of open sides, so a component of tiles has a fixed number of
  sides still to be joined. A tile that has all of them does not lie so that each of these leads to
  a component with one only: there it would end, and other tiles would be cut off.

Only the first holds for free graphs.
"""

from __future__ import annotations

from collections.abc import Iterator

from cpstudy.puzzles.tilings.deduction.knowledge import CLOSED, OPEN, Finding, Knowledge


def local(k: Knowledge) -> Iterator[Finding]:
    """What follows for a tile from its edges, and from its ways for them."""
    while k.changed:
        cell = next(iter(k.changed))
        del k.changed[cell]
        opened, closed = k.known(cell)
        left = tuple(way for way in k.ways[cell] if way & opened == opened and not way & closed)
        if left != k.ways[cell]:
            because, words = _disagreeing(k, cell, left)
            yield Finding(cell, because, words, ways=left)
        yield from _agreed(k, cell)


def _disagreeing(k: Knowledge, cell: int, left: tuple[int, ...]) -> tuple[tuple[int, ...], str]:
    """The cells beyond those known sides of a cell that its lost ways differ from, and words."""
    opened, closed = k.known(cell)
    differing = 0
    for way in k.ways[cell]:
        differing |= (opened & ~way) | (closed & way)
    beyond = {at for side, at in enumerate(k.beyond[cell]) if differing >> side & 1}
    because = tuple(sorted(beyond - {-1, cell}))
    places = [k.puzzle.cell(other) for other in because] + ["the border"] * (-1 in beyond)
    every = "every other way" if left else "every way"
    return because, f"{every} differs from what is known towards {', '.join(places) or 'itself'}"


def _agreed(k: Knowledge, cell: int) -> Iterator[Finding]:
    """Edges about which all ways of a tile agree."""
    always, ever = -1, 0
    for way in k.ways[cell]:
        always, ever = always & way, ever | way
    for side in list(k.unknown_sides(cell)):
        if always >> side & 1:
            yield Finding(cell, (cell,), _every(k, cell, "opens"), side, OPEN)
        elif not ever >> side & 1:
            yield Finding(cell, (cell,), _every(k, cell, "closes"), side, CLOSED)


def _every(k: Knowledge, cell: int, verb: str) -> str:
    if not k.puzzle.tiles[cell]:
        return f"{k.puzzle.cell(cell)} is a hole"
    if len(k.ways[cell]) == 1:
        return f"so {k.puzzle.cell(cell)} lies"
    return f"every way {k.puzzle.cell(cell)} may lie {verb} it"


def loop(k: Knowledge) -> Iterator[Finding]:
    """Edges that would close a loop."""
    while k.tree and k.joined:
        cell = next(iter(k.joined))
        del k.joined[cell]
        for side in list(k.unknown_sides(cell)):
            other = k.beyond[cell][side]
            if k.label[other] == k.label[cell]:
                because = tuple(k.path(cell, other))
                yield Finding(cell, because, "its ends are joined already", side, CLOSED)


def dead_end(k: Knowledge) -> Iterator[Finding]:
    """Ways of a tile that would cut its component off from the others."""
    while k.tree and k.grown:
        cell = next(iter(k.grown))
        del k.grown[cell]
        opened, _ = k.known(cell)
        label = k.label[cell]
        need = k.puzzle.tiles[cell].bit_count() - opened.bit_count()
        if need == 0 or need != k.stubs[label]:
            continue
        left = tuple(way for way in k.ways[cell] if not _cuts_off(k, cell, way & ~opened))
        if left != k.ways[cell]:
            lost = [way for way in k.ways[cell] if way not in left]
            because = {
                member
                for side in range(len(k.beyond[cell]))
                if any((way & ~opened) >> side & 1 for way in lost) and k.beyond[cell][side] >= 0
                for member in k.members[k.label[k.beyond[cell][side]]]
            }
            words = "otherwise all its sides led to dead ends, cut off from other tiles"
            yield Finding(cell, tuple(sorted(because | set(k.members[label]))), words, ways=left)


def _cuts_off(k: Knowledge, cell: int, opened: int) -> bool:
    """Whether opening sides of a tile leads to components of one stub each, and not to all."""
    reached = {k.label[cell]}
    for side in range(len(k.beyond[cell])):
        if opened >> side & 1:
            beyond = k.beyond[cell][side]
            if beyond < 0 or k.stubs[k.label[beyond]] != 1:
                return False
            reached.add(k.label[beyond])
    return sum(len(k.members[label]) for label in reached) < k.vertices
