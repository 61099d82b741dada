"""What Slitherlink and Masyu share: one loop along the edges of a lattice, and clues beside it.

lattice (vertices, edges, faces) → rules (the base of both puzzles) → clauses → search, encodings,
deduction → portfolio → explaining → generating; drawing, grids, page. A kind adds where its clues
lie, what they mean (as patterns of few edges, and in words), and its text form.
"""
