"""Picross (nonogram, Pattern): colour cells so that the runs of every line are as its clue says."""
