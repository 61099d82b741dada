"""Picross (nonogram, Pattern): colour cells so that the runs of every line are as its clue says."""

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
    Proofs,
    table,
)
from cpstudy.core.solving import Solver
from cpstudy.encode.solver_options import CPSAT_OPTIONS, sat_solver

_HERE = "cpstudy.puzzles.picross"

_CHECKER = f"{_HERE}.lines.checker:checker"
_LOOK = "one cell looked ahead at"

SOLVERS = table(
    Solver(
        name="portfolio",
        function=f"{_HERE}.portfolio:solve",
        complete=True,
        counter="looks",
        unit=_LOOK,
        version=2,
        summary="search, and cdcl where failures go deep; results name the engine",
        batch=f"{_HERE}.portfolio:solve_batch",
        checker=_CHECKER,
        streams=True,
    ),
    Solver(
        name="search",
        function=f"{_HERE}.search.solving:solve",
        complete=True,
        counter="looks",
        unit=_LOOK,
        version=2,
        summary="compiled search: lines as words, looking ahead, branching where most follows",
        batch=f"{_HERE}.search.batch:solve_batch",
        checker=_CHECKER,
        streams=True,
    ),
    Solver(
        name="cpsat",
        function=f"{_HERE}.encodings.cpsat_automata:solve",
        complete=True,
        counter="conflicts",
        unit="one conflict of CP-SAT's search",
        version=1,
        summary="CP-SAT: an automaton a line (Pesant2004)",
        options=CPSAT_OPTIONS,
        checker=_CHECKER,
        streams=True,
    ),
    Solver(
        name="cdcl",
        function=f"{_HERE}.encodings.sat_starts:solve_learning",
        complete=True,
        counter="conflicts",
        unit="one conflict of the clause learning",
        version=1,
        summary="our clause learning on where runs begin, in order encoding",
        checker=_CHECKER,
        streams=True,
    ),
    *(
        Solver(
            name=f"explore:{order}",
            function=f"{_HERE}.explicit:solve",
            complete=True,
            counter="states",
            unit="one state expanded, what the rows so far leave of each column",
            version=1,
            summary=f"row by row over explicit states, {summary}",
            arguments={"order": order},
            counts=order == "bfs",
            checker=_CHECKER,
            streams=True,
        )
        for order, summary in (
            ("bfs", "breadth first: counts exactly"),
            ("dfs", "depth first, dead states remembered"),
        )
    ),
    Solver(
        name="deduce",
        function=f"{_HERE}.deduction.solver:solve",
        complete=False,
        counter="steps",
        unit="one use of a rule that removed something",
        version=1,
        summary="deduction only: overlaps, lines, one step ahead",
    ),
    Solver(
        name="sat",
        function=f"{_HERE}.encodings.sat_starts:solve",
        complete=True,
        counter="conflicts",
        unit="one conflict of the SAT solver's search",
        version=1,
        summary="SAT: where runs begin, in order encoding",
        requires="pysat",
        options=(sat_solver("cadical195"),),
        checker=_CHECKER,
        streams=True,
    ),
)

FORMATS = table(
    Format(
        name="text",
        summary="game IDs of Pattern, one a line",
        read=f"{_HERE}.formats.text:read_text",
        write=f"{_HERE}.formats.text:write_text",
    ),
    Format(
        name="hints",
        summary="rows and columns, then the clues of columns and rows, a line each",
        read=f"{_HERE}.formats.clue_lists:read_hints",
        write=f"{_HERE}.formats.clue_lists:write_hints",
        recognises=f"{_HERE}.formats.clue_lists:recognises_hints",
    ),
    Format(
        name="picture",
        summary="a picture of . # b c …, or a plain bitmap (PBM): the puzzle that it solves",
        read=f"{_HERE}.formats.pictures:read_picture",
        recognises=f"{_HERE}.formats.pictures:recognises_picture",
    ),
    Format(
        name="non",
        summary=".non files and bundles (Steve Simpson's format, colours as letters)",
        read=f"{_HERE}.formats.clue_lists:read_non",
        write=f"{_HERE}.formats.clue_lists:write_non",
        recognises=f"{_HERE}.formats.clue_lists:recognises_non",
    ),
    Format(
        name="dimacs",
        summary="a CNF formula for SAT solvers",
        write=f"{_HERE}.encodings.sat_starts:write_dimacs",
    ),
)

GENERATORS = {
    name: Generator(
        name,
        f"{_HERE}.generating.pictures:generate",
        summary,
        unique=f"{_HERE}.generating.unique:unique",
    )
    for name, summary in (
        ("blobs", "smoothed noise: stretches of cells, as in drawings"),
        ("noise", "each cell coloured with one chance in two"),
        ("mirrored", "blobs whose right half is the image of the left"),
        ("coloured", "blobs of three colours"),
    )
}

# Of 200 puzzles so many percent have it: 23, 16.
GRADED = {"line": ("noise", (15, 15)), "lookahead": ("noise", (15, 15))}

PRESETS = table(
    Preset("easy", "blobs", (10, 10), unique=True, grade="overlap"),
    Preset("medium", "noise", (15, 15), unique=True, grade="line"),
    Preset("hard", "noise", (15, 15), unique=True, grade="lookahead"),
    Preset("mirrored", "mirrored", (20, 20), unique=True),
    Preset("colours", "coloured", (15, 15), unique=True),
    Preset("large", "blobs", (40, 40), unique=True),
)

_EXAMPLE = "5x5:2/4/4/4/2/1.1/5/5/3/1"
# More than one solution.
_SEVERAL = "8x8:3/1.1.1/4/1.4/4.1/1.3.2/1.2.2/7/2.1.3/1.1.1/1.1.4/1.4/5.1/2.2/1.3/1.3"

PAGE = Page(
    script="cpstudy.web:kinds/picross.js",
    board=f"{_HERE}.page:board",
    answer=f"{_HERE}.page:answer",
    bundled=(
        Bundled("blobs", (5, 5), 3),
        Bundled("blobs", (10, 10), 4, grade="overlap"),
        Bundled("noise", (10, 10), 3, grade="line"),
        Bundled("coloured", (10, 10), 3),
        Bundled("blobs", (15, 15), 3),
        Bundled("noise", (15, 15), 1, grade="lookahead"),
        Bundled("coloured", (15, 15), 2),
        Bundled("mirrored", (20, 20)),
        Bundled(texts=(_EXAMPLE, _SEVERAL)),
    ),
)

KIND = Kind(
    name="picross",
    summary="Picross (nonogram, Pattern): colour cells so that all lines have their runs",
    puzzle=f"{_HERE}.puzzle:Picross",
    example=_EXAMPLE,
    rules=(
        "Colour cells so that the runs of coloured cells in each row and column, in "
        "order, are as long as the numbers beside it say. Between two runs of one "
        "colour at least one cell is blank."
    ),
    solvers=SOLVERS,
    formats=FORMATS,
    features=f"{_HERE}.features:features",
    generating=Generating(GENERATORS, PRESETS, graded=GRADED),
    explaining=Explaining(
        f"{_HERE}.explaining.explainer:EXPLAINER", repair=f"{_HERE}.generating.repair:repair"
    ),
    pictures=Pictures(
        f"{_HERE}.drawing:text_picture",
        f"{_HERE}.drawing:drawing",
        known=f"{_HERE}.explaining.known:known",
    ),
    proofs=Proofs(f"{_HERE}.proofs.writing:prove", f"{_HERE}.proofs.checking:why_rejected"),
    page=PAGE,
)
