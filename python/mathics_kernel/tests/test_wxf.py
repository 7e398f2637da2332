# SPDX-License-Identifier: GPL-3.0-or-later
"""WXF, against wolframclient's own reader and writer.

Expected: https://reference.wolfram.com/language/tutorial/WXFFormatDescription.html, .../ref/BinarySerialize.html
"""

import pytest
from mathics_kernel import wxf
from wolframclient.deserializers import binary_deserialize
from wolframclient.serializers import export

EXPRESSIONS = [
    "0", "-128", "127", "128", "-32769", "2^31", "-2^63", "2^63", "10^50", "1.5", "-0.", "1/3", "2 + 3 I", "1. - 2. I",
    "x", "Sample`y", "Plus", '"text"', '""', "{}", "{1, {2, {}}}", "f[x][y, z]", "<||>", '<|"a" -> 1, b :> 2|>',
    "a -> b", "ByteArray[{0, 255}]", "Developer`ToPackedArray[{{1, 2}, {3, 4}}]", "Developer`ToPackedArray[{1.5}]",
    'NumericArray[{{1, 2}}, "Real16"]', 'NumericArray[{1, 2}, "ComplexReal16"]', 'NumericArray[{-1}, "Integer8"]',
    "Function[{u}, u + 1]", "Hold[1 + 1]", "N[Pi, 40]", "N[Pi, 40] 10^300", "N[Pi, 40]/10^30",
]  # fmt: skip


@pytest.mark.parametrize("code", EXPRESSIONS)
def test_expressions_come_back_the_same(wl, code):
    expr = wl(code)
    back = wxf.loads(wxf.dumps(expr), wl.definitions.lookup_name)
    assert back.sameQ(expr)
    assert wxf.loads(wxf.compressed(wxf.dumps(expr)), wl.definitions.lookup_name).sameQ(expr)


@pytest.mark.parametrize("value", [0, -(2**70), 1.25, "é", b"\x00", [1, [2.5, "a"]], {"a": [1], 2: {}}, True, None])
def test_what_the_client_writes_is_read_and_written_back_for_it(wl, value):
    expr = wxf.loads(export(value, target_format="wxf"), wl.definitions.lookup_name)
    assert export(binary_deserialize(wxf.dumps(expr)), target_format="wxf") == export(value, target_format="wxf")


def test_compression_as_documented(wl):
    assert bytes(wl('BinarySerialize[1, PerformanceGoal -> "Size"]').value) == b"8C:x\x9csf\x04\x00\x00\x89\x00E"
    assert bytes(wl("BinarySerialize[1]").value) == b"8:C\x01"


def test_round_trip_in_the_language(wl):
    assert wl.text('BinaryDeserialize[BinarySerialize[{1, "a", x}]]') == '{1, "a", x}'
    assert wl.text("BinaryDeserialize[BinarySerialize[1 + 1], Hold]") == "Hold[2]"


@pytest.mark.parametrize(
    "data",
    [b"", b"8", b"7:C\x01", b"8:", b"8:C", b"8:L\x00", b"8:S\x05ab", b"8:f\x01s\x04List", b"8:\xc1\x00\x01",
     b"8:?", b"8C:xx",
     b"8:C\x01C\x01", b"8:\xc2\x99\x01\x01\x00", b"8:A\x01C\x01C\x01", b"8:S\x01\xff", b"8:R\x01x",
     b"8:\xc1\x23\x01\xff\xff\xff\xff\xff\x7f"],
)  # fmt: skip
def test_other_bytes_are_refused(wl, data):
    with pytest.raises(wxf.WXFError):
        wxf.loads(data, wl.definitions.lookup_name)
    codes = ", ".join(map(str, data))
    assert wl.text(f"BinaryDeserialize[ByteArray[{{{codes}}}]]") == "$Failed" or not data
