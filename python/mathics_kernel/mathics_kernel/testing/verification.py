# SPDX-License-Identifier: GPL-3.0-or-later
"""VerificationTest, TestCreate, TestEvaluate and TestReport.

Outcomes: "Success", "Failure" (another output), "MessagesFailure" (the output, but other messages) and "Error" (no
output: aborted, thrown, out of time, SameTest undecided); "FailureType" says which. MemoryConstraint is only noted.
https://reference.wolfram.com/language/ref/VerificationTest.html, .../TestObject.html, .../TestReportObject.html
"""

import time

from mathics.core.atoms import Integer, MachineReal, String
from mathics.core.attributes import A_HOLD_ALL_COMPLETE, A_PROTECTED
from mathics.core.builtin import Builtin
from mathics.core.convert.python import from_bool
from mathics.core.expression import Expression
from mathics.core.list import ListExpression
from mathics.core.symbols import Symbol, SymbolNull, SymbolTrue
from mathics.core.systemsymbols import SymbolAborted, SymbolFailed, SymbolRule

from ..language._message_scopes import Listener, message_expression, message_name, scope

SymbolAssociation = Symbol("System`Association")
SymbolHoldForm = Symbol("System`HoldForm")
SymbolNone = Symbol("System`None")
SymbolTestObject = Symbol("System`TestObject")
SymbolTestReportObject = Symbol("System`TestReportObject")
SymbolTimeConstrained = Symbol("System`TimeConstrained")
SymbolVerificationTest = Symbol("System`VerificationTest")
_LATE = Symbol("System`Private`$Late")
_ERRORS = ("EvaluationAbortedFailure", "UncaughtThrowFailure", "TimeConstraintFailure", "SameTestUnevaluated")
_PASSED, _WRONG, _MESSAGES, _ERROR = "Success", "Failure", "MessagesFailure", "Error"


class _Test(Builtin):
    context = "System`"
    attributes = A_HOLD_ALL_COMPLETE | A_PROTECTED
    options = {
        "MemoryConstraint": "Infinity",
        "MetaInformation": "<||>",
        "SameTest": "SameQ",
        "TestID": "Automatic",
        "TimeConstraint": "Infinity",
    }
    messages = {"argb": "`1` called with `2` arguments; 1, 2 or 3 are expected before its options."}

    def _parts(self, arguments, evaluation):
        """(input, expected, messages, {option: value}) or None."""
        arguments = list(arguments.get_sequence())
        options = {}
        while len(arguments) > 1 and self._is_option(arguments[-1]):
            rule = arguments.pop()
            options[_option_name(rule)] = rule.elements[1].evaluate(evaluation)
        if not 1 <= len(arguments) <= 3:
            evaluation.message(self.get_name(), "argb", Symbol(self.get_name()), Integer(len(arguments)))
            return None
        test = arguments[0]
        expected = arguments[1] if len(arguments) > 1 else SymbolTrue
        messages = arguments[2] if len(arguments) > 2 else ListExpression()
        return test, expected, messages, options

    def _is_option(self, expression) -> bool:
        return expression.has_form(("Rule", "RuleDelayed"), 2) and _option_name(expression) in self.options


class VerificationTest(_Test):
    """VerificationTest[input, expected, messages, options] evaluates input without its messages; gives a TestObject."""

    summary_text = "run a test"

    def eval(self, arguments, evaluation):
        "VerificationTest[arguments___]"
        parts = self._parts(arguments, evaluation)
        if parts is None:
            return None
        result = run(*parts, evaluation)
        reports = evaluation.__dict__.get("test_reports")
        if reports:
            reports[-1].append(result)
        return result


class TestCreate(_Test):
    """TestCreate[input, expected, messages, options]: a test that TestEvaluate or TestReport runs."""

    summary_text = "make a test to be run later"
    __test__ = False

    def eval(self, arguments, evaluation):
        "TestCreate[arguments___]"
        parts = self._parts(arguments, evaluation)
        return parts and _object(SymbolTestObject, _properties(*parts, Outcome=String("NotEvaluated")))


