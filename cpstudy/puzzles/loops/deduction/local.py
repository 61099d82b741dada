"""Rules that look at few edges: what a clue says, how a path continues, a clue and paths round it.

All of them are relations: edges that may be run on in a few ways only. Those that what is known
leaves open are listed; what all of them have in common is found out. The third rule joins the
relation of a clue with those of the vertices that its edges touch, way by way.

Cost: a test a way; some hundred ways a clue for the third rule. A relation is examined again only
where more of its edges are known.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

from cpstudy.core.deducing import ContradictionError
from cpstudy.puzzles.loops.deduction.knowledge import (
    Finding,
    Knowledge,
    Relation,
    passed,
    set_of,
    spread,
)
from cpstudy.puzzles.loops.rules import Group, Loops


@lru_cache(maxsize=8)
def _clues(puzzle: Loops) -> tuple[Relation, ...]:
    """What each clue says of its edges, a group after another."""
    return tuple(
        Relation(
            set_of(group.edges),
            tuple(spread(pattern, group.edges) for pattern in group.patterns),
            (group.clue,),
            puzzle.clue(group.clue),
        )
        for group in puzzle.groups
    )


@lru_cache(maxsize=8)
def _vertices(puzzle: Loops) -> tuple[Relation, ...]:
    """Each vertex: the loop passes it once or never."""
    lattice = puzzle.lattice
    found = []
    for vertex, (edges, ways) in enumerate(passed(lattice)):
        cells = {cell for edge in lattice.incident[vertex] for cell in puzzle.cells_beside(edge)}
        place = divmod(vertex, lattice.columns)
        words = f"the loop passes the {puzzle.passed} {place} once or never"
        found.append(Relation(edges, ways, tuple(sorted(cells)), words))
    return tuple(found)


@lru_cache(maxsize=8)
def _around(puzzle: Loops) -> tuple[tuple[Relation, tuple[tuple[int, tuple[int, ...]], ...]], ...]:
    """Of each clue its edges and those of the vertices they touch, and what is to be joined."""
    by_clue: dict[int, list[Group]] = {}
    for group in puzzle.groups:
        by_clue.setdefault(group.clue, []).append(group)
    lattice, at_vertex = puzzle.lattice, passed(puzzle.lattice)
    found = []
    for clue, groups in by_clue.items():
        parts = [
            (set_of(g.edges), tuple(spread(pattern, g.edges) for pattern in g.patterns))
            for g in groups
        ]
        vertices = {v for g in groups for edge in g.edges for v in lattice.ends[edge]}
        parts += [at_vertex[vertex] for vertex in sorted(vertices)]
        edges = 0
        for part, _ in parts:
            edges |= part
        words = f"{puzzle.clue(clue)} and the paths round it"
        found.append((Relation(edges, (), (clue,), words), tuple(parts)))
    return tuple(found)


def clue(k: Knowledge) -> Iterator[Finding]:
    """What a clue says of its edges alone."""
    yield from _alone(k, "clue", _clues(k.puzzle))


def path(k: Knowledge) -> Iterator[Finding]:
    """A path continues, and is not branched or crossed."""
    yield from _alone(k, "path", _vertices(k.puzzle))


def around(k: Knowledge) -> Iterator[Finding | None]:
    """What a clue and the vertices that its edges touch say together; None before each look."""
    for number, (relation, parts) in enumerate(_around(k.puzzle)):
        if _is_new(k, "around", number, relation.edges):
            yield None
            yield from _common(k, relation, _joined(k, parts))


def _alone(k: Knowledge, name: str, relations: Iterable[Relation]) -> Iterator[Finding]:
    for number, relation in enumerate(relations):
        if _is_new(k, name, number, relation.edges):
            on, off = k.on & relation.edges, k.off
            ways = [way for way in relation.ways if way & on == on and not way & off]
            yield from _common(k, relation, ways)


def _is_new(k: Knowledge, name: str, number: int, edges: int) -> bool:
    """Whether edges are unknown, and more of them known than when this was examined last."""
    if not edges & k.unknown and name == "around":
        return False
    now = k.on & edges, k.off & edges
    if k.seen.get((name, number)) == now:
        return False
    k.seen[name, number] = now
    return True


def _joined(k: Knowledge, parts: Iterable[tuple[int, tuple[int, ...]]]) -> list[int]:
    """The ways in which all parts, each its edges and their ways, can be run on at once.

    A join by the edges that a part shares with those before it, since boards without a clue nearby
    have thousands of ways.
    """
    ways, decided = [0], 0
    for edges, theirs in parts:
        on, off = k.on & edges, k.off
        left = [way for way in theirs if way & on == on and not way & off]
        shared = edges & decided
        alike: dict[int, list[int]] = {}
        for way in left:
            alike.setdefault(way & shared, []).append(way)
        ways = [one | other for one in ways for other in alike.get(one & shared, ())]
        decided |= edges
    return ways


def _common(k: Knowledge, relation: Relation, ways: list[int]) -> Iterator[Finding]:
    """What all ways that are left have in common."""
    if not ways:
        raise ContradictionError(relation.cells, f"{relation.words} would be wrong")
    every = some = ways[0]
    for way in ways:
        every &= way
        some |= way
    on, off = every & k.unknown, relation.edges & ~some & k.unknown
    if on or off:
        yield Finding(on, off, relation.cells, relation.words)
