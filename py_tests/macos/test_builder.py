"""metallink_build.compile on a small checkout: what it builds, what it builds again, and how it fails."""

import os
import subprocess
import sys

import pytest
from metallink_build import compile as compiler
from metallink_build.toolchain import BuildError, apple_toolchain, find_program
from sample_checkout import write_sample

SOFTMETAL = ["softmetal/src/msl/text.cc", "softmetal/src/runtime/device.m"]
NATIVE = ["build/rendered/wrappers/sample.m", "native/core.m", "native/number.m"]


@pytest.fixture
def checkout(tmp_path, monkeypatch):
    monkeypatch.setattr(compiler, "_render", lambda root: None)
    return write_sample(tmp_path)


def build(root, **options):
    """The product, and what was reported as done."""
    lines = []
    product = compiler.build(root, report=lines.append, **options)
    return product, sorted(lines)


def done(*compiled, linked=()):
    return sorted([f"compile {name}" for name in compiled] + [f"link {name}" for name in linked])


CALL = """
import ctypes, sys
function = getattr(ctypes.CDLL(sys.argv[1]), sys.argv[2])
function.restype = getattr(ctypes, sys.argv[3])
print(function())
"""


def call(product, name, result="c_int"):
    """What the library's function gives, as Python writes it.

    In a process of its own: one that had loaded the sample's libsoftmetal.so would take it for the real one too.
    """
    command = [sys.executable, "-c", CALL, str(product), name, result]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


PRODUCTS = ["build/softmetal/libsoftmetal.so", "LibraryResources/Linux-x86-64/MetalLink.so"]


def test_first_build_makes_everything_and_the_second_nothing(checkout):
    product, lines = build(checkout)
    assert lines == done(*SOFTMETAL, *NATIVE, linked=PRODUCTS)
    assert product == checkout / PRODUCTS[1]
    assert call(product, "metallink_name", "c_char_p") == "b'sample'"
    assert (product.parent / "LibraryFunctions.wl").read_text() == (
        checkout / "build/rendered/LibraryFunctions.wl"
    ).read_text()
    assert build(checkout) == (product, [])


def test_softmetal_is_built_alone(checkout):
    product, lines = build(checkout, only="softmetal")
    assert product == checkout / PRODUCTS[0]
    assert lines == done(*SOFTMETAL, linked=PRODUCTS[:1])


def test_a_new_time_alone_compiles_nothing(checkout):
    build(checkout)
    for name in (*SOFTMETAL, *NATIVE):
        os.utime(checkout / name)
    assert build(checkout)[1] == []


def test_what_changed_is_compiled_again(checkout):
    build(checkout)
    (checkout / "native/number.h").write_text("#define NUMBER 1\n")
    product, lines = build(checkout)
    assert lines == done("native/number.m", linked=PRODUCTS[1:])
    assert call(product, "metallink_number") == "2"
    (checkout / "softmetal/src/msl/shim.txt").write_text("embedded")
    lines = build(checkout)[1]
    assert lines == done(SOFTMETAL[0], linked=PRODUCTS)
    (checkout / "softmetal/include/Metal/Metal.h").open("a").write("#define MTL_MORE 1\n")
    assert build(checkout)[1][:2] == done("native/core.m", "softmetal/src/runtime/device.m")


def test_other_flags_compile_everything_again(checkout, monkeypatch):
    build(checkout)
    monkeypatch.setattr("metallink_build.toolchain.WARNINGS", ("-Wall",))
    # The objects come out the same, so there is nothing to link.
    assert build(checkout)[1] == done(*SOFTMETAL, *NATIVE)


def test_a_removed_source_leaves_the_library(checkout):
    build(checkout)
    (checkout / "native/number.m").unlink()
    with pytest.raises(BuildError, match="undefined symbol: ml_number"):
        build(checkout)
    wrapper = checkout / NATIVE[0]
    wrapper.write_text(wrapper.read_text().replace("return ml_number()", "return 7"))
    assert call(build(checkout)[0], "metallink_number") == "7"


