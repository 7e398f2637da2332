"""The front end on its own: its C API compiled from the sources, its dialect run on the OpenCL runtime by ctypes."""

from __future__ import annotations

import ctypes
import itertools
import os
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
import pytest

BUFFER, THREADGROUP, CONTEXT = range(3)
CL_DEVICE_TYPE_ALL = 0xFFFFFFFF
CL_PROGRAM_BUILD_LOG = 0x1183


class Macro(ctypes.Structure):
    _fields_ = [("name", ctypes.c_char_p), ("value", ctypes.c_char_p)]


class Options(ctypes.Structure):
    _fields_ = [
        ("macros", ctypes.POINTER(Macro)),
        ("macro_count", ctypes.c_size_t),
        ("fast_math", ctypes.c_int),
        ("has_double", ctypes.c_int),
        ("language_version", ctypes.c_int),
        ("fast_functions", ctypes.c_int),
    ]


class Argument(ctypes.Structure):
    _fields_ = [
        ("kind", ctypes.c_int),
        ("index", ctypes.c_uint),
        ("name", ctypes.c_char_p),
        ("type", ctypes.c_char_p),
        ("access", ctypes.c_int),
        ("min_size", ctypes.c_size_t),
    ]


class Kernel(ctypes.Structure):
    _fields_ = [
        ("name", ctypes.c_char_p),
        ("symbol", ctypes.c_char_p),
        ("args", ctypes.POINTER(Argument)),
        ("arg_count", ctypes.c_size_t),
        ("max_threads", ctypes.c_uint),
        ("uses_simd", ctypes.c_int),
        ("uses_barrier", ctypes.c_int),
        ("static_threadgroup_bytes", ctypes.c_size_t),
        ("constants", ctypes.POINTER(ctypes.c_uint)),
        ("constant_count", ctypes.c_size_t),
    ]

    @property
    def arguments(self) -> list[Argument]:
        return self.args[: self.arg_count]


class Constant(ctypes.Structure):
    _fields_ = [
        ("name", ctypes.c_char_p),
        ("index", ctypes.c_uint),
        ("type", ctypes.c_char_p),
        ("required", ctypes.c_int),
    ]


class ConstantValue(ctypes.Structure):
    _fields_ = [("name", ctypes.c_char_p), ("index", ctypes.c_uint), ("value", ctypes.c_void_p)]


class CompileError(Exception):
    """What the front end or the dialect's compiler said, in the user's lines."""


def build_frontend(root: Path, name: str, extra: Sequence[Path], flags: Sequence[str], link: Sequence[str]) -> Path:
    """Compile src/msl and extra sources into build/test-frontend/name; only what is older than its sources."""
    sources = root / "softmetal" / "src" / "msl"
    product = root / "build" / "test-frontend" / name
    folder = product.with_suffix(".objects")
    folder.mkdir(parents=True, exist_ok=True)
    compiler = shutil.which("clang++-19") or "clang++"
    headers = max(path.stat().st_mtime for path in sources.rglob("*.h"))
    objects = []
    for source in [*sorted(sources.glob("*.cc")), *extra]:
        target = folder / f"{source.stem}.o"
        objects.append(target)
        if target.exists() and target.stat().st_mtime > max(headers, source.stat().st_mtime):
            continue
        warnings = ["-std=c++17", "-Wall", "-Wextra", "-Werror", f"-I{sources}"]
        subprocess.run([compiler, *warnings, *flags, "-c", str(source), "-o", str(target)], check=True)
    subprocess.run([compiler, *flags, *link, *map(str, objects), "-o", str(product)], check=True)
    return product


class Frontend:
    """frontend.h by ctypes."""

    def __init__(self, library: Path) -> None:
        self.lib = lib = ctypes.CDLL(str(library))
        lib.sm_module_new.restype = lib.sm_module_source.restype = lib.sm_module_map_log.restype = ctypes.c_void_p
        lib.sm_module_kernels.restype = lib.sm_module_constants.restype = ctypes.c_size_t
        lib.sm_module_specialised.restype = ctypes.POINTER(Kernel)
        lib.sm_dialect_options.restype = ctypes.c_char_p

    def take(self, pointer: int) -> str:
        """A malloc'ed string, released."""
        text = ctypes.string_at(pointer).decode()
        ctypes.CDLL(None).free(ctypes.c_void_p(pointer))
        return text


