"""Studies from files: what is run, what came of it, and which solver is best."""
