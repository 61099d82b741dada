"""Mazes, unique puzzles, repair."""
