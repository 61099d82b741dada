"""Where the public instances are that some tests use: not part of the project."""

from __future__ import annotations

import os
from pathlib import Path


def cases_dir(kind: str) -> Path | None:
    """The folder of a kind's instances, or None where there is none: the test is skipped then.

    It is looked for in the folder that CPSTUDY_CASES names, or else in ``shared/cases`` beside
    the repository.
    """
    named = os.environ.get("CPSTUDY_CASES")
    repository = Path(__file__).resolve().parents[1]
    base = Path(named) if named else repository.parent / "shared" / "cases"
    folder = base / kind
    return folder if folder.is_dir() else None
