"""SMT: a spanning tree by integer levels that rise along arcs: difference logic.

Added to the directions of arborescence.py, which they keep from running in a circle. Levels need
not be distances: enumeration forbids the watched values, not the levels.

Size: V integers, 2E implications, for V vertices and E edges.
"""

from __future__ import annotations

from cpstudy.encode.cnf import Literals
from cpstudy.encode.edge_graph import Graph
from cpstudy.encode.smt import Script


def integer_levels(script: Script, graph: Graph, root: int, arcs: Literals) -> None:
    """No cycle among the arcs whose symbols hold.

    arcs: as ``arborescence`` returns them, variables of a formula that the script has. Raises
    OutOfTimeError by the script's clock.
    """
    script.lines += [f"(declare-const level{vertex} Int)" for vertex in graph.members.tolist()]
    script.lines.append(f"(assert (= level{root} 0))")
    ends = graph.ends[graph.edges].tolist()
    for (a, b), (there, back) in zip(ends, arcs.tolist(), strict=True):
        script.clock.check()
        for start, end, arc in ((a, b, there), (b, a, back)):
            rises = f"(>= (- level{end} level{start}) 1)"
            script.lines.append(f"(assert (=> x{arc} {rises}))")
