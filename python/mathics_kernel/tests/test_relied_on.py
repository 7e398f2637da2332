# SPDX-License-Identifier: GPL-3.0-or-later
"""The README's table of what MetalLink relies on: it has every symbol of the language in MetalLink's package and tests,
and the tests that it names for a row are about the row's symbols."""

import re
from pathlib import Path

import pytest

TESTS = Path(__file__).parent
README = (TESTS.parent / "README.md").read_text(encoding="utf-8")
SECTION = README.split("## What of the language MetalLink relies on\n")[1].split("\n## ")[0].split("\n### ")[0]
ROWS = [
    (topic.strip(), re.findall(r"`([^`]+)`", symbols), re.findall(r"`([^`]+)`", tests))
    for topic, symbols, tests in re.findall(r"^\|([^|`]+)\|([^|]+)\|([^|]+)\|$", SECTION, re.MULTILINE)
    if "`" in symbols
]
STRING = re.compile(r'"(?:[^"\\]|\\.)*"', re.DOTALL)
COMMENT = re.compile(r"\(\*(?:(?!\(\*|\*\)).)*\*\)", re.DOTALL)
NAME = re.compile(r"(?<![`\w$])[$A-Za-z][\w$]*(?![\w$`])")


def names_in(source: str) -> set[str]:
    """The names without a context in Wolfram code, but for its strings and (nested) comments."""
    code, before = STRING.sub('""', source), ""
    while code != before:
        code, before = COMMENT.sub(" ", code), code
    return set(NAME.findall(code))


def used_symbols(wl, root: Path) -> set[str]:
    files = [root / "MetalLink.wl", *(root / "Kernel").rglob("*.wl"), *(root / "wl_tests").glob("*.wlt")]
    assert len(files) > 20
    names = set().union(*(names_in(path.read_text(encoding="utf-8")) for path in files))
    return {name for name in names if f"System`{name}" in wl.definitions.builtin}


def test_names_in_code():
    assert names_in('f[x_] := "a (* b" <> g (* c (* d *) "e" *) ctx`h; $i') == {"f", "x_", "g", "$i"}


def test_every_symbol_is_in_the_table(wl, root):
    listed = {symbol for _, symbols, _ in ROWS for symbol in symbols}
    used = used_symbols(wl, root)
    assert len(used) > 250
    missing = " ".join(sorted(used - listed))
    assert missing == "", "add them to a row of README.md, and to the test that the row names"


@pytest.mark.parametrize(("topic", "symbols", "tests"), ROWS, ids=[topic for topic, *_ in ROWS])
def test_rows_name_their_tests(topic, symbols, tests):
    assert tests
    text = "\n".join((TESTS / name).read_text(encoding="utf-8") for name in tests)
    missing = [name for name in symbols if not re.search(rf"(?<![\w$`]){re.escape(name)}(?![\w$])", text)]
    assert missing == [], f"not in the tests named for {topic}"
