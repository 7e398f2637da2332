"""softmetal/README.md says what the tests show, what the settings are, and what is not there."""

import importlib.util
import re
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
_specification = importlib.util.spec_from_file_location("softmetal_readme", HERE / "readme.py")
readme = importlib.util.module_from_spec(_specification)
sys.modules["softmetal_readme"] = readme
_specification.loader.exec_module(readme)

# What Metal has and softmetal has not, with a name from each.
NOT_THERE = {
    "textures": "newTextureWithDescriptor",
    "samplers": "MTLSamplerState",
    "heaps": "MTLHeap",
    "fences and events": "MTLEvent",
    "indirect dispatch and indirect command buffers": "dispatchThreadgroupsWithIndirectBuffer",
    "argument buffers": "MTLArgumentEncoder",
    "render pipelines and passes": "MTLRenderPipelineState",
    "libraries from files, default and dynamic libraries": "newDefaultLibrary",
    "binary archives": "MTLBinaryArchive",
    "visible and intersection function tables": "MTLVisibleFunctionTable",
    "ray tracing": "MTLAccelerationStructure",
    "counters": "MTLCounterSampleBuffer",
    "captures": "MTLCaptureManager",
    "logs of shaders": "MTLLogState",
    "residency sets": "MTLResidencySet",
    "Metal Performance Shaders": "MPSMatrixMultiplication",
}


def test_lists_are_up_to_date():
    text = readme.README.read_text()
    assert readme.updated(text, readme.lists()) == text, "stale: run python softmetal/tests/readme.py"


def test_every_method_is_used_by_a_test_program():
    assert readme.unused() == []


def test_a_method_without_a_program_is_found(monkeypatch, tmp_path):
    header = (
        "@protocol MTLNew <NSObject>\n@property (readonly) BOOL quiet;\n- (void)turn:(int)a by:(void (^)(id))b;\n@end\n"
    )
    (tmp_path / "MTLNew.h").write_text(header)
    monkeypatch.setattr(readme, "HEADERS", tmp_path)
    assert readme.declared() == {"MTLNew": ["turn:by:", "quiet"]}
    assert readme.unused() == ["MTLNew turn:by:", "MTLNew quiet"]


@pytest.mark.parametrize(
    ("member", "text"),
    [
        ("turn:by:", "[x turn:1\n   by:^{ }]"),
        ("quiet", "x.isQuiet"),
        ("quiet", "[x quiet]"),
        ("quiet", "[x setQuiet:YES]"),
    ],
)
def test_uses_are_found(member, text):
    assert readme.used(member, text)


@pytest.mark.parametrize(
    ("member", "text"), [("turn:by:", "[x turn:1]; [y by:2]"), ("quiet", "BOOL quiet = [x quietly]")]
)
def test_no_uses_are_found_elsewhere(member, text):
    assert not readme.used(member, text)


def test_stale_and_unknown_lists_are_found():
    text = "<!-- list: A -->\n\nold\n\n<!-- end -->\n"
    assert readme.updated(text, {"A": "new"}) == "<!-- list: A -->\n\nnew\n\n<!-- end -->\n"
    with pytest.raises(ValueError, match="the tests have"):
        readme.updated(text, {"A": "new", "B": "more"})


@pytest.mark.feature("API not supported")
@pytest.mark.parametrize("name", [pytest.param(symbol, id=words) for words, symbol in NOT_THERE.items()])
def test_what_is_not_there(name):
    """A header that declares it would have to come out of the list."""
    assert not any(name in header.read_text() for header in (ROOT / "include").rglob("*.h"))


def test_the_first_program_runs_as_it_is_told(softmetal, tmp_path):
    """What the page shows, in a folder that looks like the checkout."""
    text = readme.README.read_text()
    (program,) = re.findall(r"^```objc\n(.*?)^```", text, re.DOTALL | re.MULTILINE)
    (commands,) = re.findall(r"^```\n(clang-19 .*?)^```", text, re.DOTALL | re.MULTILINE)
    (tmp_path / "square.m").write_text(program)
    (tmp_path / "softmetal").symlink_to(ROOT)
    (tmp_path / "build").mkdir()
    (tmp_path / "build" / "softmetal").symlink_to(softmetal.parent)
    done = subprocess.run(
        ["bash", "-e", "-c", commands], cwd=tmp_path, capture_output=True, text=True, timeout=120, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "1\n4\n9\n16\n", "")


def test_settings_are_all_in_the_table():
    sources = "\n".join(path.read_text() for path in (ROOT / "src").rglob("*.[mh]"))
    read = set(re.findall(r'"(SOFTMETAL_\w+)"', sources))
    table = set(re.findall(r"^\| `(SOFTMETAL_\w+)` \|", readme.README.read_text(), re.MULTILINE))
    assert table == read


@pytest.mark.parametrize("names", ["limit_names", "fault_names"])
def test_names_of_limits_and_faults_are_in_the_table(names):
    source = (ROOT / "src" / "runtime" / "settings.m").read_text()
    listed = re.findall(r'"(\w+)"', re.search(rf"{names}\[\w+\] = \{{(.*?)\}};", source, re.DOTALL)[1])
    rows = "\n".join(line for line in readme.README.read_text().splitlines() if line.startswith("| `SOFTMETAL_"))
    assert listed
    assert [name for name in listed if not re.search(rf"\b{name}\b", rows)] == []


def test_softmetal_knows_nothing_of_metallink():
    """Its library, headers and programs stand alone; only the tests' build goes through the checkout's own tool."""
    files = [path for path in ROOT.rglob("*") if path.suffix in {".m", ".h", ".c", ".cc", ".metal"}]
    assert len(files) > 50
    told = re.compile(r"metallink|wolfram|\bml_\w|mathics", re.IGNORECASE)
    assert [str(path) for path in files if told.search(path.read_text())] == []
