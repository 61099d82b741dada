"""Types to intermediate code, with little of it: kernels are lowered to what they compute.

A kernel gets workspaces of twenty arrays, each seven numbers. numba puts them together at its
beginning, takes them apart where an element is read, keeps every variable in memory of its own,
clears it when it is no longer needed, and leaves it to LLVM to see that nothing of this matters:
nine tenths of what it writes. Making, printing, parsing and simplifying that was half of what
compiling took. Here

- what was put into a structure is what is taken out of it (:class:`_Builder`);
- a variable that is assigned once, before all its uses, is a value and has no memory;
- an element of an array is one address computed from where its data are;
- operators are looked up once each, not again for every number that is written out;
- what nobody uses is left out at last.

The same loads, stores and arithmetic come out, in the same order. All else is numba's own lowering
(:mod:`numba.core.lowering`).
"""

from __future__ import annotations

import operator
from typing import Any

from llvmlite import ir as llvm
from numba.core import cgutils, errors, ir, lowering, typed_passes, types
from numba.core.analysis import compute_cfg_from_blocks
from numba.core.types.containers import BaseTuple
from numba.np import arrayobj

from cpstudy.core import machine_calls

# Instructions that do nothing but to have a value.
_PURE = frozenset(
    ("insertvalue", "extractvalue", "getelementptr", "load", "alloca", "icmp", "fcmp", "select",
     "add", "sub", "mul", "and", "or", "xor", "shl", "lshr", "ashr", "sext", "zext", "trunc",
     "bitcast", "phi")
)  # fmt: skip


class _Builder(llvm.IRBuilder):  # type: ignore[misc, unused-ignore]
    """What writes instructions: it knows the parts of structures that were put together."""

    def insert_value(self, agg: Any, value: Any, idx: Any, name: str = "") -> Any:
        made = super().insert_value(agg, value, idx, name)
        (place, *inside) = made.indices
        made.parts = {} if inside else {**getattr(agg, "parts", {}), place: value}
        return made

    def extract_value(self, agg: Any, idx: Any, name: str = "") -> Any:
        indices = list(idx) if isinstance(idx, (tuple, list)) else [idx]
        while indices and indices[0] in getattr(agg, "parts", ()):
            agg = agg.parts[indices.pop(0)]
        return super().extract_value(agg, indices, name) if indices else agg


