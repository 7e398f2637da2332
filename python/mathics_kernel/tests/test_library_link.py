# SPDX-License-Identifier: GPL-3.0-or-later
"""LibraryFunctionLoad and its kin over a small C library.

Expected: https://reference.wolfram.com/language/ref/LibraryFunctionLoad.html, .../LibraryFunctionError.html,
.../FindLibrary.html, https://reference.wolfram.com/language/LibraryLink/tutorial/InteractionWithWolframLanguage.html
"""

import gc
import time

import numpy as np
import pytest

NUMERIC_TYPES = (
    "Integer8", "UnsignedInteger8", "Integer16", "UnsignedInteger16", "Integer32", "UnsignedInteger32", "Integer64",
    "UnsignedInteger64", "Real16", "Real32", "Real64", "ComplexReal16", "ComplexReal32", "ComplexReal64",
)  # fmt: skip


@pytest.fixture
def load(wl, sampler):
    """load(name, arguments, result): the function as global f; gives the head of what LibraryFunctionLoad gave."""

    def loader(name: str, arguments: str, result: str) -> str:
        return wl.text(f'f = LibraryFunctionLoad["{sampler}", "{name}", {arguments}, {result}]; Head[f]')

    return loader


def test_the_result_of_loading_is_a_library_function(wl, load):
    assert load("add_integers", "{Integer, Integer}", "Integer") == "LibraryFunction"


@pytest.mark.parametrize(
    ("name", "arguments", "result", "call", "value"),
    [
        ("add_integers", "{Integer, Integer}", "Integer", "f[2, 40]", "42"),
        ("add_integers", "{Integer, Integer}", "Integer", "f[-2^63, 0]", "-9223372036854775808"),
        ("halve_real", "{Real}", "Real", "f[3]", "1.5"),
        ("halve_real", "{Real}", "Real", "f[1/2]", "0.25"),
        ("conjugate", "{Complex}", "Complex", "f[1. + 2. I] == 1. - 2. I", "True"),
        ("negate_boolean", "{True|False}", "True|False", "f[True]", "False"),
        ("negate_boolean", '{"Boolean"}', '"Boolean"', "f[False]", "True"),
        ("upper_case", '{"UTF8String"}', '"UTF8String"', 'f["abc"]', '"ABC"'),
        ("tensor_rank", "{{_, _}}", "Integer", "f[{{{1, 2}}}]", "3"),
        ("add_tensors", "{{Real, _}, {Real, _}}", "{Real, _}", "f[{{1, 2}}, {{0.5, 0.25}}]", "{{1.5, 2.25}}"),
        ("add_tensors", '{{Real, 1, "Constant"}, {Real, 1}}', "{Real, 1}", "f[{}, {}]", "{}"),
    ],
)
def test_values_go_to_the_library_and_back(wl, load, name, arguments, result, call, value):
    load(name, arguments, result)
    assert wl.text(call) == value
    assert wl.messages == []


@pytest.mark.parametrize(
    ("name", "arguments", "call"),
    [
        ("add_integers", "{Integer, Integer}", "f[1, 2.]"),
        ("add_integers", "{Integer, Integer}", "f[1, 2^63]"),
        ("add_integers", "{Integer, Integer}", "f[1, x]"),
        ("halve_real", "{Real}", 'f["1"]'),
        ("halve_real", "{Real}", "f[1. + 2. I]"),
        ("negate_boolean", '{"Boolean"}', "f[1]"),
        ("tensor_rank", "{{Real, 1}}", "f[{{1.}}]"),
        ("tensor_rank", "{{Integer, 1}}", "f[{1, 2.}]"),
        ("tensor_rank", "{{_, _}}", "f[{{1}, {1, 2}}]"),
        ("tensor_rank", "{{_, _}}", 'f[NumericArray[{1}, "Real64"]]'),
        ("array_address", '{LibraryDataType[NumericArray, "Real32"]}', 'f[NumericArray[{1}, "Real64"]]'),
        ("array_address", '{LibraryDataType[NumericArray, "Real64", 2]}', 'f[NumericArray[{1}, "Real64"]]'),
        ("array_address", "{LibraryDataType[NumericArray]}", "f[{1.}]"),
        ("copy_image", "{LibraryDataType[Image]}", "f[1]"),
    ],
)
def test_an_argument_of_another_type_is_not_passed(wl, load, name, arguments, call):
    load(name, arguments, "Integer")
    assert wl.text(f"Head[Head[{call}]]") == "LibraryFunction"  # it stays as it was
    assert wl.messages == ["LibraryFunction::cfsa"]


def test_the_number_of_arguments_is_checked(wl, load):
    load("add_integers", "{Integer, Integer}", "Integer")
    wl("f[1]")
    assert wl.messages == ["LibraryFunction::cfct"]


