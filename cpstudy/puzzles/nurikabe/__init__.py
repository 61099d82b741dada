"""Nurikabe: islands of given sizes in one sea."""

from cpstudy.core.kind import (
    Bundled,
    Explaining,
    Format,
    Generating,
    Generator,
    Kind,
    Page,
    Pictures,
    Preset,
    table,
)
from cpstudy.core.options import Option
from cpstudy.core.solving import Solver
from cpstudy.encode.solver_options import CPSAT_OPTIONS, sat_solver

_HERE = "cpstudy.puzzles.nurikabe"

SOLVERS = table(
    Solver(
        name="portfolio",
        function=f"{_HERE}.portfolio:solve",
        complete=True,
        counter="conflicts",
        unit="one conflict of the clause-learning search",
        version=6,
        summary="cdcl, and sat where it is at a loss; results name the engine",
        streams=True,
    ),
    Solver(
        name="cdcl",
        function=f"{_HERE}.search.solving:solve",
        complete=True,
        counter="conflicts",
        unit="one conflict of the clause-learning search",
        version=6,
        summary="clause learning and probing, compiled; reach, bottlenecks, sea explain themselves",
        streams=True,
    ),
    Solver(
        name="cpsat",
        function=f"{_HERE}.encodings.cpsat_forest:solve",
        complete=True,
        counter="conflicts",
        unit="one conflict of CP-SAT's search",
        version=1,
        summary="CP-SAT: owners of cells, a forest by parents and levels (Miller1960)",
        options=CPSAT_OPTIONS,
        streams=True,
    ),
    Solver(
        name="sat",
        function=f"{_HERE}.encodings.sat_forest:solve",
        complete=True,
        counter="conflicts",
        unit="one conflict of the SAT solver's search",
        version=1,
        summary="SAT: owners of cells, a forest by binary distances (Zhou2020)",
        requires="pysat",
        options=(Option("unary", "levels in unary"), sat_solver("cadical195")),
        streams=True,
    ),
    Solver(
        name="deduce",
        function=f"{_HERE}.deduction.solver:solve",
        complete=False,
        counter="steps",
        unit="one finding: cells that become known for one reason",
        version=1,
        summary="deduction only: islands, pools, reach, bottlenecks, one step ahead",
    ),
    *(
        Solver(
            name=f"explore:{strategy}",
            function=f"{_HERE}.stepwise:solve",
            complete=True,
            counter="states",
            unit="one partial board",
            version=1,
            summary=f"explicit-state search, {words}: cells coloured in order (Kamies2016)",
            arguments={"strategy": strategy},
            streams=strategy == "dfs",
        )
        for strategy, words in (("bfs", "breadth first"), ("dfs", "depth first"))
    ),
)

FORMATS = table(
    Format(
        name="text",
        summary="text forms or puzz.link addresses, one a line",
        read=f"{_HERE}.formats:read_text",
        write=f"{_HERE}.formats:write_text",
    ),
    Format(
        name="address",
        summary="addresses of puzz.link, where the puzzle is shown",
        write=f"{_HERE}.formats:write_address",
    ),
    Format(
        name="grid",
        summary="rows of numbers, ? and dots; boards separated by blank lines",
        read=f"{_HERE}.formats:read_grid",
        write=f"{_HERE}.formats:write_grid",
        recognises=f"{_HERE}.formats:recognises_grid",
    ),
    Format(
        name="records",
        summary="a JSON object of records with a grid under 'problem'",
        read=f"{_HERE}.formats:read_records",
        recognises=f"{_HERE}.formats:recognises_records",
    ),
)

GENERATORS = table(
    Generator(
        "islands",
        f"{_HERE}.generating.boards:generate",
        "land put into a sea cell by cell, a clue on each island",
        unique=f"{_HERE}.generating.unique:unique",
    ),
)

PRESETS = table(
    Preset("small", "islands", (5, 5), unique=True),
    Preset("easy", "islands", (7, 7), unique=True, grade="sea bottleneck"),
    Preset("medium", "islands", (10, 10), unique=True),
    Preset("hard", "islands", (7, 7), unique=True, grade="lookahead"),
)

_EXAMPLE = "nurikabe/5/5/h3q5k1h3g"
# More than one solution.
_SEVERAL = "nurikabe/5/5/j2k.o.i1"

PAGE = Page(
    script="cpstudy.web:kinds/nurikabe.js",
    board=f"{_HERE}.page:board",
    answer=f"{_HERE}.page:answer",
    bundled=(
        Bundled("islands", (5, 5), 5),
        Bundled("islands", (7, 7), 4, grade="sea bottleneck"),
        Bundled("islands", (7, 7), 3, grade="lookahead"),
        Bundled("islands", (10, 10), 4),
        Bundled("islands", (12, 12), 2),
        Bundled(texts=(_EXAMPLE, _SEVERAL)),
    ),
)

KIND = Kind(
    name="nurikabe",
    summary="Nurikabe: islands of given sizes in one sea without pools",
    puzzle=f"{_HERE}.puzzle:Nurikabe",
    example=_EXAMPLE,
    rules=(
        "Blacken cells so that each number is in a white island of that many cells; "
        "islands touch only at corners. All black cells are connected, and no 2x2 "
        "square is black."
    ),
    solvers=SOLVERS,
    formats=FORMATS,
    pictures=Pictures(
        f"{_HERE}.drawing:text_picture",
        f"{_HERE}.drawing:drawing",
        known=f"{_HERE}.explaining.known:known",
    ),
    features=f"{_HERE}.features:features",
    generating=Generating(GENERATORS, PRESETS),
    explaining=Explaining(
        f"{_HERE}.explaining.explainer:EXPLAINER", repair=f"{_HERE}.generating.repair:repair"
    ),
    page=PAGE,
)
