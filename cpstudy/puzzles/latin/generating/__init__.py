"""Puzzles with one solution: clues taken out of solved boards, regions, cages; and repairs."""
