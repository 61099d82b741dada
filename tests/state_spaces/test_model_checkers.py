"""ETF and Promela texts, parsed again, have the states, moves and goals of the state graph."""

import re
from collections import deque

from cpstudy import api
from cpstudy.state_spaces.model_checkers import etf, promela
from cpstudy.state_spaces.state_graph import state_graph

LEVEL = "fox,goose,beans:fox-goose,goose-beans"
CROSSINGS = 7


def graph():
    return state_graph(api.state_space(api.puzzle("river_crossing", LEVEL)))


def shortest(start, edges, goals):
    """Return the distance from the start to the nearest goal, or None."""
    queue, seen = deque([(start, 0)]), {start}
    while queue:
        state, distance = queue.popleft()
        if state in goals:
            return distance
        for source, target in edges:
            if source == state and target not in seen:
                seen.add(target)
                queue.append((target, distance + 1))
    return None


def test_etf_read_back():
    result = graph()
    sections = dict(re.findall(r"begin ([^\n]*)\n(.*?)\nend \w+\n", etf(result), re.S))
    assert [*sections][:3] == ["state", "edge", "init"]  # the grammar requires these first
    edges = [tuple(map(int, re.findall(r"\d+", line))) for line in sections["trans"].splitlines()]
    labels, states = (sections[f"sort {name}"].splitlines() for name in ("move", "state"))
    allowed = sum(not node.reason for node in result.nodes)
    assert 0 < allowed < len(result.nodes) and len(states) == allowed
    assert all(
        max(source, target) < allowed and move < len(labels) for source, target, move in edges
    )
    goals = {int(line[:-2]) for line in sections["map goal:bool"].splitlines() if line[-1] == "1"}
    moves = [(source, target) for source, target, _ in edges]
    assert shortest(int(sections["init"]), moves, goals) == CROSSINGS


def test_promela_read_back():
    text = promela(graph())
    moves = re.findall(r":: atomic { state == (\d+) -> state = (\d+) } /\*", text)
    goals = set(re.findall(r"state == (\d+)", text.rpartition("ltl")[2]))
    start = re.match(r"int state = (\d+);", text)[1]
    assert shortest(start, moves, goals) == CROSSINGS
    assert text.count("{") == text.count("}")
