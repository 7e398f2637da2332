# SPDX-License-Identifier: GPL-3.0-or-later
"""Values of the language to and from a library's function, by the types of LibraryFunctionLoad.

https://reference.wolfram.com/language/ref/LibraryFunctionLoad.html, .../LibraryDataType.html
"""

from dataclasses import dataclass

import numpy as np
from mathics.core.atoms import ByteArray, Complex, Integer, NumericArray, Real, String
from mathics.core.expression import Expression
from mathics.core.list import ListExpression
from mathics.core.number import MAX_MACHINE_NUMBER
from mathics.core.symbols import Symbol, SymbolFalse, SymbolList, SymbolNull, SymbolTrue
from mathics.core.systemsymbols import SymbolAutomatic, SymbolRule, SymbolSparseArray

from .packed import number, to_array, to_list

MODES = ("Automatic", "Constant", "Manual", "Shared")
ELEMENTS = {"System`Integer": "Integer", "System`Real": "Real", "System`Complex": "Complex", "System`Blank": "_"}
DTYPES = {"Integer": "int64", "Real": "float64", "Complex": "complex128", "_": None}
ELEMENT_WORDS = {
    "Integer": "machine-size integers",
    "Real": "machine-size real numbers",
    "Complex": "machine-size complex numbers",
    "_": "machine-size numbers",
}
SCALAR_WORDS = {
    "Integer": "machine-size integer",
    "Real": "machine-size real number",
    "Complex": "machine-size complex number",
    "Boolean": "boolean value",
    "UTF8String": "string",
}
SymbolDataStore = Symbol("Developer`DataStore")
DATA_KINDS = ("NumericArray", "ByteArray", "Image", "Image3D", "SparseArray")

STRING_KINDS = ("Boolean", "UTF8String", "Void", "DataStore", *DATA_KINDS)


class NotConforming(Exception):
    """An argument that is not of its type."""


@dataclass(frozen=True)
class Type:
    """kind: "Integer" "Real" "Complex" "Boolean" "UTF8String" "Void" "DataStore", "Tensor", or a kind of
    LibraryDataType."""

    kind: str
    element: str = "_"
    rank: int | str = "_"
    mode: str = "Automatic"

    def host_type(self):
        """The same type as librarylink_host spells it."""
        from librarylink_host import LibraryDataType

        if self.kind in SCALAR_WORDS or self.kind in ("Void", "DataStore"):
            return self.kind
        if self.kind == "Tensor":
            return (self.element, self.rank, self.mode)
        return (LibraryDataType(self.kind, self.element, self.rank), self.mode)

    def words(self) -> str:
        """As the argument messages name it."""
        if self.kind in SCALAR_WORDS:
            return SCALAR_WORDS[self.kind]
        if self.kind == "Tensor":
            rank = "tensor" if self.rank == "_" else f"rank {self.rank} tensor"
            return f"{rank} of {ELEMENT_WORDS[self.element]}"
        of = "" if self.element == "_" else f" of type {self.element}"
        depth = "" if self.rank == "_" else f" of rank {self.rank}"
        return f"{self.kind.replace('|', ' or ')}{of}{depth}"


def parse(spec) -> Type | None:
    """The type that an element of an argument list, or a result specification, stands for; None if it is none."""
    if isinstance(spec, String):
        return Type(spec.value) if spec.value in STRING_KINDS else None
    if isinstance(spec, Symbol):
        name = spec.get_name()
        short = name.removeprefix("System`")
        if short in ("Integer", "Real", "Complex"):
            return Type(short)
        return Type(short) if short in DATA_KINDS else None
    if _is_boolean(spec):
        return Type("Boolean")
    if spec.has_form("LibraryDataType", 1, 2, 3):
        return _data_type(spec, "Automatic")
    if spec.has_form("List", 1, 2, 3):
        return _listed(spec.elements)
    return None


def _is_boolean(spec) -> bool:
    return spec.has_form("Alternatives", 2) and set(spec.elements) == {SymbolTrue, SymbolFalse}


def _listed(elements) -> Type | None:
    head, *rest = elements
    mode = rest[-1].value if rest and isinstance(rest[-1], String) else "Automatic"
    if mode not in MODES:
        return None
    if head.has_form("LibraryDataType", 1, 2, 3):
        return _data_type(head, mode) if len(rest) == (mode != "Automatic") or len(rest) <= 1 else None
    name = head.get_name() or head.get_head_name()
    if name.removeprefix("System`") in DATA_KINDS:
        return Type(name.removeprefix("System`"), mode=mode)
    if name not in ELEMENTS or not rest:
        return Type(parse(head).kind, mode=mode) if parse(head) and len(elements) <= 2 else None
    rank = _rank(rest[0])
    return None if rank is None else Type("Tensor", ELEMENTS[name], rank, mode)


