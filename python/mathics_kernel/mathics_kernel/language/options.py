# SPDX-License-Identifier: GPL-3.0-or-later
"""Options of symbols and objects: Options, SetOptions, OptionValue, FilterRules, OptionsPattern.

Option names are equal when they are equal without their contexts, and a string names the same option as a symbol
(https://reference.wolfram.com/language/ref/OptionValue.html).
"""

from mathics.builtin.options import FilterRules as StockFilterRules
from mathics.builtin.options import Options as StockOptions
from mathics.builtin.options import OptionValue as StockOptionValue
from mathics.builtin.options import SetOptions as StockSetOptions
from mathics.builtin.patterns.composite import OptionsPattern as StockOptionsPattern
from mathics.core.atoms import Integer1
from mathics.core.expression import Expression
from mathics.core.list import ListExpression
from mathics.core.symbols import Symbol, strip_context

from ._option_tables import OptionTable, Settings, flat_rules, full_name, may_hold_rules, name_of, table_of

UNKNOWN = "System`$UnknownOptions"


class Options(StockOptions):
    """Options[f], Options[image], Options[f, name], Options[f, {name, ...}]: the rules as they were set."""

    messages = {
        "sym": "Argument `1` at position `2` is expected to be a symbol.",
        "optnf": "`1` is not a known option for `2`.",
    }

    def eval(self, f, evaluation):
        "Options[f_]"
        rules = self._rules(f, evaluation)
        return rules and ListExpression(*rules.values())

    def eval_named(self, f, names, evaluation):
        "Options[f_, names_]"
        rules = self._rules(f, evaluation)
        if rules is None:
            return None
        found = []
        for name in names.elements if names.has_form("List", None) else (names,):
            rule = rules.get(name_of(name))
            if rule is None:
                evaluation.message("Options", "optnf", name, f)
            else:
                found.append(rule)
        return ListExpression(*found)

    @staticmethod
    def _rules(f, evaluation) -> dict | None:
        from ..images.atom import Image

        if isinstance(f, Image):
            from ..images.properties import option_rules

            return OptionTable.of(option_rules(f)).rules
        if f.get_name():
            return table_of(f.get_name(), evaluation.definitions).rules
        if isinstance(f, Expression):
            return {name_of(rule.elements[0]): rule for rule in f.elements if rule.has_form(("Rule", "RuleDelayed"), 2)}
        evaluation.message("Options", "sym", f, Integer1)
        return None


class SetOptions(StockSetOptions):
    """SetOptions[f, name -> value, ...] sets defaults of options that f has; gives all of them."""

    messages = {"optnf": "`1` is not a known option for `2`.", "rep": "`1` is not a valid replacement rule."}

    def eval(self, symbol, options, evaluation):
        "SetOptions[symbol_Symbol, options___]"
        rules = flat_rules(options.get_sequence())
        if rules is None:
            evaluation.message("SetOptions", "rep", options)
            return None
        table = table_of(symbol.get_name(), evaluation.definitions)
        for rule in rules:
            if name_of(rule.elements[0]) not in table.rules:
                evaluation.message("SetOptions", "optnf", rule.elements[0], symbol)
                return None
        updated = table.updated(rules)
        evaluation.definitions.set_options(symbol.get_name(), updated)
        return ListExpression(*updated.rules.values())


class OptionValue(StockOptionValue):
    """OptionValue[name] on a right side, OptionValue[f, name], OptionValue[f, rules, name]; lists of names.

    A given option that the function does not have gives nodef, a name that has no default gives optnf.
    """

    messages = {
        "optnf": "Option name `1` not found in defaults for `2`.",
        "nodef": "Unknown option `1` for `2`.",
        "sym": "Argument `1` at position `2` is expected to be a symbol.",
        "rep": "`1` is not a valid replacement rule.",
    }

    def eval(self, optname, evaluation):
        "OptionValue[optname_]"
        given = evaluation.options
        if given is None:
            return None
        name = name_of(optname)
        if name is None:
            evaluation.message("OptionValue", "sym", optname, Integer1)
            return None
        owner, unknown = (given.owner, given.unknown) if isinstance(given, Settings) else (None, ())
        for option in unknown:
            evaluation.message("OptionValue", "nodef", option, owner)
        value = _lookup(given, name)
        if value is not None:
            return value.evaluate(evaluation)
        if owner is not None:
            evaluation.message("OptionValue", "optnf", optname, owner)
        return optname

    def eval_with_f_and_opts(self, f, opts, optname, evaluation):
        "OptionValue[f_, opts_, optname_]"
        name = name_of(optname)
        if name is None:
            evaluation.message("OptionValue", "sym", optname, Integer1)
            return None
        given = flat_rules([opts]) if opts is not None else []
        if given is None:
            evaluation.message("OptionValue", "rep", opts)
            return None
        defaults = self._defaults(f, evaluation)
        if defaults:
            for rule in given:
                if name_of(rule.elements[0]) not in defaults:
                    evaluation.message("OptionValue", "nodef", rule.elements[0], f)
        chosen = next((rule for rule in given if name_of(rule.elements[0]) == name), None) or defaults.get(name)
        if chosen is None:
            evaluation.message("OptionValue", "optnf", optname, f)
            return optname
        return chosen.elements[1]

    @staticmethod
    def _defaults(f, evaluation) -> dict:
        rules: dict = {}
        for part in f.elements if f.has_form("List", None) else (f,):
            if part.get_name():
                found = table_of(part.get_name(), evaluation.definitions).rules
            else:
                found = {name_of(rule.elements[0]): rule for rule in flat_rules([part]) or ()}
            rules = {**found, **rules}
        return rules


