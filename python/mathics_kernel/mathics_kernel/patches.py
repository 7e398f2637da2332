# SPDX-License-Identifier: GPL-3.0-or-later
"""Every change to Mathics3's own classes, in one place and for one version only.

What can be said as a builtin (a class of the same name, see ``loader``) belongs there, not here.
"""

from importlib.metadata import version

MATHICS_VERSION = "10.0.1"


def apply() -> None:
    """Patch Mathics3. Call once, after its builtins are imported and before any Definitions object is made."""
    found = version("Mathics3")
    if found != MATHICS_VERSION:
        raise RuntimeError(f"mathics_kernel needs Mathics3 {MATHICS_VERSION} exactly, found {found}")
    for patch in PATCHES:
        patch()


def name_array_and_image_heads() -> None:
    """The atoms' head names lack their context, so that _NumericArray and _Image match nothing."""
    from mathics.builtin.image.base import Image
    from mathics.core.atoms import NumericArray

    NumericArray.class_head_name = "System`NumericArray"
    Image.class_head_name = "System`Image"


def replace_image_atom() -> None:
    """Mathics3's image functions take and make our atom, which knows types, opacity, planes and options."""
    import sys

    from .images.atom import Image, StockImage

    for name, module in list(sys.modules.items()):
        if name.startswith("mathics.") and getattr(module, "Image", None) is StockImage:
            module.Image = Image


def apply_rules_with_conditions_and_options() -> None:
    """Conditions inside Module, With and Block count; options know their owner; those unknown to it are told apart."""
    from mathics.core import definitions
    from mathics.core.builtin import DefaultOptionChecker
    from mathics.core.rules import Rule
    from mathics.eval.assignments.assignment import ASSIGNMENT_FUNCTION_MAP

    from .language._option_tables import assign_options
    from .language._rules import apply_rule, insert_rule
    from .language.options import UNKNOWN

    check = DefaultOptionChecker.__call__

    def check_known(self, options, evaluation):
        options.pop(UNKNOWN, None)
        return check(self, options, evaluation)

    DefaultOptionChecker.__call__ = check_known
    Rule.apply_rule = apply_rule
    definitions.insert_rule = insert_rule
    ASSIGNMENT_FUNCTION_MAP["System`Options"] = assign_options


PATCHES = (name_array_and_image_heads, replace_image_atom, apply_rules_with_conditions_and_options)
