"""`python -m benchmarks.install`: the packages that MetalLink is compared with, into this environment.

On Linux pip's plain torch is a build for CUDA with several GB of libraries that no processor needs. Where that is what
pip would take, uv, which knows where the builds for processors are, installs torch.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

REQUIREMENTS = Path(__file__).resolve().parent.parent / "requirements" / "bench.txt"
CUDA_PREFIXES = ("nvidia-", "cuda-", "triton")
PIP = (sys.executable, "-m", "pip", "--disable-pip-version-check", "--no-input")


def lines() -> list[str]:
    """The requirements, without comments."""
    text = REQUIREMENTS.read_text(encoding="utf-8")
    return [line for line in text.splitlines() if line and not line.startswith("#")]


def is_torch(line: str) -> bool:
    return line.startswith("torch==")


def needs_cuda(report: str) -> bool:
    """Whether an installation, by pip's report of it, brings libraries for CUDA along."""
    names = (item["metadata"]["name"].lower() for item in json.loads(report)["install"])
    return any(name.startswith(CUDA_PREFIXES) for name in names)


def pip_takes_cuda(torch: str) -> bool:
    command = [*PIP, "install", "--quiet", "--dry-run", "--report", "-", torch]
    planned = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False)
    return planned.returncode == 0 and needs_cuda(planned.stdout)


def install(*commands: list[str]) -> int:
    """Runs the commands, all of them; the code of the first that failed."""
    codes = [subprocess.run(command, check=False).returncode for command in commands]
    return next((code for code in codes if code), 0)


def main() -> int:
    torch = next(line for line in lines() if is_torch(line))
    others = [*PIP, "install", *(line for line in lines() if not is_torch(line))]
    if pip_takes_cuda(torch):
        by_uv = ["pip", "install", "--python", sys.executable, "--torch-backend", "cpu", torch]
        return install(others, [sys.executable, "-m", "uv", *by_uv])
    return install(others, [*PIP, "install", torch])


if __name__ == "__main__":
    sys.exit(main())
