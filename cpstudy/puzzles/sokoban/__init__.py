"""Sokoban: levels, rooms, state spaces, push-optimal and move-optimal search, formats, pictures."""

from cpstudy.core.exploring import Notation, Space, Strategy
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
from cpstudy.state_spaces.strategies import STRATEGIES as EXPLORERS

_HERE = "cpstudy.puzzles.sokoban"

FORMATS = table(
    Format(
        name="text",
        summary="WxH: and the rows in XSB characters joined by '|', one level a line",
        read=f"{_HERE}.formats:read_text",
        write=f"{_HERE}.formats:write_text",
    ),
    Format(
        name="rle",
        summary="XSB with run lengths, rows joined by '|', one level a line",
        read=f"{_HERE}.run_lengths:read",
        write=f"{_HERE}.run_lengths:write",
        recognises=f"{_HERE}.run_lengths:recognises",
    ),
    Format(
        name="slc",
        summary="collections in XML",
        read=f"{_HERE}.slc:read",
        write=f"{_HERE}.slc:write",
        write_all=f"{_HERE}.slc:write_all",
        recognises=f"{_HERE}.slc:recognises",
    ),
    Format(
        name="xsb",
        summary="XSB levels and collections",
        read=f"{_HERE}.formats:read_xsb",
        write=f"{_HERE}.formats:write_xsb",
        write_all=f"{_HERE}.formats:write_collection",
        recognises=f"{_HERE}.formats:recognises_xsb",
    ),
)

GENERATORS = {
    "empty-room": Generator(
        name="empty-room",
        function=f"{_HERE}.generate:generate",
        summary="one box, one goal and no walls (Kamies2016)",
        study=False,
    )
}

SPACE = Option(
    "space",
    "what a move is",
    str,
    "steps",
    {
        "steps": "each step of the player",
        "areas": "each push; walking is free",
        "live": "each step that brings no box to a dead square",
    },
)

# The first is the default: it answers most levels of people at once.
STRATEGIES = table(
    Strategy(
        name="portfolio",
        function=f"{_HERE}.portfolio:search",
        summary="fewest moves: live, where that is too much move-optimal",
        settled={"space": "steps"},
        least="moves",
    ),
    *EXPLORERS.values(),
    Strategy(
        name="live",
        function=EXPLORERS["bfs"].function,
        summary="breadth first, no box on dead squares: fewest moves",
        options=EXPLORERS["bfs"].options,
        settled={"space": "live"},
        least="moves",
    ),
    Strategy(
        name="move-optimal",
        function=f"{_HERE}.optimal:move_optimal",
        summary="fewest moves: A* on pushes with their walks, matching bound, deadlocks",
        settled={"space": "steps"},
        least="moves",
    ),
    Strategy(
        name="push-optimal",
        function=f"{_HERE}.optimal:push_optimal",
        summary="fewest pushes: A* on areas, matching bound, deadlocks",
        settled={"space": "areas"},
        least="cost",
    ),
    Strategy(
        name="greedy",
        function=f"{_HERE}.optimal:greedy",
        summary="some solution, with more pushes than needed: A* that counts the bound three times",
        settled={"space": "areas"},
    ),
    Strategy(
        name="areas",
        function=EXPLORERS["bfs"].function,
        summary="breadth first, walking free: every push is a move",
        options=EXPLORERS["bfs"].options,
        settled={"space": "areas"},
        least="cost",
    ),
)

LURD = Notation(
    name="lurd",
    summary="the player's steps l u r d, pushes as capitals",
    write=f"{_HERE}.lurd:write",
    read=f"{_HERE}.lurd:read",
    tally=f"{_HERE}.lurd:tally",
)

PAGE = Page(
    script="cpstudy.web:kinds/sokoban.js",
    board=f"{_HERE}.page:board",
    state=f"{_HERE}.page:state",
    bundled=(
        Bundled(
            texts=(
                "6x4:######|#@$-.#|#----#|######",
                "7x7:#######|#-----#|#-###-#|#-$-$-#|#.-@-.#|##---##|#######",
                "8x8:########|#--#-#-#|#----$-#|#--#---#|##---.-#|#----@-#|#------#|########",
                "7x6:#######|##-#--#|#@-$$-#|#-#---#|#.--.-#|#######",
                "7x6:#######|#-.--@#|#--$--#|#-##$-#|###--.#|#######",
                "7x7:#######|#-#-.-#|#-#$-.#|#----##|#-#$--#|#---@##|#######",
                "8x7:########|#-.@---#|#--#$$-#|#-.--#-#|#-#---##|#-#----#|########",
                "8x8:########|#------#|##-$---#|#-#--$##|#--#--@#|#----#-#|#-.---.#|########",
                "7x6:#######|#-..--#|#-$$$-#|#-#-###|#---.@#|#######",
            ),
            source="composed",
        ),
        Bundled("empty-room", (4, 4), unique=False),
    ),
)

KIND = Kind(
    name="sokoban",
    summary="Sokoban: push the boxes onto the goals",
    puzzle=f"{_HERE}.puzzle:Sokoban",
    example="6x4:######|#@$-.#|#----#|######",
    rules=(
        "Push all boxes onto the goals. You, the black disc, push one box at a time by walking "
        "against it; you cannot pull. In the answers u, d, l, r are steps, capitals are pushes."
    ),
    formats=FORMATS,
    pictures=Pictures(
        f"{_HERE}.drawing:text_picture",
        f"{_HERE}.drawing:drawing",
        printed=f"{_HERE}.drawing:printed",
    ),
    generating=Generating(GENERATORS, table(Preset("room", "empty-room", (20, 20)))),
    space=Space(
        f"{_HERE}.space:state_space", STRATEGIES, (SPACE,), fewest="move-optimal", notation=LURD
    ),
    page=PAGE,
)
