"""softmetal's Metal headers declare what Apple's Metal has, and the check that says so can fail."""

import copy
import shutil
from pathlib import Path

import pytest

from macos.checks.conformance import DISPUTED, check_foundation, check_metal, compare_foundation, load_facts, metal_api
from macos.checks.headers import gnustep_arguments, macos_arguments, read_api


@pytest.fixture(scope="module")
def facts(root):
    return load_facts(root)


@pytest.fixture(scope="module")
def api(root):
    return metal_api(root)


def test_metal_headers_conform(api, facts):
    assert check_metal(api, facts) == []


def test_the_headers_are_really_read(api):
    assert {"MTLDevice", "MTLBuffer", "MTLComputeCommandEncoder", "MTLCompileOptions"} <= set(api.interfaces)
    assert ("setBuffer:offset:atIndex:", "-") in api.interfaces["MTLComputeCommandEncoder"].methods
    assert api.structs["MTLSize"].size == 24
    assert api.enums["MTLGPUFamily"].values["MTLGPUFamilyApple7"] == 1007
    assert {"MTLCreateSystemDefaultDevice", "MTLCopyAllDevices"} <= set(api.functions)


def test_every_known_error_of_a_source_is_still_one(api, facts):
    """Without its entry among the disputed ones, each of them is reported."""
    for entry in list(DISPUTED):
        saved = DISPUTED.pop(entry)
        try:
            assert any(entry in problem for problem in check_metal(api, facts)), entry
        finally:
            DISPUTED[entry] = saved


PLANTED = {
    "misspelt selector": ("@protocol MTLBuffer <MTLResource>\n- (void *)contentz;\n@end", "contentz"),
    "selector of another protocol": ("@protocol MTLFunction <NSObject>\n- (void)commit;\n@end", "commit"),
    "wrong argument type": (
        "@protocol MTLCommandQueue <NSObject>\n"
        "- (id<MTLCommandBuffer>)commandBufferWithDescriptor:(NSString *)descriptor;\n@end",
        "commandBufferWithDescriptor:",
    ),
    "wrong integer type": (
        "@protocol MTLComputePipelineState <MTLAllocation>\n- (unsigned int)threadExecutionWidth;\n@end",
        "threadExecutionWidth",
    ),
    "wrong result class": ("@protocol MTLBuffer <MTLResource>\n- (NSArray *)label;\n@end", "label"),
    "property of another name than its getter": (
        "@protocol MTLDevice <NSObject>\n@property (readonly, getter=isLowPower) BOOL lowEnergy;\n@end",
        "MTLDevice.lowEnergy: its getter",
    ),
    "class method for an instance method": (
        "@interface MTLCompileOptions : NSObject <NSCopying>\n+ (BOOL)preserveInvariance;\n@end",
        "preserveInvariance",
    ),
    "class for a protocol": ("@interface MTLBuffer : NSObject\n@end", "declared as a class"),
    "wrong parent": ("@protocol MTLBuffer <NSObject>\n@end", "declared with []"),
    "wrong block": (
        "@protocol MTLCommandBuffer <NSObject>\n- (void)addCompletedHandler:(void (^)(void))block;\n@end",
        "addCompletedHandler:",
    ),
    "wrong enum value": ("enum MTLMathMode : NSInteger { MTLMathModeSafe = 2 };", "MTLMathModeSafe"),
    "unknown enum value": ("enum MTLMathMode : NSInteger { MTLMathModeExact = 0 };", "MTLMathModeExact"),
    "wrong enum type": ("enum MTLMathMode : NSUInteger { MTLMathModeFast = 2 };", "NSUInteger"),
    "unknown enum": ("enum MTLMathMood : NSInteger { MTLMathMoodGood = 0 };", "MTLMathMood"),
    "struct with a short field": ("typedef struct { NSUInteger width, height; unsigned depth; } MTLSize;", "MTLSize"),
    "struct with fields in another order": ("typedef struct { NSUInteger height, width, depth; } MTLSize;", "MTLSize"),
    "unknown function": ("extern void MTLMakeEverythingFast(void);", "MTLMakeEverythingFast"),
    "unknown function without extern": ("void MTLMakeEverythingFast(void);", "MTLMakeEverythingFast"),
    "unknown inline function": ("static inline int MTLSizeCount(int n) { return n; }", "MTLSizeCount"),
    "inline function with a wrong type": (
        "typedef struct { NSUInteger width, height, depth; } MTLSize;\n"
        "static inline MTLSize MTLSizeMake(int width, NSUInteger height, NSUInteger depth)\n"
        "{ MTLSize size = {(NSUInteger)width, height, depth}; return size; }",
        "MTLSizeMake: has encoding",
    ),
    "wrong function": ("extern NSString *MTLCreateSystemDefaultDevice(void);", "MTLCreateSystemDefaultDevice"),
    "unknown constant": ("extern NSString *const MTLSomeErrorDomain;", "MTLSomeErrorDomain"),
    "unknown protocol": ("@protocol MTLBuffet <NSObject>\n@end", "MTLBuffet"),
}
FORWARD = """
#import <Foundation/Foundation.h>
@protocol MTLAllocation <NSObject>
@end
@protocol MTLResource <MTLAllocation>
@end
@protocol MTLCommandBuffer;
"""


