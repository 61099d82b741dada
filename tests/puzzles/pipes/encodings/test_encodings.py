"""The encodings of Pipes one by one: tiles, known edges, bounds, cuts, options, exports."""

import json
import random
from itertools import product

import numpy as np
import pytest

from cpstudy import Budget, Stop, Verdict, generate, solve
from cpstudy.api import compare, compared_solvers, named_solver
from cpstudy.encode.cpsat import enumerate_solutions
from cpstudy.puzzles import kind
from cpstudy.puzzles.pipes.board.edges import edge_table, plane_faces
from cpstudy.puzzles.pipes.deduction.known_edges import known_edges
from cpstudy.puzzles.pipes.encodings import cpsat_edges as cpsat_clauses
from cpstudy.puzzles.pipes.encodings import sat_trees as sat
from cpstudy.puzzles.pipes.encodings import smt_models as smt
from cpstudy.puzzles.pipes.encodings.cpsat_orientations import write_proto
from cpstudy.puzzles.pipes.encodings.tile_clauses import tile_clauses
from cpstudy.puzzles.pipes.puzzle import ORIENTATIONS, Pipes
from tests.cli.test_contracts import cpstudy
from tests.puzzles.pipes.instances import random_board
from tests.puzzles.pipes.oracle import all_solutions, safe_states

pysat = pytest.importorskip("pysat.solvers")

UNIQUE, MANY, NONE = "2x1:11", "2x1w:11", "2x1:55"


def propagated(clauses, assumed: set[int]) -> set[int] | None:
    """The literals that unit propagation adds to ``assumed``; None for a conflict."""
    true = set(assumed)
    while True:
        for clause in clauses:
            left = [x for x in clause if -x not in true]
            if not left:
                return None
            if len(left) == 1 and left[0] not in true:
                true.add(left[0])
                break
        else:
            return true


def test_tile_clauses_hold_for_the_orientations_and_propagate_completely():
    states = 0
    for tile, walls in product(range(16), repeat=2):
        clauses = tile_clauses(tile, walls)
        sides = [side for side in range(4) if not walls >> side & 1]
        allowed = [
            {s + 1 if turn >> s & 1 else -s - 1 for s in sides}
            for turn in ORIENTATIONS[tile]
            if not turn & walls
        ]
        for values in product((-1, 0, 1), repeat=len(sides)):
            assumed = {v * (s + 1) for v, s in zip(values, sides, strict=True) if v}
            fitting = [turn for turn in allowed if assumed <= turn]
            implied = set.intersection(*fitting) if fitting else None
            assert propagated(clauses, assumed) == implied, (tile, walls, assumed)
            states += 1
    assert states == 16 * 4**4
    sizes = {tile: len(tile_clauses(tile, 0)) for tile in (0, 1, 3, 5, 7, 15)}
    assert sizes == {0: 4, 1: 7, 3: 4, 5: 4, 7: 7, 15: 4}  # as the module says


def test_rules_are_the_safe_states():
    rng = random.Random(11)
    several = 0
    for _ in range(60):
        puzzle = random_board(rng, largest=3)
        table = edge_table(puzzle)
        found = set()
        with pysat.Solver(name="minicard", bootstrap_with=sat.rules(puzzle).clauses) as solver:
            for model in solver.enum_models():
                opened = np.array(model[: len(table.ends)]) > 0
                found.add(table.placement(opened))
        truth = {bytes(state) for state in safe_states(puzzle)}
        if len(table.ends) == 0:  # no variable, no model to read
            assert truth <= {bytes(len(puzzle.tiles))}
            continue
        assert found == truth, puzzle.encode()
        several += len(truth) > 1
    assert several > 5


