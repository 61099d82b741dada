"""Nonograms as other programs write them, one technique a file.

:mod:`.non`: keys, and clues by lines. :mod:`.hints`: sizes, then clues by lines, in four orders.
:mod:`.sections`, :mod:`.headings`: clues by lines, parted by signs and by words. :mod:`.webpbn`:
XML. :mod:`.records`: JSON and TOML, whose values are in :mod:`.values`. :mod:`.pictures`,
:mod:`.images`: pictures, whose runs become the clues. :mod:`.clues` has what they share.
"""
