"""Benchmarks on streams of different puzzles, beside other solvers. Results are in results/."""
