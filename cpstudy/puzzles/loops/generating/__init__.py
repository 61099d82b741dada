"""Boards drawn from a seed: random loops, the clues that they need, and puzzles of a grade."""
