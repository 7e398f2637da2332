"""`python -m benchmarks`: runs the suites, prints the table, writes build/bench/bench.json and bench.png."""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

from rich.console import Console

from benchmarks import chart, peers, report
from benchmarks.machine import describe
from benchmarks.metallink import MetalLink
from benchmarks.plan import Plan
from benchmarks.suites import SUITES

ROOT = Path(__file__).resolve().parent.parent
WIDTH = 150  # of a log; a terminal has its own


def options(words: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="invoke bench", description=__doc__)
    parser.add_argument("--only", default="", help=f"suites, with commas between: {', '.join(SUITES)}")
    parser.add_argument("--quick", action="store_true", help="small sizes, few rounds: shows that all of it runs")
    parser.add_argument("--folder", type=Path, default=ROOT / "build" / "bench", help="where the results go")
    chosen = parser.parse_args(words)
    chosen.only = [name for name in chosen.only.split(",") if name] or list(SUITES)
    unknown = [name for name in chosen.only if name not in SUITES]
    if unknown:
        parser.error(f"{', '.join(unknown)}: no such suite; there are {', '.join(SUITES)}")
    return chosen


def main(words: list[str]) -> int:
    chosen = options(words)
    console = Console() if sys.stdout.isatty() else Console(width=WIDTH)
    started = time.perf_counter()
    found, missing = peers.available()
    for name, reason in missing.items():
        console.print(f"{name} is left out: {reason}", highlight=False, markup=False)

    def say(text: str) -> None:
        console.print(f"{time.perf_counter() - started:5.0f} s  {text}", highlight=False, markup=False)

    plan = Plan.quick(ROOT, say) if chosen.quick else Plan(ROOT, say)
    metallink = MetalLink(ROOT)
    rows = [row for name in chosen.only for row in SUITES[name].load()(plan, metallink, found)]
    machine = describe(metallink)
    console.print(report.table(rows, machine))
    for line in report.remarks(rows, machine):
        console.print(line, highlight=False, markup=False)
    chosen.folder.mkdir(parents=True, exist_ok=True)
    document = report.document(rows, machine, plan, peers.versions(found), missing)
    report.write(document, chosen.folder / "bench.json")
    chart.draw(rows, chosen.folder / "bench.png", quick=plan.is_quick)
    say(f"{chosen.folder}: bench.json and bench.png are written")
    return 1 if any(row.wrong for row in rows) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
