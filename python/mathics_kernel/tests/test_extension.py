# SPDX-License-Identifier: GPL-3.0-or-later
"""LoadModule["mathics_kernel"] brings the package into other front ends of Mathics3."""

import os
import subprocess
import sys
from pathlib import Path

SCRIPT = str(Path(sys.executable).with_name("mathicsscript"))


def script(tmp_path, *codes: str) -> list[str]:
    """The lines that mathicsscript prints for several inputs; it keeps its settings in an empty home."""
    words = [word for code in codes for word in ("--code", code)]
    done = subprocess.run(
        [SCRIPT, "--style", "None", *words],
        capture_output=True,
        text=True,
        timeout=300,
        env={**os.environ, "HOME": str(tmp_path)},
    )
    assert done.returncode == 0, done.stderr
    return [line for line in done.stdout.splitlines() if line.strip()]


def test_mathicsscript_loads_the_module(tmp_path, sampler):
    codes = (
        'mine = 5; LoadModule["mathics_kernel"]',
        f'f = LibraryFunctionLoad["{sampler}", "add_integers", {{Integer, Integer}}, Integer];',
        "f[20, 22]",
        'as = <|"a" -> 1|>; as["b"] = mine; as["b"] + 100',
        "ToString[Context[newSymbol]]",
        "Developer`PackedArrayQ[Table[1. i, {i, 300}]]",
        'NumericArray[{1, 2}, "Real32"] // NumericArrayType',
    )
    printed = script(tmp_path, *codes)
    assert [line.strip('"') for line in printed] == ["mathics_kernel", "42", "105", "Global`", "True", "Real32"]
