"""Tiny random boards of every declared kind with all their answers, by brute force.

The rules are stated independently in plain Python, without CPMpy and the kinds' declarations. A
board is a line ``ROWS COLUMNS …`` and rows of tokens, ``-`` for an empty place; an answer is rows
of tokens. Clues come from an answer and some are changed, so that boards with no answer, one answer
and many answers all occur.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from itertools import combinations, pairwise, permutations, product
from random import Random

Cell = tuple[int, int]
Grid = dict[Cell, str]
Tiny = tuple[str, list[str]]


def cells(height: int, width: int) -> list[Cell]:
    return [(r, c) for r in range(height) for c in range(width)]


def touching(a: Cell, b: Cell) -> bool:
    return abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1


def parts(some: Iterable[Cell]) -> list[set[Cell]]:
    """Return the connected parts of some cells."""
    left, found = set(some), []
    while left:
        part = {left.pop()}
        while more := {d for d in left if any(touching(c, d) for c in part)}:
            part |= more
            left -= more
        found.append(part)
    return found


def connected(some: Iterable[Cell]) -> bool:
    return len(parts(some)) < 2


def rows(height: int, width: int, tokens: Mapping[Cell, object]) -> str:
    token = [[str(tokens.get((r, c), "-")) for c in range(width)] for r in range(height)]
    return "\n".join(" ".join(row) for row in token)


def board(height: int, width: int, *blocks: Mapping[Cell, object], head: str = "") -> str:
    first = f"{height} {width} {head}".rstrip()
    return "\n".join([first, *(rows(height, width, block) for block in blocks)])


def marks(height: int, width: int, some: Iterable[Cell], sign: str) -> str:
    return rows(height, width, dict.fromkeys(some, sign))


def subsets(some: list[Cell]) -> Iterator[set[Cell]]:
    for chosen in product((False, True), repeat=len(some)):
        yield {c for c, is_in in zip(some, chosen, strict=True) if is_in}


def regions(rng: Random, height: int, width: int, number: int, least: int = 1) -> dict[Cell, int]:
    """Return a random partition into ``number`` connected regions of at least ``least`` cells."""
    while True:
        of = {c: k for k, c in enumerate(rng.sample(cells(height, width), number))}
        while len(of) < height * width:
            grown, k = rng.choice(list(of.items()))
            near = [d for d in cells(height, width) if d not in of and touching(grown, d)]
            if near:
                of[rng.choice(near)] = k
        if all(list(of.values()).count(k) >= least for k in range(number)):
            return of


def changed(rng: Random, number: int, least: int = 0) -> int:
    """Return the number; with probability 0.08 it is changed by 1."""
    return max(least, number + rng.choice((-1, 1))) if rng.random() < 0.08 else number


def lines(height: int, width: int) -> list[list[Cell]]:
    across = [[(r, c) for c in range(width)] for r in range(height)]
    return across + [[(r, c) for r in range(height)] for c in range(width)]


# -- cells that are marked -------------------------------------------------------------------------


def akari(rng: Random) -> Tiny:
    h, w = 3, 4
    walls = {c: rng.choice("xxx0112") for c in cells(h, w) if rng.random() < 0.25}
    free = [c for c in cells(h, w) if c not in walls]

    def sees(a: Cell, b: Cell) -> bool:
        between = product(*(range(min(i, j), max(i, j) + 1) for i, j in zip(a, b, strict=True)))
        return (a[0] == b[0] or a[1] == b[1]) and not any(e in walls for e in between)

    view = {c: {d for d in free if sees(c, d)} for c in free}
    found = []
    for lamps in subsets(free):
        lit = all(view[c] & lamps for c in free)
        alone = all(view[c] & lamps == {c} for c in lamps)
        if not (lit and alone):
            continue
        clues = all(
            n == "x" or sum(touching(k, c) for c in lamps) == int(n) for k, n in walls.items()
        )
        if clues:
            found.append(rows(h, w, walls | dict.fromkeys(lamps, "o")))
    return board(h, w, walls), found


@cache
def patterns(height: int, width: int) -> list[set[Cell]]:
    """Return all sets of black cells that do not touch and leave the other cells connected."""
    return [
        black
        for black in subsets(cells(height, width))
        if not any(touching(a, b) for a, b in combinations(black, 2))
        and connected(c for c in cells(height, width) if c not in black)
    ]


def hitori(rng: Random) -> Tiny:
    h, w = rng.choice(((2, 4), (3, 4)))
    square, true = rng.choice(latin(4)), rng.choice(patterns(h, w))
    share = rng.choice((0.05, 0.3, 0.8))
    number = {
        (r, c): rng.randint(1, 4) if (r, c) in true or rng.random() < share else square[r][c]
        for r, c in cells(h, w)
    }
    found = []
    for black in patterns(h, w):
        white = [c for c in cells(h, w) if c not in black]
        pairs = combinations(white, 2)
        if not any(number[a] == number[b] and (a[0] == b[0] or a[1] == b[1]) for a, b in pairs):
            found.append(marks(h, w, black, "x"))
    return board(h, w, number), found


def heyawake(rng: Random) -> Tiny:
    h, w = 3, 4
    room = regions(rng, h, w, 5)

    def too_long(black: set[Cell]) -> bool:
        for line in lines(h, w):
            crossed = 0
            for a, b in pairwise(line):
                crossed = 0 if {a, b} & black else crossed + (room[a] != room[b])
                if crossed == 2:
                    return True
        return False

    right = [black for black in patterns(h, w) if not too_long(black)]
    true = rng.choice(right or patterns(h, w))
    clue = {}
    for k in range(5):
        cells_of = sorted(c for c in room if room[c] == k)
        if rng.random() < 0.6:
            clue[cells_of[0]] = changed(rng, len(true & set(cells_of)))
    found = [
        marks(h, w, black, "x")
        for black in right
        if all(sum(room[c] == room[k] for c in black) == n for k, n in clue.items())
    ]
    return board(h, w, clue, room), found


def star_battle(rng: Random) -> Tiny:
    n = 5
    region = regions(rng, n, n, n)
    found = []
    for columns in permutations(range(n)):
        stars = list(enumerate(columns))
        apart = all(abs(a[1] - b[1]) > 1 for a, b in pairwise(stars))
        if apart and len({region[s] for s in stars}) == n:
            found.append(marks(n, n, stars, "x"))
    return board(n, n, region, head="1"), found


def tents(rng: Random) -> Tiny:
    h, w = 4, 4
    while True:
        trees = rng.sample(cells(h, w), rng.randint(2, 4))
        free = [c for c in cells(h, w) if c not in trees and any(touching(c, t) for t in trees)]
        placed = [
            some
            for some in combinations(free, len(trees))
            if all(max(abs(a[0] - b[0]), abs(a[1] - b[1])) > 1 for a, b in combinations(some, 2))
            and any(all(map(touching, trees, order)) for order in permutations(some))
        ]
        if placed:
            break
    true = rng.choice(placed)
    lines_of = lines(h, w)
    counts = [
        "-" if rng.random() < 0.4 else str(changed(rng, len(set(true) & set(line))))
        for line in lines_of
    ]
    right = [
        some
        for some in placed
        if all(
            n == "-" or len(set(some) & set(line)) == int(n)
            for n, line in zip(counts, lines_of, strict=True)
        )
    ]
    head = f"{h} {w}\n{' '.join(counts[h:])}\n{' '.join(counts[:h])}\n"
    shown = [rows(h, w, dict.fromkeys(trees, "x") | dict.fromkeys(some, "o")) for some in right]
    return head + marks(h, w, trees, "x"), shown


SHAPES = {
    "L": ((0, 0), (1, 0), (2, 0), (2, 1)),
    "I": ((0, 0), (1, 0), (2, 0), (3, 0)),
    "T": ((0, 0), (0, 1), (0, 2), (1, 1)),
    "S": ((0, 0), (0, 1), (1, 1), (1, 2)),
}


@cache
def tetrominoes() -> dict[frozenset[Cell], str]:
    found = {}
    for name, shape in SHAPES.items():
        for turn in range(4):
            for mirror in (1, -1):
                turned: list[Cell] = [(r, c * mirror) for r, c in shape]
                for _ in range(turn):
                    turned = [(c, -r) for r, c in turned]
                top, left = min(r for r, _ in turned), min(c for _, c in turned)
                found[frozenset((r - top, c - left) for r, c in turned)] = name
    return found


def shape_of(four: Iterable[Cell]) -> str | None:
    chosen = list(four)
    top, left = min(r for r, _ in chosen), min(c for _, c in chosen)
    return tetrominoes().get(frozenset((r - top, c - left) for r, c in chosen))


def lits(rng: Random) -> Tiny:
    h, w = rng.choice(((3, 4), (4, 4), (4, 5)))
    region = regions(rng, h, w, 2 if h * w < 16 else 3, 4)
    choices = [
        [
            (four, shape)
            for four in combinations([c for c in region if region[c] == k], 4)
            if (shape := shape_of(four))
        ]
        for k in sorted(set(region.values()))
    ]
    found = []
    for chosen in product(*choices):
        letter = {c: shape for four, shape in chosen for c in four}
        square = any(
            {(r, c), (r + 1, c), (r, c + 1), (r + 1, c + 1)} <= set(letter) for r, c in letter
        )
        alike = any(
            touching(a, b) and letter[a] == letter[b] and region[a] != region[b]
            for a, b in combinations(letter, 2)
        )
        if not square and not alike and connected(letter):
            found.append(rows(h, w, letter))
    return board(h, w, region), found


# -- cells that have a number ----------------------------------------------------------------------


@cache
def latin(n: int) -> list[tuple[tuple[int, ...], ...]]:
    squares: list[tuple[tuple[int, ...], ...]] = [()]
    for _ in range(n):
        squares = [
            (*above, row)
            for above in squares
            for row in permutations(range(1, n + 1))
            if all(a != b for other in above for a, b in zip(other, row, strict=True))
        ]
    return squares


def shown(square: Iterable[Iterable[int]]) -> str:
    return "\n".join(" ".join(map(str, row)) for row in square)


def futoshiki(rng: Random) -> Tiny:
    """The board is a game ID of Unequal."""
    n = 4
    true = rng.choice(latin(n))
    signs = {}
    for a, b in combinations(cells(n, n), 2):
        if touching(a, b) and rng.random() < 0.4:
            above = true[a[0]][a[1]] > true[b[0]][b[1]]
            signs[(a, b) if above != (rng.random() < 0.03) else (b, a)] = True
    given = {c: true[c[0]][c[1]] for c in cells(n, n) if rng.random() < 0.12}
    found = [
        shown(square)
        for square in latin(n)
        if all(square[c[0]][c[1]] == v for c, v in given.items())
        and all(square[a[0]][a[1]] > square[b[0]][b[1]] for a, b in signs)
    ]
    token = {c: f"{given.get(c, 0)}" for c in cells(n, n)}
    for a, b in sorted(signs):
        token[a] += {(-1, 0): "U", (0, 1): "R", (1, 0): "D", (0, -1): "L"}[b[0] - a[0], b[1] - a[1]]
    return f"{n}:" + "".join(f"{token[c]}," for c in cells(n, n)), found


def visible(heights: Iterable[int]) -> int:
    highest = number = 0
    for height in heights:
        number, highest = number + (height > highest), max(highest, height)
    return number


def skyscrapers(rng: Random) -> Tiny:
    n = 4

    def seen(square: tuple[tuple[int, ...], ...]) -> list[int]:
        columns = list(zip(*square, strict=True))
        ways = [*columns, *(c[::-1] for c in columns), *square, *(r[::-1] for r in square)]
        return [visible(way) for way in ways]

    true = rng.choice(latin(n))
    clues = ["-" if rng.random() < 0.55 else str(changed(rng, v, 1)) for v in seen(true)]
    given = {c: true[c[0]][c[1]] for c in cells(n, n) if rng.random() < 0.1}
    found = [
        shown(square)
        for square in latin(n)
        if all(square[c[0]][c[1]] == v for c, v in given.items())
        and all(k in ("-", str(v)) for k, v in zip(clues, seen(square), strict=True))
    ]
    outside = "\n".join(" ".join(clues[k : k + n]) for k in range(0, 4 * n, n))
    return f"{n} {n} {n}\n{outside}\n{rows(n, n, given)}", found


def killer_sudoku(rng: Random) -> Tiny:
    n = 4
    boxes = [
        s
        for s in latin(n)
        if all(
            len({s[r + i][c + j] for i in (0, 1) for j in (0, 1)}) == n
            for r in (0, 2)
            for c in (0, 2)
        )
    ]
    while True:
        cage = regions(rng, n, n, rng.randint(5, 8))
        groups = [sorted(c for c in cage if cage[c] == k) for k in sorted(set(cage.values()))]
        apart = [s for s in boxes if all(len({s[r][c] for r, c in g}) == len(g) for g in groups)]
        if apart or rng.random() < 0.02:
            break
    true = rng.choice(apart or boxes)
    sums = {
        group[0]: changed(rng, sum(true[r][c] for r, c in group), 1)
        for group in groups
        if rng.random() < 0.6
    }
    bulb, tip = rng.choice([(c, d) for c in cage for d in cage if touching(c, d)])
    rises = rng.random() < 0.5
    way = rng.choice(("se", "sw", "ne", "nw"))
    down, right = (
        (range(3) if way[0] == "s" else (3, 2, 1)),
        ((1, 2, 3) if way[1] == "e" else (2, 1, 0)),
    )
    ray = list(zip(down, right, strict=True))
    total = changed(rng, sum(true[r][c] for r, c in ray)) if rng.random() < 0.5 else 0
    found = [
        shown(s)
        for s in apart
        if all(sum(s[r][c] for r, c in g) == sums[g[0]] for g in groups if g[0] in sums)
        and not (rises and s[bulb[0]][bulb[1]] >= s[tip[0]][tip[1]])
        and total in (0, sum(s[r][c] for r, c in ray))
    ]
    thermometer = {bulb: "a1", tip: "a2"} if rises else {}
    diagonal = {ray[0]: f"{total}{way}"} if total else {}
    return board(n, n, sums, cage, thermometer, diagonal), found


def kakuro(rng: Random) -> Tiny:
    n = 4
    white = {c for c in cells(n, n) if min(c) > 0 and rng.random() < 0.8}
    runs: list[tuple[bool, list[Cell]]] = []  # whether the run goes down, and its cells
    for k, line in enumerate(lines(n, n)):
        run: list[Cell] = []
        for c in [*line, (-1, -1)]:
            if c in white:
                run.append(c)
            elif run:
                runs, run = [*runs, (k >= n, run)], []

    def fits(run: list[Cell], value: dict[Cell, int], total: int | None) -> bool:
        have = [value[c] for c in run if c in value]
        right = total is None or (
            sum(have) == total if len(have) == len(run) else sum(have) < total
        )
        return right and len(set(have)) == len(have)

    def filled(value: dict[Cell, int], sums: dict[int, int]) -> Iterator[dict[Cell, int]]:
        if len(value) == len(white):
            yield value
            return
        c = min(white - set(value))
        for v in rng.sample(range(1, 10), 9):
            more = value | {c: v}
            if all(fits(run, more, sums.get(k)) for k, (_, run) in enumerate(runs) if c in run):
                yield from filled(more, sums)

    true = next(filled({}, {}))
    sums = {k: changed(rng, sum(true[c] for c in run), 1) for k, (_, run) in enumerate(runs)}
    head: dict[Cell, list[str]] = {}
    for k, (down, run) in enumerate(runs):
        start = (run[0][0] - 1, run[0][1]) if down else (run[0][0], run[0][1] - 1)
        head.setdefault(start, ["", ""])[0 if down else 1] = str(sums[k])
    start_clues: dict[Cell, str] = {c: ",".join(two) for c, two in head.items()}
    found = [rows(n, n, v) for v in filled({}, sums)]
    return board(n, n, start_clues | dict.fromkeys(white, "0")), found


@cache
def balanced(height: int, width: int) -> list[tuple[tuple[int, ...], ...]]:
    def fair(line: tuple[int, ...]) -> bool:
        alike = any(len(set(line[k : k + 3])) == 1 for k in range(len(line) - 2))
        return not alike and 2 * line.count(1) == len(line)

    across = [line for line in product((1, 2), repeat=width) if fair(line)]
    return [b for b in product(across, repeat=height) if all(map(fair, zip(*b, strict=True)))]


def binairo(rng: Random) -> Tiny:
    h = w = 4

    def different(square: tuple[tuple[int, ...], ...]) -> bool:
        return len(set(square)) == h and len(set(zip(*square, strict=True))) == w

    alike = rng.random() < 0.3
    every = [square for square in balanced(h, w) if alike or different(square)]
    true = rng.choice(every)
    given = {
        c: true[c[0]][c[1]] if rng.random() < 0.96 else 3 - true[c[0]][c[1]]
        for c in cells(h, w)
        if rng.random() < 0.35
    }
    found = [shown(b) for b in every if all(b[r][c] == v for (r, c), v in given.items())]
    return board(h, w, given, head="=" if alike else ""), found


@cache
def fillominos(height: int, width: int) -> list[dict[Cell, int]]:
    """Return all filled boards in which no two areas of equal size touch."""

    def filled(value: dict[Cell, int]) -> Iterator[dict[Cell, int]]:
        left = [c for c in cells(height, width) if c not in value]
        if not left:
            yield value
            return
        for more in subsets(left[1:]):
            area = {left[0], *more}
            size = len(area)
            apart = not any(touching(a, b) and value[b] == size for a in area for b in value)
            if apart and connected(area):
                yield from filled(value | dict.fromkeys(area, size))

    return list(filled({}))


def fillomino(rng: Random) -> Tiny:
    h, w = rng.choice(((2, 4), (3, 3)))
    every = fillominos(h, w)
    true = rng.choice(every)
    given = {c: changed(rng, true[c], 1) for c in cells(h, w) if rng.random() < 0.5}
    found = [rows(h, w, v) for v in every if all(v[c] == n for c, n in given.items())]
    return board(h, w, given), found


# -- rectangles, lines, bridges --------------------------------------------------------------------


@cache
def cuts(height: int, width: int) -> list[dict[Cell, int]]:
    """Return all partitions of a board into numbered rectangles."""

    def cut(of: dict[Cell, int]) -> Iterator[dict[Cell, int]]:
        left = [c for c in cells(height, width) if c not in of]
        if not left:
            yield of
            return
        r, c = left[0]
        for bottom, right in product(range(r, height), range(c, width)):
            area = list(product(range(r, bottom + 1), range(c, right + 1)))
            if not set(area) & set(of):
                yield from cut(of | dict.fromkeys(area, len(set(of.values())) + 1))

    return list(cut({}))


def shikaku(rng: Random) -> Tiny:
    h, w = 3, 4
    true = rng.choice(cuts(h, w))
    clue = {}
    for k in sorted(set(true.values())):
        area = [c for c in true if true[c] == k]
        clue[rng.choice(area)] = 0 if rng.random() < 0.2 else changed(rng, len(area), 1)

    def right(of: dict[Cell, int]) -> bool:
        sizes = list(of.values())
        inside = sorted(of[c] for c in clue)
        counted = all(n in (0, sizes.count(of[c])) for c, n in clue.items())
        return counted and inside == sorted(set(sizes))

    found = [rows(h, w, of) for of in cuts(h, w) if right(of)]
    return board(h, w, {c: n or "?" for c, n in clue.items()}), found


Edge = tuple[Cell, Cell]
WAYS = (("n", (-1, 0)), ("e", (0, 1)), ("s", (1, 0)), ("w", (0, -1)))


def drawn(height: int, width: int, line: set[frozenset[Cell]], black: Iterable[Cell] = ()) -> str:
    ways = {
        c: "".join(n for n, (r, d) in WAYS if frozenset((c, (c[0] + r, c[1] + d))) in line) or "-"
        for c in cells(height, width)
    }
    return rows(height, width, ways | dict.fromkeys(black, "x"))


@cache
def loops(height: int, width: int) -> list[list[Cell]]:
    """Return all closed paths through neighbouring cells, each once."""
    found = []

    def walk(path: list[Cell]) -> None:
        for d in cells(height, width):
            if touching(path[-1], d) and d not in path and d > path[0]:
                walk([*path, d])
        if len(path) > 3 and touching(path[-1], path[0]) and path[1] < path[-1]:
            found.append(path)

    for c in cells(height, width):
        walk([c])
    return found


def yajilin(rng: Random) -> Tiny:
    h, w = rng.choice(((3, 4), (4, 4)))
    loop = rng.choice(loops(h, w))
    off = [c for c in cells(h, w) if c not in loop]
    clues = {}
    for c in off:
        black = [d for d in off if d not in clues]
        if rng.random() < 0.5 or any(touching(c, d) for d in black):
            way, (r, d) = rng.choice(WAYS)
            clues[c] = way, [(c[0] + k * r, c[1] + k * d) for k in range(1, max(h, w))]
    grey = {c for c in clues if rng.random() < 0.2}
    number = {
        c: changed(rng, sum(d in off and d not in clues for d in ray))
        for c, (_, ray) in clues.items()
    }
    found = []
    for path in loops(h, w):
        black = [c for c in cells(h, w) if c not in path and c not in clues]
        if set(path) & set(clues) or any(touching(a, b) for a, b in combinations(black, 2)):
            continue
        if all(
            c in grey or sum(d in black for d in ray) == number[c] for c, (_, ray) in clues.items()
        ):
            line = {frozenset(e) for e in zip(path, path[1:] + path[:1], strict=True)}
            found.append(drawn(h, w, line, black))
    token = {c: "x" if c in grey else f"{number[c]}{way}" for c, (way, _) in clues.items()}
    return board(h, w, token), found


def numberlink(rng: Random) -> Tiny:
    h, w = rng.choice(((3, 3), (3, 4)))
    places = rng.sample(cells(h, w), 2 * rng.randint(1, 3))
    pairs = list(zip(places[::2], places[1::2], strict=True))

    def paths(path: list[Cell], end: Cell, taken: set[Cell]) -> Iterator[list[Cell]]:
        if path[-1] == end:
            yield path
            return
        for d in cells(h, w):
            if touching(path[-1], d) and d not in taken and d not in path:
                yield from paths([*path, d], end, taken)

    def joined(
        k: int, taken: set[Cell], line: set[frozenset[Cell]]
    ) -> Iterator[set[frozenset[Cell]]]:
        if k == len(pairs):
            yield line
            return
        start, end = pairs[k]
        for path in paths([start], end, taken - {end}):
            edges = {frozenset(e) for e in pairwise(path)}
            yield from joined(k + 1, taken | set(path), line | edges)

    found = [drawn(h, w, line) for line in joined(0, set(places), set())]
    number = {c: k + 1 for k, pair in enumerate(pairs) for c in pair}
    return board(h, w, number), found


def hashi(rng: Random) -> Tiny:
    h, w = 4, 5
    islands: list[Cell] = []
    number_of_islands = rng.randint(3, 6)
    for c in rng.sample(cells(h, w), h * w):
        if len(islands) < number_of_islands and not any(touching(c, d) for d in islands):
            islands.append(c)
    spans: list[tuple[Cell, Cell, set[Cell]]] = []
    for a, b in combinations(sorted(islands), 2):
        if a[0] == b[0] or a[1] == b[1]:
            left, right = sorted((a[1], b[1]))
            between = set(product(range(a[0], b[0] + 1), range(left, right + 1))) - {a, b}
            if not between & set(islands):
                spans.append((a, b, between))
    placed = []
    for number in product((0, 1, 2), repeat=len(spans)):
        built = [span for n, span in zip(number, spans, strict=True) if n]
        near = {c: {d for a, b, _ in built for d in (a, b) if c in (a, b)} for c in islands}
        reached = {islands[0]}
        while more := {d for c in reached for d in near[c]} - reached:
            reached |= more
        if len(reached) == len(islands) and not any(p[2] & q[2] for p, q in combinations(built, 2)):
            placed.append(number)
    if not placed:
        return hashi(rng)

    def degree(number: tuple[int, ...], c: Cell) -> int:
        return sum(n for n, span in zip(number, spans, strict=True) if c in span[:2])

    true = rng.choice(placed)
    clue = {c: 0 if rng.random() < 0.15 else changed(rng, degree(true, c), 1) for c in islands}
    found = []
    for number in placed:
        if all(clue[c] in (0, degree(number, c)) for c in islands):
            token = {
                c: ("-", "12", "ab")[1 + (a[0] != b[0])][n - 1]
                for n, (a, b, between) in zip(number, spans, strict=True)
                for c in between
                if n
            }
            found.append(rows(h, w, token))
    return board(h, w, {c: n or "?" for c, n in clue.items()}), found


KINDS: dict[str, Callable[[Random], Tiny]] = {
    f.__name__: f
    for f in (
        *(akari, hitori, kakuro, killer_sudoku, heyawake, star_battle, fillomino, shikaku, yajilin),
        *(hashi, tents, numberlink, skyscrapers, futoshiki, binairo, lits),
    )
}
