"""Collects *.wlt: every VerificationTest is a pytest item named by its TestID, run by TestReport in a kernel."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

REPORT = """With[{text = Function[x, ToString[x, InputForm]]}, Map[
  Function[test, {test["TestID"], test["Outcome"], StringJoin[
    "expected ", text[test["ExpectedOutput"]], " with messages ", text[test["ExpectedMessages"]],
    "\\n     got ", text[test["ActualOutput"]], " with messages ", text[test["ActualMessages"]]]}],
  Values[TestReport[%s]["TestResults"]]]]"""


def test_ids(source: str) -> list[str]:
    """The TestIDs of a file; a test without one, or two with the same, cannot be told apart and is refused."""
    ids = re.findall(r'TestID\s*->\s*"([^"]+)"', source)
    tests = len(re.findall(r"\bVerificationTest\[", source))
    if len(ids) != tests:
        raise ValueError(f"{tests} tests have {len(ids)} TestIDs")
    if len(set(ids)) != tests:
        raise ValueError(f"TestIDs are not unique: {sorted({i for i in ids if ids.count(i) > 1})}")
    return ids


class WolframFile(pytest.File):
    _results: dict[str, tuple[str, str]] | None = None
    _failure = "TestReport has no result of this name"

    def collect(self) -> Iterator[WolframTest]:
        try:
            ids = test_ids(self.path.read_text(encoding="utf-8"))
        except ValueError as error:
            raise self.CollectError(f"{self.path}: {error}") from None
        for name in ids:
            yield WolframTest.from_parent(self, name=name)

    def results(self) -> dict[str, tuple[str, str]]:
        """Outcome and explanation by TestID; the file runs once, as a whole, in a kernel of its own."""
        if self._results is None:
            from metallink_build.kernels import metallink_session, wolfram_string

            with metallink_session() as session:
                report = session.evaluate_wrap(REPORT % wolfram_string(self.path))
                rows = report.get()
            self._results = {}
            if not isinstance(rows, (list, tuple)):
                self._failure = f"TestReport of {self.path.name} gives {rows} and the messages {report.messages}"
            else:
                self._results = {name: (outcome, text) for name, outcome, text in rows}
        return self._results

    def result(self, name: str) -> tuple[str, str]:
        return self.results().get(name, ("NotRun", self._failure))


class WolframFailure(Exception):
    """A VerificationTest that did not succeed."""


class WolframTest(pytest.Item):
    def runtest(self) -> None:
        outcome, text = self.parent.result(self.name)
        if outcome != "Success":
            raise WolframFailure(f"{outcome}: {text}")

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        if isinstance(excinfo.value, WolframFailure):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, None, str]:
        return self.path, None, self.name


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> WolframFile | None:
    return WolframFile.from_parent(parent, path=file_path) if file_path.suffix == ".wlt" else None
