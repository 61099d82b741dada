"""Loops for solvers of others: CP-SAT's circuit, and SAT with lazy cuts."""
