"""The dylib that is cross-built for macOS, as a loader would see it; and planted faults, which must be seen."""

import dataclasses
import re
import subprocess

import pytest
from metallink_build import compile as compiler
from metallink_build.toolchain import BuildError, cross_toolchain

from macos.checks.conformance import metal_api
from macos.checks.dylib import DYLIBS, expected_exports, faults, selectors, signature_faults
from macos.checks.headers import macos_arguments, read_api

SOURCE = """
#import <Metal/Metal.h>
#define EXPORT __attribute__((visibility("default")))
EXPORT int WolframLibrary_getVersion(void);
EXPORT int WolframLibrary_initialize(void);
EXPORT int WolframLibrary_uninitialize(void);
EXPORT int metallink_name(void);
int WolframLibrary_getVersion(void) { return 7; }
int WolframLibrary_initialize(void) { return 0; }
int WolframLibrary_uninitialize(void) { return 0; }
int metallink_name(void)
{
    @autoreleasepool {
        MTLCompileOptions *options = [[[MTLCompileOptions alloc] init] autorelease];
        id<MTLDevice> device = [MTLCreateSystemDefaultDevice() autorelease];
        NSMutableArray *names = [NSMutableArray arrayWithCapacity:1];
        [names addObject:[device name]];
        NSString *all = [names componentsJoinedByString:@", "];
        return all.length > 0 && options.languageVersion != MTLLanguageVersion3_0;
    }
}
"""


@pytest.fixture(scope="module")
def dylib(root):
    return compiler.build(root, target="macos")


def test_the_library_is_right_for_a_mac(root, dylib):
    assert dylib == root / "build" / "macos" / "MetalLink.dylib"
    assert faults(dylib, root) == []


def test_the_table_is_really_read(root, dylib):
    exports = expected_exports(root)
    assert {"_WolframLibrary_getVersion", "_metallink_add_tensor", "_metallink_last_error"} <= exports
    assert "newLibraryWithSource:options:error:" in selectors(dylib)


def test_a_second_cross_build_compiles_nothing(root, dylib):
    lines = []
    compiler.build(root, target="macos", report=lines.append)
    assert lines == []


@pytest.fixture
def sample(root, tmp_path, monkeypatch):
    """Builds a library from one source in a checkout that has this one's headers and stubs."""
    (tmp_path / "native").mkdir()
    (tmp_path / "softmetal").mkdir()
    (tmp_path / "build" / "rendered").mkdir(parents=True)
    (tmp_path / "macos").symlink_to(root / "macos")
    (tmp_path / "softmetal" / "include").symlink_to(root / "softmetal" / "include")
    table = tmp_path / "build" / "rendered" / "LibraryFunctions.wl"
    table.write_text('"Symbol" -> "metallink_name"')
    monkeypatch.setattr(compiler, "_render", lambda _: None)

    def make(source=SOURCE, link_flags=(), arc=False):
        (tmp_path / "native" / "sample.m").write_text(source)
        toolchain = cross_toolchain(tmp_path)
        objective_c = [
            "-fobjc-arc" if arc and flag == "-fno-objc-arc" else flag for flag in toolchain.language_flags[".m"]
        ]
        changed = dataclasses.replace(
            toolchain, linker=(*toolchain.linker, *link_flags), language_flags={".m": tuple(objective_c)}
        )
        monkeypatch.setattr(compiler, "cross_toolchain", lambda _: changed)
        return compiler.build(tmp_path, target="macos", report=lambda _: None)

    make.root = tmp_path
    return make


def with_line(line):
    return SOURCE.replace("    @autoreleasepool {\n", "    @autoreleasepool {\n        " + line + "\n")


def test_the_sample_is_faultless(sample):
    assert faults(sample(), sample.root) == []


def test_an_undeclared_export_is_seen(sample):
    source = SOURCE + "EXPORT int ml_leak(void);\nint ml_leak(void) { return 0; }\n"
    assert faults(sample(source), sample.root) == ["exports _ml_leak, which no spec declares"]


def test_a_missing_export_is_seen(sample):
    source = SOURCE.replace("EXPORT int metallink_name(void);", "int metallink_name(void);")
    assert faults(sample(source), sample.root) == ["does not export _metallink_name"]


def test_an_unknown_selector_is_seen(sample):
    source = with_line("[NSArray performSelector:@selector(arrayWithEverything)];")
    assert faults(sample(source), sample.root) == ["names the unknown selector arrayWithEverything"]


def test_a_selector_of_an_own_class_is_known(sample):
    source = with_line("[[[MLThing alloc] init] doSomethingOnly:3];").replace(
        "#define EXPORT",
        "@interface MLThing : NSObject\n- (void)doSomethingOnly:(int)times;\n@end\n"
        "@implementation MLThing\n- (void)doSomethingOnly:(int)times { (void)times; }\n@end\n#define EXPORT",
    )
    assert faults(sample(source), sample.root) == []


