"""Picross as constraints and as clauses, for generic solvers."""
