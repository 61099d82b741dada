"""Spanning trees: the encodings of "the open edges of a graph are a spanning tree", one a file.

For SAT, on a formula whose variable i + 1 says that edge i is open: distances as binary numbers or
in unary, a tree and its dual, one circuit. For CP-SAT: flow, parents and levels. For SMT: integer
levels. Cuts instead of an encoding are in encode/cuts.py.
"""
