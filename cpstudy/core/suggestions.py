"""What is said of a name that there is not: those that there are, and which may have been meant."""

from __future__ import annotations

from collections.abc import Iterable


def choose_from(name: str, names: Iterable[str]) -> str:
    """The end of a message that begins with what ``name`` should have been.

    >>> choose_from("wilsn", ["prim", "wilson"])
    "choose from prim, wilson; did you mean 'wilson'?"
    """
    known = list(names)
    return f"choose from {', '.join(known)}{meant(name, known)}"


def meant(name: str, names: Iterable[str]) -> str:
    """``; did you mean 'NAME'?`` where one of the names is near; else nothing.

    Near is a name that begins with it, else one that Ratcliff and Obershelp's measure of common
    parts calls alike, whatever the case of letters.
    """
    from difflib import get_close_matches

    known = {one.lower(): one for one in names}
    asked = name.lower()
    begun = [one for one in known if asked and one.startswith(asked)]
    near = begun or get_close_matches(asked, known, n=1)
    return f"; did you mean {known[near[0]]!r}?" if near else ""
