"""The explainer of Pipes on hexagons: that of all tilings, with pictures of hexagons."""

from cpstudy.core.drawing import Drawing, TextPicture
from cpstudy.core.explaining import Ambiguity
from cpstudy.puzzles.hexpipes import drawing, text_drawing
from cpstudy.puzzles.tilings.deduction import RULES, Deduction
from cpstudy.puzzles.tilings.explaining import TilingExplainer, steps_of
from cpstudy.puzzles.tilings.portfolio import solve


class _HexPipesExplainer(TilingExplainer):
    """Deduction without trying, and search for what it leaves open."""

    def ambiguity_picture(self, found: Ambiguity) -> TextPicture:
        return text_drawing.ambiguity_picture(found)

    def ambiguity_drawing(self, found: Ambiguity) -> Drawing:
        return drawing.ambiguity_drawing(found)


EXPLAINER = _HexPipesExplainer(
    RULES, Deduction, solve, steps_of, easy="loop", medium="dead end", hard="lookahead"
)
