"""PNG files written directly, read by another library."""

import io

import numpy as np
import pytest
from matplotlib.image import imread

from cpstudy.plot.png import png


@pytest.mark.parametrize("count", [1, 2, 255, 256, 257, 5000])
def test_pixels_come_back(count):
    rng = np.random.default_rng(count)
    colours = rng.integers(0, 256, (count, 3), np.uint8)
    numbers = rng.integers(0, count, (7, 301))
    read = imread(io.BytesIO(png(numbers, colours)))
    assert read.shape[:2] == (7, 301)
    assert (np.round(read[..., :3] * 255) == colours[numbers]).all()
