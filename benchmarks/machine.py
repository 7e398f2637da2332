"""The machine that the figures are of, and what its memory can do."""

from __future__ import annotations

import os
import platform
import subprocess
import sys
from dataclasses import asdict, dataclass
from typing import Any

import psutil

from benchmarks.metallink import RESULTS, MetalLink

# Memory bandwidth in 10^9 bytes a second, as the technical specifications of the machines with these chips have it
# (support.apple.com, "Tech Specs"); the plain M1: 128 bits of LPDDR4X-4266. Where a name stands for two, the chip with
# fewer processor cores has the smaller one.
BANDWIDTH: dict[str, dict[int | None, float]] = {
    "Apple M1": {None: 68.3},
    "Apple M1 Pro": {None: 200},
    "Apple M1 Max": {None: 400},
    "Apple M1 Ultra": {None: 800},
    "Apple M2": {None: 100},
    "Apple M2 Pro": {None: 200},
    "Apple M2 Max": {None: 400},
    "Apple M2 Ultra": {None: 800},
    "Apple M3": {None: 100},
    "Apple M3 Pro": {None: 150},
    "Apple M3 Max": {14: 300, 16: 400},
    "Apple M3 Ultra": {None: 819},
    "Apple M4": {None: 120},
    "Apple M4 Pro": {None: 273},
    "Apple M4 Max": {14: 410, 16: 546},
    "Apple M5": {None: 153},
}


@dataclass(frozen=True)
class Machine:
    """``bandwidth``: of the chip's memory in 10^9 bytes a second, None where it is not known."""

    system: str
    processor: str
    cores: int
    memory_gigabytes: float
    device: str
    metal: str
    load: float
    bandwidth: float | None

    def as_json(self) -> dict[str, Any]:
        return asdict(self)


def chip_bandwidth(chip: str, cores: int) -> float | None:
    """The memory bandwidth of an Apple chip, by its name and its number of processor cores."""
    known = BANDWIDTH.get(chip, {})
    return known.get(cores, known.get(None))


def _system_control(name: str) -> str:
    return subprocess.run(["sysctl", "-n", name], capture_output=True, text=True, check=False).stdout.strip()


def _processor() -> str:
    if sys.platform == "darwin":
        return _system_control("machdep.cpu.brand_string")
    with open("/proc/cpuinfo", encoding="utf-8") as lines:  # noqa: PTH123
        names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.machine()


def describe(metallink: MetalLink) -> Machine:
    processor = _processor()
    cores = psutil.cpu_count(logical=False) or os.cpu_count() or 1
    string = metallink.pooled.function("metallink_device_string", ["Integer", "UTF8String"], RESULTS["string"])
    return Machine(
        system=platform.platform(),
        processor=processor,
        cores=cores,
        memory_gigabytes=psutil.virtual_memory().total / 1e9,
        device=string(1, "Name"),
        metal=string(1, "Library"),
        load=os.getloadavg()[0],
        bandwidth=chip_bandwidth(processor, cores),
    )
