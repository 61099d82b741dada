"""Exact counting: contraction of known edges, dynamic programming over the frontier."""
