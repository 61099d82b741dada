"""Searches that were long on their way, kept on disk: after a kill they go on from there.

A state is a number of arrays, those of a search's workspace. The file is written whole or not at
all, and holds a hash of what it is a state of and of all source of this package: only the same
searches by the same program take it up. Any other file, and a damaged one, is passed over, and the
searches begin anew, which takes time and changes nothing. Where nothing can be written they go on
without.

Cost: 20 ms and up to 200 KB a search, once a minute. Limits: what was done since is done again.
"""

from __future__ import annotations

import hashlib
import zipfile
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from cpstudy.core.clock import Clock
from cpstudy.core.files import replacing
from cpstudy.core.version import source_hash

Arrays = Mapping[str, npt.NDArray[Any]]

# Seconds from one state that is kept to the next.
EVERY = 60.0

_WHAT = "what"


class Checkpoint:
    """The file ``path`` with the state of what ``what`` names."""

    def __init__(self, path: Path, what: str) -> None:
        self.path = path
        self._what = hashlib.sha256(f"{source_hash()}\n{what}".encode()).hexdigest()
        self._clock = Clock()

    @property
    def due(self) -> bool:
        """Whether the last state that was kept, or none, is old."""
        return self._clock.passed >= EVERY

    def keep(self, state: Arrays) -> None:
        """Write a state in place of the last one, where that can be done."""
        arrays: dict[str, Any] = {_WHAT: np.array(self._what), **state}
        with suppress(OSError):
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with replacing(self.path) as beside, beside.open("wb") as file:
                np.savez(file, **arrays)
        self._clock = Clock()

    def kept(self) -> Arrays | None:
        """The state that was kept; None without one."""
        try:
            with self.path.open("rb") as opened, np.load(opened, allow_pickle=False) as file:
                state = {name: file[name] for name in file.files}
        except (OSError, ValueError, EOFError, zipfile.BadZipFile):
            return None
        what = state.pop(_WHAT, None)
        return state if what is not None and what.tolist() == self._what else None
