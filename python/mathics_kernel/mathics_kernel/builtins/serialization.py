# SPDX-License-Identifier: GPL-3.0-or-later
"""BinarySerialize and BinaryDeserialize.

https://reference.wolfram.com/language/ref/BinarySerialize.html, .../BinaryDeserialize.html
"""

from mathics.core.atoms import ByteArray, String
from mathics.core.builtin import Builtin
from mathics.core.expression import Expression
from mathics.core.systemsymbols import SymbolFailed

from .. import wxf


class BinarySerialize(Builtin):
    options = {"PerformanceGoal": '"Speed"'}
    summary_text = "an expression as a ByteArray of WXF"

    def eval(self, expr, evaluation, options):
        "BinarySerialize[expr_, OptionsPattern[]]"
        data = wxf.dumps(expr)
        small = options["System`PerformanceGoal"].sameQ(String("Size"))
        return ByteArray(wxf.compressed(data) if small else data)


class BinaryDeserialize(Builtin):
    messages = {"wxf": "The bytes are not WXF: `1`."}
    summary_text = "the expression in a ByteArray of WXF"

    def eval(self, bytes, evaluation):
        "BinaryDeserialize[bytes_ByteArray]"
        return self._read(bytes, evaluation)

    def eval_head(self, bytes, head, evaluation):
        "BinaryDeserialize[bytes_ByteArray, head_]"
        expr = self._read(bytes, evaluation)
        return expr if expr is SymbolFailed else Expression(head, expr)

    def _read(self, bytes, evaluation):
        try:
            return wxf.loads(memoryview(bytes.value), evaluation.definitions.lookup_name)
        except (wxf.WXFError, ValueError, TypeError) as error:
            evaluation.message("BinaryDeserialize", "wxf", String(str(error)))
            return SymbolFailed
