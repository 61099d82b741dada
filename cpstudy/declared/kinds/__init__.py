"""Declared kinds, a file each; the registry finds them by name."""
