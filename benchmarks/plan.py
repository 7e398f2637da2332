"""How large and how often: the whole benchmark, or a quick look at all of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

QUICK_DIVISOR = 1000


@dataclass(frozen=True)
class Plan:
    """``rounds`` pairs of runs a contest; ``settle`` seconds of rest before a run; sizes divided by ``divisor``.

    ``say(text)`` tells the person who waits what is being measured.
    """

    root: Path
    say: Callable[[str], None]
    rounds: int = 9
    settle: float = 0.02
    divisor: int = 1
    kernel_seconds: float = 20.0  # the longest that the kernel's own function may be expected to take

    @classmethod
    def quick(cls, root: Path, say: Callable[[str], None]) -> Plan:
        """A plan whose figures say nothing, but which runs every part of every measurement."""
        return cls(root, say, rounds=3, settle=0.0, divisor=QUICK_DIVISOR, kernel_seconds=0.5)

    @property
    def is_quick(self) -> bool:
        return self.divisor != 1

    def size(self, full: int) -> int:
        return max(full // self.divisor, 1)
