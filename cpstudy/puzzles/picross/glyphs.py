"""Pictures of glyphs: chessmen, suits, weather and other signs of a free font.

The font is DejaVu Sans 2.37 (its licence is free). Its signs are stored here as bitmaps of 32×32
that keep their proportions, rendered once from the outlines, so that a picture needs no font and is
the same on every machine. A bitmap is scaled to the shorter side of the board. A cell is coloured
if more than half of nine points in it are set. Each picture is mirrored with probability 1/2.
"""

import base64
import zlib
from functools import cache

import numpy as np
import numpy.typing as npt

from cpstudy.core.random import Stream
from cpstudy.core.random_words import below

SIGNS = "♚♛♜♝♞♟♠♣♥♦♪♫☀☁☂☃★☎☕☘☠☯☻☼⚑⚓⚔✂✈❀❤➤&@?8ΩΨ"
# Sample points along each side of a cell; the side of a bitmap.
_POINTS, _SIDE = 3, 32

# One bit a point, packed, one sign after another.
_BITMAPS = """
eNqdmE+LI8cVwF+pZJUMSpfAxkxAVo8hhxwClrEPWiLUCvgSyHew5uTc0j5FC8p0T8bsXBZvyCmHBe1HMDnlEJgaBrI+
GDbHHGymxrMwOQS7NgveVtzTlfequ6VujYbdcQ8/ulVdVa/q/avXAywGIITO7+Vzcxd4GiiZBqYvzezO8ycP31+effn7
5dm3v1uefb8JtdP7O8uzh32uZtJaI6zVHEDxKKtDbdY6gCkAjreLxzE7J45iODmMh7/6Y2++d29MDPfu9Xb27nXbn3w2
6CDNT+5PW3eJh1rc/UrxX36t+DFhY2YrANR/V9vpD5/l0bkpKdfEY+Yo+4O18GMox7s5ac/Fvkk3bYAu3WnvTt+E1Otn
wk8AghRgPAfY3weYttZQG0F9pMmh5xpmPUdEZNfWBQ1AWcgh2v0UuUAsgeuyGvt+Djz4F/IfENH3IOz/kCVyhWRxAe1p
IjM7aV/ZqXxud+WlfQRnSIATRIi1f9pCff+byMr6g2L9JWUbQX0qe6N9ke+Rfkt8a5NtAF3k8zz3w7Xcqu6ymk3L+asy
/C0yZHps5NXCiOVC8/MHahVfVXl8c59ZfZ9ur1l9r9i/lE1yAmtTIrI2q+Lar45Tf7lI5LMHhp8cqk35XAkljTR+4idB
GqRRlv/ZLdfm3Kt9lrFexM8qZko7lf5I+yT9kmy3DoCa/rfZvdRBRfeb9r1RdlW+ixFdl1/KdlD+w37MEjGwBerK6asK
th9AzY6vwt3YTclXgANwadCi+KO94w+BLwUGXjNAsLEJxORH8RQmPK3iT1iC88IKXJh/ba1NFg88FoeCxZofHCjKhHBx
Uckv6cpPbYBugqz8k95J7CP+C5jDMbWzmB/ECuea4pyDzjbdvPIV4dyonwD1k/NvtHWKNs9EAfqiDXI/tXCrK14j81yy
mUcqceb8n1HunB7Vx74KbeQnSOP6Kpqrp0833kxRVyb3z0Z71/V87U2An+F9980Y50IHa0OjgbRx4i7rwjvtuElMIP/b
ayvYxX4DVPoOnkQeOh5P1iK25qbN3GygjP8y7msxty1PZ2i3NABIfAwxkZ+sqAhc5eRGc7DY6Z907/SOM0TddmYXS2v9
xKbjebC3XNwTT9/V4uKxlmffGfn4IoeeLx4b+fRdI5cLI7NodQa81A3axb1boV3Q7BY2290c1a3+wPU+6+b3pzjs5yhX
o5U+LGyrvgHm0VkBlmIG9d8Z4H2+5XyrxFQ1dyLB4UkaLRe1HB1dHWcu1yeLJHj2IA3Ojxz+wUEiGRiXa3lBo8g7pcPR
/FRToGVK25T2eQ3gEYHtjxoxmzT+fmfCsihm6Th+bzS6/+uf/uXPvzlUfz08PD395/Mnr3dm3oAPewq+e5Gv/9sX8MY7
97/4Rdj5YPDl+803hPriLYDfdgAGTjbtK+wD+QXVR7ikKdVGOwA7qMcOOfvHBlofpdAgrAtNYFnADzJfnKQIPWMbp5CN
rGrlmH55Lm6eUc5fScdl3ZSfL9fivYz56Og8i450Fgmd2aNza588tzdd+1G2vx+k+5FMMrJToDDzGnmz/Nvk3/4QYNhD
zXlIC2zYsgQ9wwA1utPLbXmL/CvjvPwTWXn8aCSh+sLcGmENrgoJTKtwsZfh6h/MK+DNAHo7+R5K6De103uen9ss11+u
Q/p2uIEpU60ZU/19pvbnTI2JiKlMHpwY/sOZcvnKz/Pfbh7dbZLecZqFqavV6RuA9K9RQ6GX6743zPHCdS1RrRv7M/BG
o7A160+FkZproRzoCeLhe1oCmDHAfAQwInk3pSJ6gRU/XCKnGAeIvcQvskiRN0Wxyw9+Uafis49t9I76UF8ac1nMsfOy
vIfbAdwa9CkX4F4kERd1SVGbcAMaz4spEmJBMeMZnQXurKVnaqN31If65vVMMZ7mojlp7n4ha1g5d8pvnV7p350V/t/e
ToLlIg2t9XSQCkJFGSd0lIkwyrx5lI0pTsvzSBxfaekn2pMm7HA1KPGEDoUXapEGmiV+7HLexiW00Lephcv8QrFdqz23
1rvxjdUHnvCAng7oG646c6alcsqCKwkFfSrZ1CU5lstKUFYGeS2SsDy3xNSH+tIYGuuOD5PPOS5kTAuZ7qIyEPszmt/Q
51gXBJmkSuVThcoQMjGZV45h5vsw68t4NhIqHHFtRsyYISz1CP6ABGoEfjxGB/DR+H4caPmMcsUS16tTiGjyJD/raO0U
LTEYjJFZv4w28Q9v4L/wwsC2wqHfmoZSEGhJoaeOFj4j0sP23nToj8JxlOAYPRSXcenWkmxL1QfGItTyP24qwjXQeZwi
GmtiXG0+oopfWAfPakgKRRS2vaawCjXn2vKe1kDnJPkN1knMyJjqJJczKn+udiq1U/3+pcMQfdmNqfQvso5etdAvIxVL
g7WP1s8/cLGDOUtSz5gZ3HGCupsV+crlLGK+/u8DMSrbqR9BY2gs5Tqax60D5dM6ozTIqsw55uZbMOJqRIy5mhP0vyaf
q0Qenhh5emqoHuQ/bNSkXNdr2gr/ByhCoaU=
"""


