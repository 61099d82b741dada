"""Read published tables: facts for comparison, never our own results."""

import csv
from pathlib import Path

GOLDEN = Path(__file__).parent / "golden"


def table(name: str) -> list[dict[str, str]]:
    with (GOLDEN / f"{name}.csv").open(encoding="utf-8") as file:
        return list(csv.DictReader(line for line in file if not line.startswith("#")))
