# SPDX-License-Identifier: GPL-3.0-or-later
from .command import main

main()
