"""Edge matching, framed or not: generators, solvers of the hardness studies, formats, pictures."""

from cpstudy.core.kind import (
    Bundled,
    Format,
    Generating,
    Generator,
    Kind,
    Page,
    Pictures,
    Preset,
    table,
)
from cpstudy.core.solving import Solver
from cpstudy.encode.solver_options import sat_solver

_HERE = "cpstudy.puzzles.edge_matching"

_CHECKER = f"{_HERE}.board.checker:checker"

_SEARCHES = (
    ("dfs", "depth-first row by row, candidates in piece order (Willems2016)"),
    (
        "highest-connectivity",
        "row by row, most sides left that fit the right side first (Willems2016)",
    ),
    (
        "lowest-connectivity",
        "row by row, fewest sides left that fit the right side first (Willems2016)",
    ),
    ("snopf", "the cell with the fewest candidates first, as published (Willems2016)"),
    ("snopf-filtered", "snopf with equal candidates counted and tried once"),
    ("hybrid", "cells as in snopf-filtered, candidates of the lowest connectivity first"),
    ("pla", "snopf-filtered with partial look-ahead (Ansotegui2008)"),
    ("matching", "pla, all-different pieces, colours matched to edges, restarts"),
)

SOLVERS = table(
    *(
        Solver(
            name=name,
            function=f"{_HERE}.search.one_puzzle:solve",
            complete=True,
            counter="placements",
            unit="one piece put on the board",
            version=1,
            summary=summary,
            arguments={"method": name},
            checker=_CHECKER,
            streams=True,
        )
        for name, summary in _SEARCHES
    ),
    Solver(
        name="cpsat",
        function=f"{_HERE}.encodings.cpsat_placements:solve",
        complete=True,
        counter="conflicts",
        unit="one conflict of CP-SAT's search",
        version=1,
        summary="CP-SAT: one Boolean a placement, one a colour of an edge",
        checker=_CHECKER,
        streams=True,
    ),
    Solver(
        name="sat",
        function=f"{_HERE}.encodings.sat_diamonds:solve",
        complete=True,
        counter="conflicts",
        unit="one conflict of the SAT solver's search",
        version=2,
        summary="SAT: pieces on cells, colours on edges (Heule2008)",
        requires="pysat",
        options=(sat_solver("glucose4"),),
        checker=_CHECKER,
        streams=True,
    ),
    Solver(
        name="cdcl",
        function=f"{_HERE}.encodings.sat_diamonds:solve_learning",
        complete=True,
        counter="conflicts",
        unit="one conflict of the clause learning",
        version=1,
        summary="our clause learning on the same formula",
        checker=_CHECKER,
        streams=True,
    ),
)

FORMATS = table(
    Format(
        name="text",
        summary="text forms, one a line",
        read=f"{_HERE}.formats:read_text",
        write=f"{_HERE}.formats:write_text",
    ),
    Format(
        name="pieces",
        summary="one piece a line: top right bottom left, frame 0 (e2pieces)",
        read=f"{_HERE}.formats:read_pieces",
        write=f"{_HERE}.formats:write_pieces",
        recognises=f"{_HERE}.formats:recognises_pieces",
    ),
    Format(
        name="viewer",
        summary="addresses of the viewer at e2.bucas.name, one a line",
        read=f"{_HERE}.formats:read_viewer",
        write=f"{_HERE}.formats:write_viewer",
        recognises=f"{_HERE}.formats:recognises_viewer",
    ),
)

GENERATORS = table(
    *(
        Generator(name, f"{_HERE}.generating.colours:generate", summary)
        for name, summary in (
            (
                "two-set",
                "framed, outer and inner colours apart, hard numbers of them (Ansotegui2008)",
            ),
            ("one-set", "framed, one set of colours, a hard number of them (Ansotegui2008)"),
        )
    )
)

PRESETS = table(
    Preset("small", "two-set", (4, 4)),
    Preset("hard", "two-set", (6, 6)),
    Preset("one-set", "one-set", (5, 5)),
)

PAGE = Page(
    script="cpstudy.web:kinds/edge_matching.js",
    board=f"{_HERE}.page:board",
    answer=f"{_HERE}.page:answer",
    extras=f"{_HERE}.page:searches",
    # A scan of few inner colours thrashes, where looking ahead is done at once.
    solver="pla",
    bundled=(Bundled(made=f"{_HERE}.page:small"), Bundled(made=f"{_HERE}.page:large")),
)

KIND = Kind(
    name="edge_matching",
    summary="Edge matching: lay all pieces so that touching sides have the same colour",
    puzzle=f"{_HERE}.puzzle:EdgeMatching",
    example="2x2:0,0,1,2;0,0,2,1;0,0,2,2;0,0,1,1",
    rules=(
        "Cut out the pieces and lay them on the board, turned as you like, so that "
        "sides that touch have the same colour and number. Grey sides, where there are "
        "any, lie along the border."
    ),
    solvers=SOLVERS,
    formats=FORMATS,
    features=f"{_HERE}.features:features",
    pictures=Pictures(
        f"{_HERE}.drawing:text_picture",
        f"{_HERE}.drawing:drawing",
        cutouts=f"{_HERE}.drawing:cutouts",
    ),
    generating=Generating(GENERATORS, PRESETS),
    page=PAGE,
)
