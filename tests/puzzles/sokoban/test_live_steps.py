"""Steps that leave no box on a dead square: fewest moves and verdicts agree with brute force."""

import random
from collections import Counter
from dataclasses import replace

from cpstudy.api import explore, state_space
from cpstudy.core.result import Budget, Reachability
from cpstudy.puzzles.sokoban.puzzle import Sokoban
from tests.puzzles.sokoban import oracle
from tests.puzzles.sokoban.instances import random_level
from tests.state_spaces.one_state import OneState

# A box that starts on a dead square, and one that starts next to dead squares only.
CORNERED = "5x4:$---.|--$-.|-----|@----"
AISLE = "5x3:-----|@$--.|-----"


def levels(count, seed, **sizes):
    rng = random.Random(seed)
    drawn = [random_level(rng, **sizes) for _ in range(count)]
    return [*drawn, *map(Sokoban.decode, (CORNERED, AISLE))]


def hopeless(puzzle):
    """The (row, column) from which a single box on the level reaches no goal."""
    walls, goals, _, _ = oracle.parsed(puzzle.lines())
    rows, columns = puzzle.rows, puzzle.columns
    floor = {(r, c) for r in range(rows) for c in range(columns)} - walls
    states = [(p, frozenset([b])) for p in floor for b in floor if p != b]
    good = {state for state in states if state[1] <= goals}
    growing = True
    while growing:
        more = {
            state for state in states
            if state not in good and any(after in good for after, _ in oracle.moves(walls, state))
        }  # fmt: skip
        good |= more
        growing = bool(more)
    return floor - {square for _, boxes in good for square in boxes}


def reachable(space):
    """All positions in the order in which they are found, each with its successors."""
    found = dict.fromkeys(space.initial())
    for state in (order := list(found)):  # the list grows
        found[state] = list(space.successors(state))
        for _, after, _ in found[state]:
            if after not in found:
                found[after] = None
                order.append(after)
    return found


def test_only_pushes_onto_hopeless_squares_are_left_out():
    seen = Counter()
    for puzzle in levels(150, seed=91, largest=4):
        lost = hopeless(puzzle)
        steps, live = (state_space(puzzle, space=name) for name in ("steps", "live"))
        for state, following in reachable(live).items():
            expected, kept = list(steps.successors(state)), []
            for move in expected:
                onto = {divmod(box, puzzle.columns) for box in move[1].boxes - state.boxes}
                if not onto & lost:
                    kept.append(move)
            assert following == kept, puzzle.encode()
            refused = len(list(live.invalid(state))) - len(list(steps.invalid(state)))
            assert refused == len(expected) - len(kept)
            seen.update(kept=len(kept), lost=refused)
    assert min(seen.values()) > 50


def test_predecessors_are_the_transitions_backwards():
    transitions = 0
    for puzzle in levels(40, seed=92, largest=4):
        live = state_space(puzzle, space="live")
        found = reachable(live)
        forwards = {
            (state, label, after) for state, moves in found.items() for label, after, _ in moves
        }
        backwards = {
            (before, label, state)
            for state in found
            for label, before, _ in live.predecessors(state)
            if before in found
        }
        assert forwards == backwards, puzzle.encode()
        transitions += len(forwards)
    assert transitions > 500


def test_packed_forms_agree_state_by_state():
    seen = Counter()
    for puzzle in levels(40, seed=93, largest=4):
        live = state_space(puzzle, space="live")
        packed = live.compiled()
        one = OneState(packed)
        found = reachable(live)
        for state, following in found.items():
            outcome = one.expand(packed.pack(state))
            assert following == [
                (packed.label(label), packed.unpack(words), cost) for label, words, cost in outcome
            ]
        seen["states"] += len(found)
        seen["pushes"] += sum(label.isupper() for moves in found.values() for label, _, _ in moves)
    assert seen["states"] > 300
    assert seen["pushes"] > 50


def test_fewest_moves_and_verdicts_are_those_of_brute_force():
    met = Counter()
    for number, puzzle in enumerate(levels(100, seed=94, largest=4)):
        states, _, moves, _ = oracle.explore(puzzle.lines())
        for strategy in ("live", "portfolio"):
            found = explore(puzzle, strategy)
            assert found.cost == moves, puzzle.encode()
            assert found.exhausted or found.path is not None
            met[found.verdict] += 1
        whole = explore(puzzle, "live", whole=True)
        assert whole.states <= states
        met["fewer"] += whole.states < states
        for strategy in ("astar", "bidirectional") if number < 20 else ():
            assert explore(puzzle, strategy, space="live").cost == moves
    assert met[Reachability.FOUND] > 50
    assert met[Reachability.UNREACHABLE] > 50
    assert met["fewer"] > 20


def test_searches_over_packed_states_are_those_of_plain_python():
    met = Counter()
    for puzzle in levels(50, seed=95, largest=4):
        for states in (None, 10):
            expected, found = (
                explore(puzzle, "live", engine=engine, budget=Budget(states=states))
                for engine in ("python", "compiled")
            )
            outcome = [
                replace(one, seconds=0.0, cpu_seconds=0.0, provenance=None)
                for one in (expected, found)
            ]
            assert outcome[0].__reduce__() == outcome[1].__reduce__()
            met[expected.verdict] += 1
    assert all(met[verdict] > 3 for verdict in Reachability), met
