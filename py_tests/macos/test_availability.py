"""native/ runs on the oldest supported macOS: what came later is used only where it was asked for."""

import pytest
from metallink_build import compile as compiler
from metallink_build.render import render

from macos.checks.availability import load_table, source_faults
from macos.checks.conformance import metal_api
from macos.checks.dylib import faults, selectors


@pytest.fixture(scope="module")
def table(root):
    return load_table(root)


@pytest.fixture(scope="module")
def api(root):
    return metal_api(root)


def test_native_code_asks_first(root, api, table):
    render(root)
    sources = sorted((root / "native").glob("*.m"))
    assert sources
    problems = [problem for path in sources for problem in source_faults(root, path.read_text(), path.name, api, table)]
    assert problems == []


def test_the_table_covers_every_method_of_metal_in_the_library(root, api, table):
    dylib = compiler.build(root, target="macos")
    metal = {selector for interface in api.interfaces.values() for selector, _ in interface.methods}
    used = selectors(dylib) & metal
    assert "setMathMode:" in used
    assert used - set(table["selectors"]) == set()
    assert faults(dylib, root) == []


def test_the_table_names_only_methods_of_metal(api, table):
    metal = {selector for interface in api.interfaces.values() for selector, _ in interface.methods}
    assert set(table["selectors"]) - metal == set()
    constants = {value for enum in api.enums.values() for value in enum.values}
    assert set(table["constants"]) - constants == set()


HEAD = "#import <Metal/Metal.h>\nvoid f(MTLCompileOptions *o, id<MTLDevice> d);\n"
GUARDED = "if ([o respondsToSelector:@selector(setMathMode:)]) {{ {0} }} else {{ o.fastMathEnabled = NO; }}"


def body(statement):
    return HEAD + "void f(MTLCompileOptions *o, id<MTLDevice> d)\n{ (void)o; (void)d;\n" + statement + "\n}\n"


@pytest.mark.parametrize(
    "statement",
    [
        "o.fastMathEnabled = NO;",
        GUARDED.format("o.mathMode = MTLMathModeSafe;"),
        GUARDED.format("[o setMathMode:MTLMathModeSafe];"),
        "o.languageVersion = MTLLanguageVersion3_0;",
        "if (d.name.length > 3 && [o respondsToSelector:@selector(setMathMode:)]) o.mathMode = MTLMathModeSafe;",
    ],
)
def test_old_and_guarded_uses_pass(root, api, table, statement):
    assert source_faults(root, body(statement), "sample.m", api, table) == []


@pytest.mark.parametrize(
    ("statement", "expected"),
    [
        ("o.mathMode = MTLMathModeSafe;", "mathMode came in macOS 15.0"),
        ("[o setMathMode:MTLMathModeSafe];", "setMathMode: came in macOS 15.0"),
        (GUARDED.format("o.fastMathEnabled = NO; } if (1) { o.mathMode = MTLMathModeSafe;"), "mathMode came"),
        ("if ([o respondsToSelector:@selector(setLabel:)]) o.mathMode = MTLMathModeSafe;", "mathMode came"),
        ("if (![o respondsToSelector:@selector(setMathMode:)]) o.mathMode = MTLMathModeSafe;", "mathMode came"),
        ("if (d || [o respondsToSelector:@selector(setMathMode:)]) o.mathMode = MTLMathModeSafe;", "mathMode came"),
        (GUARDED.format("").replace("o.fastMathEnabled = NO", "o.mathMode = MTLMathModeSafe"), "mathMode came"),
        ("o.languageVersion = MTLLanguageVersion3_2;", "MTLLanguageVersion3_2 came in macOS 15.0"),
        ("o.languageVersion = MTLLanguageVersion1_1;", "MTLLanguageVersion1_1 is not in the table"),
        ("(void)[d isHeadless];", "isHeadless is not in the table"),
    ],
)
def test_planted_use_is_found(root, api, table, statement, expected):
    problems = source_faults(root, body(statement), "sample.m", api, table)
    assert len(problems) == 1
    assert problems[0].startswith("sample.m:5: ")
    assert expected in problems[0]
