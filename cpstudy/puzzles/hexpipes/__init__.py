"""Pipes on hexagons (hexapipes): turn the tiles so that all are connected."""

from cpstudy.core.kind import Explaining, Format, Kind, table
from cpstudy.puzzles.tilings.solvers import ROWS

_HERE = "cpstudy.puzzles.hexpipes"
_TILINGS = "cpstudy.puzzles.tilings"

SOLVERS = table(*ROWS)

FORMATS = table(
    Format(
        name="text",
        summary="text forms, one a line",
        read=f"{_HERE}.formats:read_text",
        write=f"{_HERE}.formats:write_text",
    ),
)

KIND = Kind(
    name="hexpipes",
    summary="Pipes on hexagons: turn the tiles so that all are connected",
    puzzle=f"{_HERE}.puzzle:HexPipes",
    example="3x3:045410712220012402",
    rules=(
        "Turn the hexagons so that all pipes are connected to the source, the black one, with no "
        "loop and no open end. Cells without a pipe are holes."
    ),
    solvers=SOLVERS,
    formats=FORMATS,
    explaining=Explaining(
        f"{_TILINGS}.explaining.explainer:EXPLAINER", repair=f"{_TILINGS}.repair:repair"
    ),
    features=f"{_TILINGS}.features:features",
)
