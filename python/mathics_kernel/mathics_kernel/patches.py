# SPDX-License-Identifier: GPL-3.0-or-later
"""Every change to Mathics3's own classes, in one place and for one version only.

What can be said as a builtin (a class of the same name, see ``loader``) belongs there, not here.
"""

from importlib.metadata import version

MATHICS_VERSION = "10.0.1"
# $MaxNumber is about 10^1355718576299609: https://reference.wolfram.com/language/ref/$MaxNumber.html
MAX_EXPONENT = 4503599627370496
MACHINE_DIGITS = 16
_applied = False


def apply() -> None:
    """Patch Mathics3, once; after its builtins are imported and before any Definitions object is made."""
    global _applied
    if _applied:
        return
    _applied = True
    found = version("Mathics3")
    if found != MATHICS_VERSION:
        raise RuntimeError(f"mathics_kernel needs Mathics3 {MATHICS_VERSION} exactly, found {found}")
    for patch in PATCHES:
        patch()


def name_array_and_image_heads() -> None:
    """The atoms' head names lack their context, so that _NumericArray and _Image match nothing."""
    from mathics.builtin.image.base import Image
    from mathics.core.atoms import NumericArray

    NumericArray.class_head_name = "System`NumericArray"
    Image.class_head_name = "System`Image"


def complete_numeric_array() -> None:
    """All 14 types; SameQ by type and value, Equal by value; InputForm that can be read back."""
    import numpy as np
    from mathics.core.atoms import NumericArray
    from mathics.core.atoms import arrays as stock

    from . import arrays, packed

    stock.NUMERIC_ARRAY_TYPE_MAP.update(arrays.DTYPES)
    stock.NUMERIC_ARRAY_DTYPE_TO_NAME.update(arrays.TYPE_NAMES)

    def same(self, rhs):
        return isinstance(rhs, NumericArray) and arrays.same(self.value, rhs.value)

    def equal(self, rhs):
        if not isinstance(rhs, NumericArray):
            return None
        return self.value.shape == rhs.value.shape and bool(np.array_equal(self.value, rhs.value))

    def boxes(self, form, evaluation):
        from mathics.core.atoms import String

        if form.get_name() not in ("System`InputForm", "System`FullForm"):
            shape = ", ".join(map(str, self.value.shape))
            return String(f"NumericArray[Type: {self._type_name}, Dimensions: {{{shape}}}]")
        from mathics.core.expression import Expression
        from mathics.core.symbols import Symbol
        from mathics.format.box import format_element

        elements = packed.unpacked(packed.to_list(self.value))
        whole = Expression(Symbol("System`NumericArray"), elements, String(self._type_name))
        return format_element(whole, evaluation, form)

    NumericArray.sameQ = same
    NumericArray.equal2 = equal
    NumericArray.atom_to_boxes = boxes
    NumericArray.do_copy = lambda self: self


def thread_over_packed_lists() -> None:
    """Listable functions of packed lists work on the arrays."""
    from mathics.core.expression import Expression

    from .array_functions import thread
    from .packed import PackedList

    stock = Expression.thread

    def thread_packed(self, evaluation, head=None):
        if head is None and any(type(element) is PackedList for element in self._elements):
            result = thread(self)
            if result is not None:
                return True, result
        return stock(self, evaluation, head)

    Expression.thread = thread_packed


def define_builtins_on_demand() -> None:
    """A session starts without parsing the rules of every builtin."""
    from mathics.builtin.atomic import strings
    from mathics.core import load_builtin
    from mathics.core.parser import util
    from mathics.core.parser.convert import Converter

    from .definitions import contribute_on_demand

    def convert(self, node, definitions):
        # Looking a name up may make a definition, whose rules are parsed in the middle of this.
        outer, self.definitions = self.definitions, definitions
        try:
            return self.do_convert(node)
        finally:
            self.definitions = outer

    load_builtin.definition_contribute = contribute_on_demand
    Converter.convert = convert
    util.convert = strings.convert = Converter().convert


def walk_past_packed_lists() -> None:
    """Functions with level specifications take a packed list whole, where they want none of its elements."""
    import sys

    from mathics.eval import parts

    from .packed import PackedList

    stock = parts.walk_levels

    def walk_levels(
        expr, start=1, stop=None, current=0, heads=False, callback=lambda p: p, include_pos=False, cur_pos=()
    ):
        if isinstance(expr, PackedList) and not heads:
            rank = expr.array.ndim
            below = range(1, rank + 1)
            if not any(parts.is_in_level(current + level, rank - level, start, stop) for level in below):
                if not parts.is_in_level(current, rank, start, stop):
                    return expr, rank
                return (callback(expr, list(cur_pos)) if include_pos else callback(expr)), rank
        return stock(expr, start, stop, current, heads, callback, include_pos, list(cur_pos))

    for name, module in list(sys.modules.items()):
        if name.startswith("mathics.") and getattr(module, "walk_levels", None) is stock:
            module.walk_levels = walk_levels


