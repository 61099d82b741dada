"""The page as one file: script, style and puzzles inlined, and a policy that allows nothing else.

The content-security policy names the script and the style sheet by their digests and forbids
everything else: no request leaves the page, and no text of a puzzle or a link can become code. The
puzzles are JSON, deflated, in base64. That has only letters, digits and ``+ / =``, so it cannot end
the element that holds it. The same puzzles give the same bytes.
"""

import base64
import hashlib
import html
import json
import tempfile
import webbrowser
import zlib
from collections.abc import Iterable, Mapping, Sequence
from importlib.resources import files
from pathlib import Path
from typing import Any, cast

from cpstudy import puzzles
from cpstudy.core.errors import InputError
from cpstudy.core.files import user_folder, write_whole
from cpstudy.web.bundling import bundle
from cpstudy.web.logs import compact

STYLES = Path(__file__).parent / "style"

_SHEETS = (STYLES / "page.css", STYLES / "playback.css")

_FILE = "play.html"

_PAGE = """<!doctype html>
<html lang="en"{served}>
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>{style}</style>
</head>
<body>
<div id="app"><noscript>This page needs JavaScript; it uses no network.</noscript></div>
{entries}{films}
<script>{script}</script>
</body>
</html>
"""

_FILMS = '<script type="text/plain" class="films">{blob}</script>'
_ENTRIES = '<script type="text/plain" class="entries"{kind}>{blob}</script>'
_LESSONS = '<script type="text/plain" class="lessons">{blob}</script>'


def page(
    kinds: Iterable[str],
    blobs: Mapping[str, str],
    title: str = "cpstudy",
    *,
    main: str = "main.js:start",
    sheets: Iterable[Path] = (),
    served: bool = False,
    films: Sequence[Mapping[str, Any]] = (),
) -> str:
    """Return the page of some kinds, in their order, with packed lists of entries.

    blobs: by kind, or "" for several kinds, results of :func:`packed` for lists of entries
    (:mod:`cpstudy.web.entries`), or other data that ``main`` reads. main: a function of the frame.
    sheets: styles in addition to those of the kinds. served: the page may send requests to the
    program that serves it (:mod:`.server`), and to nothing else. films: results of
    :func:`cpstudy.web.films.filmed`. Raises InputError if a kind has no page.
    """
    names = list(kinds)
    scripts = [kind_script(name) for name in names]
    lessons = [file for name in names if (file := lessons_file(name)).exists()]
    script, modules = bundle(main, scripts, [_shared(name) for name in names])
    if "</script" in script or "<!--" in script:
        raise RuntimeError("a script of the page holds the end of its own element")
    looks = (path.with_suffix(".css") for path in modules)
    style = "\n".join(
        path.read_text(encoding="utf-8")
        for path in (*_SHEETS, *filter(Path.exists, looks), *sheets)
    )
    policy = (
        "default-src 'none'; "
        f"script-src '{_digest(script)}'; style-src '{_digest(style)}'; "
        "base-uri 'none'; form-action 'none'" + ("; connect-src 'self'" if served else "")
    )
    return _PAGE.format(
        policy=html.escape(policy, quote=False),
        title=html.escape(title),
        served=_shown() if served else "",
        style=style,
        entries="\n".join(
            (
                *(
                    _ENTRIES.format(blob=blob, kind=f' data-kind="{kind}"' * bool(kind))
                    for kind, blob in blobs.items()
                ),
                *(_LESSONS.format(blob=file.read_text(encoding="ascii")) for file in lessons),
            )
        ),
        films=_FILMS.format(blob=deflated(films)) if films else "",
        script=script,
    )


def page_of(
    entries: Iterable[Mapping[str, Any]],
    title: str = "cpstudy",
    *,
    served: bool = False,
    films: Sequence[Mapping[str, Any]] = (),
) -> str:
    """Return the page of some entries; kinds come in the order in which they first occur.

    served, films: see :func:`page`. A served page has all other kinds too, for pasted puzzles.
    """
    listed = list(entries)
    kinds = dict.fromkeys(str(entry["kind"]) for entry in listed)
    if served:
        ours = puzzles.PUZZLES | puzzles.DECLARED
        kinds |= dict.fromkeys(name for name in ours if puzzles.kind(name).page)
    return page(kinds, {"": packed(listed)}, title, served=served, films=films)


def kind_script(name: str) -> Path:
    """Return the script of a kind. Raises InputError if it has none."""
    record = puzzles.kind(name)
    if record.page is None:
        raise InputError(f"{name} has no page")
    package, _, file = (record.page.script or f"cpstudy.web:kinds/{name}.js").partition(":")
    return cast(Path, files(package).joinpath(file))


def _shared(name: str) -> Mapping[str, object]:
    """The values that a script of several kinds needs for this kind."""
    record = puzzles.kind(name)
    return record.page.shared if record.page else {}


def lessons_file(name: str) -> Path:
    """Return the path of a kind's packed lessons (:mod:`.lessons`); the file may not exist."""
    return kind_script(name).with_name(f"{name}_lessons.set")


def packed(entries: Iterable[Mapping[str, Any]]) -> str:
    """Return entries as JSON, with compact deductions, deflated without a header, in base64."""
    return deflated([compact(entry) for entry in entries])


def deflated(value: Any) -> str:
    """Return a value as JSON, deflated without a header, in base64."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    deflate = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    return base64.b64encode(deflate.compress(text.encode()) + deflate.flush()).decode("ascii")


def unpacked(blob: str) -> Any:
    """Return the value of :func:`deflated`, or the entries of :func:`packed` as they are packed."""
    return json.loads(zlib.decompress(base64.b64decode(blob), -zlib.MAX_WBITS))


def write_page(text: str, file: Path | None) -> Path:
    """Write a page to ``file``, or in place of the last one. Return its path. Raises OSError."""
    if file is None:
        folder = user_folder() or Path(tempfile.mkdtemp(prefix="cpstudy-"))
        folder.mkdir(parents=True, exist_ok=True)
        file = folder / _FILE
    write_whole(file, text.encode())
    return file


def opened(file: Path) -> bool:
    """Show a file in the user's browser. Return whether a browser could be started."""
    return shown(file.resolve().as_uri())


def shown(address: str) -> bool:
    """Show an address in the user's browser. Return whether a browser could be started."""
    try:
        return webbrowser.open(address)
    except webbrowser.Error:
        return False


def _shown() -> str:
    """The attributes of a served page: kinds whose solvers it can show, and kinds' generators."""
    listed = [puzzles.kind(name) for name in puzzles.PUZZLES]
    able = [kind for kind in listed if kind.page is not None]
    learning = " ".join(kind.name for kind in able if kind.page and kind.page.learning)
    cpsat = " ".join(kind.name for kind in able if "cpsat" in kind.solvers)
    made = [puzzles.kind(name) for name in (*puzzles.PUZZLES, *puzzles.DECLARED)]
    ways = ";".join(f"{kind.name}:{','.join(kind.generators)}" for kind in made if kind.generators)
    return f' data-served data-learning="{learning}" data-cpsat="{cpsat}" data-ways="{ways}"'


def _digest(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode("ascii")
