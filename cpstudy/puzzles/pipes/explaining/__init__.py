"""Deductions and ambiguity told to people."""
