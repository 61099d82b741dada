"""Nurikabe for the clause-learning search: variables, clauses, and propagators of islands and sea.

*The files, in reading order*: board (arrays, variables, clauses), local (implications between a
cell and its neighbours), islands (reach within a size, necessary cells), sea (it is connected),
sea_size (it has only the cells that the islands leave), propagator (all of them together), solving
(the solver's row).
"""
