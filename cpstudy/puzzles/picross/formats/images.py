"""Pictures of pixels (PNG, GIF, BMP, Netpbm): a pixel becomes a cell, the runs become the clues.

Transparent pixels are blank. If there are none, the *background* is blank: white if the picture
contains white, else its lightest colour (``--reading background=#rrggbb`` names another one). Grey
pictures of more than two levels get one colour: pixels darker than a threshold (``--reading
threshold=N`` of 0 … 255, 128 by default; it also reduces coloured pictures to one colour). Other
pictures keep their colours, numbered as they appear row by row. If there are more than a puzzle can
have, or than ``--reading colours=N`` allows, the nearest colours are joined (median cut). ``read
as`` reports these choices.

Pillow reads the files. Cost: 4 bytes a pixel. Limits: 250,000 pixels; only the first image of an
animation. Nothing is written in this format.
"""

import io
import re
import struct
import warnings
import zlib
from collections.abc import Iterable, Iterator

import numpy as np
import numpy.typing as npt
from PIL import Image, UnidentifiedImageError

from cpstudy.core.documents import Document, Item, hint_of
from cpstudy.core.errors import InputError
from cpstudy.puzzles.picross.formats import clues as shared
from cpstudy.puzzles.picross.puzzle import LETTERS, MOST_COLOURS, Picross

_MOST_PIXELS = 250_000
_FORMATS = ("PNG", "GIF", "BMP", "PPM")
_NAMES = ("a PNG picture", "a GIF picture", "a BMP picture", "a Netpbm picture")
# The errors that Pillow's readers raise for damaged files.
_DAMAGE = (
    OSError, SyntaxError, ValueError, EOFError, LookupError, OverflowError, TypeError,
    struct.error, zlib.error, Image.DecompressionBombError, Image.DecompressionBombWarning,
)  # fmt: skip

# The size in a Netpbm file, and the highest value after it.
_GAP = rb"(?:\s|#[^\n]*\n)+"
_NETPBM = re.compile(rb"P([1-6])" + _GAP + rb"([0-9]{1,9})" + _GAP + rb"([0-9]{1,9})")
_MAXIMUM = re.compile(_GAP + rb"([0-9]{1,9})")

# The opacity from which a pixel is visible; the default threshold of grey.
_OPAQUE = 128
_THRESHOLD = 128

# The colour of each cell as 0xRRGGBB; a negative number is blank.
_Colours = npt.NDArray[np.int64]
_CLEAR = -1
_WHITE = 0xFFFFFF


def recognises(document: Document) -> bool:
    """Whether a document is a picture in a lossless format."""
    return document.binary in _NAMES


def read(lines: Iterable[str]) -> Iterator[Item]:
    """Read the puzzle of the picture."""
    data = lines.data if isinstance(lines, Document) else b""
    yield item_of(data, lines)


def item_of(data: bytes, lines: Iterable[str]) -> Item:
    """The puzzle of a picture's bytes, or its fault. lines: contain the user's hints."""
    try:
        pixels, words = _pixels(data)
        limit = _number(lines, "colours", 1, MOST_COLOURS)
        threshold = _number(lines, "threshold", 0, 255)
        background = hint_of(lines, "background")
        if background is not None:
            background = shared.colour_value(background)
            if not background.startswith("#"):
                raise InputError(f"background {background[:30]!a}: expected #rrggbb")
        cells, values, done = _coloured(pixels, limit, threshold, background)
    except InputError as error:
        return Item(1, "", error)
    rows, columns = cells.shape
    picture = np.ascontiguousarray(cells, np.uint8).tobytes()
    puzzle = Picross.of_picture(rows, columns, picture)
    about = {"read as": f"{columns}x{rows} pixels, {', '.join([*words, *done])}"}
    about["solution"] = puzzle.encode_solution(picture)
    if values:
        about["colours"] = shared.colours_text(zip(LETTERS, values, strict=False))
    return shared.item_of(1, puzzle, about)


def _number(lines: Iterable[str], name: str, least: int, most: int) -> int | None:
    """A hint that is a number. Raises InputError."""
    text = hint_of(lines, name)
    if text is None:
        return None
    if not (text.isascii() and text.isdigit() and least <= int(text[:9]) <= most):
        raise InputError(f"{name} {text[:30]!a}: expected {least} to {most}")
    return int(text)


def _check_netpbm(data: bytes) -> None:
    """Raise InputError if a Netpbm file has another number of values than its size requires."""
    head = _NETPBM.match(data)
    if head is None:
        return
    kind, width, height = int(head[1]), int(head[2]), int(head[3])
    most = _MAXIMUM.match(data, head.end()) if kind not in (1, 4) else None
    start = most.end() if most else head.end()
    row = (width + 7) // 8 if kind == 4 else width * (3 if kind in (3, 6) else 1)
    wanted = row * height
    if kind in (1, 2, 3):
        found = len(re.sub(rb"#[^\n]*", b"", data[start:]).split())
    else:
        wanted *= 2 if most and int(most[1]) > 255 else 1
        found = len(data) - start - 1
    if found != wanted:
        raise InputError(f"P{kind}: {found} values, expected {wanted} for {width}x{height} pixels")