@pytest.mark.parametrize("name", PLANTED)
def test_planted_error_is_found(root, facts, name):
    text, expected = PLANTED[name]
    api = read_api(FORWARD + text, macos_arguments(root), [])
    problems = check_metal(api, facts)
    assert any(expected in problem for problem in problems), problems


def test_each_source_alone_finds_a_contradiction(api, facts):
    """A wrong type is reported against both descriptions, so neither is compared with nothing."""
    wrong = copy.deepcopy(api)
    types = wrong.interfaces["MTLDevice"].methods["newBufferWithLength:options:", "-"]
    wrong.interfaces["MTLDevice"].methods["newBufferWithLength:options:", "-"] = (types[0], "uint32_t", types[2])
    problems = [problem for problem in check_metal(wrong, facts) if "newBufferWithLength:options:" in problem]
    assert len(problems) == 2
    assert "(metal-cpp)" in problems[0]
    assert "(PyObjC)" in problems[1]


def test_facts_name_their_sources(facts):
    assert "MIT" in facts["attribution"]["pyobjc"]
    assert "Apache-2.0" in facts["attribution"]["metal-cpp"]


def test_foundation_of_the_check_agrees_with_gnustep(root):
    assert check_foundation(root) == []


@pytest.mark.parametrize(
    "declaration",
    [
        "@interface NSString : NSObject\n- (const char *)UTF9String;\n@end",
        "@interface NSString : NSObject\n- (int)length;\n@end",
        "@interface NSStrings : NSObject\n@end",
        "extern int NSLog(NSString *format);",
    ],
)
def test_planted_foundation_error_is_found(root, declaration):
    header = "#import <Foundation/Foundation.h>\n"
    base = "__attribute__((objc_root_class)) @interface NSObject\n@end\n@class NSString;\n"
    if declaration.startswith("extern"):
        base += "@interface NSString : NSObject\n@end\n"
    ours = read_api(base + declaration, macos_arguments(root), [])
    theirs = read_api(header, gnustep_arguments(root), [Path("/usr/include/GNUstep")])
    assert compare_foundation(ours, theirs) != []


def test_foundation_of_the_programs_is_compared_too(root, tmp_path):
    shutil.copytree(root / "macos", tmp_path / "macos", ignore=shutil.ignore_patterns("facts", "checks"))
    (tmp_path / "softmetal").symlink_to(root / "softmetal")
    header = tmp_path / "macos" / "programs" / "Foundation" / "Foundation.h"
    header.write_text(header.read_text().replace("lockWhenCondition:", "lockWhenever:"))
    assert check_foundation(tmp_path) == ["-[NSConditionLock lockWhenever:]: GNUstep has no such method"]


def test_the_facts_are_about_what_the_headers_declare(api, facts):
    """After a change of the headers the facts have to be derived again."""
    assert set(facts["metal-cpp"]["classes"]) == set(api.interfaces)
    assert set(facts["metal-cpp"]["enums"]) == set(api.enums)
    assert set(facts["pyobjc"]["constants"]) == set(api.constants)
    for kind, declared in (("structs", api.structs), ("functions", api.functions)):
        assert set(facts["metal-cpp"][kind]) | set(facts["pyobjc"][kind]) == set(declared), kind
