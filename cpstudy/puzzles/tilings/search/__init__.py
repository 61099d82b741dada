"""The compiled search on any tiling: state, rules, branching."""
