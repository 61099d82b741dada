"""The components of the open edges of a graph, and a cycle for each edge that closes one.

The kernel of :mod:`.cuts`. Cost: linear in the graph and the lengths of the cycles.
"""

from cpstudy.core.kernel_types import Const, Const2, View, i64, u8
from cpstudy.core.native import entry, filled, kernel, workspace, zeros


@workspace
class Work:
    """The graph, and what a search through it fills; n vertices, e edges.

    ends [e, 2]; start [n + 1] and incident: the edges at vertex v are
    ``incident[start[v]:start[v + 1]]``. labels [n]: the component of each vertex, -1 where none was
    reached. parent_edge [n], depth [n]: the search tree. queue [n]. cycles [any]: each as its
    length, then its edges; used: the space that they need.
    """

    ends: Const2[i64]
    start: Const[i64]
    incident: Const[i64]
    labels: View[i64]
    parent_edge: View[i64]
    depth: View[i64]
    queue: View[i64]
    cycles: View[i64]
    used: i64

    def __init__(
        self, ends: Const2[i64], start: Const[i64], incident: Const[i64], n: int, capacity: int
    ) -> None:
        self.ends = ends
        self.start = start
        self.incident = incident
        self.labels = filled(n, -1, "i64")
        self.parent_edge = filled(n, -1, "i64")
        self.depth = zeros(n, "i64")
        self.queue = zeros(n, "i64")
        self.cycles = zeros(capacity, "i64")
        self.used = 0


@entry
def components(w: Work, opened: Const[u8], members: Const[i64]) -> i64:
    """Label the components of the open edges, write down a cycle for each edge that closes one.

    opened [e], members: the vertices that belong to the graph. Where cycles do not fit, the room
    that they need is only counted. Returns how many components there are.
    """
    found = 0
    w.used = 0
    for member in range(len(members)):
        root = members[member]
        if w.labels[root] >= 0:
            continue
        w.labels[root] = found
        w.queue[0] = root
        head = 0
        tail = 1
        while head < tail:
            vertex = w.queue[head]
            head += 1
            for place in range(w.start[vertex], w.start[vertex + 1]):
                edge = w.incident[place]
                if not opened[edge] or edge == w.parent_edge[vertex]:
                    continue
                other = w.ends[edge, 0] + w.ends[edge, 1] - vertex
                if w.labels[other] < 0:
                    w.labels[other] = found
                    w.parent_edge[other] = edge
                    w.depth[other] = w.depth[vertex] + 1
                    w.queue[tail] = other
                    tail += 1
                elif w.depth[other] > w.depth[vertex] or (
                    w.depth[other] == w.depth[vertex] and other > vertex
                ):
                    # An edge that closes a cycle, met a first time from its upper end.
                    _cycle(w, edge, vertex)
        found += 1
    return found


@kernel
def _cycle(w: Work, closing: i64, vertex: i64) -> None:
    """Write down the cycle that edge ``closing`` at ``vertex`` closes."""
    a = vertex
    b = w.ends[closing, 0] + w.ends[closing, 1] - vertex
    head = w.used
    used = head
    edge = closing
    while True:
        used += 1
        if used < len(w.cycles):
            w.cycles[used] = edge
        if a == b:
            break
        if w.depth[a] < w.depth[b]:
            a, b = b, a
        edge = w.parent_edge[a]
        a = w.ends[edge, 0] + w.ends[edge, 1] - a
    if head < len(w.cycles):
        w.cycles[head] = used - head
    w.used = used + 1
