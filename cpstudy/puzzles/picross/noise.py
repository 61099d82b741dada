"""The first stage of pictures: noise, and rounds in which each cell takes its majority colour."""

from cpstudy.core.kernel_types import View, i64, u8, u64
from cpstudy.core.native import entry
from cpstudy.core.random_words import below


@entry
def draw_noise(state: View[u64], colours: i64, cells: View[u8]) -> None:
    """Make each cell blank with probability 1/2, else a random colour. cells: uint8[n], output."""
    for cell in range(len(cells)):
        drawn = below(state, 2 * colours)
        cells[cell] = max(0, drawn - colours + 1)


@entry
def take_sides(
    rows: i64, columns: i64, cells: View[u8], smoothed: View[u8], votes: View[i64]
) -> None:
    """Give each cell the most frequent colour among itself and its neighbours; ties keep it.

    votes: int64[colours + 1], overwritten.
    """
    for row in range(rows):
        for column in range(columns):
            for colour in range(len(votes)):
                votes[colour] = 0
            for r in range(max(0, row - 1), min(rows, row + 2)):
                for c in range(max(0, column - 1), min(columns, column + 2)):
                    votes[cells[r * columns + c]] += 1
            best = i64(cells[row * columns + column])
            for colour in range(len(votes)):
                if votes[colour] > votes[best]:
                    best = colour
            smoothed[row * columns + column] = best
