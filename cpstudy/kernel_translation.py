"""Translate kernels (typed Python) to Cython, when a package is built.

A *kernel module* is a file of the package that imports ``kernel``, ``entry``, ``inlined`` or
``workspace`` from ``cpstudy.core.native``. Kernels are ordinary Python whose signatures name
widths; this module translates them to Cython. For each kernel module it writes a header (``.pxd``)
with the signatures and the fields of workspaces, and a body (``.pyx``) that differs from the source
only in these places, all found in the syntax tree:

- signatures of kernels are those of C, without the interpreter's lock; a local has the width of its
  annotation, and is an ``i64`` without one;
- imports of kernels and workspaces become ``cimport``;
- a global constant (``LIMIT = 1 << 20``, ``FIRST, SECOND = range(2)``) is replaced by its value,
  and a global table (``TURNED: Const[u8] = ...``) has a C name besides its Python name;
- ``i64(x)`` and its like are casts, and a number that is shifted to the left is 64 bits wide.

``translate(package, into, checked=False)`` writes all of them and returns the modules. A *checked*
translation checks every index and raises exceptions, and takes a third more time. Line numbers are
those of the source. Ordinary functions and classes stay Python: the extension contains their byte
code, so a debugger steps through them, and C compilers have a third less to do.
"""

import __future__

import ast
import marshal
import operator
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

# The annotations of ordinary Python in kernel modules are text, as in the files themselves.
_ANNOTATIONS = __future__.annotations.compiler_flag
PACKAGE = Path(__file__).resolve().parent
MARKS = ("kernel", "entry", "inlined", "workspace")
VOCABULARY = "cpstudy.core.native"

# The widths of core/kernel_types.py, in C.
WIDTHS = {
    "i8": "signed char", "i16": "short", "i32": "int", "i64": "long long",
    "u8": "unsigned char", "u16": "unsigned short", "u32": "unsigned int",
    "u64": "unsigned long long", "f64": "double", "bool": "bint", "None": "void",
}  # fmt: skip
VIEWS = {"View": "{}[::1]", "View2": "{}[:, ::1]", "View3": "{}[:, :, ::1]"}
VIEWS |= {name.replace("View", "Const"): f"const {form}" for name, form in VIEWS.items()}

Function = ast.FunctionDef
# A position in a file, and the replacement of a part of it.
Place = tuple[int, int]
Edit = tuple[Place, Place, str]
Constants = dict[str, int]


class KernelError(Exception):
    """A kernel cannot be translated; the message has the file, the line and the reason."""


@dataclass
class Module:
    """A file of the package with its definitions for other files."""

    name: str
    path: Path
    text: str
    constants: Constants = field(default_factory=dict)
    kernels: dict[str, Function] = field(default_factory=dict)
    methods: dict[str, Function] = field(default_factory=dict)
    classes: dict[str, ast.ClassDef] = field(default_factory=dict)
    tables: dict[str, ast.AnnAssign] = field(default_factory=dict)
    header_only: bool = False  # a .pxd written by hand is next to it

    @cached_property
    def tree(self) -> ast.Module:
        """The syntax tree, parsed on first use."""
        return ast.parse(self.text, str(self.path))

    def imports(self) -> Iterator[ast.ImportFrom]:
        """The ``from`` imports at the top of the file."""
        for node in self.tree.body:
            if isinstance(node, ast.ImportFrom) and node.module and node.level == 0:
                yield node

    @property
    def compiled(self) -> bool:
        """Whether there is something to translate."""
        return bool(self.kernels or self.classes) and not self.header_only


def marks(node: ast.FunctionDef | ast.ClassDef) -> set[str]:
    """The MARKS that a function or a class has."""
    return {d.id for d in node.decorator_list if isinstance(d, ast.Name) and d.id in MARKS}


