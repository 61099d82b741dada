"""INI files of nonograms, as in pynogram: a key, and its clues on the lines below it.

A key without a value on its line is not TOML and identifies such a file. Lines that belong to a key
are indented; ``[clues]`` has ``rows`` and ``columns``, ``[colors]`` lines ``b = (blue) *``.
"""

import configparser
import re
from typing import Any

from cpstudy.core.errors import LineError

_BARE_KEY = re.compile(r"^[ \t]*[A-Za-z_]\w*[ \t]*=[ \t]*$", re.MULTILINE)
_COLOURS = ("colors", "colours")


def is_ini(text: str) -> bool:
    """Whether some key has no value on its line."""
    return _BARE_KEY.search(text) is not None


def loads(text: str) -> dict[str, Any]:
    """The sections: texts of clues, and colours as lines. Raises LineError."""
    parser = configparser.ConfigParser(
        delimiters=("=",), comment_prefixes=("#", ";"), interpolation=None
    )
    parser.optionxform = str  # type: ignore[assignment,method-assign]
    try:
        parser.read_string(text)
    except configparser.Error as error:
        line = getattr(error, "lineno", None) or next(iter(getattr(error, "errors", [(1, "")])))[0]
        raise LineError(line, f"no INI: {' '.join(str(error).split())[:80]}") from None
    return {name: _section(name, dict(parser[name])) for name in parser.sections()}


def _section(name: str, keys: dict[str, str]) -> dict[str, Any]:
    if name.lower() not in _COLOURS:
        return {**keys}
    return {"defs": [f"{key} = {value}" for key, value in keys.items()]}
