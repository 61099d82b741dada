"""A readable, slow count by a dictionary of states, and boards whose count is published."""

from collections import Counter

from cpstudy.puzzles.pipes.puzzle import ORIENTATIONS, Pipes
from tests.puzzles.pipes.oracle import edge_list

# The published numbers of domino tilings of the n x n board (Kasteleyn 1961; OEIS A004003).
DOMINO_TILINGS = {
    2: 2, 4: 36, 6: 6728, 8: 12988816, 10: 258584046368, 12: 53060477521960000,
    14: 112202208776036178000000,
}  # fmt: skip


def reference(puzzle: Pipes, tree: bool) -> int:
    """The number of trees, or of all safe states, by a dictionary of states, tile by tile.

    For each edge from a placed tile to one not yet placed, a state has None (closed) or the
    component of the placed tile, named by the smallest edge of that component. Counts are Python
    integers of any size. There is no contraction, and there are no groups.
    """
    edges = edge_list(puzzle)
    layer = {(): 1}
    placed: set[int] = set()
    finished = 0
    vertices = sum(map(bool, puzzle.tiles))
    seen_vertices = 0
    for tile, given_tile in enumerate(puzzle.tiles):
        seen_vertices += bool(given_tile)
        ends = [
            (number, bit if first == tile else other_bit, other if first == tile else first)
            for number, (first, bit, other, other_bit) in enumerate(edges)
            if tile in (first, other) and first != other
        ]
        loops = [(bit, other_bit) for first, bit, o, other_bit in edges if first == o == tile]
        allowed = sum(bit for _, bit, _ in ends) | sum(a | b for a, b in loops)
        following: Counter[tuple] = Counter()
        for state, ways in layer.items():
            for mask in ORIENTATIONS[given_tile]:
                if mask & ~allowed or any(bool(mask & a) != bool(mask & b) for a, b in loops):
                    continue
                if tree and any(mask & a for a, _ in loops):
                    continue
                labels = dict(state)
                joined: list[int] = []
                for number, bit, other in ends:
                    if other in placed:
                        label = labels.pop(number)
                        if (label is not None) != bool(mask & bit):
                            break
                        if label is not None:
                            joined.append(label)
                else:
                    if tree and len(set(joined)) < len(joined):
                        continue
                    for number, bit, other in ends:
                        if other not in placed:
                            labels[number] = -1 if mask & bit else None
                    labels = {k: -1 if v in joined else v for k, v in labels.items()}
                    if not tree:
                        labels = {k: None if v is None else 0 for k, v in labels.items()}
                    elif mask and -1 not in labels.values():
                        # The component is complete: it must contain all tiles.
                        if seen_vertices < vertices or any(v is not None for v in labels.values()):
                            continue
                        finished += ways
                        continue
                    smallest = {v: k for k, v in sorted(labels.items(), reverse=True)}
                    named = {k: None if v is None else smallest[v] for k, v in labels.items()}
                    following[tuple(sorted(named.items()))] += ways
        layer = following
        placed.add(tile)
    # After a complete component there are only empty tiles, each with one orientation.
    return finished if tree and vertices else sum(layer.values())


def dominoes(size: int) -> Pipes:
    """A free graph of dead ends only: its solutions are the domino tilings of the board."""
    return Pipes(size, size, bytes([1]) * size**2, free=True)
