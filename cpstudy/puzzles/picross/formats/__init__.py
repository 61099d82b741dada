"""Formats of nonograms in other programs, one technique a file.

:mod:`.non`: keys, and clues by lines. :mod:`.hints`: sizes, then clues by lines, in four orders.
:mod:`.sections`, :mod:`.headings`: clues by lines, separated by signs or by words. :mod:`.webpbn`:
XML. :mod:`.records`: JSON and TOML, whose values are read by :mod:`.values`. :mod:`.pictures`,
:mod:`.images`: pictures, whose runs become the clues. :mod:`.clues` has the shared parts.
"""