@pytest.mark.parametrize(
    ("code", "name", "tag"),
    [
        (1, "LIBRARY_TYPE_ERROR", "typerr"),
        (2, "LIBRARY_RANK_ERROR", "rankerr"),
        (3, "LIBRARY_DIMENSION_ERROR", "dimerr"),
        (4, "LIBRARY_NUMERICAL_ERROR", "numerr"),
        (5, "LIBRARY_MEMORY_ERROR", "memerr"),
        (6, "LIBRARY_FUNCTION_ERROR", "fnerr"),
        (7, "LIBRARY_VERSION_ERROR", "verserr"),
        (77, "LIBRARY_USER_ERROR", "rterr"),
    ],
)
def test_an_error_code_becomes_a_message_and_an_error_object(wl, load, code, name, tag):
    load("fail_with", "{Integer}", '"Void"')
    assert wl.text(f"f[{code}]") == f'LibraryFunctionError["{name}", {code}]'
    assert wl.messages == [f"LibraryFunction::{tag}"]


def test_void_is_null(wl, load):
    load("fail_with", "{Integer}", '"Void"')
    assert wl.text("f[0]") == "Null"


def test_a_message_of_the_library_is_one_of_library_function(wl, load):
    load("send_message", '{"UTF8String"}', '"Void"')
    wl('LibraryFunction::sampler = "A message of the library."; f["sampler"]')
    assert wl.messages[0] == "LibraryFunction::sampler"


def test_constant_passes_the_kernels_own_memory(wl, load):
    load("tensor_address", '{{Real, 1, "Constant"}}', "Integer")
    packed = wl("list = Developer`ToPackedArray[{1., 2., 3.}]")
    assert wl("f[list]").value == packed.array.ctypes.data
    load("tensor_address", "{{Real, 1}}", "Integer")
    assert wl("f[list]").value != packed.array.ctypes.data


def test_numeric_arrays_pass_their_own_memory(wl, load):
    load("array_address", '{{LibraryDataType[NumericArray], "Constant"}}', "Integer")
    array = wl('array = NumericArray[{1, 2, 3}, "Integer16"]')
    assert wl("f[array]").value == array.value.ctypes.data


@pytest.mark.parametrize("kind", NUMERIC_TYPES)
def test_numeric_arrays_of_every_type_come_back(wl, load, kind):
    load("copy_array", '{{LibraryDataType[NumericArray], "Constant"}}', "LibraryDataType[NumericArray]")
    assert wl.text(f'a = NumericArray[{{{{1, 2}}, {{3, 4}}}}, "{kind}"]; f[a] === a') == "True"


@pytest.mark.parametrize(
    "image",
    [
        'Image[{{0, 1}, {1, 0}}, "Bit"]',
        'Image[{{0, 255}}, "Byte"]',
        'Image[{{0, 65535}}, "Bit16"]',
        'Image[{{0., .5}}, "Real32"]',
        'Image[{{{0., .5, 1.}}}, "Real64", ColorSpace -> "RGB"]',
        'Image[{{{1, 2}}, {{3, 4}}, {{5, 6}}}, "Byte", ColorSpace -> "RGB", Interleaving -> False]',
        'Image3D[{{{0, 1}}, {{2, 3}}}, "Byte"]',
    ],
)
def test_images_of_every_type_come_back(wl, load, image):
    load("copy_image", "{LibraryDataType[Image | Image3D]}", "LibraryDataType[Image | Image3D]")
    data = "{Head[#], ImageType[#], ImageColorSpace[#], ImageDimensions[#], ImageData[#]} &"
    assert wl.text(f"image = {image}; ({data})[f[image]] === ({data})[image]") == "True"


def test_results_from_one_megabyte_up_are_page_aligned(wl, load):
    load("add_tensors", '{{Real, 1, "Constant"}, {Real, 1, "Constant"}}', "{Real, 1}")
    result = wl("r = Developer`ToPackedArray[ConstantArray[1., 200000]]; f[r, r]")
    assert result.array.ctypes.data % 16384 == 0
    assert np.array_equal(result.array, np.full(200000, 2.0))


@pytest.mark.parametrize(
    ("library", "function", "arguments", "result"),
    [
        ('"no such library"', '"f"', "{Integer}", "Integer"),
        ("sampler", '"no_such_function"', "{Integer}", "Integer"),
        ("sampler", '"add_integers"', "{Quaternion}", "Integer"),
        ("sampler", '"add_integers"', "{Integer}", '"Quaternion"'),
    ],
)
def test_what_cannot_be_loaded_is_failed_and_says_why(wl, sampler, library, function, arguments, result):
    path = f'"{sampler}"' if library == "sampler" else library
    assert wl.text(f"LibraryFunctionLoad[{path}, {function}, {arguments}, {result}]") == "$Failed"
    assert "LibraryFunction::libload" in wl.messages
    assert wl.text("StringQ[LibraryLink`$LibraryError]") == "True"


