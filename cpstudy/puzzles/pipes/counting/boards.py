"""Boards swept one after another, group by group: the counts, or what is needed to continue.

The kernel stops after any number of states, where a table is too small, and after a group whose
number is to be taken away. Its caller reads the clock and makes room.
"""

from cpstudy.core.kernel_types import View, View2, i64
from cpstudy.core.native import entry, kernel, row, workspace, zeros
from cpstudy.frontier.engine import go
from cpstudy.frontier.layers import DONE, FULL, LIMB_MASK
from cpstudy.puzzles.pipes.counting.plan import Plan
from cpstudy.puzzles.pipes.counting.sweep import Group
from cpstudy.puzzles.pipes.counting.tables import Tables, begin, first_limb

# Status beside those of layers: a group is done, whose number has to be taken away.
GROUP_DONE = 4

# A number that is too large for one limb, or that memory did not do for.
UNCOUNTED = -1


@workspace
class Boards:
    """Boards of one shape under way.

    plan: what is swept, with the tables; swept: the group at hand. counts [boards]: the products of
    the groups that were not taken away, some of them UNCOUNTED. states: expanded so far. The board,
    its group, and whether that one is begun; the product of the groups before.
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
    def go_on(self, most: i64) -> i64:
        """Expand at most so many states; DONE after the last board, else why it stopped.

        GROUP_DONE where the number of a group does not fit into the product.
        """
        before = self.tables.expanded
        status = self.sweep_boards(before + most)
        self.states += self.tables.expanded - before
        return status

    @kernel
    def sweep_boards(self, until: i64) -> i64:
        """Continue until so many states are expanded."""
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
        """Take the first tile of a group next."""
        begin(self.tables, self.plan.widths[board, group], self.tree)
        sites: View2[i64] = row(self.plan.sites, board)
        masks: View[i64] = row(self.plan.masks, board)
        self.swept.sites = sites
        self.swept.masks = masks
        self.swept.first = self.plan.first[board, group]
        self.swept.steps = self.plan.first[board, group + 1] - self.swept.first

    def leave_uncounted(self) -> None:
        """Continue with the next group; unless that has no way, the board's count is UNCOUNTED."""
        self.group += self.begun
        self.begun = False
        self.product = UNCOUNTED
