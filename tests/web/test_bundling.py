"""The bundling of modules into one script that does the same; other syntax is reported with its
place.
"""

import pytest

from cpstudy.web import bundling
from cpstudy.web.bundling import bundle

MAIN = 'import { shout as loud } from "./shout.js";\nexport const start = (kinds) => loud(kinds);\n'
SHOUT = (
    'import { mark } from "./mark.js";\n'
    "export function shout(words) {\n  return words.map((word) => word + mark);\n}\n"
)
KIND = 'import { mark } from "cpstudy/mark.js";\nexport const kind = `hello${mark}`;\nexport {};\n'


@pytest.fixture
def frame(tmp_path, monkeypatch):
    folder = tmp_path / "script"
    folder.mkdir()
    monkeypatch.setattr(bundling, "FRAME", folder)
    for name, source in (("main", MAIN), ("shout", SHOUT), ("mark", 'export const mark = "!";\n')):
        (folder / f"{name}.js").write_text(source, encoding="utf-8")
    (tmp_path / "kind.js").write_text(KIND, encoding="utf-8")
    return folder


def test_modules_are_called_once_after_those_they_import(frame, tmp_path):
    script, _ = bundle("main.js:start", [tmp_path / "kind.js"])
    # A file of the frame is one module, whatever name its importers use.
    assert [script.count(f"// {name}.js") for name in ("mark", "kind", "shout", "main")] == [1] * 4
    order = [script.index(f"// {name}.js") for name in ("mark", "kind", "shout", "main")]
    assert order == sorted(order)
    assert not any(line.startswith(("import", "export")) for line in script.splitlines())


def test_the_script_does_what_the_modules_do(frame, tmp_path, chromium):
    page = chromium.new_page()
    script, _ = bundle("main.js:start", [tmp_path / "kind.js"])
    *modules, call = script.strip().splitlines()
    result = page.evaluate("\n".join(["(() => {", *modules, f"return {call}", "})()"]))
    page.close()
    assert result == ["hello!!"]


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ('import all from "./mark.js";\n', "kind.js:1: an import or export that is not understood"),
        ("const a = 1;\nexport default a;\n", "kind.js:2: an import or export"),
        ('import { mark } from "./none.js";\n', "none.js: No such file or directory, imported by"),
        ('import { kind } from "./kind.js";\nexport const kind = 1;\n', "kind.js: imports itself"),
    ],
)
def test_what_is_not_understood_is_told_with_its_place(frame, tmp_path, source, words):
    (tmp_path / "kind.js").write_text(source, encoding="utf-8")
    with pytest.raises(RuntimeError, match=words):
        bundle("main.js:start", [tmp_path / "kind.js"])
