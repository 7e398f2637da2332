"""Shader text without what no kernel uses."""

from __future__ import annotations

import re

import pytest

from py_tests.native.pruned import pruner

TEXT = """#pragma METAL fp contract(off)
#include <metal_stdlib>
using namespace metal;
#define TWICE(x) add_to_itself(x)
#define UNUSED(x) named_in_an_unused_macro(x)
namespace ml {
enum kind { first = 1, second };
// Called by nobody.
inline float unused(float x) { return also_unused(x); }
inline float also_unused(float x) { return x; }
inline float named_in_an_unused_macro(float x) { return x; }
struct pair { float a; float b; };
struct other { float a; };
inline float add_to_itself(float x) { return x + x; }
inline float size(pair p) { return p.a; }
inline float size(other o) { return o.a; }
__attribute__((noinline)) inline pair operator+(pair a, pair b) { return make_pair(a.a + b.a, b.b); }
inline other operator+(other a, other b) { return a; }
template <typename A, typename B> inline A chosen(A a, B b) { if (a < b) { return a; } return A(b); }
struct missing;
template <typename T> missing sin(T);
template <typename T> missing cos(T);
inline pair make_pair(float a, float b) { pair p; p.a = a; p.b = b; return p; }
constant uint table[2] = {1u, 2u}, table_length = 2u;
constant uint other_table[2] = {1u, 2u};
constant uint counting [[function_constant(0)]];
typedef float R;
typedef pair P;
} // namespace ml
#if defined(__HAVE_DOUBLE__)
inline double only_here(double x) { return x; }
#endif
kernel void f(device float *a [[buffer(0)]], uint i [[thread_position_in_grid]])
{
    a[i] = ml::size(ml::make_pair(a[i], 1.0f)) + ml::chosen(TWICE(a[i]), ml::R(0)) + float(ml::table[0]) + sin(a[i]);
}
"""
KEPT = (
    "pragma", "metal_stdlib", "TWICE", "UNUSED", "enum kind", "struct pair", "add_to_itself(float", "size(pair",
    "operator+(pair", "A chosen", "struct missing", "missing sin", "pair make_pair", "typedef float R",
    "table[2] = {1u, 2u}, table_length", "__HAVE_DOUBLE__", "#endif", "kernel void f",
)  # fmt: skip
GONE = (
    "Called by nobody", "unused(float", "also_unused", "named_in_an_unused_macro(float", "struct other", "size(other",
    "operator+(other", "missing cos", "other_table", "counting", "typedef pair", "only_here",
)  # fmt: skip


@pytest.fixture(scope="module")
def pruned(root, tmp_path_factory):
    return pruner(root, tmp_path_factory.mktemp("pruning"))


def test_what_a_kernel_reaches_stays(pruned):
    text = pruned(TEXT)
    assert [part for part in KEPT if part not in text] == []


def test_what_no_kernel_reaches_goes(pruned):
    text = pruned(TEXT)
    assert [part for part in GONE if part in text] == []


def test_pruning_twice_changes_nothing(pruned):
    assert pruned(pruned(TEXT)) == pruned(TEXT)


def test_braces_stay_balanced(pruned):
    text = pruned(TEXT)
    assert text.count("{") == text.count("}")
    assert len(re.findall(r"namespace ml \{", text)) == 1


WHOLE = ("", "\n", "kernel void f() {}", "// x")
BROKEN = ("inline void f() {", "/* open", "/*/ open", "#define", ";", "}", "namespace x")


@pytest.mark.parametrize("text", WHOLE + BROKEN)
def test_short_and_broken_texts(pruned, text):
    assert len(pruned(text)) <= len(text)


@pytest.mark.parametrize("text", ["}" * 5000, ";" * 5000, "#\n" * 2500], ids=["braces", "semicolons", "directives"])
def test_pieces_as_short_as_can_be(pruned, text):
    assert pruned(text) == text
