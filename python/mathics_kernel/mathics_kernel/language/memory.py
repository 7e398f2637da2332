# SPDX-License-Identifier: GPL-3.0-or-later
"""MemoryInUse and MaxMemoryUsed: the bytes that the system has given this process.

https://reference.wolfram.com/language/ref/MemoryInUse.html, .../MaxMemoryUsed.html
"""

import sys
from pathlib import Path

from mathics.builtin.system import MemoryInUse as StockMemoryInUse
from mathics.core.atoms import Integer
from mathics.core.builtin import Builtin

STATUS = Path("/proc/self/statm")  # Linux: sizes in pages, the second is what is in memory


class MemoryInUse(StockMemoryInUse):
    def eval(self, evaluation):
        "MemoryInUse[]"
        return Integer(bytes_in_use())


class MaxMemoryUsed(Builtin):
    """MaxMemoryUsed[]: the most that MemoryInUse[] has been."""

    context = "System`"
    summary_text = "the most bytes of memory that were in use"

    def eval(self, evaluation):
        "MaxMemoryUsed[]"
        return Integer(most_bytes_used())


def bytes_in_use() -> int:
    import resource

    if not STATUS.exists():
        return _peak()  # macOS tells a process of its own peak only
    return int(STATUS.read_text().split()[1]) * resource.getpagesize()


def most_bytes_used() -> int:
    return max(_peak(), bytes_in_use())  # the system notes the peak now and then


def _peak() -> int:
    import resource

    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit
