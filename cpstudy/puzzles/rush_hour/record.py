"""The record of Rush Hour and Klotski."""

from cpstudy.core.deferred_imports import deferred_imports
from cpstudy.core.exploring import Space
from cpstudy.core.kind import (
    Bundled,
    Format,
    Generating,
    Generator,
    Kind,
    Page,
    Pictures,
    Preset,
    by_first_line,
    table,
    text_format,
)
from cpstudy.core.options import Option
from cpstudy.state_spaces.strategies import STRATEGIES

with deferred_imports():
    from cpstudy.puzzles.rush_hour import clusters, drawing, formats, generate, puzzle, space

_RANDOM = (
    "oooEooKIIEJJKoAABCoFFFBCDoHHGCDoooGo",
    "oFCCDDoFoHBKAAoHBKLJJHIILGGGEoooooEo",
    "BooFLLBooFIHBoAAIHGGGDDHKKEEEooJJCCC",
    "ooooooEEooGGAAHoDoCoHFDoCBBFJJoIIIoo",
    "IIoKKKLLGGGDooAAoDBBCEEDooCHFFoJJHoo",
    "oHHHoooEEEoCAAIoBCoJIoBooJDDFFoGGGKK",
    "oooHIooFFHIoJLAAIDJLBooDoLBGGCoEEKKC",
    "oFFIoooooIoHECAABHECJJBoECDoBoGGDKKo",
)
_KLOTSKI = ("4x4:GAAIoAACEEFCHoDB", "4x5:BAACBAACDEEFDGHFIooJ", "5x5:CCCBBDDEEBAFFGGAAHHHooIoo")

_MOVES = Option(
    "moves",
    "what a move is",
    str,
    "slides",
    {"slides": "one block, any distance", "steps": "one block by one cell"},
)

KIND = Kind(
    name="rush_hour",
    summary="Rush Hour and Klotski: slide blocks until A is out",
    puzzle=puzzle.RushHour,
    example="oooEooKIIEJJKoAABCoFFFBCDoHHGCDoooGo",
    rules="Slide the pieces along free cells, cars only forwards and backwards, until A stands "
    "where the outline is. A slide over any distance is one move. In the answers A+2 is two cells "
    "to the right or down, A-2 to the left or up.",
    formats=table(
        text_format(puzzle.RushHour, "36 characters, or WxH: and the cells, one board a line"),
        Format(
            "known",
            "moves, board and cluster size, one board a line (Fogleman2018)",
            formats.read_known,
            recognises=by_first_line(formats.recognises_known),
        ),
        Format(
            "grid",
            "one board, a row of cells a line",
            formats.read_grid,
            formats.write_grid,
            by_first_line(formats.recognises_grid),
        ),
    ),
    pictures=Pictures(drawing.text_picture, drawing.drawing),
    generating=Generating(
        table(
            Generator(
                "random",
                "Rush Hour boards with cars at random places",
                generate.generate,
                of_moves=clusters.of_moves,
            )
        ),
        table(Preset("classic", "random", (6, 6))),
    ),
    space=Space(
        space.SlidingSpace,
        {name: STRATEGIES[name] for name in ("bfs", "dfs", "astar")},
        options=(_MOVES,),
        hardest=clusters.hardest,
    ),
    page=Page(
        drawing.board,
        state=drawing.state,
        bundled=(
            Bundled(texts=_RANDOM, source="random"),
            Bundled(texts=_KLOTSKI, source="Klotski"),
        ),
    ),
)
