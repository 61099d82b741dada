"""External solvers: programs, and rows of packages and modules."""
