"""Search over packed states: compiled kernels, states as words, a few bytes a state."""
