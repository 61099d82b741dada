"""Nurikabe for solvers of others: CP-SAT and SAT on one forest of islands and sea."""
