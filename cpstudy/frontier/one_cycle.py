"""The ends of paths on a frontier, for one cycle: brackets that match.

Along the frontier, from left to right, lie the ends of the paths drawn so far. In a plane they do
not cross, so brackets state which two belong together, two bits a place: 0 where no path ends,
OPENS and CLOSES for the left and the right end of a path. A vertex is taken with what comes from
the left and from above; what it sends down and to the right takes their two places.

Source: Enting1980, who counts rings on the square lattice so. Cost: joining two paths looks for the
other end, linear in the width.
"""

from cpstudy.core.kernel_types import i64
from cpstudy.core.native import inlined

OPENS, CLOSES = 1, 2


@inlined
def partner(key: i64, place: i64) -> i64:
    """The place of the bracket that belongs to the one at a place: the path's other end."""
    own = key >> 2 * place & 3
    step = 1 if own == OPENS else -1
    depth = 1
    while depth > 0:
        place += step
        bracket = key >> 2 * place & 3
        if bracket == own:
            depth += 1
        elif bracket != 0:
            depth -= 1
    return place


@inlined
def joined(key: i64, place: i64) -> i64:
    """The key where the paths that end at a place and the next one are one path.

    -1 where they are one path already, so that joining them closes a cycle; the key without these
    two ends is what is left then.
    """
    left = key >> 2 * place & 3
    right = key >> 2 * (place + 1) & 3
    bare = key & ~(15 << 2 * place)
    if left == OPENS and right == CLOSES:
        return -1
    if left == right:  # of two paths side by side the inner end's partner now faces the other way
        return bare ^ 3 << 2 * partner(key, place + 1 if left == OPENS else place)
    return bare
