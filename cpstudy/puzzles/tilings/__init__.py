"""Common code of Pipes on all tilings: a geometry, and everything that needs only the geometry.

It contains rules (the base of all kinds) and edges; search, encodings, frontier, checker, portfolio
and solvers; deduction and explaining; generating and repair; downloads, drawing.
"""
