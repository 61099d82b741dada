"""Title and origin of a generated puzzle, in JSON, in booklets and on the page.

Kind, algorithm, its version, size, seed and index suffice to make the puzzle again.
"""

from collections.abc import Collection, Mapping
from typing import Any

from cpstudy.core.kind import Kind
from cpstudy.core.orbits import symmetry_of


def label(
    kind: Kind, algorithm: str, size: tuple[int, int], seed: int, index: int, puzzle: Any
) -> dict[str, Any]:
    """Title, generator, version, size, seed, index and symmetry. size: rows and columns."""
    shape = f"{size[1]}x{size[0]}"
    return {
        "title": f"{kind.name} {shape} {seed}-{index + 1}",
        "algorithm": algorithm,
        "size": shape,
        "seed": seed,
        "index": index,
        "version": kind.generators[algorithm].version,
        "symmetry": symmetry(kind, puzzle, *size),
    }


def in_words(about: Mapping[str, Any]) -> str:
    """Score, symmetry and generator, as far as known, in the words of booklets and the page."""
    score = about.get("score", about.get("rating"))
    by = about.get("algorithm", about.get("generator"))
    version = f" {about['version']}" if "version" in about else ""
    return ", ".join(
        filter(
            None,
            (
                f"score {score}" if score is not None else "",
                str(about.get("symmetry") or ""),
                f"made by {by}{version}" if by else "",
            ),
        )
    )


def described(about: Mapping[str, str]) -> dict[str, str]:
    """The same facts with a description of a generated puzzle, for formats that have a field."""
    level = f"{about['difficulty']}, " if about.get("difficulty") else ""
    words = {"description": level + in_words(about)} if about.get("generator") else {}
    return {**words, **about}


def symmetry(kind: Kind, puzzle: Any, rows: int, columns: int) -> str:
    """The symmetry of the clues' places, "" if there is none or the kind has no places."""
    places = kind.generating.places if kind.generating else None
    cells: Collection[int] = places(puzzle) if places else ()
    return symmetry_of(rows, columns, cells) if cells else ""
