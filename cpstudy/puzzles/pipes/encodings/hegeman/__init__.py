"""Hegeman's CNF, as printed and as intended: bounds, formula, solving (Hegeman2022)."""
