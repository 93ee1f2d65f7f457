"""How kernels become machine code: each is read and typed once, and optimised only where Python calls it, with all that it calls.

Numba makes a library of every compiled function: it links in what the function calls, optimises the whole and makes machine code of it,
before the caller does the same again with all of that inside. Of the 300 kernels of a game and its bots Python calls 25, so that most of
this work was thrown away; it was half of the time that a game took to compile.

- The library of a kernel that only kernels call is `Inner`: it stays as it is when it has been read and typed.
- The library of a kernel that Python calls is `Outer`: it gathers all inner ones below it, is optimised and becomes machine code.
- Where such a kernel calls another that Python calls too (a search plays on with `act`), it calls that one's machine code, through its
  `Door`: the rules would else be optimised again in everything that plays. Only a small one is copied into its caller.

Numba has a hook for it: a function may be compiled by a class of its own, and a compiler begins with the library that it is given. The
same class leaves out the passes that look for what no kernel has; after each of them Numba would analyse the function anew.
"""

from __future__ import annotations

import ctypes
import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numba.core.types
from numba.core import itanium_mangler, sigutils
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler, Flags
from numba.core.compiler_machinery import PassManager
from numba.core.environment import lookup_environment
from numba.core.registry import cpu_target

types: Any = numba.core.types

# What Python would call of an inner kernel: a function of its own that raises TypeError. Without it the process would end.
NO_DOOR = ctypes.cast(ctypes.pythonapi.PyErr_BadArgument, ctypes.c_void_p).value
ENVIRONMENT = "_ZN08NumbaEnv"  # how a library calls the objects of Python that a function of it names, in an error for one


# Closures, `with`, exceptions with values, what is to be inlined or unrolled, options that decide a branch: a kernel is plain.
LEFT_OUT = {
    "AnnotateTypes",
    "DeadBranchPrune",
    "DumpParforDiagnostics",
    "FindLiterallyCalls",
    "InlineClosureLikes",
    "InlineInlinables",
    "InlineOverloads",
    "LiteralPropagationSubPipelinePass",
    "LiteralUnroll",
    "MakeFunctionToJitFunction",
    "NoPythonSupportedFeatureValidation",
    "NopythonRewrites",
    "RewriteDynamicRaises",
    "RewriteSemanticConstants",
    "WithLifting",
}


def short_name(name: str, arguments: Any, *, abi_tags: Any = (), uid: Any = None) -> str:
    """What the code of a function is called: with a digest of its arguments' types, which Numba would write out, every field of a state.

    That made names of some thousand letters, which stood at every call in the text that LLVM reads.
    """
    told = hashlib.sha256("\0".join(map(str, arguments)).encode()).hexdigest()[:16]
    return itanium_mangler.mangle(name, (), abi_tags=(told, *abi_tags), uid=uid)  # type: ignore[no-untyped-call, no-any-return]


setattr(cpu_target.target_context, "mangler", short_name)  # noqa: B010 (in place of a method)

SMALL = 16_384  # bytes of machine code: what has no more is copied, as a call may cost more than what it does; with it `FORM` changes


@dataclass(frozen=True)
class Door:
    """How other kernels call the machine code of one that Python calls: by a name that tells what it was made from, in any process."""

    symbol: str
    kernel: tuple[str, str]  # its module and name
    signature: Any


DOORS: dict[str, Door] = {}  # that are open in this process, by their symbols


def open_door(compiled: Any, kernel: tuple[str, str], signature: Any) -> None:
    """Let other kernels call what was compiled, or read, if it is worth a call."""
    library, symbol = compiled.library, compiled.fndesc.llvm_func_name
    library.has_door = library.size > SMALL and bool(library.get_pointer_to_function(symbol))
    if library.has_door:
        DOORS[symbol] = Door(symbol, kernel, signature)


class _Library(JITCodeLibrary):
    def _optimize_functions(self, ll_module: Any) -> None:
        """As Numba does it, but for functions that are only named, and with one set of passes for all."""
        codegen: Any = self._codegen
        ll_module.data_layout = codegen._data_layout
        passes, builder = codegen._function_pass_manager()
        for function in ll_module.functions:
            if not function.is_declaration:
                passes.run(function, builder)


class Inner(_Library):
    """The code of a kernel that only kernels call."""

    def finalize(self) -> None:
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int | None:
        return NO_DOOR

    @property
    def codegen(self) -> Inner:
        return self

    def set_env(self, name: str, env: Any) -> None:
        """Where the objects of Python are would be written into machine code; there is none before an `Outer` makes it."""


