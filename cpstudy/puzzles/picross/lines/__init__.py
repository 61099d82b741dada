"""Single lines: which cells the runs of a clue allow; and boards of such lines."""