def translate(package: Path, into: Path, *, checked: bool = False) -> dict[str, Path]:
    """Write headers and bodies of a package's kernel modules below ``into``; module -> body.

    If another package imports kernels of cpstudy, the headers that it needs are written too.
    """
    own = read(package)
    modules = own if package.resolve() == PACKAGE else {**read(PACKAGE), **own}
    needed = [name for name, module in own.items() if module.compiled or module.header_only]
    for name in needed:  # the list grows during the loop
        for node in modules[name].imports():
            source = modules.get(str(node.module))
            if source and (source.compiled or source.header_only) and source.name not in needed:
                needed.append(source.name)
    done: set[str] = set()
    bodies = {}
    for name in needed:
        module = modules[name]
        find_constants(name, modules, done)
        if module.header_only:
            header = module.path.with_suffix(".pxd").read_text(encoding="utf-8")
            write(into, module, ".pxd", header)
        elif module.compiled:
            writer = Translation(module, modules, checked)
            write(into, module, ".pxd", writer.header())
            if module.name in own:
                bodies[module.name] = write(into, module, ".pyx", writer.body())
    return bodies


def write(into: Path, module: Module, suffix: str, text: str) -> Path:
    """Write a file unless it already has this text: unchanged files are not compiled again."""
    target = into.joinpath(*module.name.split(".")).with_suffix(suffix)
    target.parent.mkdir(parents=True, exist_ok=True)
    for folder in (target.parent, *target.parent.parents):
        if folder == into:
            break
        (folder / "__init__.pxd").touch()
    if not target.exists() or target.read_text(encoding="utf-8") != text:
        target.write_text(text, encoding="utf-8")
    return target


def read(package: Path) -> dict[str, Module]:
    """All files of the package by module, with their kernels."""
    modules = {}
    for path in sorted(package.rglob("*.py")):
        parts = path.relative_to(package.parent).with_suffix("").parts
        name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
        text = path.read_text(encoding="utf-8")
        module = Module(name, path, text)
        module.header_only = path.with_suffix(".pxd").exists()
        if module.header_only or (VOCABULARY in text and uses_marks(module)):
            collect(module)
        modules[name] = module
    return modules


def uses_marks(module: Module) -> bool:
    """Whether a file imports any of MARKS."""
    imported = (node.names for node in module.imports() if node.module == VOCABULARY)
    return any(alias.name in MARKS for names in imported for alias in names)


def collect(module: Module) -> None:
    """Record the kernels, workspaces and tables at the top of a file.

    If a header is written by hand, its kernels are the functions that it declares.
    """
    if module.header_only:
        declared = module.path.with_suffix(".pxd").read_text(encoding="utf-8")
        functions = [n for n in module.tree.body if isinstance(n, ast.FunctionDef)]
        module.kernels |= {n.name: n for n in functions if f" {n.name} " in declared}
        return
    for node in module.tree.body:
        if isinstance(node, ast.FunctionDef) and marks(node):
            module.kernels[node.name] = node
        elif isinstance(node, ast.ClassDef) and marks(node):
            module.classes[node.name] = node
            for item in node.body:
                if isinstance(item, ast.FunctionDef) and marks(item):
                    module.methods[f"{node.name}.{item.name}"] = item
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            if ast.unparse(node.annotation).split("[")[0] in VIEWS:
                module.tables[node.target.id] = node


def find_constants(name: str, modules: dict[str, Module], done: set[str]) -> None:
    """Record the global integers of a file, including imported ones."""
    if name in done or name not in modules:
        return
    done.add(name)
    module = modules[name]
    for node in module.tree.body:
        if isinstance(node, ast.ImportFrom) and node.module in modules and node.level == 0:
            find_constants(node.module, modules, done)
            known = modules[node.module].constants
            for alias in node.names:
                if alias.name in known:
                    module.constants[alias.asname or alias.name] = known[alias.name]
        elif isinstance(node, (ast.Assign, ast.AnnAssign)) and node.value is not None:
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            for target in targets:
                assign(target, node.value, module.constants)


