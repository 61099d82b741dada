"""Union-find: disjoint sets that are only merged, as a forest with one root for each set.

``parent[k]`` is another member of the set of ``k``, or ``k`` itself if it is the root. To merge two
sets, make one root the parent of the other. Finding a root halves the path, so its amortised cost
is nearly constant in any order of merges. Limits: sets are never split.
"""

from cpstudy.core.kernel_types import View, i32, i64
from cpstudy.core.native import entry, inlined


@entry
@inlined
def root(parent: View[i32], member: i64) -> i64:
    """The root of the set of ``member``. parent: int32[members]."""
    while parent[member] != member:
        parent[member] = parent[parent[member]]
        member = parent[member]
    return member
