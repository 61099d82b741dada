"""KenKen: a Latin square with targets for the values of each cage."""
