"""The main job on real input: every function in a kernel session through wolframclient, timed and checked.

Each result is compared with NumPy: integers for equality, reals in units in the last place (ulp) of the result's
type, against the wider type that NumPy has (float64 for Real32, the platform's long double for Real64).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from rich.console import Console
from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn
from rich.table import Table

from metallink_build.kernels import NoKernel, kernel_path, metallink_session, wolfram_string

LIST_LENGTH = 10**5
ARRAY_LENGTH = 10**7
REPEATS = 3
WIDTH = 110  # of a log; a terminal has its own
SEED = 20240917

# The largest error that counts as right, in units in the last place: Real32 as promised; for doubles, which have no
# promise yet beyond the exact functions, what tells a slip of precision.
LIMITS = {"Real32": 4.0, "Real64": 8.0}

WOLFRAM_TYPES = {
    "Integer8": np.int8,
    "UnsignedInteger8": np.uint8,
    "Integer32": np.int32,
    "Integer64": np.int64,
    "Real32": np.float32,
    "Real64": np.float64,
    "ComplexReal32": np.complex64,
}
LIST_TYPES = {"Integer": np.int64, "Real": np.float64, "Complex": np.complex128}


@dataclass(frozen=True)
class Function:
    """A function that MetalMap takes: NumPy's counterpart and the interval its arguments are drawn from."""

    name: str
    reference: Callable[[np.ndarray], np.ndarray]
    low: float
    high: float
    exact: bool = False


FUNCTIONS = (
    Function("Sin", np.sin, -100, 100),
    Function("Cos", np.cos, -100, 100),
    Function("Tan", np.tan, -100, 100),
    Function("ArcSin", np.arcsin, -1, 1),
    Function("ArcCos", np.arccos, -1, 1),
    Function("ArcTan", np.arctan, -100, 100),
    Function("Sinh", np.sinh, -80, 80),
    Function("Cosh", np.cosh, -80, 80),
    Function("Tanh", np.tanh, -10, 10),
    Function("Exp", np.exp, -80, 80),
    Function("Log", np.log, 1e-6, 1e6),
    Function("Log10", np.log10, 1e-6, 1e6),
    Function("Sqrt", np.sqrt, 0, 1e6),
    Function("Abs", np.abs, -100, 100, exact=True),
    Function("Ceiling", np.ceil, -100, 100, exact=True),
    Function("Floor", np.floor, -100, 100, exact=True),
    Function("Round", np.rint, -100, 100, exact=True),
    Function("Sign", np.sign, -100, 100, exact=True),
)


@dataclass(frozen=True)
class Row:
    """One line of the table; seconds is the fastest of several calls, measured in the kernel.

    good is False where the result is wrong: another type or shape, or an error beyond what the function promises.
    """

    function: str
    type: str
    elements: int
    seconds: float
    bytes: int
    error: str
    precision: str
    good: bool


