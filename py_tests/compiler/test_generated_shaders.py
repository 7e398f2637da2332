"""What the compiler writes is C++14 without doubles over functions that Metal has, as Apple's compiler takes it."""

from __future__ import annotations

import sys

import pytest
from wolframclient.language import wlexpr

from macos.checks.shaders import check_shader
from py_tests.native.pruned import expanded, pruner

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the check is made for Linux")

FUNCTIONS = {
    "reals": ("{Sin[#]^2 + 3 #, ArcTan[#, 2], Abs[#]^#, Round[#], Mod[#, 3], Log[2, Abs[#]], Max[#, 1]} &", "Real"),
    "floats": ("{Tan[#], ArcSinh[#], CubeRoot[#], Erf[#], Gamma[#], BesselJ[0, #], Quotient[#, 2.]} &", '"Real32"'),
    "special functions": ("{Erfc[#], LogGamma[#], Beta[#, 2.5], BesselK[1, #], Sinc[#]} &", "Real"),
    "integers": ("{#^3, GCD[#, 6], BitXor[#, 5], BitLength[#], #!, Ceiling[#, 4], Quotient[#, 3]} &", "Integer"),
    "complex numbers": ("{#^2, 1/#, Log[#], ArcSin[#], Tanh[#], #^#, Sign[#], Floor[#]} &", "Complex"),
    "loops and lists": (
        "Function[x, Module[{t = {1, 2, 3}, k = 1}, While[k < x, If[k > 9, Break[]]; t[[Mod[k, 3, 1]]] += k; k++];"
        " Do[t[[i]] = t[[-i]] + i, {i, 3}]; Which[x > 2, t[[k]], x < 0, 5]]]",
        "Integer",
    ),
}  # fmt: skip


@pytest.fixture(scope="module")
def pruned(root, tmp_path_factory):
    return pruner(root, tmp_path_factory.mktemp("pruning"))


@pytest.mark.parametrize("name", FUNCTIONS)
def test_generated_sources_pass(root, kernel, pruned, name):
    function, kind = FUNCTIONS[name]
    source = kernel.evaluate(wlexpr(f'MetalFunctionInformation[MetalCompile[{function}, {kind}], "Source"]'))
    assert isinstance(source, str), source
    whole = expanded(root, source)
    text = pruned(whole)
    assert len(text) < len(whole)
    assert check_shader(root, text, name) == []