class TestEvaluate(Builtin):
    """TestEvaluate[test] runs a test and gives its results."""

    context = "System`"
    summary_text = "run a test"
    __test__ = False

    def eval(self, test, evaluation):
        "TestEvaluate[test_TestObject]"
        return rerun(test, evaluation)


class TestObject(Builtin):
    """TestObject[...]["property"], TestObject[...][{"property", ...}], TestObject[...]["Properties"]."""

    context = "System`"
    summary_text = "a test and its results"
    __test__ = False

    def eval(self, data, name, evaluation):
        "TestObject[data_Association][name_]"
        return property_of(data, name)

    def format_object(self, data, evaluation):
        "TestObject[data_Association]"
        return _summary("TestObject", data, ("Outcome", "TestID"))


class TestReportObject(Builtin):
    """TestReportObject[...]["property"], of several properties, ["Properties"]."""

    context = "System`"
    summary_text = "results of several tests"
    __test__ = False

    def eval(self, data, name, evaluation):
        "TestReportObject[data_Association][name_]"
        return property_of(data, name)

    def format_object(self, data, evaluation):
        "TestReportObject[data_Association]"
        return _summary("TestReportObject", data, ("Title", "TestsSucceededCount", "TestsFailedCount"))


class TestReport(Builtin):
    """TestReport[{test, ...}], TestReport["file.wlt"]: runs the tests and reports.

    Each VerificationTest evaluated while the file is read counts; messages outside tests are "RuntimeFailures".
    """

    context = "System`"
    messages = {
        "nofile": "The file `1` does not exist.",
        "notest": "`1` is not a test.",
        "syntax": "The file `1` could not be read to its end.",
    }
    summary_text = "run tests and report"
    __test__ = False

    def eval_tests(self, tests, evaluation):
        "TestReport[tests_List]"
        started = time.perf_counter()
        results = []
        for test in tests.elements:
            if test.get_head() is not SymbolTestObject:
                evaluation.message("TestReport", "notest", test)
                return SymbolFailed
            results.append(rerun(test, evaluation) if _get(test, "Outcome").value == "NotEvaluated" else test)
        return report("Automatic", results, [], time.perf_counter() - started)

    def eval_file(self, file, evaluation):
        "TestReport[file:(_String|File[_String])]"
        from pathlib import Path

        name = file.value if isinstance(file, String) else file.elements[0].value
        path = Path(name).expanduser().resolve()
        if not path.is_file():
            evaluation.message("TestReport", "nofile", file)
            return SymbolFailed
        started = time.perf_counter()
        results, failures = run_file(path, evaluation)
        return report(path.stem, results, failures, time.perf_counter() - started)


class BeginTestSection(Builtin):
    """BeginTestSection["title"] opens a part of a test file; it does nothing else."""

    context = "System`"
    summary_text = "begin a section of a test file"

    def eval(self, title, evaluation):
        "BeginTestSection[title___]"
        return SymbolNull


class EndTestSection(Builtin):
    context = "System`"
    summary_text = "end a section of a test file"

    def eval(self, evaluation):
        "EndTestSection[]"
        return SymbolNull


def run(test, expected, messages, options, evaluation) -> Expression:
    """The TestObject of one test."""
    same_test = options.get("SameTest", Symbol("System`SameQ"))
    started, cpu = time.perf_counter(), time.process_time()
    with scope(evaluation, Listener(ends=True)) as listener:
        actual, failure = _evaluate(test, options.get("TimeConstraint"), evaluation)
    used, cpu_used = time.perf_counter() - started, time.process_time() - cpu
    wanted = expected.evaluate(evaluation) or expected
    if failure is None:
        same = _same(same_test, actual, wanted, evaluation)
        failure = {True: None, False: "SameTestFailure", None: "SameTestUnevaluated"}[same]
    if failure is None and not _as_expected(listener.heard, _expected_messages(messages)):
        failure = "SameMessagesFailure"
    return _object(
        SymbolTestObject,
        _properties(
            test,
            expected,
            messages,
            options,
            Outcome=String(_outcome(failure)),
            FailureType=SymbolNone if failure is None else String(failure),
            ActualOutput=Expression(SymbolHoldForm, actual),
            ExpectedOutput=Expression(SymbolHoldForm, wanted),
            ActualMessages=_held(listener.heard),
            ExpectedMessages=ListExpression(*(Expression(SymbolHoldForm, each) for each in _listed(messages))),
            AbsoluteTimeUsed=MachineReal(used),
            CPUTimeUsed=MachineReal(cpu_used),
            TestFileName=String(evaluation.__dict__.get("test_file", "")),
        ),
    )


