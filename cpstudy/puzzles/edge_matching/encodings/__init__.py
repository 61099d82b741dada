"""Edge matching as constraint models: CP-SAT and SAT."""
