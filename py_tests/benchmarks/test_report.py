"""Table, remarks, bench.json and the chart."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest
from PIL import Image
from rich.console import Console

from benchmarks import chart, report
from benchmarks.machine import Machine, chip_bandwidth
from benchmarks.plan import Plan
from benchmarks.rows import Contest, Row, contest_row, time_row
from benchmarks.timing import Pairs

PAIRS = {"numpy": Pairs((50.0, 52.0, 51.0), (100.0, 100.0, 100.0)), "torch": Pairs((50.0,), (300.0,))}
ROWS = [
    contest_row("add", "float32", 10**8, PAIRS, goal=1.05, gigabytes=1.2, allocating=Contest.of(PAIRS)),
    contest_row("sin", "float32", 10**8, PAIRS, goal=0.4, detail="GPU 49 of 51 ms"),
    time_row("one-element call", "float32", 1, [0.02, 0.03, 0.05], goal=0.04),
    contest_row("emulated add", "float64", 10**7, {"native": PAIRS["numpy"]}, detail="2e8 operations/s"),
    contest_row("MetalMap[Sin, list]", "Real list", 1000, {"Sin[list]": PAIRS["numpy"]}),
    Row("multiply", "int64", 5, goal=1.05, skipped="the library has no MetalTimes for numericarrays"),
    Row("negative", "bytes", 5, goal=1.2, met=False, wrong="element 1 is 2, not 3"),
]
KEYS = {
    "name", "type", "size", "ours_ms", "peers", "best_peer", "ratio", "quartiles", "goal", "unit", "met", "allocating",
    "gigabytes", "bandwidth", "detail", "skipped", "wrong",
}  # fmt: skip


def machine(bandwidth: float | None) -> Machine:
    return Machine("system", "Apple M1", 8, 8.6, "Apple M1", "Metal", 0.5, bandwidth)


def printed(bandwidth: float | None) -> str:
    console = Console(width=200, file=io.StringIO())
    console.print(report.table(ROWS, machine(bandwidth)))
    return console.file.getvalue()


def test_json(tmp_path):
    plan = Plan(tmp_path, print)
    path = tmp_path / "bench.json"
    report.write(report.document(ROWS, machine(None), plan, {"numpy": "2.4.6"}, {"mlx": "No module"}), path)
    read = json.loads(path.read_text())
    assert read["rounds"] == 9
    assert read["peers"] == {"numpy": "2.4.6"}
    assert read["missing"] == {"mlx": "No module"}
    assert read["quick"] is False
    assert all(set(row) == KEYS for row in read["rows"])
    add, sin, call, *_ = read["rows"]
    assert (add["ours_ms"], add["peers"], add["best_peer"]) == (51.0, {"numpy": 100.0, "torch": 300.0}, "numpy")
    assert (add["ratio"], add["quartiles"], add["goal"], add["met"]) == (0.51, [0.505, 0.515], 1.05, True)
    assert add["bandwidth"] == pytest.approx(1.2 / 0.051)
    assert add["allocating"]["best_peer"] == "numpy"
    assert sin["met"] is False
    assert (call["unit"], call["ours_ms"], call["met"], call["ratio"]) == ("ms", 0.03, True, None)


def test_table_says_what_was_met_missed_skipped_and_wrong():
    lines = {line.split()[0]: line for line in printed(None).splitlines() if line.strip()}
    assert "met" in lines["add"]
    assert "numpy 100 ms" in lines["add"]
    assert "MISSED" in lines["sin"]
    assert "30 us" in lines["one-element"]
    assert "40 us" in lines["one-element"]
    assert "skipped" in lines["multiply"]
    assert "WRONG" in lines["negative"]
    assert "Sin[list] 100 ms" in lines["MetalMap[Sin,"]


def test_a_mac_sees_the_share_of_its_memory_bandwidth():
    assert "of the chip" not in printed(None)
    assert "of the chip" in printed(68.3)
    assert f"{1.2 / 0.051 / 68.3:.0%}" in printed(68.3)


@pytest.mark.parametrize(
    ("chip", "cores", "bandwidth"),
    [
        ("Apple M1", 8, 68.3),
        ("Apple M3 Max", 14, 300),
        ("Apple M3 Max", 16, 400),
        ("Apple M4 Max", 16, 546),
        ("Apple M9", 8, None),
        ("AMD EPYC", 2, None),
    ],
)
def test_chips(chip, cores, bandwidth):
    assert chip_bandwidth(chip, cores) == bandwidth


def test_remarks_say_where_the_time_goes_and_why_rows_are_missing():
    lines = list(report.remarks(ROWS, machine(None)))
    assert "missed: sin float32 100,000,000: 0.51, goal 0.4: GPU 49 of 51 ms" in lines
    assert "skipped: multiply int64 5: the library has no MetalTimes for numericarrays" in lines
    assert "wrong: negative bytes 5: element 1 is 2, not 3" in lines


@pytest.mark.parametrize(
    "rows", [ROWS, ROWS[:1], ROWS[2:3], ROWS[5:6], []], ids=["all", "contest", "time", "skipped", "none"]
)
def test_chart(tmp_path: Path, rows):
    path = tmp_path / "bench.png"
    chart.draw(rows, path, quick=True)
    with Image.open(path) as image:
        width, height = image.size
        colors = image.convert("RGB").getcolors(width * height)
    assert width > 1000
    assert height > 100
    assert len(colors) > 1