def _rank(expr) -> int | str | None:
    if expr.get_head_name() == "System`Blank":
        return "_"
    return expr.value if isinstance(expr, Integer) and expr.value >= 0 else None


def _data_type(spec, mode: str) -> Type | None:
    kind, *rest = spec.elements
    alternatives = kind.elements if kind.has_form("Alternatives", 2) else [kind]
    kinds = {e.get_name().removeprefix("System`") for e in alternatives}
    if kinds == {"Image", "Image3D"}:
        name = "Image|Image3D"
    elif len(kinds) == 1 and kinds <= set(DATA_KINDS):
        name = kinds.pop()
    else:
        return None
    element = rank = "_"
    if rest and not rest[0].has_form("Blank", 0):
        element = rest[0].value if isinstance(rest[0], String) else ELEMENTS.get(rest[0].get_name())
    if len(rest) > 1:
        rank = _rank(rest[1])
    return None if element is None or rank is None else Type(name, element, rank, mode)


def to_library(expr, wanted: Type, evaluation):
    """The host's value for an argument; NotConforming if it has the wrong type. Arrays pass their own memory."""
    converter = _CONVERTERS.get(wanted.kind)
    if converter is None:
        raise NotConforming
    return converter(expr, wanted, evaluation)


def _integer(expr, wanted, evaluation):
    if not isinstance(expr, Integer) or not -(1 << 63) <= expr.value < 1 << 63:
        raise NotConforming
    return int(expr.value)


def _real(expr, wanted, evaluation):
    value = _machine_number(expr, evaluation)
    if isinstance(value, complex):
        raise NotConforming
    return value


def _complex(expr, wanted, evaluation):
    return complex(_machine_number(expr, evaluation))


def _machine_number(expr, evaluation) -> float | complex:
    if not isinstance(expr, (Integer, Real, Complex)) and expr.is_numeric(evaluation):
        expr = Expression(Symbol("System`N"), expr).evaluate(evaluation)
    if isinstance(expr, Complex):
        return complex(float(expr.real.value), float(expr.imag.value))
    if isinstance(expr, (Integer, Real)) and abs(expr.value) <= MAX_MACHINE_NUMBER:
        return float(expr.value)
    raise NotConforming


def _boolean(expr, wanted, evaluation):
    if expr is SymbolTrue or expr is SymbolFalse:
        return expr is SymbolTrue
    raise NotConforming


def _string(expr, wanted, evaluation):
    if isinstance(expr, String):
        return expr.value
    raise NotConforming


def _tensor(expr, wanted, evaluation):
    if isinstance(expr, NumericArray):
        raise NotConforming
    array = to_array(expr, DTYPES[wanted.element])
    if array is None or wanted.rank not in ("_", array.ndim):
        raise NotConforming
    return array


def _numeric_array(expr, wanted, evaluation):
    if not isinstance(expr, NumericArray) or wanted.element not in ("_", expr._type_name):
        raise NotConforming
    if wanted.rank not in ("_", expr.value.ndim):
        raise NotConforming
    return expr.value


def _byte_array(expr, wanted, evaluation):
    if not isinstance(expr, ByteArray):
        raise NotConforming
    return np.frombuffer(bytes(expr.value), "uint8")


def _image(expr, wanted, evaluation):
    from librarylink_host import Image as HostImage

    from .images.atom import Image, Image3D

    if not isinstance(expr, Image):
        raise NotConforming
    kind = "Image3D" if isinstance(expr, Image3D) else "Image"
    if kind not in wanted.kind.split("|") or wanted.element not in ("_", expr.type, _image_synonym(expr.type)):
        raise NotConforming
    return HostImage(expr.data, expr.color_space, expr.alpha, expr.interleaved, expr.type == "Bit", expr.rank)


def _image_synonym(kind: str) -> str:
    return "Real" if kind == "Real64" else kind


def plain_value(expr):
    """An expression as the host takes it without being told a type: numbers, booleans, lists of numbers."""
    if expr is SymbolTrue or expr is SymbolFalse:
        return expr is SymbolTrue
    if isinstance(expr, (Integer, Real)):
        return expr.value if isinstance(expr, Integer) else float(expr.value)
    if isinstance(expr, Complex):
        return complex(float(expr.real.value), float(expr.imag.value))
    array = to_array(expr)
    return expr if array is None else array


