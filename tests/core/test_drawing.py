"""Text pictures are placed side by side."""

import pytest

from cpstudy.core.text_pictures import Span, side_by_side


def test_pictures_stand_side_by_side():
    one = [[Span("a", "bold")], [Span("b")]]
    other = ((Span("c"), Span("d")), ())
    lines = side_by_side([one, other, one])
    assert ["".join(span.text for span in line) for line in lines] == ["a    cd    a", "b        b"]
    assert lines[0][0] == lines[0][-1] == Span("a", "bold")
    assert side_by_side([one]) == ((Span("a", "bold"),), (Span("b"),))


def test_pictures_of_different_heights_are_refused():
    with pytest.raises(ValueError, match="shorter"):
        side_by_side([[[Span("a")]], []])
