"""The board as arrays: neighbours, edges, symmetries, the compiled rules."""
