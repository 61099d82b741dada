"""The folder of public instances that some tests use; they are not part of the project."""

from __future__ import annotations

import os
from pathlib import Path


def cases_dir(kind: str) -> Path | None:
    """Return the folder of a kind's instances, or None if there is none, to skip the test.

    It lies in the folder that CPSTUDY_CASES names, or else in ``shared/cases`` next to the
    repository.
    """
    named = os.environ.get("CPSTUDY_CASES")
    repository = Path(__file__).resolve().parents[1]
    base = Path(named) if named else repository.parent / "shared" / "cases"
    folder = base / kind
    return folder if folder.is_dir() else None
