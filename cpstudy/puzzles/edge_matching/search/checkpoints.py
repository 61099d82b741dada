"""Checkpoints of long searches on disk, from which they resume after a kill.

A state consists of the arrays of a search's workspace. The file is written atomically. It begins
with a hash of the description of the searches, of all source code of this package, and of the
state, so only the same searches by the same program resume from it. Any other file, or a damaged
one, is ignored, and the searches restart, which costs time and changes no result. If nothing can be
written, they run without checkpoints.

Cost: 20 ms and up to 200 KB per search, once a minute. Limits: work since the last checkpoint is
repeated.
"""

import hashlib
import io
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from cpstudy.core.building import source_hash
from cpstudy.core.clock import Clock
from cpstudy.core.files import write_whole

Arrays = Mapping[str, npt.NDArray[Any]]

# Seconds between two stored states.
EVERY = 60.0


class Checkpoint:
    """The file ``path`` with the state of the searches that ``what`` describes."""

    def __init__(self, path: Path, what: str) -> None:
        self.path = path
        self._what = hashlib.sha256(f"{source_hash()}\n{what}".encode())
        self._clock = Clock()

    @property
    def due(self) -> bool:
        """Whether it is time to store a state."""
        return self._clock.passed >= EVERY

    def keep(self, state: Arrays) -> None:
        """Replace the stored state, if the disk permits."""
        arrays: dict[str, Any] = dict(state)
        written = io.BytesIO()
        np.savez(written, **arrays)
        whole = written.getvalue()
        with suppress(OSError):
            self.path.parent.mkdir(parents=True, exist_ok=True)
            write_whole(self.path, self._hash(whole) + whole)
        self._clock = Clock()

    def kept(self) -> Arrays | None:
        """Return the stored state, or None."""
        try:
            read = self.path.read_bytes()
        except OSError:
            return None
        size = self._what.digest_size
        if read[:size] != self._hash(read[size:]):
            return None
        with np.load(io.BytesIO(read[size:]), allow_pickle=False) as arrays:
            return {name: arrays[name] for name in arrays.files}

    def _hash(self, whole: bytes) -> bytes:
        both = self._what.copy()
        both.update(whole)
        return both.digest()
