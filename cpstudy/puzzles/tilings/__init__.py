"""What Pipes on other tilings share: a geometry, and everything that needs no more than it.

rules (the base of all kinds).
"""
