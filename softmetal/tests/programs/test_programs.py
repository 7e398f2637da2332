"""Compute programs as their authors write them for a Mac, compiled as they are and run with their own kernels.

Each is an Objective-C program with a .metal file beside it. It gets the path of that file and its own arguments, and
ends with status 0 if what the GPU computed agrees with the program's own reference. On a Mac the same programs run on
Metal itself.
"""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent

# Program, what it is in words, its arguments for each run, and a wrong kernel: text of the .metal file and what
# to put in its place. The program has to notice.
PROGRAMS = {
    "vector_add": ("vector adder", [["1"], ["31"], ["100003"]], ("inA[index] + inB", "inA[index] - inB")),
    "saxpy": (
        "saxpy with strides, on the caller's own memory",
        [[]],
        ("metal::fma(args.alpha", "metal::fma(-args.alpha"),
    ),
    "dot_product": (
        "dot product over element types, threadgroup memory",
        [["1"], ["255"], ["99991"]],
        ("if (tid < stride)", "if (tid + 1 < stride)"),
    ),
    "reduce_simd": (
        "sum, maximum and minimum by SIMD groups",
        [["1"], ["5"], ["64"], ["300007"]],
        ("if (lane == 0) partials", "if (lane == 1) partials"),
    ),
    "exclusive_scan": (
        "exclusive scan of several levels, threadgroup memory and SIMD groups",
        [["1", "2", "1023", "1024", "1025", "65537"], ["1100001"]],
        ("out[base + k] += sums[group]", "out[base + k] += sums[group] + 1"),
    ),
    "histogram": (
        "histogram with atomics on threadgroup and device memory",
        [["1"], ["4096"], ["1000003"]],
        ("for (ushort i = local.x; i < 256; i += size.x) {", "for (ushort i = local.x; i < 128; i += size.x) {"),
    ),
    "bitonic_sort": (
        "bitonic sort, templates over element type and order",
        [["1", "2", "257"], ["70001"]],
        ("const bool up = ((base + low) & block) == 0", "const bool up = (low & block) == 0"),
    ),
    "n_body": (
        "N-body simulation, several frames in flight",
        [["1"], ["129"], ["500"]],
        ("me.xyz + velocity", "me.xzy + velocity"),
    ),
    "jacobi": (
        "Jacobi relaxation until it converges",
        [["3", "3"], ["17", "9"], ["61", "47"]],
        ("u[at - w] + u[at + w]", "u[at - w] + u[at - w]"),
    ),
    "dependent_dispatches": (
        "strings of dependent dispatches, five ways",
        [["1"], ["1000"], ["30011"]],
        ("i + 1 == count ? 0 : i + 1", "i"),
    ),
    "game_of_life": (
        "Game of Life on a torus, tiles with borders",
        [["3", "5", "2"], ["77", "50", "20"]],
        ("case 3:", "case 4:"),
    ),
    "monte_carlo": (
        "Monte Carlo with a counter-based generator",
        [["1", "1"], ["1001", "20"]],
        ("random();", "random() + 1u;"),
    ),
    "sparse_product": (
        "sparse matrix times vector, a SIMD group for each row",
        [["1", "1"], ["1003", "999"]],
        ("mask = 16", "mask = 8"),
    ),
    "transpose": (
        "transposition of elements of 1 to 8 bytes",
        [["1", "1"], ["100", "33"]],
        ("tile[local.x][local.y + row];", "tile[local.y + row][local.x];"),
    ),
    "checksums": (
        "checksums of packed messages, tables in constant memory",
        [["1"], ["1001"]],
        ("0x1db71064", "0x1db71065"),
    ),
    "device_report": (
        "a report of what device, pipelines and buffers say of themselves",
        [[]],
        ("bias + extra", "bias"),
    ),
    "two_queues": (
        "two queues, with and without a dependency, from several threads",
        [["1"], ["4999"]],
        ("+ 1u", "+ 2u"),
    ),
}
FEATURES = [
    pytest.param(name, marks=pytest.mark.feature("Programs", words)) for name, (words, _, _) in PROGRAMS.items()
]
CASES = [(name, arguments) for name, (_, runs, _) in PROGRAMS.items() for arguments in runs]


@pytest.mark.parametrize(("name", "arguments"), CASES, ids=["-".join([name, *words]) for name, words in CASES])
def test_program(author_program, name, arguments):
    author_program(name).check(str(HERE / f"{name}.metal"), *arguments)


@pytest.mark.parametrize("name", FEATURES)
def test_program_notices_a_wrong_kernel(author_program, name, tmp_path):
    _, runs, (right, wrong) = PROGRAMS[name]
    source = (HERE / f"{name}.metal").read_text()
    assert source.count(right) >= 1
    path = tmp_path / f"{name}.metal"
    path.write_text(source.replace(right, wrong))
    assert author_program(name).run(str(path), *runs[-1]).code == 1


@pytest.mark.skipif(sys.platform == "darwin", reason="softmetal's own check")
@pytest.mark.parametrize("mode", ["bounds", "bounds:before"])
@pytest.mark.parametrize("name", PROGRAMS)
def test_program_reaches_nothing_beyond_its_buffers(author_program, name, mode):
    _, runs, _ = PROGRAMS[name]
    author_program(name).check(str(HERE / f"{name}.metal"), *runs[0], SOFTMETAL_CHECK=mode)
