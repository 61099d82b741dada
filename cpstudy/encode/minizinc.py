r"""Translate CP-SAT models to MiniZinc, constraint by constraint.

A variable with domain 0 … 1 becomes a Boolean, any other an integer; an enforced constraint becomes
an implication. Automata become ``regular`` on a matrix of transitions (Pesant2004), circuits
``circuit`` on successors, or ``subcircuit`` if vertices have self-loops. The model prints ``x``,
the values of all variables in order.

Size: that of the model; an automaton takes its states times its labels. Limits: the constraints
that the suite's models use; NotApplicable names any other.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from cpstudy.core.errors import NotApplicable

_GLOBALS = ("all_different", "table", "regular", "circuit", "subcircuit")

# Bounds of a domain beyond this are infinite.
_INFINITE = 1 << 62


def write(proto: Any) -> Iterator[str]:
    """Yield the text of a ``CpModelProto``. Raises NotApplicable."""
    yield "".join(f'include "{name}.mzn";\n' for name in _GLOBALS)
    names = []
    for place, variable in enumerate(proto.variables, 1):
        domain = list(variable.domain)
        is_bool = domain[0] >= 0 and domain[-1] <= 1
        names.append(f"bool2int(x{place})" if is_bool else f"x{place}")
        yield f"var {'bool' if is_bool else _set(domain)}: x{place};\n"
        if is_bool and domain[0] == domain[-1]:
            yield f"constraint {_literal(place - 1 if domain[0] else -place)};\n"
    writer = _Writer(names)
    for constraint in proto.constraints:
        enforced = [_literal(x) for x in constraint.enforcement_literal]
        both = _joined(enforced, "/\\", "true")
        condition = f"{both} -> " if enforced else ""
        yield from (f"constraint {condition}({term});\n" for term in writer.terms(constraint))
    yield f"array[1..{len(names)}] of var int: x = [{', '.join(names)}];\n"
    yield "solve satisfy;\n" + r'output ["x = ", show(x), "\n"];' + "\n"


def _literal(x: int) -> str:
    return f"x{x + 1}" if x >= 0 else f"not x{-x}"


def _joined(terms: Iterable[str], operator: str, nothing: str) -> str:
    return f" {operator} ".join(terms) or nothing


def _set(domain: Sequence[int]) -> str:
    pairs = zip(domain[::2], domain[1::2], strict=True)
    return " union ".join(f"{low}..{high}" for low, high in pairs)


def _count(literals: Iterable[int]) -> str:
    return _joined((f"bool2int({_literal(x)})" for x in literals), "+", "0")


class _Writer:
    """Writes constraints. names: the variables as integer expressions."""

    def __init__(self, names: Sequence[str]) -> None:
        self._names = names
        self._forms: dict[str, Callable[[Any], list[str]]] = {
            "bool_or": lambda c: [_joined(map(_literal, c.literals), "\\/", "false")],
            "bool_and": lambda c: [_joined(map(_literal, c.literals), "/\\", "true")],
            "at_most_one": lambda c: [f"{_count(c.literals)} <= 1"],
            "exactly_one": lambda c: [f"{_count(c.literals)} = 1"],
            "linear": self._linear,
            "all_diff": lambda c: [f"all_different([{self._listed(c.exprs)}])"],
            "element": self._element,
            "table": self._table,
            "automaton": self._automaton,
            "circuit": self._circuit,
        }

    def terms(self, constraint: Any) -> list[str]:
        """Return expressions whose conjunction is the constraint."""
        for name, form in self._forms.items():
            if getattr(constraint, f"has_{name}")():
                return form(getattr(constraint, name))
        raise NotApplicable(f"no form in MiniZinc of: {str(constraint).split(None, 1)[0]}")

    def _sum(self, expression: Any, offset: int = 0) -> str:
        terms = [
            self._names[x] if factor == 1 else f"{factor}*{self._names[x]}"
            for x, factor in zip(expression.vars, expression.coeffs, strict=True)
        ]
        return _joined([*terms, str(offset)] if offset or not terms else terms, "+", "0")

    def _listed(self, expressions: Iterable[Any], less: int = 0) -> str:
        return ", ".join(self._sum(e, e.offset - less) for e in expressions)

    def _linear(self, linear: Any) -> list[str]:
        total, domain = self._sum(linear), list(linear.domain)
        parts = []
        for low, high in zip(domain[::2], domain[1::2], strict=True):
            if low == high:
                parts.append(f"{total} = {low}")
                continue
            sides = [f"{total} >= {low}"] if low > -_INFINITE else []
            sides += [f"{total} <= {high}"] if high < _INFINITE else []
            parts.append(_joined(sides, "/\\", "true"))
        return [_joined((f"({part})" for part in parts), "\\/", "false")]

    def _element(self, element: Any) -> list[str]:
        index = self._sum(element.linear_index, element.linear_index.offset + 1)
        target = self._sum(element.linear_target, element.linear_target.offset)
        return [f"[{self._listed(element.exprs)}][{index}] = {target}"]

    def _table(self, table: Any) -> list[str]:
        columns, values = len(table.exprs), list(table.values)
        rows = [values[start : start + columns] for start in range(0, len(values), columns)]
        if table.negated:
            terms = [self._sum(e, e.offset) for e in table.exprs]
            return [
                _joined((f"{t} != {v}" for t, v in zip(terms, row, strict=True)), "\\/", "false")
                for row in rows
            ]
        if not rows:
            return ["false"]
        listed = " | ".join(", ".join(map(str, row)) for row in rows)
        return [f"table([{self._listed(table.exprs)}], [| {listed} |])"]

    def _automaton(self, automaton: Any) -> list[str]:
        arcs = list(
            zip(
                automaton.transition_tail,
                automaton.transition_label,
                automaton.transition_head,
                strict=True,
            )
        )
        if not arcs or not automaton.final_states:
            return ["false"]
        states = sorted({automaton.starting_state, *automaton.final_states}
                        | {state for tail, _, head in arcs for state in (tail, head)})  # fmt: skip
        number = {state: place for place, state in enumerate(states, 1)}
        labels = [label for _, label, _ in arcs]
        least, width = min(labels), max(labels) - min(labels) + 1
        rows = [[0] * width for _ in states]
        for tail, label, head in arcs:
            rows[number[tail] - 1][label - least] = number[head]
        matrix = " | ".join(", ".join(map(str, row)) for row in rows)
        final = ", ".join(str(number[state]) for state in automaton.final_states)
        word = self._listed(automaton.exprs, least - 1)
        within = [
            f"{self._sum(e, e.offset)} in {least}..{least + width - 1}" for e in automaton.exprs
        ]
        start = number[automaton.starting_state]
        accepts = f"regular([{word}], {len(states)}, {width}, [| {matrix} |], {start}, {{{final}}})"
        return [*within, accepts]

    def _circuit(self, circuit: Any) -> list[str]:
        """State that one arc leaves each vertex, and that the successors form a circuit."""
        arcs = list(zip(circuit.tails, circuit.heads, circuit.literals, strict=True))
        vertices = sorted({vertex for tail, head, _ in arcs for vertex in (tail, head)})
        number = {vertex: place for place, vertex in enumerate(vertices, 1)}
        leaving: dict[int, list[tuple[int, int]]] = {vertex: [] for vertex in vertices}
        for tail, head, literal in arcs:
            leaving[tail].append((literal, number[head]))
        terms = [f"{_count(x for x, _ in out)} = 1" for out in leaving.values()]
        successors = (
            _joined((f"{head}*bool2int({_literal(x)})" for x, head in out), "+", "0")
            for out in leaving.values()
        )
        size = len(vertices)
        listed = f"array[1..{size}] of var 1..{size}: next = [{', '.join(successors)}]"
        loops = any(tail == head for tail, head, _ in arcs)
        return [*terms, f"let {{{listed}}} in {'sub' if loops else ''}circuit(next)"]
