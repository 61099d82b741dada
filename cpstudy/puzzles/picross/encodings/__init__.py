"""Picross as constraints and clauses for solvers made by others."""
