# SPDX-License-Identifier: GPL-3.0-or-later
"""Text: templates, padding, bytes, short forms, and the message of a Failure."""

import re

from mathics.core.atoms import ByteArray, Integer, String
from mathics.core.builtin import Builtin
from mathics.core.expression import Expression
from mathics.core.list import ListExpression
from mathics.core.symbols import Symbol
from mathics.core.systemsymbols import SymbolFailed

from . import _association as data

_SLOT = re.compile(r"`([^`]*)`|<\*(.*?)\*>", re.DOTALL)
_SHORT_LIST = 6


class StringTemplate(Builtin):
    """StringTemplate["text with `1`, `name` and ``"][arguments], also of an association.

    https://reference.wolfram.com/language/ref/StringTemplate.html
    """

    context = "System`"
    rules = {
        "StringTemplate[text_String][table_Association]": "TemplateApply[text, table]",
        "StringTemplate[text_String][arguments___]": "TemplateApply[text, {arguments}]",
    }
    summary_text = "text with slots to be filled"


class TemplateApply(Builtin):
    """TemplateApply[template, list or association]: `n` and `` take the list's elements, `name` the association's.

    <* expr *> is evaluated. A slot that nothing fills keeps its text.
    https://reference.wolfram.com/language/ref/TemplateApply.html
    """

    context = "System`"
    messages = {"noval": "Nothing fills the slot `1` of the template."}
    rules = {
        "TemplateApply[template_]": "TemplateApply[template, {}]",
        "TemplateApply[StringTemplate[text_String], arguments_]": "TemplateApply[text, arguments]",
    }
    summary_text = "fill the slots of a template"

    def eval(self, text, arguments, evaluation):
        "TemplateApply[text_String, arguments:(_List|_Association)]"
        return String(filled(text.value, arguments, evaluation))


class Failure(Builtin):
    """Failure[tag, <|"MessageTemplate" -> ..., "MessageParameters" -> ...|>]["Message"], and of any other property.

    https://reference.wolfram.com/language/ref/Failure.html
    """

    context = "System`"
    summary_text = "a failure and what is known of it"

    def eval(self, tag, table, name, evaluation):
        "Failure[tag_, table_Association][name_String]"
        if name.value == "Message":
            return String(failure_message(tag, table, evaluation))
        if name.value == "Tag":
            return tag
        if name.value == "Properties":
            return ListExpression(String("Message"), String("Tag"), *(rule.elements[0] for rule in table.elements))
        value = data.lookup(table, name)
        return data.absent(name) if value is None else value


def failure_message(tag, table, evaluation) -> str:
    template = data.lookup(table, String("MessageTemplate"))
    parameters = data.lookup(table, String("MessageParameters")) or Expression(Symbol("System`List"))
    if template is None:
        return f"A failure of type {text_of(tag, evaluation)} occurred."
    if template.has_form(("HoldForm", "Hold"), 1):
        template = template.elements[0]
    if template.has_form("MessageName", 2):
        template = template.evaluate(evaluation)
    if not isinstance(template, String):
        return text_of(template, evaluation)
    return filled(template.value, parameters, evaluation)


def filled(text: str, arguments, evaluation) -> str:
    """The text with its slots filled from a list (`1`, ``) or an association (`name`)."""
    keyed = data.is_association(arguments)
    position = 0

    def fill(match: re.Match) -> str:
        nonlocal position
        name, code = match.groups()
        if code is not None:
            expression = Expression(Symbol("System`ToExpression"), String(code)).evaluate(evaluation)
            return text_of(expression, evaluation)
        if name == "":
            position += 1
            name = str(position)
        value = _argument(name, arguments, keyed)
        if value is None:
            evaluation.message("TemplateApply", "noval", String(name))
            return match[0]
        return text_of(value, evaluation)

    return _SLOT.sub(fill, text)


def _argument(name: str, arguments, keyed: bool):
    if keyed:
        value = data.lookup(arguments, String(name))
        return data.lookup(arguments, Integer(int(name))) if value is None and name.isdigit() else value
    if name.isdigit() and 1 <= int(name) <= len(arguments.elements):
        return arguments.elements[int(name) - 1]
    rules = data.rules_of(arguments) if arguments.elements else None
    return rules and data.lookup(data.association(rules), String(name))


def text_of(expression, evaluation) -> str:
    if isinstance(expression, String):
        return expression.value
    return Expression(Symbol("System`ToString"), expression).evaluate(evaluation).value


class TextString(Builtin):
    """TextString[expr]: text for people to read."""

    context = "System`"
    summary_text = "readable text of an expression"

    def eval(self, expr, evaluation):
        "TextString[expr_]"
        return String(text_of(expr, evaluation))


