"""Brute force for Sokoban that shares no code with cpstudy: sets of (row, column), plain loops.

A level is its rows in XSB characters. ``explore`` lists all reachable positions with the fewest
moves and pushes from the start; ``everything`` lists all positions with the fewest pushes to the
goal.
"""

from __future__ import annotations

from collections import deque
from itertools import combinations

STEPS = ((-1, 0), (1, 0), (0, -1), (0, 1))


def parsed(rows):
    """(walls, goals, boxes, player) of rows; everything beyond the border is wall."""
    walls, goals, boxes, player = set(), set(), set(), None
    for r, row in enumerate(rows):
        for c, symbol in enumerate(row):
            place = (r, c)
            if symbol == "#":
                walls.add(place)
            if symbol in ".+*":
                goals.add(place)
            if symbol in "$*":
                boxes.add(place)
            if symbol in "@+":
                player = place
    for r in range(-1, len(rows) + 1):
        for c in range(-1, len(rows[0]) + 1):
            if not (0 <= r < len(rows) and 0 <= c < len(rows[0])):
                walls.add((r, c))
    return walls, goals, frozenset(boxes), player


def moves(walls, state):
    """(next state, whether a box was pushed) for every possible move."""
    (r, c), boxes = state
    for dr, dc in STEPS:
        ahead, beyond = (r + dr, c + dc), (r + 2 * dr, c + 2 * dc)
        if ahead in walls:
            continue
        if ahead in boxes:
            if beyond not in walls and beyond not in boxes:
                yield (ahead, (boxes - {ahead}) | {beyond}), True
        else:
            yield (ahead, boxes), False


def explore(rows):
    """(states, transitions, fewest moves, fewest pushes); None if there is no solution."""
    walls, goals, boxes, player = parsed(rows)
    start = (player, boxes)
    distance = {start: 0}
    queue = deque([start])
    transitions = 0
    fewest_moves = None
    while queue:
        state = queue.popleft()
        if state[1] == goals and fewest_moves is None:
            fewest_moves = distance[state]
        for following, _ in moves(walls, state):
            transitions += 1
            if following not in distance:
                distance[following] = distance[state] + 1
                queue.append(following)
    pushes = {start: 0}
    deque_of = deque([start])
    while deque_of:
        state = deque_of.popleft()
        for following, pushed in moves(walls, state):
            cost = pushes[state] + pushed
            if cost < pushes.get(following, 1 << 30):
                pushes[following] = cost
                (deque_of.append if pushed else deque_of.appendleft)(following)
    solved = [cost for state, cost in pushes.items() if state[1] == goals]
    return len(distance), transitions, fewest_moves, min(solved, default=None)


def everything(rows):
    """The fewest pushes to the goal (None if there are none) of every position on the floor.

    The floor is what the player could reach without boxes. There are as many boxes as in the level.
    """
    walls, goals, boxes, player = parsed(rows)
    floor = {player}
    stack = [player]
    while stack:
        r, c = stack.pop()
        for dr, dc in STEPS:
            other = (r + dr, c + dc)
            if other not in walls and other not in floor:
                floor.add(other)
                stack.append(other)
    states = {}
    before = {}
    for places in combinations(sorted(floor), len(boxes)):
        taken = frozenset(places)
        for square in floor - taken:
            states[(square, taken)] = None
    for state in states:
        for following, pushed in moves(walls, state):
            before.setdefault(following, []).append((state, pushed))
    queue = deque()
    for state in states:
        if state[1] == goals:
            states[state] = 0
            queue.append(state)
    while queue:
        state = queue.popleft()
        for earlier, pushed in before.get(state, ()):
            cost = states[state] + pushed
            if states[earlier] is None or cost < states[earlier]:
                states[earlier] = cost
                (queue.append if pushed else queue.appendleft)(earlier)
    return states
