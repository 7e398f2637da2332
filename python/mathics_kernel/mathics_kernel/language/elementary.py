# SPDX-License-Identifier: GPL-3.0-or-later
"""Elementary functions that Mathics3 lacks."""

from mathics.core.attributes import A_LISTABLE, A_PROTECTED
from mathics.core.builtin import Builtin


class Sinc(Builtin):
    """Sinc[z] is Sin[z]/z, and 1 at 0: https://reference.wolfram.com/language/ref/Sinc.html"""

    attributes = A_LISTABLE | A_PROTECTED
    summary_text = "sin(z)/z"
    rules = {"Sinc[0]": "1", "Sinc[z_?InexactNumberQ]": "If[z == 0, 1., Sin[z]/z]"}
