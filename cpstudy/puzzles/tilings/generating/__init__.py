"""Generators: mazes on any tiling and outline, and puzzles with one solution."""
