"""Search over any hashable states, in plain Python: the reference of the packed searches."""
