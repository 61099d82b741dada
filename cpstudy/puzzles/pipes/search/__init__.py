"""The compiled search: state, rules, branching, batches, solutions near a given one."""
