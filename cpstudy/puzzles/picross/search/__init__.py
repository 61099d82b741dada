"""The compiled search: lines, probing, branching."""
