# SPDX-License-Identifier: GPL-3.0-or-later
"""Matches patterns in which every part has its place, as f[x_, {type_, y_String}, n : 1 | 2, rest___], in one pass.

Most rules have such a pattern. Mathics' own matcher, which can try one division of the arguments after another, calls
some forty functions for each part. ``compiled`` turns a pattern, as Mathics has made it, into a test(expression,
values, evaluation) that puts what the variables stand for into `values`; it gives None for every other pattern.
"""

from collections.abc import Callable

from mathics.builtin.patterns.composite import OptionsPattern
from mathics.core.atoms import Integer, Number, Rational, Real, String
from mathics.core.attributes import A_FLAT, A_ORDERLESS
from mathics.core.expression import Expression
from mathics.core.pattern import AtomPattern, BasePattern, ExpressionPattern
from mathics.core.rules import FunctionApplyRule, RuleApplicationFailed
from mathics.core.symbols import Atom, Symbol, SymbolTrue
from mathics.core.systemsymbols import SymbolComplex, SymbolInteger, SymbolReal, SymbolSequence

from .packed import PackedList, all_finite

Test = Callable[[object, dict, object], bool]
_HEADS = {"i": SymbolInteger, "f": SymbolReal, "c": SymbolComplex}
_OPTION = "_option_"


def compiled(pattern: BasePattern, definitions, names: set | None) -> Test | None:
    """`names`: the variables met so far, to which this adds; None where there may be no variables."""
    if type(pattern) is AtomPattern:
        return _atom(pattern.atom)
    if type(pattern) is ExpressionPattern:
        return _expression(pattern, definitions, names)
    compile_object = _OBJECTS.get(pattern.get_head_name())
    return None if compile_object is None else compile_object(pattern, definitions, names)


def _atom(atom: Atom) -> Test:
    if isinstance(atom, Symbol):
        return lambda expression, values, evaluation: expression is atom
    return lambda expression, values, evaluation: (
        expression is atom or (isinstance(expression, Atom) and atom.sameQ(expression))
    )


def _is_something(expression) -> bool:
    return (
        not isinstance(expression, Expression) or expression._head is not SymbolSequence or bool(expression._elements)
    )


def _blank(pattern, definitions, names) -> Test:
    head = pattern.target_head
    if head is None:
        return lambda expression, values, evaluation: _is_something(expression)
    return lambda expression, values, evaluation: expression.get_head() is head and _is_something(expression)


def _named(pattern, definitions, names) -> Test | None:
    name = pattern.varname
    if names is None:
        return None
    if name in names:
        return lambda expression, values, evaluation: values[name].sameQ(expression)
    names.add(name)
    inner = compiled(pattern.pattern, definitions, names)
    if inner is None:
        return None

    def test(expression, values, evaluation):
        values[name] = expression
        return inner(expression, values, evaluation)

    return test


def _alternatives(pattern, definitions, names) -> Test | None:
    tests = [compiled(alternative, definitions, None) for alternative in pattern.alternatives]
    if None in tests:
        return None
    return lambda expression, values, evaluation: any(test(expression, values, evaluation) for test in tests)


def _except(pattern, definitions, names) -> Test | None:
    unwanted = compiled(pattern.c, definitions, None)
    wanted = compiled(pattern.p, definitions, names)
    if unwanted is None or wanted is None:
        return None

    def test(expression, values, evaluation):
        return not unwanted(expression, values, evaluation) and wanted(expression, values, evaluation)

    return test


def _held(pattern, definitions, names) -> Test | None:
    return compiled(pattern.pattern, definitions, names)


def _verbatim(pattern, definitions, names) -> Test:
    content = pattern.content
    return lambda expression, values, evaluation: content.sameQ(expression)


def _tested(pattern, definitions, names) -> Test | None:
    inner = compiled(pattern.pattern, definitions, names)
    if inner is None:
        return None
    passes = _predicate(pattern)
    return lambda expression, values, evaluation: (
        inner(expression, values, evaluation) and passes(expression, evaluation)
    )


def _predicate(pattern) -> Callable:
    """passes(expression, evaluation) of a PatternTest."""
    known = _PREDICATES.get(pattern.test_name)
    if known is not None:
        return known

    def passes(expression, evaluation) -> bool:
        quick = pattern.quick_pattern_test(expression, pattern.test_name, evaluation)
        return Expression(pattern.test, expression).evaluate(evaluation) is SymbolTrue if quick is None else quick

    return passes


def _conditional(pattern, definitions, names) -> Test | None:
    if names is None:
        return None
    inner = compiled(pattern.pattern, definitions, names)
    if inner is None:
        return None
    condition = pattern.test

    def test(expression, values, evaluation):
        if not inner(expression, values, evaluation):
            return False
        variables = {name: value for name, value in values.items() if not name.startswith(_OPTION)}
        return condition.replace_vars(variables).evaluate(evaluation) is SymbolTrue

    return test


