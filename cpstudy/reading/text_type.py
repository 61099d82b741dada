"""The type of a text without a puzzle, for the complaint about it.

It is guessed from the first lines alone, as ``file`` does; "" if nothing fits.
"""

import re

from cpstudy.core.documents import Document

# A program has more than one such line in this number; prose has more than this share of words.
_CODE, _PROSE = 10, 4 / 5
_PROGRAM = re.compile(
    r"(?:#!|import |from \S+ import |def \w+\(|class \w|#include\b|function \w+\(|package \w|using "
    r"|public |(?:const|let|var) \w+ =)"
)
_MARKUP = (
    (re.compile(r"<!doctype html|<html\b", re.IGNORECASE), "an HTML page"),
    (re.compile(r"<svg\b", re.IGNORECASE), "an SVG picture"),
    (re.compile(r"<\?xml\b|<[A-Za-z][\w:.-]*[\s/>]"), "XML"),
    (re.compile(r"[\[{]\s*(?:[\"\[{]|$)"), "JSON"),
)


def text_type(document: Document) -> str:
    """The type that a document looks like, with its article."""
    text = document.first
    for pattern, name in _MARKUP:
        if pattern.match(text):
            if name == "XML" and any("<svg" in line for line in document.significant[:3]):
                return "an SVG picture"
            return name
    lines = [line.strip() for line in document.head if line.strip()]
    if _CODE * sum(bool(_PROGRAM.match(line)) for line in lines) > len(lines) > 1:
        return "a program"
    words = " ".join(document.significant).split()
    plain = sum(bool(re.fullmatch(r"[\"'(]?[^\W\d_]{2,}[.,:;!?\"')]*", word)) for word in words)
    return "prose" if len(words) > 9 and plain > _PROSE * len(words) else ""