@cache
def _bitmaps() -> npt.NDArray[np.uint8]:
    """The bitmaps, shape: signs, rows, columns."""
    bits = np.frombuffer(zlib.decompress(base64.b64decode(_BITMAPS)), np.uint8)
    return np.unpackbits(bits).reshape(len(SIGNS), _SIDE, _SIDE)


def draw_glyph(state: Stream, rows: int, columns: int) -> npt.NDArray[np.uint8]:
    """Draw the next picture of a stream: uint8[rows * columns]."""
    picture = glyph(SIGNS[int(below(state, len(SIGNS)))], rows, columns)
    return (picture[:, ::-1] if below(state, 2) else picture).ravel()


def glyph(sign: str, rows: int, columns: int) -> npt.NDArray[np.uint8]:
    """The picture of a sign, centred on the board: uint8[rows, columns]."""
    side = min(rows, columns)
    points = (2 * np.arange(side * _POINTS) + 1) * _SIDE // (2 * side * _POINTS)
    here = _bitmaps()[SIGNS.index(sign)][np.ix_(points, points)]
    covered = here.reshape(side, _POINTS, side, _POINTS).sum((1, 3)) * 2 > _POINTS**2
    picture = np.zeros((rows, columns), np.uint8)
    down, across = (rows - side) // 2, (columns - side) // 2
    picture[down : down + side, across : across + side] = covered
    return picture
