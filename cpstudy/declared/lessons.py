"""Rules of declared kinds as they are taught: each with a small board that comes to it soon.

The ways of the deduction have the same words for all kinds; what a kind demands has those of its
players. Boards were found by search among generated puzzles: the smallest that come soonest to the
rule. A kind of somebody's own has the lessons about ways, without boards.
"""

from collections.abc import Mapping

from cpstudy.core.explaining import Lesson

# Titles and texts of the ways, by their names in deducing.py, whose import takes a while.
_WAYS = {
    "one rule": (
        "By one rule",
        "Most steps take one rule of the puzzle and what stands near it. The next lessons are "
        "about these rules.",
    ),
    "cases of a rule": (
        "The cases of a rule",
        "Look at all ways in which one rule can still be met. What all of them have in common "
        "holds, and what none of them has does not.",
    ),
    "two rules": (
        "Two rules together",
        "Suppose that something were otherwise. One rule then forces what another one forbids.",
    ),
    "short supposition": (
        "Suppose, and be refuted soon",
        "Suppose that something were otherwise, and follow what that forces: after two steps a "
        "rule is broken.",
    ),
    "supposition": (
        "Suppose, and be refuted",
        "Suppose that something were otherwise, and follow what that forces, one rule at a time, "
        "until a rule is broken. What is almost decided is the best to try.",
    ),
    "all cases": (
        "All cases",
        "Some steps follow from several rules only where all their cases are checked. That is "
        "left when suppositions do not end.",
    ),
}
# By kind: the way of its steps, what these say, title, text, board.
_OWN: Mapping[str, tuple[tuple[str, str, str, str, str], ...]] = {
    "akari": (
        (
            "one rule",
            "lamps around it",
            "A number counts its lamps",
            "A number says how many cells at its sides have a lamp. Where only so many are left, "
            "all have one; where it has all of them, the others have none.",
            "akari:3x3:..2/.../0..",
        ),
        (
            "one rule",
            "must be lit",
            "Every cell is lit",
            "A white cell is lit by a lamp in itself, or in its row or column before the next "
            "wall. Where only one cell is left for that, it has the lamp.",
            "akari:3x3:..0/.../0..",
        ),
        (
            "one rule",
            "no lamp sees one",
            "No lamp sees another",
            "A lamp lights its row and column up to the next wall. No other lamp stands there.",
            "akari:4x3:.2../..../..2.",
        ),
    ),
    "binairo": (
        (
            "one rule",
            "are not all equal",
            "Never three in a row",
            "Beside two equal digits stands the other one, and between two equal ones, too.",
            "binairo:4x4:..0./110./.110/.0..",
        ),
        (
            "one rule",
            "has as many 0 as 1",
            "As many of each",
            "A line has as many 0 as 1. Where it has all of one sort, the rest is of the other.",
            "binairo:4x4:..../.01./..00/1..0",
        ),
        (
            "two rules",
            r"(row|column) \d+ and .* differ",
            "No two lines are equal",
            "A line that agrees with a full one, but for its last cells, ends otherwise.",
            "binairo:4x4:..../.01./..00/1..0",
        ),
    ),
    "fillomino": (
        (
            "one rule",
            "not both 1",
            "Ones do not touch",
            "A 1 is an area alone. So what lies beside it is larger.",
            "",
        ),
        (
            "one rule",
            "reaches",
            "Out of reach",
            "A number comes from a given one that is near enough, or from an area of its own for "
            "which there is room. What neither reaches does not stand there.",
            "",
        ),
        (
            "one rule",
            "has an equal neighbour",
            "Larger numbers have company",
            "A number above 1 has an equal one at one of its sides. Where one side is left, it "
            "is there.",
            "fillomino:3x3:.45/.../45.",
        ),
        (
            "one rule",
            "areas are as large",
            "Areas are as large as they say",
            "Equal numbers that touch are one area. A full one ends; one with a single way to "
            "grow goes there.",
            "fillomino:3x3:226/1.6/666",
        ),
    ),
    "futoshiki": (
        (
            "one rule",
            "is larger than",
            "What signs say",
            "A sign opens to the larger number. So the smaller one is not the largest of all, "
            "nor the larger one a 1; along a chain of signs it is more of them.",
            "futoshiki:3x3:;../../.<;.../..v",
        ),
        (
            "one rule",
            "has each number once",
            "Each number once",
            "Each row and column has each number once. A number goes where only one place of a "
            "line is left for it, and what stands goes from its lines.",
            "futoshiki:3x3:;.</../..;^../..v",
        ),
    ),
    "hashi": (
        (
            "one rule",
            r": the [\d?]",
            "An island counts its bridges",
            "An island has as many bridges as it says, at most two on a side. Where its "
            "neighbours can take no more than that, it has them all.",
            "hashi:4x3:2..3/..../.2.3",
        ),
        (
            "one rule",
            "would cross",
            "Bridges do not cross",
            "A bridge ends what would cross it.",
            "hashi:6x6:.1...2/2..4../....../2..8.5/....../.2.6.4",
        ),
        (
            "two rules",
            "cut off|islands are connected",
            "All islands are connected",
            "Islands that have all their bridges and lead nowhere else would be cut off. So one "
            "of them leads on.",
            "hashi:5x4:1...2/...../...../1...2",
        ),
    ),
    "heyawake": (
        (
            "one rule",
            ": the room of",
            "A room has its number",
            "A room has as many shaded cells as it says. Where it has all of them the rest is "
            "white; where only so many are left, all are shaded.",
            "heyawake:3x3:.../0../...;001/341/342",
        ),
        (
            "one rule",
            "not both shaded",
            "Shaded cells do not touch",
            "At the sides of a shaded cell all are white.",
            "heyawake:3x3:1.1/.../0.1;012/012/314",
        ),
        (
            "one rule",
            "lie in three rooms",
            "No white line through three rooms",
            "A straight line of white cells crosses one wall at most. Where it would cross a "
            "second one, a cell of it is shaded.",
            "heyawake:3x3:.../0../...;001/341/342",
        ),
        (
            "one rule",
            "cut off|are connected",
            "White cells are connected",
            "A cell that would cut white ones off is white.",
            "heyawake:3x3:1.1/.../0.1;012/012/314",
        ),
    ),
    "hitori": (
        (
            "one rule",
            r"are both \d",
            "A number twice in a line",
            "Of two equal numbers in a line one is black. Where one is white, the other is black.",
            "hitori:3x3:112/321/111",
        ),
        (
            "one rule",
            "not both are black",
            "Black cells do not touch",
            "At the sides of a black cell all are white.",
            "hitori:3x3:111/123/221",
        ),
        (
            "one rule",
            "cut off|are connected",
            "White cells are connected",
            "A cell that would cut white ones off is white.",
            "hitori:3x3:111/123/221",
        ),
    ),
    "kakuro": (
        (
            "one rule",
            "sums to",
            "A run has its sum",
            "What is left of a sum goes to the cells that are left. A single one is known, and "
            "of a small or large sum only small or large digits remain.",
            "kakuro:3x3:#,13-,8-/-16,.,./-5,.,.",
        ),
        (
            "one rule",
            "no digit twice",
            "No digit twice in a run",
            "A digit that stands goes from its other cells of the run.",
            "",
        ),
    ),
    "killer_sudoku": (
        (
            "one rule",
            "sums to",
            "A cage has its sum",
            "What is left of a sum goes to the cells that are left: a single one is known, and "
            "of a small or large sum only small or large numbers remain.",
            "killer_sudoku:4x4:;5116/3324/0024/0777;45.1/..67/6.../.7..",
        ),
        (
            "one rule",
            "no number twice",
            "No number twice in a cage",
            "Numbers of a cage differ, also where it leaves its row and box.",
            (
                "killer_sudoku:4x4:..4./2.../..../....;4333/4113/4100/2200;7,10,.,./.,9,.,./.,.,10"
                ",./4,.,.,."
            ),
        ),
        (
            "one rule",
            "has each number once",
            "Each number once",
            "Each row, column and box has each number once. A number goes where only one place "
            "is left for it, and what stands goes from the others.",
            (
                "killer_sudoku:4x4:..4./2.../..../....;4333/4113/4100/2200;7,10,.,./.,9,.,./.,.,10"
                ",./4,.,.,."
            ),
        ),
    ),
    "lits": (
        (
            "one rule",
            "as L, I, T or S",
            "One of four shapes in each region",
            "A region has four shaded cells, connected, as L, I, T or S. A cell that no such shape "
            "reaches is white; one that all of them have is shaded.",
            "lits:4x3:1111/1101/0001",
        ),
        (
            "one rule",
            ": no two|: the regions of",
            "Like shapes do not touch",
            "Two regions whose shaded cells touch have different shapes, however they are turned.",
            "lits:4x4:AABB/AABC/ABBC/CCCC",
        ),
        (
            "one rule",
            "is not all shaded",
            "No two by two",
            "Of two by two cells one is white. Where three are shaded the fourth is white.",
            "lits:4x3:1111/1101/0001",
        ),
        (
            "one rule",
            "cut off|are connected",
            "Shaded cells are connected",
            "A cell is shaded where others would be cut off without it.",
            "",
        ),
    ),
    "numberlink": (
        (
            "one rule",
            "joins equal numbers",
            "A line has one number",
            "Cells that a line joins have the same number.",
            "numberlink:3x3:..1/.22/.1.",
        ),
        (
            "one rule",
            "enters and leaves",
            "A line continues",
            "A line that enters a cell without a number leaves it, by one way. A cell with one "
            "way left has no line.",
            "numberlink:3x3:13./123/..2",
        ),
        (
            "one rule",
            "one line leaves",
            "One line leaves a number",
            "Each number has one line. Where a single way is left, it goes there, and then there "
            "is no other.",
            "numberlink:3x3:..1/.22/.1.",
        ),
        (
            "one rule",
            "has a number where",
            "Who passes",
            "A cell has a number where a line passes, and none where no line does.",
            "",
        ),
        (
            "one rule",
            "no circle",
            "No circles",
            "A line ends at a number, so none runs in a circle.",
            "",
        ),
        (
            "one rule",
            "by a detour",
            "No detours",
            "Where there is one answer, no line turns back beside itself: the short way would do "
            "as well.",
            "",
        ),
    ),
    "shikaku": (
        (
            "one rule",
            "lies in one rectangle",
            "Each cell is covered once",
            "A cell that only one rectangle reaches belongs to it; what overlaps a rectangle "
            "that stands is not one.",
            "shikaku:3x3:..2/.6./..1",
        ),
        (
            "one rule",
            "has one rectangle",
            "Each number has one rectangle",
            "Where one rectangle of its size is left for a number, it is that one, and then no "
            "other.",
            "shikaku:3x3:.2./..2/.41",
        ),
    ),
    "skyscrapers": (
        (
            "one rule",
            "are seen",
            "What is seen",
            "A building hides all lower ones behind it. A 1 has the highest first; the largest "
            "clue has them in order; and the higher a clue, the farther away the high ones "
            "stand.",
            "skyscrapers:3x3:;;.13",
        ),
        (
            "one rule",
            "has each height once",
            "Each height once",
            "Each row and column has each height once. A height goes where only one place of a "
            "line is left for it, and what stands goes from its lines.",
            "skyscrapers:3x3:;2..;;12.",
        ),
    ),
    "star_battle": (
        (
            "one rule",
            "at most one star",
            "Stars do not touch",
            "Two by two cells have one star at most. So all eight cells round a star are empty.",
            "star_battle:4x4:1;0013/0023/0223/2223",
        ),
        (
            "one rule",
            ": (row|column)",
            "Each line has its stars",
            "A row or column that has its stars is empty elsewhere; where only so many cells are "
            "left, all have one.",
            "star_battle:4x4:1;0010/2000/0000/0300",
        ),
        (
            "one rule",
            ": the region of",
            "Each region has its stars",
            "A region that has its stars is empty elsewhere; where only so many cells are left, "
            "all have one.",
            "star_battle:4x4:1;2330/2100/1110/1110",
        ),
    ),
    "tents": (
        (
            "one rule",
            ": (row|column)",
            "Lines count their tents",
            "A row or column that has its tents has no more; where only so many places are left, "
            "all have one.",
            "tents:4x3:.1..;2..;..T./...T/..T.",
        ),
        (
            "one rule",
            ": the tree at",
            "A tree has a tent",
            "Each tree has a tent at one of its sides. Where one is left, it is there.",
            "tents:4x3:.0..;;.T../.TT./....",
        ),
        (
            "one rule",
            "at most one tent",
            "Tents do not touch",
            "Two by two cells have one tent at most. So all eight cells round a tent have none.",
            "tents:4x3:1...;;..../.T.T/..T.",
        ),
        (
            "one rule",
            "as many tents as trees",
            "As many tents as trees",
            "The board has one tent a tree, no more.",
            "tents:4x3:0...;;..../..../T.T.",
        ),
        (
            "one rule",
            "tree of its own",
            "Each tent has its own tree",
            "Two tents cannot share one tree. A tree that has its tent takes no other one's.",
            "tents:4x4:..0.;;.T../T..T/..../..T.",
        ),
    ),
    "yajilin": (
        (
            "one rule",
            " sees ",
            "An arrow counts",
            "A clue says how many shaded cells lie where its arrow points. Where only so many "
            "are left, all are shaded; where it has them, the rest is not.",
            "yajilin:4x3:#,0e,.,./0n,.,.,./.,.,.,.",
        ),
        (
            "one rule",
            "not both shaded",
            "Shaded cells do not touch",
            "At the sides of a shaded cell none is shaded, so the loop passes through all of them.",
            "yajilin:4x3:..../..../.#..",
        ),
        (
            "one rule",
            "passes through it once",
            "The loop takes what is not shaded",
            "A cell is shaded, or the loop enters and leaves it. Where fewer than two ways are "
            "left, it is shaded; where two are left, the loop takes them.",
            "yajilin:4x3:..../...#/#...",
        ),
        (
            "one rule",
            "there is a loop",
            "There is a loop",
            "Something of the board is not shaded: there is a loop.",
            "",
        ),
        (
            "one rule",
            "cut off|there is one loop",
            "One loop",
            "The loop does not close before it has passed all its cells.",
            "",
        ),
    ),
}

