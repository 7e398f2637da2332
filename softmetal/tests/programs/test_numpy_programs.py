"""Compute programs that write their results into a file: compared with NumPy. See test_programs.py."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest

HERE = Path(__file__).resolve().parent


@dataclass(frozen=True)
class Run:
    """A compiled program, the kernels it is to use, and a folder to write to."""

    program: object
    kernels: Path
    folder: Path

    def output(self, *arguments: str) -> bytes:
        """What the program writes into the file that is its last argument."""
        path = self.folder / "output"
        path.unlink(missing_ok=True)
        self.program.check(str(self.kernels), *arguments, str(path))
        return path.read_bytes()

    def input(self, array: np.ndarray) -> str:
        path = self.folder / "input"
        path.write_bytes(array.tobytes())
        return str(path)


def check_radix_sort(run: Run, count: int) -> None:
    rng = np.random.default_rng(count)
    keys = np.round(rng.normal(size=count) * 100).astype(np.float32)  # many equal ones: the order has to be stable
    keys[: count // 10] *= np.float32(1e30)
    result = run.output(run.input(keys))
    order = np.argsort(np.where(keys == 0, np.copysign(np.float32(1e-45), keys), keys), kind="stable")  # -0. before 0.
    assert np.frombuffer(result[4 * count :], np.uint32).tolist() == order.tolist()
    assert np.frombuffer(result[: 4 * count], np.uint32).tolist() == keys[order].view(np.uint32).tolist()


def check_matrix_product(run: Run, rows: int, inner: int, columns: int, transposed: bool) -> None:
    rng = np.random.default_rng(rows)
    a = rng.integers(-50, 50, (rows, inner)).astype(np.float32)
    b = rng.integers(-50, 50, (inner, columns)).astype(np.float32)
    words = [str(run.program.path), str(run.kernels), str(rows), str(inner), str(columns)]
    data = a.tobytes() + (b.T if transposed else b).tobytes()
    done = subprocess.run(
        [*words, *(["transposed"] if transposed else [])], input=data, capture_output=True, timeout=120, check=False
    )
    assert done.returncode == 0, done.stderr
    result = np.frombuffer(done.stdout, np.float32).reshape(rows, columns)
    np.testing.assert_array_equal(result, (a @ b) * np.float32(0.5 if transposed else 1))


def check_mandelbrot(run: Run, width: int, height: int) -> None:
    result = run.output(str(width), str(height))
    head = f"P6\n{width} {height}\n255\n".encode()
    assert result.startswith(head)
    pixels = np.frombuffer(result[len(head) : -2 * width * height], np.uint8).reshape(height, width, 3)
    times = np.frombuffer(result[-2 * width * height :], np.uint16).reshape(height, width)
    f = np.float32
    scale = f(3.0) / f(width)
    x = f(-0.75) + (np.arange(width, dtype=f) - f(0.5) * f(width)) * scale
    y = f(0) + (np.arange(height, dtype=f) - f(0.5) * f(height)) * scale
    c_x, c_y = np.meshgrid(x, y)
    z_x, z_y, n = np.zeros_like(c_x), np.zeros_like(c_y), np.zeros(c_x.shape, np.uint32)
    for _ in range(300):
        inside = z_x * z_x + z_y * z_y <= f(4)
        n += inside
        z_x, z_y = (
            np.where(inside, z_x * z_x - z_y * z_y + c_x, z_x),
            np.where(inside, f(2) * z_x * z_y + c_y, z_y),
        )
    np.testing.assert_array_equal(times, n)
    colours = np.stack([n & 255, n * 7 & 255, n * 13 & 255], axis=-1)
    colours[n == 300] = 0
    np.testing.assert_array_equal(pixels, colours)


def check_fft(run: Run, log2n: int) -> None:
    n = 1 << log2n
    rng = np.random.default_rng(log2n)
    x = (rng.normal(size=n) + 1j * rng.normal(size=n)).astype(np.complex64)
    result = np.frombuffer(run.output(str(log2n), run.input(x)), np.complex64).reshape(2, n)
    expected = np.fft.fft(x.astype(np.complex128))
    # The error of a radix-2 FFT grows with log2(n); relative to the root mean square.
    bound = 6e-7 * (log2n + 1)
    assert np.abs(result[0] - expected).max() <= bound * np.sqrt(np.mean(np.abs(expected) ** 2)) * 4
    assert np.abs(result[1] - x).max() <= bound * np.sqrt(np.mean(np.abs(x) ** 2)) * 4


def check_wave_equation(run: Run, nx: int, ny: int, nz: int, steps: int) -> None:
    result = run.output(str(nx), str(ny), str(nz), str(steps))
    got = np.frombuffer(result, np.float32).reshape(nz, ny, nx)
    weights = np.array([-205 / 72, 8 / 5, -1 / 5, 8 / 315, -1 / 560])
    now, before = np.zeros((nz, ny, nx)), np.zeros((nz, ny, nx))
    source = (nz // 3, ny // 3, nx // 3)
    for step in range(steps):
        padded = np.pad(now, 4)
        laplacian = 3 * weights[0] * now
        for axis in range(3):
            for r in range(1, 5):
                laplacian += weights[r] * (
                    np.roll(padded, r, axis)[4:-4, 4:-4, 4:-4] + np.roll(padded, -r, axis)[4:-4, 4:-4, 4:-4]
                )
        now, before = 2 * now - before + 0.1 * laplacian, now
        now[source] += 2 * np.exp(-0.25 * step * step)
    assert np.abs(now).max() > 0.1
    np.testing.assert_allclose(got, now, atol=2e-5 * np.abs(now).max(), rtol=0)


# Program, what it is in words, its check, arguments of each run, and a wrong kernel that the check has to notice.
PROGRAMS = {
    "radix_sort": (
        "stable radix sort of keys with values, by ballots",
        check_radix_sort,
        [(1,), (1000,), (65537,)],
        ("place += counts[s][own]", "place += 0"),
    ),
    "matrix_product": (
        "tiled matrix product, function constants",
        check_matrix_product,
        [(1, 1, 1, False), (33, 70, 17, False), (64, 64, 64, True), (1, 200, 3, True), (129, 3, 65, False)],
        ("k_a < shape.inner", "k_a + 1 < shape.inner"),
    ),
    "mandelbrot": ("Mandelbrot set", check_mandelbrot, [(1, 1), (320, 200), (77, 123)], ("2.0f * z.x", "2.1f * z.x")),
    "fft": ("radix-2 FFT and its inverse", check_fft, [(0,), (1,), (5,), (12,), (17,)], ("a - b;", "a - b * 0.9f;")),
    "wave_equation": (
        "wave equation by finite differences",
        check_wave_equation,
        [(1, 1, 1, 3), (20, 17, 9, 12), (33, 5, 1, 20)],
        ("r <= RADIUS", "r < RADIUS"),
    ),
}
FEATURES = [
    pytest.param(name, marks=pytest.mark.feature("Programs", words)) for name, (words, _, _, _) in PROGRAMS.items()
]
CASES = [(name, arguments) for name, (_, _, runs, _) in PROGRAMS.items() for arguments in runs]


@pytest.mark.parametrize(("name", "arguments"), CASES, ids=["-".join([n, *map(str, words)]) for n, words in CASES])
def test_program(author_program, tmp_path, name, arguments):
    PROGRAMS[name][1](Run(author_program(name), HERE / f"{name}.metal", tmp_path), *arguments)


@pytest.mark.parametrize("name", FEATURES)
def test_check_notices_a_wrong_kernel(author_program, tmp_path, name):
    _, check, runs, (right, wrong) = PROGRAMS[name]
    source = (HERE / f"{name}.metal").read_text()
    assert right in source
    kernels = tmp_path / f"{name}.metal"
    kernels.write_text(source.replace(right, wrong))
    with pytest.raises(AssertionError, match="Mismatch|assert"):
        check(Run(author_program(name), kernels, tmp_path), *runs[1])


@pytest.mark.skipif(sys.platform == "darwin", reason="softmetal's own check")
@pytest.mark.parametrize("mode", ["bounds", "bounds:before"])
@pytest.mark.parametrize("name", PROGRAMS)
def test_program_reaches_nothing_beyond_its_buffers(author_program, tmp_path, monkeypatch, name, mode):
    _, check, runs, _ = PROGRAMS[name]
    monkeypatch.setenv("SOFTMETAL_CHECK", mode)
    check(Run(author_program(name), HERE / f"{name}.metal", tmp_path), *runs[1])
