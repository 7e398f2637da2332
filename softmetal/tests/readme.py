"""Writes the lists of softmetal/README.md: `python softmetal/tests/readme.py`.

What Metal's API and language can do here comes from the tests: entries of their `feature` markers, and of the headers
the methods that some test program uses. Each list stands between `<!-- list: SECTION -->` and `<!-- end -->`.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent
README = HERE.parent / "README.md"
HEADERS = HERE.parent / "include" / "Metal"
COLLECTED = "features: "
METHODS = "Methods"
WIDTH = 120


class Collector:
    """Takes the feature markers of all collected tests, in their order."""

    def __init__(self) -> None:
        self.features: dict[str, list[str]] = {}

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        for item in session.items:
            for mark in item.iter_markers("feature"):
                section, *entry = mark.args
                entries = self.features.setdefault(section, [])
                name = entry[0] if entry else "{}"
                if "{" in name:
                    name = name.replace("{}", item.callspec.id).replace("{words}", item.callspec.id.replace("_", " "))
                if name not in entries:
                    entries.append(name)


def collect() -> dict[str, list[str]]:
    """Entries of each section. In a process of its own: pytest cannot collect inside a test."""
    done = subprocess.run([sys.executable, __file__, "--collect"], capture_output=True, text=True, check=False)
    lines = [line for line in done.stdout.splitlines() if line.startswith(COLLECTED)]
    if done.returncode != 0 or not lines:
        raise RuntimeError(done.stdout + done.stderr)
    return json.loads(lines[-1].removeprefix(COLLECTED))


def declared() -> dict[str, list[str]]:
    """Methods and properties of each class and protocol that softmetal's headers declare."""
    found: dict[str, list[str]] = {}
    for header in sorted(HEADERS.glob("*.h")):
        text = re.sub(r"//[^\n]*|/\*.*?\*/", "", header.read_text(), flags=re.DOTALL)
        for name, body in re.findall(
            r"^@(?:protocol|interface) (\w+)\b[^;\n]*\n(.*?)^@end", text, re.DOTALL | re.MULTILINE
        ):
            members = found.setdefault(name, [])
            members += [_selector(method) for method in re.findall(r"^[-+] \(.*?;", body, re.DOTALL | re.MULTILINE)]
            members += re.findall(r"^@property[^;]*?(\w+);", body, re.MULTILINE)
    return {name: members for name, members in found.items() if members}


def _selector(declaration: str) -> str:
    """newBufferWithLength:options: of "- (id)newBufferWithLength:(NSUInteger)length options:(...)options;"."""
    previous = None
    while previous != declaration:  # types nest: (void (^)(id))
        previous, declaration = declaration, re.sub(r"\([^()]*\)", "", declaration)
    parts = re.findall(r"(\w+):", declaration)
    return "".join(f"{part}:" for part in parts) or re.findall(r"\w+", declaration)[0]


def used(member: str, programs: str) -> bool:
    """Whether the text of the test programs sends this message or asks for this property."""
    if ":" in member:
        return bool(
            re.search(r"\b" + r"[^;]*?\b".join(re.escape(part) for part in re.findall(r"\w+:", member)), programs)
        )
    capital = member[0].upper() + member[1:]
    asked = f"(?:{member}|is{capital})"
    return bool(re.search(rf"\b{asked}\]|\.{asked}\b|\bset{capital}:", programs))


def unused() -> list[str]:
    """Declared methods that no test program uses."""
    programs = "\n".join(path.read_text() for path in sorted(HERE.rglob("*.[mh]")))
    return [
        f"{name} {member}" for name, members in declared().items() for member in members if not used(member, programs)
    ]


def lists() -> dict[str, str]:
    """The text of each list."""
    methods = [f"`{name}`: {', '.join(f'`{member}`' for member in members)}" for name, members in declared().items()]
    return {METHODS: _bullets(methods), **{section: _paragraphs(entries) for section, entries in collect().items()}}


def _paragraphs(entries: list[str]) -> str:
    """Entries "group: item" as a bullet for each group, the others as one line of text."""
    groups: dict[str, list[str]] = {}
    for entry in entries:
        group, _, item = entry.rpartition(": ")
        groups.setdefault(group, []).append(item)
    single = groups.pop("", [])
    bullets = _bullets([f"{group}: {'; '.join(items)}" for group, items in groups.items()])
    text = _wrapped("; ".join(single) + ".", "") if single else ""
    return "\n\n".join(part for part in (bullets, text) if part)


def _bullets(lines: list[str]) -> str:
    return "\n".join(_wrapped(f"- {line}", "  ") for line in lines)


def _wrapped(text: str, indent: str) -> str:
    return textwrap.fill(text, WIDTH, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)


def updated(text: str, sections: dict[str, str]) -> str:
    """The README with its lists filled in; an error for a list without tests or tests without a list."""
    places = re.findall(r"<!-- list: (.*?) -->", text)
    if set(places) != set(sections):
        raise ValueError(f"the README has lists {sorted(places)}, the tests have {sorted(sections)}")
    for section, content in sections.items():
        pattern = re.compile(rf"(<!-- list: {re.escape(section)} -->\n).*?(<!-- end -->)", re.DOTALL)
        text = pattern.sub(lambda match, content=content: f"{match[1]}\n{content}\n\n{match[2]}", text)
    return text


def main() -> int:
    if sys.argv[1:] == ["--collect"]:
        collector = Collector()
        code = pytest.main(
            ["--collect-only", "-qq", "--long", "-p", "no:cacheprovider", str(HERE)], plugins=[collector]
        )
        print(COLLECTED + json.dumps(collector.features))
        return int(code)
    README.write_text(updated(README.read_text(), lists()))
    return 0


if __name__ == "__main__":
    sys.exit(main())