class _Lower(lowering.Lower):  # type: ignore[misc, unused-ignore]
    """numba's lowering of a function; see the module."""

    def setup_function(self, fndesc: Any) -> None:
        self.library.counts_references = self.context.enable_nrt
        self.function = machine_calls.begun(self.context, self.module, fndesc)
        self.entry_block = self.function.append_basic_block("entry")
        self.builder = _Builder(self.entry_block)
        self.call_helper = self.call_conv.init_call_helper(self.builder)

    def extract_function_arguments(self) -> Any:
        self.fnargs = machine_calls.arguments(
            self.context, self.builder, self.fndesc, self.function
        )
        return self.fnargs

    def lower_normal_function(self, fndesc: Any) -> None:
        super().lower_normal_function(fndesc)
        _sweep(self.function)
        self.library.raises_nothing = machine_calls.ended(self.function)

    def _lower_call_normal(self, fnty: Any, expr: Any, signature: Any) -> Any:
        """Kernels are called in their own way."""
        called: Any = None
        if isinstance(fnty, types.Dispatcher):
            called = fnty.dispatcher.overloads.get(tuple(signature.args))
        if called is None or not hasattr(called.library, "raises_nothing"):
            return super()._lower_call_normal(fnty, expr, signature)
        self.context.add_linking_libs((called.library,))
        values = self.fold_call_args(fnty, signature, expr.args, expr.vararg, expr.kws)
        return machine_calls.call(self.context, self.builder, called, signature, values)

    def lower_binop(self, resty: Any, expr: Any, op: Any) -> Any:
        """Only for powers is it of use to look whether a number is written out."""
        if op not in (operator.pow, operator.ipow):
            expr.static_lhs = expr.static_rhs = ir.UNDEFINED
        return super().lower_binop(resty, expr, op)

    def lower_block(self, block: Any) -> None:
        """numba prepares what to say of each statement, should it be one that cannot be lowered."""
        self.pre_block(block)
        try:
            for statement in block.body:
                self.loc = statement.loc
                self.lower_inst(statement)
        except errors.NumbaError as error:
            error.add_context(f"lowering {statement} at {statement.loc}")
            raise
        self.post_block(block)

    def lower_inst(self, inst: Any) -> None:
        """Numbers that are written out are indices like others."""
        if isinstance(inst, ir.StaticSetItem) and self._is_array(inst.target):
            signature = self.fndesc.calltypes[inst]
            self.lower_setitem(inst.target, inst.index_var, inst.value, signature)
        else:
            super().lower_inst(inst)

    def lower_expr(self, resty: Any, expr: Any) -> Any:
        """The value of an expression."""
        if expr.op == "static_getitem" and self._is_array(expr.value):
            signature = self.fndesc.calltypes[expr]
            return self.lower_getitem(resty, expr, expr.value, expr.index_var, signature)
        return super().lower_expr(resty, expr)

    def _is_array(self, variable: Any) -> bool:
        return isinstance(self.typeof(variable.name), types.Array)

    def _find_singly_assigned_variable(self) -> None:
        """Those that are values: assigned once, before all uses, in the same block or in others."""
        graph = compute_cfg_from_blocks(self.func_ir.blocks)
        before = graph.dominators()
        assigned: dict[str, list[int]] = {}
        used = _first_uses(self.func_ir.blocks, assigned)
        self._singly_assigned_vars: set[str] = set()
        self._blk_local_varmap: dict[str, Any] = {}
        for name, places in assigned.items():
            if len(places) == 1:
                (made,) = places
                elsewhere = used.get(name)
                if not elsewhere or (
                    not self._counted(self.typeof(name))
                    and all(made < place and made in before[place] for place in elsewhere)
                ):
                    self._singly_assigned_vars.add(name)

    def _counted(self, of: Any) -> bool:
        """Whether references to values of a type are counted in this function."""
        holds = self.context.data_model_manager[of].contains_nrt_meminfo
        return bool(self.context.enable_nrt and holds())

    def delvar(self, name: str) -> None:
        """Nothing is done about a variable that holds no reference."""
        if self._counted(self.typeof(name)):
            super().delvar(name)

    def lower_getitem(self, resty: Any, expr: Any, value: Any, index: Any, signature: Any) -> Any:
        element = self._element(value, index, signature)
        if element is None:
            return super().lower_getitem(resty, expr, value, index, signature)
        found = arrayobj.load_item(self.context, self.builder, signature.args[0], element)
        return self.context.cast(self.builder, found, signature.return_type, resty)

    def lower_setitem(self, target_var: Any, index_var: Any, value_var: Any, signature: Any) -> Any:
        made = self.typeof(value_var.name)
        scalar = isinstance(made, (types.Number, types.Boolean))
        element = self._element(target_var, index_var, signature) if scalar else None
        if element is None:
            return super().lower_setitem(target_var, index_var, value_var, signature)
        array = signature.args[0]
        value = self.context.cast(
            self.builder, self.loadvar(value_var.name), made, signature.args[2]
        )
        value = self.context.cast(self.builder, value, signature.args[2], array.dtype)
        arrayobj.store_item(self.context, self.builder, array, value, element)
        return None

    def _element(self, array_var: Any, index_var: Any, signature: Any) -> Any:
        """The address of one element of an array; None where that is not what is asked for."""
        array, index = signature.args[:2]
        at, given = self.loadvar(index_var.name), self.typeof(index_var.name)
        if isinstance(index, BaseTuple):
            kinds, given = tuple(index), tuple(given)
            values = [self.builder.extract_value(at, k) for k in range(len(kinds))]
        else:
            kinds, given, values = (index,), (given,), [at]
        if not (
            isinstance(array, types.Array)
            and self.typeof(array_var.name) == array
            and len(kinds) == array.ndim
            and all(isinstance(kind, types.Integer) for kind in kinds)
        ):
            return None
        whole = self.loadvar(array_var.name)
        # (meminfo, parent, nitems, itemsize, data, shape, strides)
        data = self.builder.extract_value(whole, 4)
        shape = [self.builder.extract_value(whole, (5, k)) for k in range(array.ndim)]
        places = []
        for value, has, kind, length in zip(values, given, kinds, shape, strict=True):
            place = self.context.cast(self.builder, value, has, kind)
            if not (isinstance(place, llvm.Constant) and place.constant >= 0):
                place = arrayobj.fix_integer_index(self.context, self.builder, kind, place, length)
            places.append(place)
        if array.layout != "C":
            strides = [self.builder.extract_value(whole, (6, k)) for k in range(array.ndim)]
            return cgutils.get_item_pointer2(
                self.context, self.builder, data, shape, strides, array.layout, places
            )
        offset = places[0]
        for place, length in zip(places[1:], shape[1:], strict=True):
            offset = self.builder.add(self.builder.mul(offset, length), place)
        return self.builder.gep(data, [offset])


def _first_uses(blocks: Any, assigned: dict[str, list[int]]) -> dict[str, list[int]]:
    """Of each variable the blocks where it is used before it is assigned there.

    assigned: gets the blocks of all its assignments, a block as often as there are.
    """
    used: dict[str, list[int]] = {}
    for place, block in blocks.items():
        known = set()
        for statement in block.body:
            assigns = isinstance(statement, ir.Assign)
            value = statement.value if assigns else statement
            variables = [value] if isinstance(value, ir.Var) else ()
            for variable in value.list_vars() if isinstance(value, ir.Inst) else variables:
                if variable.name not in known:
                    used.setdefault(variable.name, []).append(place)
            if assigns:
                known.add(statement.target.name)
                assigned.setdefault(statement.target.name, []).append(place)
    return used


def _sweep(function: Any) -> None:
    """Leave out the instructions of a function that have a value only, which nobody uses.

    Writing to memory of the function's own that is never read is left out too.
    """
    waiting: list[Any] = []
    writes: dict[Any, list[Any]] = {}
    for block in function.blocks:
        for one in block.instructions:
            if one.opname == "store" and (memory := _own_memory(one.operands[1])) is not None:
                writes.setdefault(memory, []).append(one)
            elif one.opname not in _PURE:
                waiting.append(one)
    needed = set()
    while waiting:
        one = waiting.pop()
        if one in needed:
            continue
        needed.add(one)
        waiting += writes.get(one, ())
        operands = [value for value, _ in one.incomings] if one.opname == "phi" else one.operands
        waiting += [operand for operand in operands if isinstance(operand, llvm.Instruction)]
    for block in function.blocks:
        block.instructions[:] = [one for one in block.instructions if one in needed]


def _own_memory(address: Any) -> Any:
    """The memory of the function's own that an address is in; None where it may be elsewhere."""
    while getattr(address, "opname", None) in ("getelementptr", "bitcast"):
        address = address.operands[0]
    return address if getattr(address, "opname", None) == "alloca" else None


class KernelLowering(typed_passes.BaseNativeLowering):  # type: ignore[misc, unused-ignore]
    """The pass that lowers a kernel."""

    _name = "kernel_lowering"

    @property
    def lowering_class(self) -> Any:
        """What does it."""
        return _Lower
