"""Nonograms as other programs write them, one technique a file.

:mod:`.non`: keys and clues by lines. :mod:`.hints`: sizes, then clues by lines, in four orders.
:mod:`.sections`: clues by lines, parted by signs. :mod:`.webpbn`: XML. :mod:`.records`: JSON and
TOML. :mod:`.pictures`, :mod:`.images`: pictures, whose runs become the clues. :mod:`.clues` has
what they share.
"""
