"""The rules of Sudoku, jigsaw and KenKen as they are taught, with a small board of each kind.

Boards were found by search among generated puzzles: the smallest that come soonest to the rule.
"""

from types import MappingProxyType

from cpstudy.core.explaining import Lesson

_TEXTS = {
    "naked single": (
        "Only one value fits",
        "Look at one empty cell and cross off every value that its row, its column and its region "
        "hold already. Where a single value is left, it goes there.",
    ),
    "hidden single": (
        "Only one place left",
        "Look for one value in one row, column or region. If all its empty cells but one see that "
        "value elsewhere, it goes into the last one, whatever else that cell could be.",
    ),
    "cage": (
        "What a cage allows",
        "List the ways to make a cage's number with values that may still go there. A value that "
        "is in none of these ways is out; often only one or two ways are left.",
    ),
    "locked candidates": (
        "Locked in a line",
        "If a value of a region can only go where a row or a column crosses it, the value lies in "
        "that crossing. The rest of the row or column cannot have it. The same holds the other "
        "way round.",
    ),
    "naked pair": (
        "Two cells share two values",
        "Two cells of a row, column or region that have the same two values left will hold "
        "these two, in one order or the other. No other cell there can be one of them.",
    ),
    "hidden pair": (
        "Two values share two cells",
        "If two values of a row, column or region can only go into the same two cells, they fill "
        "these cells. Whatever else was left to the two cells is out.",
    ),
    "naked triple": (
        "Three cells share three values",
        "As with pairs: three cells that have three values between them will hold just these. "
        "Not each of the cells needs all three.",
    ),
    "hidden triple": (
        "Three values share three cells",
        "As with pairs: three values that can only go into the same three cells fill them, and "
        "nothing else fits there.",
    ),
    "x-wing": (
        "A rectangle of one value",
        "If a value has the same two columns left in two rows, it lies at two opposite corners of "
        "the rectangle, one in each column. So no other cell of these two columns can have it. "
        "Rows and columns may be exchanged.",
    ),
    "one step ahead": (
        "Suppose, and be refuted",
        "Suppose one value in one cell and fill in what follows at once. If a cell is left "
        "without a value, or a value without a cell, the value is out. The fewer the values "
        "that are left to a cell, the better it is to try.",
    ),
}

_BOARDS = MappingProxyType(
    {
        "sudoku": {
            "naked single": "2x2:b1_2d1b3_3a2a",
            "hidden single": "2x3:a6b1c5b6b6_4_5a3d1b1a4g",
            "locked candidates": "2x3:b5b3b3_2_5a6_4_2_5_3_1_3_5_1_6b5a4_3c3_6b5",
            "naked pair": "2x3:c4_3_1_1_3_4c3a6a1d3a6_2d3b3a2a",
            "hidden pair": "914785..2685.4.917237619.8.35..98...42.5.7.9."
            "79.4.....5638....9879.54...1429...58",
            "naked triple": "..5....1...28....4...3...56.....1..26..4....."
            "7.1.......49...76..87643..55.6.7....",
            "hidden triple": ".....92......34..5.1.......6..327.5..9..8..2."
            ".32...8..46...3..2..1..8...3...5.76.",
            "x-wing": "28146..59763529184945.81...697235418512894.7."
            ".3.176..5.56.4...112965..4..7.91.56.",
            "one step ahead": "2x3:2_3a5a1a5_1a3a3_6b1_5_1a5_3b5_1_3_6_2_4c1_5_3",
        },
        "jigsaw": {
            "naked single": "4j:d4a3c1_4_1a4a,____________l",
            "hidden single": "4j:b1a1d3e2,_dg_______a__",
            "locked candidates": "4j:3c4_3b1a3a2b3,__a_______i_b",
            "naked pair": "6j:3_2a4d2_3_4a6d2_2_5b3_4_4b2f2_3,ca_b_a__b_dh___b___a___bba_c_",
            "hidden pair": "",
            "naked triple": "6j:b6b4e6a5b6_2d4_1b2_4a3c6_2_5,ef_b__caab_ba_aa__a_ab_aa_c",
            "hidden triple": "",
            "x-wing": "5j:a2_3b3a1a2_2a5a3b2_3b3_4_2a,_aabb_cf_a__a____ac_",
            "one step ahead": "4j:a2_1c2c4_2_2a3a,_b_aa_f__a__a",
        },
        "kenken": {
            "naked single": "3:_baa_3a,a4m6s2s1",
            "hidden single": "3:aa_aa_a_,a4s1a6d2",
            "cage": "3:a_3aab_,a3d3s1m6",
            "naked pair": "4:a3_a4_5aa_,e8e3e3e3e5e12e1",
            "hidden pair": "5:_b__a3_a__ab_aa_7a3_,s1a10d2a8a7a5s1s1a8a6s1",
            "naked triple": "",
            "hidden triple": "",
            "x-wing": "4:__a_7bbaa_a_,e1e2e12e1e3e4e1e6",
            "one step ahead": "4:aa_a__a__a3_ab,e6e3e2e9e8e2",
        },
    }
)


def lessons(kind: str) -> tuple[Lesson, ...]:
    """The lessons of a kind, easiest first."""
    boards = _BOARDS.get(kind, {})
    return tuple(
        Lesson(rule, *text, boards[rule]) for rule, text in _TEXTS.items() if rule in boards
    )
