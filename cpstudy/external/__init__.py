"""Solvers that people bring: programs, and rows of packages and modules."""
