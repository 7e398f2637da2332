# SPDX-License-Identifier: GPL-3.0-or-later
"""LibraryFunctionLoad and its kin: functions of dynamic libraries, called as functions of the language.

https://reference.wolfram.com/language/guide/LibraryLink.html
"""

from mathics.core.atoms import Integer, String
from mathics.core.builtin import Builtin
from mathics.core.convert.python import from_bool
from mathics.core.expression import Expression
from mathics.core.list import ListExpression
from mathics.core.symbols import Symbol, SymbolNull
from mathics.core.systemsymbols import SymbolFailed, SymbolNone, SymbolRule

from ..aborts import check_abort, inside_library
from ..direct_rules import DirectRule
from ..libraries import LIBRARIES, Function, find
from ..library_types import NotConforming, from_library, parse, to_library
from ..paclets import library_directories

SymbolLibraryFunction = Symbol("System`LibraryFunction")
SymbolLibraryFunctionError = Symbol("System`LibraryFunctionError")
LIBRARY_ERROR = "LibraryLink`$LibraryError"

# Name and message tag of the codes of WolframLibrary.h.
ERROR_TAGS = {1: "typerr", 2: "rankerr", 3: "dimerr", 4: "numerr", 5: "memerr", 6: "fnerr", 7: "verserr"}


class LibraryFunctionLoad(Builtin):
    summary_text = "load a function of a dynamic library"

    def eval(self, lib, name, args, ret, evaluation):
        "LibraryFunctionLoad[lib_String, name_String, args_, ret_]"
        _set_library_error(SymbolNone, evaluation)
        path = find(lib.value, _library_path(evaluation))
        if path is None:
            return _not_loaded(lib, name, f"no library {lib.value} on $LibraryPath", evaluation, "notfound")
        arguments = args.elements if args.has_form("List", None) else (args,)
        types = [parse(argument) for argument in arguments]
        result = parse(ret)
        for spec, parsed in zip((*arguments, ret), (*types, result), strict=True):
            if parsed is None:
                evaluation.message("LibraryFunction", "type", spec)
                return _not_loaded(lib, name, f"unknown type {spec}", evaluation)
        specs = ListExpression(*arguments)
        try:
            LIBRARIES.function((path, name.value, specs, ret), types, result, evaluation)
        except Exception as error:  # whatever the host finds wrong with the library
            return _not_loaded(lib, name, str(error), evaluation)
        return Expression(SymbolLibraryFunction, String(path), name, specs, ret)


class LibraryFunction(Builtin):
    messages = {
        "notfound": "Symbol `1` not found.",
        "libload": "The function `1` was not loaded from the file `2`.",
        "type": "`1` is not a valid type of an argument or a result.",
        "cfsa": "Argument `1` at position `2` should be a `3`.",
        "cfct": "Number of arguments `1` does not match the length `2` of the argument template.",
        "unloaded": "The function `1` has been unloaded.",
        "typerr": "An error caused by inconsistent types was encountered evaluating the function `1`.",
        "rankerr": "An error caused by inconsistent tensor ranks was encountered evaluating the function `1`.",
        "dimerr": "An error caused by inconsistent dimensions was encountered evaluating the function `1`.",
        "numerr": "A numerical error was encountered evaluating the function `1`.",
        "memerr": "A memory allocation error was encountered evaluating the function `1`.",
        "fnerr": "An error was encountered evaluating the function `1`.",
        "verserr": "An error caused by an incompatible version was encountered evaluating the function `1`.",
        "rterr": "An error with return code `1` was encountered evaluating the function `2`.",
        "host": "The function `1` was not called: `2`.",
    }
    summary_text = "a function of a dynamic library"

    def contribute(self, definitions, is_pymodule=False):
        super().contribute(definitions, is_pymodule)
        definitions.builtin[self.get_name()].subvalues.insert(0, DirectRule("LibraryFunction", _apply))


class LibraryFunctionError(Builtin):
    summary_text = "an error that a library function returned"


class LibraryDataType(Builtin):
    summary_text = "a type of a library function's argument or result"


class LibraryFunctionUnload(Builtin):
    messages = {"lfn": "`1` is not a loaded library function."}
    summary_text = "unload a library function"

    def eval(self, lib, name, args, ret, evaluation):
        "LibraryFunctionUnload[LibraryFunction[lib_String, name_String, args_List, ret_]]"
        if LIBRARIES.unload_function((lib.value, name.value, args, ret)):
            return SymbolNull
        return self.eval_other(Expression(SymbolLibraryFunction, lib, name, args, ret), evaluation)

    def eval_other(self, expr, evaluation):
        "LibraryFunctionUnload[expr_]"
        evaluation.message("LibraryFunctionUnload", "lfn", expr)
        return SymbolFailed


class LibraryFunctionInformation(Builtin):
    summary_text = "what is known of a library function"

    def eval(self, lib, name, args, ret, evaluation):
        "LibraryFunctionInformation[LibraryFunction[lib_String, name_String, args_List, ret_]]"
        return ListExpression(
            Expression(SymbolRule, String("Name"), name),
            Expression(SymbolRule, String("Library"), lib),
            Expression(SymbolRule, String("Arguments"), args),
            Expression(SymbolRule, String("Return"), ret),
            Expression(
                SymbolRule,
                String("Loaded"),
                from_bool(LIBRARIES.loaded_function((lib.value, name.value, args, ret)) is not None),
            ),
        )