def build_and_solve(name: str, puzzle: Pipes, fixed) -> set[bytes]:
    """All solutions that keep to ``fixed`` by the named build function (lazy ones: with cuts)."""
    table = edge_table(puzzle)
    room, _, encoding = name.partition(":")
    lazily = encoding == "lazy" and not puzzle.free and any(puzzle.tiles)
    demands = sat.lacking(sat.tree_graph(puzzle)) if lazily else None
    if room == "cpsat":
        model, is_open = cpsat_clauses.build(puzzle, encoding, fixed)
        rng = np.random.default_rng(0)
        found = enumerate_solutions(model, is_open, Budget(), rng, None, lacking=demands)
    elif room == "smt":
        pytest.importorskip("z3")
        script = getattr(smt, f"build_{encoding}")(puzzle, fixed)
        rng = np.random.default_rng(0)
        found = smt.enumerate_models(script, Budget(), rng, None, lacking=demands)
    else:
        formula = getattr(sat, f"build_{encoding}")(puzzle, fixed)
        found = sat.enumerate_models(
            formula, len(table.ends), Budget(), None, lacking=demands, same_size=True
        )
    return {table.placement(opened) for opened in found.solutions}


@pytest.mark.parametrize(
    "name",
    [
        "sat:lazy", "sat:binary", "sat:levels", "sat:planar", "sat:contour", "cpsat:clauses",
        "cpsat:levels", "cpsat:lazy", "cpsat:contour", "smt:lazy", "smt:levels",
    ],
)  # fmt: skip
def test_known_edges_are_kept(name):
    """The hook for deduction: all of a solution's edges, some of them, and a wrong one."""
    rng = random.Random(2)
    many = [p for p, _ in generate("pipes", "depth-first", 5, 40, seed=3)]
    boards = [p for p in many if len(all_solutions(p)) > 1][:3] + many[:3]
    left = 0
    for puzzle in boards:
        table = edge_table(puzzle)
        truth = all_solutions(puzzle)
        solution = sorted(truth)[0]
        whole = dict(enumerate(table.opened(solution).tolist()))
        assert build_and_solve(name, puzzle, whole) == {solution}
        some = dict(rng.sample(sorted(whole.items()), 3))
        keeping = {
            each for each in truth if all(table.opened(each)[e] == v for e, v in some.items())
        }
        assert build_and_solve(name, puzzle, some) == keeping
        opened = [table.opened(each) for each in sorted(truth)]
        differing = np.flatnonzero(opened[0] != opened[-1]).tolist()
        edge = rng.choice(differing or sorted(whole))
        others = {each for each in truth if table.opened(each)[edge] != whole[edge]}
        assert build_and_solve(name, puzzle, {edge: not whole[edge]}) == others
        left += len(others)
    assert left > 0


def test_deduction_first_changes_no_answer():
    rng = random.Random(9)
    settled = contradictions = 0
    for _ in range(150):
        puzzle = random_board(rng)
        truth = all_solutions(puzzle)
        known = known_edges(puzzle)
        table = edge_table(puzzle)
        contradictions += known is None
        for solution in truth:
            opened = table.opened(solution)
            assert all(opened[edge] == value for edge, value in known.items()), puzzle.encode()
        settled += known is not None and len(known) == len(table.ends) > 0
        for name in ("sat:lazy:deduced", "sat:binary:deduced:glucose4", "cpsat:contour:deduced"):
            assert set(solve(puzzle, name, limit=None).solutions) == truth, (name, puzzle.encode())
    assert min(settled, contradictions) > 20


def test_a_bound_too_small_is_unknown():
    stops, verdicts = set(), set()
    for puzzle, _ in generate("pipes", "depth-first", 5, 30, seed=3):
        truth = Verdict.MANY if len(all_solutions(puzzle)) > 1 else Verdict.UNIQUE
        for bound in (2, 6, 9, 30):
            found = sat.solve_levels(puzzle, Budget(), np.random.default_rng(0), 2, bound=bound)
            assert found.verdict in (truth, Verdict.UNKNOWN)
            stops.add(found.stop)
            verdicts.add(found.verdict)
        assert found.verdict is truth
    assert stops == {Stop.BOUND, Stop.DONE, Stop.LIMIT}
    assert verdicts == {Verdict.UNIQUE, Verdict.MANY, Verdict.UNKNOWN}


