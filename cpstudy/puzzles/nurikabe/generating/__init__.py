"""Nurikabe drawn at random: solved boards, and puzzles with one solution only."""