def evaluate_with_less_bookkeeping() -> None:
    """What Mathics works out again for every expression: whether the elements are in order (it matters to orderless
    heads only, which then sort), the limits of recursion and iteration, whether a name has a context."""
    import functools

    from mathics.core import definitions
    from mathics.core import element as elements
    from mathics.core.atoms import Integer
    from mathics.core.definitions import Definitions
    from mathics.core.element import ElementsProperties
    from mathics.core.expression import Expression
    from mathics.core.symbols import Symbol

    stock = Definitions.get_config_value

    def get_config_value(self, name, default=None):
        definition = self.definitions_cache.get(name if "`" in name else f"System`{name}")
        for rule in definition.ownvalues if definition is not None else ():
            value = getattr(rule, "replace", None)
            if value is not None:
                return value.value if type(value) is Integer else stock(self, name, default)
        return stock(self, name, default)

    def build_elements_properties(self):
        evaluated = flat = uniform = True
        values, lookup_name = [], None
        for element in self._elements:
            if isinstance(element, Expression):
                flat = False
                if element.elements_properties is None:
                    self._is_literal = False
                    element._build_elements_properties()
            if uniform:
                name = element.get_lookup_name()
                uniform = lookup_name in (None, name)
                lookup_name = name
            if element.is_literal:
                values.append(element.value)
            else:
                evaluated = False
        ordered = len(self._elements) < 2
        self.elements_properties = ElementsProperties(evaluated, flat, ordered, uniform)
        if self.is_literal:
            self.value = tuple(values)

    def replace_vars(self, vars, options=None, in_scoping=True):
        return vars.get(self.name, self)

    Symbol.replace_vars = replace_vars
    qualified = functools.cache(elements.fully_qualified_symbol_name)
    elements.fully_qualified_symbol_name = definitions.fully_qualified_symbol_name = qualified
    Definitions.get_config_value = get_config_value
    Expression._build_elements_properties = build_elements_properties


def count_iterations_by_chain() -> None:
    """$IterationLimit bounds a chain of values of symbols, not all of them in an evaluation."""
    from mathics.core.symbols import Symbol
    from mathics.eval.tracing import trace_evaluate

    def evaluate(self, evaluation):
        for rule in evaluation.definitions.get_ownvalues(self.name):
            result = rule.apply(self, evaluation, fully=True)
            if result is None or result.sameQ(self):
                continue
            if result.is_literal:
                return result
            limit = evaluation.definitions.get_config_value("$IterationLimit")
            if limit is not None and evaluation.iteration_count > limit:
                evaluation.error("$IterationLimit", "itlim", limit)
            evaluation.iteration_count += 1
            try:
                return result.evaluate(evaluation)
            finally:
                evaluation.iteration_count -= 1
        return self

    Symbol.evaluate = trace_evaluate(evaluate)


def trace_only_where_asked() -> None:
    """Each evaluation goes through code for Trace; straight to the evaluation where nothing is traced."""
    from mathics.core.expression import Expression
    from mathics.core.symbols import Symbol
    from mathics.eval import tracing

    def untraced(wrapper):
        (function,) = (cell.cell_contents for cell in wrapper.__closure__)

        def evaluate(self, evaluation):
            if tracing.trace_evaluate_on_call is None and tracing.trace_evaluate_on_return is None:
                return function(self, evaluation)
            return wrapper(self, evaluation)

        return evaluate

    Expression.evaluate = untraced(Expression.evaluate)
    Expression.rewrite_apply_eval_step = untraced(Expression.rewrite_apply_eval_step)
    Symbol.evaluate = untraced(Symbol.evaluate)


