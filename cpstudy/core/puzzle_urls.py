"""Addresses at which other sites show a puzzle, and the text form in them.

*Simon Tatham's collection* (Tatham2004): a page of a game has the puzzle's ID after ``#``, escaped
or not: ``…/js/net.html#5x5:28b5…``. An ID may have the game's name before it: ``net:5x5:28b5…``.

*pzpr* is the program of puzz.link (PuzzLink), pzv.jp, pzprxs and others, whose addresses are
alike: ``HOST/p?NAME/COLUMNS/ROWS/BODY``, and ``/`` may follow. ``https://``, ``www.`` and
everything before the name may be missing; ``NAME_edit``, ``NAME_play`` and ``type=editor&`` say how
the page opens; further settings (``&fbclid=…``) and text after ``#`` do not concern the puzzle.
kanpen (pencilbox) writes ``NAME.html?pzpr=COLUMNS/ROWS/BODY``. Between name and size there may be
``v:``, which changes nothing, and flags: flags of looks are ignored; flags that change the rules
are not supported.

*sudokuwiki.org* and *sudokuexchange.com* have the 81 digits of a Sudoku after ``bd=`` and ``s=``.

:mod:`cpstudy.core.codes` reads bodies. The sites fill a body that is too short with empty cells,
and :func:`filled` does the same for addresses. A bare ``NAME/COLUMNS/ROWS/BODY``, as in our own
lists, may be a line that was cut, so it is refused if it is too short. The sites ignore text beyond
the last cell; here it is refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple, TypeVar
from urllib.parse import unquote

from cpstudy.core.errors import InputError, shortened
from cpstudy.core.wording import counted

if TYPE_CHECKING:
    from cpstudy.core.puzzle import Puzzle

# The kind of each game of Simon Tatham's collection, and below of each name of pzpr.
GAMES = {
    "net": "pipes",
    "solo": "sudoku",
    "keen": "kenken",
    "pattern": "picross",
    "loopy": "slitherlink",
    "pearl": "masyu",
    "bridges": "hashi",
    "filling": "fillomino",
    "lightup": "akari",
    "rect": "shikaku",
    "singles": "hitori",
    "tents": "tents",
    "towers": "skyscrapers",
    "unequal": "futoshiki",
    "unruly": "binairo",
}
# The titles in saves of games that have another title than their name.
_TITLES = {"lightup": "Light Up", "rect": "Rectangles"}
NAMES = {
    name: kind
    for kind, names in {
        "slitherlink": "slither slitherlink",
        "masyu": "mashu masyu pearl",
        "nurikabe": "nurikabe",
        "sudoku": "sudoku",
        "picross": "nonogram",
        "akari": "akari lightup",
        "fillomino": "fillomino",
        "hashi": "hashi hashikake bridges",
        "heyawake": "heyawake",
        "hitori": "hitori",
        "kakuro": "kakuro",
        "lits": "lits",
        "numberlink": "numlin numberlink",
        "shikaku": "shikaku",
        "skyscrapers": "skyscrapers skyscraper building",
        "star_battle": "starbattle",
        "tents": "tents",
        "yajilin": "yajilin yajirin",
    }.items()
    for name in names.split()
}
# Kinds whose text form begins with their name and the size (cpstudy/declared).
_NAMED = {"akari", "binairo", "fillomino", "futoshiki", "hashi", "heyawake", "hitori", "kakuro"} | {
    *("killer_sudoku", "lits", "numberlink", "shikaku", "skyscrapers", "star_battle", "tents"),
    "yajilin",
}
# Games of the collection without a kind here: ``mines:`` before an ID is also a name.
_OTHER_GAMES = frozenset([
    "blackbox", "cube", "dominosa", "fifteen", "flip", "flood", "galaxies", "guess", "inertia",
    "magnets", "map", "mines", "mosaic", "netslide", "palisade", "pegs", "range", "samegame",
    "signpost", "sixteen", "slant", "tracks", "twiddle", "undead", "untangle",
])  # fmt: skip
# The meaning of pzpr's flags, by name.
_FLAGS = {
    "slither": {"f": "loop through every dot"},
    "slitherlink": {"f": "loop through every dot"},
    "mashu": {"f": "loop through every cell"},
    "masyu": {"f": "loop through every cell"},
}
# Flags that change how a board looks, not its rules.
_LOOKS = {"yajilin": {"b"}, "yajirin": {"b"}}

# The largest board, in cells, whose short body is filled.
_LARGEST_FILLED = 100_000

_PAGE = re.compile(r"(?:https?://)?[^\s#?]{0,200}?(\w+)\.html(?:\?[^\s#]*)?#(.+)", re.DOTALL)
_GAME = re.compile(r"([A-Za-z]{3,10}):(.*)", re.DOTALL)
_QUERY = re.compile(r"(?:https?://)?[\w.:~/-]{0,200}\?([^\s#]+)(?:#\S*)?", re.IGNORECASE)
_KANPEN = re.compile(
    r"(?:https?://)?[\w.:~/-]{0,200}?(\w+)\.html\?pzpr=/*([^\s#&]+)(?:[#&]\S*)?", re.IGNORECASE
)
# A page of pzpr, whatever follows its ``?``.
_PZPR = re.compile(r"[^\s?]*/p(?:\.html)?\?", re.IGNORECASE)
# The applets that preceded pzpr: …/slither/sa/q.html?/5/5/….
_APPLET = re.compile(
    r"(?:https?://)?indi\.s58\.xrea\.com/(\w+)/s[ac]/[\w.]*\?/*([^\s#]+)", re.IGNORECASE
)
_TEXT = re.compile(r"([a-z_]{4,13}):[0-9]{1,4}x[0-9]{1,4}:")
_SETTING = re.compile(r"\w+=")
_NAME = re.compile(r"([a-z][\w-]*?)(?:_edit|_play)?")
_SIZE = re.compile(r"[0-9]{1,6}", re.ASCII)
# Only Loopy has ``t`` with the number of its grid after the size.
_LOOPY = re.compile(r"[0-9]{1,4}x[0-9]{1,4}t[0-9]{1,2}(?:d[a-z])?:[0-9a-z]*$", re.ASCII)
_PENPA = re.compile(r"(?:https?://)?[\w.:~/-]{0,200}#(m=\w+&\S+)|(m=(?:edit|solve)&\S+)")
_DIGITS = re.compile(
    r"(?:https?://)?(?:www\.)?sudoku(?:wiki|exchange)\.[\w.:~/-]{1,200}\?(?:[^#\s]*&)?"
    r"(?:bd|s)=([0-9.]{81})(?:[&#]\S*)?"
)


T = TypeVar("T")


class Address(NamedTuple):
    """The parts of a pzpr address. short: whether the body may be short, as on a site."""

    name: str
    columns: int
    rows: int
    body: str
    short: bool = False


# -- Simon Tatham's collection -------------------------------------------------------------------


def game_id(text: str, game: str) -> str:
    """The ID in an address of a game of Simon Tatham's collection; any other text unchanged.

    game: its name there, e.g. "net". Raises InputError for addresses without an ID of this game.
    """
    found = _game(text)
    if found is not None:
        if found[0] != game:
            end = ".html" if ".html" in text else ""
            raise InputError(f"an address of {found[0]}, expected {game}{end}")
        return found[1]
    if not text.lower().startswith(("http://", "https://")) and ".html" not in text:
        if (board := _pieces(text)) is None:
            return text
        raise InputError(f"an address of {board[0]}, expected …/{game}.html#ID{_reader(board[0])}")
    why = " (hexapipes numbers its puzzles: download one)" if "hexapipes" in text else ""
    if (board := _pieces(text)) is not None:
        why = f" (this is one of {board[0]}{_reader(board[0])})"
    raise InputError(f"an address without a game ID: expected …/{game}.html#ID{why}")


def is_game(text: str, game: str) -> bool:
    """Whether a text names that game, by a prefix of an ID or by its page."""
    found = _game(text)
    return found is not None and found[0] == game


def _game(text: str) -> tuple[str, str] | None:
    """The game's name and the ID."""
    page = _PAGE.fullmatch(text) if ".html" in text else None  # the pattern is slow on long words
    if page is not None and penpa_data(text) is None and _pieces(text) is None:
        return page[1].lower(), unquote(page[2]).strip()
    named = _GAME.fullmatch(text)
    if named is None or named[1].lower() not in {*GAMES, *_OTHER_GAMES}:
        return None
    return named[1].lower(), named[2].strip()


