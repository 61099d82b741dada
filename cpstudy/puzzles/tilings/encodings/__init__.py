"""The rules on edges for CP-SAT, for SAT and for the clause-learning search."""
