"""The kind of puzzle that a document states: addresses, saved games, files that name it.

So ``--puzzle`` can be omitted. A list has the kind of its first line. Text forms of most kinds do
not state theirs. Cost: reading the document's head.
"""

import re

from cpstudy.core.documents import Document
from cpstudy.core.errors import InputError
from cpstudy.core.puzzle_urls import GAMES, NAMES, StatedKind, kind_of_game, stated_by
from cpstudy.core.text import field
from cpstudy.reading import penpa, pzprv3, saves

# Grids of hexapipes, whose downloads name them.
_GRIDS = {"square": "pipes", "hexagonal": "hexpipes"}
# Size and pieces of edge matching; four numbers alone may also be sliding tiles of 2×2.
_PIECES = re.compile(
    r"1x1u?n?:(?:[0-9]+,){3}[0-9]+$|[0-9]{1,4}x[0-9]{1,4}u?n?:(?:[0-9]+,){3}[0-9]+[@!;]"
)
_GRID = re.compile(r'\{[^{]{0,200}"grid"\s*:\s*"(\w+)"')


def stated_kind(document: Document) -> StatedKind | None:
    """A document's own statement of its type; None if there is none.

    Raises InputError for an address of penpa-edit whose data is broken.
    """
    if document.binary or not document.significant:
        return None
    if saves.recognises(document):
        game, parameters = saves.game_of(document)
        kind = kind_of_game(game, parameters)
        return StatedKind(kind, f"a saved game of {game}", GAMES) if game else None
    if pzprv3.recognises(document):
        return _named(pzprv3.name_of(document))
    first = field(document.first)
    name = pzprv3.named(first)
    if name is not None:
        return _named(name)
    if penpa.claims(first):
        kind = penpa.kind_of(first) or ""
        return StatedKind(
            kind, f"an address of penpa-edit, {f'genre {kind}' if kind else 'no known genre'}"
        )
    if _PIECES.match(first):
        return StatedKind("edge_matching", "a text form of edge matching")
    grid = _GRID.match("".join(document.head[:40]).lstrip()) if first.startswith("{") else None
    if grid is not None and grid[1] in _GRIDS:
        return StatedKind(_GRIDS[grid[1]], f"a download of hexapipes, {grid[1]} grid")
    return stated_by(first)


def _named(name: str) -> StatedKind:
    return StatedKind(NAMES.get(name, ""), f"a file of pzpr's {name[:30]}")


def kind_of(document: Document) -> str | None:
    """The kind's name. Raises InputError if the document names an unknown kind."""
    stated = stated_kind(document)
    if stated is None:
        return None
    if not stated.kind:
        if penpa.claims(field(document.first)):
            raise InputError(f"{stated.what} ({', '.join(penpa.GENRES)}): name its kind of puzzle")
        raise InputError(
            f"{stated.what}: no kind here reads it; known are {', '.join(stated.known)}"
        )
    return stated.kind


def check(document: Document, kind: str) -> None:
    """Raise InputError if a document of one puzzle states another kind."""
    alone = len(document.significant) == 1
    if not (alone or saves.recognises(document) or pzprv3.recognises(document)):
        return
    stated = stated_kind(document)
    if stated is not None and stated.kind not in ("", kind) and not document.first.startswith("{"):
        raise InputError(f"{stated.what}, expected {kind}: --puzzle {stated.kind} reads it")