def test_exports_and_run_paths(checkout):
    product, _ = build(checkout)
    exported = subprocess.run(["nm", "-D", "--defined-only", product], capture_output=True, text=True, check=True)
    assert sorted(line.split()[-1] for line in exported.stdout.splitlines()) == ["metallink_name", "metallink_number"]
    softmetal = checkout / PRODUCTS[0]
    exported = subprocess.run(["nm", "-D", "--defined-only", softmetal], capture_output=True, text=True, check=True)
    assert [line.split()[-1] for line in exported.stdout.splitlines()] == ["MTLCreateSystemDefaultDevice"]
    for library, run_path in ((product, "$ORIGIN/../../build/softmetal"), (softmetal, "$ORIGIN/../../.venv/lib")):
        dynamic = subprocess.run(["readelf", "-d", library], capture_output=True, text=True, check=True).stdout
        assert f"(RUNPATH)            Library runpath: [{run_path}]" in dynamic
        # Of the two libraries that export block functions, only this one copies blocks with GCC's runtime.
        assert dynamic.index("libBlocksRuntime") < dynamic.index("libgnustep-base")


def test_a_compiler_error_is_shown_whole_with_its_command(checkout):
    source = checkout / "native/number.m"
    good = source.read_text()
    build(checkout)
    source.write_text(good + "int ml_other(void) { return missing; }\n")
    for _ in range(2):
        with pytest.raises(BuildError) as failure:
            build(checkout)
        text = str(failure.value)
        assert text.startswith("compiling native/number.m failed (exit status 1)\n")
        assert "clang-19" in text.splitlines()[1]
        assert "use of undeclared identifier 'missing'" in text
        assert "no previous prototype" in text or "1 error generated" in text
    source.write_text(good)
    assert "compile native/number.m" in build(checkout)[1]


def test_warnings_are_errors(checkout):
    (checkout / "native/number.m").open("a").write("static int unused;\n")
    with pytest.raises(BuildError, match="unused variable"):
        build(checkout)


def test_a_misspelt_selector_is_an_error(checkout):
    source = checkout / "native/core.m"
    source.write_text(source.read_text().replace("() name]", "() nane]"))
    with pytest.raises(BuildError, match="nane"):
        build(checkout)


def test_two_builds_at_once(checkout):
    script = (
        "import sys, pathlib, metallink_build.compile as c; c._render = lambda root: None;"
        "c.build(pathlib.Path(sys.argv[1]))"
    )
    runs = [
        subprocess.Popen([sys.executable, "-c", script, str(checkout)], stdout=subprocess.PIPE, text=True)
        for _ in range(3)
    ]
    outputs = [run.communicate()[0].splitlines() for run in runs]
    assert [run.returncode for run in runs] == [0, 0, 0]
    work = sorted(line for output in outputs for line in output if line != "waiting for another build of this checkout")
    assert work == done(*SOFTMETAL, *NATIVE, linked=PRODUCTS)
    assert call(checkout / PRODUCTS[1], "metallink_number") == "42"


@pytest.mark.parametrize("sanitizer", ["address", "thread", "undefined"])
def test_sanitized_libraries_stand_apart(checkout, sanitizer):
    product, lines = build(checkout, sanitize=sanitizer)
    assert product == checkout / "build" / f"sanitize-{sanitizer}" / "MetalLink.so"
    assert len(lines) == 7
    symbols = subprocess.run(["nm", "-D", product], capture_output=True, text=True, check=True).stdout
    assert {"address": "__asan_init", "thread": "__tsan_init", "undefined": "metallink_name"}[sanitizer] in symbols
    assert not (checkout / PRODUCTS[1]).exists()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"target": "windows"}, "unknown target 'windows'"),
        ({"only": "native"}, "unknown part 'native'"),
        ({"only": "softmetal", "target": "macos"}, "nothing to build for macOS"),
        ({"sanitize": "memory"}, "unknown sanitizer 'memory'"),
        ({"sanitize": "address", "target": "macos"}, "build it for the host"),
    ],
)
def test_wrong_requests_are_refused(checkout, options, message):
    with pytest.raises(BuildError, match=message):
        build(checkout, **options)