class LibraryLoad(Builtin):
    messages = {"notfound": "Library `1` not found.", "libload": "The library `1` was not loaded: `2`."}
    summary_text = "load a dynamic library"

    def eval(self, lib, evaluation):
        "LibraryLoad[lib_String]"
        path = find(lib.value, _library_path(evaluation))
        if path is None:
            evaluation.message("LibraryLoad", "notfound", lib)
            return SymbolFailed
        try:
            LIBRARIES.load(path, evaluation)
        except Exception as error:
            _set_library_error(String(str(error)), evaluation)
            evaluation.message("LibraryLoad", "libload", lib, String(str(error)))
            return SymbolFailed
        return SymbolNull


class LibraryUnload(Builtin):
    messages = {"nolib": "The library `1` is not loaded."}
    summary_text = "unload a dynamic library and its functions"

    def eval(self, lib, evaluation):
        "LibraryUnload[lib_String]"
        path = find(lib.value, _library_path(evaluation))
        if path is None or not LIBRARIES.unload(path):
            evaluation.message("LibraryUnload", "nolib", lib)
            return SymbolFailed
        return SymbolNull


class FindLibrary(Builtin):
    summary_text = "find a dynamic library"

    def eval(self, lib, evaluation):
        "FindLibrary[lib_String]"
        path = find(lib.value, _library_path(evaluation))
        return SymbolFailed if path is None else String(path)


def _apply(expression, evaluation):
    """LibraryFunction[lib, name, args, ret][x...]."""
    head = expression._head
    if not head.has_form("LibraryFunction", 4):
        return None
    lib, name, args, ret = head._elements
    function = _loaded((lib.value, name.value, args, ret), evaluation)
    if function is None:
        return SymbolFailed
    values = _arguments(function, expression._elements, evaluation)
    return None if values is None else _call(function, name, values, evaluation)


def _library_path(evaluation) -> list[str]:
    """$LibraryPath, then what the loaded paclets say."""
    path = Symbol("System`$LibraryPath").evaluate(evaluation)
    own = [e.value for e in path.elements if isinstance(e, String)] if path.has_form("List", None) else []
    return own + library_directories()


def _set_library_error(value, evaluation) -> None:
    evaluation.definitions.set_ownvalue(LIBRARY_ERROR, value)


def _not_loaded(lib, name, reason: str, evaluation, tag: str | None = None):
    _set_library_error(String(reason), evaluation)
    if tag:
        evaluation.message("LibraryFunction", tag, lib)
    evaluation.message("LibraryFunction", "libload", name, lib)
    return SymbolFailed


def _loaded(key: tuple, evaluation) -> Function | None:
    """The function behind a LibraryFunction expression; one that came from elsewhere is loaded now."""
    function = LIBRARIES.loaded_function(key)
    if function is not None:
        return function
    path, name, args, ret = key
    if LIBRARIES.was_unloaded(key):
        evaluation.message("LibraryFunction", "unloaded", String(name))
        return None
    types = [parse(argument) for argument in args.elements]
    result = parse(ret)
    if None in types or result is None:
        evaluation.message("LibraryFunction", "libload", String(name), String(path))
        return None
    try:
        return LIBRARIES.function(key, types, result, evaluation)
    except Exception as error:
        _not_loaded(String(path), String(name), str(error), evaluation)
        return None


def _arguments(function: Function, given, evaluation) -> list | None:
    if len(given) != len(function.arguments):
        evaluation.message("LibraryFunction", "cfct", Integer(len(given)), Integer(len(function.arguments)))
        return None
    values = []
    for position, (expr, wanted) in enumerate(zip(given, function.arguments, strict=True), 1):
        try:
            values.append(to_library(expr, wanted, evaluation))
        except NotConforming:
            shown = Expression(Symbol("System`Short"), expr)
            evaluation.message("LibraryFunction", "cfsa", shown, Integer(position), String(wanted.words()))
            return None
    return values


def _call(function: Function, name, values: list, evaluation):
    from librarylink_host import LibraryAborted, LibraryLinkError
    from librarylink_host import LibraryFunctionError as HostError

    LIBRARIES.calling(name, evaluation)
    try:
        with inside_library():
            value = function.call(*values)
    except LibraryAborted:
        check_abort(evaluation)
        raise
    except HostError as error:
        check_abort(evaluation)
        return _error(error, name, evaluation)
    except (LibraryLinkError, MemoryError, TypeError, ValueError, OverflowError) as error:
        evaluation.message("LibraryFunction", "host", name, String(str(error)))
        return SymbolFailed
    check_abort(evaluation)
    return from_library(value, function.result)


def _error(error, name, evaluation):
    tag = ERROR_TAGS.get(error.code)
    if tag:
        evaluation.message("LibraryFunction", tag, name)
    else:
        evaluation.message("LibraryFunction", "rterr", Integer(error.code), name)
    return Expression(SymbolLibraryFunctionError, String(error.error_name), Integer(error.code))
