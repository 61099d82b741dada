"""Studies from files: their runs, their results, and the best solver."""
