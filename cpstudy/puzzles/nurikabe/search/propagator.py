"""The propagators of Nurikabe as one: cells, then new islands, then the sea.

Each returns as soon as it has found something, so that clauses and cells are processed before any
flood. Of the islands, those with the smallest possible reach come first: they cost the least, and
their findings often spare others. An island is examined if a cell became known to be on it or not,
or became land that might belong to it; the sea is examined if a cell became land or sea and
something may follow. The workspace stores what to examine. After backtracking there is nothing to
examine: a decision is made only when all consequences were found, and the search always backtracks
to a decision.
"""

from cpstudy.cdcl.propagator import NO_CONFLICT
from cpstudy.cdcl.state import State
from cpstudy.core.kernel_types import i64
from cpstudy.core.native import kernel, workspace
from cpstudy.puzzles.nurikabe.puzzle import ANY_SIZE
from cpstudy.puzzles.nurikabe.search.board import Board
from cpstudy.puzzles.nurikabe.search.islands import (
    explain_needed,
    explain_unreachable,
    look_at_island,
)
from cpstudy.puzzles.nurikabe.search.local import explain_local, look_around
from cpstudy.puzzles.nurikabe.search.sea import (
    explain_apart,
    explain_narrow,
    look_at_sea,
    may_part,
)
from cpstudy.puzzles.nurikabe.search.sea_size import explain_too_distant, look_at_sea_size

# The head up to which changes are noted (local.py has the other one).
NOTED = 1


@workspace
class IslandsAndSea(Board):
    """A board with the propagators of its islands and its sea."""

    @kernel
    def propagate(self, s: State) -> i64:
        """See cdcl/propagator.py."""
        begun = s.trailed
        length = look_around(s, self)
        if length != NO_CONFLICT or s.trailed > begun:
            return length
        unreachable = len(s.value) + len(self.neighbours)
        _note_what_is_new(s, self, unreachable)
        needed = unreachable + len(self.clue)
        if self.new_islands > 0:
            for k in range(len(self.turn)):
                island = self.turn[k]
                if self.is_new[island]:
                    self.is_new[island] = 0
                    self.new_islands -= 1
                    length = look_at_island(s, self, island, unreachable + island, needed + island)
                    if length != NO_CONFLICT or s.trailed > begun:
                        return length
        if self.sea_is_new:
            self.sea_is_new = False
            apart = needed + len(self.clue)
            if self.sea_may_part:
                self.sea_may_part = False
                length = look_at_sea(s, self, apart, apart + 1)
            if length != NO_CONFLICT or s.trailed > begun or self.sea_size == ANY_SIZE:
                return length
            return look_at_sea_size(s, self, apart + 2)
        return NO_CONFLICT

    @kernel
    def explain(self, s: State, literal: i64, datum: i64, before: i64) -> i64:
        """See cdcl/propagator.py."""
        islands = len(self.clue)
        kind = datum - len(s.value) - len(self.neighbours)
        if kind < 0:
            return explain_local(s, self, literal, datum)
        if kind < islands:
            return explain_unreachable(s, self, kind, literal, before)
        if kind < 2 * islands:
            return explain_needed(s, self, kind - islands, literal, before)
        if kind == 2 * islands:
            return explain_apart(s, self, literal, before)
        if kind == 2 * islands + 1:
            return explain_narrow(s, self, literal, before)
        return explain_too_distant(s, self, literal, before)


@kernel
def _new_island(p: Board, island: i64) -> None:
    """Mark an island to be examined."""
    if p.is_new[island] == 0:
        p.is_new[island] = 1
        p.new_islands += 1


@kernel
def _note_what_is_new(s: State, p: Board, unreachable: i64) -> None:
    """Mark the islands to be examined, and whether to examine the sea.

    unreachable: the datum of the cells that island 0 does not reach. That an island cannot have a
    cell does not mark the island if it found that itself.
    """
    cells = len(p.neighbours)
    if s.heads[NOTED] < p.noted_until:  # the search backtracked
        for island in range(len(p.is_new)):
            p.is_new[island] = 0
        p.new_islands = 0
        p.sea_is_new = False
        p.sea_may_part = False
    for at in range(s.heads[NOTED], s.trailed):
        literal = s.trail[at]
        variable = literal >> 1
        if variable > cells:
            island = p.island[variable]
            if s.reason[variable] != -1 - (unreachable + island):
                _new_island(p, island)
            continue
        p.sea_is_new = True
        if not p.sea_may_part and may_part(s, p, literal, at):
            p.sea_may_part = True
        if literal & 1:
            cell = variable - 1
            for i in range(p.owned[cell], p.owned[cell + 1]):
                if s.value[2 * p.owner[i]] == 0:
                    _new_island(p, p.island[p.owner[i]])
    s.heads[NOTED] = s.trailed
    p.noted_until = s.trailed
