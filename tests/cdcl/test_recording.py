"""A recording does not change the search, and each learnt clause follows from earlier ones."""

import itertools
import random

import pytest

from cpstudy import api
from cpstudy.cdcl.engine import Engine
from cpstudy.cdcl.propagator import AtMost
from cpstudy.cdcl.recording import Recorder, counters, recording
from cpstudy.core.result import Stop
from cpstudy.puzzles import kind
from cpstudy.puzzles.tilings.edges import edge_table
from cpstudy.web import films

COUNTED = ("conflicts", "decisions", "propagations")

# A board of each kind, most with conflicts in the search; the first one is also probed.
BOARDS = {
    "nurikabe": "nurikabe/7/7/n7j25q2w7i1",
    "slitherlink": "slither/5/5/g2dgbdg510bh27",
    "masyu": "mashu/5/5/009691300",
    "picross": "5x5:1.1/1.1/2/1/1/1.1/1/1.1/1/1",
    "kenken": "5:_3a_3a_4b_c_b_c__a__a__,a8m6a8s2s2a5s1d2s3a10a12",
    "pipes": "4x4:195ce72154716ab2",
    "hexpipes": "4x4:02244412642001011075370420025020",
    "sudoku": ".....6.4..3.4....9........3.1..4.7.2..3.9.5...592.....8..5............3..2...1.6.",
}
CONFLICTS = {
    "nurikabe": 10,
    "slitherlink": 3,
    "masyu": 1,
    "kenken": 10,
    "picross": 1,
    "hexpipes": 1,
}


def follows(clauses, clause):
    """Return whether unit propagation refutes that all literals of the clause are false."""
    known = {-literal for literal in clause}
    changed = True
    while changed:
        changed = False
        for one in clauses:
            left = [literal for literal in one if -literal not in known]
            if not left:
                return True
            if len(left) == 1 and left[0] not in known:
                known.add(left[0])
                changed = True
    return False


def check_learnt(recorder: Recorder) -> int:
    """Assert that each learnt clause follows from the clauses before it; return their number."""
    clauses = list(recorder.formula)
    learnt = 0
    for event in recorder.events:
        clauses += event.explained
        if event.what == "learn":
            assert follows(clauses, event.literals), event
            learnt += 1
        if event.what in ("learn", "forbid"):
            clauses.append(event.literals)
        elif event.what == "probe":
            clauses += [(literal,) for literal in event.literals]
        elif event.what == "imply" and event.because is not None:
            assert event.literals[0] in event.because
        elif event.what == "imply" and event.level == 0:
            clauses.append(event.literals)
    return learnt


@pytest.mark.parametrize("name", BOARDS)
def test_events_give_the_counters_of_the_search(name):
    puzzle = api.puzzle(name, BOARDS[name])
    learning = films.learning_of(kind(name))
    recorder = films.recorded(puzzle, most=10**6)
    if learning.solve is None:
        plain = api.solve(puzzle, "cdcl", limit=2)
        wanted = {name: plain.counters[name] for name in COUNTED}
    else:
        wanted = films.film(puzzle)["counters"]
    assert counters(recorder.events) == wanted
    assert wanted["propagations"] > 0


@pytest.mark.parametrize(("name", "least"), CONFLICTS.items())
def test_learnt_clauses_follow(name, least):
    assert check_learnt(films.recorded(api.puzzle(name, BOARDS[name]))) >= least


@pytest.mark.parametrize("name", ("nurikabe", "slitherlink", "masyu", "pipes", "hexpipes"))
def test_what_propagators_explain_holds_in_every_solution(name):
    puzzle = api.puzzle(name, BOARDS[name])
    events = films.recorded(puzzle).events
    explained = {clause for event in events for clause in event.explained}
    begun = itertools.takewhile(lambda event: event.what != "model", events)
    explained |= {event.literals for event in begun if event.what == "imply" and not event.level}
    variables = len(puzzle.clues) if name == "nurikabe" else 10**6
    solutions = api.solve(puzzle, limit=None).solutions
    clauses = [one for one in explained if all(abs(literal) <= variables for literal in one)]
    assert solutions and clauses
    for solution in solutions:
        true = solution_literals(puzzle, solution)
        for clause in clauses:
            assert any(literal in true for literal in clause), (name, clause)


def solution_literals(puzzle, solution):
    """Return a solution as literals of the search's first variables."""
    if puzzle.kind in ("pipes", "hexpipes"):
        return {
            edge + 1 if solution[cell] >> side & 1 else -edge - 1
            for cell, edges in enumerate(edge_table(puzzle).sides.tolist())
            for side, edge in enumerate(edges)
            if edge >= 0
        }
    return {at if value else -at for at, value in enumerate(solution, 1)}


def random_formula(rng, variables):
    return [
        [rng.choice((-1, 1)) * one for one in rng.sample(range(1, variables + 1), 3)]
        for _ in range(int(4.2 * variables))
    ]


@pytest.mark.parametrize("seed", range(6))
def test_random_formulas_with_a_propagator_all_models(seed):
    """A recorder changes neither models nor counters, with restarts and many forbidden models."""
    rng = random.Random(seed)
    clauses = random_formula(rng, 30)

    def models():
        engine = Engine(30, AtMost(14, range(1, 31)))
        engine.add(clauses)
        found = []
        while len(found) < 40 and not isinstance(model := engine.run(), Stop):
            found.append(model.tobytes())
            engine.add([[-at if value else at for at, value in enumerate(model, 1)]])
        return found, {name: engine.counters[name] for name in COUNTED}

    plain = models()
    with recording() as recorder:
        assert models() == plain
    assert counters(recorder.events) == plain[1]
    assert sum(event.what == "model" for event in recorder.events) == len(plain[0])
    check_learnt(recorder)


def test_restarts_are_recorded():
    clauses = random_formula(random.Random(1), 60)

    def run():
        engine = Engine(60)
        engine.add(clauses)
        engine.run()
        return engine.counters

    plain = run()
    assert plain["restarts"] > 2
    with recording(10**6) as recorder:
        assert run() == plain
    assert sum(event.what == "back" for event in recorder.events) == plain["restarts"]
    assert counters(recorder.events) == {name: plain[name] for name in COUNTED}


def test_a_full_recorder_leaves_the_search_as_it_is():
    puzzle = api.puzzle("slitherlink", BOARDS["slitherlink"])
    plain = api.solve(puzzle, "cdcl", limit=2)
    with recording(30) as recorder:
        assert api.solve(puzzle, "cdcl", limit=2).counters == plain.counters
    assert 30 <= len(recorder.events) < 200
    assert recorder.events[-1].what != "refute"
