"""Malformed command lines and files give one line for each fault, never a traceback.

Valid commands of every verb, kind and format are changed in one to three places: invalid values,
options of other verbs, numbers out of range, lost and repeated words, files that are cut, corrupted
or missing. All commands run in this process; a command that is still valid and takes long is
interrupted as by Ctrl-C.
"""

import os
import random
import signal
from collections import Counter
from contextlib import contextmanager

import click
import pytest
from click.testing import CliRunner

from cpstudy.cli import main
from cpstudy.puzzles import PUZZLES, kind
from tests.cli.test_mutations import mutated, originals
from tests.undrawn import undrawn

pytestmark = pytest.mark.skipif(os.name != "posix", reason="an alarm of POSIX")

SECONDS = 5.0

WORDS = (
    "", " ", "-", "--", "-1", "0", "1", "2", "3", "1.5", "1e3", "1e400", "nan", "inf", "-inf",
    "9" * 19, "18446744073709551616", "9" * 400, "-" + "9" * 400, "0x10", "1_0", "１", "٣", "²",
    "1..", "..1", "3..2", "1..99999999999999999999", "2x", "x2", "0x0", "3x3x3", "99999x1", "a",
    "all", "dfs", "cpsat:", "sat::", "sat:glucose4:glucose4", "search:lazy", ":", "a=b", "=", "{}",
    "[]", "null", "'", '"', "\\", "%s", "{0}", "\ud800", "\udcff", "\x1b[31m", "\u202e", "Ä" * 300,
    "../x", "/", ".", "/dev/full", "/dev/null", "/no/such/folder/file", "tcp://", "127.0.0.1:1",
    "2x1:11", "2x1w:11", "1x1:0", "0x0:", "2x2:", "1:f", "3x3g:123456789", "x" * 5000,
)  # fmt: skip

FILES = {
    "empty": b"",
    "blank": b"\n\n \t\n# nothing\n",
    "zeros": bytes(5000),
    "noise": random.Random(1).randbytes(3000),
    "png": b"\x89PNG\r\n\x1a\n" + bytes(50),
    "utf16": "2x1:11\n".encode("utf-16"),
    "long": b"1" * 200_000,
    "lines": b"x\n" * 50,
    "mixed": b"2x1:11\n\xff\xfe\n2x1w:11\tand so on\r\n\r2x1:1\n",
    "brackets": b"(" * 3000 + b"[" * 3000,
    "json": b'{"puzzle": "2x1:11"}\n',
    "sqlite": b"SQLite format 3\0" + bytes(4000),
}


def sound():
    """Return valid commands that end soon; :func:`fill` makes their files."""
    commands = [
        ["puzzles", "--json"],
        ["solvers", "--puzzle", "pipes"],
        ["verify", "--size", "3", "--count", "2", "--algorithm", "wilson", "--seed", "3"],
        ["verify", "2x1:11", "--proof", "proofs", "--seconds", "1"],
        ["explain", "5x5:d3a42bd63c9d2d1a2b6a5481d", "--hint", "--draw"],
        ["explain", "2x1w:11", "--ambiguity", "--picture", "out.svg"],
        ["explain", "2x1:11", "--against", "2x1:14"],
        ["explain", "2x1:11", "--save", "out.sav"],
        ["repair", "4x4:195ce72154716ab2", "--seconds", "9", "--iterations", "100", "--solved"],
        ["count", "2x1w:11", "--memory", "0.1", "--safe-states"],
        ["plot", "rows.sqlite", "--csv", "out.csv"],
        ["plot", "rows.sqlite", "--json"],
        ["check", "checked", "--json"],
        ["hardness", "--size", "2", "--puzzles", "1", "--solver", "dfs", "--limit", "100"],
        ["hardness", "--size", "3", "--inner", "2..2", "--outer", "1..1", "--puzzles", "1"],
    ]  # fmt: skip
    for name in PUZZLES:
        record = kind(name)
        given = ["--puzzle", name, record.example]
        for form in record.formats.values():
            if form.read and form.write:
                file = ["-f", f"{name}.{form.name}", "--format", form.name]
                commands.append(["convert", "--puzzle", name, *file, "--to", "text"])
                commands.append(["convert", "--puzzle", name, *file, "--to", form.name])
        for solver in record.solvers.values():
            if solver.installed:
                commands.append(["solve", *given, "--solver", solver.name, "--seconds", "1"])
                commands.append(["verify", *given, "--solver", solver.name, "--iterations", "9"])
        for row in record.strategies:
            budget = ["--states", "1000", "--seconds", "1"]
            commands.append(["explore", name, record.example, "--strategy", row, *budget])
        if record.generators:
            commands.append(["generate", "--puzzle", name, "--size", "3", "--count", "2"])
        if record.pictures and record.pictures.drawing:
            commands.append(["convert", *given, "--to", "png", "--out", "out.png"])
    return commands


