"""How this package was built: compiled kernels, or the same files run as Python.

``CPSTUDY_PURE=1`` runs the kernels' sources although compiled ones lie beside them: for tests, and
for reading with a debugger. It is about fifty times as slow. An extension that is older than its
source would win over it without a word, so a checkout is looked at when kernels are first imported:
one that was edited since it was built is refused.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from functools import cache
from importlib.machinery import (
    EXTENSION_SUFFIXES,
    SOURCE_SUFFIXES,
    FileFinder,
    ModuleSpec,
    SourceFileLoader,
)
from pathlib import Path
from types import ModuleType
from typing import Literal

PACKAGE = Path(__file__).resolve().parents[1]


class _Sources:
    """A finder of this package's modules that sees no extension."""

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """The source of a module of this package."""
        if not name.startswith("cpstudy.") or path is None:
            return None
        found = (
            FileFinder(folder, (SourceFileLoader, SOURCE_SUFFIXES)).find_spec(name)
            for folder in path
        )
        return next((spec for spec in found if spec is not None), None)


def wants_sources() -> bool:
    """Whether the environment asks for uncompiled kernels."""
    return os.environ.get("CPSTUDY_PURE", "") not in ("", "0")


def prepare_imports() -> None:
    """Have sources imported where they are asked for; the package calls this once."""
    if wants_sources():
        sys.meta_path.insert(0, _Sources())


@cache
def build() -> Literal["compiled", "pure"]:
    """How kernels run in this process."""
    if wants_sources() or not any((PACKAGE / "core").glob(f"random_words*{EXTENSION_SUFFIXES[0]}")):
        return "pure"
    return "compiled"
