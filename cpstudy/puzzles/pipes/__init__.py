"""Pipes (Net, FreeNet): generators, verification of uniqueness, formats, pictures."""

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
from cpstudy.core.options import Option
from cpstudy.core.solving import Solver
from cpstudy.encode.solver_options import CPSAT_OPTIONS, sat_solver
from cpstudy.puzzles.pipes.encodings.hegeman.bounds import BOUNDS

_HERE = "cpstudy.puzzles.pipes"

SYMMETRIES = {
    "half-turn": "the same turned by half; a side is odd",
    "left-right": "the left is the mirror image of the right",
    "top-bottom": "the top is the mirror image of the bottom",
    "quarter-turn": "the same turned by a quarter; squares of an odd side",
}

_CHECKER = f"{_HERE}.board.checker:checker"

_DEDUCED = Option("deduced", "edges that deduction settles are fixed first")

_CPSAT = (
    ("clauses", "exactly-ones on edges, single-commodity flow"),
    ("levels", "exactly-ones on edges, parents and levels (Miller1960)"),
    ("lazy", "exactly-ones on edges, cuts added as they are met"),
    ("contour", "exactly-ones on edges, one circuit round the tree"),
)

_SAT = (
    ("lazy", "safe states, cuts on cycles and on components added as they are met"),
    ("binary", "distances from a root as binary numbers (Zhou2020)"),
    ("levels", "distances from a root in unary"),
    ("planar", "a spanning tree and the one of its dual (Williams2002); boards that do not wrap"),
    ("contour", "one circuit round the tree, by shift registers (Zhou2020)"),
)

_SMT = (
    ("smt", "yurichev", "half-joints and angles (Yurichev), cuts as they are met"),
    ("smt:integers", "integers", "half-joints as integers (Yurichev's first version)"),
    ("smt:lazy", "lazy", "one Boolean an edge, cuts as they are met"),
    ("smt:levels", "levels", "one Boolean an edge, integer levels"),
)

_HEGEMAN = (
    ("hegeman", "solve", "SAT: bounded distances, one variable a step (Hegeman2022), corrected"),
    (
        "hegeman-safe-states",
        "solve_safe_states",
        "SAT: safe states one after another (Hegeman2022)",
    ),
    (
        "hegeman-printed",
        "solve_printed",
        "WRONG on purpose: the formula as printed; it ignores connectivity",
    ),
)

SOLVERS = table(
    Solver(
        name="portfolio",
        function=f"{_HERE}.portfolio:solve",
        complete=True,
        counter="nodes",
        unit="one decision of the compiled search",
        version=3,
        summary="search, and cpsat:contour where it thrashes; results name the engine",
        batch=f"{_HERE}.portfolio:solve_batch",
        checker=_CHECKER,
        streams=True,
    ),
    Solver(
        name="search",
        function=f"{_HERE}.search.engine:solve",
        complete=True,
        counter="nodes",
        unit="one decision of the compiled search",
        version=4,
        summary="compiled search: edges, loops, dead ends, conflict-ordered branching",
        batch=f"{_HERE}.search.batch:solve_batch",
        checker=_CHECKER,
        streams=True,
    ),
    Solver(
        name="cpsat",
        function=f"{_HERE}.encodings.cpsat_orientations:solve",
        complete=True,
        counter="conflicts",
        unit="one conflict of CP-SAT's search",
        version=1,
        summary="CP-SAT: orientation elements, one Boolean an edge, single-commodity flow",
        options=CPSAT_OPTIONS,
        checker=_CHECKER,
        streams=True,
    ),
    *(
        Solver(
            name=f"cpsat:{name}",
            function=f"{_HERE}.encodings.cpsat_edges:solve",
            complete=True,
            counter="conflicts",
            unit="one conflict of CP-SAT's search",
            version=1,
            summary=f"CP-SAT: {summary}",
            arguments={"connectivity": name},
            options=(_DEDUCED, *CPSAT_OPTIONS),
            checker=_CHECKER,
            streams=True,
        )
        for name, summary in _CPSAT
    ),
    *(
        Solver(
            name=f"sat:{name}",
            function=f"{_HERE}.encodings.sat_trees:solve",
            complete=True,
            counter="conflicts",
            unit="one conflict of the SAT solver's search",
            version=1,
            summary=f"SAT: {summary}",
            requires="pysat",
            arguments={"encoding": name},
            options=(_DEDUCED, sat_solver("minicard")),
            checker=_CHECKER,
            streams=True,
        )
        for name, summary in _SAT
    ),
    Solver(
        name="cdcl",
        function=f"{_HERE}.encodings.clause_learning:solve",
        complete=True,
        counter="conflicts",
        unit="one conflict of the compiled clause-learning search",
        version=1,
        summary="compiled clause learning; connectivity propagates and explains itself by cuts",
        options=(_DEDUCED,),
        checker=_CHECKER,
        streams=True,
    ),
    *(
        Solver(
            name=name,
            function=f"{_HERE}.encodings.smt_models:solve",
            complete=True,
            counter="conflicts",
            unit="one conflict of Z3's search",
            version=1,
            summary=f"SMT: {summary}",
            requires="z3",
            arguments={"encoding": encoding},
            checker=_CHECKER,
            streams=True,
        )
        for name, encoding, summary in _SMT
    ),
    Solver(
        name="deduce",
        function=f"{_HERE}.deduction.solver:solve",
        complete=False,
        counter="steps",
        unit="one edge found out, or one tile that lost orientations",
        version=1,
        summary="deduction only: local, loops, dead ends, parity, one step ahead",
        checker=_CHECKER,
    ),
    Solver(
        name="frontier",
        function=f"{_HERE}.counting.frontier:solve",
        complete=True,
        counter="states",
        unit="one state of the frontier expanded",
        version=1,
        summary="exact counting: blocks, dynamic programming over connectivity (Sekine1995)",
        counts=True,
        checker=_CHECKER,
        streams=True,
    ),
    *(
        Solver(
            name=f"sat:{name}",
            function=f"{_HERE}.encodings.hegeman.solving:{function}",
            complete=name != "hegeman-printed",
            counter="conflicts",
            unit="one conflict of the SAT solver's search",
            version=1,
            summary=summary,
            requires="pysat",
            options=(Option("bound", "bound", str, None, BOUNDS), sat_solver("cadical195")),
            checker=_CHECKER,
            streams=name != "hegeman-printed",
        )
        for name, function, summary in _HEGEMAN
    ),
)

