"""Kernel specs: the TOML files of specs/, read and validated.

A spec file declares a family: the library functions (entry points for LibraryFunctionLoad) and, where the family has
them, the elements (functions of one array element, with their MSL) and the types that its kernels compute in. Whatever
is wrong is refused with a SpecError that names file, entry and field.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib


class SpecError(ValueError):
    """A spec is wrong; the text names file, entry and field."""


@dataclass(frozen=True)
class Computation:
    """A type that kernels compute in: its MSL, its kind of number and the real type under it."""

    name: str
    msl: str
    kind: str
    part: str


COMPUTATIONS = {
    computation.name: computation
    for computation in (
        Computation("int8", "char", "integer", "char"),
        Computation("uint8", "uchar", "integer", "uchar"),
        Computation("int16", "short", "integer", "short"),
        Computation("uint16", "ushort", "integer", "ushort"),
        Computation("int32", "int", "integer", "int"),
        Computation("uint32", "uint", "integer", "uint"),
        Computation("int64", "long", "integer", "long"),
        Computation("uint64", "ulong", "integer", "ulong"),
        Computation("float", "float", "real", "float"),
        Computation("real64", "real64", "real", "real64"),
        Computation("complex_float", "ml::complex<float>", "complex", "float"),
        Computation("complex_real64", "ml::complex<real64>", "complex", "real64"),
    )
}
KINDS = ("integer", "real", "complex")
RESULT_RULES = ("real", "same", "integer", "magnitude")
RECORDS = ("start", "error", "keep")

_NUMERIC_ARRAY = "LibraryDataType[NumericArray]"
_IMAGE = "LibraryDataType[Image | Image3D]"
ARGUMENT_TYPES = {
    "flags": '{Integer, 1, "Constant"}',
    "integers": '{Integer, 1, "Constant"}',
    "integer": "Integer",
    "precision": "Integer",
    "string": '"UTF8String"',
    "tensor": '{_, _, "Constant"}',
    "numericarray": f'{{{_NUMERIC_ARRAY}, "Constant"}}',
    "image": f'{{{_IMAGE}, "Constant"}}',
}
REPEATABLE = ("tensor", "numericarray")
MOST_STRINGS = 4  # ML_LIBRARY_STRINGS of native/librarylink.h
RESULT_TYPES = {
    "tensor": "{_, _}",
    "numericarray": _NUMERIC_ARRAY,
    "image": _IMAGE,
    "string": '"UTF8String"',
    "integer": "Integer",
    "integers": "{Integer, 1}",
    "void": '"Void"',
}


@dataclass(frozen=True)
class Argument:
    """An argument of a library function; a repeated one is the last and stands for one or more."""

    name: str
    type: str
    repeated: bool

    @property
    def wolfram(self) -> str:
        """The type as LibraryFunctionLoad takes it."""
        return ARGUMENT_TYPES[self.type]


@dataclass(frozen=True)
class Function:
    """A library function: an entry point of the dynamic library.

    record: what becomes of the thread's record of its last call: "start" a new one, start only the "error" text anew,
    "keep" both.
    """

    name: str
    public: str
    core: str
    summary: str
    record: str
    result: str
    arguments: tuple[Argument, ...]

    @property
    def symbol(self) -> str:
        return f"metallink_{self.name}"

    @property
    def fixed(self) -> tuple[Argument, ...]:
        return tuple(argument for argument in self.arguments if not argument.repeated)

    @property
    def repeated(self) -> Argument | None:
        return next((argument for argument in self.arguments if argument.repeated), None)

    @property
    def wolfram_result(self) -> str:
        return RESULT_TYPES[self.result]


@dataclass(frozen=True)
class Element:
    """A function of one array element: MSL by kind of number, and the rule for the type of its result."""

    name: str
    msl: dict[str, str]
    result: str
    header: str  # of native/shaders, that its MSL over real numbers needs; "" if it needs none


@dataclass(frozen=True)
class Family:
    """One spec file."""

    name: str
    summary: str
    computations: tuple[Computation, ...]
    functions: tuple[Function, ...]
    elements: tuple[Element, ...]


def load_specs(root: Path) -> tuple[Family, ...]:
    """The families of root/specs, in the order of their names. Raises SpecError."""
    paths = sorted((root / "specs").glob("*.toml"))
    if not paths:
        raise SpecError("specs: no spec files found")
    families = tuple(_load(path) for path in paths)
    _refuse_duplicates("specs", "name", (function.name for family in families for function in family.functions))
    return families


def _load(path: Path) -> Family:
    shown = f"specs/{path.name}"
    try:
        document = tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise SpecError(f"{shown}: {error}") from error
    top = _Table(shown, "the file", document)
    head = _Table(shown, "family", top.take("family", dict))
    functions = [_function(shown, entry) for entry in top.entries("function")]
    elements = [_element(shown, entry) for entry in top.entries("element")]
    top.finish()
    names = head.names("computations", COMPUTATIONS, ())
    family = Family(
        name=path.stem,
        summary=head.text("summary"),
        computations=tuple(COMPUTATIONS[name] for name in names),
        functions=tuple(functions),
        elements=tuple(elements),
    )
    head.finish()
    if not functions:
        raise SpecError(f"{shown}: no [[function]]: nothing could call this family")
    _refuse_duplicates(shown, "function name", (function.name for function in functions))
    _refuse_duplicates(shown, "element name", (element.name for element in elements))
    kinds = {computation.kind for computation in family.computations}
    for element in elements:
        for kind in element.msl:
            if kind not in kinds:
                raise SpecError(
                    f"{shown}: element {element.name}: {kind}: no {kind} type among the family's computations"
                )
    return family


def _function(shown: str, entry: dict[str, Any]) -> Function:
    table = _Table(shown, "function", entry)
    name = table.text("name", pattern=r"[a-z][a-z0-9_]*")
    function = Function(
        name=name,
        public=table.text("public", pattern=r"[A-Z][A-Za-z0-9]*"),
        core=table.text("core", pattern=r"ml_[a-z0-9]+_[a-z0-9_]+"),
        summary=table.text("summary"),
        record=table.choice("record", RECORDS),
        result=table.choice("result", RESULT_TYPES),
        arguments=tuple(_argument(shown, name, argument) for argument in table.entries("arguments")),
    )
    table.finish()
    where = f"{shown}: function {name}: arguments"
    _refuse_duplicates(where, "name", (argument.name for argument in function.arguments))
    for argument in function.arguments[:-1]:
        if argument.repeated:
            raise SpecError(f"{where}: {argument.name}: only the last argument can be repeated")
    _check_counts(f"{shown}: function {name}", function)
    return function


def _check_counts(where: str, function: Function) -> None:
    """How many arguments of a type the wrapper can hold."""
    types = [argument.type for argument in function.arguments]
    if types.count("string") > MOST_STRINGS:
        raise SpecError(f"{where}: arguments: {types.count('string')} strings; at most {MOST_STRINGS} are possible")
    if types.count("image") > 1:
        raise SpecError(f"{where}: arguments: {types.count('image')} images; the result is like one of them: give one")
    if function.result == "image" and "image" not in types:
        raise SpecError(f"{where}: result: an image is made like an image argument, and there is none")


def _argument(shown: str, function: str, entry: dict[str, Any]) -> Argument:
    table = _Table(shown, f"function {function}: argument", entry)
    argument = Argument(
        name=table.text("name", pattern=r"[a-z][a-z0-9_]*"),
        type=table.choice("type", ARGUMENT_TYPES),
        repeated=table.flag("repeated"),
    )
    table.finish()
    if argument.repeated and argument.type not in REPEATABLE:
        known = ", ".join(REPEATABLE)
        raise SpecError(f"{table.where}: repeated: not possible for type {argument.type!r}, only for {known}")
    return argument


def _element(shown: str, entry: dict[str, Any]) -> Element:
    table = _Table(shown, "element", entry)
    name = table.text("name", pattern=r"[A-Z][A-Za-z0-9]*")
    msl = {kind: text for kind in KINDS if (text := table.text(kind, default=None)) is not None}
    element = Element(
        name=name,
        msl=msl,
        result=table.choice("result", RESULT_RULES),
        header=table.text("header", default="", pattern=r"|[a-z][a-z0-9_]*\.h"),
    )
    table.finish()
    if not msl:
        raise SpecError(f"{table.where}: no MSL: give at least one of {', '.join(KINDS)}")
    for kind, text in msl.items():
        if not re.search(r"\bx\b", text):
            raise SpecError(f"{table.where}: {kind}: the MSL {text!r} does not use x")
    if "complex" in msl and element.result != "magnitude":
        raise SpecError(f"{table.where}: result: complex MSL needs the rule 'magnitude', not {element.result!r}")
    if "integer" in msl and element.result == "real":
        raise SpecError(f"{table.where}: integer: under the rule 'real' integers are computed as real numbers")
    return element


_REQUIRED = object()


class _Table:
    """A TOML table whose fields are taken one by one; what is left at the end is unknown."""

    def __init__(self, shown: str, label: str, entry: dict[str, Any]) -> None:
        name = entry.get("name")
        self.where = f"{shown}: {label} {name}" if isinstance(name, str) else f"{shown}: {label}"
        self._left = dict(entry)
        self._known: list[str] = []

    def take(self, field: str, kind: type, default: Any = _REQUIRED) -> Any:
        self._known.append(field)
        if field not in self._left:
            if default is _REQUIRED:
                raise SpecError(f"{self.where}: {field}: missing")
            return default
        value = self._left.pop(field)
        if type(value) is not kind:
            raise SpecError(f"{self.where}: {field}: {_toml_name(kind)} expected, not {value!r}")
        return value

    def text(self, field: str, pattern: str = r".*\S.*", default: Any = _REQUIRED) -> Any:
        value = self.take(field, str, default)
        if value is not None and not re.fullmatch(pattern, value):
            expected = "a text" if pattern == r".*\S.*" else f"a name of the form {pattern}"
            raise SpecError(f"{self.where}: {field}: {expected} on one line expected, not {value!r}")
        return value

    def flag(self, field: str) -> bool:
        return self.take(field, bool, default=False)

    def choice(self, field: str, known: Iterable[str]) -> str:
        value = self.take(field, str)
        self._check_known(field, value, known)
        return value

    def names(self, field: str, known: Iterable[str], default: Any) -> tuple[str, ...]:
        values = self.take(field, list, default=list(default))
        for value in values:
            self._check_known(field, value, known)
        _refuse_duplicates(self.where, field, values)
        return tuple(values)

    def entries(self, field: str) -> list[dict[str, Any]]:
        values = self.take(field, list, default=[])
        for value in values:
            if not isinstance(value, dict):
                raise SpecError(f"{self.where}: {field}: tables expected, not {value!r}")
        return values

    def finish(self) -> None:
        for field in self._left:
            raise SpecError(f"{self.where}: {field}: unknown field; known are {', '.join(self._known)}")

    def _check_known(self, field: str, value: Any, known: Iterable[str]) -> None:
        if value not in known:
            raise SpecError(f"{self.where}: {field}: unknown {value!r}; known are {', '.join(known)}")


def _toml_name(kind: type) -> str:
    return {str: "a string", bool: "true or false", list: "an array", dict: "a table"}[kind]


def _refuse_duplicates(where: str, what: str, names: Iterable[str]) -> None:
    seen = set()
    for name in names:
        if name in seen:
            raise SpecError(f"{where}: {what}: {name!r} stands there twice")
        seen.add(name)
