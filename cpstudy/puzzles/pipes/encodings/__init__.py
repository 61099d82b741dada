"""Encodings for squares alone: orientations in CP-SAT, Hegeman's formula, SMT."""
