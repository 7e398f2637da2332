"""The negative of a photograph."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
from librarylink_host import Image, allocate

from benchmarks.contest import measure
from benchmarks.metallink import MetalLink
from benchmarks.peers import Expression, Peer
from benchmarks.plan import Plan
from benchmarks.rows import Row

WIDTH, HEIGHT, CHANNELS = 6000, 4000, 3  # 24 megapixels
WHITE = 255
GOAL = 1.2
SEED = 7


def _subtract(module: Any, given: Mapping[str, Any], out: Any) -> Any:
    return module.subtract(module.asarray(WHITE, dtype=module.uint8), given["a"], out=out)


NEGATIVE = Expression(_subtract, _subtract, None, lambda mx, given: mx.subtract(mx.array(WHITE, mx.uint8), given["a"]))


def rows(plan: Plan, metallink: MetalLink, peers: list[Peer]) -> Iterator[Row]:
    height = plan.size(HEIGHT)
    pixels = allocate((height, WIDTH, CHANNELS), np.uint8)
    pixels[:] = np.random.default_rng(SEED).integers(0, WHITE + 1, pixels.shape, np.uint8)
    image = Image(pixels)
    yield measure(
        plan,
        metallink,
        peers,
        "negative of an image",
        "RGB bytes",
        lambda: metallink.competitor(metallink.spec("image_negate"), image),
        NEGATIVE,
        {"a": pixels},
        allocate(pixels.shape, np.uint8),
        goal=GOAL,
        elements=height * WIDTH,
    )
