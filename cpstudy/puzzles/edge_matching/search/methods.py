"""The searches of edge matching: eight settings of one search, each defined to the last placement.

The search is depth-first and puts pieces on cells one at a time. An *iteration* is a placement: a
piece that is not yet on the board, turned so that it fits its neighbours and the frame, is put on a
cell. Removing pieces costs nothing (this reading agrees with Willems2016; placements plus
backtracks would be about twice as many). No symmetry of the board is broken. A setting defines

* which cell comes next: row by row, or the empty cell with the fewest candidates, ties row by row
  (SNOPF: smallest number of possible pieces; a cell without candidates is chosen like any other
  and makes the search backtrack);
* in which order its candidates are tried: by piece number, then quarter turns clockwise from the
  given orientation; or by *connectivity*, with ties in that order;
* whether equal candidates, identical pieces and orientations that look the same, are one: the first
  stands for all, is counted once and tried once;
* which look-ahead follows each placement.

*Connectivity* (Willems2016) is the number of sides of other pieces not on the board, all four of
each, that have the colour of the candidate's right side; without a cell on the right it is 0.

The paper does not define what SNOPF counts. Here it counts candidates: each turn of each piece that
fits. Over maps of 5×5 puzzles with 150 puzzles per cell, the largest median of 20 is then 8,200 on
average (95 %: 4,100 to 15,900), and 7,700 (3,700 to 16,600) if pieces are counted instead; the
published peak is 6,185, so it does not distinguish the two. If equal candidates are one, it falls
to 2,150 (1,250 to 3,900): the published search did not do that.

Tests compare the compiled searches with a plain one: the placements are the same, in the same
order.
"""

from dataclasses import dataclass

# Kinds of look-ahead, see ``look_ahead.py``.
NOTHING, PARTIAL, MATCHING = 0, 1, 2

# Orders of candidates.
PIECE_ORDER, HIGHEST_FIRST, LOWEST_FIRST = 0, 1, -1

# The number of placements in the first run of a search with restarts; each later run has twice as
# many as the one before, so the last one is complete.
FIRST_RUN = 100


@dataclass(frozen=True)
class Method:
    """One setting; see the module docstring.

    all_sides: connectivity adds up over all sides that face empty cells instead of the right one.
    restarts: with a limit on solutions, the search restarts after FIRST_RUN placements and then
    each time after twice as many, with the pieces in a new random order, the same for all cells:
    the previous order, shuffled. Solutions are kept across runs and found again; the run that ends
    by itself has found them all.
    """

    row_by_row: bool
    skip_equal: bool = True
    connectivity: int = PIECE_ORDER
    all_sides: bool = False
    look: int = NOTHING
    restarts: bool = False


METHODS = {
    # Willems2016, simple depth-first.
    "dfs": Method(row_by_row=True),
    # Willems2016.
    "highest-connectivity": Method(row_by_row=True, connectivity=HIGHEST_FIRST),
    "lowest-connectivity": Method(row_by_row=True, connectivity=LOWEST_FIRST),
    # Willems2016. Boards found again, with identical pieces exchanged, are not counted again.
    "snopf": Method(row_by_row=False, skip_equal=False),
    "snopf-filtered": Method(row_by_row=False),
    # Willems2016 suggests combining the two without saying how. As the order of cells varies, a
    # candidate's connectivity is the sum over all its sides that face empty cells, and the lowest
    # comes first, which was the better of the two there.
    "hybrid": Method(row_by_row=False, connectivity=LOWEST_FIRST, all_sides=True),
    # Ansotegui2008.
    "pla": Method(row_by_row=False, look=PARTIAL),
    # After Ansotegui2013 and Regin1994.
    "matching": Method(row_by_row=False, look=MATCHING, restarts=True),
}