def _sparse_array(expr, wanted, evaluation):
    """SparseArray[Automatic, dimensions, default, {position -> number, ...}] as Mathics3 has it."""
    from librarylink_host import LibraryArgumentError, SparseArray

    if not expr.has_form("SparseArray", 4):
        raise NotConforming
    _, dimensions, default, rules = expr.elements
    shape = to_array(dimensions, "int64")
    positions = [rule.elements[0] for rule in rules.elements]
    numbers = to_array(ListExpression(default, *(rule.elements[1] for rule in rules.elements)), DTYPES[wanted.element])
    where = to_array(ListExpression(*positions), "int64")
    if shape is None or numbers is None or where is None or wanted.rank not in ("_", len(shape)):
        raise NotConforming
    try:
        return SparseArray.from_positions(where, numbers[1:], shape.tolist(), numbers[0].item())
    except (LibraryArgumentError, ValueError):
        raise NotConforming from None


def _data_store(expr, wanted, evaluation):
    """Developer`DataStore[value, name -> value, ...]"""
    from librarylink_host import DataStore

    if expr.get_head() is not SymbolDataStore:
        raise NotConforming
    store = DataStore()
    for element in expr.elements:
        named = element.has_form("Rule", 2) and isinstance(element.elements[0], String)
        value = element.elements[1] if named else element
        kind = _stored_kind(value)
        store.append(to_library(value, Type(kind), evaluation), element.elements[0].value if named else None, kind)
    return store


def _stored_kind(value) -> str:
    """The kind of value that an expression is in a data store."""
    head = value.get_head()
    if value is SymbolTrue or value is SymbolFalse:
        return "Boolean"
    if head is SymbolList:
        return "Tensor"
    if head is SymbolDataStore:
        return "DataStore"
    kind = {"System`String": "UTF8String", "System`Image3D": "Image"}.get(head.get_name())
    return kind or head.get_name().removeprefix("System`")


_CONVERTERS = {
    "Integer": _integer,
    "Real": _real,
    "Complex": _complex,
    "Boolean": _boolean,
    "UTF8String": _string,
    "Tensor": _tensor,
    "NumericArray": _numeric_array,
    "ByteArray": _byte_array,
    "Image": _image,
    "Image3D": _image,
    "Image|Image3D": _image,
    "SparseArray": _sparse_array,
    "DataStore": _data_store,
}


def from_library(value, wanted: Type):
    """A result as an expression; arrays keep the memory that the host gave them."""
    kind = wanted.kind
    if kind == "Void":
        return SymbolNull
    if kind == "Boolean":
        return SymbolTrue if value else SymbolFalse
    if kind == "Integer":
        return Integer(value)
    if kind == "UTF8String":
        return String(value)
    if kind in ("Real", "Complex"):
        return number(value)
    if kind == "Tensor":
        return to_list(value) if value.ndim else number(value.item())
    if kind == "NumericArray":
        return NumericArray(value)
    if kind == "ByteArray":
        return ByteArray(value.tobytes())
    if kind == "SparseArray":
        return _from_sparse_array(value)
    if kind == "DataStore":
        return Expression(SymbolDataStore, *map(_from_data_store_item, value))
    return _from_image(value)


def _from_image(image):
    from .images.atom import TYPES, Image, Image3D

    kind = "Bit" if image.bit else TYPES[image.data.dtype.name]
    data = image.data.view("uint8") if image.bit else image.data
    color_space = "Automatic" if image.color_space == "Undefined" else image.color_space
    atom = Image3D if image.rank == 3 else Image
    return atom.of(data, kind, color_space=color_space, alpha=image.alpha, interleaved=image.interleaved)


def _from_sparse_array(sparse):
    rules = (
        Expression(SymbolRule, ListExpression(*map(Integer, position)), number(value))
        for position, value in zip(sparse.positions().tolist(), sparse.values.tolist(), strict=True)
    )
    implicit = number(sparse.values.dtype.type(sparse.implicit).item())
    shape = ListExpression(*map(Integer, sparse.shape))
    return Expression(SymbolSparseArray, SymbolAutomatic, shape, implicit, ListExpression(*rules))


def _from_data_store_item(item):
    value = from_library(item.value, Type(item.kind))
    return value if item.name is None else Expression(SymbolRule, String(item.name), value)
