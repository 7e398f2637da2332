"""The checks of the macOS build are a package of the checkout, macos.checks, and not installed.

They stand in for a Mac where there is none: on a Mac itself the build is Apple's, and these tests are not collected.
"""

import sys
from pathlib import Path

FOLDER = Path(__file__).resolve().parent
sys.path[:0] = [str(FOLDER.parents[1]), str(FOLDER)]
collect_ignore_glob = [] if sys.platform == "linux" else ["test_*.py"]
