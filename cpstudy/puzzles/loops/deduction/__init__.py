"""Deduction of loops without search, with sets of edges as the bits of a number."""
