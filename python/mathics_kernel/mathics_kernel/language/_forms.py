# SPDX-License-Identifier: GPL-3.0-or-later
"""How expressions are written as text."""

from mathics.core.atoms import String


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
