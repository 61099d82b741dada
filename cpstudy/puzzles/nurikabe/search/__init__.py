"""Nurikabe for the clause-learning search: variables, clauses, and propagators of islands and sea.

*The files, in the order to read them*: board (arrays, variables, clauses), local (what a cell says
of the cells beside it), islands (reach within a size, cells that must be passed), sea (it is
connected), sea_size (and has only what the islands leave it), propagator (all as one), solving (the
solver's row).
"""
