"""Studies: many tasks, their execution and their statistics. Knows no puzzle."""
