"""Calls of MetalLink's functions in a kernel, with NumPy arrays in and out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest
from wolframclient.language import wl
from wolframclient.language.expression import WLSymbol
from wolframclient.utils.packedarray import PackedArray

LIST_TYPES = {"int64", "float64", "complex128"}


@dataclass
class Answer:
    """What an evaluation gave. names are those of the messages, without the text."""

    value: Any
    names: list[str]
    texts: list[str]

    @property
    def failed(self) -> bool:
        return self.value == WLSymbol("$Failed")


def message_name(name: Any) -> str:
    """ "MetalAdd::shape" of HoldForm[MetalAdd::shape] or of the text."""
    if isinstance(name, str):
        return name.split("`")[-1]
    if len(name.args) == 1:
        return message_name(name.args[0])
    symbol, tag = name.args
    return f"{str(symbol).split('`')[-1]}::{tag}"


class Metal:
    """A kernel session's MetalLink: metal("MetalAdd", a, b, TargetPrecision="Single")."""

    def __init__(self, session: Any) -> None:
        self.session = session

    def evaluate(self, expression: Any) -> Answer:
        result = self.session.evaluate_wrap(expression)
        names = [message_name(name) for name in result.messages_name or []]
        return Answer(result.get(), names, list(result.messages or []))

    def expression(self, function: str, *arguments: Any, **options: str) -> Any:
        rules = [wl.Rule(name, value) for name, value in options.items()]
        return WLSymbol("MetalLink`" + function)(*arguments, *rules)

    def __call__(self, function: str, *arguments: Any, **options: str) -> Answer:
        return self.evaluate(self.expression(function, *arguments, **options))

    def last_call(self) -> dict[str, Any]:
        return dict(self.evaluate("MetalLastCall[]").value)


def as_list(array: np.ndarray) -> np.ndarray:
    """The array as a packed list of the language; as it is, an array goes over as a NumericArray."""
    assert array.dtype.name in LIST_TYPES
    return np.ascontiguousarray(array).view(PackedArray)


def is_list(value: Any) -> bool:
    return isinstance(value, (PackedArray, list, tuple))


@pytest.fixture(scope="session")
def ask() -> Callable[[Any, Any], Answer]:
    """An evaluation in a session of one's own."""
    return lambda session, expression: Metal(session).evaluate(expression)


@pytest.fixture(scope="session")
def metal(kernel: Any) -> Metal:
    return Metal(kernel)


@pytest.fixture(scope="session")
def packed() -> Callable[[np.ndarray], np.ndarray]:
    return as_list


@pytest.fixture(scope="session")
def listed() -> Callable[[Any], bool]:
    return is_list


@pytest.fixture
def rng() -> np.random.Generator:
    return np.random.default_rng(20240611)
