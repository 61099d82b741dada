"""Bridge and torch: any walking times, with or without a limit."""
