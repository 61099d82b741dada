"""Count the boards of edge matching without listing them."""
