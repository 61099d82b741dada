"""Options that have become verbs: ``explain --hint``, ``verify --solver all`` and the like."""

import itertools
import sys

import click

from cpstudy.cli.terminal import complain

# Verbs by option of ``explain``. The last option takes a value, and its verb has it too.
_EXPLAIN = {
    "--hint": "hint",
    "--ambiguity": "ambiguity",
    "--conflict": "conflict",
    "--freedom": "freedom",
    "--against": "mistake",
}


def resolve(words: list[str], *, quiet: bool) -> list[str]:
    """Rewrite a command line with today's verbs. A terminal names the verb, unless ``quiet``.

    Raises click.UsageError for options of two verbs.
    """
    end = words.index("--") if "--" in words else len(words)
    verb, given = words[0], words[1:end]
    if verb == "explain":
        found = dict.fromkeys(name for word in given if (name := word.split("=")[0]) in _EXPLAIN)
        if len(found) > 1:
            raise click.UsageError(f"{', '.join(found)} exclude each other")
        old, new = next(iter(found), ""), next((_EXPLAIN[name] for name in found), verb)
        given = [word for word in given if word != old or old == "--against"]
    elif verb == "verify" and _names_several(given):
        old, new = "--solver with several names", "compare"
    else:
        return words
    if new != verb and not quiet and sys.stderr.isatty() and not {"-q", "--quiet"} & {*given}:
        complain(f"{verb} {old} is now 'cpstudy {new}'")
    return [new, *given, *words[end:]]


def _names_several(words: list[str]) -> bool:
    """Whether the last ``--solver`` names several."""
    values = [after for word, after in itertools.pairwise(words) if word == "--solver"]
    values += [word.partition("=")[2] for word in words if word.startswith("--solver=")]
    return any(value == "all" or "," in value for value in values[-1:])
