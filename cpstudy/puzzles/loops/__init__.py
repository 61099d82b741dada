"""The common part of Slitherlink and Masyu: one loop along the edges of a lattice, and clues.

lattice (vertices, edges, faces) → rules (the base of both puzzles) → clauses → search, encodings,
deduction → portfolio → explaining → generating; drawing, grids, page. A kind adds the places of its
clues, their meaning (as patterns of few edges, and in words), and its text form.
"""
