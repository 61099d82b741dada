"""Boards of pipes in the languages of solvers: CP-SAT, SAT, clause learning."""
