# SPDX-License-Identifier: GPL-3.0-or-later
"""An open-source Wolfram kernel: Mathics3, LibraryLink and wolframclient's protocol."""

__version__ = "0.1.0"
