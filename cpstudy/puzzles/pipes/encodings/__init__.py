"""Pipes in the languages of solvers: CP-SAT, SAT, SMT, one connectivity a function."""
