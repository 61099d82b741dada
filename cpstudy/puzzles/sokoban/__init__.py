"""Sokoban: levels, rooms, state spaces, push-optimal and move-optimal search, formats, pictures."""
