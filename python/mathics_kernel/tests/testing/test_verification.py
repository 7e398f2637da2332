# SPDX-License-Identifier: GPL-3.0-or-later
"""By the reference pages VerificationTest, TestObject, TestReport and TestReportObject."""

import pytest

MESSAGE = 'f::x = "a message"; f::y = "another"; '

OUTCOMES = [
    ("VerificationTest[2 > 1]", "Success", "None"),
    ("VerificationTest[2 < 1]", "Failure", "SameTestFailure"),
    ("VerificationTest[x]", "Failure", "SameTestFailure"),
    ("VerificationTest[1 + 1, 2]", "Success", "None"),
    ("VerificationTest[1 + 1, 3]", "Failure", "SameTestFailure"),
    ("VerificationTest[2, 1 + 1]", "Success", "None"),
    ("VerificationTest[1, 1.]", "Failure", "SameTestFailure"),
    ("VerificationTest[1, 1., SameTest -> Equal]", "Success", "None"),
    ("VerificationTest[1., 1.01, SameTest -> (Abs[#1 - #2] < 0.1 &)]", "Success", "None"),
    ("VerificationTest[a, b, SameTest -> Equal]", "Error", "SameTestUnevaluated"),
    ("VerificationTest[Message[f::x]; 1, 1, {f::x}]", "Success", "None"),
    ("VerificationTest[Message[f::x]; 1, 1, f::x]", "Success", "None"),
    ("VerificationTest[Message[f::x]; Message[f::y]; 1, 1, {f::x, f::y}]", "Success", "None"),
    ("VerificationTest[Message[f::x]; 1, 1, {f::x | f::y}]", "Success", "None"),
    ("VerificationTest[Message[f::x]; Message[f::y]; 1, 1, {f::x | f::y, f::x}]", "Success", "None"),
    ("VerificationTest[Message[f::x]; 1, 1, {f::y | f::z}]", "MessagesFailure", "SameMessagesFailure"),
    ("VerificationTest[Message[f::x]; 1, 1]", "MessagesFailure", "SameMessagesFailure"),
    ("VerificationTest[Message[f::x]; 1, 1, {f::y}]", "MessagesFailure", "SameMessagesFailure"),
    ("VerificationTest[1, 1, {f::x}]", "MessagesFailure", "SameMessagesFailure"),
    ("VerificationTest[Message[f::x]; 1, 2]", "Failure", "SameTestFailure"),
    ("VerificationTest[Quiet[Message[f::x]]; 1, 1]", "Success", "None"),
    ("VerificationTest[1/0, ComplexInfinity, {Power::infy}]", "Success", "None"),
    ("VerificationTest[Abort[], 1]", "Error", "EvaluationAbortedFailure"),
    ("VerificationTest[Throw[1], 1]", "Error", "UncaughtThrowFailure"),
    ("VerificationTest[Throw[1, tag], 1]", "Error", "UncaughtThrowFailure"),
    ("VerificationTest[Pause[20], 1, TimeConstraint -> 0.1]", "Error", "TimeConstraintFailure"),
    ("VerificationTest[1, 1, TimeConstraint -> 5]", "Success", "None"),
    ("TestEvaluate[TestCreate[1 + 1, 2]]", "Success", "None"),
]


@pytest.mark.parametrize(("code", "outcome", "failure"), OUTCOMES)
def test_outcome(wl, code, outcome, failure):
    wl(MESSAGE)
    result = wl(f'{code}[{{"Outcome", "FailureType"}}]')
    assert wl.messages == []
    assert [getattr(rule.elements[1], "value", "None") for rule in result.elements] == [outcome, failure]


def test_properties(wl):
    wl(MESSAGE + 't = VerificationTest[Message[f::x]; 1 + 1, 3 + 4, {f::y}, TestID -> "id", MetaInformation -> "why"]')
    expected = {
        "TestID": '"id"',
        "Input": "HoldForm[Message[f::x]; 1 + 1]",
        "ActualOutput": "HoldForm[2]",
        "ExpectedOutput": "HoldForm[7]",
        "ActualMessages": "{HoldForm[f::x]}",
        "ExpectedMessages": "{HoldForm[f::y]}",
        "SameTest": "SameQ",
        "MetaInformation": '"why"',
        "Nonsense": 'Missing["UnknownProperty", "Nonsense"]',
    }
    for name, value in expected.items():
        assert wl.same(f't["{name}"]', value), name
    assert wl.same("Head[t]", "TestObject")
    assert wl.same('MemberQ[t["Properties"], "ActualOutput"]', "True")
    assert wl.same('NumberQ[t["AbsoluteTimeUsed"]]', "True")
    assert wl.same('ReleaseHold[t["VerificationTest"]]["Outcome"]', 't["Outcome"]')


