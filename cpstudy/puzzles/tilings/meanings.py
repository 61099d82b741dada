"""The meaning of the variables of clause learning on a tiling: which neighbours are joined."""

from cpstudy.core.errors import place
from cpstudy.core.kind import Meaning
from cpstudy.puzzles.tilings.edges import edge_table
from cpstudy.puzzles.tilings.rules import Tiling


def meanings(puzzle: Tiling) -> list[Meaning]:
    """Return for variable i + 1 the meaning: edge i is open."""
    found = []
    for one, other in edge_table(puzzle).ends.tolist():
        at = divmod(one, puzzle.columns), divmod(other, puzzle.columns)
        here, there = place(at[0]), place(at[1])
        true, false = f"{here} is joined to {there}", f"{here} is not joined to {there}"
        found.append(Meaning(true, false, at, ("line", "gap")))
    return found
