# SPDX-License-Identifier: GPL-3.0-or-later
"""Reads and writes WXF, the binary form of expressions that wolframclient exchanges with a kernel.

Format: https://reference.wolfram.com/language/tutorial/WXFFormatDescription.html
"""

import math
import re
import struct
import zlib
from collections.abc import Callable
from decimal import Decimal

import numpy as np
from mathics.core.atoms import (
    ByteArray,
    Complex,
    Integer,
    MachineReal,
    NumericArray,
    PrecisionReal,
    Rational,
    Real,
    String,
)
from mathics.core.expression import Expression
from mathics.core.list import ListExpression
from mathics.core.symbols import Symbol

from . import arrays
from .packed import PackedList, number, to_list

HEADER = b"8:"
LOG10_2 = 0.30102999566398120
PACKED, NUMERIC = b"\xc1", b"\xc2"
# The half-precision codes follow the format's scheme (kind in the high digit, log2 of the size in the low one).
ARRAY_CODES = {
    "Integer8": 0x00,
    "Integer16": 0x01,
    "Integer32": 0x02,
    "Integer64": 0x03,
    "UnsignedInteger8": 0x10,
    "UnsignedInteger16": 0x11,
    "UnsignedInteger32": 0x12,
    "UnsignedInteger64": 0x13,
    "Real16": 0x21,
    "Real32": 0x22,
    "Real64": 0x23,
    "ComplexReal16": 0x32,
    "ComplexReal32": 0x33,
    "ComplexReal64": 0x34,
}
DTYPE_OF_CODE = {code: arrays.DTYPES[name] for name, code in ARRAY_CODES.items()}
CODE_OF_DTYPE = {dtype: code for code, dtype in DTYPE_OF_CODE.items()}
INTEGER_TOKENS = ((b"C", "<b", 7), (b"j", "<h", 15), (b"i", "<i", 31), (b"L", "<q", 63))
# mantissa, `precision or ``accuracy (decimal digits), *^exponent
BIG_REAL = re.compile(r"(-?\d+\.?\d*)(?:(``?)(-?\d*\.?\d*))?(?:\*\^(-?\d+))?")

SymbolList = Symbol("System`List")
SymbolAssociation = Symbol("System`Association")
RULES = {"System`Rule": b"-", "System`RuleDelayed": b":"}
RULE_SYMBOLS = {ord(token): Symbol(name) for name, token in RULES.items()}


class WXFError(ValueError):
    """Bytes that are not WXF."""


def dumps(value) -> bytes:
    """An expression, or a Python value (None, bool, int, float, str, bytes, list, dict) holding expressions, as WXF."""
    writer = _Writer()
    writer.write(value)
    return b"".join(writer.parts)


def compressed(data: bytes) -> bytes:
    """The same WXF, compressed."""
    return b"8C:" + zlib.compress(data[len(HEADER) :])


def loads(data, full_name: Callable[[str], str]):
    """The expression in `data`; `full_name` gives a symbol's name with its context."""
    return _Reader(data, full_name).read_all()


