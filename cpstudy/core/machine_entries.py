"""What Python calls: a function that takes Python's arguments apart and calls a kernel.

numba makes such a function of each kernel. For each array it zeroes a structure, fills it, checks
it, and branches over what to do if it was none, which is five blocks an array and more to compile
than many a kernel; then it hands over seven numbers an array. Here all arguments are taken apart
first and one question is asked of all; the kernel is called as kernels call each other
(:mod:`.machine_calls`), without Python's lock.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir as llvm
from numba.core import callwrapper, cgutils, types
from numba.core.types.containers import BaseTuple
from numba.core.types.misc import Omitted

from cpstudy.core import machine_calls


class Wrapper(callwrapper.PyCallWrapper):  # type: ignore[misc, unused-ignore]
    """The function that Python calls, of a kernel.

    context: numba's target context, of the kernel. called: what the compiler said of it. module:
    where the function goes.
    """

    def __init__(self, context: Any, module: Any, called: Any) -> None:
        super().__init__(
            context, module, None, called.fndesc, called.environment,
            call_helper=None, release_gil=True,
        )  # fmt: skip
        self._called = called

    def build_wrapper(self, api: Any, builder: Any, closure: Any, args: Any, kws: Any) -> None:
        """Write the body; numba gives the parameters."""
        kinds = self.fndesc.argtypes
        places = [api.alloca_obj() for _ in kinds]
        unpacked = api.unpack_tuple(args, self.fndesc.qualname, len(kinds), len(kinds), *places)
        with cgutils.if_unlikely(builder, cgutils.is_null(builder, unpacked)):
            builder.ret(api.get_null_object())
        environment = self.get_env(api, builder)
        self._failures: list[Any] = []
        objects = [builder.load(place) for place in places]
        values = [
            self._unboxed(api, builder, kind, one) for kind, one in zip(kinds, objects, strict=True)
        ]
        failed = llvm.IntType(1)(0)
        for one in self._failures:
            failed = builder.or_(failed, one)
        with cgutils.if_unlikely(builder, failed):
            self._release(builder, values)
            with cgutils.if_unlikely(builder, cgutils.is_null(builder, api.err_occurred())):
                api.err_set_string("PyExc_TypeError", "arguments are not what they were taken for")
            builder.ret(api.get_null_object())
        state = api.save_thread()
        status, value = machine_calls.invoked(
            self.context, builder, self._called, values, attributes=("noinline",)
        )
        api.restore_thread(state)
        self._release(builder, values)
        if status is not None:
            with cgutils.if_unlikely(builder, status.is_error):
                self.context.call_conv.raise_error(builder, api, status)
                builder.ret(api.get_null_object())
            with builder.if_then(status.is_none):
                api.return_none()
        builder.ret(api.from_native_return(self._simplified_return_type(), value, environment))

    def _unboxed(self, api: Any, builder: Any, kind: Any, one: Any) -> Any:
        """A value, of an object of Python."""
        if isinstance(kind, BaseTuple):
            members = [
                self._unboxed(api, builder, member, api.tuple_getitem(one, place))
                for place, member in enumerate(kind)
            ]
            return self.context.make_tuple(builder, kind, members)
        if type(kind) is types.Array:
            return self._array(api, builder, kind, one)
        if isinstance(kind, Omitted):
            return None  # the kernel knows its default
        if self.context.data_model_manager[kind].contains_nrt_meminfo():
            raise TypeError(f"kernels take numbers, arrays and tuples of them, no {kind}")
        native = api.to_native_value(kind, one)
        self._failures.append(native.is_error)
        return native.value

    def _array(self, api: Any, builder: Any, kind: Any, one: Any) -> Any:
        with builder.goto_entry_block():
            memory = builder.alloca(self.context.get_value_type(kind))
            if self.context.enable_nrt:
                builder.store(memory.type.pointee(None), memory)
        into = builder.bitcast(memory, api.voidptr)
        if self.context.enable_nrt:
            code = api.nrt_adapt_ndarray_from_python(one, into)
        else:
            code = api.numba_array_adaptor(one, into)
        self._failures.append(cgutils.is_not_null(builder, code))
        return builder.load(memory)

    def _release(self, builder: Any, values: list[Any]) -> None:
        """Nothing holds the arrays any longer."""
        if self.context.enable_nrt:
            for kind, value in zip(self.fndesc.argtypes, values, strict=True):
                self.context.nrt.decref(builder, kind, value)
