"""Renders the specs through the templates: wrappers, shaders and their embedding, and the tables of functions.

Everything goes to build/rendered; nothing there is edited or committed. A file is written only where its text changed,
and a file that no spec makes any more is deleted.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template

from metallink_build.element_types import ELEMENT_TYPES, common_type
from metallink_build.incremental import write_if_changed
from metallink_build.spec import Computation, Element, Family, SpecError, load_specs

VERSION = "0.1.0"
_INCLUDE = re.compile(r'^#include "([^"]+)"$', re.MULTILINE)
_ONCE = re.compile(r"^#pragma once\n", re.MULTILINE)


def render(root: Path) -> None:
    """Write build/rendered of the checkout at root. Raises SpecError for a wrong spec."""
    families = load_specs(root)
    environment = _environment(root)
    shaders = _shaders(environment, families)
    texts = {Path("shaders") / f"{name}.metal": text for name, text in shaders.items()}
    sources = {**shaders, **_headers(root)}
    texts[Path("shader_sources.c")] = environment.get_template("shader_sources.c.j2").render(shaders=sources)
    texts[Path("common_types.c")] = environment.get_template("common_types.c.j2").render()
    texts[Path("elements.c")] = environment.get_template("elements.c.j2").render(families=families)
    for family in families:
        wrapper = environment.get_template("wrappers.m.j2").render(family=family)
        texts[Path("wrappers") / f"{family.name}.m"] = wrapper
    for name in ("LibraryFunctions.wl", "functions.md"):
        texts[Path(name)] = environment.get_template(f"{name}.j2").render(families=families, version=VERSION)
    _write(root / "build" / "rendered", texts)


def flatten(path: Path, seen: set[Path] | None = None) -> str:
    """The text of a shader source with the files that it includes in place, each once."""
    seen = set() if seen is None else seen
    path = path.resolve()
    if path in seen:
        return ""
    seen.add(path)
    text = _ONCE.sub("", path.read_text(encoding="utf-8"))
    return _INCLUDE.sub(lambda match: flatten(path.parent / match.group(1), seen), text)


def _environment(root: Path) -> Environment:
    environment = Environment(
        loader=FileSystemLoader(root / "templates"),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        autoescape=False,
    )
    shaders = root / "native" / "shaders"

    def sources(*names: str, after: tuple[str, ...] = ()) -> str:
        """The named headers, without what those in `after` have included before."""
        seen: set[Path] = set()
        for name in after:
            flatten(shaders / name, seen)
        return "".join(flatten(shaders / name, seen) for name in names)

    environment.globals.update(sources=sources, element_types=ELEMENT_TYPES, common_type=common_type)
    environment.filters["c_string"] = json.dumps  # ASCII only; JSON's escapes are C's
    return environment


def _shaders(environment: Environment, families: tuple[Family, ...]) -> dict[str, str]:
    """The MSL of every family and type that it computes in, by the name under which the library looks it up."""
    shaders = {"device": environment.get_template("shaders/device.metal.j2").render()}
    for family in families:
        if not family.computations:
            continue
        template = _shader_template(environment, family)
        for computation in family.computations:
            elements = _elements(family, computation)
            text = template.render(family=family, computation=computation, elements=elements)
            shaders[f"{family.name}_{computation.name}"] = text
    return shaders


def _headers(root: Path) -> dict[str, str]:
    """What sources made at run time include, by the path below native/shaders."""
    folder = root / "native" / "shaders"
    return {path.relative_to(folder).as_posix(): path.read_text("utf-8") for path in sorted(folder.rglob("*.h"))}


def _shader_template(environment: Environment, family: Family) -> Template:
    name = f"shaders/{family.name}.metal.j2"
    if name not in environment.list_templates():
        raise SpecError(
            f"specs/{family.name}.toml: family: computations: there is no template templates/{name} for them"
        )
    return environment.get_template(name)


def _elements(family: Family, computation: Computation) -> list[Element]:
    return [element for element in family.elements if computation.kind in element.msl]


def _write(folder: Path, texts: dict[Path, str]) -> None:
    for relative, text in texts.items():
        write_if_changed(folder / relative, text)
    for path in folder.rglob("*"):
        if path.is_file() and path.relative_to(folder) not in texts:
            path.unlink()
