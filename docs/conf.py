"""The documentation as a site: ``make docs``. Neither building nor reading it needs a network."""

import re
import sys
from pathlib import Path

import latex2mathml.converter
from docutils import nodes
from sphinx.application import Sphinx
from sphinx.writers.html5 import HTML5Translator

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))

import sample  # noqa: E402
import tables  # noqa: E402

from cpstudy.core.building import __version__  # noqa: E402

project = "cpstudy"
copyright = "The cpstudy authors"
release = __version__
extensions = ["myst_parser", "sphinx.ext.autodoc"]
exclude_patterns = ["_build"]
html_theme = "furo"
html_title = f"cpstudy {release}"
html_extra_path = ["play.html"]
html_copy_source = False
myst_enable_extensions = ["dollarmath", "colon_fence", "deflist"]
myst_heading_anchors = 3
autodoc_typehints = "signature"
pygments_style = "friendly"
html_math_renderer = "mathml"

tables.write(HERE / "reference")
sample.write(HERE)

# "budget, rng: what they are", at the beginning of a line of a docstring.
_FIELD = re.compile(r"^([a-z_]+(?:, [a-z_]+)*): ")


def _inline(self: HTML5Translator, node: nodes.math) -> None:
    self.body.append(latex2mathml.converter.convert(node.astext()))
    raise nodes.SkipNode


def _block(self: HTML5Translator, node: nodes.math_block) -> None:
    self.body.append(latex2mathml.converter.convert(node.astext(), display="block"))
    raise nodes.SkipNode


def _paragraphs(
    _app: Sphinx, _what: str, _name: str, _of: object, _options: object, lines: list[str]
) -> None:
    """Turn the prose about arguments and fields, ``name: what it is``, into lists."""
    result: list[str] = []
    for line in lines:
        if _FIELD.match(line):
            result += ["", _FIELD.sub(r"* **\1**: ", line)]
        elif line.strip() and result and result[-1].startswith(("* **", "  ")):
            result.append(f"  {line.strip()}")
        else:
            result.append(line.strip() if line.startswith("    ") and result[-1] else line)
    lines[:] = result


def setup(app: Sphinx) -> None:
    """Register the hook for docstrings, and MathML, which browsers draw without a script."""
    app.connect("autodoc-process-docstring", _paragraphs)
    app.add_html_math_renderer("mathml", (_inline, None), (_block, None))
