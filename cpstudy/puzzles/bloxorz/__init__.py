"""Bloxorz: a block rolls over tiles, switches and teleports; which states can be reached?"""
