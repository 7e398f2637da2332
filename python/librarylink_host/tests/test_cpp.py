"""Libraries written in C++: objects behind managed expressions, templates over pixel types."""

import numpy as np
import pytest

from librarylink_host import Image, LibraryDataType, LibraryFunctionError


def split_mix(seed, count):
    """Steele, Lea and Flood 2014, in Python's integers."""
    mask, numbers = (1 << 64) - 1, []
    for step in range(1, count + 1):
        z = (seed + step * 0x9E3779B97F4A7C15) & mask
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & mask
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & mask
        numbers.append(((z ^ (z >> 31)) >> 11) / (1 << 53))
    return numbers


def test_generators(load):
    library = load("generators")
    numbers = library.function("numbers", ["Integer", "Integer"], ("Real", 1))
    living = library.function("living", [], "Integer")
    first, second = (library.create_managed_expression("SplitMix") for _ in range(2))
    library.function("seed", ["Integer", "Integer"], "Void")(second.id, 42)
    assert numbers(first.id, 5).tolist() == split_mix(0, 5)
    assert numbers(second.id, 3).tolist() == split_mix(42, 3)
    assert living() == 2
    identifier = first.id
    first.release()
    assert living() == 1
    with pytest.raises(LibraryFunctionError, match="LIBRARY_FUNCTION_ERROR"):
        numbers(identifier, 1)


def median(plane):
    padded = np.pad(plane.astype(np.float64), 1, constant_values=np.nan)
    windows = np.lib.stride_tricks.sliding_window_view(padded, (3, 3)).reshape(*plane.shape, 9)
    ordered = np.sort(windows, axis=-1)  # NaN last
    middle = np.count_nonzero(~np.isnan(windows), axis=-1) // 2
    return np.take_along_axis(ordered, middle[..., np.newaxis], -1)[..., 0].astype(plane.dtype)


@pytest.mark.parametrize("interleaved", [True, False])
@pytest.mark.parametrize("dtype", ["int8", "uint8", "uint16", "float32", "float64"])
def test_median(load, dtype, interleaved):
    kind = LibraryDataType("Image")
    bit = dtype == "int8"
    data = np.random.default_rng(5).integers(0, 2 if bit else 256, (7, 9, 3)).astype(dtype)
    stored = data if interleaved else np.ascontiguousarray(np.moveaxis(data, -1, 0))
    filtered = load("filters").function("median_filter", [(kind, "Constant")], kind)
    result = filtered(Image(stored, interleaved=interleaved, bit=bit))
    expected = np.stack([median(data[..., channel]) for channel in range(3)], axis=-1)
    np.testing.assert_array_equal(result.interleaved_data(), expected)


def test_median_of_a_volume(load):
    kind = LibraryDataType("Image|Image3D")
    with pytest.raises(LibraryFunctionError, match="LIBRARY_RANK_ERROR"):
        load("filters").function("median_filter", [kind], kind)(Image(np.zeros((2, 2, 2), np.uint8), rank=3))