_OBJECTS = {
    f"System`{name}": function
    for name, function in {
        "Blank": _blank,
        "Pattern": _named,
        "Alternatives": _alternatives,
        "Except": _except,
        "HoldPattern": _held,
        "Verbatim": _verbatim,
        "PatternTest": _tested,
        "Condition": _conditional,
    }.items()
}
_PREDICATES = {
    "System`AtomQ": lambda expression, evaluation: isinstance(expression, Atom),
    "System`StringQ": lambda expression, evaluation: isinstance(expression, String),
    "System`NumberQ": lambda expression, evaluation: isinstance(expression, Number),
    "System`NumericQ": lambda expression, evaluation: expression.is_numeric(evaluation),
    "Internal`RealValuedNumberQ": lambda expression, evaluation: isinstance(expression, (Integer, Rational, Real)),
}


def _expression(pattern: ExpressionPattern, definitions, names: set | None) -> Test | None:
    """head[...]: parts of one place each, then optional ones, or one that takes what is left."""
    if pattern.attributes is None:
        pattern.__set_pattern_attributes__(pattern.head.get_attributes(definitions))
    if pattern.attributes & (A_FLAT | A_ORDERLESS) and not _takes_everything(pattern):
        return None
    head = compiled(pattern.head, definitions, names)
    if head is None:
        return None
    parts = list(pattern.elements)
    last = parts.pop() if parts and _takes_the_rest(parts[-1]) else None
    optionals = _trailing_optionals(parts)
    tests = [compiled(part, definitions, names) for part in parts]
    if None in tests or (optionals and last is not None and not _is_of_options(last)):
        return None
    optional = [_optional(part, definitions, names) for part in optionals]
    rest = None if last is None else _rest(last, names)
    if None in optional or (last is not None and rest is None):
        return None
    return _sequence_test(head, tests, optional, rest)


def _takes_everything(pattern: ExpressionPattern) -> bool:
    """Plus[x___]: flat or orderless, there is one way to match it that comes first."""
    if len(pattern.elements) != 1:
        return False
    (part,) = pattern.elements
    blank = part.pattern if part.get_head_name() == "System`Pattern" else part
    return blank.get_head_name() in _SEQUENCE_BLANKS and blank.target_head is None


def _sequence_test(head: Test, tests: list[Test], optional: list, rest: Callable | None) -> Test:
    count = len(tests)
    most = None if rest is not None else count + len(optional)

    def test(expression, values, evaluation):
        if not isinstance(expression, Expression) or not head(expression._head, values, evaluation):
            return False
        packed = type(expression) is PackedList
        given = len(expression.array) if packed else len(expression._elements)
        if given < count or (most is not None and given > most):
            return False
        if packed and not count and rest is not None and rest.of_packed is not None:
            return rest.of_packed(expression)
        elements = expression._elements
        for part, element in zip(tests, elements, strict=False):
            if not part(element, values, evaluation):
                return False
        taken = count + _take_optionals(optional, elements[count:], values, evaluation) if optional else count
        return taken == given if rest is None else rest(elements[taken:], values, evaluation, expression._head)

    return test


# -- parts that may be left out ---------------------------------------------------------------------------------------


def _trailing_optionals(parts: list) -> list:
    """Takes the parts x_ : default off the end."""
    count = 0
    while count < len(parts) and parts[-1 - count].get_head_name() == "System`Optional":
        count += 1
    taken = parts[len(parts) - count :]
    del parts[len(parts) - count :]
    return taken


def _optional(pattern: BasePattern, definitions, names: set | None) -> tuple | None:
    """(test, variable, default) of x_ : default."""
    named = pattern.pattern
    if pattern.default is None or names is None or named.get_head_name() != "System`Pattern" or named.varname in names:
        return None
    test = compiled(named, definitions, names)
    return None if test is None else (test, named.varname, pattern.default)


def _take_optionals(optional: list, given, values: dict, evaluation) -> int:
    """Each element goes to the first part that it fits, parts without one have their defaults; how many were taken."""
    position = 0
    for test, name, default in optional:
        if position < len(given) and test(given[position], values, evaluation):
            position += 1
        else:
            values[name] = default
    return position


# -- a part that takes what is left -----------------------------------------------------------------------------------


class _Rest:
    """What stands for any number of arguments at the end: of_packed tells of a whole packed list, without variables."""

    of_packed: Callable | None = None


