"""SMT with Z3: Yurichev's model of half-joints and angles, lazy cuts, integer levels.

*Yurichev's model*: each tile has four Booleans, its half-joints, and an integer angle; a
disjunction over the angles states which half-joints are present. Half-joints that meet are equal,
those at a wall are false. The model describes free graphs; solutions are counted by excluding each
with a clause (Yurichev). He has no dead ends; they are added in the same way. His first version had
integers, 0 and 1, in place of the Booleans, and was slower: *integers*.

For trees, cuts on cycles and components are added when a model violates them. *lazy* does the same
on the shorter formula of tile_clauses.py, one Boolean per edge. *levels* adds directions of edges
and integer levels that increase along them: difference logic, complete in one script, which
``convert --to smtlib`` writes.

Size, n tiles and e edges: Yurichev 4n Booleans, n integers, n disjunctions of at most four
conjunctions, e equalities; levels: 3e Booleans, n integers, clauses and 2e implications.
"""

from cpstudy.core.clock import UNLIMITED, Clock
from cpstudy.core.result import Result
from cpstudy.core.solving import Request
from cpstudy.encode.sat_trees import arborescence, integer_levels
from cpstudy.encode.smt import Script, SmtSession
from cpstudy.puzzles.pipes.puzzle import ORIENTATIONS, SIDE_NAMES, Pipes
from cpstudy.puzzles.tilings.edges import tree_graph
from cpstudy.puzzles.tilings.encodings.edge_models import Fixed, requires_tree, solve_on_edges
from cpstudy.puzzles.tilings.encodings.tile_clauses import safe_states


def build_yurichev(puzzle: Pipes, clock: Clock = UNLIMITED, *, integers: bool = False) -> Script:
    """Yurichev's model; no connectivity. Raises OutOfTimeError by the clock, like the others.

    integers: half-joints are integers, 0 or 1, as in his first version; the watched variables are
    then Booleans that state which are 1.
    """
    script = Script(clock=clock)
    lines = script.lines
    sort, closed = ("Int", "(= {} 0)") if integers else ("Bool", "(not {})")
    open_ = "(= {} 1)" if integers else "{}"

    def joint(tile: int, side: int) -> str:
        row, column = divmod(tile, puzzle.columns)
        return f"cell_{row}_{column}_{SIDE_NAMES[side]}"

    for tile in range(len(puzzle.tiles)):
        row, column = divmod(tile, puzzle.columns)
        lines += [f"(declare-const {joint(tile, side)} {sort})" for side in range(4)]
        lines.append(f"(declare-const cell_{row}_{column}_angle Int)")
    for tile in range(len(puzzle.tiles)):
        for side in range(4):
            if puzzle.neighbour(tile, side) is None:
                lines.append(f"(assert {closed.format(joint(tile, side))})")
    for tile, side, other, _ in puzzle.edges():
        lines.append(f"(assert (= {joint(tile, side)} {joint(other, side ^ 2)}))")
        if integers:
            lines.append(f"(declare-const {joint(tile, side)}_open Bool)")
            lines.append(f"(assert (= {joint(tile, side)}_open (= {joint(tile, side)} 1)))")
        script.watched.append(f"{joint(tile, side)}_open" if integers else joint(tile, side))
    for tile, here in enumerate(puzzle.tiles):
        clock.check()
        row, column = divmod(tile, puzzle.columns)
        turns = []
        for number, turn in enumerate(ORIENTATIONS[here]):
            terms = [f"(= cell_{row}_{column}_angle {90 * number})"]
            for side in range(4):
                terms.append((open_ if turn >> side & 1 else closed).format(joint(tile, side)))
            turns.append(f"(and {' '.join(terms)})")
        lines.append(f"(assert (or {' '.join(turns)}))" if turns[1:] else f"(assert {turns[0]})")
    return script


def build_lazy(puzzle: Pipes, fixed: Fixed = None, clock: Clock = UNLIMITED) -> Script:
    """Safe states, one Boolean per edge."""
    formula = safe_states(puzzle, fixed, clock)
    script = Script([f"x{i}" for i in range(1, formula.variables + 1)], clock=clock)
    script.add_formula(formula)
    return script


def build_levels(puzzle: Pipes, fixed: Fixed = None, clock: Clock = UNLIMITED) -> Script:
    """Trees by integer levels; free graphs without levels."""
    formula = safe_states(puzzle, fixed, clock)
    script = Script([f"x{i}" for i in range(1, formula.variables + 1)], clock=clock)
    if not requires_tree(puzzle):
        script.add_formula(formula)
        return script
    graph, root = tree_graph(puzzle), puzzle.root
    arcs = arborescence(formula, graph, root)
    script.add_formula(formula)
    integer_levels(script, graph, root, arcs)
    return script


def solve(puzzle: Pipes, request: Request, *, encoding: str = "yurichev") -> Result:
    """Up to ``limit`` solutions (None: all).

    encoding: "yurichev", "integers" (his first version), "lazy" or "levels". Counters: conflicts
    (the iterations), searches, and cuts if the encoding adds them. Phases: build, search.
    """

    def opening(fixed: Fixed, clock: Clock) -> SmtSession:
        if encoding in ("yurichev", "integers"):
            script = build_yurichev(puzzle, clock, integers=encoding == "integers")
        else:
            build = build_levels if encoding == "levels" else build_lazy
            script = build(puzzle, fixed, clock)
        return SmtSession(script, request.rng, clock=clock)

    lazily = encoding != "levels"
    return solve_on_edges(puzzle, request, opening, lazily=lazily)
