"""Pictures to make puzzles of: noise, blobs, mirrored blobs, blobs in colours; and images.

*noise*: each cell is coloured with one chance in two. *blobs*: noise, then rounds in which each
cell takes the side of most cells around it, so that stretches of some cells appear, as in drawings.
*mirrored*: blobs whose right half is the image of the left. *coloured*: blobs of three colours, a
majority of colours instead of one.

A picture depends on (algorithm, rows, columns, seed, index) and on nothing else. Images come as
arrays (:func:`picture_of_pixels`), as any reader of image files gives them.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from cpstudy.core.errors import InputError
from cpstudy.core.generating import Wanted, numbered
from cpstudy.core.native import view, zeros
from cpstudy.core.random import Stream, stream
from cpstudy.puzzles.picross.generating.noise import draw_noise, take_sides
from cpstudy.puzzles.picross.puzzle import MOST_COLOURS, Picross

# By name: the number in its streams, colours, rounds of taking sides, mirrored.
ALGORITHMS: dict[str, tuple[int, int, int, bool]] = {
    "blobs": (0, 1, 2, False),
    "noise": (1, 1, 0, False),
    "mirrored": (2, 1, 2, True),
    "coloured": (3, 3, 2, False),
}

Picture = npt.NDArray[np.uint8]


def stream_of(wanted: Wanted, index: int) -> Stream:
    """The random stream of one picture; its repair goes on with it."""
    number = ALGORITHMS[wanted.algorithm][0]
    return stream(wanted.seed, number, wanted.rows, wanted.columns, index)


def draw(wanted: Wanted, state: Stream) -> Picture:
    """The next picture of a stream: uint8[rows * columns]."""
    rows, columns = wanted.rows, wanted.columns
    _, colours, rounds, mirrored = ALGORITHMS[wanted.algorithm]
    cells = np.zeros(rows * columns, np.uint8)
    draw_noise(state, colours, view(cells))
    votes = zeros(colours + 1, "i64")
    for _ in range(rounds):
        smoothed = np.zeros_like(cells)
        take_sides(rows, columns, view(cells), view(smoothed), votes)
        cells = smoothed
    return mirror_of(cells.reshape(rows, columns)).ravel() if mirrored else cells


def mirror_of(cells: Picture) -> Picture:
    """The left half and its image. cells: uint8[rows, columns]."""
    half = cells[:, : (cells.shape[1] + 1) // 2]
    return np.concatenate((half, half[:, : cells.shape[1] // 2][:, ::-1]), axis=1)


def generate(wanted: Wanted) -> Iterator[tuple[Picross, bytes]]:
    """Puzzles 0 … count-1 of a seed, each with its picture; some have other solutions beside it."""

    def drawn(index: int) -> tuple[Picross, bytes]:
        picture = draw(wanted, stream_of(wanted, index)).tobytes()
        return Picross.of_picture(wanted.rows, wanted.columns, picture), picture

    return numbered(wanted, drawn)


def picture_of_pixels(
    pixels: npt.ArrayLike, rows: int, columns: int, *, threshold: float = 0.5
) -> Picture:
    """An image made a picture of one colour: uint8[rows, columns].

    pixels: [height, width] or [height, width, channels], as ``matplotlib.pyplot.imread`` gives
    them; whole numbers are of 0 … 255, others of 0 … 1; a fourth channel is opacity, over white.
    Each cell is coloured where the mean of its pixels is darker than ``threshold``. Raises
    RuntimeError for arrays that are no image, or have fewer pixels than cells.
    """
    if rows < 1 or columns < 1:
        raise InputError(f"a board needs at least one row and one column, got {columns}x{rows}")
    values = np.asarray(pixels)
    scale = 255.0 if np.issubdtype(values.dtype, np.integer) else 1.0
    image = values.astype(np.float64) / scale
    if image.ndim == 3 and image.shape[2] in (2, 4):
        image = image[..., :-1] * image[..., -1:] + 1 - image[..., -1:]
    if image.ndim == 3:
        image = image.mean(axis=2)
    if image.ndim != 2 or image.shape[0] < rows or image.shape[1] < columns:
        raise RuntimeError(f"pixels of shape {values.shape} for {columns}x{rows} cells")
    down = np.linspace(0, image.shape[0], rows + 1).round().astype(int)
    right = np.linspace(0, image.shape[1], columns + 1).round().astype(int)
    sums = np.add.reduceat(np.add.reduceat(image, down[:-1], axis=0), right[:-1], axis=1)
    means = sums / np.outer(np.diff(down), np.diff(right))
    return np.asarray(means < threshold, np.uint8)


def check_picture(cells: Picture) -> Picture:
    """``cells`` as uint8[rows, columns]. Raises RuntimeError where it is no picture."""
    if cells.ndim != 2 or not cells.size or int(cells.max()) > MOST_COLOURS:
        raise RuntimeError(f"a picture of shape {cells.shape} with colours up to {MOST_COLOURS}")
    return np.ascontiguousarray(cells, np.uint8)
