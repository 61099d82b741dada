"""Options parse their values from texts, and suffixes of names stand for their arguments."""

import pytest

from cpstudy.core.options import Option, chosen_arguments, suffixes

FAST = Option("fast", "leave out what is slow")
DEPTH = Option("depth", "levels to look ahead", int, 3)
ORDER = Option("order", "order", str, "rows", {"rows": "row by row", "spiral": "inwards"})


def test_values_of_texts():
    for text in ("", "yes", "true", "1", "fast"):
        assert FAST.value(text) is True
    assert FAST.value("no") is FAST.value("0") is False
    assert DEPTH.value("17") == 17
    assert ORDER.value("spiral") == "spiral"
    assert Option("title", "any text", str, "").value("x y") == "x y"
    for option, text, message in (
        (FAST, "maybe", "neither yes nor no"),
        (DEPTH, "-1", "is not a number"),
        (DEPTH, "１", "is not a number"),
        (DEPTH, "9" * 400, "is not a number"),
        (ORDER, "magic", "choose from rows, spiral"),
    ):
        with pytest.raises(ValueError, match=message):
            option.value(text)


def test_suffixes_of_a_name():
    assert suffixes((FAST, DEPTH, ORDER)) == {
        "fast": ("fast", True, "leave out what is slow"),
        "rows": ("order", "rows", "row by row"),
        "spiral": ("order", "spiral", "inwards"),
    }
    with pytest.raises(RuntimeError, match="'rows' stands for way and order"):
        suffixes((ORDER, Option("way", "way", str, "rows", {"rows": "again"})))


def test_chosen_arguments():
    assert chosen_arguments((FAST, ORDER), []) == {}
    assert chosen_arguments((FAST, ORDER), ["spiral", "fast"]) == {"order": "spiral", "fast": True}
    assert list(chosen_arguments((FAST, ORDER), ["fast", "rows", "fast"])) == ["order", "fast"]
    for texts, message in (
        (["magic"], "option 'magic': fast, rows, spiral"),
        ([""], "option '': fast"),
        (["rows", "spiral"], "one order, not 2: rows, spiral"),
        (["rows", "rows"], "one order, not 2: rows, rows"),
    ):
        with pytest.raises(ValueError, match=message):
            chosen_arguments((FAST, ORDER), texts)
    with pytest.raises(ValueError, match="option 'deep': it has none"):
        chosen_arguments((), ["deep"])
