"""The Objective-C core compiles with the headers of an SDK older than macOS 15."""

from __future__ import annotations

import re
import shutil
import subprocess

from metallink_build.toolchain import cross_toolchain

NEWER = re.compile(r"MathMode|mathMode")


def test_device_without_math_mode(root, tmp_path):
    headers = tmp_path / "include"
    shutil.copytree(root / "softmetal" / "include" / "Metal", headers / "Metal")
    for header in (headers / "Metal").iterdir():
        text = re.sub(r"typedef NS_ENUM\(NSInteger, MTLMathMode\) \{[^}]*\};\n", "", header.read_text())
        header.write_text("".join(line for line in text.splitlines(True) if not NEWER.search(line.split("//")[0])))
    toolchain = cross_toolchain(root)
    command = [
        *toolchain.compiler,
        "-I",
        str(headers),
        *toolchain.flags,
        *toolchain.language_flags[".m"],
        "-fsyntax-only",
    ]

    def compile_text(text: str) -> subprocess.CompletedProcess[str]:
        source = tmp_path / "unit.m"
        source.write_text(text)
        return subprocess.run([*command, str(source)], capture_output=True, text=True, cwd=root)

    refused = compile_text(
        "#import <Metal/Metal.h>\nvoid f(MTLCompileOptions *o);\nvoid f(MTLCompileOptions *o) { o.mathMode = 0; }\n"
    )
    assert "property 'mathMode' not found" in refused.stderr
    done = compile_text(f'#include "{root}/native/device.m"\n')
    assert done.returncode == 0, done.stderr