def _reader(name: str) -> str:
    kind = NAMES.get(name)
    return f"; --puzzle {kind} reads it" if kind else "; no kind here reads it"


# -- pzpr ----------------------------------------------------------------------------------------


def is_address(text: str) -> bool:
    """Whether a text is an address of pzpr, or its part after ``?``."""
    return _pieces(text) is not None


def puzz_link(text: str) -> Address | None:
    """The parts of a pzpr address; None for other text.

    Raises InputError for flags that change the rules.
    """
    found = _pieces(text)
    if found is None:
        return None
    name, flags, columns, rows, body = found
    for flag in flags:
        check_flags(name, flag)
    return Address(name, columns, rows, body, "?" in text)


def board_of(text: str, names: Sequence[str]) -> Address:
    """The parts of a text form ``NAME/COLUMNS/ROWS/BODY``, or of an address.

    names: the kind's names, ours first; the text may omit it. Raises InputError for another kind or
    size.
    """
    given, name = text.strip(), names[0]
    board = puzz_link(f"{name}/{given}" if given[:1].isdigit() else given)
    if board is None or board.name not in names:
        what = shortened(text) if board is None else f"an address of {board.name}"
        raise InputError(f"expected {name}/COLUMNS/ROWS/BODY or a puzz.link address, got {what}")
    if board.rows < 1 or board.columns < 1:
        size = f"{board.columns}x{board.rows}"
        raise InputError(f"size {size}: a board needs a row and a column")
    return board


