"""The types and services that all packages use: no puzzle, no OR-Tools, no matplotlib."""
