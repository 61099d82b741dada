"""Generate puzzles with given numbers of colours, all of them used."""