def know_who_holds_local_symbols() -> None:
    """Definitions and Sow say which of Module's local symbols they mention."""
    from mathics.core.definitions import Definitions
    from mathics.core.evaluation import Evaluation

    from . import local_symbols

    add_rule, set_values, publish = Definitions.add_rule, Definitions.set_values, Evaluation.publish
    add_format, set_options = Definitions.add_format, Definitions.set_options

    def contents(rule):
        return (rule.pattern.expr, getattr(rule, "replace", None))

    def add_rule_recorded(self, name, rule, position=None):
        if local_symbols.tracking():
            local_symbols.record(self.lookup_name(name), contents(rule))
        return add_rule(self, name, rule, position)

    def set_values_recorded(self, name, values, rules):
        if local_symbols.tracking():
            for rule in rules:
                local_symbols.record(self.lookup_name(name), contents(rule))
        set_values(self, name, values, rules)

    def add_format_recorded(self, name, rule, form_names=""):
        if local_symbols.tracking():
            local_symbols.record(self.lookup_name(name), contents(rule))
        add_format(self, name, rule, form_names)

    def set_options_recorded(self, name, options):
        if local_symbols.tracking():
            local_symbols.record(self.lookup_name(name), options.values())
        set_options(self, name, options)

    def publish_recorded(self, tag, *args, **kwargs):
        if local_symbols.tracking():
            local_symbols.record(local_symbols.SOWN, args)
        publish(self, tag, *args, **kwargs)

    Definitions.add_rule, Definitions.set_values = add_rule_recorded, set_values_recorded
    Definitions.add_format, Definitions.set_options = add_format_recorded, set_options_recorded
    Evaluation.publish = publish_recorded


def match_simple_patterns_at_once() -> None:
    """Rules and tests with patterns like f[x_, {y_Integer, ___}, z___] do without the general pattern matcher."""
    from mathics.core.rules import BaseRule
    from mathics.eval.patterns import Matcher

    from .simple_patterns import applying, matching

    BaseRule.apply = applying(BaseRule.apply)
    Matcher.match = matching(Matcher.match)


def leave_input_file_name_empty() -> None:
    """Outside of files $InputFileName is "", not the working directory."""
    from mathics.core.definitions import Definitions

    stock = Definitions.set_inputfile

    def set_inputfile(self, path):
        if path:
            stock(self, path)
        else:
            self.inputfile = ""

    Definitions.set_inputfile = set_inputfile


def stop_by_our_aborts() -> None:
    """Where Mathics looks whether to stop, it learns whether by a time limit or by an abort."""
    from mathics.core.evaluation import Evaluation

    from .aborts import check_abort

    Evaluation.check_stopped = check_abort


def replace_image_atom() -> None:
    """Mathics3's image functions take and make our atom, which knows types, opacity, planes and options."""
    import sys

    from .images.atom import Image, StockImage

    for name, module in list(sys.modules.items()):
        if name.startswith("mathics.") and getattr(module, "Image", None) is StockImage:
            module.Image = Image


def apply_rules_with_conditions_and_options() -> None:
    """Conditions inside Module, With and Block count; options know their owner; those unknown to it are told apart."""
    from mathics.core import definitions
    from mathics.core.builtin import DefaultOptionChecker
    from mathics.core.rules import Rule
    from mathics.eval.assignments.assignment import ASSIGNMENT_FUNCTION_MAP

    from .language._option_tables import assign_options
    from .language._rules import apply_rule, insert_rule
    from .language.assignment import assign_format
    from .language.options import UNKNOWN

    check = DefaultOptionChecker.__call__

    def check_known(self, options, evaluation):
        options.pop(UNKNOWN, None)
        return check(self, options, evaluation)

    DefaultOptionChecker.__call__ = check_known
    Rule.apply_rule = apply_rule
    definitions.insert_rule = insert_rule
    ASSIGNMENT_FUNCTION_MAP["System`Options"] = assign_options
    ASSIGNMENT_FUNCTION_MAP["System`Format"] = assign_format


def let_scopes_hear_messages() -> None:
    """Check and VerificationTest hear messages that a Quiet further out silences."""
    from mathics.core.evaluation import Evaluation

    from .language._message_scopes import hearing

    Evaluation.message = hearing(Evaluation.message)


def know_associations() -> None:
    """#name in pure functions, [[key]] in Part, and the functions that see an association's values."""
    from mathics.builtin.list import eol
    from mathics.core import load_builtin
    from mathics.core.atoms import String
    from mathics.core.expression import Expression
    from mathics.core.systemsymbols import SymbolSlot

    from .language._native_rules import extend
    from .language._parts import part_with_keys
    from .language.associations import slot_value

    replace_slots = Expression.replace_slots

    def replace_slots_and_names(self, slots, evaluation):
        if self._head is SymbolSlot and len(self._elements) == 1 and isinstance(self._elements[0], String):
            return slot_value(self, slots, evaluation)
        return replace_slots(self, slots, evaluation)

    Expression.replace_slots = replace_slots_and_names
    eol.eval_Part = part_with_keys(eol.eval_Part)
    contribute = load_builtin.definition_contribute

    def contribute_and_extend(definitions):
        contribute(definitions)
        extend(definitions)

    load_builtin.definition_contribute = contribute_and_extend


