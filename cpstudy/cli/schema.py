"""``cpstudy schema``: what the rows of ``--json`` hold, as JSON Schema."""

from __future__ import annotations

import json
import sys

import click

from cpstudy import schemas
from cpstudy.cli.terminal import emit


@click.command()
@click.argument("name", required=False, type=click.Choice(schemas.NAMES), metavar="[NAME]")
def schema(name: str | None) -> int:
    """Print the JSON Schema of a type of row; without a name, list the types and their verbs.

    Every line that a verb prints with --json is a row of one of its types.
    """
    if name is not None:
        emit(sys.stdout, json.dumps(schemas.schema(name), indent=2, ensure_ascii=False))
        return 0
    for known in schemas.NAMES:
        verbs = ", ".join(verb for verb, names in schemas.ROWS.items() if known in names)
        emit(sys.stdout, f"{known:18}{verbs:31}{schemas.schema(known)['description']}")
    return 0
