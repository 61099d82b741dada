"""Loops for the clause-learning search: clauses, and one loop as a propagator."""
