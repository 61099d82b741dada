"""Tents: each tree has a tent of its own beside it; rows and columns say how many.

Tents do not touch, not even by a corner, and a matching gives each tree one of them (in Simon
Tatham's collection, whose rules these are). Model: a Boolean for each free cell beside a tree; a
rule for each 2×2, which holds at most one tent; the matching as :class:`..graph.Matched`.
"""

from random import Random

from cpstudy.declared.addresses import Game, Pzpr
from cpstudy.declared.board import BLANK, Block, Cell, at
from cpstudy.declared.bodies import OneCells, Outside
from cpstudy.declared.ids import Gaps, Listed
from cpstudy.declared.language import cp
from cpstudy.declared.layouts import around, cells_of
from cpstudy.declared.model import Model
from cpstudy.declared.puzzle import Answer, Declared, Tokens
from cpstudy.declared.record import kind_of


class Tents(Declared):
    """See the module. Numbers of the columns, of the rows, then ``T`` for trees."""

    kind = "tents"
    summary = "Tents: a tent beside each tree, counted in rows and columns"
    rules = (
        "Place a tent beside each tree, so that each tent belongs to one tree. Tents do not "
        "touch, not even by a corner. Numbers say how many stand in their row or column."
    )
    blocks = (
        Block("columns", "[0-9]+", over="top"),
        Block("rows", "[0-9]+", over="left"),
        Block("trees", "T"),
    )

    unique = (
        "tents:6x6:120112;203011;..T..T/.....T/..T.../T...../....T./..T...",
        "tents:4x4:;11..;T..T/..T./..../....",
    )
    many = "tents:4x4:..0.;.0.1;..T./...T/.T../...."
    usual = (8, 8)
    pzpr = Pzpr(("tents",), (Outside(("columns", "rows"), 1), OneCells("trees", "T")))
    game = Game("tents", (Gaps("trees", "T"), Listed(("columns", "rows"))), "(?:d[a-z])?")

    def declare(self, m: Model) -> None:
        """See :class:`Declared`."""
        b = m.board
        trees = [c for c, token in b["trees"].items() if token != BLANK]
        taken = set(trees)
        free = [c for c in b.cells if c not in taken and any(d in taken for d in b.around[c])]
        tent = m.bools("tents", free, "{} has a tent", "{} has no tent", mark="symbol ▲")
        counts = [*b["rows"].values(), *b["columns"].values()]
        for token, (name, line) in zip(counts, b.named_lines, strict=True):
            if token != BLANK:
                inside = [tent[c] for c in line if c in tent]
                m.rule(
                    f"{name} has {token} tents", cp.sum([0, *inside]) == int(token), line, line[0]
                )
        for c in trees:
            near = [tent[d] for d in b.around[c] if d in tent]
            m.rule(f"the tree at {at(c)} has a tent", cp.any(near), [c, *b.around[c]], c)
        for square in b.squares:
            here = [tent[c] for c in square if c in tent]
            if len(here) > 1:
                m.rule(
                    f"the 2×2 at {at(square[0])} has at most one tent", cp.sum(here) <= 1, square
                )
        m.rule("there are as many tents as trees", cp.sum([0, *tent.values()]) == len(trees), trees)
        beside = {c: [d for d in b.around[c] if d in taken] for c in free}
        m.rule("each tent has a tree of its own", m.matched(tent, beside), free, weight=2)

    @classmethod
    def layout(cls, rng: Random, rows: int, columns: int) -> Tokens:
        """Trees, each with a place for a tent that touches no other."""
        cells = cells_of(rows, columns)
        trees, tents = dict[Cell, str](), set[Cell]()
        for r, c in rng.sample(cells, len(cells)):
            near = {(r + y, c + x) for y in (-1, 0, 1) for x in (-1, 0, 1)}
            ways = [d for d in around((r, c)) if d in cells and d not in trees and d not in tents]
            if (
                ways
                and (r, c) not in trees
                and near.isdisjoint(tents)
                and 5 * len(trees) < len(cells)
            ):
                tents.add((r, c))
                trees[rng.choice(ways)] = "T"
        return {"trees": trees}

    def clues(self, answer: Answer, rng: Random) -> Tokens:
        """All counts."""
        tents = [c for c, value in answer["tents"].items() if value]
        rows = {(k, 0): str(sum(r == k for r, _ in tents)) for k in range(self.rows)}
        columns = {(0, k): str(sum(c == k for _, c in tents)) for k in range(self.columns)}
        return {"rows": rows, "columns": columns}


KIND = kind_of(Tents)
