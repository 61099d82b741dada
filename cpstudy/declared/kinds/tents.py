"""Tents: each tree has a tent of its own beside it; rows and columns say how many.

Tents do not touch, not even by a corner, and a matching gives each tree one of them (in Simon
Tatham's collection, whose rules these are). Model: a Boolean for each free cell beside a tree; a
rule for each 2×2, which holds at most one tent; the matching as :class:`.Matched`.
"""

from collections.abc import Iterable
from random import Random

from cpstudy.core.codes import skips
from cpstudy.declared import Answer, Block, Cell, Declared, Model, Tokens, at, counted, cp, kind_of
from cpstudy.declared.board import Board
from cpstudy.declared.notations import Game, Listed, Pzpr, cells, one_token


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
        Block("trees", "T", mark="tree"),
    )
    unique = (
        "tents:6x6:120112;203011;..T..T/.....T/..T.../T...../....T./..T...",
        "tents:4x4:;11..;T..T/..T./..../....",
    )
    many = "tents:4x4:..0.;.0.1;..T./...T/.T../...."
    kept, usual = ("columns", "rows"), (8, 8)
    pzpr = Pzpr(("tents",), (cells("columns", "rows"), cells("trees", code=one_token("T"))))
    trees = cells("trees", code=skips("T"), closed="T", end=",")
    counts = cells("columns", "rows", code=Listed(), what="clues outside")
    game = Game("tents", (trees, counts), "(?:d[a-z])?")

    def declare(self, m: Model) -> None:
        b, trees = m.board, m.board.clues("trees")
        beside = {c: [d for d in b.around[c] if d in trees] for c in b.cells if c not in trees}
        beside = {c: near for c, near in beside.items() if near}
        tent = m.bools("tents", beside, "{} has a tent", "{} has no tent", mark="symbol ▲")

        def those(cells: Iterable[Cell]) -> list[object]:
            return [0, *(tent[c] for c in cells if c in tent)]

        counts = [*b["rows"].values(), *b["columns"].values()]
        for token, (name, line) in zip(counts, b.named_lines, strict=True):
            if token.isdigit():
                words = f"{name} has {counted(int(token), 'tent')}"
                m.rule(words, cp.sum(those(line)) == int(token), line, line[0])
        for c in trees:
            near = cp.any(those(b.around[c])[1:])
            m.rule(f"the tree at {at(c)} has a tent", near, [c, *b.around[c]], c)
        for square in b.squares or b.edges:  # a board of one line has no 2×2
            words = f"the {'2×2' if b.squares else 'pair'} at {at(square[0])} has at most one tent"
            m.rule(words, cp.sum(those(square)) <= 1 if len(those(square)) > 2 else True, square)
        m.rule("there are as many tents as trees", cp.sum(those(b.cells)) == len(trees), trees)
        m.rule("each tent has a tree of its own", m.matched(tent, beside), beside, weight=2)

    @classmethod
    def layout(cls, rng: Random, b: Board) -> Tokens:
        """Trees, each with a place for a tent that touches no other."""
        trees, tents = dict[Cell, str](), set[Cell]()
        for c in rng.sample(b.cells, len(b.cells)):
            ways = [d for d in b.around[c] if d not in trees and d not in tents]
            close = c in trees or not tents.isdisjoint([c, *b.touching[c]])
            if ways and not close and 5 * len(trees) < len(b.cells):
                tents.add(c)
                trees[rng.choice(ways)] = "T"
        return {"trees": trees}

    def clues(self, answer: Answer, rng: Random) -> Tokens:
        """All counts."""
        tents = [c for c, value in answer["tents"].items() if value]
        rows = {(0, k): str(sum(r == k for r, _ in tents)) for k in range(self.rows)}
        columns = {(0, k): str(sum(c == k for _, c in tents)) for k in range(self.columns)}
        return {"rows": rows, "columns": columns}


KIND = kind_of(Tents)