class Short(Builtin):
    """Short[expr], Short[expr, lines]: shown in about a line, long parts left out as <<n>>.

    https://reference.wolfram.com/language/ref/Short.html
    """

    context = "System`"
    summary_text = "a short form of an expression"

    def format_short(self, expr, lines, evaluation):
        "(OutputForm,InputForm,StandardForm,TraditionalForm,): Short[expr_, lines_:1]"
        count = lines.value if isinstance(lines, Integer) else 1
        return String(short_text(expr, max(1, count) * 78, evaluation))


def short_text(expression, width: int, evaluation) -> str:
    """The text of an expression; lists keep their ends, and a text that is still too long its beginning and end."""
    text = text_of(_shortened(expression), evaluation)
    if len(text) <= width:
        return text
    kept = max(4, (width - 8) // 2)
    return f"{text[:kept]}<<{len(text) - 2 * kept}>>{text[-kept:]}"


def _shortened(expression):
    from mathics.core.convert.expression import to_expression_with_specialization

    if not isinstance(expression, Expression):
        return expression
    elements = expression.elements
    if len(elements) > _SHORT_LIST:
        left_out = Expression(Symbol("System`Skeleton"), Integer(len(elements) - 4))
        elements = (*elements[:3], left_out, elements[-1])
    return to_expression_with_specialization(expression.head, *map(_shortened, elements))


class Skeleton(Builtin):
    """Skeleton[n] stands for n elements that Short leaves out."""

    context = "System`"
    summary_text = "elements left out"

    def format_skeleton(self, n, evaluation):
        "(OutputForm,InputForm,StandardForm,TraditionalForm,): Skeleton[n_]"
        return String(f"<<{text_of(n, evaluation)}>>")


class StringPadLeft(Builtin):
    """StringPadLeft[s, n], StringPadLeft[s, n, padding]: exactly n characters, padded or cut at the left."""

    context = "System`"
    rules = {"StringPadLeft[s_, n_]": 'StringPadLeft[s, n, " "]'}
    summary_text = "pad a string at its left"
    left = True

    def eval(self, s, n, padding, evaluation):
        "%(name)s[s:(_String|{___String}), n_Integer, padding_String]"
        if s.has_form("List", None):
            return Expression(Symbol("System`List"), *(self.eval(each, n, padding, evaluation) for each in s.elements))
        text, count, fill = s.value, n.value, padding.value
        if count < 0 or not fill:
            return None
        missing = count - len(text)
        if missing <= 0:
            return String(text[-count:] if self.left and count else text[:count])
        filler = fill * (missing // len(fill) + 1)
        return String(filler[-missing:] + text if self.left else text + filler[:missing])


class StringPadRight(StringPadLeft):
    """StringPadRight[s, n], StringPadRight[s, n, padding]: exactly n characters, padded or cut at the right."""

    rules = {"StringPadRight[s_, n_]": 'StringPadRight[s, n, " "]'}
    summary_text = "pad a string at its right"
    left = False


class StringToByteArray(Builtin):
    """StringToByteArray["string"]: its UTF-8 bytes."""

    context = "System`"
    rules = {"StringToByteArray[s_String]": 'StringToByteArray[s, "UTF8"]'}
    messages = {"charcode": "The encoding `1` is not known."}
    summary_text = "bytes of a string"

    def eval(self, s, encoding, evaluation):
        "StringToByteArray[s_String, encoding_String]"
        try:
            return ByteArray(s.value.encode(_codec(encoding.value)))
        except (LookupError, UnicodeEncodeError):
            evaluation.message("StringToByteArray", "charcode", encoding)
            return SymbolFailed


class ByteArrayToString(Builtin):
    """ByteArrayToString[bytes]: the string whose UTF-8 bytes they are."""

    context = "System`"
    rules = {"ByteArrayToString[b_]": 'ByteArrayToString[b, "UTF8"]'}
    messages = {"charcode": "The bytes are no text in the encoding `1`."}
    summary_text = "string of bytes"

    def eval(self, b, encoding, evaluation):
        "ByteArrayToString[b_ByteArray, encoding_String]"
        try:
            return String(bytes(b.value).decode(_codec(encoding.value)))
        except (LookupError, UnicodeDecodeError):
            evaluation.message("ByteArrayToString", "charcode", encoding)
            return SymbolFailed


def _codec(name: str) -> str:
    return {"UTF8": "utf-8", "ISO8859-1": "latin-1", "ISOLatin1": "latin-1"}.get(name, name)


class CreateUUID(Builtin):
    """CreateUUID[], CreateUUID["base"]: a random identifier of 36 characters."""

    context = "System`"
    rules = {"CreateUUID[]": 'CreateUUID[""]'}
    summary_text = "unique identifier"

    def eval(self, base, evaluation):
        "CreateUUID[base_String]"
        from uuid import uuid4

        return String(f"{base.value}{uuid4()}")