def rerun(test: Expression, evaluation) -> Expression:
    held = _get(test, "VerificationTest").elements[0]
    return held.evaluate(evaluation)


def run_file(path, evaluation) -> tuple[list, list]:
    """(TestObjects, names of messages given outside tests) of a file, read as Get reads it."""
    reports = evaluation.__dict__.setdefault("test_reports", [])
    outer = evaluation.__dict__.get("test_file", "")
    results: list = []
    reports.append(results)
    evaluation.test_file = str(path)
    try:
        with scope(evaluation, Listener()) as listener:
            Expression(Symbol("System`Get"), String(str(path))).evaluate(evaluation)
    finally:
        reports.pop()
        evaluation.test_file = outer
    return results, listener.heard


def report(title: str, results: list, failures: list, seconds: float) -> Expression:
    outcomes = [_get(result, "Outcome").value for result in results]
    passed = [index for index, outcome in enumerate(outcomes, 1) if outcome == _PASSED]
    failed = [index for index, outcome in enumerate(outcomes, 1) if outcome != _PASSED]
    numbered = dict(zip(map(Integer, range(1, len(results) + 1)), results))

    def having(*wanted):
        return _association(
            {key: each for (key, each), outcome in zip(numbered.items(), outcomes) if outcome in wanted}
        )

    good = not failed and not failures
    return _object(
        SymbolTestReportObject,
        {
            "Title": String(title),
            "AbsoluteTimeUsed": MachineReal(seconds),
            "TimeElapsed": MachineReal(seconds),
            "CPUTimeUsed": MachineReal(sum(_get(each, "CPUTimeUsed").value for each in results)),
            "Results": ListExpression(*results),
            "TestResults": _association(numbered),
            "ResultsByOutcome": _grouped(results, "Outcome"),
            "ResultsByTestID": _grouped(results, "TestID"),
            "ResultsByTestFileName": _grouped(results, "TestFileName"),
            "TestsSucceededCount": Integer(len(passed)),
            "TestsFailedCount": Integer(len(failed)),
            "TestsSucceededKeys": ListExpression(*map(Integer, passed)),
            "TestsFailedKeys": ListExpression(*map(Integer, failed)),
            "TestsSucceeded": having(_PASSED),
            "TestsFailed": _association(
                {
                    "TestsFailedWrongResults": having(_WRONG),
                    "TestsFailedWithMessages": having(_MESSAGES),
                    "TestsFailedWithErrors": having(_ERROR),
                }
            ),
            "TestsFailedWrongResults": having(_WRONG),
            "TestsFailedWithMessages": having(_MESSAGES),
            "TestsFailedWithErrors": having(_ERROR),
            "AllTestsSucceeded": from_bool(not failed),
            "ReportSucceeded": from_bool(good),
            "RuntimeFailures": _held(failures),
        },
    )


def property_of(data, name):
    """One property, an association of several, or their names."""
    values = {rule.elements[0].value: rule.elements[1] for rule in data.elements}
    if name.has_form("List", None):
        return _association({each: property_of(data, each) for each in name.elements})
    if isinstance(name, String) and name.value == "Properties":
        return ListExpression(*map(String, [*values, "Properties"]))
    if isinstance(name, String) and name.value in values:
        return values[name.value]
    return Expression(Symbol("System`Missing"), String("UnknownProperty"), name)


