"""Deductions and ambiguity explained."""