class Demonstration:
    """Runs the calls in one session and turns each into a row."""

    def __init__(self, session: Any, folder: Path) -> None:
        self.session = session
        self.folder = folder
        self.random = np.random.default_rng(SEED)

    def rows(self) -> Iterator[Callable[[], Row]]:
        """The calls to make, in the table's order."""
        for name, dtype in LIST_TYPES.items():
            yield lambda name=name, dtype=dtype: self.add(f"{name} list", dtype, LIST_LENGTH, packed=True)
        for name, dtype in WOLFRAM_TYPES.items():
            yield lambda name=name, dtype=dtype: self.add(name, dtype, ARRAY_LENGTH, packed=False)
        for name in ("Real32", "Real64"):
            for function in FUNCTIONS:
                yield lambda name=name, function=function: self.map(function, name)
        yield self.negate

    def add(self, label: str, dtype: type, length: int, packed: bool) -> Row:
        first, second = self.numbers(dtype, length), self.numbers(dtype, length)
        self.send("demo`a", first, packed)
        self.send("demo`b", second, packed)
        seconds = self.time("MetalAdd[demo`a, demo`b]")
        result = self.result()
        return self.row("MetalAdd", label, seconds, (first, second), result, first + second, 0.0)

    def map(self, function: Function, type_name: str) -> Row:
        dtype = WOLFRAM_TYPES[type_name]
        values = self.random.uniform(function.low, function.high, ARRAY_LENGTH).astype(dtype)
        self.send("demo`a", values, packed=False)
        seconds = self.time(f"MetalMap[{function.name}, demo`a]")
        exact = function.reference(values.astype(wider(dtype)))
        limit = 0.0 if function.exact else LIMITS[type_name]
        row = self.row(f"MetalMap[{function.name}]", type_name, seconds, (values,), self.result(), exact, limit)
        if row.precision != "Single" or dtype is np.float32:
            return row
        # A device without doubles: the promise is a Real32 function of the rounded argument.
        rounded = function.reference(values.astype(np.float32).astype(np.float64))
        _, good = largest_error(self.result().astype(np.float32), rounded, LIMITS["Real32"])
        return replace(row, good=good)

    def negate(self) -> Row:
        from PIL import Image

        original = self.folder / "original.png"
        negative = self.folder / "negative.png"
        pixels = photograph()
        Image.fromarray(pixels).save(original)
        self.session.evaluate(f"demo`a = Import[{wolfram_string(original)}];")
        seconds = self.time("MetalImageNegate[demo`a]")
        self.session.evaluate(f"Export[{wolfram_string(negative)}, demo`r];")
        result = np.asarray(Image.open(negative))
        return self.row("MetalImageNegate", "Byte image", seconds, (pixels,), result, 255 - pixels, 0.0)

    def numbers(self, dtype: type, length: int) -> np.ndarray:
        if np.issubdtype(dtype, np.integer):
            limit = np.iinfo(dtype).max // 2
            return self.random.integers(0, limit, length, dtype=dtype)
        values = self.random.normal(scale=100, size=length)
        if np.issubdtype(dtype, np.complexfloating):
            values = values + 1j * self.random.normal(scale=100, size=length)
        return values.astype(dtype)

    def send(self, symbol: str, values: np.ndarray, packed: bool) -> None:
        from wolframclient.language.expression import WLFunction, WLSymbol
        from wolframclient.utils.packedarray import PackedArray

        data = values.view(PackedArray) if packed else values
        held = WLFunction(WLSymbol("CompoundExpression"), WLFunction(WLSymbol("Set"), WLSymbol(symbol), data), None)
        self.session.evaluate(held)

    def time(self, call: str) -> float:
        timing = f"First[AbsoluteTiming[demo`r = {call};]]"
        return min(float(self.session.evaluate(timing)) for _ in range(REPEATS))

    def result(self) -> np.ndarray:
        return np.asarray(self.session.evaluate("demo`r"))

    def row(
        self,
        function: str,
        type_name: str,
        seconds: float,
        arguments: tuple[np.ndarray, ...],
        result: np.ndarray,
        reference: np.ndarray,
        limit: float,
    ) -> Row:
        moved = sum(array.nbytes for array in arguments) + result.nbytes
        error, good = largest_error(result, reference, limit)
        good = good and result.dtype == arguments[0].dtype
        precision = str(self.session.evaluate('MetalLastCall[]["Precision"]'))
        return Row(function, type_name, arguments[0].size, seconds, moved, error, precision, good)


def photograph() -> np.ndarray:
    """NASA's photograph of Eileen Collins (public domain), which scikit-image carries; rows x columns x RGB bytes."""
    from skimage import data

    return data.astronaut()


def wider(dtype: type) -> type:
    return np.float64 if dtype is np.float32 else np.longdouble


def largest_error(result: np.ndarray, reference: np.ndarray, limit: float) -> tuple[str, bool]:
    """The largest error as text, and whether the shape is right and no element is further off than limit (in ulp)."""
    if result.shape != reference.shape:
        return f"shape {result.shape}, expected {reference.shape}", False
    if np.issubdtype(result.dtype, np.integer):
        wrong = int(np.count_nonzero(result != reference))
        return ("exact", True) if wrong == 0 else (f"{wrong} differ", False)
    if np.iscomplexobj(result):
        parts = ((result.real, reference.real), (result.imag, reference.imag))
        units = max(largest_units(got, exact) for got, exact in parts)
    else:
        units = largest_units(result, reference)
    return ("exact" if units == 0 else f"{units:.3g} ulp"), units <= limit


