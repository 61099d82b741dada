"""``ambiguity`` is compared with the set of all solutions, with ``at_once`` and without it."""

import random
from collections import Counter

import pytest

from cpstudy.core.ambiguity import ambiguity, connected
from cpstudy.core.result import Stop
from cpstudy.core.solving import WrongAnswerError

PLACES = 5


class Listed:
    """A puzzle that is given by the list of its solutions."""

    def __init__(self, solutions):
        self.solutions = solutions

    def encode(self):
        return "listed"

    def violation(self, solution):
        return "" if solution in self.solutions else "not listed"


def method(solutions, rng, answers=10**9):
    """Return a brute-force method that gives up after ``answers`` answers."""
    left = [answers]

    def ask(first, places):
        left[0] -= 1
        if left[0] < 0:
            return Stop.ITERATIONS
        fits = [s for s in solutions if first is None or any(s[p] != first[p] for p in places)]
        return rng.choice(fits) if fits else Stop.DONE

    return ask


def mapped(puzzle, ask, *, at_once):
    groups = [(place, place + 1) for place in range(PLACES - 1)]

    def cells(places):
        return tuple((0, place) for place in sorted(places))

    return ambiguity(
        puzzle, ask, range(PLACES), groups, cells, lambda: {"asked": 1}, at_once=at_once
    )


def random_solutions(rng):
    return [bytes(rng.randrange(2) for _ in range(PLACES)) for _ in range(rng.randrange(6))]


@pytest.mark.parametrize("at_once", [True, False])
def test_the_map_is_what_all_solutions_say(at_once):
    rng = random.Random(1)
    met = Counter()
    for _ in range(400):
        solutions = random_solutions(rng)
        puzzle = Listed(solutions)
        if not solutions:
            with pytest.raises(ValueError, match="no solution"):
                mapped(puzzle, method(solutions, rng), at_once=at_once)
            continue
        found = mapped(puzzle, method(solutions, rng), at_once=at_once)
        differing = {p for p in range(PLACES) if len({s[p] for s in solutions}) > 1}
        runs = [[p for p in range(PLACES) if p in differing and p - 1 not in differing]]
        assert {p for region in found.regions for _, p in region.cells} == differing
        assert [region.cells[0][1] for region in found.regions] == runs[0]
        assert found.unknown == () and found.solution in solutions
        for region in found.regions:
            assert region.alternative in solutions
            changed = {p for p in range(PLACES) if region.alternative[p] != found.solution[p]}
            assert {p for _, p in region.changed} == changed
            assert changed & {p for _, p in region.cells}
        met[len(found.regions)] += 1
    assert min(met[number] for number in (0, 1, 2)) > 5, met


@pytest.mark.parametrize("at_once", [True, False])
def test_what_a_budget_leaves_is_unknown(at_once):
    rng = random.Random(2)
    met = Counter()
    for _ in range(300):
        solutions = random_solutions(rng) or [bytes(PLACES)]
        found = mapped(Listed(solutions), method(solutions, rng, rng.randrange(4)), at_once=at_once)
        differing = {p for p in range(PLACES) if len({s[p] for s in solutions}) > 1}
        known = {p for region in found.regions for _, p in region.cells}
        unknown = {p for _, p in found.unknown}
        assert not known & unknown
        assert known <= differing <= known | unknown
        met[found.solution is None, bool(known), bool(unknown)] += 1
    assert met[True, False, True] and met[False, True, True] and met[False, False, True], met


def test_a_wrong_solution_does_not_get_out():
    puzzle = Listed([bytes(PLACES)])
    with pytest.raises(WrongAnswerError, match="ambiguity: not a solution of listed"):
        mapped(puzzle, method([bytes(PLACES), b"\1" * PLACES], random.Random(3)), at_once=True)


def test_connected_parts():
    rng = random.Random(4)
    for _ in range(200):
        members = {member for member in range(8) if rng.random() < 0.7}
        groups = [rng.sample(range(8), rng.randrange(4)) for _ in range(rng.randrange(6))]
        parts = [{member} for member in members]
        for group in groups:
            touched = [part for part in parts if part & set(group)]
            parts = [part for part in parts if part not in touched]
            parts += [set().union(*touched)] if touched else []
        assert connected(members, groups) == sorted(map(sorted, parts))
