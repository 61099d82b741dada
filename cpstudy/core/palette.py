"""The colours of drawings: few, and colour-blind readers can distinguish them, also on paper."""

from colorsys import hls_to_rgb

INK = "#1f2933"
PIPE = "#2f6f9f"
CHANGED = "#c8442f"
PAPER = "#ffffff"
SHADE = "#fbe3d9"
GRID = "#c9ced6"
WALL = "#111111"
LIT = "#ffe9a8"
_HUE_STEP = 0.6180339887


def hue(number: int, lightness: float, saturation: float) -> str:
    """The HTML colour of a number: hues a golden section apart stay far from earlier ones."""
    parts = hls_to_rgb(number * _HUE_STEP % 1, lightness, saturation)
    return "#" + "".join(f"{round(255 * part):02x}" for part in parts)
