"""An independent implementation of Bloxorz with dictionaries and sets of cells.

A position is the set of one or two cells that the block or its halves cover, and the set of the
groups of bridges that are present.
"""

from __future__ import annotations

import random

from cpstudy.puzzles.bloxorz.puzzle import Bloxorz, State

Cell = tuple[int, int]
Position = tuple[frozenset[Cell], frozenset[str]]

WAYS = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}


def position(level: Bloxorz, state: State) -> Position:
    """A state of cpstudy in the oracle's terms."""
    cells = frozenset((level.cell(state.first), level.cell(state.second)))
    groups = (name for i, name in enumerate(level.groups) if state.bridges >> i & 1)
    return cells, frozenset(groups)


def whole(cells: frozenset[Cell]) -> bool:
    if len(cells) == 1:
        return True
    (a, b), (c, d) = cells
    return abs(a - c) + abs(b - d) == 1


class Game:
    """The rules, from the text of a level file."""

    def __init__(self, text: str) -> None:
        board, _, rest = text.partition("/----/")
        self.tiles = {
            (r, c): code
            for r, row in enumerate(board.split("/"))
            for c, code in enumerate(row.split())
        }
        self.lines = []
        for line in rest.split("/") if rest else []:
            name, action, targets = line.split(" ", 2)
            self.lines.append((name, action, targets.split(", ")))
        self.bridges = {t for _, a, ts in self.lines if a != "teleports" for t in ts}

    def start(self) -> Position:
        (cell,) = (cell for cell, code in self.tiles.items() if code.startswith("s"))
        return frozenset([cell]), frozenset(b for b in self.bridges if b.startswith("p"))

    def solved(self, at: Position) -> bool:
        return [self.tiles[cell][0] for cell in at[0]] == ["e"]

    def moves(self, at: Position) -> set[Position]:
        """All positions one move away."""
        cells, _ = at
        found = set()
        for dr, dc in WAYS.values():
            if len(cells) == 1:
                ((r, c),) = cells
                found.add(self.rest(at, [(r + dr, c + dc), (r + 2 * dr, c + 2 * dc)]))
            elif whole(cells):
                (a, b), (c, d) = sorted(cells)
                if (c - a, d - b) in ((dr, dc), (-dr, -dc)):
                    end = (c, d) if dr + dc > 0 else (a, b)
                    found.add(self.rest(at, [(end[0] + dr, end[1] + dc)]))
                else:
                    found.add(self.rest(at, [(a + dr, b + dc), (c + dr, d + dc)]))
            else:
                for rolling in cells:
                    (other,) = cells - {rolling}
                    there = (rolling[0] + dr, rolling[1] + dc)
                    found.add(self.rest(at, [there], other))
        found.discard(None)
        return found

    def carried(self, cells, groups) -> bool:
        for cell in cells:
            code = self.tiles.get(cell, "x")
            if code in self.bridges:
                if code not in groups:
                    return False
            elif code[0] == "x":
                return False
        return True

    def rest(self, at: Position, entered: list[Cell], other: Cell | None = None) -> Position | None:
        groups = set(at[1])
        cells = set(entered) | ({other} if other else set())
        if not self.carried(cells, groups):
            return None
        upright = len(cells) == 1
        if upright:
            (cell,) = cells
            if self.tiles[cell][0] == "w":
                return None
            if self.tiles[cell][0] == "t":
                upright = False
                (targets,) = (ts for n, _, ts in self.lines if n == self.tiles[cell])
                entered = [c for c, code in self.tiles.items() if code in targets]
                cells = set(entered)
                assert len(cells) == 2
                if not self.carried(cells, groups):
                    return None
        for cell in sorted(entered):
            code = self.tiles[cell]
            if code[0] == "W" or (code[0] == "S" and upright):
                for name, action, targets in self.lines:
                    if name == code:
                        for target in targets:
                            open_now = target in groups
                            wanted = {"opens": True, "closes": False}.get(action, not open_now)
                            (groups.add if wanted else groups.discard)(target)
        if not self.carried(cells, groups):
            return None
        return frozenset(cells), frozenset(groups)

    def explore(self) -> tuple[dict[Position, int], int, int | None]:
        """Distances of all positions, number of pairs one move apart, distance to the goal."""
        distances = {self.start(): 0}
        level = [self.start()]
        pairs = 0
        while level:
            following = []
            for at in level:
                reached = self.moves(at)
                pairs += len(reached)
                for there in reached:
                    if there not in distances:
                        distances[there] = distances[at] + 1
                        following.append(there)
            level = following
        goals = [d for at, d in distances.items() if self.solved(at)]
        return distances, pairs, min(goals, default=None)

    def play(self, keys) -> bool:
        """Press the game's keys. Return whether the block ends on the goal; a fall is an error."""
        at = self.start()
        controlled: Cell | None = None
        for key in keys:
            cells = at[0]
            if key == "space":
                (controlled,) = cells - {controlled}
                continue
            dr, dc = WAYS[key]
            if whole(cells):
                step = {"up": min, "left": min}.get(key, max)
                front = step(cells)
                there = (front[0] + dr, front[1] + dc)
                (at,) = (p for p in [self._rolled(at, key)] if p is not None)
                if not whole(at[0]):
                    name = self.tiles[there]
                    (targets,) = (ts for n, _, ts in self.lines if n == name)
                    places = [c for t in targets for c, code in self.tiles.items() if code == t]
                    controlled = places[0]
            else:
                (other,) = cells - {controlled}
                controlled = (controlled[0] + dr, controlled[1] + dc)
                at = self.rest(at, [controlled], other)
            assert at is not None
        return self.solved(at)

    def _rolled(self, at: Position, key: str) -> Position | None:
        dr, dc = WAYS[key]
        cells = at[0]
        if len(cells) == 1:
            ((r, c),) = cells
            return self.rest(at, [(r + dr, c + dc), (r + 2 * dr, c + 2 * dc)])
        (a, b), (c, d) = sorted(cells)
        if (c - a, d - b) in ((dr, dc), (-dr, -dc)):
            end = (c, d) if dr + dc > 0 else (a, b)
            return self.rest(at, [(end[0] + dr, end[1] + dc)])
        return self.rest(at, [(a + dr, b + dc), (c + dr, d + dc)])