def largest_units(result: np.ndarray, reference: np.ndarray) -> float:
    """The largest error in units in the last place of the result's type; infinite where one is not finite."""
    rounded = np.abs(reference.astype(result.dtype))
    spacing = np.spacing(np.maximum(rounded, np.finfo(result.dtype).tiny))
    with np.errstate(invalid="ignore"):
        units = np.abs(result.astype(reference.dtype) - reference) / spacing
    units[result == reference] = 0
    return float(np.max(np.nan_to_num(units, nan=np.inf, posinf=np.inf), initial=0))


def table(rows: list[Row]) -> Table:
    made = Table(box=None, pad_edge=False)
    for column in ("function", "type"):
        made.add_column(column, no_wrap=True)
    for column in ("elements", "seconds", "GB/s", "largest error", "computed in"):
        made.add_column(column, justify="right", no_wrap=True)
    for row in rows:
        rate = row.bytes / row.seconds / 1e9 if row.seconds else float("inf")
        made.add_row(
            row.function, row.type, f"{row.elements:,}", f"{row.seconds:.4f}", f"{rate:.2f}", row.error, row.precision
        )
    return made


def main(root: Path) -> int:
    """Runs the demonstration, prints its table, writes the two pictures; 1 where a result is wrong."""
    console = Console()
    if not console.is_terminal:
        console = Console(width=WIDTH)
    try:
        rows = demonstrate(root, console)
    except NoKernel as error:
        console.print(str(error), style="red", markup=False)
        return 1
    return 0 if rows and all(row.good for row in rows) else 1


def demonstrate(root: Path, console: Console) -> list[Row]:
    folder = root / "build" / "demo"
    folder.mkdir(parents=True, exist_ok=True)
    started = time.perf_counter()
    console.print(f"kernel: {kernel_path().name} starts", highlight=False)
    with metallink_session(root) as session:
        if session.evaluate("MetalQ[]") is not True:
            console.print("MetalQ[] is False; `.venv/bin/invoke doctor` says why", style="red")
            return []
        version, name, library = session.evaluate(
            '{$Version, MetalInformation[1, "Name"], MetalInformation[1, "Library"]}'
        )
        rows = collect(Demonstration(session, folder), console)
        shown = [show_example(session, path, folder) for path in sorted((root / "examples").glob("*.wl"))]
    console.print(table(rows))
    for example in shown:
        console.print(f"{example.name}: {example.seconds:.2f} s, {example.outcome}", highlight=False)
    for line in (
        f"kernel: {version}",
        f"device: {name} ({library})",
        f"pictures: {folder.relative_to(root)}/original.png, negative.png and one of each example",
        f"{time.perf_counter() - started:.1f} s in all",
    ):
        console.print(line, highlight=False)
    return rows if all(example.good for example in shown) else []


@dataclass(frozen=True)
class Example:
    """A file of examples/ that was run: how long, and the picture that it left or what went wrong."""

    name: str
    seconds: float
    outcome: str
    good: bool


def show_example(session: Any, path: Path, folder: Path) -> Example:
    """Runs an example, which writes a picture into folder and gives an association with its name."""
    started = time.perf_counter()
    code = f"Block[{{exampleFolder = {wolfram_string(folder)}}}, Get[{wolfram_string(path)}]]"
    said = session.evaluate_wrap(code)
    seconds = time.perf_counter() - started
    if said.messages:
        return Example(path.stem, seconds, str(said.messages[0]), good=False)
    return Example(path.stem, seconds, dict(said.get())["Picture"], good=True)


def collect(demonstration: Demonstration, console: Console) -> list[Row]:
    calls = list(demonstration.rows())
    columns = (SpinnerColumn(), TextColumn("{task.completed}/{task.total} {task.description}"), TimeElapsedColumn())
    rows: list[Row] = []
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        job = progress.add_task("calls", total=len(calls))
        for call in calls:
            rows.append(call())
            progress.update(job, advance=1, description=f"{rows[-1].function} {rows[-1].type}")
            if not console.is_terminal:
                console.print(f"{len(rows)}/{len(calls)} {rows[-1].function} {rows[-1].type}", highlight=False)
    return rows
