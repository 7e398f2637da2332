"""Random expressions: their text in the Wolfram Language, their values by NumPy with a bound of the rounding errors.

A value is a pair of longdouble arrays: the numbers, and how far a computation in doubles may be off. The bound of an
operation is how much its result moves where its arguments move within theirs, and 4 units in the last place of its own.
Where that makes a comparison or a rounding uncertain the bound is infinite: nothing is said about such an element.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import product
from typing import Any

import numpy as np
from hypothesis import strategies as st

UNITS = 4 * np.longdouble(2) ** -52


@dataclass(frozen=True)
class Values:
    number: np.ndarray
    bound: np.ndarray

    @staticmethod
    def exact(number: Any) -> Values:
        number = np.asarray(number, np.longdouble)
        return Values(number, np.zeros_like(number))


Environment = dict[str, Values]


@dataclass(frozen=True)
class Tree:
    """text: the expression; value: its values for those of its variables."""

    text: str
    value: Callable[[Environment], Values]


def moved(function: Callable[..., np.ndarray], arguments: list[Values], exact: bool, discrete: bool) -> Values:
    with np.errstate(all="ignore"):
        middle = np.asarray(function(*(a.number for a in arguments)), np.longdouble)
        bound = np.zeros_like(middle)
        for signs in product((-1, 1), repeat=len(arguments)):
            corner = function(*(a.number + sign * a.bound for a, sign in zip(arguments, signs, strict=True)))
            bound = np.maximum(bound, np.abs(corner - middle))
        if discrete:
            bound = np.where(bound > 0, np.inf, bound)
        elif not exact:
            bound = bound * 2 + UNITS * np.abs(middle)
        unknown = ~np.isfinite(bound) | np.any([~np.isfinite(a.bound) for a in arguments], axis=0)
        return Values(middle, np.where(unknown, np.longdouble("inf"), bound))


def call(name: str, function: Callable[..., np.ndarray], *arguments: Tree, exact: bool = False, discrete: bool = False):
    text = f"{name}[{', '.join(a.text for a in arguments)}]"
    return Tree(text, lambda env: moved(function, [a.value(env) for a in arguments], exact, discrete))


def conditional(condition: Tree, a: Tree, b: Tree) -> Tree:
    def value(env: Environment) -> Values:
        test, yes, no = condition.value(env), a.value(env), b.value(env)
        bound = np.where(np.isfinite(test.bound), np.where(test.number != 0, yes.bound, no.bound), np.inf)
        return Values(np.where(test.number != 0, yes.number, no.number), bound)

    return Tree(f"If[{condition.text}, {a.text}, {b.text}]", value)


def local(start: Tree, body: Callable[[Tree], Tree], form: str) -> Tree:
    """A local variable v in a form of the language, as "Module[{v = %s}, %s]"."""
    inner = body(Tree("v", lambda env: env["v"]))
    return Tree(form % (start.text, inner.text), lambda env: inner.value({**env, "v": start.value(env)}))


def nested(start: Tree, body: Callable[[Tree], Tree], steps: int, form: str) -> Tree:
    """A step v -> body, several times."""
    inner = body(Tree("v", lambda env: env["v"]))

    def value(env: Environment) -> Values:
        v = start.value(env)
        for _ in range(steps):
            v = inner.value({**env, "v": v})
        return v

    return Tree(form.format(start=start.text, body=inner.text, steps=steps), value)


def number(x: float) -> Tree:
    return Tree(f"({x!r})".replace("e", "*^"), lambda env: Values.exact(np.full_like(env["x"].number, x)))


def variable(name: str) -> Tree:
    return Tree(name, lambda env: env[name])


REAL_1 = {
    "Sin": np.sin, "Cos": np.cos, "ArcTan": np.arctan, "Tanh": np.tanh, "Abs": np.abs, "Minus": np.negative,
    "ArcSinh": np.arcsinh,
}  # fmt: skip
REAL_2 = {"Plus": np.add, "Times": np.multiply, "Subtract": np.subtract, "Max": np.maximum, "Min": np.minimum}
INTEGER_2 = {"Plus": np.add, "Subtract": np.subtract, "Times": np.multiply, "Max": np.maximum, "Min": np.minimum}
ORDERS = {"Less": np.less, "Greater": np.greater, "LessEqual": np.less_equal, "GreaterEqual": np.greater_equal}
STEP_FORMS = (
    "Nest[Function[v, {body}], {start}, {steps}]",
    "Module[{{v = {start}}}, Do[v = {body}, {{{steps}}}]; v]",
    "Module[{{v = {start}, k = 0}}, While[k < {steps}, v = {body}; k++]; v]",
)
NAMED = ("With[{v = %s}, %s]", "Module[{v = %s}, %s]", "Block[{v = %s}, %s]")


def squared_plus_one(a: Tree) -> Tree:
    return call("Plus", np.add, call("Power", lambda x, n: x**2, a, number_two()), one())


def number_two() -> Tree:
    return Tree("2", lambda env: Values.exact(np.full_like(env["x"].number, 2)))


def one() -> Tree:
    return Tree("1", lambda env: Values.exact(np.ones_like(env["x"].number)))


@st.composite
def reals(draw, depth: int = 3, names: tuple[str, ...] = ("x", "y")) -> Tree:
    if depth == 0:
        leaf = draw(st.integers(0, 3))
        if leaf == 0:
            return number(draw(st.floats(-4, 4).map(lambda f: round(f, 3))))
        return variable(draw(st.sampled_from(names)))
    inner = reals(depth - 1, names)
    kind = draw(st.integers(0, 11))
    if kind <= 2:
        name = draw(st.sampled_from(sorted(REAL_1)))
        return call(name, REAL_1[name], draw(inner), exact=name in ("Abs", "Minus"))
    if kind <= 5:
        name = draw(st.sampled_from(sorted(REAL_2)))
        return call(name, REAL_2[name], draw(inner), draw(inner), exact=name in ("Max", "Min"))
    if kind == 6:
        return call("Divide", np.divide, draw(inner), squared_plus_one(draw(inner)))
    if kind == 7:
        outer = draw(st.sampled_from(["Sqrt", "Log", "Exp"]))
        if outer == "Exp":
            return call("Exp", np.exp, call("Sin", np.sin, draw(inner)))
        return call(outer, np.sqrt if outer == "Sqrt" else np.log, squared_plus_one(draw(inner)))
    if kind == 8:
        exponent = draw(st.integers(2, 5))
        power = Tree(str(exponent), lambda env: Values.exact(np.full_like(env["x"].number, exponent)))
        return call("Power", lambda x, n: x**exponent, call("Cos", np.cos, draw(inner)), power)
    if kind == 9:
        return conditional(draw(conditions(depth - 1, names)), draw(inner), draw(inner))
    if kind == 10 and "v" not in names:
        form = draw(st.sampled_from(STEP_FORMS))
        step = draw(reals(depth - 1, (*names, "v")))
        bounded = call("Sin", np.sin, step)
        return nested(draw(inner), lambda v: bounded, draw(st.integers(1, 4)), form)
    if kind == 11 and "v" not in names:
        body = draw(reals(depth - 1, (*names, "v", "v")))
        return local(draw(inner), lambda v: body, draw(st.sampled_from(NAMED)))
    return call("Plus", np.add, draw(inner), draw(integers(depth - 1)))


@st.composite
def integers(draw, depth: int = 2) -> Tree:
    if depth == 0:
        if draw(st.booleans()):
            return variable("n")
        value = draw(st.integers(-9, 9))
        return Tree(f"({value})", lambda env: Values.exact(np.full_like(env["x"].number, value)))
    inner = integers(depth - 1)
    kind = draw(st.integers(0, 6))
    if kind <= 2:
        name = draw(st.sampled_from(sorted(INTEGER_2)))
        return call(name, INTEGER_2[name], draw(inner), draw(inner), exact=True)
    modulus = draw(st.integers(2, 7)) * draw(st.sampled_from([-1, 1]))
    divisor = Tree(f"({modulus})", lambda env: Values.exact(np.full_like(env["x"].number, modulus)))
    if kind == 3:
        return call("Mod", np.mod, draw(inner), divisor, exact=True)
    if kind == 4:
        return call("Quotient", np.floor_divide, draw(inner), divisor, exact=True)
    if kind == 5:
        name = draw(st.sampled_from(["Floor", "Ceiling", "Round"]))
        function = {"Floor": np.floor, "Ceiling": np.ceil, "Round": np.rint}[name]
        return call(name, function, draw(reals(1)), discrete=True)
    return conditional(draw(conditions(depth - 1, ("x", "y"))), draw(inner), draw(inner))


@st.composite
def conditions(draw, depth: int, names: tuple[str, ...]) -> Tree:
    if depth > 0 and draw(st.booleans()):
        name = draw(st.sampled_from(["And", "Or"]))
        function = np.logical_and if name == "And" else np.logical_or
        inner = conditions(depth - 1, names)
        return call(name, lambda a, b: function(a != 0, b != 0).astype(float), draw(inner), draw(inner), discrete=True)
    name = draw(st.sampled_from(sorted(ORDERS)))
    order = ORDERS[name]
    inner = reals(max(depth - 1, 0), names)
    return call(name, lambda a, b: order(a, b).astype(float), draw(inner), draw(inner), discrete=True)
