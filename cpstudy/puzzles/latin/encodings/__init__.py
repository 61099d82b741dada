"""Encodings of values in units for CP-SAT, SAT and CPMpy."""
