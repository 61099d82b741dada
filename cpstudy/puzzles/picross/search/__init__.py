"""The compiled search: solving lines, look-ahead, branching."""
