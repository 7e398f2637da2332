"""Peers that are not installed, that lack a function, or that give wrong results."""

from __future__ import annotations

import numpy as np
import pytest

from benchmarks import install
from benchmarks.contest import competitors, right_ones
from benchmarks.peers import PEERS, Competitor, Expression, NumExpr, NumPy, available, versions

ADD = Expression.of_function("add", "a + b", "ab")
ARRAYS = {"a": np.arange(5.0), "b": np.ones(5)}


class Absent:
    name = "absent"

    def __init__(self) -> None:
        raise ImportError("No module named 'absent'")


class Broken:
    name = "broken"

    def __init__(self) -> None:
        raise OSError("libbroken.so: cannot open shared object file")


def test_missing_peers_are_named():
    found, missing = available((NumPy, Absent, Broken))
    assert [peer.name for peer in found] == ["numpy"]
    assert missing == {"absent": "No module named 'absent'", "broken": "libbroken.so: cannot open shared object file"}
    assert versions(found) == {"numpy": np.__version__}


def test_every_peer_is_found_or_named():
    found, missing = available()
    assert sorted([peer.name for peer in found] + list(missing)) == sorted(kind.name for kind in PEERS)
    assert "numpy" in [peer.name for peer in found]


@pytest.mark.parametrize("peer", available()[0], ids=lambda peer: peer.name)
def test_a_peer_computes_into_its_result_and_anew(peer):
    out = np.zeros(5)
    able, _ = competitors([peer], ADD, ARRAYS, out)
    one = able[peer.name]
    np.testing.assert_array_equal(one.as_numpy(one.fresh()), ARRAYS["a"] + 1)
    np.testing.assert_array_equal(one.as_numpy(one.into()), ARRAYS["a"] + 1)
    if peer.name != "mlx":  # which has no way to name the result
        np.testing.assert_array_equal(out, ARRAYS["a"] + 1)


class Few:
    """A peer without the function."""

    name = "few"
    competitor = NumExpr.competitor


def test_what_a_peer_lacks_is_said():
    without = Expression(ADD.numpy, None, None, None)
    able, remarks = competitors([NumPy(), Few()], without, ARRAYS, np.zeros(5))
    assert (list(able), remarks) == (["numpy"], ["few has no such function"])


def test_a_peer_with_wrong_results_is_left_out():
    good = Competitor(lambda: np.ones(3), lambda: np.ones(3))
    bad = Competitor(lambda: np.zeros(3), lambda: np.zeros(3))
    right, remarks = right_ones({"good": good, "bad": bad}, np.ones(3), 0.0)
    assert list(right) == ["good"]
    assert remarks == ["left out, bad: element 1 is 0.0, not 1.0"]


def test_requirements_are_pinned():
    lines = install.lines()
    assert sum(map(install.is_torch, lines)) == 1
    assert all("==" in line for line in lines)


@pytest.mark.parametrize(
    ("names", "cuda"),
    [(["torch", "sympy"], False), (["torch", "nvidia-cublas"], True), (["Triton"], True), (["cuda-bindings"], True)],
)
def test_cuda_is_recognised(names, cuda):
    import json

    report = json.dumps({"install": [{"metadata": {"name": name}} for name in names]})
    assert install.needs_cuda(report) is cuda
