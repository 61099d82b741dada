"""One line at a time: what the runs of a clue allow its cells to be, and boards of such lines."""
