"""Loops for external solvers: CP-SAT's circuit, and SAT with lazy cuts."""
