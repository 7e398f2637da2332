"""The suites of the benchmark, in the order in which they run.

A suite is a module of this package with

    def rows(plan: Plan, metallink: MetalLink, peers: list[Peer]) -> Iterator[Row]

which yields a Row as soon as it is measured. It takes sizes through ``plan.size``, rounds from ``plan.rounds``, and
tells what it is at by ``plan.say``. Rows are made by contest.measure (MetalLink against the peers), or from times that
come from elsewhere by rows.contest_row and rows.time_row.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Suite:
    name: str
    module: str

    def load(self) -> Callable:
        """The module's ``rows``."""
        return importlib.import_module(f"benchmarks.{self.module}").rows


SUITES = {
    suite.name: suite
    for suite in (
        Suite("arrays", "arrays"),
        Suite("images", "images"),
        Suite("calls", "calls"),
        Suite("compiled", "compiled"),
        Suite("doubles", "doubles"),
        Suite("kernel", "kernel_table"),
        Suite("softmetal", "softmetal"),
        Suite("huge", "huge"),
    )
}
