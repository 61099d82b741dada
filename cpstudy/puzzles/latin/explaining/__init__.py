"""Deductions told: steps, grades, hints, mistakes, where solutions differ."""
