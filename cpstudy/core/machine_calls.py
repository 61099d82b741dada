"""How a kernel calls a kernel: with as few numbers as there are, and the value is what it returns.

numba hands over an array as seven numbers, and a workspace of twenty arrays as a hundred and forty;
the value comes back through memory, and a number says whether an exception was raised, which the
caller asks for. Of an array without gaps two numbers tell all: where its data are and how long it
is; whoever counts references needs to know of one more. Most kernels raise nothing, which is seen
when their code is there: then nobody asks, and the value is returned like a function's of C.

What Python calls is a wrapper around a kernel, which calls it in the same way
(:mod:`.machine_entries`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from llvmlite import ir as llvm
from numba.core import cgutils, imputils, types
from numba.core.types.containers import BaseTuple

_ADDRESS = llvm.IntType(8).as_pointer()
_LENGTH = llvm.IntType(64)


class Parameters:
    """The numbers that stand for arguments of some types.

    context: numba's target context. counted: whether the called kernel counts references.
    """

    def __init__(self, context: Any, of: Sequence[Any], counted: bool) -> None:
        self._context, self._of, self._counted = context, tuple(of), counted
        self.types: list[Any] = [one for kind in self._of for one in self._types(kind)]

    def flatten(self, builder: Any, values: Sequence[Any]) -> list[Any]:
        """The numbers, of values."""
        pairs = zip(self._of, values, strict=True)
        return [one for kind, value in pairs for one in self._flat(builder, kind, value)]

    def rebuild(self, builder: Any, numbers: Sequence[Any]) -> list[Any]:
        """The values, of the numbers."""
        left = iter(numbers)
        return [self._value(builder, kind, left) for kind in self._of]

    def _types(self, kind: Any) -> Iterator[Any]:
        if isinstance(kind, BaseTuple):
            for member in kind:
                yield from self._types(member)
        elif _is_plain(kind):
            whole = self._context.get_value_type(kind)
            if self._counted:
                yield whole.elements[0]
            yield whole.elements[4]
            yield from [_LENGTH] * kind.ndim
        else:
            yield from _leaves(self._context.get_argument_type(kind))

    def _flat(self, builder: Any, kind: Any, value: Any) -> Iterator[Any]:
        if isinstance(kind, BaseTuple):
            for place, member in enumerate(kind):
                yield from self._flat(builder, member, builder.extract_value(value, place))
        elif _is_plain(kind):
            if self._counted:
                yield builder.extract_value(value, 0)
            yield builder.extract_value(value, 4)
            for axis in range(kind.ndim):
                yield builder.extract_value(value, (5, axis))
        else:
            yield from _leaves(self._context.get_value_as_argument(builder, kind, value))

    def _value(self, builder: Any, kind: Any, left: Iterator[Any]) -> Any:
        if isinstance(kind, BaseTuple):
            members = [self._value(builder, member, left) for member in kind]
            return self._context.make_tuple(builder, kind, members)
        if _is_plain(kind):
            return self._array(builder, kind, left)
        model = self._context.data_model_manager[kind]
        return model.from_argument(builder, _regrown(model.get_argument_type(), left))

    def _array(self, builder: Any, kind: Any, left: Iterator[Any]) -> Any:
        """(meminfo, parent, nitems, itemsize, data, shape, strides) of an array without gaps."""
        whole = self._context.get_value_type(kind)
        counts = next(left) if self._counted else whole.elements[0](None)
        data = next(left)
        shape = [next(left) for _ in range(kind.ndim)]
        step = _LENGTH(_bytes_of(self._context, kind.dtype))
        size = step
        strides: list[Any] = []
        for length in reversed(shape):
            strides.insert(0, step)
            step = builder.mul(step, length)
        items = shape[0]
        for length in shape[1:]:
            items = builder.mul(items, length)
        members = (counts, whole.elements[1](None), items, size, data)
        made = whole(llvm.Undefined)
        for place, member in enumerate(members):
            made = builder.insert_value(made, member, place)
        for place, numbers in ((5, shape), (6, strides)):
            packed = whole.elements[place](llvm.Undefined)
            for axis, number in enumerate(numbers):
                packed = builder.insert_value(packed, number, axis)
            made = builder.insert_value(made, packed, place)
        return made


_sizes: dict[Any, int] = {}


def _bytes_of(context: Any, kind: Any) -> int:
    """What an element of an array takes. LLVM is asked, by a module of its own, so only once."""
    if kind not in _sizes:
        _sizes[kind] = context.get_abi_sizeof(context.get_data_type(kind))
    return _sizes[kind]


def _is_plain(kind: Any) -> bool:
    return type(kind) is types.Array and kind.layout == "C" and kind.ndim > 0


def _leaves(tree: Any) -> Iterator[Any]:
    if isinstance(tree, (tuple, list)):
        for branch in tree:
            yield from _leaves(branch)
    else:
        yield tree


def _regrown(shape: Any, left: Iterator[Any]) -> Any:
    if isinstance(shape, (tuple, list)):
        return tuple(_regrown(branch, left) for branch in shape)
    return next(left)


_parameters: dict[Any, Parameters] = {}


def _parameters_of(context: Any, of: Sequence[Any], counted: bool) -> Parameters:
    key = *(kind._code for kind in of), counted
    if key not in _parameters:
        _parameters[key] = Parameters(context, of, counted)
    return _parameters[key]


def begun(context: Any, module: Any, description: Any) -> Any:
    """A function for a kernel, as far as is known before its code is."""
    counted = context.enable_nrt
    result = context.call_conv.get_return_type(description.restype)
    failure = context.call_conv.get_function_type(types.none, ()).args[1]
    parameters = _parameters_of(context, description.argtypes, counted).types
    kind = llvm.FunctionType(llvm.IntType(32), [result, failure, *parameters])
    function = llvm.Function(module, kind, description.unique_name)
    for argument in function.args[:2]:
        argument.add_attribute("captures(none)")
        argument.add_attribute("noalias")
    if description.inline:
        function.attributes.add("alwaysinline")
    return function


def arguments(context: Any, builder: Any, description: Any, function: Any) -> list[Any]:
    """The values of the arguments, within the function."""
    parameters = _parameters_of(context, description.argtypes, context.enable_nrt)
    return parameters.rebuild(builder, function.args[2:])


def ended(function: Any) -> bool:
    """Give a function whose code is there the form of C, where nothing is raised; whether it is."""
    values = []
    for block in function.blocks:
        if getattr(block.terminator, "opname", None) == "ret":
            code = block.terminator.return_value
            if not (isinstance(code, llvm.Constant) and code.constant == 0):
                return False
            stored = [
                one
                for one in block.instructions
                if one.opname == "store" and one.operands[1] is function.args[0]
            ]
            if len(stored) != 1:
                return False
            values.append((block, stored[0]))
    if not values:
        return False
    for block, stored in values:
        (value, _) = stored.operands
        block.instructions.remove(stored)
        block.instructions.pop()
        block.terminator = llvm.Ret(block, "ret", value)
        block.instructions.append(block.terminator)
    result = function.args[0].type.pointee
    function.args = function.args[2:]
    function.ftype = llvm.FunctionType(result, [argument.type for argument in function.args])
    function.return_value = llvm.ReturnValue(function, result)
    return True


def call(context: Any, builder: Any, called: Any, signature: Any, values: Sequence[Any]) -> Any:
    """Call a kernel; its value.

    called: what numba's compiler said of it. Where it raised, the caller raises.
    """
    status, value = invoked(context, builder, called, values)
    if status is None:
        return value
    with cgutils.if_unlikely(builder, status.is_error):
        context.call_conv.return_status_propagate(builder, status)
    return imputils.fix_returning_optional(context, builder, signature, status, value)


def invoked(
    context: Any, builder: Any, called: Any, values: Sequence[Any], attributes: Sequence[str] = ()
) -> tuple[Any, Any]:
    """Call a kernel; numba's record of how it ended (None: it raises nothing) and its value.

    attributes: LLVM's, of the call.
    """
    description = called.fndesc
    parameters = _parameters_of(context, description.argtypes, called.target_context.enable_nrt)
    numbers = parameters.flatten(builder, values)
    result = context.call_conv.get_return_type(description.restype).pointee
    if called.library.raises_nothing:
        kind = llvm.FunctionType(result, parameters.types)
        function = cgutils.get_or_insert_function(builder.module, kind, description.unique_name)
        value = builder.call(function, numbers, attrs=attributes)
        return None, context.get_returned_value(builder, description.restype, value)
    failure = context.call_conv.get_function_type(types.none, ()).args[1]
    kind = llvm.FunctionType(llvm.IntType(32), [result.as_pointer(), failure, *parameters.types])
    function = cgutils.get_or_insert_function(builder.module, kind, description.unique_name)
    memory = cgutils.alloca_once(builder, result)
    what = cgutils.alloca_once(builder, failure.pointee)
    builder.store(result(None), memory)
    code = builder.call(function, [memory, what, *numbers], attrs=attributes)
    status = context.call_conv._get_return_status(builder, code, builder.load(what))
    value = context.get_returned_value(builder, description.restype, builder.load(memory))
    return status, value
