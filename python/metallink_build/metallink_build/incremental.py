"""Tells whether a product is up to date: it was made by the same command from files with the same contents."""

from __future__ import annotations

import hashlib
import json
import os
import time
from pathlib import Path


class Files:
    """Sizes, times and hashes of files, each looked at once in a build."""

    def __init__(self) -> None:
        self._stamps: dict[Path, tuple[int, int] | None] = {}
        self._digests: dict[Path, str] = {}

    def stamp(self, path: Path) -> tuple[int, int] | None:
        """Size and modification time in ns; None where there is no such file."""
        if path not in self._stamps:
            try:
                status = path.stat()
            except FileNotFoundError:
                self._stamps[path] = None
            else:
                self._stamps[path] = (status.st_size, status.st_mtime_ns)
        return self._stamps[path]

    def digest(self, path: Path) -> str:
        if path not in self._digests:
            self._digests[path] = hashlib.sha256(path.read_bytes()).hexdigest()
        return self._digests[path]


class Record:
    """A JSON file beside a product: the key of its command, and the state of each file it was made from."""

    def __init__(self, path: Path, product: Path, key: str, files: Files) -> None:
        self._path = path
        self._product = product
        self._key = key
        self._files = files
        self._started = 0

    def up_to_date(self) -> bool:
        try:
            record = json.loads(self._path.read_text())
        except (FileNotFoundError, ValueError):
            return False
        if record["key"] != self._key or not self._product.exists():
            return False
        return all(self._unchanged(Path(name), state) for name, state in record["inputs"].items())

    def begin(self) -> None:
        """Forget the old state before the product is made again."""
        self._path.parent.mkdir(parents=True, exist_ok=True)
        self._path.unlink(missing_ok=True)
        self._started = time.time_ns()

    def complete(self, inputs: list[Path]) -> None:
        """Keep the state of the inputs, unless one was edited meanwhile: then the next build makes it again."""
        states = {}
        for path in inputs:
            stamp = self._files.stamp(path)
            if stamp is None or stamp[1] > self._started:
                return
            states[str(path)] = [*stamp, self._files.digest(path)]
        partial = self._path.with_name(self._path.name + ".partial")
        partial.write_text(json.dumps({"key": self._key, "inputs": states}))
        partial.replace(self._path)

    def _unchanged(self, path: Path, state: list) -> bool:
        stamp = self._files.stamp(path)
        if stamp is None or stamp[0] != state[0]:
            return False
        return stamp[1] == state[1] or self._files.digest(path) == state[2]


def parse_depfile(text: str, directory: Path) -> list[Path]:
    """The prerequisites that a compiler's -MD wrote in the syntax of make."""
    _, _, prerequisites = text.replace("\\\n", " ").partition(": ")
    names = prerequisites.replace("\\ ", "\0").replace("\\#", "#").replace("$$", "$").split()
    return [Path(os.path.normpath(directory / name.replace("\0", " "))) for name in names]


def write_if_changed(path: Path, text: str) -> None:
    """Write a generated file; a file that says the same already keeps its time."""
    if path.exists() and path.read_text() == text:
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    partial = path.with_name(path.name + ".partial")
    partial.write_text(text)
    partial.replace(path)
