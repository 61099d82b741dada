"""Certificates of counts in a folder: a layered diagram, and the number that it adds up to.

``NAME.layers`` holds the states, layer by layer, as the kind writes them, compressed by gzip.
``NAME.json``, written last, holds the puzzle, the count, and for each layer its number of bytes and
a digest (SHA-256 of the previous digest and the layer's bytes), so that damage is found in its
layer. Only the kind's own checker knows the meaning of a state and its successors; it reads two
layers at a time.

Cost: linear in the states, independent of the number of solutions.
"""

import gzip
import hashlib
import io
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from cpstudy.core.errors import InputError
from cpstudy.core.files import write_whole
from cpstudy.core.kind import CountProofs

# The level of gzip: higher ones take longer and save little.
_LEVEL = 2


def write(
    folder: Path, name: str, proofs: CountProofs, puzzle: Any
) -> tuple[int, list[list[object]]]:
    """Count and write the layers; return the count, and each layer's length and digest."""
    layers: list[list[object]] = []
    packed = io.BytesIO()
    digest = b""
    with gzip.GzipFile(fileobj=packed, mode="wb", compresslevel=_LEVEL, mtime=0) as file:

        def keep(layer: bytes) -> None:
            nonlocal digest
            digest = hashlib.sha256(digest + layer).digest()
            layers.append([len(layer), digest.hex()])
            file.write(layer)

        count = proofs.prove(puzzle, keep)
    write_whole(folder / f"{name}.layers", packed.getvalue())
    return count, layers


class _DamageError(Exception):
    """A layer differs from the one that was written."""


def why_rejected(
    folder: Path, name: str, head: dict[str, Any], proofs: CountProofs, puzzle: Any
) -> str:
    """ "" if the layers prove the count, else the fault. Raises InputError, OSError."""
    count, layers = head.get("count"), head.get("layers")
    if not isinstance(count, str) or not count.isdecimal() or not isinstance(layers, list):
        raise InputError(f"{folder / name}.json: no count and layers")
    try:
        with gzip.open(folder / f"{name}.layers") as file:
            return proofs.check(puzzle, int(count), _layers(file, layers))
    except (gzip.BadGzipFile, EOFError, zlib.error, _DamageError) as error:
        return f"layers: {error}"


def _layers(file: io.BufferedIOBase, layers: list[object]) -> Iterator[bytes]:
    digest = b""
    for number, layer in enumerate(layers):
        match layer:
            case [int(length), str(expected)] if length >= 0:
                data = file.read(length)
                digest = hashlib.sha256(digest + data).digest()
                if len(data) != length or digest.hex() != expected:
                    raise _DamageError(f"layer {number} is not the one that was written (digest)")
                yield data
            case _:
                raise _DamageError(f"layer {number}: no length and digest")
    if file.read(1):
        raise _DamageError("more than was written")