def test_a_file_that_is_no_library_is_refused(wl, tmp_path):
    (tmp_path / "text.so").write_text("no library")
    assert wl.text(f'LibraryFunctionLoad["{tmp_path}/text.so", "f", {{}}, Integer]') == "$Failed"


def test_find_library_looks_along_library_path(wl, sampler):
    assert wl.text('FindLibrary["sampler"]') == "$Failed"
    found = wl.text(f'Block[{{$LibraryPath = {{"{sampler.parent}"}}}}, FindLibrary["sampler"]]')
    assert found == f'"{sampler}"'


def test_an_unloaded_function_says_so(wl, load):
    load("add_integers", "{Integer, Integer}", "Integer")
    wl("LibraryFunctionUnload[f]")
    assert wl.text("f[1, 2]") == "$Failed"
    assert wl.messages == ["LibraryFunction::unloaded"]
    load("add_integers", "{Integer, Integer}", "Integer")
    assert wl.text("f[1, 2]") == "3"


def test_a_library_function_from_elsewhere_is_loaded_at_its_first_call(wl, sampler):
    assert wl.text(f'LibraryFunction["{sampler}", "add_integers", {{Integer, Integer}}, Integer][20, 22]') == "42"


def test_information_names_the_library(wl, load, sampler):
    load("add_integers", "{Integer, Integer}", "Integer")
    assert wl.text('"Library" /. LibraryFunctionInformation[f]') == f'"{sampler}"'


def test_library_unload_takes_its_functions_along(wl, load, sampler):
    load("add_integers", "{Integer, Integer}", "Integer")
    assert wl.text(f'LibraryUnload["{sampler}"]') == "Null"
    assert wl.text("f[1, 2]") == "$Failed"
    assert wl.text(f'LibraryUnload["{sampler}"]') == "$Failed"


def test_library_load(wl, sampler):
    assert wl.text(f'LibraryLoad["{sampler}"]') == "Null"
    assert wl.text('LibraryLoad["no such library"]') == "$Failed"
    assert wl.messages == ["LibraryLoad::notfound"]


def test_time_constrained_reaches_abort_q(wl, load):
    load("run_until_aborted", "{}", '"Void"')
    start = time.monotonic()
    assert wl.text('TimeConstrained[f[], 0.2, "late"]') == '"late"'
    assert time.monotonic() - start < 5


@pytest.mark.parametrize(
    ("name", "arguments", "result", "call"),
    [
        ("add_integers", "{Integer, Integer}", "Integer", "f[1, 2]"),
        ("add_tensors", '{{Real, _, "Constant"}, {Real, _, "Constant"}}', "{Real, _}", "f[{1., 2.}, {3., 4.}]"),
    ],
)
def test_a_call_on_small_arguments_costs_a_fifth_of_a_millisecond(wl, load, name, arguments, result, call):
    load(name, arguments, result)
    wl(f"Do[{call}, {{100}}]")

    def seconds(count: int) -> float:
        start = time.process_time()
        wl(f"Do[{call}, {{{count}}}]")
        return (time.process_time() - start) / count

    assert min(seconds(200) for _ in range(8)) < 0.0004  # twice as much where other programs run beside


def test_a_library_can_have_text_evaluated(wl, load):
    load("evaluate_text", '{"UTF8String"}', '"Void"')
    wl('Clear[set]; f["set = 6*7"]')
    assert wl.text("set") == "42"


def test_a_library_can_have_a_value(wl, load):
    load("evaluate_real", '{"UTF8String"}', "Real")
    assert wl.text('{f["1.5^2"], f["Total[{1, 2}]"]}') == "{2.25, 3.}"
    assert wl.text('f["x + y"]') == "$Failed"
    assert wl.messages == ["LibraryFunction::host"]


SPARSE = "LibraryDataType[SparseArray, Real, 2]"


@pytest.mark.parametrize("argument", [SPARSE, f'{{{SPARSE}, "Constant"}}', "LibraryDataType[SparseArray]"])
def test_sparse_arrays(wl, load, argument):
    load("double_sparse", f"{{{argument}}}", SPARSE)
    wl("s = SparseArray[{{1, 3} -> 1.5, {2, 1} -> 2.}, {2, 3}]")
    assert wl.same("f[s]", "SparseArray[{{1, 3} -> 3., {2, 1} -> 4.}, {2, 3}, 0.]")
    assert wl.same("Normal[f[f[s]]]", "{{0., 0., 6.}, {8., 0., 0.}}")
    load("sparse_to_tensor", f"{{{argument}}}", "{Real, 2}")
    assert wl.same("f[s]", "{{0., 0., 1.5}, {2., 0., 0.}}")