def test_levels_of_a_large_board_are_too_many():
    puzzle, _ = next(generate("pipes", "wilson", 100, 1, seed=1))
    result = solve(puzzle, "sat:levels")
    assert (result.verdict, result.stop) == (Verdict.UNKNOWN, Stop.MEMORY)


def test_formula_and_cuts_certify_a_lazy_search():
    cycles = components = unique = 0
    for puzzle, _ in generate("pipes", "prim", 8, 25, seed=4):
        (witness,) = solve(puzzle, "sat:planar", limit=1).solutions
        search = sat.search_lazily(puzzle, known=[witness], limit=1)
        blocking = [-i - 1 for i in np.flatnonzero(edge_table(puzzle).opened(witness)).tolist()]
        clauses = [*search.formula.clauses, *(cut.clause() for cut in search.cuts), blocking]
        with pysat.Solver(name="cadical153", bootstrap_with=clauses) as solver:
            assert solver.solve() is not search.exhausted
        assert search.exhausted is not bool(search.solutions)
        unique += search.exhausted
        cycles += sum(cut.kind == "cycle" for cut in search.cuts)
        components += sum(cut.kind == "component" for cut in search.cuts)
    assert min(cycles, components, unique, 25 - unique) > 2
    with pytest.raises(ValueError, match="no tree by counting"):
        sat.search_lazily(Pipes.decode("2x1:55"))


def test_faces_obey_eulers_formula():
    rng = random.Random(8)
    met = 0
    for _ in range(200):
        puzzle = random_board(rng)
        if puzzle.wrap:
            with pytest.raises(ValueError, match="wraps"):
                plane_faces(puzzle)
            continue
        graph = sat.tree_graph(puzzle)
        if not graph.members.size or any(
            cut.kind == "component" for cut in sat.cuts(graph, graph.usable)
        ):
            continue
        faces, outer = plane_faces(puzzle)
        number = len({outer, *faces[graph.edges].ravel().tolist()})
        assert len(graph.members) - len(graph.edges) + number == 2, puzzle.encode()
        met += number > 1
    assert met > 40


def test_solvers_are_named_with_their_options():
    pipes = kind("pipes")
    row = named_solver(pipes, "sat:lazy:glucose4")
    assert (row.name, row.chosen, row.function) == (
        "sat:lazy:glucose4", ("glucose4",), pipes.solvers["sat:lazy"].function,
    )  # fmt: skip
    result = solve(Pipes.decode(UNIQUE), "sat:lazy:glucose4")
    assert result.provenance is not None
    assert result.provenance.solver == "sat:lazy:glucose4"
    assert named_solver(pipes, "smt").name == "smt"
    assert named_solver(pipes, "smt:levels").name == "smt:levels"
    for name, message in (
        ("sat", "solver 'sat' of pipes: choose from search, cpsat"),
        ("sat:lazyness", "choose from"),
        ("sat:lazy:magic", "option 'magic': deduced, cadical103"),
        ("sat:lazy:", "option ''"),
        ("smt:lazy:z3", "it has none"),
        ("cpsat:glucose4", "option 'glucose4': presolve"),
    ):
        with pytest.raises(ValueError, match=message):
            named_solver(pipes, name)
    with pytest.raises(ValueError, match="one SAT solver, not 2"):
        solve(Pipes.decode(UNIQUE), "sat:lazy:glucose4:minicard")


@pytest.mark.parametrize(
    "options", ["presolve", "no-presolve:symmetry", "probing:linear", "workers2"]
)
def test_options_of_cpsat_change_no_verdict(options):
    verdicts = set()
    for puzzle, _ in generate("pipes", "depth-first", 5, 6, seed=3):
        for name in ("cpsat", "cpsat:contour"):
            found = solve(puzzle, f"{name}:{options}")
            assert found.verdict is solve(puzzle, "sat:lazy").verdict
            verdicts.add(found.verdict)
    assert verdicts == {Verdict.UNIQUE, Verdict.MANY}