class _Writer:
    def __init__(self):
        self.parts = [HEADER]

    def write(self, value) -> None:
        writer = _WRITERS.get(type(value))
        if writer is None:
            writer = _writer_by_base(value)
        writer(self, value)

    def text(self, token: bytes, text: str) -> None:
        data = text.encode("utf-8", "surrogatepass")
        self.parts += (token, varint(len(data)), data)

    def symbol(self, name: str) -> None:
        self.text(b"s", name.removeprefix("System`"))

    def function(self, head, *elements) -> None:
        self.parts += (b"f", varint(len(elements)))
        self.write(head)
        for element in elements:
            self.write(element)

    def integer(self, value: int) -> None:
        for token, layout, bits in INTEGER_TOKENS:
            if -(1 << bits) <= value < (1 << bits):
                self.parts += (token, struct.pack(layout, value))
                return
        self.text(b"I", str(value))

    def real(self, value: float) -> None:
        self.parts += (b"r", struct.pack("<d", value))

    def array(self, token: bytes, array: np.ndarray) -> None:
        dtype = array.dtype if array.dtype.fields else array.dtype.newbyteorder("=")
        head = bytes([CODE_OF_DTYPE[dtype]]) + varint(array.ndim) + b"".join(map(varint, array.shape))
        self.parts += (token, head, np.ascontiguousarray(array).reshape(-1).view("uint8").data)

    def packed_list(self, packed: PackedList) -> None:
        array = packed.array
        if not array.size:
            # A packed array has no zero dimension in WXF readers: nested empty lists say the same.
            self.nested(array.tolist())
        else:
            self.array(PACKED, array)

    def nested(self, values: list) -> None:
        self.function(SymbolList, *values)

    def numeric_array(self, atom: NumericArray) -> None:
        array = atom.value
        if array.size and array.ndim:
            self.array(NUMERIC, array)
        else:
            self.function(Symbol("System`NumericArray"), array.tolist(), String(atom._type_name))

    def expression(self, expr: Expression) -> None:
        if expr.head is SymbolAssociation and all(e.has_form(("Rule", "RuleDelayed"), 2) for e in expr.elements):
            self.parts += (b"A", varint(len(expr.elements)))
            for rule in expr.elements:
                self.parts.append(RULES[rule.get_head_name()])
                self.write(rule.elements[0])
                self.write(rule.elements[1])
            return
        self.function(expr.head, *expr.elements)

    def association(self, mapping: dict) -> None:
        self.parts += (b"A", varint(len(mapping)))
        for key, value in mapping.items():
            self.parts.append(b"-")
            self.write(key)
            self.write(value)

    def big_real(self, value: PrecisionReal) -> None:
        from mpmath.libmp import to_str

        digits = value.value._prec * LOG10_2
        # Three digits more than the precision says: so the reader gets the same bits.
        shown = to_str(value.value._mpf_, math.ceil(digits) + 3, min_fixed=0, max_fixed=0)
        mantissa, _, exponent = shown.partition("e")
        self.text(b"R", f"{mantissa}`{digits:.6g}" + (f"*^{int(exponent)}" if exponent else ""))

    def image(self, image) -> None:
        automatic = image.color_space == "Automatic"
        options = {
            "System`ColorSpace": Symbol("System`Automatic") if automatic else String(image.color_space),
            "System`Interleaving": _interleaving(image),
            **image.settings,
        }
        rules = [Expression(Symbol("System`Rule"), Symbol(name), value) for name, value in options.items()]
        self.function(Symbol(image.class_head_name), NumericArray(image.data), String(image.type), *rules)

    def ndarray(self, array: np.ndarray) -> None:
        self.numeric_array(NumericArray(array))


def _writer_by_base(value):
    from mathics.builtin.image.base import Image

    bases = {
        PackedList: _Writer.packed_list,
        Expression: _Writer.expression,
        Image: _Writer.image,
        Symbol: _WRITERS[Symbol],
        Integer: _WRITERS[Integer],
        tuple: _Writer.nested,
        np.integer: lambda w, v: w.integer(int(v)),
        np.floating: lambda w, v: w.real(float(v)),
    }
    for base, writer in bases.items():
        if isinstance(value, base):
            return writer
    # Atoms that only Mathics has (compiled code, graphs): what they print as.
    return lambda self, atom: self.text(b"S", str(atom))


_WRITERS = {
    type(None): lambda w, v: w.symbol("None"),
    bool: lambda w, v: w.symbol(str(v)),
    int: _Writer.integer,
    float: _Writer.real,
    complex: lambda w, v: w.function(Symbol("System`Complex"), v.real, v.imag),
    str: lambda w, v: w.text(b"S", v),
    bytes: lambda w, v: w.parts.extend((b"B", varint(len(v)), v)),
    list: _Writer.nested,
    dict: _Writer.association,
    np.ndarray: _Writer.ndarray,
    PackedList: _Writer.packed_list,
    NumericArray: _Writer.numeric_array,
    ByteArray: lambda w, v: w.parts.extend((b"B", varint(len(v.value)), bytes(v.value))),
    Integer: lambda w, v: w.integer(int(v.value)),
    MachineReal: lambda w, v: w.real(float(v.value)),
    PrecisionReal: _Writer.big_real,
    String: lambda w, v: w.text(b"S", v.value),
    Symbol: lambda w, v: w.symbol(v.get_name()),
    Rational: lambda w, v: w.function(Symbol("System`Rational"), v.numerator(), v.denominator()),
    Complex: lambda w, v: w.function(Symbol("System`Complex"), v.real, v.imag),
    Expression: _Writer.expression,
    ListExpression: _Writer.expression,
}