def _pixels(data: bytes) -> tuple[npt.NDArray[np.uint8], list[str]]:
    """The pixels [height, width, 4] of a picture, and remarks on it. Raises InputError."""
    _check_netpbm(data)
    try:
        with warnings.catch_warnings(), Image.open(io.BytesIO(data), formats=_FORMATS) as image:
            warnings.simplefilter("error")
            width, height = image.size
            if width * height > _MOST_PIXELS:
                raise InputError(
                    f"{width}x{height} pixels, at most {_MOST_PIXELS}: a pixel becomes a cell, "
                    "so make the picture smaller first"
                )
            frames = getattr(image, "n_frames", 1)
            pixels = np.asarray(_of_bytes(image).convert("RGBA"), np.uint8)
    except InputError:
        raise
    except _DAMAGE as error:
        known = "" if isinstance(error, UnidentifiedImageError) else str(error)
        words = " ".join(known.split())[:80] or "damaged"
        raise InputError(f"a picture that cannot be read: {words}") from None
    return pixels, [f"the first of {frames} images"] if frames > 1 else []


def _of_bytes(image: Image.Image) -> Image.Image:
    """Convert 16-bit grey to 8-bit grey; a plain conversion would clip it at 255."""
    if image.mode not in ("I", "F", "I;16", "I;16B", "I;16L", "I;16N"):
        return image
    levels = np.asarray(image, np.float64)
    return Image.fromarray(np.clip(levels / 256, 0, 255).astype(np.uint8))


def _coloured(
    pixels: npt.NDArray[np.uint8], limit: int | None, threshold: int | None, background: str | None
) -> tuple[npt.NDArray[np.int64], list[str], list[str]]:
    """The cells as numbers of colours, the colours, and remarks on the choices."""
    colours = _values(pixels[..., :3])
    clear = pixels[..., 3] < _OPAQUE
    levels = np.unique(colours[~clear])
    grey = bool(((levels >> 16 == levels & 255) & (levels >> 8 & 255 == levels & 255)).all())
    if threshold is not None and (background is not None or (limit or 1) > 1):
        raise InputError("a threshold makes one colour: no other colours, and no background")
    grey = grey and limit in (None, 1) and background is None and levels.size > 2
    if threshold is not None or grey:
        light = pixels[..., :3].astype(np.int64) @ np.array([299, 587, 114])
        dark = (light < 1000 * (threshold if threshold is not None else _THRESHOLD)) & ~clear
        level = _THRESHOLD if threshold is None else threshold
        done = ["1 colour", f"pixels darker than {level} are coloured"]
        return dark.astype(np.int64), [], done
    words = []
    if background is None and clear.any():
        blank, shown = clear, "transparent is blank"
    else:
        value = _background(levels, background)
        blank, shown = clear | (colours == value), f"background #{value:06x}"
    found = np.unique(colours[~blank])
    most = MOST_COLOURS if limit is None else limit
    if found.size > most:
        words = [f"reduced from {found.size}"]
        colours = _reduced(colours, ~blank, most)
    cells, values = _numbered(np.where(blank, _CLEAR, colours))
    counted = f"{len(values)} colour{'s' if len(values) != 1 else ''}"
    return cells, values, [counted, *words, shown]


def _values(pixels: npt.NDArray[np.uint8]) -> _Colours:
    wide = pixels.astype(np.int64)
    return np.asarray(wide[..., 0] << 16 | wide[..., 1] << 8 | wide[..., 2], np.int64)


def _background(levels: _Colours, wanted: str | None) -> int:
    """The colour of blank cells. Raises InputError if the picture lacks the wanted colour."""
    if wanted is not None:
        value = int(wanted[1:], 16)
        if value not in levels:
            raise InputError(f"background {wanted}: the picture has no such colour")
        return value
    lightest = max(map(int, levels), key=_lightness)
    # A picture of one dark colour is completely coloured.
    return _WHITE if levels.size == 1 and _lightness(lightest)[0] < 500 * 255 else lightest


def _lightness(value: int) -> tuple[int, int]:
    return 299 * (value >> 16) + 587 * (value >> 8 & 255) + 114 * (value & 255), value


def _reduced(colours: _Colours, seen: npt.NDArray[np.bool_], most: int) -> _Colours:
    """The visible colours, reduced to ``most`` at most."""
    values = colours[seen]
    line = np.stack([values >> 16, values >> 8 & 255, values & 255], axis=-1).astype(np.uint8)
    image = Image.fromarray(line[np.newaxis, :, :])
    joined = image.quantize(most, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE).convert("RGB")
    result = colours.copy()
    result[seen] = _values(np.asarray(joined, np.uint8))[0]
    return result


def _numbered(colours: _Colours) -> tuple[npt.NDArray[np.int64], list[str]]:
    """The cells as numbers from 1, in the order in which colours appear, and the colours."""
    numbers: dict[int, int] = {_CLEAR: 0}
    flat = colours.ravel()
    _, firsts = np.unique(flat, return_index=True)
    for at in sorted(map(int, firsts)):
        numbers.setdefault(int(flat[at]), len(numbers))
    cells = np.array([numbers[int(value)] for value in flat], np.int64).reshape(colours.shape)
    return cells, [f"#{value:06x}" for value in numbers if value != _CLEAR]