class Outer(_Library):
    """The code of a kernel that Python calls, with that of all kernels below, but for those that have a door."""

    def finalize(self) -> None:
        libraries = _with_inner_ones(self._linking_libraries)
        self._linking_libraries = [library for library in libraries if not getattr(library, "has_door", False)]
        super().finalize()  # type: ignore[no-untyped-call]
        self.needs = [
            DOORS[function.name] for function in self._final_module.functions if function.is_declaration and function.name in DOORS
        ]
        codegen: Any = self._codegen
        for name in [variable.name for variable in self._final_module.global_variables]:
            env = lookup_environment(name) if name.startswith(ENVIRONMENT) else None  # type: ignore[no-untyped-call]
            if env is not None:
                codegen.set_env(name, env)

    @property
    def size(self) -> int:
        """Of its machine code."""
        return len(self._get_compiled_object())  # type: ignore[no-untyped-call]


def _with_inner_ones(libraries: Iterable[Any]) -> list[Any]:
    """The libraries, and what the inner ones among them call, each once."""
    found: dict[Any, None] = {}
    ahead = list(libraries)
    while ahead:
        library = ahead.pop()
        if library not in found:
            found[library] = None
            if isinstance(library, Inner):
                ahead += library._linking_libraries
    return list(found)


class Passes(PassManager):
    """Numba's passes over a kernel, and nothing between them.

    After most of them Numba finds out anew how long each variable lives, though passes that need to know ask themselves; and it keeps a
    record of each, for which all types of its arguments were written out, and all flags.
    """

    def _runPass(self, index: int, one: Any, state: Any) -> None:
        one.analysis = self._analysis
        one.run_initialization(state), one.run_pass(state), one.run_finalizer(state)


class Settled(Flags):
    """Flags that nothing changes any more. Numba looks things up by them at every call in a kernel, and would go through all each time."""

    __slots__ = ("_hash",)

    def __init__(self, flags: Flags) -> None:
        super().__init__(flags)  # type: ignore[no-untyped-call]
        self._hash: int = super().__hash__()  # type: ignore[no-untyped-call]

    def __hash__(self) -> int:
        return self._hash

    def copy(self) -> Settled:
        return self


_settled: dict[Flags, Settled] = {}


class _KernelCompiler(Compiler):
    library: type[JITCodeLibrary]

    def _compile_bytecode(self) -> Any:
        self.name()
        return super()._compile_bytecode()  # type: ignore[no-untyped-call]

    def name(self) -> None:
        """Numba calls code by the kernel, its arguments and a number, which is another one in each process."""

    def compile_extra(self, function: Any) -> Any:
        flags = self.state.flags
        self.state.flags = _settled.get(flags) or _settled.setdefault(flags, Settled(flags))
        self.state.library = self.library(self.state.targetctx.codegen(), function.__qualname__)
        self.state.library.enable_object_caching()
        return super().compile_extra(function)  # type: ignore[no-untyped-call]

    def define_pipelines(self) -> list[Any]:
        (usual,) = super().define_pipelines()  # type: ignore[no-untyped-call]
        lean: Any = Passes(usual.pipeline_name)  # type: ignore[no-untyped-call]
        lean.passes = [(one, what_for) for one, what_for in usual.passes if one.__name__ not in LEFT_OUT]
        lean.finalize()
        return [lean]


class InnerCompiler(_KernelCompiler):
    library = Inner


class OuterCompiler(_KernelCompiler):
    library = Outer


def widened(kernel: Any) -> Any:
    """The kernel, compiled once for whole numbers of all sizes.

    Numba would compile it again for a small number, a constant and a member of an enum in the same place. It counts in 64 bits whatever it
    is given, so that the code does the same, and a caller widens a number on the way.
    """
    compile_exactly = kernel.compile

    def compile_widely(signature: Any) -> Any:
        arguments, _ = sigutils.normalize_signature(signature)  # type: ignore[no-untyped-call]
        return compile_exactly(tuple(wide(argument, types) for argument in arguments))

    kernel.compile = compile_widely
    return kernel


def wide(argument: Any, types: Any) -> Any:
    """The type that a kernel is compiled for in place of this one; `types` are Numba's, or those of its counterpart for a GPU."""
    plain = types.unliteral(argument)
    if isinstance(plain, types.IntEnumMember):
        plain = plain.dtype
    return types.int64 if isinstance(plain, types.Integer) and plain.signed else plain
