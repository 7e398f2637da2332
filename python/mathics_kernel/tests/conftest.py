# SPDX-License-Identifier: GPL-3.0-or-later
"""One Mathics session for all in-process tests; each module starts without user definitions."""

import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest


class Interpreter:
    """Evaluates Wolfram Language text; `messages` holds "symbol::tag" of what the last evaluation said."""

    def __init__(self):
        from mathics_kernel.session import new_session

        self._session = new_session()
        self.messages: list[str] = []
        self.printed: list[str] = []

    @property
    def definitions(self):
        return self._session.definitions

    def reset(self) -> None:
        """Forget what the user has defined."""
        definitions = self.definitions
        path = definitions.get_context_path()
        definitions.reset_user_definitions()
        definitions.set_current_context("Global`")
        definitions.set_context_path([context for context in path if context in ("System`", "Global`")])

    def __call__(self, code: str) -> Any:
        """The result as a Mathics expression."""
        from mathics.core.evaluation import Message

        evaluation = self._session.evaluation
        evaluation.out = []
        evaluation.stopped = False
        evaluation.predetermined_out = None
        result = self._session.evaluate(code)
        said = list(evaluation.out)
        self.messages = [f"{_short(item.symbol)}::{item.tag}" for item in said if isinstance(item, Message)]
        self.printed = [item.text for item in said if not isinstance(item, Message)]
        return result

    def text(self, code: str) -> str:
        """The result's input form; the messages stay those of `code`."""
        from mathics.core.expression import Expression
        from mathics.core.symbols import Symbol

        result = self(code)
        messages, printed = self.messages, self.printed
        held = Expression(Symbol("System`HoldForm"), result)
        form = Expression(Symbol("System`ToString"), held, Symbol("System`InputForm")).evaluate(
            self._session.evaluation
        )
        self.messages, self.printed = messages, printed
        return form.value

    def same(self, code: str, expected: str) -> bool:
        """Whether `code` evaluates to what `expected` evaluates to (SameQ); the messages are those of `code`."""
        result = self(code)
        messages, printed = self.messages, self.printed
        wanted = self(expected)
        self.messages, self.printed = messages, printed
        return result.sameQ(wanted)


def _short(symbol) -> str:
    return (symbol if isinstance(symbol, str) else symbol.get_name()).rsplit("`", 1)[-1]


@pytest.fixture(scope="session")
def _interpreter() -> Interpreter:
    return Interpreter()


@pytest.fixture(scope="module")
def wl(_interpreter) -> Iterator[Interpreter]:
    _interpreter.reset()
    yield _interpreter


@pytest.fixture(scope="session")
def sampler(tmp_path_factory) -> Path:
    """The library made of libraries/sampler.c."""
    compiler = shutil.which("clang-19") or shutil.which("clang") or shutil.which("cc")
    assert compiler, "these tests need a C compiler (clang-19, clang or cc)"
    here = Path(__file__).parent
    target = tmp_path_factory.mktemp("sampler") / "sampler.so"
    flags = ["-shared", "-fPIC", "-Wall", "-Wextra", f"-I{here.parents[2] / 'native' / 'include'}"]
    subprocess.run([compiler, *flags, here / "libraries" / "sampler.c", "-o", target], check=True)
    return target
