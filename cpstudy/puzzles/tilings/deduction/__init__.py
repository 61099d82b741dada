"""Rules of deduction, each with its reasons: knowledge, local, loops, dead ends, lookahead."""
