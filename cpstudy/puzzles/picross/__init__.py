"""Picross (nonogram, Pattern): colour cells so that each line has exactly the runs of its clue."""