def assign(target: ast.expr, value: ast.expr, constants: Constants) -> None:
    """Record the constants of an assignment."""
    if isinstance(target, ast.Name):
        number = evaluate(value, constants)
        if number is None:
            constants.pop(target.id, None)
        else:
            constants[target.id] = number
    elif isinstance(target, ast.Tuple) and all(isinstance(t, ast.Name) for t in target.elts):
        names = [t.id for t in target.elts if isinstance(t, ast.Name)]
        if isinstance(value, ast.Tuple) and len(value.elts) == len(names):
            for part, given in zip(target.elts, value.elts, strict=True):
                assign(part, given, constants)
        elif isinstance(value, ast.Call) and ast.unparse(value.func) == "range":
            bounds = [evaluate(argument, constants) for argument in value.args]
            if all(bound is not None for bound in bounds):
                constants.update(
                    zip(names, range(*[b for b in bounds if b is not None]), strict=True)
                )


OPERATORS: dict[type[ast.operator], Callable[[int, int], int]] = {
    ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.Pow: operator.pow,
    ast.LShift: operator.lshift, ast.RShift: operator.rshift, ast.FloorDiv: operator.floordiv,
    ast.BitOr: operator.or_, ast.BitAnd: operator.and_, ast.BitXor: operator.xor,
}  # fmt: skip


def evaluate(node: ast.expr, constants: Constants) -> int | None:
    """The value of an expression of integers; None for any other expression."""
    if isinstance(node, ast.Constant) and isinstance(node.value, int):
        return int(node.value)
    if isinstance(node, ast.Name):
        return constants.get(node.id)
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, (ast.USub, ast.Invert)):
        inner = evaluate(node.operand, constants)
        if inner is None:
            return None
        return -inner if isinstance(node.op, ast.USub) else ~inner
    if isinstance(node, ast.BinOp) and type(node.op) in OPERATORS:
        left, right = evaluate(node.left, constants), evaluate(node.right, constants)
        if left is not None and right is not None:
            return OPERATORS[type(node.op)](left, right)
    return None


def literal(number: int) -> str:
    """A number for C, in the least sufficient width."""
    if -(2**31) <= number < 2**31:
        return f"({number})" if number < 0 else str(number)
    if -(2**63) <= number < 2**63:
        return f"(<long long>{number}LL)"
    return f"(<unsigned long long>{number}ULL)"