@pytest.mark.parametrize("value", ["{{1., 2.}}", "SparseArray[{{1, 1} -> x}, {2, 2}]", "SparseArray[{{1} -> 1.}, {2}]"])
def test_what_is_no_sparse_array_of_its_type(wl, load, value):
    load("double_sparse", f"{{{SPARSE}}}", SPARSE)
    wl(f"f[{value}]")
    assert wl.messages == ["LibraryFunction::cfsa"]


@pytest.fixture
def accumulator(wl, sampler, load):
    """The functions accumulate and living of the library's manager "accumulator"."""
    wl.reset()
    load("add_integers", "{Integer, Integer}", "Integer")
    wl(f'accumulate = LibraryFunctionLoad["{sampler}", "accumulate", {{Integer, Real}}, Real]')
    wl(f'living = LibraryFunctionLoad["{sampler}", "living_accumulators", {{}}, Integer]')


def living(wl) -> int:
    gc.collect()
    return wl("living[]").value


def forget(wl) -> None:
    """Have the kernel hold another value as the last one."""
    wl("1; 2")


def test_managed_expressions(wl, accumulator):
    before = living(wl)
    wl('a = CreateManagedLibraryExpression["accumulator", acc]; b = CreateManagedLibraryExpression["accumulator", acc]')
    assert wl.same(
        "{Head[a], a === b, ManagedLibraryExpressionQ /@ {a, b, acc[99], 7}}",
        "{acc, False, {True, True, False, False}}",
    )
    assert wl.same(
        '{ManagedLibraryExpressionQ[a, "accumulator"], ManagedLibraryExpressionQ[a, "other"]}', "{True, False}"
    )
    assert wl.same("ManagedLibraryExpressionID[a] === First[a]", "True")
    wl("total[acc[id_], x_] := accumulate[id, x]")
    assert wl.same("{total[a, 1.5], total[a, 2.], total[b, 1.]}", "{1.5, 3.5, 1.}")
    assert living(wl) == before + 2


def test_managed_expressions_go_with_their_last_reference(wl, accumulator):
    before = living(wl)
    wl('a = CreateManagedLibraryExpression["accumulator", acc]; kept = {a, {f[a]}}; a =.')
    forget(wl)
    assert living(wl) == before + 1
    wl("kept = kept[[2]]; id = kept[[1, 1, 1]]")
    assert living(wl) == before + 1
    wl("kept =.")
    wl("id =.")
    forget(wl)
    assert living(wl) == before
    wl('Do[CreateManagedLibraryExpression["accumulator", acc], {5}]')
    wl('Module[{local = CreateManagedLibraryExpression["accumulator", acc]}, local[[1]] + 1]')
    forget(wl)
    assert living(wl) == before


def test_what_is_no_managed_expression(wl, accumulator):
    assert wl.text('CreateManagedLibraryExpression["nothing", acc]') == "$Failed"
    assert wl.messages == ["CreateManagedLibraryExpression::nomgr"]
    assert wl.text("ManagedLibraryExpressionID[acc[1000]]") == "$Failed"
    assert wl.messages == ["ManagedLibraryExpressionID::noinst"]


@pytest.mark.parametrize(
    "values",
    [
        "",
        '1, 2.5, "s", True, 1. + 2. I, {1., 2.}, {{1, 2}, {3, 4}}',
        '"a" -> 1, "b" -> "text", "c" -> {1, 2}, 7',
        'NumericArray[{1, 2}, "Integer16"], "n" -> NumericArray[{1., 2.}, "Real64"]',
        'Image[{{0, 255}}, "Byte"], "s" -> SparseArray[{{1, 1} -> 2.}, {2, 2}, 0.]',
        'Developer`DataStore["in" -> 1], "d" -> Developer`DataStore[]',
    ],
)
def test_data_stores(wl, load, values):
    load("extend_store", '{"DataStore"}', '"DataStore"')
    wl(f"given = Developer`DataStore[{values}]")
    assert wl.same("f[given]", 'Developer`DataStore[Sequence @@ given, Length[given], "who" -> "sampler", given]')
    assert wl.messages == []


@pytest.mark.parametrize("value", ["5", "Developer`DataStore[x]", "Developer`DataStore[{1, x}]", "{1}"])
def test_what_is_no_data_store(wl, load, value):
    load("extend_store", '{"DataStore"}', '"DataStore"')
    wl(f"f[{value}]")
    assert wl.messages == ["LibraryFunction::cfsa"]