def write_operators_in_ascii() -> None:
    """InputForm and OutputForm write "->" and "!=", which can be read back, and messages as symbol::tag; {2}[3]
    is not {3}."""
    import sys

    from mathics.format.form import inputform, util

    from .language._forms import ascii_operators, message_name_input_form, of_symbols

    stock = util.get_operator_str
    ours = ascii_operators(stock)
    for name, module in list(sys.modules.items()):
        if name.startswith("mathics.format") and getattr(module, "get_operator_str", None) is stock:
            module.get_operator_str = ours
    inputform.register_inputform("System`MessageName")(message_name_input_form)
    forms = inputform.EXPR_TO_INPUTFORM_TEXT_MAP
    for name, form in forms.items():
        forms[name] = of_symbols(form)


def read_string_patterns() -> None:
    """Alternatives within a string pattern, and delayed rules for what it matches."""
    import sys

    from mathics.core.convert import regex
    from mathics.eval import strings

    from .language._string_patterns import grouping, taking_delayed_rules

    regex.to_regex_internal = grouping(regex.to_regex_internal)
    stock = strings.eval_StringFind
    ours = taking_delayed_rules(stock)
    for name, module in list(sys.modules.items()):
        if name.startswith("mathics.") and getattr(module, "eval_StringFind", None) is stock:
            module.eval_StringFind = ours


def drop_nothing_from_lists() -> None:
    """Lists are evaluated without rules, so that Nothing cannot have one for them."""
    from mathics.core.list import ListExpression

    from .language.lists import dropping_nothing

    ListExpression.evaluate_elements = dropping_nothing(ListExpression.evaluate_elements)


def leave_equations_of_the_indeterminate() -> None:
    """Indeterminate == x and ComplexInfinity == x stay, whatever x is; comparing Indeterminate with a number raises."""
    from mathics.builtin.testing_expressions import equality_inequality

    from .language._infinities import undecided

    equality = equality_inequality._EqualityOperator
    stock = equality.equal2

    def equal2(self, lhs, rhs, max_extra_prec=None):
        return None if undecided(lhs, rhs) else stock(self, lhs, rhs, max_extra_prec)

    equality.equal2 = equal2


def represent_numbers_beyond_the_machine_range() -> None:
    """Numbers larger than $MaxMachineNumber are in arbitrary-precision form, up to $MaxNumber."""
    import sys

    import mpmath
    import sympy
    from mathics.core.atoms import Complex, PrecisionReal
    from mathics.core.convert import mpmath as convert

    stock = convert.from_mpmath

    def from_mpmath(value, precision=None):
        try:
            return stock(value, precision)
        except OverflowError:
            if isinstance(value, mpmath.mpc):
                return Complex(from_mpmath(value.real, precision), from_mpmath(value.imag, precision))
            if mpmath.mag(value) > MAX_EXPONENT:
                raise
            return PrecisionReal(sympy.Float(value, MACHINE_DIGITS))

    for name, module in list(sys.modules.items()):
        if name.startswith("mathics.") and getattr(module, "from_mpmath", None) is stock:
            module.from_mpmath = from_mpmath


def look_at_every_element_for_upvalues() -> None:
    """What is read or made from Python's values is not taken to have elements of one head: of those only the first is
    asked for upvalues, so that g /: f[1, g] would never be seen."""
    from mathics.core import expression

    conversion, _ = expression.convert_expression_elements.__defaults__
    expression.convert_expression_elements.__defaults__ = (conversion, False)


def forget_unused_numbers() -> None:
    """Numbers are kept while something refers to them, not for ever."""
    from . import number_cache

    number_cache.install()


PATCHES = (
    forget_unused_numbers,
    look_at_every_element_for_upvalues,
    leave_equations_of_the_indeterminate,
    represent_numbers_beyond_the_machine_range,
    name_array_and_image_heads,
    complete_numeric_array,
    thread_over_packed_lists,
    define_builtins_on_demand,
    walk_past_packed_lists,
    evaluate_with_less_bookkeeping,
    match_simple_patterns_at_once,
    count_iterations_by_chain,
    trace_only_where_asked,
    know_who_holds_local_symbols,
    leave_input_file_name_empty,
    stop_by_our_aborts,
    replace_image_atom,
    apply_rules_with_conditions_and_options,
    let_scopes_hear_messages,
    know_associations,
    write_operators_in_ascii,
    drop_nothing_from_lists,
    read_string_patterns,
)
