"""Parts that grow together, as a union-find forest: who stands for a part.

``parent[k]`` is another member of the part of ``k``, or ``k`` itself where it stands for the part.
A part is joined to another by making the one root's parent the other root. Paths are halved on the
way, so a question costs near to nothing however parts were joined. Limits: parts are
never taken apart again.
"""

from cpstudy.core.kernel_types import View, i32, i64
from cpstudy.core.native import entry, inlined


@entry
@inlined
def root(parent: View[i32], member: i64) -> i64:
    """Who stands for the part of ``member``. parent: int32[members]."""
    while parent[member] != member:
        parent[member] = parent[parent[member]]
        member = parent[member]
    return member
