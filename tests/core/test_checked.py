"""A build that checks indices raises ``IndexError``; the usual build does not check them."""

import pytest

from cpstudy.core.building import build, checks_indices
from cpstudy.core.native import zeros
from cpstudy.core.random_words import next_word


@pytest.mark.skipif(build() == "compiled" and not checks_indices(), reason="indices are unchecked")
def test_an_index_out_of_range_is_an_error():
    with pytest.raises(IndexError):
        next_word(zeros(2, "u64"))