FORMATS = table(
    Format(
        name="text",
        summary="game IDs of Net, one a line",
        read=f"{_HERE}.formats.text:read_text",
        write=f"{_HERE}.formats.text:write_text",
    ),
    Format(
        name="tiles",
        summary="tile numbers 0…15, one row a line",
        read=f"{_HERE}.formats.text:read_tiles",
        write=f"{_HERE}.formats.text:write_tiles",
        recognises=f"{_HERE}.formats.text:recognises_tiles",
    ),
    Format(
        name="types",
        summary="Yurichev's array of types; a free graph",
        read=f"{_HERE}.formats.text:read_types",
        write=f"{_HERE}.formats.text:write_types",
        recognises=f"{_HERE}.formats.text:recognises_types",
    ),
    Format(
        name="hexapipes",
        summary="a download of hexapipes, square grids",
        read=f"{_HERE}.formats.hexapipes:read_download",
        write=f"{_HERE}.formats.hexapipes:write_download",
        recognises="cpstudy.puzzles.tilings.downloads:recognises",
    ),
    Format(
        name="smtlib",
        summary="SMT-LIB: the script of smt:levels",
        write=f"{_HERE}.encodings.smt_models:write_smtlib",
        read_assignment=f"{_HERE}.encodings.smt_models:read_answer",
    ),
    Format(
        name="cpsat",
        summary="the CP-SAT model's protocol buffer, as text",
        write=f"{_HERE}.encodings.cpsat_orientations:write_proto",
        read_assignment=f"{_HERE}.encodings.cpsat_orientations:read_response",
    ),
    Format(
        name="minizinc",
        summary="the CP-SAT model in MiniZinc, and what minizinc prints",
        write=f"{_HERE}.formats.minizinc:write",
        read_assignment=f"{_HERE}.formats.minizinc:read_answer",
    ),
    Format(
        name="sav",
        summary="a saved game of Net in Simon Tatham's collection",
        read=f"{_HERE}.formats.saves:read_save",
        write=f"{_HERE}.formats.saves:write_save",
        recognises=f"{_HERE}.formats.saves:recognises_save",
    ),
    Format(
        name="dimacs",
        summary="a CNF formula for SAT solvers: Hegeman's, corrected",
        write=f"{_HERE}.encodings.hegeman.dimacs:write_dimacs",
        read_assignment=f"{_HERE}.encodings.hegeman.dimacs:read_assignment",
    ),
    Format(
        name="dimacs-printed",
        summary="Hegeman's formula as printed, which is wrong; for study",
        write=f"{_HERE}.encodings.hegeman.dimacs:write_dimacs_printed",
    ),
)