def _evaluate(test, limit, evaluation):
    """(output, None) or (what there is instead, failure type)."""
    from mathics.core.interrupt import AbortInterrupt, WLThrowInterrupt

    expression = test
    if limit is not None and limit.get_name() != "System`Infinity" and not limit.has_form("DirectedInfinity", 1):
        expression = Expression(SymbolTimeConstrained, test, limit, _LATE)
    try:
        result = expression.evaluate(evaluation)
    except AbortInterrupt:
        return SymbolAborted, "EvaluationAbortedFailure"
    except WLThrowInterrupt as thrown:
        arguments = [thrown.value] if thrown.tag is None else [thrown.value, thrown.tag]
        return Expression(Symbol("System`Throw"), *arguments), "UncaughtThrowFailure"
    if result is _LATE:
        return SymbolAborted, "TimeConstraintFailure"
    return (test if result is None else result), None


def _same(same_test, actual, wanted, evaluation) -> bool | None:
    if same_test.get_name() == "System`SameQ":
        return actual.sameQ(wanted)
    verdict = Expression(same_test, actual, wanted).evaluate(evaluation)
    return {"System`True": True, "System`False": False}.get(verdict.get_name())


def _outcome(failure: str | None) -> str:
    if failure is None:
        return _PASSED
    if failure in _ERRORS:
        return _ERROR
    return _MESSAGES if failure == "SameMessagesFailure" else _WRONG


def _listed(messages) -> tuple:
    if messages.get_name() == "System`None":
        return ()
    return messages.elements if messages.has_form("List", None) else (messages,)


def _expected_messages(messages) -> list[tuple]:
    """The names that may stand for each expected message: f::a | f::b is one of the two."""
    alternatives = [each.elements if each.has_form("Alternatives", None) else (each,) for each in _listed(messages)]
    return [tuple(message_name(name) for name in names) for names in alternatives]


def _as_expected(heard: list, expected: list[tuple]) -> bool:
    """Whether each message heard can be paired with an expected one of its own."""
    if len(heard) != len(expected):
        return False
    if not heard:
        return True
    first, *others = heard
    return any(
        first in names and _as_expected(others, expected[:index] + expected[index + 1 :])
        for index, names in enumerate(expected)
    )


def _properties(test, expected, messages, options, **results) -> dict:
    rules = [Expression(SymbolRule, Symbol(f"System`{name}"), value) for name, value in options.items()]
    whole = Expression(SymbolVerificationTest, test, expected, messages, *rules)
    test_id = options.get("TestID")
    if test_id is None or test_id.get_name() == "System`Automatic":
        test_id = Integer(_stable_hash(whole))
    return {
        "TestID": test_id,
        "Input": Expression(SymbolHoldForm, test),
        "ExpectedOutput": Expression(SymbolHoldForm, expected),
        "SameTest": options.get("SameTest", Symbol("System`SameQ")),
        "TimeConstraint": options.get("TimeConstraint", Symbol("System`Infinity")),
        "MemoryConstraint": options.get("MemoryConstraint", Symbol("System`Infinity")),
        "MetaInformation": options.get("MetaInformation", _association({})),
        "VerificationTest": Expression(Symbol("System`Hold"), whole),
        **results,
    }


def _stable_hash(expression) -> int:
    from hashlib import sha256

    return int.from_bytes(sha256(str(expression).encode()).digest()[:7], "big")


def _option_name(rule) -> str:
    name = rule.elements[0]
    return name.value if isinstance(name, String) else name.get_name().rsplit("`", 1)[-1]


def _get(test: Expression, name: str):
    return property_of(test.elements[0], String(name))


def _held(names) -> ListExpression:
    return ListExpression(*(Expression(SymbolHoldForm, message_expression(name)) for name in names))


def _object(head, properties: dict) -> Expression:
    return Expression(head, _association(properties))


def _association(items: dict) -> Expression:
    def key(each):
        return String(each) if isinstance(each, str) else each

    return Expression(SymbolAssociation, *(Expression(SymbolRule, key(k), value) for k, value in items.items()))


def _grouped(results: list, name: str) -> Expression:
    groups: dict = {}
    for result in results:
        groups.setdefault(_get(result, name), []).append(result)
    return _association({key: ListExpression(*members) for key, members in groups.items()})


def _summary(head: str, data, names):
    shown = ", ".join(f"{name}: {getattr(property_of(data, String(name)), 'value', '-')}" for name in names)
    return String(f"{head}[<{shown}>]")