def test_automatic_ids_follow_the_test(wl):
    """TestID -> Automatic is a hash of the test."""
    wl('{a, b, c} = #["TestID"] & /@ {VerificationTest[1, 1], VerificationTest[1, 1], VerificationTest[2, 2]}')
    assert wl.same("{a === b, a === c, IntegerQ[a]}", "{True, False, True}")


def test_arguments_are_held_and_checked(wl):
    assert wl.same("Attributes[VerificationTest]", "{HoldAllComplete, Protected}")
    wl("VerificationTest[]")
    assert wl.messages == ["VerificationTest::argb"]
    wl("VerificationTest[1, 2, {}, 4]")
    assert wl.messages == ["VerificationTest::argb"]


def test_created_tests_run_later(wl):
    wl("count = 0; later = TestCreate[++count, 1]")
    assert wl.same('{count, later["Outcome"]}', '{0, "NotEvaluated"}')
    assert wl.same('{TestReport[{later}]["AllTestsSucceeded"], count}', "{True, 1}")


def test_report_of_a_list(wl):
    wl(
        MESSAGE
        + """report = TestReport[{VerificationTest[1, 1, TestID -> "a"], VerificationTest[1, 2, TestID -> "b"],
        VerificationTest[Message[f::x]; 1, 1, TestID -> "c"], VerificationTest[Abort[], 1, TestID -> "d"]}]"""
    )
    expected = {
        "TestsSucceededCount": "1",
        "TestsFailedCount": "3",
        "TestsSucceededKeys": "{1}",
        "TestsFailedKeys": "{2, 3, 4}",
        "AllTestsSucceeded": "False",
        "ReportSucceeded": "False",
        "RuntimeFailures": "{}",
        "Title": '"Automatic"',
    }
    for name, value in expected.items():
        assert wl.same(f'report["{name}"]', value), name
    assert wl.same('{Head[report], #["TestID"] & /@ report["Results"]}', '{TestReportObject, {"a", "b", "c", "d"}}')
    outcomes = '{"Success", "Failure", "MessagesFailure", "Error"}'
    assert wl.same('#["Outcome"] & /@ Values[report["TestResults"]]', outcomes)
    assert wl.same('Keys[report["TestResults"]]', "{1, 2, 3, 4}")
    for name, key in (("WrongResults", 2), ("WithMessages", 3), ("WithErrors", 4)):
        assert wl.same(f'Keys[report["TestsFailed{name}"]]', f"{{{key}}}")
    wl("TestReport[{1}]")
    assert wl.messages == ["TestReport::notest"]


FILE = """(* a test file *)
BeginTestSection["section"]
f::x = "a message";
VerificationTest[1 + 1, 2, TestID -> "sum"]
VerificationTest[1 + 1, 3, TestID -> "wrong"]
Do[VerificationTest[i, i, TestID -> "loop" <> ToString[i]], {i, 2}]
(* several on a line *) VerificationTest[True, TestID -> "bare"]; VerificationTest[StringQ[$InputFileName]]
VerificationTest[Message[f::x]; 1, 1, {f::x}, TestID -> "message"]
EndTestSection[]
"""


def test_report_of_a_file(wl, tmp_path):
    path = tmp_path / "some.wlt"
    path.write_text(FILE)
    wl(f'report = TestReport["{path}"]')
    assert wl.messages == []
    assert wl.same('Most[#["TestID"] & /@ report["Results"]] // Length', "6")
    assert wl.same('{report["Title"], report["TestsSucceededCount"], report["TestsFailedKeys"]}', '{"some", 6, {2}}')
    assert wl.same('Union[#["TestFileName"] & /@ report["Results"]]', f'{{"{path}"}}')
    assert wl.same(f'TestReport[File["{path}"]]["TestsSucceededCount"]', "6")


def test_messages_outside_tests_fail_the_report(wl, tmp_path):
    path = tmp_path / "runtime.wlt"
    path.write_text('f::x = "said"; Message[f::x]\nVerificationTest[1, 1]\n')
    wl(f'report = TestReport["{path}"]')
    assert wl.same(
        '{report["RuntimeFailures"], report["AllTestsSucceeded"], report["ReportSucceeded"]}',
        "{{HoldForm[f::x]}, True, False}",
    )


def test_missing_file(wl, tmp_path):
    assert wl.same(f'TestReport["{tmp_path}/none.wlt"]', "$Failed")
    assert wl.messages == ["TestReport::nofile"]