GENERATORS = {
    name: Generator(
        name,
        f"{_HERE}.generating.mazes:generate",
        summary,
        study,
        unique=f"{_HERE}.generating.unique:unique" if study else None,
        # Without wrapping each of its tiles is settled by those to its upper left.
        grades=("local",) if name == "binary-tree" else (),
    )
    for name, summary, study in (
        ("binary-tree", "each tile opens up or left (Hegeman2022)", True),
        ("depth-first", "a stack of tiles that connect all their neighbours (Hegeman2022)", True),
        ("kruskal", "random edges that close no cycle (Hegeman2022)", True),
        ("prim", "growth from the centre by random queued edges (Hegeman2022)", True),
        ("wilson", "loop-erased random walks (Hegeman2022)", True),
        ("random-joints", "free graphs: random joints, dangling ends pruned (Yurichev)", False),
    )
} | {
    "exchanges": Generator(
        "exchanges",
        f"{_HERE}.generating.wished:generate",
        "random trees with a wished tile mix or symmetry",
        study=False,
        unique=f"{_HERE}.generating.wished:unique",
        options=(
            Option("tiles", "how many tiles of a type: dead-end=30%,corner=5", str, ""),
            Option("symmetry", "of the solution", str, "", SYMMETRIES),
        ),
    )
}

PRESETS = table(
    Preset("easy", "wilson", (7, 7), unique=True, grade="loop"),
    Preset("medium", "wilson", (10, 10), unique=True, grade="dead end"),
    Preset("hard", "depth-first", (12, 12), unique=True, grade="lookahead"),
    Preset("large", "wilson", (25, 25), unique=True),
    Preset("torus", "kruskal", (9, 9), unique=True, wrap=True),
)

# Of 100 boards so many have it: 21, 3, 4. None of thousands needs more than these rules.
GRADED = {
    "dead end": ("prim", (10, 10)),
    "parity": ("depth-first", (20, 20)),
    "lookahead": ("depth-first", (15, 15)),
}

PAGE = Page(
    script="cpstudy.web:kinds/pipes.js",
    board=f"{_HERE}.page:board",
    answer=f"{_HERE}.page:answer",
    bundled=(
        *(
            Bundled(algorithm, (size, size), count)
            for size, count in ((5, 8), (7, 6), (10, 4), (15, 2), (20, 1))
            for algorithm in ("depth-first", "kruskal", "prim", "wilson", "binary-tree")
        ),
        Bundled("wilson", (30, 30), 2),
        Bundled("depth-first", (50, 50), 1),
        Bundled("wilson", (50, 50), 1),
        Bundled("kruskal", (9, 9), 4, wrap=True),
        Bundled(texts=("4x4:195ce72154716ab2", "2x1w:11", "5x5g:28b58bdc165751a55193137e2")),
    ),
)

KIND = Kind(
    name="pipes",
    summary="Pipes, also called Net or FreeNet: turn the tiles so that all are connected",
    puzzle=f"{_HERE}.puzzle:Pipes",
    example="3x3:654eb6414",
    rules=(
        "Turn the tiles so that all pipes are connected to the source, the black square, with no "
        "loop and no open end. On paper, the corner of a cell shows its tile: draw it as it is to "
        "lie. A thick line is a wall; through a dashed border pipes lead to the opposite side. "
        "Without a square, loops and separate parts are allowed."
    ),
    solvers=SOLVERS,
    formats=FORMATS,
    safe_states=f"{_HERE}.counting.frontier:safe_states",
    features=f"{_HERE}.features:features",
    pictures=Pictures(
        f"{_HERE}.drawing:text_picture",
        f"{_HERE}.drawing:drawing",
        known=f"{_HERE}.explaining.known:known",
        printed=f"{_HERE}.drawing:printed",
    ),
    generating=Generating(
        GENERATORS, PRESETS, identity=f"{_HERE}.board.symmetry:symmetry_class", graded=GRADED
    ),
    explaining=Explaining(
        f"{_HERE}.explaining.explainer:EXPLAINER", repair=f"{_HERE}.generating.repair:repair"
    ),
    page=PAGE,
    proofs=Proofs(
        f"{_HERE}.proofs.writing:prove", f"{_HERE}.proofs.checking:why_rejected", requires="pysat"
    ),
)