def test_no_sources_are_an_error(checkout):
    for name in SOFTMETAL:
        (checkout / name).unlink()
    with pytest.raises(BuildError, match=r"softmetal: no source files found for libsoftmetal\.so"):
        build(checkout)


def test_a_missing_compiler_is_named_with_its_package(checkout, monkeypatch):
    monkeypatch.setenv("PATH", str(checkout))
    with pytest.raises(BuildError, match="clang-19 was not found; install it with: apt-get install clang-19"):
        build(checkout)
    with pytest.raises(BuildError, match=r"ld64\.lld-19 was not found; install it with: apt-get install lld-19"):
        find_program("ld64.lld-19", "lld-19")


class TestOnAMac:
    """The build on macOS, as far as it can be seen without one: programs that only note how they were called."""

    @pytest.fixture
    def mac(self, checkout, monkeypatch):
        tools = checkout / "tools"
        tools.mkdir()
        self.write(
            tools / "clang",
            'echo "$@" >> "$0.log"\nwhile [ $# -gt 1 ]; do '
            '[ "$1" = -o ] && : > "$2"; [ "$1" = -MF ] && echo "x:" > "$2"; shift; done',
        )
        self.write(tools / "xcrun", f'case "$3" in --find) echo {tools}/clang;; *) echo /Sdk/MacOSX.sdk;; esac')
        monkeypatch.setenv("PATH", f"{tools}:{os.environ['PATH']}")
        monkeypatch.setattr(sys, "platform", "darwin")
        monkeypatch.setattr("platform.machine", lambda: "arm64")
        return checkout

    @staticmethod
    def write(path, text):
        path.write_text(f"#!/bin/sh\n{text}\n")
        path.chmod(0o755)

    def test_apples_sdk_is_used_and_our_headers_are_not(self, mac):
        product, lines = build(mac)
        assert product == mac / "LibraryResources/MacOSX-ARM64/MetalLink.dylib"
        assert lines == done(*NATIVE, linked=["LibraryResources/MacOSX-ARM64/MetalLink.dylib"])
        calls = (mac / "tools/clang.log").read_text().splitlines()
        assert len(calls) == 4
        for text in calls:
            assert "-isysroot /Sdk/MacOSX.sdk -arch arm64 -mmacosx-version-min=13.0" in text
            assert "softmetal" not in text
            assert f"{mac}/macos" not in text
        assert all("-fno-objc-arc" in text and "-fvisibility=hidden" in text for text in calls[:3])
        assert "-framework Foundation -framework Metal" in calls[3]
        assert "-dynamiclib" in calls[3]
        assert "-install_name @rpath/MetalLink.dylib" in calls[3]

    def test_softmetal_is_refused(self, mac):
        with pytest.raises(BuildError, match="stands in for Metal on Linux"):
            build(mac, only="softmetal")

    def test_an_intel_mac_is_refused(self, mac, monkeypatch):
        monkeypatch.setattr("platform.machine", lambda: "x86_64")
        with pytest.raises(BuildError, match="Apple silicon"):
            build(mac)

    def test_missing_command_line_tools_are_named(self, mac, monkeypatch):
        monkeypatch.setenv("PATH", "/nowhere")
        with pytest.raises(BuildError, match="xcode-select --install"):
            apple_toolchain()


def test_a_checkout_that_cannot_be_written_is_said(tmp_path):
    (tmp_path / "build").write_text("a file where the folder should be")
    with pytest.raises(BuildError, match="cannot be written"):
        build(tmp_path)