class _Reader:
    def __init__(self, data, full_name):
        head = bytes(data[:3])
        if head[:2] == HEADER:
            self.data = memoryview(data)[2:]
        elif head == b"8C:":
            try:
                self.data = memoryview(zlib.decompress(memoryview(data)[3:]))
            except zlib.error as error:
                raise WXFError(str(error)) from None
        else:
            raise WXFError(f"WXF starts with 8: or 8C:, not {head!r}")
        self.at = 0
        self.full_name = full_name

    def read_all(self):
        try:
            expr = self.read()
        except (struct.error, UnicodeDecodeError) as error:
            raise WXFError(f"byte {self.at}: {error}") from None
        if self.at != len(self.data):
            raise WXFError(f"{len(self.data) - self.at} bytes after the end of the expression")
        return expr

    def read(self):
        token = self.take(1)[0]
        reader = _READERS.get(token)
        if reader is None:
            raise WXFError(f"unknown token {token:#04x} at byte {self.at - 1}")
        return reader(self)

    def take(self, count: int) -> memoryview:
        end = self.at + count
        if end > len(self.data):
            raise WXFError(f"{count} bytes expected at byte {self.at}, {len(self.data) - self.at} there")
        piece = self.data[self.at : end]
        self.at = end
        return piece

    def varint(self) -> int:
        value = shift = 0
        while True:
            byte = self.take(1)[0]
            value |= (byte & 0x7F) << shift
            if byte < 0x80:
                return value
            shift += 7
            if shift > 63:
                raise WXFError(f"length of more than 64 bits at byte {self.at}")

    def text(self) -> str:
        return bytes(self.take(self.varint())).decode("utf-8", "surrogatepass")

    def unpack(self, layout: str):
        return struct.unpack(layout, self.take(struct.calcsize(layout)))[0]

    def array(self) -> np.ndarray:
        code = self.take(1)[0]
        if code not in DTYPE_OF_CODE:
            raise WXFError(f"unknown array type {code:#04x} at byte {self.at - 1}")
        dtype = DTYPE_OF_CODE[code]
        shape = tuple(self.varint() for _ in range(self.varint()))
        count = 1
        for dimension in shape:
            count *= dimension
        source = self.take(count * dtype.itemsize)
        array = arrays.empty(shape, dtype)
        array.reshape(-1).view("uint8")[...] = np.frombuffer(source, "uint8")
        return array

    def packed_list(self):
        return to_list(self.array())

    def numeric_array(self):
        return NumericArray(self.array())

    def association(self):
        rules = []
        for _ in range(self.varint()):
            head = RULE_SYMBOLS.get(self.take(1)[0])
            if head is None:
                raise WXFError(f"a rule expected at byte {self.at - 1}")
            rules.append(Expression(head, self.read(), self.read()))
        return Expression(SymbolAssociation, *rules)

    def function(self):
        count = self.varint()
        head = self.read()
        elements = [self.read() for _ in range(count)]
        if head is SymbolList:
            return ListExpression(*elements)
        name = head.get_name()
        if name == "System`Rational" and count == 2 and all(type(e) is Integer for e in elements):
            return Rational(elements[0].value, elements[1].value)
        if name == "System`Complex" and count == 2:
            return Complex(*elements)
        return Expression(head, *elements)

    def big_real(self):
        text = self.text()
        match = BIG_REAL.fullmatch(text)
        if match is None:
            raise WXFError(f"not a real number: {text!r}")
        mantissa, mark, digits, exponent = match.groups()
        text = f"{mantissa}e{exponent or 0}"
        if not digits:
            return Real(text)
        import sympy

        precision = float(digits)
        if mark == "``":
            precision += Decimal(text).adjusted() + 1
        return PrecisionReal(sympy.Float(text, precision=max(1, round(precision / LOG10_2))))


_READERS = {
    ord("C"): lambda r: Integer(r.unpack("<b")),
    ord("j"): lambda r: Integer(r.unpack("<h")),
    ord("i"): lambda r: Integer(r.unpack("<i")),
    ord("L"): lambda r: Integer(r.unpack("<q")),
    ord("I"): lambda r: Integer(int(r.text())),
    ord("r"): lambda r: number(r.unpack("<d")),
    ord("R"): _Reader.big_real,
    ord("S"): lambda r: String(r.text()),
    ord("B"): lambda r: ByteArray(bytes(r.take(r.varint()))),
    ord("s"): lambda r: Symbol(r.full_name(r.text())),
    ord("f"): _Reader.function,
    ord("A"): _Reader.association,
    PACKED[0]: _Reader.packed_list,
    NUMERIC[0]: _Reader.numeric_array,
}


def _interleaving(image) -> Symbol:
    """None where there is one channel: https://reference.wolfram.com/language/ref/Interleaving.html"""
    if image.channels() == 1:
        return Symbol("System`None")
    return Symbol("System`True" if image.interleaved else "System`False")


def varint(value: int) -> bytes:
    """A non-negative integer in 7-bit groups, the lowest first, the high bit set on all but the last."""
    out = bytearray()
    while value > 0x7F:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value)
    return bytes(out)