def check_flags(name: str, flags: str) -> None:
    """Raise InputError for flags that change the rules of a puzzle of that name."""
    if flags in _LOOKS.get(name, ()):
        return
    meaning = _FLAGS.get(name, {}).get(flags, "")
    explained = f" ({meaning})" if meaning else ""
    raise InputError(f"variant {flags.removeprefix('v:')[:30]}{explained} is not supported")


def query_of(text: str) -> str:
    """The part after the ``?`` of an address, without settings; another text unchanged."""
    query = _QUERY.fullmatch(text)
    if query is None:
        return text
    pieces = unquote(query[1]).split("&")
    return next((piece for piece in pieces if not _SETTING.match(piece)), "")


def _pieces(text: str) -> tuple[str, list[str], int, int, str] | None:
    """Name, flags, columns, rows and body."""
    if "/" not in text:
        return None
    kanpen = _KANPEN.fullmatch(text) or _APPLET.fullmatch(text)
    query = f"{kanpen[1]}/{unquote(kanpen[2])}" if kanpen else query_of(text)
    named, *rest = query.split("/")
    name = _NAME.fullmatch(named.lower())
    if name is None or any(character.isspace() for character in query):
        return None
    begin = next((place for place, piece in enumerate(rest) if _SIZE.fullmatch(piece)), len(rest))
    flags = [flag for flag in rest[:begin] if flag not in ("", "v:")]
    columns, rows, body, *more = *rest[begin:], *[""] * 3
    if more and more[0] and _SIZE.fullmatch(body):  # a number for the whole board
        body = f"{body}/{more.pop(0)}"
    if _SIZE.fullmatch(columns) is None or _SIZE.fullmatch(rows) is None or any(more):
        return None
    return name[1], flags, int(columns), int(rows), body


