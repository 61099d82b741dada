"""Exact counting: contraction of what is known, dynamic programming over the frontier."""
