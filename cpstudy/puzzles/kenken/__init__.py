"""KenKen: a Latin square, and what the values of each cage give."""
