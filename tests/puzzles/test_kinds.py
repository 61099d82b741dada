"""Promises of every kind of puzzle, tested from the tables; the templates are included."""

import pickle

import pytest

from cpstudy import Budget, Stop, Verdict
from cpstudy.core.exploring import explore
from cpstudy.core.puzzle import Determination, Puzzle, Transition
from cpstudy.core.result import Reachability
from cpstudy.core.solving import solve
from cpstudy.encode import model_counting
from cpstudy.puzzles import kind, kinds, template
from cpstudy.puzzles.template import logic

# This includes the kinds of other installed packages.
KINDS = [*map(kind, kinds()), *template.KINDS]
BY_NAME = pytest.mark.parametrize("record", KINDS, ids=lambda k: k.name)
SOLVED = pytest.mark.parametrize("record", [k for k in KINDS if k.solvers], ids=lambda k: k.name)
MOVED = pytest.mark.parametrize("record", [k for k in KINDS if k.strategies], ids=lambda k: k.name)


@BY_NAME
def test_the_example_is_a_value_with_a_text_form(record):
    puzzle = record.puzzle.decode(record.example)
    assert isinstance(puzzle, Puzzle)
    assert puzzle.encode() == record.example
    assert pickle.loads(pickle.dumps(puzzle)) == puzzle
    assert {puzzle: 1}[record.puzzle.decode(record.example)] == 1


@BY_NAME
def test_a_kind_has_solvers_or_strategies(record):
    puzzle = record.puzzle.decode(record.example)
    assert record.solvers or record.strategies
    assert bool(record.solvers) is isinstance(puzzle, Determination)
    assert bool(record.strategies) is isinstance(puzzle, Transition)


@MOVED
def test_every_strategy_agrees_on_the_example(record):
    puzzle = record.puzzle.decode(record.example)
    for strategy in record.strategies.values():
        try:
            result = explore(puzzle, strategy, record.space)
        except ValueError as error:  # the search needs what this kind's space does not have
            assert strategy.name == "bidirectional"
            assert "predecessors" in str(error) or "goals" in str(error)
            continue
        assert result.verdict is Reachability.FOUND
        assert len(result.trace) == len(result.path) + 1
        assert puzzle.replay(result.path).trace == result.trace
        cut = explore(puzzle, strategy, record.space, budget=Budget(states=1))
        assert (cut.verdict, cut.stop) == (Reachability.UNKNOWN, Stop.STATES)


@MOVED
def test_moves_that_are_none_are_named(record):
    puzzle = record.puzzle.decode(record.example)
    assert puzzle.replay([]).verdict is Reachability.UNKNOWN
    with pytest.raises(ValueError, match="nonsense"):
        puzzle.replay(["nonsense"])


@SOLVED
def test_every_solver_agrees_on_the_example(record):
    puzzle = record.puzzle.decode(record.example)
    verdicts = set()
    for solver in record.solvers.values():
        if solver.name == "model-count" and not any(
            c.installed for c in model_counting.COUNTERS.values()
        ):
            continue
        result = solve(puzzle, solver)
        assert result.verdict is not Verdict.UNKNOWN or not solver.complete
        verdicts.add(result.verdict)
        for solution in result.solutions:
            assert puzzle.violation(solution) == ""
            text = puzzle.encode_solution(solution)
            assert puzzle.canonical(puzzle.decode_solution(text)) == puzzle.canonical(solution)
        assert solver.counter in result.counters
    assert len(verdicts - {Verdict.UNKNOWN}) == 1


@BY_NAME
def test_a_list_of_the_example_can_be_read(record):
    items = list(record.formats["text"].read([f"{record.example}\tnote\n", "#\n", "??\n"]))
    assert items[0].puzzle.encode() == record.example
    assert isinstance(items[1].puzzle, ValueError)
    assert items[1].line == 3


def test_the_template_meets_every_verdict():
    (solver,) = logic.SOLVERS.values()
    for text, verdict in (
        ("3,5,8=8", Verdict.MANY),
        ("3,5,9=8", Verdict.UNIQUE),
        ("2,4=5", Verdict.NONE),
        ("=0", Verdict.UNIQUE),
        ("2,2,5=2", Verdict.UNIQUE),  # equal coins are not distinguished
    ):
        assert solve(logic.Coins.decode(text), solver).verdict is verdict
    cut = solve(logic.Coins.decode("2,4=5"), solver, budget=Budget(iterations=2))
    assert (cut.verdict, cut.stop) == (Verdict.UNKNOWN, Stop.ITERATIONS)
    for text, message in (
        ("3,5", "no '='"),
        ("3,x=8", "coin 1: 'x' is not a number"),
        ("3,0=8", "coin 1: 0 is not positive"),
        ("3=", "target: '' is not a number"),
    ):
        with pytest.raises(ValueError, match=message):
            logic.Coins.decode(text)


def test_the_template_of_moves_meets_every_verdict():
    from cpstudy.puzzles.template.moves import KIND, Jugs

    for text, verdict, length in (("3,5:4", "found", 6), ("2,4:3", "unreachable", None)):
        for strategy in KIND.strategies.values():
            result = explore(Jugs.decode(text), strategy, KIND.space)
            assert result.verdict.value == verdict
            if length is not None and strategy.name == "bfs":
                assert len(result.path) == length
    for text, message in (
        ("3,5", "no ':'"),
        ("3,x:4", "jug 1: 'x' is not a number"),
        ("0:1", "jug 0"),
    ):
        with pytest.raises(ValueError, match=message):
            Jugs.decode(text)
    for moves, message in ((["fill 7"], "no move"), (["empty 0"], "nothing would change")):
        with pytest.raises(ValueError, match=message):
            Jugs.decode("3,5:4").replay(moves)
