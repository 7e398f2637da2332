"""What the specs are rendered to."""

from __future__ import annotations

import re
import shutil
import subprocess

import pytest
from metallink_build.render import flatten, render
from metallink_build.spec import SpecError, load_specs


@pytest.fixture
def checkout(root, tmp_path):
    """The parts of the checkout that rendering reads."""
    for name in ("specs", "templates", "native/shaders"):
        shutil.copytree(root / name, tmp_path / name)
    return tmp_path


@pytest.fixture
def rendered(checkout):
    render(checkout)
    return checkout / "build" / "rendered"


def test_every_family_and_type_has_a_shader(root, rendered):
    expected = {"device.metal"}
    for family in load_specs(root):
        expected |= {f"{family.name}_{computation.name}.metal" for computation in family.computations}
    assert {path.name for path in (rendered / "shaders").iterdir()} == expected
    assert len(expected) > 20


def test_head_of_every_shader(rendered):
    """Contraction is switched off before any code, and nothing is left to include but Metal's library."""
    for path in (rendered / "shaders").iterdir():
        lines = path.read_text().splitlines()
        assert lines[1] == "#pragma METAL fp contract(off)"
        assert [line for line in lines if line.startswith("#include")] == ["#include <metal_stdlib>"]
        assert not [line for line in lines if line.startswith("#pragma once")]


def test_kernels(root, rendered):
    (family,) = (family for family in load_specs(root) if family.name == "map")
    for computation in family.computations:
        text = (rendered / "shaders" / f"map_{computation.name}.metal").read_text()
        kernels = re.findall(r"kernel void map_(\w+)\(", text)
        assert kernels == [element.name for element in family.elements if computation.kind in element.msl]


def test_a_new_function_is_one_entry(checkout):
    """An element added to a spec is in the shaders, the library's table, the package's table and the reference."""
    spec = checkout / "specs" / "map.toml"
    spec.write_text(spec.read_text() + '\n[[element]]\nname = "Half"\nreal = "x + x"\nresult = "real"\n')
    render(checkout)
    rendered = checkout / "build" / "rendered"
    assert "kernel void map_Half(" in (rendered / "shaders" / "map_float.metal").read_text()
    assert "kernel void map_Half(" not in (rendered / "shaders" / "map_int8.metal").read_text()
    assert '"Half"' in (rendered / "elements.c").read_text()
    assert '"Half"}' in (rendered / "LibraryFunctions.wl").read_text()
    assert "| Half |" in (rendered / "functions.md").read_text()


def test_embedded_text_is_the_text(root, rendered, tmp_path):
    """The C strings give back the rendered shaders byte for byte."""
    program = tmp_path / "dump.c"
    program.write_text(
        '#include "shader_sources.h"\n#include <stdio.h>\n#include <string.h>\n'
        "int main(int argc, char **argv) { for (size_t k = 0; argc == 2 && k < ml_shader_source_count; ++k)\n"
        "if (strcmp(ml_shader_sources[k].name, argv[1]) == 0) fputs(ml_shader_sources[k].msl, stdout); return 0; }\n"
    )
    command = ["clang-19", "-I", root / "native", program, rendered / "shader_sources.c", "-o", tmp_path / "dump"]
    subprocess.run(command, check=True)
    for path in (rendered / "shaders").iterdir():
        done = subprocess.run([tmp_path / "dump", path.stem], capture_output=True, text=True, check=True)
        assert done.stdout == path.read_text()


def test_rendering_again_changes_nothing(checkout, rendered):
    before = {path: path.stat().st_mtime_ns for path in rendered.rglob("*")}
    render(checkout)
    assert {path: path.stat().st_mtime_ns for path in rendered.rglob("*")} == before


def test_what_no_spec_makes_is_deleted(checkout, rendered):
    stray = rendered / "wrappers" / "old.m"
    stray.write_text("int old;\n")
    render(checkout)
    assert not stray.exists()
    assert (rendered / "wrappers" / "map.m").exists()


def test_a_wrong_spec_writes_nothing(checkout):
    (checkout / "specs" / "map.toml").write_text("[family]\n")
    with pytest.raises(SpecError, match=r"specs/map.toml: family: summary: missing"):
        render(checkout)
    assert not (checkout / "build" / "rendered").exists()


def test_flatten_takes_each_file_once(tmp_path):
    (tmp_path / "deep").mkdir()
    (tmp_path / "a.h").write_text('#pragma once\n#include "deep/b.h"\n#include "c.h"\nint a;\n')
    (tmp_path / "deep" / "b.h").write_text('#include "../c.h"\nint b;\n')
    (tmp_path / "c.h").write_text("int c;\n")
    assert flatten(tmp_path / "a.h").split() == ["int", "c;", "int", "b;", "int", "a;"]


def test_family_without_a_shader_template(checkout):
    (checkout / "templates" / "shaders" / "map.metal.j2").unlink()
    with pytest.raises(SpecError, match=re.escape("specs/map.toml: family: computations: there is no template")):
        render(checkout)


def test_elements_of_every_family_are_in_the_librarys_table(root, rendered):
    text = (rendered / "elements.c").read_text()
    entries = re.findall(r'\.family = "(\w+)",\s*\.name = "(\w+)"', text)
    assert entries == [(family.name, element.name) for family in load_specs(root) for element in family.elements]
    assert {family for family, _ in entries} == {"images", "map"}


def test_the_table_names_the_function_that_an_error_text_begins_with(root, rendered):
    entries = re.findall(r'"(\w+)" -> <\|\s*"Public" -> "(\w+)"', (rendered / "LibraryFunctions.wl").read_text())
    functions = [function for family in load_specs(root) for function in family.functions]
    assert entries == [(function.name, function.public) for function in functions]
