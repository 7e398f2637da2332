# SPDX-License-Identifier: GPL-3.0-or-later
"""What kind of computer this is."""

import platform
import sys

from mathics.builtin.system import SystemID as StockSystemID
from mathics.core.atoms import String

_SYSTEMS = {"linux": "Linux", "darwin": "MacOSX", "win32": "Windows"}
_MACHINES = {"x86_64": "x86-64", "amd64": "x86-64", "aarch64": "ARM64", "arm64": "ARM64"}


def system_id() -> str:
    """As Wolfram names systems: "Linux-x86-64", "Linux-ARM64", "MacOSX-ARM64"..."""
    machine = platform.machine().lower()
    return f"{_SYSTEMS.get(sys.platform, sys.platform)}-{_MACHINES.get(machine, machine)}"


class SystemID(StockSystemID):
    def evaluate(self, evaluation):
        return String(system_id())
