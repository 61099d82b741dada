"""JavaScript modules as one script.

A page that is opened from a file cannot import modules, so they are put into one script: each
becomes a function that returns what it exports, called once, after those it imports. The modules
stay as they are, so editors and type checkers read them as modules. Nothing is minified: what a
reader finds in the page is what stands here.

What is understood: ``import { a, b as c } from "…";`` and ``export`` before ``function``, ``async
function``, ``class``, ``const`` and ``let``, each at the beginning of a line; ``export {};``.
Anything else that imports or exports is an error. Names beginning with ``cpstudy/`` are files of
the frame, for kinds in packages of their own.
"""

import json
import os
import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

FRAME = Path(__file__).parent / "script"

_IMPORT = re.compile(r'^import\s*\{([^}]*)\}\s*from\s*"([^"]+)";$', re.MULTILINE)
_EXPORT = re.compile(
    r"^export\s+((?:async\s+)?function|class|const|let)\s+([A-Za-z_$][\w$]*)", re.MULTILINE
)
_NOTHING = re.compile(r"^export \{\};$", re.MULTILINE)
_LEFT = re.compile(r"^\s*(?:import|export)\b(?!\()", re.MULTILINE)


def bundle(main: str, scripts: Iterable[Path], shared: Sequence[Mapping[str, str]] = ()) -> str:
    """One script that calls ``main(kinds)`` with what each of ``scripts`` exports as ``kind``.

    main: of the frame, as ``"file.js:name"``. shared: for each script the values of which its
    ``kindOf`` makes the kind; without any it exports ``kind``. Raises InputError that names the
    file for what is not understood, for a circle, and for a module that is not there.
    """
    file, _, name = main.partition(":")
    chosen = [_absolute(script) for script in scripts]
    order = _ordered((*chosen, FRAME / file))
    values = [*shared, *[{}] * (len(chosen) - len(shared))]
    kinds = ", ".join(
        f"{_variable(order, path)}.kind" + (f"Of({json.dumps(of)})" if of else "")
        for path, of in zip(chosen, values, strict=True)
    )
    call = f"{_variable(order, FRAME / file)}.{name}([{kinds}]);"
    return "\n".join(('"use strict";', *order.values(), call, ""))


def modules(scripts: Iterable[Path]) -> list[Path]:
    """These modules and all that they import, each after what it imports. Raises as ``bundle``."""
    return list(_ordered(map(_absolute, scripts)))


def _ordered(paths: Iterable[Path]) -> dict[Path, str]:
    order: dict[Path, str] = {}
    for path in paths:
        _add(path, order, ())
    return order


def _add(path: Path, order: dict[Path, str], above: tuple[Path, ...]) -> None:
    if path in order:
        return
    if path in above:
        raise RuntimeError(f"{path.name}: imports itself by way of {above[-1].name}")
    try:
        source = path.read_text(encoding="utf-8")
    except OSError as error:
        by = f", imported by {above[-1].name}" if above else ""
        raise RuntimeError(f"{path.name}: {error.strerror}{by}") from None
    for match in _IMPORT.finditer(source):
        _add(_file(match[2], path), order, (*above, path))
    body = _IMPORT.sub(lambda match: _bound(match[1], _file(match[2], path), order), source)
    exported = [match[2] for match in _EXPORT.finditer(body)]
    body = _NOTHING.sub("", _EXPORT.sub(r"\1 \2", body))
    left = _LEFT.search(body)
    if left is not None:
        line = body[: left.start()].count("\n") + 1
        raise RuntimeError(f"{path.name}:{line}: an import or export that is not understood")
    variable = f"module{len(order)}"
    returned = f"return {{ {', '.join(exported)} }};"
    order[path] = f"const {variable} = (() => {{ // {path.name}\n{body}\n{returned}\n}})();"


def _file(name: str, importer: Path) -> Path:
    if name.startswith("cpstudy/"):
        return FRAME / name.removeprefix("cpstudy/")
    return _absolute(importer.parent / name)


def _absolute(path: Path) -> Path:
    """Without ``..``; links stay, since following them for hundreds of imports takes a tenth."""
    return Path(os.path.normpath(path))


def _bound(names: str, path: Path, order: dict[Path, str]) -> str:
    wanted = [name.strip().replace(" as ", ": ") for name in names.split(",") if name.strip()]
    return f"const {{ {', '.join(wanted)} }} = {_variable(order, path)};"


def _variable(order: dict[Path, str], path: Path) -> str:
    return f"module{list(order).index(path)}"
