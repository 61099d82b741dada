"""What Kamies2016 prints in its tables and figures, as facts; nothing here was computed.

Where the text of a table is hard to read, a question mark says so.
"""

Times = tuple[str, str]

# Breadth and depth first, as printed.
TABLE_2: dict[str, Times] = {
    "fox, goose and beans": ("0.002s", "0.002s"),
    "bridge and torch": ("0.002s", "0.004s"),
    "bloxorz, level 1": ("0.002s", "0.258s"),
    "sudoku": ("0.081s ?", "0.047s"),
}
# Figure 4 and figure 5.
BLOXORZ_LEVEL = (
    "p p p x x x x x x x/p s p p p p x x x x/p p p p p p p p p x/"
    "x p p p p p p p p p/x x x x x p p e p p/x x x x x x p p p x"
)
SUDOKU = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"

# By size: depths of breadth and depth first, None where not available; durations as printed.
BLOXORZ: dict[int, tuple[tuple[int | None, int | None], Times]] = {
    10: ((13, 58), ("0.005s", "0.010s")),
    20: ((27, 199), ("0.069s", "0.051s")),
    50: ((67, 1329), ("4.271s", "1.535s")),
    100: ((133, 5578), ("1m16.073s", "25.989s")),
    150: ((201, 13150), ("13m38.848s", "2m38.044s")),
}
SOKOBAN: dict[int, tuple[tuple[int | None, int | None], Times]] = {
    10: ((20, 72), ("0.128s", "0.060s")),
    20: ((40, 152), ("9.087s", "1.491s")),
    50: ((None, 392), (">30m", "4m37.992s")),
    100: ((None, None), (">30m", ">30m")),
    150: ((None, None), (">30m", ">30m")),
}
# By size; which puzzles they were is not told.
PICROSS: dict[int, Times] = {
    5: ("0.020s", "0.022s"),
    10: ("0.018s", "0.048s"),
    25: ("2m14.450s", "41.035s"),
    30: ("29.037s", "14.603s"),
    50: (">30mins", ">30mins"),
}
