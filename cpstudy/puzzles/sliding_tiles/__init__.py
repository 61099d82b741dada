"""Sliding tiles: the 8-puzzle, the 15-puzzle and all boards between 2×2 and 5×5."""
