# SPDX-License-Identifier: GPL-3.0-or-later
"""Every case of expected.toml: the mended language against the values that its reference pages give."""

import re
from pathlib import Path

import pytest
import tomllib

TABLE = tomllib.loads((Path(__file__).parent / "expected.toml").read_text(encoding="utf-8"))


def cases():
    for page, entry in TABLE.items():
        for number, case in enumerate(entry["cases"], 1):
            yield pytest.param(*case[:2], case[2:], id=f"{page}-{number}")


@pytest.fixture(autouse=True)
def no_user_definitions(wl):
    wl.reset()


@pytest.mark.parametrize(("code", "expected", "messages"), list(cases()))
def test_reference(wl, code, expected, messages):
    result = wl.text(f"result = ({code})")
    assert wl.messages == messages
    same = wl(f"result === ({expected})")
    assert same.get_name() == "System`True", f"got {result}"


def test_every_builtin_of_this_package_has_a_test():
    from mathics_kernel import loader
    from mathics_kernel.language.lists import RULES

    tests = Path(__file__).parents[1]
    text = "".join(path.read_text(encoding="utf-8") for path in tests.rglob("*") if path.suffix in (".py", ".toml"))
    names = {instance.get_name(short=True) for _, instance in loader.builtins()} | set(RULES)
    # What Import and Export call, and what a condition inside a scope becomes, are tested as that.
    names -= {"ImageImport", "ImageExport", "GuardedBody"}
    assert len(names) > 150
    assert [name for name in sorted(names) if not re.search(rf"(?<![\w$`]){re.escape(name)}(?![\w$])", text)] == []


def test_files(wl, tmp_path):
    (tmp_path / "text.txt").write_bytes("caf\u00e9\n".encode())
    assert wl(f'ReadString["{tmp_path}/text.txt"]').value == "caf\u00e9\n"
    assert list(wl(f'ReadByteArray["{tmp_path}/text.txt"]').value) == [99, 97, 102, 195, 169, 10]
    assert wl.same(f'ReadString["{tmp_path}/none"]', "$Failed")
    assert wl.messages == ["ReadString::noopen"]


def test_association_lookup_does_not_grow_with_size(wl):
    """A lookup in an association of 20,000 keys takes well under a millisecond."""
    wl("big = AssociationThread[Range[20000], Range[20000]]; big[1]")
    seconds = wl("First[AbsoluteTiming[Do[big[15000], {50}]]]").value
    assert seconds < 0.5


def test_protected_symbols_survive(wl):
    names = (
        "Map",
        "Select",
        "Cases",
        "Association",
        "Lookup",
        "FirstCase",
        "Merge",
        "Clip",
        "Total",
        "Sort",
        "Enclose",
    )
    for name in names:
        assert wl.same(f"MemberQ[Attributes[{name}], Protected]", "True"), name
