"""The examples: they run, their numbers are what other programs give, and their pictures are pictures."""

from __future__ import annotations

import cmath
import math

import numpy as np
import pytest
from metallink_build.kernels import wolfram_string
from PIL import Image


@pytest.fixture(scope="session")
def example(root, kernel, tmp_path_factory):
    folder = tmp_path_factory.mktemp("examples")

    def run(name: str) -> tuple[dict, np.ndarray]:
        path = root / "examples" / f"{name}.wl"
        said = kernel.evaluate_wrap(f"Block[{{exampleFolder = {wolfram_string(folder)}}}, Get[{wolfram_string(path)}]]")
        assert not said.messages, said.messages
        numbers = dict(said.get())
        picture = np.asarray(Image.open(folder / numbers["Picture"]).convert("RGB"))
        assert len(np.unique(picture.reshape(-1, 3), axis=0)) > 40
        return numbers, picture

    return run


def test_mandelbrot(example):
    numbers, picture = example("mandelbrot")
    assert picture.shape == (640, 960, 3)
    c, z, n = complex(-2.2, 1.0), 0j, 0
    while n < 300 and abs(z) ** 2 < 256:
        z, n = z * z + c, n + 1
    assert numbers["Corner"] == pytest.approx(n + 4 - math.log2(math.log2(abs(z) ** 2)), rel=1e-12)
    assert numbers["Center"] == 0
    assert tuple(picture[320, 480]) == (0, 0, 0)


def test_logistic_map(example):
    numbers, picture = example("logistic_map")
    assert picture.shape == (600, 960, 3)
    half = 0.5 / 600
    r, y, x = 2.8, (1 - half) - 2 * half * numbers["Row"], 0.4
    visits = 0
    for k in range(800):
        x = r * x * (1 - x)
        visits += k >= 200 and abs(x - y) < half
    assert numbers["Visits"] == visits == 600


def test_black_scholes(example):
    numbers, picture = example("black_scholes")
    assert picture.shape == (480, 800, 3)
    strike, rate, volatility = 100.0, 0.05, 0.3

    def call(s: float, t: float) -> float:
        d = (math.log(s / strike) + (rate + volatility**2 / 2) * t) / (volatility * math.sqrt(t))
        normal = lambda x: math.erfc(-x / math.sqrt(2)) / 2  # noqa: E731
        return s * normal(d) - strike * math.exp(-rate * t) * normal(d - volatility * math.sqrt(t))

    expected = [[call(s, t) for s in (80, 90, 100, 110, 120)] for t in (0.25, 0.5, 0.75, 1.0)]
    assert np.asarray(numbers["Prices"], float) == pytest.approx(np.array(expected), rel=1e-12)


def test_interference(example):
    numbers, picture = example("interference")
    assert picture.shape == (600, 900, 3)
    x, y = -2.1 + 4.2 / 899 * 449, 1.4 - 2.8 / 599 * 299
    total = 0j
    for k in range(5):
        d = math.sqrt((x - math.cos(2 * math.pi * k / 5)) ** 2 + (y - math.sin(2 * math.pi * k / 5)) ** 2 + 0.002)
        total += cmath.exp(1j * 2 * math.pi / 0.16 * d) / math.sqrt(d)
    assert numbers["Intensity"] == pytest.approx(abs(total) ** 2, rel=1e-9)


def test_monte_carlo_pi(example):
    numbers, picture = example("monte_carlo_pi")
    assert picture.shape == (360, 960, 3)
    throws = [int(n) for n in numbers["Throws"]]
    assert throws[0] == 10 and throws[-1] == 10**5
    assert list(numbers["Pi"]) == [4 * inside_the_circle(n) / n for n in throws]
    assert abs(numbers["Pi"][-1] - math.pi) < 5 * math.sqrt(math.pi * (4 - math.pi) / throws[-1])


def inside_the_circle(throws: int) -> int:
    """Of the throws of a xorshift generator, which a second program makes here."""
    state, inside = 2654435761, 0
    for _ in range(throws):
        point = []
        for _ in range(2):
            state ^= state << 13 & 0xFFFFFFFF
            state ^= state >> 17
            state ^= state << 5 & 0xFFFFFFFF
            point.append(state / 2**32)
        inside += point[0] ** 2 + point[1] ** 2 < 1
    return inside