class OpenCl:
    """The few calls that run a kernel on the CPU."""

    def __init__(self, library: str) -> None:
        self.lib = lib = ctypes.CDLL(library)
        for name in (
            "clCreateContext",
            "clCreateCommandQueueWithProperties",
            "clCreateProgramWithSource",
            "clCreateKernel",
        ):
            getattr(lib, name).restype = ctypes.c_void_p
        platform, self.device, self.status = ctypes.c_void_p(), ctypes.c_void_p(), ctypes.c_int()
        lib.clGetPlatformIDs(1, ctypes.byref(platform), None)
        lib.clGetDeviceIDs(platform, ctypes.c_uint64(CL_DEVICE_TYPE_ALL), 1, ctypes.byref(self.device), None)
        status = ctypes.byref(self.status)
        self.context = ctypes.c_void_p(lib.clCreateContext(None, 1, ctypes.byref(self.device), None, None, status))
        self.queue = ctypes.c_void_p(lib.clCreateCommandQueueWithProperties(self.context, self.device, None, status))

    def build(self, source: str, options: bytes) -> tuple[ctypes.c_void_p | None, str]:
        """A program, or None, and the log."""
        text = ctypes.c_char_p(source.encode())
        program = ctypes.c_void_p(
            self.lib.clCreateProgramWithSource(self.context, 1, ctypes.byref(text), None, ctypes.byref(self.status))
        )
        failed = self.lib.clBuildProgram(program, 1, ctypes.byref(self.device), options, None, None)
        size = ctypes.c_size_t()
        self.lib.clGetProgramBuildInfo(program, self.device, CL_PROGRAM_BUILD_LOG, 0, None, ctypes.byref(size))
        log = ctypes.create_string_buffer(size.value + 1)
        self.lib.clGetProgramBuildInfo(program, self.device, CL_PROGRAM_BUILD_LOG, size, log, None)
        return (None if failed else program), log.value.decode(errors="replace")

    def kernel(self, program: ctypes.c_void_p, symbol: bytes) -> ctypes.c_void_p:
        kernel = self.lib.clCreateKernel(program, symbol, ctypes.byref(self.status))
        assert self.status.value == 0, f"clCreateKernel({symbol}): {self.status.value}"
        return ctypes.c_void_p(kernel)

    def set(self, kernel: ctypes.c_void_p, position: int, value: np.ndarray | bytes | int) -> None:
        """An array is memory, bytes a value, an int a length of local memory."""
        if isinstance(value, np.ndarray):
            status = self.lib.clSetKernelArgSVMPointer(kernel, position, ctypes.c_void_p(value.ctypes.data))
        elif isinstance(value, int):
            status = self.lib.clSetKernelArg(kernel, position, ctypes.c_size_t(value), None)
        else:
            status = self.lib.clSetKernelArg(kernel, position, ctypes.c_size_t(len(value)), value)
        assert status == 0, f"argument {position}: {status}"

    def launch(self, kernel: ctypes.c_void_p, offset: Sequence[int], size: Sequence[int], group: Sequence[int]) -> None:
        vectors = [(ctypes.c_size_t * 3)(*values) for values in (offset, size, group)]
        status = self.lib.clEnqueueNDRangeKernel(self.queue, kernel, 3, *vectors, 0, None, None)
        assert status == 0, f"clEnqueueNDRangeKernel: {status}"

    def finish(self) -> None:
        assert self.lib.clFinish(self.queue) == 0