class _RestOfBlank(_Rest):
    def __init__(self, name: str | None, head: Symbol | None, least: int, passes: Callable | None):
        self.name, self.head, self.least, self.passes = name, head, least, passes
        if name is None and passes is None:
            self.of_packed = self._takes_packed

    def _takes_packed(self, packed: PackedList) -> bool:
        if len(packed.array) < self.least:
            return False
        return self.head is None or _head_of_elements(packed) is self.head

    def __call__(self, given, values, evaluation, _head) -> bool:
        checked = given[0].get_sequence() if len(given) == 1 else given
        if len(checked) < self.least:
            return False
        if self.head is not None and any(element.get_head() is not self.head for element in checked):
            return False
        if self.passes is not None and not all(self.passes(element, evaluation) for element in checked):
            return False
        if self.name is not None:
            values[self.name] = _sequence(given)
        return True


class _RestOfOptions(_Rest):
    def __init__(self, pattern: BasePattern):
        self.pattern = pattern

    def __call__(self, given, values, evaluation, head) -> bool:
        found = []
        context = {
            "yield_func": lambda matched, _rest: found.append(matched),
            "vars_dict": values,
            "evaluation": evaluation,
            "head": head,
        }
        self.pattern.match(_sequence(given), context)
        if found:
            values.update(found[0])
        return bool(found)


def _is_of_options(pattern: BasePattern) -> bool:
    """OptionsPattern[], named or not."""
    inner = pattern.pattern if pattern.get_head_name() == "System`Pattern" else pattern
    return isinstance(inner, OptionsPattern)


def _takes_the_rest(pattern: BasePattern) -> bool:
    kind = pattern.get_head_name()
    if kind in ("System`Pattern", "System`PatternTest"):
        return _takes_the_rest(pattern.pattern)
    return kind in _SEQUENCE_BLANKS or isinstance(pattern, OptionsPattern)


def _rest(pattern: BasePattern, names: set | None) -> _Rest | None:
    """Of x___, x___?test and x : OptionsPattern[], with or without the name."""
    name, passes, inner = None, None, pattern
    if inner.get_head_name() == "System`PatternTest":
        passes, inner = _predicate(inner), inner.pattern
    if inner.get_head_name() == "System`Pattern":
        name, inner = inner.varname, inner.pattern
        if names is None or name in names:
            return None
        names.add(name)
    if isinstance(inner, OptionsPattern):
        return None if names is None or passes is not None else _RestOfOptions(pattern)
    least = _SEQUENCE_BLANKS.get(inner.get_head_name())
    return None if least is None else _RestOfBlank(name, inner.target_head, least, passes)


_SEQUENCE_BLANKS = {"System`BlankSequence": 1, "System`BlankNullSequence": 0}


def _sequence(elements):
    if len(elements) == 1:
        return elements[0]
    sequence = Expression(SymbolSequence, *elements)
    sequence.pattern_sequence = True
    return sequence


def _head_of_elements(packed: PackedList) -> Symbol | None:
    """The head of every element of a packed list, None where they differ: numbers that are not finite are symbols."""
    array = packed.array
    if array.ndim > 1:
        return packed._head
    return _HEADS[array.dtype.kind] if all_finite(array) else None


# -- rules and matchers -----------------------------------------------------------------------------------------------


def applying(stock):
    """BaseRule.apply, with the short way for simple patterns before `stock`."""

    def apply(self, expression, evaluation, fully=True, return_list=False, max_list=None):
        if return_list:
            return stock(self, expression, evaluation, fully, return_list, max_list)
        test = self.__dict__.get("_simple", False)
        if test is False:
            test = self._simple = compiled(self.pattern, evaluation.definitions, set())
        if test is None:
            return stock(self, expression, evaluation, fully)
        values = {}
        return _applied(self, expression, values, evaluation) if test(expression, values, evaluation) else None

    return apply


def _applied(rule, expression, values: dict, evaluation):
    evaluation.check_stopped()
    options = {}
    for name in [name for name in values if name.startswith(_OPTION)]:
        options[name.removeprefix(_OPTION)] = values.pop(name)
    function = rule.apply_function if isinstance(rule, FunctionApplyRule) else rule.apply_rule
    try:
        result = function(expression, values, options, evaluation)
    except RuleApplicationFailed:
        return None
    if isinstance(result, Expression):
        if result.elements_properties is None:
            result._build_elements_properties()
        result = result.flatten_pattern_sequence(evaluation)
    location = getattr(expression, "location", None)
    if location is not None and hasattr(result, "location"):
        result.location = location
    return result


def matching(stock):
    """Matcher.match, with the short way for simple patterns before `stock`."""

    def match(self, expression, evaluation) -> bool:
        test = self.__dict__.get("_simple", False)
        if test is False:
            test = self._simple = compiled(self.form, evaluation.definitions, set())
        return stock(self, expression, evaluation) if test is None else test(expression, {}, evaluation)

    return match
