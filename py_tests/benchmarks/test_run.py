"""A small run of every suite, from the command line to the files."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from benchmarks import doubles, softmetal
from benchmarks.plan import Plan
from benchmarks.suites import SUITES


def run(root, folder, *words):
    command = [sys.executable, "-m", "benchmarks", "--quick", "--folder", str(folder), *words]
    return subprocess.run(command, cwd=root, capture_output=True, text=True, timeout=600, check=False)


@pytest.fixture(scope="module")
def results(root, tmp_path_factory):
    """bench.json of a quick run; the functions of emulated doubles, each a compilation, would take the most of it."""
    folder = tmp_path_factory.mktemp("bench")
    finished = run(root, folder, "--only", ",".join(name for name in SUITES if name != "doubles"))
    assert finished.returncode == 0, finished.stdout + finished.stderr
    assert (folder / "bench.png").stat().st_size > 10_000
    return json.loads((folder / "bench.json").read_text())


def row(results, name, type):
    return next(row for row in results["rows"] if (row["name"], row["type"]) == (name, type))


@pytest.mark.parametrize("type", ["float32", "float64", "int64", "complex64"])
def test_sums(results, type):
    found = row(results, "add", type)
    assert found["ours_ms"] > 0
    assert found["best_peer"] in found["peers"]
    assert found["quartiles"][0] <= found["ratio"] <= found["quartiles"][1]
    assert found["goal"] == 1.05
    assert found["met"] is (found["quartiles"][0] <= 1.05)
    assert found["allocating"]["ours_ms"] > 0
    assert "GPU" in found["detail"]


@pytest.mark.parametrize(
    ("name", "type", "goal"),
    [("sin", "float32", 0.6), ("sin", "float64", 0.8), ("negative of an image", "RGB bytes", 1.2)],
)
def test_other_goals(results, name, type, goal):
    found = row(results, name, type)
    assert found["goal"] == goal
    assert found["ratio"] > 0


def test_calls(results):
    whole = row(results, "one-element call, librarylink_host", "float32")
    native = row(results, "one-element call, native part", "float32")
    assert (whole["goal"], native["goal"]) == (0.040, 0.012)
    assert 0 < native["ours_ms"] < whole["ours_ms"]


def test_nothing_is_wrong_or_lost(results):
    assert [row for row in results["rows"] if row["wrong"]] == []
    measured = [row for row in results["rows"] if not row["name"].endswith("crossover")]
    assert all(row["ours_ms"] or row["skipped"] for row in measured)
    assert results["quick"] is True


def test_table_by_size(results):
    rows = [row for row in results["rows"] if row["type"] == "Real list"]
    assert [row["size"] for row in rows[:3]] == [10**3, 10**4, 10**5]
    assert all(row["peers"] for row in rows[:2])
    assert rows[-1]["name"] == "MetalMap[Sin, list]: crossover"


def test_the_huge_sum_has_a_process_of_its_own(results):
    found = [row for row in results["rows"] if row["goal"] == 1.1 and row["name"] == "add"]
    assert [list(row["peers"]) for row in found] == [["numpy"]]


@pytest.mark.skipif(sys.platform == "darwin", reason="a Mac has Metal itself")
def test_softmetal_beside_opencl(results):
    assert [row(results, f"softmetal {name}", "float32")["goal"] for name in ("add", "sin")] == [1.1, 1.1]
    assert list(row(results, "softmetal add", "float32")["peers"]) == ["OpenCL"]
    assert row(results, "softmetal dispatch and wait", "float32")["goal"] == 0.010
    assert row(results, "softmetal library, cached", "")["goal"] == 20


@pytest.mark.skipif(sys.platform == "darwin", reason="a Mac has Metal itself")
def test_a_failure_of_the_program_is_an_error(root):
    plan = Plan.quick(root, lambda text: None)
    program = softmetal.compile_peer(plan)
    with pytest.raises(RuntimeError, match="is neither add nor sin"):
        softmetal.run(program, "contest", root / ".venv" / "lib" / "libintelocl.so", "tan", 10, 1, 0)


def test_emulated_doubles_beside_native_ones(root):
    said = []
    plan = Plan.quick(root, said.append)
    with doubles.Worker(root, emulate=True) as emulated, doubles.Worker(root, emulate=False) as native:
        add = doubles.measure(plan, emulated, native, "add", 1000, 3)
    assert list(add.peers) == ["native"]
    assert "operations/s" in add.detail
    assert said == ["emulated add float64 1,000"]


def test_an_unknown_suite_is_refused(root, tmp_path):
    finished = run(root, tmp_path, "--only", "arrays,nothing")
    assert finished.returncode == 2
    assert "nothing: no such suite" in finished.stderr
    assert all(name in finished.stderr for name in SUITES)
