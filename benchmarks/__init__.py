"""Benchmarks on streams of different puzzles, also with other solvers. Results are in results/."""
