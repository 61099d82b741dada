"""The rules of deduction, each a generator of findings.

*Few edges*: the meaning of a clue, the continuation of a path, a clue with the paths around it.
These are relations: edges that may be on the loop in a few ways only. The rule lists the ways that
the known edges allow and finds what all of them have in common. The third rule joins the relation
of a clue with those of the vertices that its edges touch. Cost: a test per way; about a hundred
ways per clue for the third rule. A relation is examined again only if more of its edges are known.

*Early loop*: if the ends of a path are neighbours, the edge between them would close it. That is
either the whole loop or wrong: if another edge is known to be on the loop, or a clue needs an edge
that is in neither, the edge is off. Cost: a walk along all paths.

*Inside and outside*: two faces at an edge are on the same side of the loop if the edge is
off, and on different sides if it is on. A walk over known edges gives each face its side
relative to the start of the walk, which determines unknown edges between two faces of one walk.
Cost: linear.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache, reduce
from operator import or_

from cpstudy.core.deducing import ContradictionError
from cpstudy.puzzles.loops.clauses import demands
from cpstudy.puzzles.loops.deduction import words
from cpstudy.puzzles.loops.deduction.knowledge import (
    Finding,
    Knowledge,
    Relation,
    edges_of,
    set_of,
    spread,
    vertex_ways,
)
from cpstudy.puzzles.loops.lattice import Lattice
from cpstudy.puzzles.loops.rules import Group, Loops


@lru_cache(maxsize=8)
def _clues(puzzle: Loops) -> tuple[Relation, ...]:
    """The meaning of each clue for its edges, one group after another."""
    return tuple(
        Relation(
            set_of(group.edges),
            tuple(spread(pattern, group.edges) for pattern in group.patterns),
            (group.clue,),
            f"{puzzle.clue(group.clue)} would be wrong",
            words.of_clue(puzzle, group),
        )
        for group in puzzle.groups
    )


@lru_cache(maxsize=8)
def _vertices(puzzle: Loops) -> tuple[Relation, ...]:
    """The relation of each vertex: the loop passes it once or never."""
    lattice = puzzle.lattice
    found = []
    for vertex, (edges, ways) in enumerate(vertex_ways(lattice)):
        cells = {cell for edge in lattice.incident[vertex] for cell in puzzle.adjacent_cells(edge)}
        name = words.vertex(puzzle, divmod(vertex, lattice.columns))
        broken = f"a line would end or branch at {name}"
        found.append(Relation(edges, ways, tuple(sorted(cells)), broken, words.of_vertex(name)))
    return tuple(found)


@lru_cache(maxsize=8)
def _around(puzzle: Loops) -> tuple[tuple[Relation, tuple[Relation, ...]], ...]:
    """For each clue a relation without ways, and the relations whose join gives its ways."""
    by_clue: dict[int, list[tuple[Group, Relation]]] = {}
    for group, relation in zip(puzzle.groups, _clues(puzzle), strict=True):
        by_clue.setdefault(group.clue, []).append((group, relation))
    vertices = _vertices(puzzle)
    found = []
    for clue, relations in by_clue.items():
        touched = {v for g, _ in relations for edge in g.edges for v in puzzle.lattice.ends[edge]}
        parts = (*(relation for _, relation in relations), *(vertices[v] for v in sorted(touched)))
        edges = reduce(or_, (part.edges for part in parts))
        broken = f"the loop could not pass {puzzle.clue(clue)}"
        why = words.around(puzzle, clue)
        found.append((Relation(edges, (), (clue,), broken, why), parts))
    return tuple(found)


def clue(k: Knowledge) -> Iterator[Finding]:
    """The consequences of a single clue for its edges."""
    yield from _alone(k, "clue", _clues(k.puzzle))


def path(k: Knowledge) -> Iterator[Finding]:
    """A path continues, and is not branched or crossed."""
    yield from _alone(k, "path", _vertices(k.puzzle))


def around(k: Knowledge) -> Iterator[Finding | None]:
    """The common consequences of a clue and the vertices at its edges; None before each search."""
    for number, (relation, parts) in enumerate(_around(k.puzzle)):
        if _is_new(k, "around", number, relation.edges):
            yield None
            yield from _common(k, relation, _joined(k, parts))


def _alone(k: Knowledge, name: str, relations: Iterable[Relation]) -> Iterator[Finding]:
    for number, relation in enumerate(relations):
        if _is_new(k, name, number, relation.edges):
            yield from _common(k, relation, _allowed(k, relation))


def _is_new(k: Knowledge, name: str, number: int, edges: int) -> bool:
    """Whether edges are unknown, and more are known than at the last examination."""
    if not edges & k.unknown and name == "around":
        return False
    now = k.on & edges, k.off & edges
    if k.seen.get((name, number)) == now:
        return False
    k.seen[name, number] = now
    return True


def _allowed(k: Knowledge, relation: Relation) -> list[int]:
    """The ways of a relation that the known edges allow."""
    on, off = k.on & relation.edges, k.off
    return [way for way in relation.ways if way & on == on and not way & off]


def _joined(k: Knowledge, parts: Iterable[Relation]) -> list[int]:
    """The ways that all relations allow together.

    It joins by the edges that a relation shares with those before it, since boards without a clue
    nearby have thousands of ways.
    """
    ways, decided = [0], 0
    for part in parts:
        shared = part.edges & decided
        alike: dict[int, list[int]] = {}
        for way in _allowed(k, part):
            alike.setdefault(way & shared, []).append(way)
        ways = [one | other for one in ways for other in alike.get(one & shared, ())]
        decided |= part.edges
    return ways


def _common(k: Knowledge, relation: Relation, ways: list[int]) -> Iterator[Finding]:
    """The common part of all these ways."""
    if not ways:
        raise ContradictionError(relation.cells, relation.broken)
    every = some = ways[0]
    for way in ways:
        every &= way
        some |= way
    on, off = every & k.unknown, relation.edges & ~some & k.unknown
    if on or off:
        why = relation.why[0 if on else 1 if k.on & relation.edges else 2]
        yield Finding(on, off, relation.cells, why)


# -- early loops -------------------------------------------------------------------------------


@lru_cache(maxsize=8)
def _wanted(puzzle: Loops) -> tuple[int, ...]:
    """Sets of edges, each with at least one on the loop."""
    return tuple(map(set_of, demands(puzzle)))


def early_loop(k: Knowledge) -> Iterator[Finding]:
    """An edge that would close a loop before it is complete is off."""
    lattice = k.puzzle.lattice
    for path, ends in paths(k):
        if not ends:
            if not _is_whole(k, path):
                raise ContradictionError(k.cells(path), words.TOO_EARLY)
            if k.unknown:
                yield Finding(0, k.unknown, k.cells(path), words.WHOLE)
            continue
        for edge in set(lattice.incident[ends[0]]) & set(lattice.incident[ends[1]]):
            if k.unknown >> edge & 1 and not _is_whole(k, path | 1 << edge):
                why = f"otherwise {words.TOO_EARLY}"
                yield Finding(0, 1 << edge, k.cells(path), why)


def _is_whole(k: Knowledge, loop: int) -> bool:
    """Whether a loop has all edges known to be on, and one of every clue that needs one."""
    return not k.on & ~loop and all(loop & wanted for wanted in _wanted(k.puzzle))


def paths(k: Knowledge) -> Iterator[tuple[int, tuple[int, ...]]]:
    """The known paths, as sets of edges, each with its two ends; loops have no ends."""
    ends_of, incident = k.puzzle.lattice.ends, k.puzzle.lattice.incident
    left = k.on
    while left:
        first = next(edges_of(left))
        path = 1 << first
        ends = []
        for start in ends_of[first]:
            vertex, moved = start, True
            while moved:
                moved = False
                for edge in incident[vertex]:
                    if left >> edge & 1 and not path >> edge & 1:
                        path |= 1 << edge
                        vertex = sum(ends_of[edge]) - vertex
                        moved = True
                        break
            ends.append(vertex)
        left &= ~path
        # A walk from one end that reaches the other end is a loop.
        closed = ends[0] == ends_of[first][1] and path.bit_count() > 1
        yield path, () if closed else (ends[0], ends[1])


# -- inside and outside ------------------------------------------------------------------------


@lru_cache(maxsize=8)
def _crossings(lattice: Lattice) -> tuple[tuple[tuple[int, int], ...], ...]:
    """The edges of each face, the outside last, with the faces beyond them."""
    found: list[list[tuple[int, int]]] = [[] for _ in range(lattice.outside + 1)]
    for edge, (one, other) in enumerate(lattice.faces):
        found[one].append((edge, other))
        found[other].append((edge, one))
    return tuple(map(tuple, found))


def sides(k: Knowledge) -> Iterator[Finding]:
    """Determine unknown edges between two faces of one walk."""
    lattice = k.puzzle.lattice
    part = [-1] * (lattice.outside + 1)
    side = [0] * (lattice.outside + 1)
    above = [-1] * (lattice.outside + 1)  # the edge by which the walk reached the face
    crossings = _crossings(lattice)
    known = k.on | k.off
    for root in range(lattice.outside, -1, -1):
        if part[root] >= 0:
            continue
        part[root] = root
        queue = [root]
        for face in queue:
            for edge, other in crossings[face]:
                if not known >> edge & 1:
                    continue
                beyond = side[face] ^ (k.on >> edge & 1)
                if part[other] < 0:
                    part[other], side[other], above[other] = root, beyond, edge
                    queue.append(other)
                elif side[other] != beyond:
                    raise ContradictionError(k.cells(1 << edge), words.MEETING)
    for edge in edges_of(k.unknown):
        one, other = lattice.faces[edge]
        if part[one] != part[other]:
            continue
        differ = side[one] != side[other]
        because = k.cells(_crossed(lattice, above, one) ^ _crossed(lattice, above, other))
        bit = 1 << edge
        yield Finding(bit if differ else 0, 0 if differ else bit, because, words.of_sides(differ))


def _crossed(lattice: Lattice, above: list[int], face: int) -> int:
    """The edges that the walk crossed from its start to a face, as a set."""
    found = 0
    while (edge := above[face]) >= 0:
        found |= 1 << edge
        one, other = lattice.faces[edge]
        face = other if face == one else one
    return found
