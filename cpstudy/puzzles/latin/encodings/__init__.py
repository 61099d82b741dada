"""Values in units for CP-SAT and for SAT."""
