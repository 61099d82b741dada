"""Deduction of loops without search; sets of edges are the bits of an integer."""
