"""Search on sets of values: propagation, cages, branching, batches."""