def test_several_workers_count_no_conflicts():
    puzzle, _ = next(generate("pipes", "prim", 6, 1, seed=1))
    with pytest.raises(ValueError, match="several workers"):
        solve(puzzle, "cpsat:workers2", budget=Budget(iterations=5))


def test_comparisons():
    results = compare(Pipes.decode(MANY))
    assert set(results) == {row.name for row in compared_solvers(kind("pipes"), "all")}
    refusing = {name for name, found in results.items() if isinstance(found, ValueError)}
    assert refusing == {"sat:planar"}
    assert set(compare(Pipes.decode(UNIQUE), "cpsat,sat:lazy:glucose4,cpsat")) == {
        "cpsat", "sat:lazy:glucose4",
    }  # fmt: skip


def test_verify_with_all_solvers():
    result = cpstudy("verify", "--solver", "all", UNIQUE, MANY, "2x1:zz")
    assert result.exit_code == 2
    assert result.stdout.startswith(f"{UNIQUE}\tunique\n{MANY}\tmany\n")
    for row in compared_solvers(kind("pipes"), "all"):
        assert row.name in result.stdout
    rows = [
        json.loads(line)
        for line in cpstudy(
            "verify", "--solver", "sat:lazy,sat:planar", "--json", UNIQUE, MANY
        ).stdout.splitlines()
    ]
    results, summary = rows[:3], rows[3:]
    assert [(r["solver"], r["verdict"]) for r in results] == [
        ("sat:lazy", "unique"), ("sat:planar", "unique"), ("sat:lazy", "many"),
    ]  # fmt: skip
    assert [(r["solver"], r["puzzles"], r["refused"]) for r in summary] == [
        ("sat:lazy", 2, 0), ("sat:planar", 1, 1),
    ]  # fmt: skip
    assert all(r["total_seconds"] > 0 for r in summary)
    generated = cpstudy(
        "verify", "--solver", "sat:lazy,cpsat", "--size", "4", "--count", "2", "--json"
    )
    assert generated.exit_code in (0, 1)
    assert len(generated.stdout.splitlines()) == 5 * 2 * 2 + 2
    assert cpstudy("verify", "--solver", "all,magic", UNIQUE).exit_code == 2
    assert cpstudy("verify", "--solver", "all", UNIQUE).exit_code == 0
    unknown = cpstudy("verify", "--solver", "cpsat,sat:lazy", "--seconds", "0", UNIQUE)
    assert unknown.exit_code == 3


def test_a_disagreement_is_a_crash_with_the_text_form(monkeypatch):
    from cpstudy.core.result import Result
    from cpstudy.core.solving import WrongAnswerError

    def wrong(puzzle, budget, rng, limit, options=()):
        return Result(exhausted=True, counters={"conflicts": 0})

    monkeypatch.setattr(sat, "solve_planar", wrong)
    with pytest.raises(WrongAnswerError, match=f"disagree on {UNIQUE}: .*sat:planar: none"):
        compare(Pipes.decode(UNIQUE))


def test_exports_say_what_the_puzzle_says():
    z3 = pytest.importorskip("z3")
    from ortools.sat.python import cp_model

    rng = random.Random(6)
    met = {"sat": 0, "unsat": 0}
    for _ in range(60):
        puzzle = random_board(rng, largest=3)
        solvable = bool(all_solutions(puzzle))
        solver = z3.Solver()
        solver.from_string(smt.write_smtlib(puzzle))
        answer = str(solver.check())
        assert answer == ("sat" if solvable else "unsat"), puzzle.encode()
        met[answer] += 1
        try:
            text = write_proto(puzzle)
        except ValueError as error:
            assert "open sides" in str(error)
            assert not solvable
            continue
        model = cp_model.CpModel()
        model.proto.parse_text_format(text)
        status = cp_model.CpSolver().solve(model)
        assert (status == cp_model.OPTIMAL) is solvable
    assert min(met.values()) > 10
    assert cpstudy("convert", UNIQUE, "--to", "smtlib").stdout.startswith(f"; {UNIQUE}\n(set-logic")
    assert cpstudy("convert", UNIQUE, "--to", "cpsat").stdout.startswith("variables {")