class Translation:
    """The translation of one kernel module to Cython."""

    def __init__(self, module: Module, modules: dict[str, Module], checked: bool) -> None:
        self.module = module
        self.modules = modules
        self.checked = checked
        self.lines = module.text.splitlines()
        # By name: kernels and tables whose C name differs from their Python name.
        self.renamed: dict[str, str] = {}
        self.cimports: list[str] = []
        # Workspaces of other files, which Python gets by name; kernels that Python cannot call.
        self.foreign: set[str] = set()
        self.hidden = {name for name, node in module.kernels.items() if "entry" not in marks(node)}
        self._read_imports()
        for name, node in module.kernels.items():
            if "entry" in marks(node):
                self.renamed[name] = f"{name}__c"
        self.renamed |= {name: f"{name}__c" for name in module.tables}

    def fail(self, node: ast.AST, why: str) -> KernelError:
        """An error with its place."""
        return KernelError(f"{self.module.path}:{getattr(node, 'lineno', 0)}: {why}")

    def _read_imports(self) -> None:
        """Turn imports of kernels into cimports; blank their lines in the body."""
        for node in self.module.imports():
            source = self.modules.get(str(node.module))
            if source is None:
                continue
            left, taken = [], []
            for alias in node.names:
                kernel, shown = source.kernels.get(alias.name), alias.asname or alias.name
                hidden = kernel is not None and "entry" not in marks(kernel)
                if hidden or alias.name in source.classes:
                    taken.append((alias.name, shown))
                    (self.hidden if hidden else self.foreign).add(shown)
                    continue
                left.append(alias)
                if kernel is not None or alias.name in source.tables:
                    self.renamed[shown] = f"{shown}__c"
                    taken.append((f"{alias.name}__c", f"{shown}__c"))
            if taken:
                names = ", ".join(a if a == b else f"{a} as {b}" for a, b in taken)
                self.cimports.append(f"from {node.module} cimport {names}")
            if len(left) < len(node.names):
                for number in range(node.lineno - 1, node.end_lineno or node.lineno):
                    self.lines[number] = ""
                if left:
                    names = ", ".join(ast.unparse(a) for a in left)
                    self.lines[node.lineno - 1] = f"from {node.module} import {names}"

    # Types and signatures.

    def spelt(self, node: ast.expr | None) -> str:
        """A type in Cython's notation."""
        if node is None:
            raise KernelError(f"{self.module.path}: an argument or a result has no type")
        text = ast.unparse(node)
        if isinstance(node, ast.Subscript):
            form, width = ast.unparse(node.value), ast.unparse(node.slice)
            if form in VIEWS and width in WIDTHS:
                return VIEWS[form].format(WIDTHS[width])
        elif text in WIDTHS:
            return WIDTHS[text]
        elif isinstance(node, ast.Name) and node.id not in ("int", "float", "Any"):
            return node.id
        raise self.fail(node, f"{text} is not a type of kernels")

    def arguments(self, node: Function, *, method: bool) -> list[tuple[str, str]]:
        """(type, name) of each argument; ``self`` has no type."""
        given = node.args
        if given.vararg or given.kwarg or given.kwonlyargs or given.defaults:
            raise self.fail(node, "kernels take arguments by place, without defaults")
        parts = []
        for place, argument in enumerate(given.args):
            first = method and place == 0
            parts.append(
                ("", argument.arg) if first else (self.spelt(argument.annotation), argument.arg)
            )
        return parts

    def signature(self, node: Function, *, method: bool = False) -> str:
        """The C signature of a kernel, without a colon."""
        result = self.spelt(node.returns)
        arguments = ", ".join(f"{t} {n}".strip() for t, n in self.arguments(node, method=method))
        name = f"{node.name}__c" if "entry" in marks(node) else node.name
        word = "cdef inline" if "inlined" in marks(node) and not method else "cdef"
        return f"{word} {result} {name}({arguments}) {self.raising(result)}nogil"

    def raising(self, result: str) -> str:
        """The part of a kernel's signature about exceptions."""
        if not self.checked:
            return "noexcept "
        return "except * " if result == "void" or "[" in result else "except? -1 "

    # The header.

    def header(self) -> str:
        """The ``.pxd``: cimports, workspaces, signatures, and the bodies of inlined kernels."""
        out = ["cimport cython", *self.cimports]
        out += [
            f"cdef {self.spelt(t.annotation)} {name}__c" for name, t in self.module.tables.items()
        ]
        for node in self.module.tree.body:
            if isinstance(node, ast.ClassDef) and node.name in self.module.classes:
                out += self._class_header(node)
            elif isinstance(node, ast.FunctionDef) and "inlined" in marks(node):
                out += self._within_directives(node)
            elif isinstance(node, ast.FunctionDef) and marks(node):
                out.append(self.signature(node))
        return "\n".join(out) + "\n"

    def _within_directives(self, node: Function) -> list[str]:
        """A kernel for a header, where decorators have no effect: its body is put in a block."""
        signature, *body = "\n".join(self._function(node, self.module.text.splitlines())).split(
            "\n"
        )
        first = next(place for place, line in enumerate(body) if not line.startswith("    cdef "))
        block = [f"    {line}" for line in body[first:]]
        checks = f"cython.boundscheck({self.checked}), cython.wraparound(False)"
        return [signature, *body[:first], f"    with {checks}:", *block]

    def _class_header(self, node: ast.ClassDef) -> list[str]:
        bases = ", ".join(ast.unparse(base) for base in node.bases)
        out = [f"cdef class {node.name}({bases}):" if bases else f"cdef class {node.name}:"]
        for item in node.body:
            if isinstance(item, ast.AnnAssign):
                if item.value is not None and ast.unparse(item.value) not in ("0", "False"):
                    raise self.fail(item, "a field begins with 0; __init__ gives it another value")
                out.append(
                    f"    cdef public {self.spelt(item.annotation)} {ast.unparse(item.target)}"
                )
            elif isinstance(item, ast.FunctionDef) and marks(item):
                out.append("    " + self.signature(item, method=True))
        return out if len(out) > 1 else [*out, "    pass"]

    def _directives(self, indent: int) -> list[str]:
        return [
            " " * indent + f"@cython.{name}({value})"
            for name, value in (("boundscheck", self.checked), ("wraparound", False))
        ]

    # The body.

    def body(self) -> str:
        """The ``.pyx``: the source, with kernels in Cython."""
        lines = self.lines
        self._begin(lines)
        after: list[str] = []
        for run in self._ordinary():
            lines[run[0].lineno - 1] = self._carried(run, lines)
        for node in self.module.tree.body:
            if isinstance(node, ast.FunctionDef) and marks(node):
                self._replace(node, lines, method=False)
                if "entry" in marks(node):
                    after += self._wrapper(node, method=False)
            elif isinstance(node, ast.ClassDef) and node.name in self.module.classes:
                self._class_body(node, lines)
            elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
                if node.target.id in self.module.tables:
                    name = node.target.id
                    value = (
                        ast.get_source_segment(self.module.text, node.value) if node.value else ""
                    )
                    self._blank(node, lines)
                    lines[node.lineno - 1] = (
                        f"{name} = {' '.join((value or '').split())}; {name}__c = {name}"
                    )
        return "\n".join([*lines, *after]) + "\n"

    def _begin(self, lines: list[str]) -> None:
        """Add the common prelude to the line of the first statement; annotations are text."""
        statements = self.module.tree.body
        first = statements[ast.get_docstring(self.module.tree) is not None].lineno - 1
        future, rest = "from __future__ import annotations", lines[first]
        if rest.startswith(future):
            rest = ""
        prelude = "cimport cython; from cpstudy.core.building import run_ordinary"
        lines[first] = f"{future}; {prelude}; {rest}"

    def _ordinary(self) -> Iterator[list[ast.FunctionDef | ast.ClassDef]]:
        """The runs of ordinary functions and classes at the top of the file."""
        run: list[ast.FunctionDef | ast.ClassDef] = []
        for node in self.module.tree.body:
            if isinstance(node, (ast.FunctionDef, ast.ClassDef)) and not marks(node):
                run.append(node)
                continue
            if run:
                yield run
            run = []
        if run:
            yield run

    def _carried(self, run: list[ast.FunctionDef | ast.ClassDef], lines: list[str]) -> str:
        """A call that defines a run of functions and classes; their lines are blanked.

        Raises KernelError if they name a kernel without ``@entry``, which has no name in Python.
        """
        used = {n.id: n for node in run for n in ast.walk(node) if isinstance(n, ast.Name)}
        for name in sorted(used.keys() & self.hidden):
            raise self.fail(used[name], f"Python calls the kernel {name}: it must be an @entry")
        source = self.module.text.splitlines()
        first = min(run[0].lineno, *(d.lineno for d in run[0].decorator_list), 10**9)
        last = run[-1].end_lineno or run[-1].lineno
        text = "\n" * (first - 1) + "\n".join(source[first - 1 : last])
        code = compile(text, self.module.name, "exec", _ANNOTATIONS, dont_inherit=True)
        for node in run:
            self._blank(node, lines)
        names = "".join(f", {name}={name}" for name in sorted(used.keys() & self.foreign))
        defined = " = ".join(node.name for node in run)  # Cython must see their definitions
        return f"{defined} = None; run_ordinary({marshal.dumps(code, 2)!r}, globals(){names})"

    def _blank(self, node: ast.stmt, lines: list[str]) -> None:
        decorators = getattr(node, "decorator_list", [])
        first = min([node.lineno, *(d.lineno for d in decorators)])
        for number in range(first - 1, node.end_lineno or node.lineno):
            lines[number] = ""

    def _class_body(self, node: ast.ClassDef, lines: list[str]) -> None:
        for decorator in node.decorator_list:
            lines[decorator.lineno - 1] = ""
        bases = ", ".join(ast.unparse(base) for base in node.bases)
        lines[node.lineno - 1] = (
            f"cdef class {node.name}({bases}):" if bases else f"cdef class {node.name}:"
        )
        empty = True
        for item in node.body:
            if isinstance(item, ast.AnnAssign):
                self._blank(item, lines)
                continue
            empty = False
            if isinstance(item, ast.FunctionDef) and marks(item):
                self._replace(item, lines, method=True)
                if "entry" in marks(item):
                    last = (item.end_lineno or item.lineno) - 1
                    lines[last] += "\n" + "\n".join(self._wrapper(item, method=True))
        if empty:
            lines[node.lineno - 1] += " pass"

    def _replace(self, node: Function, lines: list[str], *, method: bool) -> None:
        """Replace the Python form of a kernel by its C form."""
        text = self._function(node, self.module.text.splitlines(), method=method)
        self._blank(node, lines)
        if "inlined" in marks(node) and not method:
            return
        # The directives take the decorator's line and the empty one before it.
        bounds, wraparound = self._directives(node.col_offset)
        decorator = node.decorator_list[0].lineno - 1
        if lines[decorator - 1].strip():
            raise self.fail(node, "a kernel comes after an empty line")
        lines[decorator - 1], lines[decorator] = bounds, wraparound
        lines[node.lineno - 1] = text[0]
        for offset, line in enumerate(text[1:]):
            lines[node.body[0].lineno - 1 + offset] = line

    def _wrapper(self, node: Function, *, method: bool) -> list[str]:
        """The function that Python calls: it releases the interpreter's lock."""
        pad = " " * node.col_offset
        arguments = self.arguments(node, method=method)
        taken = ", ".join(f"{t} {n}".strip() for t, n in arguments)
        passed = ", ".join(n for t, n in arguments if t)
        call = f"{'self.' if method else ''}{node.name}__c({passed})"
        result = self.spelt(node.returns)
        out = [f"{pad}def {node.name}({taken}):"]
        doc = ast.get_docstring(node)
        if doc:
            out.append(f"{pad}    {doc.splitlines()[0]!r}")
        if result == "void":
            return [*out, f"{pad}    with nogil:", f"{pad}        {call}"]
        return [*out, f"{pad}    cdef {result} answer", f"{pad}    with nogil:",
                f"{pad}        answer = {call}", f"{pad}    return answer"]  # fmt: skip

    def _function(self, node: Function, lines: list[str], *, method: bool = False) -> list[str]:
        """The lines of a kernel: its signature, then as many as its body has in the source."""
        pad = " " * (node.col_offset + 4)
        body = node.body
        doc = isinstance(body[0], ast.Expr) and isinstance(body[0].value, ast.Constant)
        first, last = body[0].lineno - 1, node.end_lineno or node.lineno
        text = self._rewritten(node, lines)[first:last]
        declared = self._declarations(node, method=method)
        cdefs = [f"{pad}cdef {width} {', '.join(names)}" for width, names in declared.items()]
        if doc:  # the declarations replace its lines
            taken = (body[0].end_lineno or body[0].lineno) - first
            cdefs = cdefs or [pad + "pass"]
            cdefs += [""] * (taken - len(cdefs))
            text[:taken] = [*cdefs[: taken - 1], "\n".join(cdefs[taken - 1 :])]
        elif cdefs:
            text[0] = "\n".join([*cdefs, text[0]])
        return [" " * node.col_offset + self.signature(node, method=method) + ":", *text]

    def _declarations(self, node: Function, *, method: bool) -> dict[str, list[str]]:
        """The locals of a kernel by type."""
        parameters = {name for _, name in self.arguments(node, method=method)}
        found: dict[str, str] = {}
        for part in ast.walk(node):
            if isinstance(part, ast.AnnAssign) and isinstance(part.target, ast.Name):
                found[part.target.id] = self.spelt(part.annotation)
        for part in ast.walk(node):
            if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store):
                if part.id not in parameters:
                    found.setdefault(part.id, WIDTHS["i64"])
        out: dict[str, list[str]] = {}
        for name, width in found.items():
            out.setdefault(width, []).append(name)
        return out

    def _rewritten(self, node: Function, lines: list[str]) -> list[str]:
        """The lines of a file with one kernel's constants, casts and annotations replaced."""
        lines = [*lines]
        edits = sorted(self._edits(node), key=lambda edit: edit[0], reverse=True)
        for (line, start), (_, end), text in edits:
            row = lines[line - 1].encode()
            lines[line - 1] = (row[:start] + text.encode() + row[end:]).decode()
        return lines

    def _edits(self, node: Function) -> Iterator[Edit]:
        """(begin, end, text) of each replacement; each is on one line, and they do not overlap."""
        local = {
            p.id for p in ast.walk(node) if isinstance(p, ast.Name) and isinstance(p.ctx, ast.Store)
        }
        local |= {a.arg for a in node.args.args}
        for statement in node.body:
            for part in ast.walk(statement):
                if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Load):
                    place = (part.lineno, part.col_offset), (part.lineno, part.end_col_offset or 0)
                    if part.id in local:
                        continue
                    if part.id in self.renamed:
                        yield *place, self.renamed[part.id]
                    elif part.id in self.module.constants:
                        yield *place, literal(self.module.constants[part.id])
                elif (
                    isinstance(part, ast.Constant)
                    and type(part.value) is int
                    and part.value >= 2**31
                ):
                    yield (
                        (part.lineno, part.col_offset),
                        (part.lineno, part.end_col_offset or 0),
                        literal(part.value),
                    )
                if isinstance(part, ast.Call) and isinstance(part.func, ast.Name):
                    yield from self._call_edits(part, part.func)
                if isinstance(part, ast.BinOp) and isinstance(part.op, ast.LShift):
                    if isinstance(part.left, ast.Constant):
                        at = part.left.lineno, part.left.col_offset
                        yield at, at, "<long long>"
                    elif self._is_narrow(part):
                        raise self.fail(part, "C shifts this constant in 32 bits: write i64(…)")
                if isinstance(part, ast.AnnAssign):
                    target, annotation = part.target, part.annotation
                    if annotation.lineno != target.lineno or annotation.end_lineno != target.lineno:
                        raise self.fail(part, "a local's width stands on its line")
                    end = annotation.end_col_offset or 0
                    if part.value is None:
                        yield (part.lineno, part.col_offset), (part.lineno, end), "pass"
                    else:
                        yield (target.lineno, target.end_col_offset or 0), (target.lineno, end), ""

    def _is_narrow(self, shift: ast.BinOp) -> bool:
        """Whether a constant expression is shifted left by an amount that is not constant."""
        constants = self.module.constants
        return (
            evaluate(shift.left, constants) is not None and evaluate(shift.right, constants) is None
        )

    def _call_edits(self, call: ast.Call, function: ast.Name) -> Iterator[Edit]:
        """``i64(x)`` is a cast, ``row(m, k)`` is ``m[k]``."""
        name = "i64" if function.id == "int" else function.id
        if name in WIDTHS and name not in ("bool", "None"):
            yield start(function), end(function), f"<{WIDTHS[name]}>"
        elif name == "row":
            matrix, place = call.args
            if call.lineno != call.end_lineno:
                raise self.fail(call, "row and its arguments stand on one line")
            yield start(function), start(matrix), ""
            yield end(matrix), start(place), "["
            yield end(place), end(call), "]"


def start(node: ast.expr | ast.stmt) -> Place:
    """The position where a node begins: line, column in bytes."""
    return node.lineno, node.col_offset


def end(node: ast.expr | ast.stmt) -> Place:
    """The position where a node ends."""
    return node.end_lineno or node.lineno, node.end_col_offset or 0


def kernel_files(package: Path) -> list[Path]:
    """The files that are compiled."""
    return [module.path for module in read(package).values() if module.compiled]
