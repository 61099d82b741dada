"""Codes of cells in addresses of puzz.link and in game IDs of Simon Tatham's collection.

A *code* maps each sign to the tokens that it stands for, one or several; tokens are cells of a
board, and ``.`` is a blank. Reading takes the longest sign that fits. Writing takes the sign that
stands for the most tokens, and among equal signs the first. Sources: PuzzLink, Tatham2004.
"""

from collections.abc import Callable, Sequence
from functools import cached_property
from itertools import product
from typing import Any

from cpstudy.core import wording
from cpstudy.core.errors import InputError

BLANK = "."
DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
Signs = dict[str, tuple[str, ...]]
FAULT = "{} is neither a clue nor a gap"


class Code:
    """A code. signs: makes the table of signs on first use; codes of numbers have some thousand.

    A sign that stands for no token separates two signs of digits. fault: the message about any
    other text, which replaces ``{}``.
    """

    def __init__(self, signs: Callable[[], Signs], fault: str = FAULT) -> None:
        self._make, self._fault = signs, fault

    @cached_property
    def _signs(self) -> Signs:
        return self._make()

    def read(self, body: str, columns: int, most: float = float("inf")) -> tuple[list[str], str]:
        """Tokens, at most ``most``, and the rest of the body. InputError with the cell."""
        tokens: list[str] = []
        at, longest = 0, max(map(len, self._signs))
        while at < len(body) and len(tokens) < most:
            lengths = range(longest, 0, -1)
            sign = next((s for n in lengths if (s := body[at : at + n]) in self._signs), None)
            if sign is None:
                where = wording.place(divmod(len(tokens), max(1, columns)))
                begun = any(sign.startswith(body[at]) for sign in self._signs)
                rest = ascii(body[at : at + (longest if begun else 1)])
                raise InputError(f"{where}: {self._fault.format(rest)}")
            tokens += self._signs[sign]
            at += len(sign)
        return tokens, body[at:]

    @cached_property
    def _tree(self) -> dict[str, Any]:
        """A trie of the tokens: the next tokens, and under "" the sign of the tokens so far."""
        tree: dict[str, Any] = {}
        for sign, meant in self._signs.items():
            node = tree
            for token in meant:
                node = node.setdefault(token, {})
            node.setdefault("", sign)
        return tree

    def write(self, tokens: Sequence[str]) -> str:
        """The inverse of ``read``. Raises InputError for a token that has no sign."""
        text, begin, apart = "", 0, self._tree.get("", "")
        while begin < len(tokens):
            node, end, sign = self._tree, begin, ""
            for at in range(begin, len(tokens)):
                if tokens[at] not in node:
                    break
                node = node[tokens[at]]
                if "" in node:
                    end, sign = at + 1, node[""]
            if end == begin:
                raise InputError(f"{tokens[begin]} cannot be written in this format")
            text += (apart if text[-1:].isdigit() and sign.isdigit() else "") + sign
            begin = end
        return text


def gaps(first: str, last: str, *behind: str) -> Signs:
    """Letters for 1, 2, … blanks, each followed by the tokens ``behind``."""
    letters = DIGITS[DIGITS.index(first) : DIGITS.index(last) + 1]
    return {sign: (BLANK,) * count + behind for count, sign in enumerate(letters, 1)}


def letters(tokens: str, *more: tuple[str, str], fault: str = FAULT) -> Code:
    """Tokens of one character, tokens of the signs in ``more``, and gaps from ``a`` on."""
    named = {token: (token,) for token in tokens} | {sign: (token,) for sign, token in more}
    return Code(lambda: gaps("a", "z") | named, fault)


def skips(mark: str) -> Code:
    """A letter for a gap and the mark that ends it, ``_`` without a gap; ``z`` is 25 blanks."""
    return Code(lambda: gaps("a", "y", mark) | {"_": (mark,), "z": (BLANK,) * 25})


def four_cells(largest: int, question: str, fault: str = FAULT) -> Code:
    """Numbers up to ``largest``, each followed by up to two blanks in the same sign."""
    signs = gaps("g", "z") | {".": (question,)}
    for n, k in product(range(largest + 1), range(3)):
        signs[DIGITS[5 * k + n]] = (str(n), *[BLANK] * k)
    return Code(lambda: signs, fault)


# Numbers in one, two or three hexadecimal digits; ``.`` is an unknown number.
NUMBERS = Code(
    lambda: (
        gaps("g", "z")
        | {".": ("?",)}
        | {f"{n:x}": (str(n),) for n in range(16)}
        | {f"-{n:02x}": (str(n),) for n in range(256)}
        | {f"+{n:03x}": (str(n),) for n in range(4096)}
    )
)
# Decimal numbers, ``_`` between two of them.
DECIMALS = Code(
    lambda: gaps("a", "z") | {"_": ()} | {str(n): (str(n),) for n in range(1, 1000)},
    "unexpected character {}",
)
