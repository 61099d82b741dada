"""Rules about combining options: every rule names options of its verb, and the verb enforces it."""

import click
import pytest
from click.testing import CliRunner

from cpstudy.cli import main, verbs
from cpstudy.cli.rules import PUZZLES, RULES

CASES = [(verb, *rule) for verb, rules in RULES.items() for rule in rules]


def options(verb):
    """Return the options of a verb by their names."""
    return {name: option for option in verbs()[verb].params for name in option.opts}


def given(verb, name):
    """Return an option with a value that its type accepts."""
    if name == PUZZLES:
        return ["2x1:11"]
    option = options(verb)[name]
    if option.is_flag:
        return [name]
    kinds = {"--puzzle": "pipes", "--size": "3", "--delay": "1", "--inner": "1", "--outer": "1"}
    kinds |= {"--sheet": "210x297", "--from-assignment": "-"}
    endings = getattr(option.type, "_endings", ()) or ("",)
    usual = "5" if option.type.name in ("integer", "seconds", "N|A..B") else f"x{endings[0]}"
    return [name, kinds.get(name, usual)]


@pytest.mark.parametrize(("verb", "option", "needed", "others"), CASES)
def test_every_rule_is_kept(verb, option, needed, others, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    run = CliRunner().invoke
    first = ["x"] if verb in ("study", "check") else []
    if needed:
        done = run(main, [verb, *first, *given(verb, option)])
        needs = {
            f"cpstudy: {option} needs {' or '.join(rule.others)}\n"
            for rule in RULES[verb]
            if rule.option == option
        }
        assert (done.exit_code, done.stderr in needs) == (2, True), done.stderr
        return
    assert others
    for other in others:
        done = run(main, [verb, *first, *given(verb, option), *given(verb, other)])
        assert (done.exit_code, done.stderr) == (2, f"cpstudy: {option} does not go with {other}\n")


def test_rules_name_options():
    for verb, option, _, others in CASES:
        known = options(verb)
        assert {option, *others} - {PUZZLES} <= known.keys(), (verb, option)
        assert all(isinstance(known[name], click.Option) for name in {option, *others} - {PUZZLES})