class Module:
    """One translated source."""

    def __init__(self, frontend: Frontend, cl: OpenCl, source: str, options: Options) -> None:
        self.frontend, self.cl, self.options = frontend, cl, options
        self.programs: dict[str, ctypes.c_void_p] = {}
        error = ctypes.c_void_p()
        text = source.encode()
        self.handle = ctypes.c_void_p(frontend.lib.sm_module_new(text, ctypes.byref(options), ctypes.byref(error)))
        if not self.handle:
            raise CompileError(frontend.take(error.value))

    def __del__(self) -> None:
        if self.handle:
            self.frontend.lib.sm_module_free(self.handle)

    @property
    def kernels(self) -> dict[str, Kernel]:
        kernels = ctypes.POINTER(Kernel)()
        count = self.frontend.lib.sm_module_kernels(self.handle, ctypes.byref(kernels))
        result = {kernel.name.decode(): kernel for kernel in kernels[:count]}
        for kernel in result.values():
            kernel.module = self  # which owns the strings
        return result

    @property
    def constants(self) -> dict[str, Constant]:
        constants = ctypes.POINTER(Constant)()
        count = self.frontend.lib.sm_module_constants(self.handle, ctypes.byref(constants))
        result = {constant.name.decode(): constant for constant in constants[:count]}
        for constant in result.values():
            constant.module = self
        return result

    def specialised(self, name: str, constants: Mapping[str | int, np.generic] | None = None) -> Kernel:
        """The record of a kernel with the arguments that are there with these values."""
        record = self.call(self.frontend.lib.sm_module_specialised, name, constants)
        kernel = record.contents
        kernel.module = self
        return kernel

    def dialect(self, kernel: str | None = None, constants: Mapping[str | int, np.generic] | None = None) -> str:
        return self.frontend.take(self.call(self.frontend.lib.sm_module_source, kernel, constants))

    def call(self, function, kernel: str | None, constants: Mapping[str | int, np.generic] | None):
        """function(module, kernel, values, count, error)."""
        values = [(key, np.asarray(value)) for key, value in (constants or {}).items()]
        table = (ConstantValue * max(1, len(values)))()
        for row, (key, value) in zip(table, values):
            row.name = key.encode() if isinstance(key, str) else None
            row.index = key if isinstance(key, int) else 0
            row.value = value.ctypes.data
        error = ctypes.c_void_p()
        name = kernel.encode() if kernel is not None else None
        result = function(self.handle, name, table, ctypes.c_size_t(len(values)), ctypes.byref(error))
        if not result:
            raise CompileError(self.frontend.take(error.value))
        return result

    def map_log(self, log: str) -> str:
        return self.frontend.take(self.frontend.lib.sm_module_map_log(self.handle, log.encode()))

    def program(
        self, kernel: str | None = None, constants: Mapping[str | int, np.generic] | None = None
    ) -> ctypes.c_void_p:
        """The built dialect; kept, so that a second dispatch does not compile again."""
        source = self.dialect(kernel, constants)
        if source not in self.programs:
            flags = self.frontend.lib.sm_dialect_options(ctypes.byref(self.options))
            program, log = self.cl.build(source, flags)
            if program is None:
                raise CompileError(self.map_log(log))
            self.programs[source] = program
        return self.programs[source]

    def run(
        self,
        name: str,
        grid: int | Sequence[int],
        *buffers: np.ndarray | None,
        group: int | Sequence[int] = 64,
        threadgroup: Mapping[int, int] | None = None,
        constants: Mapping[str | int, np.generic] | None = None,
    ) -> None:
        """Dispatch grid threads as the runtime does: uniform regions, the context as the last argument."""
        kernel = self.specialised(name, constants)
        program = self.program(name if constants else None, constants)
        handle = self.cl.kernel(program, kernel.symbol)
        grid = pad(grid)
        group = [min(g, t) for g, t in zip(pad(group), grid)]
        for position, argument in enumerate(kernel.arguments):
            if argument.kind == BUFFER:
                self.cl.set(handle, position, buffers[argument.index])
            elif argument.kind == THREADGROUP:
                self.cl.set(handle, position, (threadgroup or {})[argument.index])
        for base, size, local in regions(grid, group):
            counts = [-(-t // g) for t, g in zip(grid, group)]
            context = np.array([*grid, 1, *base, 0, *group, 1, *counts, 1], np.uint32).tobytes()
            self.cl.set(handle, kernel.arg_count - 1, context)
            self.cl.launch(handle, [b * g for b, g in zip(base, group)], size, local)
        self.cl.finish()


def pad(size: int | Sequence[int]) -> list[int]:
    size = [size] if isinstance(size, int) else list(size)
    return size + [1] * (3 - len(size))


def regions(grid: Sequence[int], group: Sequence[int]) -> list[tuple]:
    """(first group, threads, threads a group) of the uniform parts of a grid."""
    axes = []
    for threads, size in zip(grid, group):
        full = threads // size
        axis = [(0, full * size, size)] if full else []
        if threads % size:
            axis.append((full, threads % size, threads % size))
        axes.append(axis)
    return [tuple(zip(*parts)) for parts in itertools.product(*axes)]


class Msl:
    """Compiles MSL sources; has what a test needs around them."""

    HEAD = "#include <metal_stdlib>\nusing namespace metal;\n"
    DOUBLES = "#ifndef __HAVE_DOUBLE__\n#error this device has no double\n#endif\n"
    CompileError = CompileError

    def __init__(self, frontend: Frontend, cl: OpenCl) -> None:
        self.frontend, self.cl = frontend, cl

    def compile(
        self,
        source: str,
        fast_math: bool = False,
        has_double: bool = True,
        macros: Mapping[str, str] | None = None,
        language_version: int = 0,
        fast_functions: bool | None = None,
    ) -> Module:
        pairs = [(name.encode(), value.encode()) for name, value in (macros or {}).items()]
        table = (Macro * max(1, len(pairs)))(*pairs)
        fast = fast_math if fast_functions is None else fast_functions
        options = Options(table, len(pairs), fast_math, has_double, language_version, fast)
        return Module(self.frontend, self.cl, source, options)

    def map(self, expression: str, *inputs: np.ndarray, result: str, types: Sequence[str], head: str = "", **options):
        """Elements of result type computed by expression over a, b, c (elements of the inputs)."""
        return self.map_all([expression], *inputs, result=result, types=types, head=head, **options)[0]

    def map_all(
        self,
        expressions: Sequence[str],
        *inputs: np.ndarray,
        result: str,
        types: Sequence[str],
        head: str = "",
        **options,
    ) -> list[np.ndarray]:
        """map() of several expressions in one program: a kernel each."""
        names = "abc"[: len(inputs)]
        parameters = "".join(f"device const {t}* {n}_ [[buffer({i})]], " for i, (t, n) in enumerate(zip(types, names)))
        loads = "".join(f"{t} {n} = {n}_[i]; " for t, n in zip(types, names))
        kernels = (
            f"kernel void f{k}({parameters}device {result}* r [[buffer({len(inputs)})]], "
            f"uint i [[thread_position_in_grid]]) {{ {loads}r[i] = {expression}; }}\n"
            for k, expression in enumerate(expressions)
        )
        asks = any(name.startswith("double") for name in (*types, result))
        doubles = self.DOUBLES if asks else ""
        module = self.compile(f"{self.HEAD}{doubles}{head}\n{''.join(kernels)}", **options)
        width = int(result[-1]) if result[-1] in "234" else 1
        dtype = DTYPES[result[:-1] if width > 1 else result]
        results = []
        for k in range(len(expressions)):
            out = np.zeros((len(inputs[0]), 4 if width == 3 else width), dtype)
            module.run(f"f{k}", len(inputs[0]), *inputs, out)
            results.append(out[:, 0] if width == 1 else out[:, :width])
        return results


DTYPES = {
    "bool": np.bool_,
    "char": np.int8,
    "uchar": np.uint8,
    "short": np.int16,
    "ushort": np.uint16,
    "int": np.int32,
    "uint": np.uint32,
    "long": np.int64,
    "ulong": np.uint64,
    "half": np.float16,
    "float": np.float32,
    "double": np.float64,
}


@pytest.fixture(scope="session")
def msl(root: Path) -> Msl:
    library = os.environ.get("SOFTMETAL_OPENCL") or str(root / ".venv" / "lib" / "libintelocl.so")
    frontend = build_frontend(root, "libfrontend.so", [], ["-fPIC"], ["-shared"])
    return Msl(Frontend(frontend), OpenCl(library))


@pytest.fixture(scope="session")
def translate_all(root: Path) -> Path:
    """The program of translate_all.cc, with the address and undefined-behaviour sanitizers."""
    flags = ["-O0", "-g1", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"]
    return build_frontend(root, "translate_all", [Path(__file__).with_name("translate_all.cc")], flags, [])
