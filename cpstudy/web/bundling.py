"""JavaScript modules as one script.

A page that is opened from a file cannot import modules. So each module becomes a function that
returns its exports; the script calls it once, after the modules that it imports. The files stay
modules, so editors and type checkers read them as such. Nothing is minified: readers of the page
find the source.

Supported: ``import { a, b as c } from "…";`` and ``export`` before ``function``, ``async
function``, ``class``, ``const`` and ``let``, each at the beginning of a line; ``export {};``. Any
other import or export is an error. A kind in a separate package imports files of the frame by names
that begin with ``cpstudy/``.
"""

import json
import os
import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

FRAME = Path(__file__).parent / "script"

_IMPORT = re.compile(r'^import\s*\{([^}]*)\}\s*from\s*"([^"]+)";$', re.MULTILINE)
_EXPORT = re.compile(
    r"^export\s+((?:async\s+)?function|class|const|let)\s+([A-Za-z_$][\w$]*)", re.MULTILINE
)
_NOTHING = re.compile(r"^export \{\};$", re.MULTILINE)
_LEFT = re.compile(r"^\s*(?:import|export)\b(?!\()", re.MULTILINE)


class Bundle(NamedTuple):
    """One script, and its modules in order: each comes after the modules that it imports."""

    script: str
    modules: tuple[Path, ...]


def bundle(
    main: str, scripts: Iterable[Path], shared: Sequence[Mapping[str, object]] = ()
) -> Bundle:
    """Return one script that calls ``main(kinds)`` with the ``kind`` that each script exports.

    main: a function of the frame, as ``"file.js:name"``. shared: for each script, the values from
    which its ``kindOf`` makes the kind; a script without values exports ``kind``. Raises
    RuntimeError, which names the file, for an unsupported import or export, a circular import and a
    missing module.
    """
    file, _, name = main.partition(":")
    chosen = [_absolute(script) for script in scripts]
    frame = _absolute(FRAME / file)
    order = _ordered((*chosen, frame))
    values = [*shared, *[{}] * (len(chosen) - len(shared))]
    kinds = ", ".join(
        f"{order[path].variable}.kind" + (f"Of({json.dumps(of)})" if of else "")
        for path, of in zip(chosen, values, strict=True)
    )
    call = f"{order[frame].variable}.{name}([{kinds}]);"
    lines = ('"use strict";', *(module.text for module in order.values()), call, "")
    return Bundle("\n".join(lines), tuple(map(Path, order)))


def modules(scripts: Iterable[Path]) -> list[Path]:
    """Return these modules and all that they import, in the order of :class:`Bundle`.

    Raises RuntimeError as :func:`bundle` does.
    """
    return [Path(path) for path in _ordered(map(_absolute, scripts))]


class _Module(NamedTuple):
    variable: str
    text: str


# The keys are paths as strings: there are hundreds of lookups, and a Path takes ten times as long.
_Order = dict[str, _Module]


def _ordered(paths: Iterable[str]) -> _Order:
    order: _Order = {}
    for path in paths:
        _add(path, order, ())
    return order


def _add(path: str, order: _Order, above: tuple[str, ...]) -> None:
    if path in order:
        return
    name, by = Path(path).name, Path(above[-1]).name if above else ""
    if path in above:
        raise RuntimeError(f"{name}: imports itself by way of {by}")
    try:
        source = Path(path).read_text(encoding="utf-8")
    except OSError as error:
        raise RuntimeError(f"{name}: {error.strerror}{by and f', imported by {by}'}") from None
    imported = [_file(match[2], path) for match in _IMPORT.finditer(source)]
    for one in imported:
        _add(one, order, (*above, path))
    bound = iter(imported)
    body = _IMPORT.sub(lambda match: _bound(match[1], order[next(bound)]), source)
    exported = [match[2] for match in _EXPORT.finditer(body)]
    body = _NOTHING.sub("", _EXPORT.sub(r"\1 \2", body))
    left = _LEFT.search(body)
    if left is not None:
        line = body[: left.start()].count("\n") + 1
        raise RuntimeError(f"{name}:{line}: an import or export that is not understood")
    variable, returned = f"module{len(order)}", f"return {{ {', '.join(exported)} }};"
    text = f"const {variable} = (() => {{ // {name}\n{body}\n{returned}\n}})();"
    order[path] = _Module(variable, text)


def _file(name: str, importer: str) -> str:
    if name.startswith("cpstudy/"):
        return _absolute(FRAME / name.removeprefix("cpstudy/"))
    return _absolute(f"{importer}/../{name}")


def _absolute(path: Path | str) -> str:
    """Remove ``..``. Links are not resolved, because that takes a tenth of the time of a bundle."""
    return os.path.normpath(path)


def _bound(names: str, module: _Module) -> str:
    wanted = [name.strip().replace(" as ", ": ") for name in names.split(",") if name.strip()]
    return f"const {{ {', '.join(wanted)} }} = {module.variable};"
