"""The types and services that all else stands on: no puzzle, no OR-Tools, no matplotlib."""
