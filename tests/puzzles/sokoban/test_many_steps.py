"""Many positions at once are expanded as each of them is by the rules."""

import random
from collections import Counter
from dataclasses import replace

import numpy as np

from cpstudy.api import state_space
from cpstudy.core.result import Budget, Reachability, Stop
from cpstudy.puzzles.sokoban.generate import room
from cpstudy.puzzles.sokoban.puzzle import Sokoban
from cpstudy.state_spaces.packed.by_layers import breadth_first_by_layers
from cpstudy.state_spaces.plain.breadth_first import breadth_first
from tests.puzzles.sokoban.instances import random_level

CORNERS = ["9x1:@-$-$-..-", "5x3:#####|#@$.#|#####", "4x3:####|#@*#|####", "3x3:###|#@#|###"]
# A box and a goal that nobody comes near.
STUCK = "9x3:#########|#@$.-#$.#|#########"


def levels(number: int, seed: int) -> list[Sokoban]:
    rng = random.Random(seed)
    drawn = [random_level(rng, 5) for _ in range(number)]
    return [*drawn, room(4, 5), *map(Sokoban.decode, [*CORNERS, STUCK])]


def test_successors_and_goals_are_those_of_the_rules():
    seen = Counter()
    for puzzle in levels(40, seed=71):
        space = state_space(puzzle)
        compiled = space.compiled()
        found = list(space.initial())
        known = set(found)
        for state in found:  # grows
            for _, following, _ in space.successors(state):
                if following not in known:
                    known.add(following)
                    found.append(following)
            if len(found) > 400:
                break
        packed = np.array([compiled.pack(state)[0] for state in found], np.uint64)
        following, sources = compiled.many.expand(packed)
        pairs = [
            (compiled.pack(after)[0], place)
            for place, state in enumerate(found)
            for _, after, _ in space.successors(state)
        ]
        assert list(zip(following.tolist(), sources.tolist(), strict=True)) == pairs
        goals = compiled.many.are_goals(packed).tolist()
        assert goals == [space.is_goal(state) for state in found]
        seen["goals"] += sum(goals)
        seen["pushes"] += sum(found[p].boxes != compiled.unpack((w,)).boxes for w, p in pairs)
    assert min(seen.values()) > 50


def test_searches_by_layers_are_those_of_plain_python():
    met = Counter()
    for puzzle in levels(40, seed=72):
        space = state_space(puzzle)
        for whole in (False, True):
            for states in (None, 50):
                budget = Budget(states=states)
                plain = breadth_first(space, budget, whole=whole)
                found = breadth_first_by_layers(space, space.compiled(), budget, 10**9, whole=whole)
                assert replace(found, seconds=0.0).__reduce__() == plain.__reduce__()
                met.update([plain.verdict, plain.stop])
    assert all(met[verdict] > 5 for verdict in Reachability), met
    assert met[Stop.STATES] > 5


def test_positions_of_several_words_are_not_searched_by_layers():
    for boxes, words in ((8, 1), (9, 2)):
        rows = ["@" + "$" * 8, "-" * 8 + ("$" if boxes > 8 else "-"), *["-" * 9] * 7]
        rows[-1] = ("." * boxes).ljust(9, "-")
        space = state_space(Sokoban.decode("9x9:" + "|".join(rows)))
        assert space.layout.words == words
        assert (space.nanoseconds_by_layers is None) is (words > 1)
        assert (space.compiled().many is None) is (words > 1)
