"""Steps as an animated SVG: it loops in browsers, without a script.

Each picture is a group that is visible for its time (SMIL); programs without animation show the
first picture. The shapes that all pictures share are written once, below them, unless a changing
shape would have been below them.

Cost: each constant shape is compared with each changing one. Limits: overlaps are found by bounding
boxes, so too much may be written repeatedly, never too little.
"""

from collections import Counter
from collections.abc import Sequence
from functools import reduce
from itertools import chain

from cpstudy.core.drawing import Disc, Label, Line, Polygon, Shape
from cpstudy.plot.film import Frame, check_film
from cpstudy.plot.layout import layered
from cpstudy.plot.svg import document, drawn

_CAPTION = 0.6  # height in cells
_LAST = 3  # how many times as long the last picture is shown

# The left, upper, right and lower end.
_Box = tuple[float, float, float, float]


def svg_film(frames: Sequence[Frame], seconds: float) -> str:
    """The frames as the text of an SVG file, each shown for ``seconds``, the last three times that.

    The heading is below each picture; there is no space for the words. The text is the same in
    every run. Raises InputError as :func:`cpstudy.plot.film.gif` does.
    """
    width, height = check_film(frames, seconds)
    pictures = [
        [
            *layered(frame.drawing.shapes),
            Label(width / 2, height + 0.6, name, size=min(_CAPTION, 1.5 * width / len(name))),
        ]
        for frame in frames
        for name in (frame.heading or " ",)
    ]
    still = _still(pictures)
    parts = [drawn(shape for shape in pictures[0] if shape in still)]
    total = len(frames) - 1 + _LAST
    for number, picture in enumerate(pictures):
        moving = drawn(shape for shape in picture if shape not in still)
        end = total if number == len(frames) - 1 else number + 1
        parts.append(_shown(moving, number / total, end / total, total * seconds))
    return document(width, height + 1, "".join(parts))


def _shown(content: str, begin: float, end: float, seconds: float) -> str:
    """A group visible from ``begin`` to ``end``, which are shares of a loop of ``seconds``."""
    steps = [(0.0, "hidden")] * (begin > 0) + [(begin, "visible")] + [(end, "hidden")] * (end < 1)
    values = ";".join(value for _, value in steps)
    times = ";".join(f"{time:.7g}" for time, _ in steps)
    first = "visible" if begin == 0 else "hidden"
    return (
        f'<g visibility="{first}">\n{content}<animate attributeName="visibility" '
        f'values="{values}" keyTimes="{times}" dur="{seconds:.7g}s" calcMode="discrete" '
        'repeatCount="indefinite"/>\n</g>\n'
    )


def _still(pictures: Sequence[list[Shape]]) -> set[Shape]:
    """The shapes that are in every picture and never lie over a changing shape."""
    common = reduce(lambda one, other: one & other, map(Counter, pictures))
    # A shape that is in a picture twice is drawn twice, in its places.
    still = {shape for shape, times in common.items() if times == 1}
    changed = True
    while changed:
        moving = set(chain.from_iterable(pictures)) - still
        covering = {
            shape for picture in pictures for shape in _above(picture, moving) if shape in still
        }
        still -= covering
        changed = bool(covering)
    return still


def _above(picture: Sequence[Shape], moving: set[Shape]) -> list[Shape]:
    """The shapes of a picture that lie over one of the moving shapes."""
    found = []
    below: list[_Box] = []
    for shape in picture:
        place = _box(shape)
        if shape in moving:
            below.append(place)
        elif any(_overlap(place, other) for other in below):
            found.append(shape)
    return found


def _overlap(one: _Box, other: _Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def _box(shape: Shape) -> _Box:
    match shape:
        case Polygon():
            xs, ys = zip(*shape.points, strict=True)
            return min(xs), min(ys), max(xs), max(ys)
        case Line():
            half = shape.width / 2
            (left, right), (upper, lower) = (
                sorted((shape.x1, shape.x2)),
                sorted((shape.y1, shape.y2)),
            )
            return left - half, upper - half, right + half, lower + half
        case Disc():
            r = shape.radius
            return shape.x - r, shape.y - r, shape.x + r, shape.y + r
        case Label():
            half = len(shape.text) * shape.size / 2
            return shape.x - half, shape.y - shape.size, shape.x + half, shape.y + shape.size
