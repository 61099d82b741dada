"""Explanations of deductions and of ambiguity."""
