"""The compact form of a deduction: the page restores the same steps from it, and it is smaller."""

import json

from cpstudy import api
from cpstudy.web.entries import entry
from cpstudy.web.logs import compact

TEXTS = ("5x5:28b58bdc165751a55193137e2", "4x4:195ce72154716ab2", "1x1:0")


def test_steps_come_back_as_they_were(browser):
    entries = [entry(api.puzzle("pipes", text)) for text in TEXTS]
    entries[0]["steps"][3]["words"] += " {0} {{ }"  # a sentence might contain braces
    page = browser.open(entries)
    shown = page.evaluate("cpstudy.entries.map((entry) => entry.steps ?? [])")
    assert shown == [json.loads(json.dumps(one["steps"])) for one in entries]
    mended = page.evaluate("cpstudy.entries[1].repair.entry.steps.length")
    assert mended == len(entries[1]["repair"]["entry"]["steps"])


def test_it_takes_less_room():
    record = entry(api.puzzle("pipes", TEXTS[0]))
    assert len(json.dumps(compact(record))) < 0.6 * len(json.dumps(record))
    assert "steps" in record and "log" not in record  # the entry itself is unchanged
