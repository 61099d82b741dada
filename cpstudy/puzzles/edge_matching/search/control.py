"""What every compiled search shares: how a call ends, and the words that control it.

A search keeps everything in a *workspace*, a NamedTuple of arrays of one board size. Its kernel
``search(w, limit)`` begins where ``control[BEGUN]`` is 0, else goes on where it stopped, and
returns with the board in ``w.board``, at ``limit`` placements in all, or with nothing left. So
clocks, limits, Ctrl-C and searching in turns need no look at anything inside the loop.
"""

# How a call ended. SPENT: at the limit, there is more to do.
EXHAUSTED, FOUND, SPENT = 0, 1, 2

# Places in ``control``, int64[6], of every workspace. BEGUN: 0 where the pieces are new.
# PLACEMENTS: made so far. DEPTH: pieces on the board. CUTOFF: placements at which a search with
# restarts begins anew; RUN: how many this run may make. OWED: placements that were counted all at
# once and lie beyond the limit of the last call.
BEGUN, PLACEMENTS, DEPTH, CUTOFF, RUN, OWED = range(6)
WORDS = 6
