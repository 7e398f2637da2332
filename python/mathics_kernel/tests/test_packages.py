# SPDX-License-Identifier: GPL-3.0-or-later
"""Paclets, Needs and Get.

Expected: https://reference.wolfram.com/language/ref/PacletDirectoryLoad.html, .../Needs.html, .../Get.html,
.../$InputFileName.html, https://reference.wolfram.com/language/tutorial/Paclets.html
"""

from pathlib import Path

import pytest

PACKAGE = """
BeginPackage["Sample`"];
sampleValue::usage = "sampleValue[] is 42.";
sampleFile::usage = "where it is";
loads::usage = "how often it was read";
Begin["`Private`"];
sampleValue[] := 42;
sampleFile = $InputFileName;
loads = If[ValueQ[loads], loads + 1, 1];
End[];
EndPackage[];
"""


def write(folder: Path, extensions: str, files: dict[str, str]) -> Path:
    folder.mkdir()
    info = f'PacletObject[<|"Name" -> "Sample", "Version" -> "0.1", "Extensions" -> {{{extensions}}}|>]'
    (folder / "PacletInfo.wl").write_text(info)
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    return folder


@pytest.fixture(autouse=True)
def clean(wl):
    yield
    wl.reset()
    wl("Scan[PacletDirectoryUnload, PacletDirectoryLoad[{}]]")


@pytest.mark.parametrize(
    ("extension", "file"),
    [
        ('{"Kernel", "Root" -> ".", "Context" -> {{"Sample`", "Sample.wl"}}}', "Sample.wl"),
        ('{"Kernel", "Root" -> ".", "Context" -> {"Sample`"}}', "Sample.wl"),
        ('{"Kernel", "Root" -> "Kernel", "Context" -> "Sample`"}', "Kernel/Sample.wl"),
        ('{"Kernel", "Context" -> "Sample`"}', "Kernel/Sample.m"),
        ('{"Kernel", "Root" -> ".", "Context" -> "Sample`"}', "Kernel/init.wl"),
    ],
)
def test_needs_finds_a_paclets_package(wl, tmp_path, extension, file):
    folder = write(tmp_path / "paclet", extension, {file: PACKAGE})
    assert wl.text(f'First[PacletDirectoryLoad["{folder}"]]') == f'"{folder}"'
    assert wl('Needs["Sample`"]') is not None
    assert wl.messages == []
    assert wl.text("sampleValue[]") == "42"
    assert wl.text("sampleFile") == f'"{folder / file}"'
    assert wl.text('MemberQ[$ContextPath, "Sample`"]') == "True"


def test_needs_reads_once_and_get_every_time(wl, tmp_path):
    folder = write(tmp_path / "p", '{"Kernel", "Root" -> ".", "Context" -> "Sample`"}', {"Sample.wl": PACKAGE})
    wl(f'PacletDirectoryLoad["{folder}"]')
    wl('Needs["Sample`"]')
    wl('Needs["Sample`"]')
    assert wl.text("loads") == "1"
    wl('Get["Sample`"]')
    assert wl.text("loads") == "2"
    assert wl.messages == []


def test_paclets_in_subdirectories_are_found(wl, tmp_path):
    folder = write(tmp_path / "p", '{"Kernel", "Root" -> ".", "Context" -> "Sample`"}', {"Sample.wl": PACKAGE})
    assert wl.text(f'MemberQ[PacletDirectoryLoad["{tmp_path}"], "{folder}"]') == "True"


def test_libraries_of_a_paclet_are_found(wl, tmp_path):
    system = wl.text("$SystemID").strip('"')
    folder = write(tmp_path / "p", '{"LibraryLink"}', {f"LibraryResources/{system}/sample_one.so": ""})
    wl(f'PacletDirectoryLoad["{folder}"]')
    assert wl.text('FindLibrary["sample_one"]') == f'"{folder}/LibraryResources/{system}/sample_one.so"'


def test_a_directory_without_a_paclet_is_refused(wl, tmp_path):
    assert wl.text(f'PacletDirectoryLoad["{tmp_path}"]') == "$Failed"
    assert wl.messages == ["PacletDirectoryLoad::nopaclet"]
    assert wl.text(f'PacletDirectoryLoad["{tmp_path}/none"]') == "$Failed"
    assert wl.messages == ["PacletDirectoryLoad::nodir"]


def test_a_broken_paclet_info_is_said(wl, tmp_path):
    (tmp_path / "PacletInfo.wl").write_text("PacletObject[<|")
    assert wl.text(f'PacletDirectoryLoad["{tmp_path}"]') == "$Failed"
    assert wl.messages == ["PacletDirectoryLoad::info"]


def test_a_package_that_is_not_there(wl):
    assert wl.text('Needs["NoSuchPackage`"]') == "$Failed"
    assert "Needs::nocont" in wl.messages


def test_input_file_name_is_restored_after_nested_reads(wl, tmp_path):
    (tmp_path / "inner.wl").write_text("inner = $InputFileName;")
    (tmp_path / "outer.wl").write_text(f'Get["{tmp_path}/inner.wl"]; outer = $InputFileName;')
    wl(f'Get["{tmp_path}/outer.wl"]')
    assert wl.text("{inner, outer, $InputFileName}") == f'{{"{tmp_path}/inner.wl", "{tmp_path}/outer.wl", ""}}'


def test_a_package_read_again_is_on_the_path_once(wl, tmp_path):
    """https://reference.wolfram.com/language/ref/EndPackage.html: what was before BeginPackage, the package first."""
    package = tmp_path / "Twice.wl"
    package.write_text('BeginPackage["Twice`"]; tw = 1; EndPackage[];')
    wl(f'before = $ContextPath; Get["{package}"]; once = $ContextPath; Get["{package}"]')
    assert wl.text('once === Prepend[before, "Twice`"]') == "True"
    assert wl.text("{$ContextPath === once, $Context}") == '{True, "Global`"}'