def random_level(
    rng: random.Random, largest: int = 6, actions: tuple[str, ...] = ("toggles", "opens", "closes")
) -> Bloxorz:
    """A small level with tiles of every kind, switches, and sometimes a teleport."""
    while True:
        rows, columns = rng.randint(1, largest), rng.randint(2, largest)
        size = rows * columns
        tiles = [rng.choice("ppppppppxw") for _ in range(size)]
        lines = []
        places = iter(rng.sample(range(size), size))
        try:
            tiles[next(places)] = "s"
            tiles[next(places)] = "e"
            bridges = []
            for number in range(1, rng.choice((0, 1, 2)) + 1):
                name = rng.choice("xp") + str(number)
                for _ in range(rng.randint(1, 2)):
                    tiles[next(places)] = name
                bridges.append(name)
            for number in range(1, rng.choice((1, 2)) + 1 if bridges else 1):
                name = rng.choice("WS") + str(number)
                for _ in range(rng.randint(1, 2)):
                    tiles[next(places)] = name
                for _ in range(rng.randint(1, 2)):
                    targets = ", ".join(rng.sample(bridges, rng.randint(1, len(bridges))))
                    lines.append(f"{name} {rng.choice(actions)} {targets}")
            if rng.random() < 0.6:
                for _ in range(rng.randint(1, 2)):
                    tiles[next(places)] = "t1"
                if rng.random() < 0.5:
                    tiles[next(places)] = tiles[next(places)] = "l1"
                    lines.append("t1 teleports l1")
                else:
                    tiles[next(places)], tiles[next(places)] = "l2", "l3"
                    lines.append("t1 teleports l3, l2")
        except StopIteration:
            continue
        text = "/".join(" ".join(tiles[r * columns : (r + 1) * columns]) for r in range(rows))
        return Bloxorz.decode("/".join([text, *(["----", *lines] if lines else [])]))