def test_automatic_reference_counting_does_not_link_and_is_seen(sample):
    source = SOURCE.replace(" autorelease]", " self]")
    with pytest.raises(BuildError, match="undefined symbol: _objc_retainAutoreleasedReturnValue"):
        sample(source, arc=True)
    problems = faults(sample(source, arc=True, link_flags=("-undefined", "dynamic_lookup")), sample.root)
    assert "uses automatic reference counting: _objc_retainAutoreleasedReturnValue" in problems
    assert any(problem.startswith("takes _objc_retainAutoreleasedReturnValue from ordinal") for problem in problems)


def test_a_path_of_the_builder_is_seen(sample):
    source = with_line("NSLog(@__FILE__);")
    assert faults(sample(source), sample.root) == [f"holds the path {sample.root}"]


@pytest.mark.parametrize(
    ("flags", "problem"),
    [
        (("-rpath", "/opt/metal/lib"), "run path /opt/metal/lib"),
        (("-install_name", "/usr/local/lib/MetalLink.dylib"), "the library's name is not @rpath/MetalLink.dylib"),
        (("-no_adhoc_codesign",), "is not signed"),
        (("-undefined", "dynamic_lookup", "-flat_namespace"), "flag TWOLEVEL is not set"),
        (("-platform_version", "macos", "14.0", "14.0"), "least system is [14, 0, 0], not 13.0"),
        (("-dead_strip_dylibs",), "loads"),
        (("-weak_framework", "Metal"), "LOAD_WEAK_DYLIB"),
    ],
)
def test_a_wrong_link_is_seen(sample, flags, problem):
    assert any(problem in found for found in faults(sample(link_flags=flags), sample.root))


def test_a_changed_byte_breaks_the_signature(sample):
    data = bytearray(sample().read_bytes())
    assert signature_faults(bytes(data)) == []
    data[0x1234] ^= 1
    assert signature_faults(bytes(data)) == ["has a wrong signature of page 1"]


def test_a_misspelt_selector_does_not_compile(sample):
    with pytest.raises(BuildError, match="nameOfDevice"):
        sample(with_line("[MTLCreateSystemDefaultDevice() nameOfDevice];"))


def test_a_function_outside_the_stubs_does_not_link(sample):
    source = with_line("abort_everything();").replace("#define EXPORT", "void abort_everything(void);\n#define EXPORT")
    with pytest.raises(BuildError, match="undefined symbol: _abort_everything"):
        sample(source)


def test_subscripts_that_linux_lacks_do_not_compile(sample):
    """Foundation's header of the check has no subscript methods, as GCC's runtime has none."""
    with pytest.raises(BuildError, match="expected method to read array element not found"):
        sample(with_line("NSArray *few = @[@1]; (void)few[0];"))


def test_only_the_allowed_libraries_have_stubs(root):
    names = []
    for path in sorted((root / "macos" / "stubs").rglob("*.tbd")):
        names += re.findall(r"install-name:\s+'(.*)'", path.read_text())
    assert sorted(names) == sorted(DYLIBS)


# Called by what the compiler makes of blocks, exceptions, thread-local variables, loops and messages.
COMPILERS_OWN = re.compile(
    r"_+(objc_\w+|OBJC_EHTYPE_id|Block_object_\w+|NSConcrete\w+Block|Unwind_Resume|stack_chk_\w+|tlv_bootstrap"
    r"|objc_personality_v0|CFConstantStringClassReference|bzero|memset_pattern16)|dyld_stub_binder"
)


def test_headers_and_stubs_name_the_same(root):
    include = root / "macos" / "include"
    headers = [path for path in sorted(include.rglob("*.h")) if path.name != "assert.h"]
    text = "".join(f"#import <{path.relative_to(include)}>\n" for path in headers) + "#import <Metal/Metal.h>\n"
    declared = linked_names(read_api(text, macos_arguments(root), [include])) | {"___assert_rtn"}
    of_metal = linked_names(metal_api(root))
    stubbed = set()
    for path in (root / "macos" / "stubs").rglob("*.tbd"):
        for names in re.findall(r"(?:symbols|objc-classes):\s+\[(.*?)\]", path.read_text(), re.DOTALL):
            stubbed |= {name.strip() for name in names.split(",")}
    stubbed = {name for name in stubbed if not COMPILERS_OWN.fullmatch(name)}
    assert declared - stubbed == set()
    # Of Metal's API, which softmetal's headers declare whole, the stub names what the native code uses.
    assert stubbed - declared - of_metal == set()


def linked_names(api):
    """What a use of the API's functions, constants and classes refers to in a stub."""
    functions = {f"_{name}" for name in {*api.functions, *api.constants} - api.inline}
    # String literals refer to their class by another symbol of the compiler's own.
    classes = {name for name, interface in api.interfaces.items() if interface.kind == "class"} - {"NSConstantString"}
    return functions | classes


def test_the_headers_of_the_check_stand_alone(root):
    """Each compiles by itself for macOS, with warnings as errors."""
    include = root / "macos" / "include"
    toolchain = cross_toolchain(root)
    for path in sorted(include.rglob("*.h")):
        text = f"#import <{path.relative_to(include)}>\n"
        command = [*toolchain.compiler, *toolchain.flags, *toolchain.language_flags[".m"]]
        done = subprocess.run(
            [*command, "-x", "objective-c", "-fsyntax-only", "-"], input=text, capture_output=True, text=True
        )
        assert done.returncode == 0, done.stderr
