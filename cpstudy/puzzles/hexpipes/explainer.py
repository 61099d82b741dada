"""The explainer of Pipes on hexagons, by the framework of all tilings."""

from cpstudy.puzzles.tilings.deduction import RULES, Deduction
from cpstudy.puzzles.tilings.explaining import TilingExplainer, steps_of
from cpstudy.puzzles.tilings.portfolio import solve

EXPLAINER = TilingExplainer(
    RULES, Deduction, solve, steps_of, easy="loop", medium="dead end", hard="lookahead"
)
