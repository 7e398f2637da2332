# SPDX-License-Identifier: GPL-3.0-or-later
"""$RecursionLimit as it is in the language: https://reference.wolfram.com/language/ref/$RecursionLimit.html"""

from mathics.builtin.evaluation import RecursionLimit as StockRecursionLimit


class RecursionLimit(StockRecursionLimit):
    value = 1024
    rules = {"$RecursionLimit": "1024"}
