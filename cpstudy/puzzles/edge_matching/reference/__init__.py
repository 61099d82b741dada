"""The searches in plain Python: what the compiled ones have to do, placement for placement."""
