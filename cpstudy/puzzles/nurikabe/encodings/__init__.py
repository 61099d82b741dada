"""Nurikabe for generic solvers: CP-SAT, SAT and CPMpy on one forest of islands and sea."""
