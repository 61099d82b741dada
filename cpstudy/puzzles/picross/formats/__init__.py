"""Files of Picross beside the game ID."""
