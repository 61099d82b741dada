"""Parts that grow together, as a union-find forest: who stands for a part.

``parent[k]`` is another member of the part of ``k``, or ``k`` itself where it stands for the part.
A part is joined to another by making the one root's parent the other root. Paths are halved on the
way, so a question costs near to nothing however parts were joined. Limits: parts are
never taken apart again.
"""

from __future__ import annotations

from typing import Any

from cpstudy.core.kernels import inlined
from cpstudy.core.waiting import describe_kernels

describe_kernels(__name__, "parts that grow together", seconds=1)


@inlined
def root(parent: Any, member: Any) -> Any:
    """Who stands for the part of ``member``.

    parent: int[members]; in plain Python a list or a dict too.
    """
    while parent[member] != member:
        parent[member] = parent[parent[member]]
        member = parent[member]
    return member
