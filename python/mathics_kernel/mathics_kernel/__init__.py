# SPDX-License-Identifier: GPL-3.0-or-later
"""An open-source Wolfram kernel: Mathics3, LibraryLink and wolframclient's protocol.

It is a Mathics3 module too: LoadModule["mathics_kernel"] brings it into any session of Mathics3.
"""

__version__ = "0.1.0"
__all__ = ["pymathics_version_data"]


def _load(definitions) -> None:
    from .extension import load

    load(definitions)


pymathics_version_data = {
    "author": "The MetalLink authors",
    "version": __version__,
    "name": "mathics_kernel",
    "onload": _load,
}