def fill(folder):
    """Make the files that commands name: a result file, proofs, all formats, malformed files."""
    for name, content in FILES.items():
        (folder / name).write_bytes(content)
    (folder / "a folder").mkdir()
    for name in PUZZLES:
        record = kind(name)
        for form in record.formats.values():
            if form.read and form.write:
                text = originals(name, form.name)[0]
                (folder / f"{name}.{form.name}").write_text(text, encoding="utf-8")
    run = CliRunner().invoke
    sweep = ["hardness", "--size", "3", "--inner", "2..2", "--outer", "1..1", "--puzzles", "2"]
    with undrawn():
        assert run(main, [*sweep, "--jobs", "1", "--out", "rows.sqlite"]).exit_code == 0
    assert run(main, ["verify", "2x1:11", "--proof", "checked"]).exit_code == 0


def options_of(verb):
    command = main.get_command(click.Context(main), verb)
    return [] if command is None else [o for p in command.params for o in p.opts if o[0] == "-"]


def spoiled(rng, command):
    """Return the command with one to three random changes."""
    command = list(command)
    everywhere = [o for verb in ("verify", "explore", "hardness", "plot") for o in options_of(verb)]
    for _ in range(rng.choice((1, 1, 2, 3))):
        place = rng.randrange(1, len(command) + 1)
        edit = rng.choice((0, 1, 2, 3, 4, 4, 4, 5, 6))
        if edit == 0 and place < len(command):
            command[place] = rng.choice(WORDS)
        elif edit == 1:
            option = rng.choice(options_of(command[0]) or ["--json"])
            command[place:place] = [option, rng.choice(WORDS)]
        elif edit == 2 and place < len(command):
            del command[place]
        elif edit == 3 and place < len(command):
            command.insert(place, command[place])
        elif edit == 4 and place < len(command) and command[place]:
            # An argument cannot hold a null character; only files test it.
            command[place] = mutated(rng, command[place]).replace("\0", "0")
        elif edit == 5:
            command += ["-f", rng.choice([*FILES, "a folder", "none", "rows.sqlite", "-"])]
        elif edit == 6:
            command[place:place] = [rng.choice(everywhere)]
    if "--jobs" in options_of(command[0]) and "--jobs" not in command:
        command += ["--jobs", "1"]
    return command


def spoil_a_file(rng, folder, command):
    """Change the content of one of the command's files; return its path and its old content."""
    named = [path for path in sorted(folder.iterdir()) if path.is_file() and path.name in command]
    if not named or rng.random() < 0.3:
        return None
    path = rng.choice(named)
    before = path.read_bytes()
    text = before.decode("latin-1")
    for _ in range(rng.choice((1, 1, 5))):
        text = mutated(rng, text or "x")
    path.write_bytes(text.encode("latin-1", "replace"))
    return path, before


@contextmanager
def interrupted_after(seconds):
    def interrupt(number, frame):  # as by Ctrl-C
        signal.raise_signal(signal.SIGINT)

    before = signal.signal(signal.SIGALRM, interrupt)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def fault_of(command, stdin):
    """Run a command; return its exit code, and what is wrong with its end ("": nothing)."""
    with interrupted_after(SECONDS):
        result = CliRunner().invoke(main, command, input=stdin)
    lines, code = result.stderr.splitlines(), result.exit_code
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        return -1, repr(result.exception)
    if code not in (0, 1, 2, 3, 130):
        return code, f"exit code {code}"
    if "Traceback" in result.output:
        return code, "a traceback"
    if code == 2 and not lines:
        return 2, "nothing said"
    # An empty line ends the line on which a terminal shows ^C.
    if not all(line.startswith("cpstudy: ") or (line, code) == ("", 130) for line in lines):
        return code, f"said {lines}"
    return code, ""


def attacked(folder, attempts, seed):
    """Run changed commands; return those with faults, and the counts of exit codes."""
    rng = random.Random(seed)
    commands = sound()
    fill(folder)
    sound_rows = (folder / "rows.sqlite").read_bytes()
    faults, codes = [], Counter()
    for _ in range(attempts):
        command = spoiled(rng, rng.choice(commands))
        stdin = rng.choice(("", "2x1:11\n", "x\n" * 3, "\ud7ff\0\n"))
        spoiled_file = spoil_a_file(rng, folder, command)
        code, fault = fault_of(command, stdin)
        codes[code] += 1
        if fault:
            faults.append((command, stdin, fault))
        if spoiled_file is not None:
            spoiled_file[0].write_bytes(spoiled_file[1])
        (folder / "rows.sqlite").write_bytes(sound_rows)
    return faults, codes


def assert_none_breaks_it(folder, attempts, seed):
    faults, codes = attacked(folder, attempts, seed)
    assert not faults, faults[:20]
    assert codes[2] > attempts / 3
    assert codes[0] > attempts / 30
    assert codes[130] < attempts / 20


def test_the_commands_are_sound(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    fill(tmp_path)
    for command in random.Random(2).sample(sound(), 6):
        code, fault = fault_of(command, "")
        assert (code in (0, 1, 3), fault) == (True, ""), (command, code)


def test_malformed_inputs_are_one_line_each(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert_none_breaks_it(tmp_path, 150, seed=5)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10, 20))
def test_many_malformed_inputs_are_one_line_each(tmp_path, monkeypatch, seed):
    monkeypatch.chdir(tmp_path)
    assert_none_breaks_it(tmp_path, 1000, seed)