# By kind: a board for each way.
_BOARDS: Mapping[str, Mapping[str, str]] = {
    "akari": {
        "two rules": "akari:4x4:.1../..3./.2../..2.",
        "short supposition": "akari:4x3:.2../..../..2.",
        "supposition": "akari:4x3:.2../..../..2.",
    },
    "binairo": {
        "two rules": "binairo:4x4:..../.01./..00/1..0",
    },
    "fillomino": {
        "cases of a rule": "fillomino:4x2:.122/.555",
    },
    "hashi": {
        "two rules": "hashi:5x4:1...2/...../...../1...2",
        "short supposition": "hashi:4x3:.1.1/..../.2.2",
    },
    "heyawake": {
        "two rules": "heyawake:3x3:2../.../...;120/120/120",
        "short supposition": "heyawake:3x3:.../0../...;001/341/342",
        "supposition": "heyawake:3x3:..2/.../...;001/231/231",
        "all cases": "heyawake:4x3:2.../..../....;0012/0012/3312",
    },
    "hitori": {
        "short supposition": "hitori:3x3:111/123/221",
        "supposition": "hitori:2x2:11/12",
    },
    "kakuro": {
        "cases of a rule": "kakuro:3x3:#,15-,14-/-13,.,./-16,.,.",
        "two rules": "kakuro:5x4:#,16-,7-,#,#/-8,.,.,6-,5-/-22,.,.,.,./#,#,-4,.,.",
    },
    "lits": {
        "two rules": "lits:4x3:1111/1101/0001",
    },
    "shikaku": {
        "short supposition": "shikaku:5x5:..4../..2.2/.82../....4/..3..",
        "supposition": "shikaku:5x5:.42../..6.3/3..../2...2/..3..",
    },
    "skyscrapers": {
        "cases of a rule": "skyscrapers:3x3:..1;;;..3",
        "two rules": "skyscrapers:3x3:;2..;;12.",
        "short supposition": "skyscrapers:3x3:;;.13",
        "all cases": "skyscrapers:3x3:2..;1..;;.2.",
    },
    "star_battle": {
        "two rules": "star_battle:4x4:1;2330/2100/1110/1110",
        "short supposition": "star_battle:5x5:1;11112/11332/04332/04444/00044",
        "supposition": "star_battle:5x5:1;11112/11332/04332/04444/00044",
    },
    "tents": {
        "two rules": "tents:4x3:...1;..1;..T./...T/..T.",
        "short supposition": "tents:4x4:;.1..;T.T./..../..../T.T.",
        "supposition": "tents:4x4:;11..;T..T/..T./..../....",
        "all cases": "tents:4x3:...1;..1;..T./...T/..T.",
    },
    "yajilin": {
        "short supposition": "yajilin:4x4:#.../..#./.#../...#",
        "supposition": "yajilin:4x4:1s,.,.,./.,.,#,./.,.,.,./.,.,.,1w",
        "all cases": "yajilin:5x5:.,.,.,#,./.,1s,.,.,./.,.,.,.,./.,.,#,.,./#,.,.,.,#",
    },
}


def lessons(kind: str) -> tuple[Lesson, ...]:
    """The lessons of a kind, easiest first."""
    found = list[Lesson]()
    for rule, (title, text) in _WAYS.items():
        found.append(Lesson(rule, title, text, _BOARDS.get(kind, {}).get(rule, "")))
        own = (one for one in _OWN.get(kind, ()) if one[0] == rule)
        found += (Lesson(rule, title, text, board, words) for _, words, title, text, board in own)
    return tuple(found)
