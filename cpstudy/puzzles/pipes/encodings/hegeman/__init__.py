"""Hegeman's CNF as printed and as meant: bounds, formula, solving, DIMACS files (Hegeman2022)."""
