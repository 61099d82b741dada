"""Rush Hour and Klotski: sliding blocks; which boards can be reached, and how is A got out?"""

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
    table,
)
from cpstudy.core.options import Option
from cpstudy.state_spaces.strategies import STRATEGIES

_HERE = "cpstudy.puzzles.rush_hour"

FORMATS = table(
    Format(
        name="text",
        summary="36 characters, or WxH: and the cells, one board a line",
        read=f"{_HERE}.formats:read_text",
        write=f"{_HERE}.formats:write_text",
    ),
    Format(
        name="known",
        summary="moves, board and cluster size, one board a line (Fogleman2018)",
        read=f"{_HERE}.formats:read_known",
        recognises=f"{_HERE}.formats:recognises_known",
    ),
    Format(
        name="grid",
        summary="one board, a row of cells a line",
        read=f"{_HERE}.formats:read_grid",
        write=f"{_HERE}.formats:write_grid",
        recognises=f"{_HERE}.formats:recognises_grid",
    ),
)

GENERATORS = {
    "random": Generator(
        "random",
        f"{_HERE}.generate:generate",
        "Rush Hour boards with cars at random places",
        of_moves=f"{_HERE}.clusters:of_moves",
    )
}

MOVES = Option(
    "moves",
    "what a move is",
    str,
    "slides",
    {"slides": "one block, any distance", "steps": "one block by one cell"},
)

PAGE = Page(
    script="cpstudy.web:kinds/rush_hour.js",
    board=f"{_HERE}.page:board",
    state=f"{_HERE}.page:state",
    bundled=(
        Bundled(
            texts=(
                "oooEooKIIEJJKoAABCoFFFBCDoHHGCDoooGo",
                "oFCCDDoFoHBKAAoHBKLJJHIILGGGEoooooEo",
                "BooFLLBooFIHBoAAIHGGGDDHKKEEEooJJCCC",
                "ooooooEEooGGAAHoDoCoHFDoCBBFJJoIIIoo",
                "IIoKKKLLGGGDooAAoDBBCEEDooCHFFoJJHoo",
                "oHHHoooEEEoCAAIoBCoJIoBooJDDFFoGGGKK",
                "oooHIooFFHIoJLAAIDJLBooDoLBGGCoEEKKC",
                "oFFIoooooIoHECAABHECJJBoECDoBoGGDKKo",
            ),
            source="random",
        ),
        Bundled(
            texts=(
                "4x4:GAAIoAACEEFCHoDB",
                "4x5:BAACBAACDEEFDGHFIooJ",
                "5x5:CCCBBDDEEBAFFGGAAHHHooIoo",
            ),
            source="Klotski",
        ),
    ),
)

KIND = Kind(
    name="rush_hour",
    summary="Rush Hour and Klotski: slide blocks until A is out",
    puzzle=f"{_HERE}.puzzle:RushHour",
    example="oooEooKIIEJJKoAABCoFFFBCDoHHGCDoooGo",
    rules=(
        "Slide the pieces along free cells, cars only forwards and backwards, until A stands where "
        "the outline is. A slide over any distance is one move. In the answers A+2 is two cells to "
        "the right or down, A-2 to the left or up."
    ),
    formats=FORMATS,
    pictures=Pictures(f"{_HERE}.drawing:text_picture", f"{_HERE}.drawing:drawing"),
    generating=Generating(GENERATORS, table(Preset("classic", "random", (6, 6)))),
    space=Space(
        f"{_HERE}.space:SlidingSpace",
        {name: STRATEGIES[name] for name in ("bfs", "dfs", "astar")},
        options=(MOVES,),
        hardest=f"{_HERE}.clusters:hardest",
    ),
    page=PAGE,
)
