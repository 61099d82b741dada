"""Pipes on hexagons (hexapipes): turn the tiles so that all are connected."""
