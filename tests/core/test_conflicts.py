"""Minimal conflicts are compared with brute force over all subsets, with and without cores."""

import random
from collections import Counter
from itertools import combinations

import pytest

from cpstudy.core.conflicts import conflict, minimal_conflict
from cpstudy.core.result import Solvable

MEMBERS = "abcdefg"


def random_nogoods(rng):
    """Return up to three sets of members, each of which cannot hold together."""
    return [set(rng.sample(MEMBERS, rng.randrange(1, 5))) for _ in range(rng.randrange(4))]


def holds(nogoods, kept):
    return not any(nogood <= set(kept) for nogood in nogoods)


@pytest.mark.parametrize("cores", [True, False])
def test_what_is_left_is_minimal(cores):
    rng = random.Random(1)
    met = Counter()
    for _ in range(300):
        nogoods = random_nogoods(rng)
        asked = []

        def ask(kept, nogoods=nogoods, asked=asked):
            asked.append(list(kept))
            if holds(nogoods, kept):
                return Solvable.YES
            used = rng.choice([nogood for nogood in nogoods if nogood <= set(kept)])
            return used | set(rng.sample(kept, 1)) if cores else Solvable.NO

        found = minimal_conflict(MEMBERS, ask)
        if not nogoods:
            assert found is Solvable.YES
            continue
        assert found.proved
        assert found.members == sorted(found.members)
        assert not holds(nogoods, found.members)
        for size in range(len(found.members)):
            assert all(holds(nogoods, part) for part in combinations(found.members, size))
        met[len(found.members)] += 1
        met["asked"] += len(asked)
    assert min(met[size] for size in (1, 2, 3)) > 10, met


def test_what_is_not_decided_stays():
    """A member is kept if the query without it is undecided, and then nothing is proved."""
    rng = random.Random(2)
    met = Counter()
    for _ in range(300):
        nogoods = random_nogoods(rng) or [set("a")]

        def ask(kept, nogoods=nogoods):
            if len(kept) < len(MEMBERS) and rng.random() < 0.3:
                return Solvable.UNKNOWN
            return Solvable.YES if holds(nogoods, kept) else Solvable.NO

        found = minimal_conflict(MEMBERS, ask)
        assert not holds(nogoods, found.members)
        if found.proved:
            assert all(holds(nogoods, set(found.members) - {one}) for one in found.members)
        met[found.proved] += 1
    assert min(met.values()) > 20, met
    assert minimal_conflict(MEMBERS, lambda _: Solvable.UNKNOWN) is Solvable.UNKNOWN


def test_without_members_nothing_is_left():
    assert minimal_conflict("", lambda _: Solvable.NO) == ([], True)
    assert minimal_conflict("ab", lambda _: set()) == ([], True)


def test_a_conflict_of_a_puzzle():
    def cells(member):
        return ((0, MEMBERS.index(member)),)

    def run(ask):
        return conflict("puzzle", MEMBERS, ask, cells, lambda: {"searches": 5})

    found = run(lambda kept: Solvable.NO if "c" in kept else Solvable.YES)
    assert (found.clues, found.proved) == ((((0, 2),),), True)
    assert found.counters == {"searches": 5}
    assert run(lambda kept: Solvable.UNKNOWN) is None
    with pytest.raises(ValueError, match="there is a solution"):
        run(lambda kept: Solvable.YES)