class FilterRules(StockFilterRules):
    """FilterRules[rules, names]: the rules for the names, which may be patterns, strings, symbols or rules."""

    rules = {"FilterRules[patterns_][rules_List]": "FilterRules[rules, patterns]"}

    def eval(self, rules, pattern, evaluation):
        "FilterRules[rules_List, pattern_]"
        from mathics.eval.patterns import Matcher

        if isinstance(pattern, Expression):
            pattern = pattern.flatten_with_respect_to_head(Symbol("System`List"))
        wanted = pattern.elements if pattern.has_form("List", None) else (pattern,)
        wanted = [item.elements[0] if item.has_form(("Rule", "RuleDelayed"), 2) else item for item in wanted]
        names = {name_of(item) for item in wanted}
        matchers = [Matcher(item, evaluation) for item in wanted if name_of(item) is None]
        return ListExpression(
            *(
                rule
                for rule in flat_rules([rules]) or rules.elements
                if rule.has_form(("Rule", "RuleDelayed"), 2)
                and (name_of(rule.elements[0]) in names or any(m.match(rule.elements[0], evaluation) for m in matchers))
            )
        )


class OptionsPattern(StockOptionsPattern):
    """Matches options in any nesting; notes those that the defaults do not name, for OptionValue::nodef."""

    def match(self, expression, pattern_context):
        evaluation = pattern_context["evaluation"]
        defaults = self.defaults
        if defaults is None:
            head = pattern_context.get("head")
            self.defaults = defaults = ListExpression() if head is None else head
        values = _default_values(defaults, evaluation)
        given = flat_rules(expression.get_sequence())
        if given is None:
            return
        checked = not defaults.has_form("List", 0)
        keys = {strip_context(key): key for key in values}
        unknown = []
        seen = set()
        for rule in given:
            name = name_of(rule.elements[0])
            if name is None or name in seen:
                continue
            seen.add(name)
            if name not in keys and checked:
                unknown.append(rule.elements[0])
            values[keys.get(name, full_name(rule.elements[0]))] = rule.elements[1]
        matched = pattern_context["vars_dict"].copy()
        for key, value in values.items():
            matched["_option_" + key] = value
        if unknown or not values:
            matched["_option_" + UNKNOWN] = ListExpression(*unknown)
        pattern_context["yield_func"](matched, None)

    def get_match_candidates(self, elements, pattern_context):
        return tuple(element for element in elements if self._is_candidate(element))

    @staticmethod
    def _is_candidate(element) -> bool:
        if element.has_form(("Rule", "RuleDelayed"), 2):
            return True
        return may_hold_rules(element) and flat_rules(element.elements[:1]) is not None


def _default_values(defaults, evaluation) -> dict:
    if not defaults.get_name() and not isinstance(defaults, Expression):
        return {}
    return defaults.get_option_values(evaluation, allow_symbols=True, stop_on_error=False) or {}


def _lookup(options: dict, name: str):
    for key in (f"System`{name}", f"Global`{name}"):
        if key in options:
            return options[key]
    return next((value for key, value in options.items() if strip_context(key) == name), None)


def option_settings(options: dict, expression) -> Settings:
    """What a rule's right side sees of the options that its pattern matched."""
    values = {key: value for key, value in options.items() if key != UNKNOWN}
    unknown = options[UNKNOWN].elements if UNKNOWN in options else ()
    return Settings(values, Symbol(expression.get_lookup_name()), unknown)
