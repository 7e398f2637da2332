# SPDX-License-Identifier: GPL-3.0-or-later
"""Managed library expressions: f[id] stands for an instance that a library keeps, until nothing refers to it.

https://reference.wolfram.com/language/LibraryLink/ref/CreateManagedLibraryExpression.html and its neighbours
"""

from weakref import WeakValueDictionary

from mathics.core.atoms import Integer
from mathics.core.builtin import Builtin
from mathics.core.convert.python import from_bool
from mathics.core.expression import Expression
from mathics.core.systemsymbols import SymbolFailed

from ..libraries import LIBRARIES

_instances: WeakValueDictionary = WeakValueDictionary()  # (head, id) -> librarylink_host.ManagedExpression


class InstanceID(Integer):
    """The id of an instance. It goes along, as numbers do, wherever the expression is copied to, and with the last of
    the copies the library is told to release the instance."""

    def __new__(cls, instance):
        plain = Integer(instance.id)
        self = object.__new__(cls)
        self._value, self._sympy, self.hash = plain._value, plain._sympy, plain.hash
        self.instance = instance
        return self

    def copy(self, reevaluate=False):
        return self

    def __getnewargs__(self):
        return (self.instance,)


class CreateManagedLibraryExpression(Builtin):
    """CreateManagedLibraryExpression["manager", f]: f[id] of a new instance of a manager that a library registered."""

    messages = {
        "nomgr": "`1` is no manager of library expressions that a loaded library has registered.",
        "failed": "The manager `1` made no instance: `2`.",
    }
    summary_text = "make an instance that a library keeps"

    def eval(self, manager, f, evaluation):
        "CreateManagedLibraryExpression[manager_String, f_Symbol]"
        from librarylink_host import LibraryLinkError
        from mathics.core.atoms import String

        library = LIBRARIES.with_manager(manager.value)
        if library is None:
            evaluation.message("CreateManagedLibraryExpression", "nomgr", manager)
            return SymbolFailed
        LIBRARIES.calling(manager, evaluation)
        try:
            instance = library.create_managed_expression(manager.value)
        except LibraryLinkError as error:
            evaluation.message("CreateManagedLibraryExpression", "failed", manager, String(str(error)))
            return SymbolFailed
        _instances[f.get_name(), instance.id] = instance
        return Expression(f, InstanceID(instance))


class ManagedLibraryExpressionQ(Builtin):
    """ManagedLibraryExpressionQ[expr], [expr, "manager"]: whether expr stands for an instance that the library has."""

    summary_text = "test for an instance that a library keeps"

    def eval(self, expr, evaluation):
        "ManagedLibraryExpressionQ[expr_]"
        return from_bool(_instance(expr) is not None)

    def eval_of(self, expr, manager, evaluation):
        "ManagedLibraryExpressionQ[expr_, manager_String]"
        instance = _instance(expr)
        return from_bool(instance is not None and instance.name == manager.value)


class ManagedLibraryExpressionID(Builtin):
    """ManagedLibraryExpressionID[expr], [expr, "manager"]: the id by which the library knows the instance."""

    messages = {"noinst": "`1` is no managed library expression."}
    summary_text = "the id of an instance that a library keeps"

    def eval(self, expr, evaluation):
        "ManagedLibraryExpressionID[expr_]"
        return self._id(expr, None, evaluation)

    def eval_of(self, expr, manager, evaluation):
        "ManagedLibraryExpressionID[expr_, manager_String]"
        return self._id(expr, manager.value, evaluation)

    @staticmethod
    def _id(expr, manager: str | None, evaluation):
        instance = _instance(expr)
        if instance is None or manager not in (None, instance.name):
            evaluation.message("ManagedLibraryExpressionID", "noinst", expr)
            return SymbolFailed
        return Integer(instance.id)


def _instance(expr):
    """The living instance that f[id] stands for."""
    if not isinstance(expr, Expression) or len(expr.elements) != 1 or not isinstance(expr.elements[0], Integer):
        return None
    instance = _instances.get((expr.get_head_name(), expr.elements[0].value))
    return instance if instance is not None and instance.alive else None
