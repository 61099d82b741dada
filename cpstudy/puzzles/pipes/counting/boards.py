"""Sweep boards one after another, group by group: the counts, or what is needed to continue.

The kernel stops after a number of states, if a table is too small, and after a group whose number
of ways its caller must take. Its caller reads the clock and enlarges the tables.
"""

from cpstudy.core.kernel_types import View, View2, i64
from cpstudy.core.native import entry, kernel, row, workspace, zeros
from cpstudy.frontier.engine import go
from cpstudy.frontier.layers import DONE, FULL, LIMB_MASK
from cpstudy.puzzles.pipes.counting.plan import Plan
from cpstudy.puzzles.pipes.counting.sweep import Group
from cpstudy.puzzles.pipes.counting.tables import Tables, begin, first_limb

# A status in addition to those of layers: a group is complete and its number of ways must be taken.
GROUP_DONE = 4

# A number that is too large for one limb, or that exceeded the memory.
UNCOUNTED = -1


@workspace
class Boards:
    """Boards of one shape during their sweep.

    plan: what is swept; tables: the layers; swept: the current group. counts [boards]: the products
    of the groups that the caller did not take, some of them UNCOUNTED. states: expanded so far.
    board, group, begun: the current board and group, and whether the group has begun; product: of
    the groups before it.
    """

    plan: Plan
    tables: Tables
    swept: Group
    counts: View[i64]
    tree: bool
    states: i64 = 0
    board: i64 = 0
    group: i64 = 0
    begun: bool
    product: i64

    def __init__(self, plan: Plan, tree: bool, most_states: int) -> None:
        self.plan, self.tree = plan, tree
        self.tables = Tables(most_states)
        self.swept = Group(self.tables)
        self.counts = zeros(len(plan.groups), "i64")
        self.begun, self.product = False, 1

    @entry
    def resume(self, most: i64) -> i64:
        """Expand at most ``most`` states; DONE after the last board, else why it stopped.

        GROUP_DONE if the number of a group does not fit into the product.
        """
        before = self.tables.expanded
        status = self.sweep_boards(before + most)
        self.states += self.tables.expanded - before
        return status

    @kernel
    def sweep_boards(self, until: i64) -> i64:
        """Continue until ``until`` states are expanded."""
        for board in range(self.board, len(self.counts)):
            for group in range(self.group, self.plan.groups[board]):
                if not self.begun:
                    self.begin_group(board, group)
                status = FULL
                if self.tables.width < len(self.tables.labels):
                    status = go(self.tables, self.swept, until)
                self.begun = status != DONE
                if status != DONE:
                    return status
                self.group = group + 1
                number = first_limb(self.tables)
                if number == 0:
                    self.product = 0
                    break
                if self.product != UNCOUNTED:
                    many: bool = number < 0 or self.product > LIMB_MASK // number
                    if many:
                        return GROUP_DONE
                    self.product *= number
            self.counts[board] = self.product if self.plan.groups[board] >= 0 else 0
            self.board = board + 1
            self.group = 0
            self.product = 1
        return DONE

    @kernel
    def begin_group(self, board: i64, group: i64) -> None:
        """Prepare the first tile of a group."""
        begin(self.tables, self.plan.widths[board, group], self.tree)
        sites: View2[i64] = row(self.plan.sites, board)
        masks: View[i64] = row(self.plan.masks, board)
        self.swept.sites = sites
        self.swept.masks = masks
        self.swept.first = self.plan.first[board, group]
        self.swept.steps = self.plan.first[board, group + 1] - self.swept.first

    def leave_uncounted(self) -> None:
        """Continue with the next group; the count is UNCOUNTED, unless a later group has no way."""
        self.group += self.begun
        self.begun = False
        self.product = UNCOUNTED
