"""The generator is compared with an independent xoshiro256++ in Python's integers."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cpstudy.core.native import array, table
from cpstudy.core.random import stream, streams
from cpstudy.core.random_words import below, next_word, shuffle

MASK = 2**64 - 1


def rotl(x: int, k: int) -> int:
    return ((x << k) | (x >> (64 - k))) & MASK


def xoshiro256pp(s: list[int]) -> int:
    word = (rotl((s[0] + s[3]) & MASK, 23) + s[0]) & MASK
    t = (s[1] << 17) & MASK
    s[2] ^= s[0]
    s[3] ^= s[1]
    s[1] ^= s[2]
    s[0] ^= s[3]
    s[2] ^= t
    s[3] = rotl(s[3], 45)
    return word


@given(st.lists(st.integers(0, MASK), min_size=4, max_size=4))
def test_words_are_xoshiros(words):
    state = table(words, "u64")
    for _ in range(20):
        assert next_word(state) == xoshiro256pp(words)
    assert [int(w) for w in state] == words


def test_a_seed_means_the_same_for_ever():
    state = stream(1, 4, 10, 10, 0, 0)
    assert [next_word(state) for _ in range(2)] == GOLDEN_WORDS


GOLDEN_WORDS = [878304524404710836, 9417729129128762038]


def test_streams_are_independent_of_each_other_and_of_the_batch():
    batch = streams(5, (1, 2), 3, 4)
    assert len({tuple(state) for state in batch.tolist()}) == 4
    assert (batch[2] == array(stream(5, 1, 2, 5))).all()
    assert stream(5, 1, 2, 5) != stream(6, 1, 2, 5)


@given(
    st.integers(0, 2**200),
    st.lists(st.integers(0, 2**70), max_size=5),
    st.integers(0, 2**32 - 4),
)
def test_batches_of_streams_are_numpys(seed, key, first):
    batch = streams(seed, key, first, 3)
    for row in range(3):
        assert (batch[row] == array(stream(seed, *key, first + row))).all()


@pytest.mark.parametrize("arguments", [(-1, (), 0, 1), (1, (-2,), 0, 1), (1, (), 2**32, 1)])
def test_numbers_that_name_no_stream_are_refused(arguments):
    with pytest.raises(ValueError, match=r"negative|is above"):
        streams(*arguments)


@given(st.integers(1, 2**31 - 1), st.integers(0, 1000))
def test_below_is_below(bound, seed):
    state = stream(seed)
    assert all(0 <= below(state, bound) < bound for _ in range(5))


def test_below_is_uniform():
    state = stream(3)
    counts = np.bincount([below(state, 6) for _ in range(60000)], minlength=6)
    assert abs(counts - 10000).max() < 5 * np.sqrt(60000 * 5 / 36)


def test_shuffles_are_uniform():
    state = stream(4)
    seen: dict[tuple[int, ...], int] = {}
    for _ in range(24000):
        values = table(range(4), "i64")
        shuffle(state, values, 4)
        key = tuple(values)
        seen[key] = seen.get(key, 0) + 1
    assert len(seen) == 24
    assert max(abs(n - 1000) for n in seen.values()) < 5 * np.sqrt(1000)


def test_negative_seeds_are_refused():
    with pytest.raises(ValueError, match="negative"):
        stream(-1)
