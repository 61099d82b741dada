"""A plugin of pytest: the tests of a mutant in the order of the seconds that they took before.

mutmut stops at the first test that fails, and asks for the tests in no order.
"""

import json
from pathlib import Path


def pytest_collection_modifyitems(items):
    took = Path("mutmut-stats.json")
    if took.exists():
        seconds = json.loads(took.read_text(encoding="utf-8"))["duration_by_test"]
        items.sort(key=lambda item: seconds.get(item.nodeid, 0.0))
