"""A state graph as input for model checkers: ETF for LTSmin, Promela for SPIN.

Kamies2016 explored his puzzles with LTSmin; his models are not published. These functions write
the states and transitions themselves, so that LTSmin or SPIN can explore our boards and must find
the same states, depths and goals. Both formats have one variable, the number of the state in
breadth-first order; states that the rules forbid are left out.

- ETF: a state label ``goal``, and the moves as edge labels. Values are quoted; the format has no
  escapes, so quotation marks inside them become apostrophes.
- Promela: one process whose moves are atomic steps, so that SPIN stores exactly the states of the
  puzzle. The claim ``unsolved`` states that no goal is ever reached, so a counterexample is a
  solution, and a shortest one if SPIN searches breadth first.

Cost: one line for each state and transition. Limits: those of state graphs. The model is explicit,
so a checker's own symbolic or compressed representation saves nothing.
"""

from cpstudy.state_spaces.state_graph import Edge, StateGraph


def _allowed(graph: StateGraph) -> tuple[int, list[Edge]]:
    """The number of allowed states, which come first, and the transitions between them."""
    states = sum(not node.reason for node in graph.nodes)
    return states, [edge for edge in graph.edges if not edge.forbidden]


def _quoted(text: str) -> str:
    return '"' + " ".join(text.replace('"', "'").split()) + '"'


def etf(graph: StateGraph) -> str:
    """Write the graph in the enumerated table format of LTSmin."""
    states, edges = _allowed(graph)
    labels = sorted({edge.label for edge in edges})
    numbers = {label: number for number, label in enumerate(labels)}
    initial = next(number for number, node in enumerate(graph.nodes) if node.initial)
    sections = (
        ("state", "state", ["state:state"]),
        ("edge", "edge", ["move:move"]),
        ("init", "init", [str(initial)]),
        ("trans", "trans", [f"{e.source}/{e.target} {numbers[e.label]}" for e in edges]),
        ("map goal:bool", "map", [f"{n} {int(graph.nodes[n].goal)}" for n in range(states)]),
        ("sort bool", "sort", ["false", "true"]),
        ("sort move", "sort", [_quoted(label) for label in labels]),
        ("sort state", "sort", [_quoted(node.text) for node in graph.nodes[:states]]),
    )
    return "".join(
        "\n".join([f"begin {head}", *lines, f"end {end}", ""]) for head, end, lines in sections
    )


def promela(graph: StateGraph) -> str:
    """Write the graph as a model for SPIN, with the claim that the puzzle cannot be solved."""
    _, edges = _allowed(graph)
    initial = next(number for number, node in enumerate(graph.nodes) if node.initial)
    goals = [f"state == {number}" for number, node in enumerate(graph.nodes) if node.goal]
    moves = [
        f"  :: atomic {{ state == {e.source} -> state = {e.target} }} /* {label} */"
        for e in edges
        for label in [e.label.replace("*/", "")]
    ]
    # A process without a move would not parse.
    body = ["end:", "  do", *(moves or ["  :: false -> skip"]), "  od"]
    claim = f"ltl unsolved {{ [] !({' || '.join(goals) or 'false'}) }}"
    return "\n".join(
        [f"int state = {initial};", "active proctype puzzle() {", *body, "}", claim, ""]
    )
