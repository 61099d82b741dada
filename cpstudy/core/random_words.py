"""Random numbers inside kernels: xoshiro256++, so that a seed gives the same puzzle for ever.

State: four 64-bit words that the caller owns; period 2^256 - 1; see :mod:`.random`. ``& WORD`` cuts
sums and left shifts to 64 bits, so the numbers are the same compiled or not.

Source: Blackman & Vigna 2021 (REFERENCES.md, ``Blackman2021``).
"""

from cpstudy.core.kernel_types import Const, View, View2, i64, u64
from cpstudy.core.native import WORD, entry, inlined, kernel

_LOW = 0xFFFFFFFF

# Constants of numpy's SeedSequence.
_POOL = 4
_INIT_A, _MULT_A = 0x43B0D7E5, 0x931E8875
_INIT_B, _MULT_B = 0x8B51F9DD, 0x58F38DED
_MIX_LEFT, _MIX_RIGHT = 0xCA01F9DD, 0x4973F715


@kernel
def _hashed(value: u64, constant: u64, following: u64) -> u64:
    mixed: u64 = ((value ^ constant) * following) & _LOW
    return mixed ^ (mixed >> 16)


@kernel
def _mix(x: u64, y: u64) -> u64:
    value: u64 = ((_MIX_LEFT * x & _LOW) - (_MIX_RIGHT * y & _LOW)) & _LOW
    return value ^ (value >> 16)


@entry
def seed_states(
    entropy: Const[u64], first: u64, states: View2[u64], pool: View[u64], last: View[u64]
) -> None:
    """Write the states of numpy's SeedSequence (O'Neill's seed_seq), one row for each last word.

    The last words are first, first + 1, … entropy: uint64[words], at least four, each below 2^32.
    All products stay below 2^64. pool, last: uint64[4], overwritten.
    """
    constant: u64 = _INIT_A
    following: u64
    for i in range(_POOL):
        following = constant * _MULT_A & _LOW
        pool[i] = _hashed(entropy[i], constant, following)
        constant = following
    for source in range(_POOL):
        for target in range(_POOL):
            if source != target:
                following = constant * _MULT_A & _LOW
                pool[target] = _mix(pool[target], _hashed(pool[source], constant, following))
                constant = following
    for i in range(_POOL, len(entropy)):
        for target in range(_POOL):
            following = constant * _MULT_A & _LOW
            pool[target] = _mix(pool[target], _hashed(entropy[i], constant, following))
            constant = following
    for number in range(len(states)):
        index: u64 = first + number
        inside: u64 = constant
        for target in range(_POOL):
            following = inside * _MULT_A & _LOW
            last[target] = _mix(pool[target], _hashed(index, inside, following))
            inside = following
        outside: u64 = _INIT_B
        for word in range(4):
            following = outside * _MULT_B & _LOW
            low: u64 = _hashed(last[2 * word & 3], outside, following)
            outside = following
            following = outside * _MULT_B & _LOW
            high: u64 = _hashed(last[(2 * word + 1) & 3], outside, following)
            outside = following
            states[number, word] = high << 32 | low


@entry
@inlined
def next_word(state: View[u64]) -> u64:
    """Advance ``state`` (uint64[4]) and return the next 64 random bits."""
    s0: u64 = state[0]
    s1: u64 = state[1]
    s2: u64 = state[2]
    s3: u64 = state[3]
    total: u64 = (s0 + s3) & WORD
    word: u64 = ((total << 23 & WORD | total >> 41) + s0) & WORD
    s2 ^= s0
    s3 ^= s1
    state[1] = s1 ^ s2
    state[0] = s0 ^ s3
    state[2] = s2 ^ (s1 << 17 & WORD)
    state[3] = s3 << 45 & WORD | s3 >> 19
    return word


@entry
@inlined
def below(state: View[u64], bound: i64) -> i64:
    """A uniform number in 0 … bound-1, for 1 <= bound < 2^31, by multiplication and rejection.

    Source: Lemire 2019 (``Lemire2019``).
    """
    product = i64(next_word(state) >> 32) * bound
    low = product & _LOW
    if low < bound:
        threshold = (0x100000000 - bound) % bound
        while low < threshold:
            product = i64(next_word(state) >> 32) * bound
            low = product & _LOW
    return product >> 32


@entry
@inlined
def shuffle(state: View[u64], values: View[i64], size: i64) -> None:
    """Permute ``values[:size]`` uniformly in place (Fisher and Yates)."""
    for i in range(size - 1, 0, -1):
        j = below(state, i + 1)
        kept = values[i]
        values[i] = values[j]
        values[j] = kept
