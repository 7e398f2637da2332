# SPDX-License-Identifier: GPL-3.0-or-later
"""How expressions are written as text."""

from collections.abc import Callable

from mathics.core.atoms import String
from mathics.core.expression import Expression
from mathics.core.symbols import Symbol

_BRACKETED = {"System`List", "System`Association"}


def ascii_operators(stock):
    """Mathics3's operator texts, always in ASCII: with other encodings it writes private characters."""

    def get_operator_str(head, evaluation, **kwargs) -> str:
        return stock(head, evaluation, **{**kwargs, "encoding": "ASCII"})

    return get_operator_str


def message_name_input_form(expression, evaluation, **kwargs) -> str:
    from mathics.format.form.inputform import _generic_to_inputform_text, render_input_form

    if len(expression.elements) != 2 or not isinstance(expression.elements[1], String):
        return _generic_to_inputform_text(expression, evaluation, **kwargs)
    return f"{render_input_form(expression.elements[0], evaluation, **kwargs)}::{expression.elements[1].value}"


def of_symbols(form: Callable) -> Callable:
    """A form of expressions whose head is a symbol: of others, as {2}[3] or (a + b)[x], it knows the leftmost head."""

    def written(expr, evaluation, **options) -> str:
        if not isinstance(expr, Expression) or isinstance(expr._head, Symbol):
            return form(expr, evaluation, **options)
        from mathics.format.form.inputform import render_input_form

        head, *elements = (render_input_form(part, evaluation, **options) for part in (expr._head, *expr._elements))
        if isinstance(expr._head._head, Symbol) and expr._head._head.name not in _BRACKETED:
            head = f"({head})"
        return f"{head}[{', '.join(elements)}]"

    return written
