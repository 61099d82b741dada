"""Options: the settings of solvers, strategies and generators as data, one record for all.

A row of a table names its options. The command line, the lists and the tests read them there, and
the function takes them as keyword arguments. A solver's name may be followed by a colon and the
value of an option (``sat:lazy:glucose4``), or the name of an option to turn on
(``sat:lazy:deduced``). So these texts, the *suffixes* of a row, must all differ.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from cpstudy.core.errors import InputError, choose_from, meant


@dataclass(frozen=True)
class Option:
    """One setting. name: the keyword argument. summary: one line. default: the default value.

    type: ``bool`` (its name turns it on), ``int`` or ``str``. choices: for ``str``, each value with
    a summary; empty if any text is accepted.
    """

    name: str
    summary: str
    type: type = bool
    default: Any = False
    choices: Mapping[str, str] = field(default_factory=dict)

    def value(self, text: str) -> Any:
        """The value of a text. Raises InputError."""
        if self.type is bool:
            if text in ("", "yes", "true", "1", self.name):
                return True
            if text in ("no", "false", "0"):
                return False
            raise InputError(f"{self.name}: {text!r} is neither yes nor no")
        if self.type is int:
            if not (text.isascii() and text.isdigit() and len(text) <= 18):
                raise InputError(f"{self.name}: {text[:30]!a} is not a number")
            return int(text)
        if self.choices and text not in self.choices:
            raise InputError(f"{self.name}: {text[:30]!a}: {choose_from(text, self.choices)}")
        return text


def suffixes(options: Iterable[Option]) -> dict[str, tuple[str, Any, str]]:
    """The texts that may follow a name after a colon: text -> (option, its value, summary).

    Raises RuntimeError if two options share a text.
    """
    found: dict[str, tuple[str, Any, str]] = {}
    for option in options:
        texts = {option.name: option.summary} if option.type is bool else option.choices
        for text, summary in texts.items():
            if text in found:
                raise RuntimeError(f"option {text!r} stands for {option.name} and {found[text][0]}")
            found[text] = (option.name, option.value(text), summary)
    return found


def chosen_arguments(options: Sequence[Option], chosen: Iterable[str]) -> dict[str, Any]:
    """The keyword arguments of suffixes, in the order in which they were last named.

    Raises InputError for an unknown text, and for two values of one option.
    """
    every = suffixes(options)
    summaries = {option.name: option.summary for option in options if option.choices}
    texts: dict[str, list[str]] = {}
    arguments: dict[str, Any] = {}
    for text in chosen:
        if text not in every:
            known = ", ".join(every) + meant(text, every) or "it has none"
            raise InputError(f"option {text!r}: {known}")
        name, value, _ = every[text]
        texts.setdefault(name, []).append(text)
        arguments.pop(name, None)
        arguments[name] = value
    for name, summary in summaries.items():
        if len(given := texts.get(name, [])) > 1:
            raise InputError(f"one {summary}, not {len(given)}: {', '.join(given)}")
    return arguments
