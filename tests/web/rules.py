"""Queries that the tests of kinds send to the page: judge positions, follow hints, refuse texts."""

import base64
import functools
import json
import zlib
from typing import Any

from cpstudy.web.sets import kept

_KIND = "const kind = cpstudy.kinds.find((kind) => kind.name === name);"

_COMPLETE = f"""([name, entry, texts]) => {{
  {_KIND}
  return texts.map((text) => kind.status(entry, kind.decode(entry, text)).complete);
}}"""

_MISTAKES = f"""([name, entry, texts]) => {{
  {_KIND}
  return texts.map((text) => kind.mistake(entry, kind.decode(entry, text))?.words ?? "");
}}"""

_HINTED = f"""([name, entry, text]) => {{
  {_KIND}
  let position = text === null ? kind.start(entry) : kind.decode(entry, text);
  for (let hints = 0; hints < 5000; hints++) {{
    if (kind.status(entry, position).complete) return hints;
    const hint = kind.hint(entry, position);
    const next = hint && kind.play(entry, position, hint.move);
    if (!next || next === position) return -1;
    position = next;
  }}
  return -1;
}}"""

_REFUSED = f"""([name, entry, texts]) => {{
  {_KIND}
  return texts.map((text) => {{
    try {{
      kind.decode(entry, text);
      return "";
    }} catch (error) {{
      return error.message;
    }}
  }});
}}"""

_REFUSED_MOVES = f"""([name, entry, moves]) => {{
  {_KIND}
  return moves.map((move) => {{
    try {{
      kind.play(entry, kind.start(entry), move);
      return "";
    }} catch (error) {{
      return error.message;
    }}
  }});
}}"""

_BUTTONS = ["Hint", "Which rule?", "Do it"]

_HINTED_BY_BUTTONS = """([names, done, most]) => {
  const status = () => document.querySelector(".status").textContent;
  for (let hints = 1; hints < most && !status().includes(done); hints++) {
    for (const name of names) {
      const all = [...document.querySelectorAll("button")];
      const button = all.find((one) => one.textContent === name && one.checkVisibility());
      if (!button || button.disabled) throw new Error(`no button ${name}`);
      button.click();
    }
  }
  return status();
}"""

NOW = "cpstudy.session.kind.encode(cpstudy.session.position())"


@functools.cache
def unpacked(name: str) -> list[dict[str, Any]]:
    """Return the records of all puzzles of a kind that are bundled with the page."""
    packed = zlib.decompress(base64.b64decode(kept(name)), -zlib.MAX_WBITS)
    return list(json.loads(packed))


def brought_along(name: str, number: int = 2) -> list[dict[str, Any]]:
    """Return the ``number`` smallest bundled records of a kind."""
    entries = sorted(unpacked(name), key=lambda one: (one["rows"] * one["columns"], one["text"]))
    return entries[:number]


def asked(page: Any, function: str, argument: Any) -> Any:
    """Return the result of a function of the page on an argument; each is sent as one JSON text.

    Playwright checks and wraps every value of an argument that is not a plain text, in Python too.
    """
    result = page.evaluate(
        f"(text) => JSON.stringify(({function})(JSON.parse(text)))", json.dumps(argument)
    )
    return json.loads(result)


def complete(page: Any, record: dict[str, Any], texts: list[str]) -> list[bool]:
    """Return for each position whether the page calls it complete."""
    return list(asked(page, _COMPLETE, [record["kind"], record, texts]))


def mistakes(page: Any, record: dict[str, Any], texts: list[str]) -> list[str]:
    """Return the page's message about the mistake in each position, "" if it finds none."""
    return list(asked(page, _MISTAKES, [record["kind"], record, texts]))


def hinted(page: Any, record: dict[str, Any], text: str | None = None) -> int:
    """Return the number of hints from a position (None: the first) to a complete one, or -1 if they
    do not lead there.
    """
    return int(asked(page, _HINTED, [record["kind"], record, text]))


def refusals(page: Any, record: dict[str, Any], texts: list[str]) -> list[str]:
    """Return the page's error for decoding each text, "" if it accepts the text."""
    return list(asked(page, _REFUSED, [record["kind"], record, texts]))


def refused_moves(page: Any, record: dict[str, Any], moves: list[Any]) -> list[str]:
    """Return the page's error for playing each move from the first position, "" if it accepts the
    move.
    """
    return list(asked(page, _REFUSED_MOVES, [record["kind"], record, moves]))


def middles(page: Any, what: str = ".place [role=gridcell]") -> list[tuple[float, float]]:
    """Return the middle of each matching node on the screen, for clicks of the mouse.

    A click on a locator checks each time where the node is, whether it stands still for two frames
    and what covers it, which takes ten times as long as the page's own work.
    """
    found = page.locator(what).evaluate_all(
        "(nodes) => nodes.map((node) => { const { x, y, width, height } ="
        " node.getBoundingClientRect(); return [x + width / 2, y + height / 2]; })"
    )
    return [(x, y) for x, y in found]


def choose_kind(page: Any, title: str) -> None:
    """Open a kind from the home view."""
    page.evaluate("cpstudy.showHome()")
    page.get_by_role("button", name=title, exact=True).click()


def hint_by_buttons(page: Any, most: int = 200, done: str = "Complete") -> str:
    """Play hints until the status contains ``done``, and return the final status.

    The mouse clicks for the first hint; a script clicks the buttons for the others. The mouse
    checks each time where a button is, whether it stands still and what covers it, which takes most
    of the time.
    """
    for name in _BUTTONS:
        page.get_by_role("button", name=name, exact=True).click()
    return str(page.evaluate(_HINTED_BY_BUTTONS, [_BUTTONS, done, most]))
