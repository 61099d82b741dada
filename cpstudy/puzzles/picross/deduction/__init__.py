"""Deduction without branching, rule by rule, every step logged."""
