"""Studies: many tasks, their execution and their statistics. Does not depend on puzzles."""
