"""Encodings for squares only: orientations in CP-SAT, Hegeman's formula, SMT."""