def penpa_data(text: str) -> str | None:
    """The data in an address of penpa-edit; None for other text."""
    match = _PENPA.fullmatch(text)
    if match is None:
        return None
    settings = dict(piece.partition("=")[::2] for piece in (match[1] or match[2]).split("&"))
    return unquote(settings["p"]) if "p" in settings else None


def digits_in(text: str) -> str | None:
    """The 81 digits in an address of sudokuwiki.org or sudokuexchange.com; None for other text."""
    match = _DIGITS.fullmatch(text)
    return match[1] if match else None


def address_of(board: str) -> str:
    """The address at puzz.link of ``NAME/COLUMNS/ROWS/BODY``, as a line."""
    # Programs that find addresses in running text cut a last sign that is not a letter.
    end = "" if board[-1:].isalnum() else "/"
    return f"https://puzz.link/p?{board}{end}\n"


def write_address(puzzle: Puzzle) -> str:
    """The address at puzz.link that shows a puzzle whose text form is the address's end."""
    return address_of(puzzle.encode())


def filled(cells: Sequence[T], board: Address, blank: T, size: int | None = None) -> list[T]:
    """The cells of a body, filled with blanks if an address is too short.

    size: the required number; None: one for each cell. Raises InputError for other numbers.
    """
    wanted = board.rows * board.columns if size is None else size
    missing = wanted - len(cells)
    if missing < 0 or (missing > 0 and not (board.short and wanted <= _LARGEST_FILLED)):
        what = "cell" if size is None else "place"
        of = f" ({board.columns}x{board.rows})" if size is None else ""
        raise InputError(f"{counted(len(cells), what)}, expected {wanted}{of}")
    return [*cells, *[blank] * missing]


# -- kinds ---------------------------------------------------------------------------------------


class StatedKind(NamedTuple):
    """A document's own statement of its type: the kind here ("": none), and a description.

    known: the names of the program's puzzles that have a kind here.
    """

    kind: str
    what: str
    known: Iterable[str] = tuple(NAMES)


def title_of(game: str) -> str:
    """A game's title, as saves write it."""
    return _TITLES.get(game, game.capitalize())


def kind_of_game(game: str, parameters: str) -> str:
    """The kind of a game with these parameters, "" if there is none.

    game: its name, or its title.
    """
    names = {title.lower(): name for name, title in _TITLES.items()}
    kind = GAMES.get(names.get(game.lower(), game.lower()), "")
    if kind == "sudoku" and "k" in parameters:
        return "killer_sudoku"
    return "jigsaw" if kind == "sudoku" and "j" in parameters else kind


def stated_by(text: str) -> StatedKind | None:
    """What an address, or an ID with its game's name, claims to be; None for other text."""
    found = _game(text)
    if found is not None:
        kind = kind_of_game(found[0], found[1].partition(":")[0])
        return StatedKind(kind, f"an address of {found[0]}", GAMES)
    if (named := _TEXT.match(text)) is not None and named[1] in _NAMED:
        return StatedKind(named[1], f"a board of {named[1]}")
    if digits_in(text) is not None:
        return StatedKind("sudoku", "an address with 81 digits")
    if _LOOPY.match(text):
        return StatedKind("slitherlink", "a game ID of Loopy")
    board = _pieces(text)
    if board is None and "?" in text:  # a broken address, or one with text after the board
        name = _NAME.fullmatch(query_of(text).partition("/")[0].lower())
        if name is None or not (name[1] in NAMES or _PZPR.match(text)):
            return None
        return StatedKind(NAMES.get(name[1], ""), f"an address of {name[1]}")
    if board is None or (board[0] not in NAMES and "?" not in text):
        return None
    return StatedKind(NAMES.get(board[0], ""), f"an address of {board[0]}")
