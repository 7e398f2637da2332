"""How the facts about Metal are read from the two descriptions: on small samples in their styles."""

import json

import pytest

from macos.checks.derive_facts import MetalCpp, _dump, read_pyobjc

METAL_CPP = """
namespace MTL {
_MTL_ENUM(NS::UInteger, SparkMode) {
    SparkModeOff = 0,
    SparkModeOn = 1, // a comment, with a comma
    SparkModeBright,
};
_MTL_OPTIONS(NS::UInteger, SparkOption) {
    SparkOptionNone = 0,
    SparkOptionHot = (1 << 4) | SparkOptionNone,
    SparkOptionAll = NS::UIntegerMax,
};
struct SparkSize
{
    NS::UInteger width;
    float height;
} _MTL_PACKED;
using SparkHandler = void (^)(MTL::Spark* pSpark, NS::Error* pError);

class Spark : public NS::Referencing<Spark, Resource>
{
public:
    void light(SparkSize size);
};
class SparkDescriptor : public NS::Copying<SparkDescriptor>
{
public:
    static class SparkDescriptor* alloc();
};
}
extern "C" MTL::Spark* MTLCreateSpark(NS::UInteger count);
namespace MTL::Private::Selector {
_MTL_PRIVATE_DEF_SEL(lightWithSize_mode_handler_, "lightWithSize:mode:handler:");
_MTL_PRIVATE_DEF_SEL(isBright, "isBright");
_MTL_PRIVATE_DEF_SEL(defaultDescriptor, "defaultDescriptor");
}
_MTL_INLINE void MTL::Spark::light(MTL::SparkSize size, MTL::SparkMode mode, const MTL::SparkHandler handler)
{
    Object::sendMessage<void>(this, _MTL_PRIVATE_SEL(lightWithSize_mode_handler_), size, mode, handler);
}
_MTL_INLINE bool MTL::Spark::bright() const
{
    return Object::sendMessage<bool>(this, _MTL_PRIVATE_SEL(isBright));
}
_MTL_INLINE MTL::SparkDescriptor* MTL::SparkDescriptor::defaultDescriptor()
{
    return Object::sendMessage<MTL::SparkDescriptor*>(_MTL_PRIVATE_CLS(MTLSparkDescriptor), _MTL_PRIVATE_SEL(defaultDescriptor));
}
"""  # noqa: E501 - as metal-cpp writes it
PYOBJC = '''
import objc
misc = {}
misc.update({"MTLSparkSize": objc.createStructType("Metal.MTLSparkSize", b"{_MTLSparkSize=Qf}", ["width", "height"])})
enums = """$MTLSparkModeOn@1$MTLSparkModeOff@0$MTLSparkStep@1.5$"""
constants = """$MTLSparkErrorDomain$MTLSparkCount@Q$"""
functions = {"MTLCreateSpark": (b"@Q", "", {"retval": {"already_cfretained": True}})}
r = objc.registerMetaDataForSelector
r(b"NSObject", b"isBright", {"retval": {"type": b"Z"}})
r(
    b"NSObject",
    b"lightWithSize:mode:handler:",
    {
        "arguments": {
            2: {"type": b"{_MTLSparkSize=Qf}"},
            3: {"type": "n^Q"},
            4: {
                "callable": {
                    "retval": {"type": b"v"},
                    "arguments": {0: {"type": b"^v"}, 1: {"type": b"@"}, 2: {"type": b"@"}},
                }
            },
        }
    },
)
'''


@pytest.fixture(scope="module")
def metal_cpp():
    return MetalCpp(
        {"MTLSpark.hpp": METAL_CPP, "MTL4Spark.hpp": METAL_CPP.replace("SparkModeOn = 1", "SparkModeOn = 7")}
    )


def test_methods_with_their_classes_and_types(metal_cpp):
    assert metal_cpp.classes["MTLSpark"] == {
        "kind": "protocol",
        "parents": ["MTLResource"],
        "methods": {
            "lightWithSize:mode:handler:": ["void", "MTLSparkSize", "MTLSparkMode", "block(void, MTLSpark*, NSError*)"],
            "isBright": ["bool"],
        },
    }
    assert metal_cpp.classes["MTLSparkDescriptor"] == {
        "kind": "class",
        "parents": ["NSObject", "NSCopying"],
        "methods": {"defaultDescriptor": ["+", "MTLSparkDescriptor*"]},
    }


def test_enums_structs_and_functions(metal_cpp):
    mode, option = metal_cpp.enums["MTLSparkMode"], metal_cpp.enums["MTLSparkOption"]
    assert mode == {
        "underlying": "NSUInteger",
        "values": {"MTLSparkModeOff": 0, "MTLSparkModeOn": 1, "MTLSparkModeBright": 2},
    }
    assert list(option["values"].values()) == [0, 16, 2**64 - 1]
    assert metal_cpp.structs == {"MTLSparkSize": [["width", "NSUInteger"], ["height", "float"]]}
    assert metal_cpp.functions == {"MTLCreateSpark": ["MTLSpark*", "NSUInteger"]}


def test_an_enum_that_is_no_constant_is_an_error():
    with pytest.raises(ValueError, match="not a constant expression"):
        MetalCpp({"a.hpp": "_MTL_ENUM(NS::UInteger, A) { AOne = 1 ? 2 : 3, };"})


def test_records_of_pyobjc():
    found = read_pyobjc(PYOBJC)
    assert found["selectors"] == {
        "isBright": [["Z"]],
        "lightWithSize:mode:handler:": [[None, "{_MTLSparkSize=Qf}", "^Q", "@?(v,@,@)"]],
    }
    assert found["structs"] == {"MTLSparkSize": {"encoding": "{_MTLSparkSize=Qf}", "fields": ["width", "height"]}}
    assert found["enums"] == {"MTLSparkModeOn": 1, "MTLSparkModeOff": 0}
    assert found["functions"] == {"MTLCreateSpark": "@Q"}
    assert set(found["constants"]) == {"MTLSparkErrorDomain", "MTLSparkCount"}


def test_the_facts_are_as_the_script_writes_them(root):
    text = (root / "macos" / "facts" / "metal.json").read_text()
    assert _dump(json.loads(text)) == text
