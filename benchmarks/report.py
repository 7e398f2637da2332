"""The results for a person and for a program: a table, remarks, and bench.json."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

from rich.table import Table
from rich.text import Text

from benchmarks.machine import Machine
from benchmarks.plan import Plan
from benchmarks.rows import Row

FORMAT = 1  # of bench.json


def time_text(ms: float) -> str:
    if ms < 1:
        return f"{ms * 1e3:.3g} us"
    return f"{ms:.3g} ms" if ms < 1000 else f"{ms / 1e3:.3g} s"


def figure_text(row: Row, value: float) -> str:
    return f"{value:.3g}" if row.unit == "ratio" else time_text(value)


def verdict(row: Row) -> str:
    if row.wrong is not None:
        return "WRONG"
    if row.skipped is not None:
        return "skipped"
    return {None: "", True: "met", False: "MISSED"}[row.met]


def _cells(row: Row, machine: Machine) -> Iterator[str]:
    yield row.name
    yield row.type
    yield f"{row.size:,}" if row.size else ""
    yield "" if row.ours_ms is None else time_text(row.ours_ms)
    yield "" if row.best_peer is None else f"{row.best_peer} {time_text(row.peers[row.best_peer])}"
    yield "" if row.ratio is None else f"{row.ratio:.3g}"
    yield "" if row.quartiles is None else " to ".join(figure_text(row, value) for value in row.quartiles)
    yield "" if row.goal is None else figure_text(row, row.goal)
    yield verdict(row)
    yield "" if row.allocating is None else f"{row.allocating.ratio:.3g} ({row.allocating.best_peer})"
    yield "" if row.bandwidth is None else f"{row.bandwidth:.3g}"
    if machine.bandwidth:
        yield "" if row.bandwidth is None else f"{row.bandwidth / machine.bandwidth:.0%}"


def table(rows: Sequence[Row], machine: Machine) -> Table:
    made = Table(box=None, pad_edge=False)
    for column in ("computation", "type"):
        made.add_column(column)
    right = ["size", "ours", "best peer", "ratio", "quartiles", "goal", "", "allocating", "GB/s"]
    for column in [*right, *(["of the chip"] if machine.bandwidth else [])]:
        made.add_column(column, justify="right", no_wrap=column != "best peer")
    styles = {"WRONG": "bold red", "MISSED": "red", "met": "green", "skipped": "yellow"}
    for row in rows:
        # As text: brackets in a name are no markup.
        made.add_row(*map(Text, _cells(row, machine)), style=styles.get(verdict(row)))
    return made


def remarks(rows: Sequence[Row], machine: Machine) -> Iterator[str]:
    """What the table has no room for: the machine, where the time of missed rows goes, why others were skipped."""
    yield (
        f"{machine.processor}, {machine.cores} cores, {machine.memory_gigabytes:.0f} GB; {machine.device} "
        f"({machine.metal}); load {machine.load:.1f} at the end"
    )
    for row in rows:
        title = " ".join(word for word in (row.name, row.type, f"{row.size:,}" if row.size else "") if word)
        if row.wrong is not None:
            yield f"wrong: {title}: {row.wrong}"
        elif row.skipped is not None:
            yield f"skipped: {title}: {row.skipped}"
        elif row.met is False:
            figures = f"{figure_text(row, row.figure or 0)}, goal {figure_text(row, row.goal or 0)}"
            yield f"missed: {title}: {figures}: {row.detail}"
        elif row.detail and row.goal is None:
            yield f"{title}: {row.detail}"


def document(
    rows: Sequence[Row], machine: Machine, plan: Plan, versions: dict[str, str], missing: dict[str, str]
) -> dict[str, Any]:
    """The contents of bench.json."""
    return {
        "format": FORMAT,
        "date": datetime.now(timezone.utc).isoformat(timespec="seconds"),
        "machine": machine.as_json(),
        "rounds": plan.rounds,
        "quick": plan.is_quick,
        "peers": versions,
        "missing": missing,
        "rows": [row.as_json() for row in rows],
    }


def write(made: dict[str, Any], path: Path) -> None:
    path.write_text(json.dumps(made, indent=2, allow_nan=False) + "\n", encoding="utf-8")
