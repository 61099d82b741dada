"""Locked arrays: what a value object keeps of an array it was given.

Cost: one copy. A caller who goes on writing into its own array cannot change the object, and
nobody can write into the object's.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt


def locked(
    values: npt.ArrayLike, dtype: npt.DTypeLike, *, ndim: int, name: str = "array"
) -> npt.NDArray[Any]:
    """A private, contiguous, read-only copy of ``values`` as ``dtype`` with ``ndim`` dimensions.

    Raises ValueError where the shape is ragged, the number of dimensions differs, or a value does
    not fit the type exactly (no wrap-around, no truncation).
    """
    try:
        source = np.asarray(values)
    except ValueError:
        raise ValueError(f"{name}: rows of different lengths") from None
    if source.ndim != ndim:
        raise ValueError(f"{name}: expected {ndim} dimensions, got {source.ndim}")
    wanted = np.dtype(dtype)
    if source.size and source.dtype.kind not in "biuf":
        raise ValueError(f"{name}: not numbers but {source.dtype}")
    with np.errstate(invalid="ignore"):
        result = np.array(source, dtype=wanted, order="C", copy=True)
    changed = result != source
    if changed.any():
        place = tuple(int(i) for i in np.argwhere(changed)[0])
        raise ValueError(f"{name}: {source[place]} at {place} does not fit {wanted}")
    result.flags.writeable = False
    return result
