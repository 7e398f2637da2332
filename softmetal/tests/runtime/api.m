// Every part of the interface that the other programs leave out, used once as a program would.
#include "arrivals.h"
#include "check.h"

static NSString *const source = @""
    "#include <metal_stdlib>\n"
    "using namespace metal;\n"
    "constant uint first [[function_constant(0)]];\n"
    "constant uint second [[function_constant(1)]];\n"
    "constant uint sum = (is_function_constant_defined(first) ? first : 1) +\n"
    "                    (is_function_constant_defined(second) ? second : 1);\n"
    "kernel void fill(device uint *out [[buffer(0)]], uint i [[thread_position_in_grid]]) { out[i] = sum; }\n"
    "kernel void mix(device const float *in [[buffer(2)]], constant uint &count [[buffer(5)]],\n"
    "                device float *out [[buffer(30)]], threadgroup float *part [[threadgroup(3)]],\n"
    "                uint i [[thread_position_in_grid]]) { part[0] = in[i]; out[i] = i < count ? part[0] : 0; }\n";

static unsigned value_of(id<MTLComputePipelineState> pipeline) {
    id<MTLBuffer> out = buffer_of(16);
    id<MTLCommandBuffer> buffer = [queue commandBuffer];
    id<MTLComputeCommandEncoder> encoder = [buffer computeCommandEncoder];
    [encoder setComputePipelineState:pipeline];
    [encoder setBuffer:out offset:0 atIndex:0];
    [encoder dispatchThreadgroups:MTLSizeMake(2, 1, 1) threadsPerThreadgroup:MTLSizeMake(2, 1, 1)];
    [encoder endEncoding];
    finish(buffer);
    unsigned *x = [out contents];
    CHECK(x[0] == x[3]);
    return x[0];
}

// ---- Functions and pipelines

static void run_function_completion(void) {
    unsigned values[] = {10, 20};
    __block id<MTLFunction> function = nil;
    __block BOOL failed = NO;
    id<MTLLibrary> library = library_of(source);
    MTLFunctionConstantValues *constants = [MTLFunctionConstantValues new];
    [constants setConstantValues:values type:MTLDataTypeUInt withRange:NSMakeRange(0, 2)];
    [library newFunctionWithName:@"fill"
                  constantValues:constants
               completionHandler:^(id<MTLFunction> made, NSError *error) {
                 CHECK(made && !error);
                 function = [made retain];
                 arrive();
               }];
    [library newFunctionWithName:@"none"
                  constantValues:constants
               completionHandler:^(id<MTLFunction> made, NSError *error) {
                 failed = !made && [error code] == MTLLibraryErrorFunctionNotFound;
                 arrive();
               }];
    [constants reset];  // the call has taken what it needs
    [constants release];
    wait_for(2);
    CHECK(failed);
    id<MTLComputePipelineState> pipeline = [device newComputePipelineStateWithFunction:function error:NULL];
    CHECK(value_of(pipeline) == 30);
    [pipeline release];
    [function release];
}

static void check_bindings(MTLComputePipelineReflection *reflection) {
    NSArray *bindings = [reflection bindings];
    CHECK([bindings count] == 4);
    id<MTLBufferBinding> in = [bindings objectAtIndex:0], count = [bindings objectAtIndex:1];
    id<MTLBinding> out = [bindings objectAtIndex:2], part = [bindings objectAtIndex:3];
    CHECK([[in name] isEqual:@"in"] && [in index] == 2 && [in access] == MTLBindingAccessReadOnly);
    CHECK([in type] == MTLBindingTypeBuffer && [in isUsed] && [in isArgument]);
    CHECK([[count name] isEqual:@"count"] && [count index] == 5 && [count bufferDataSize] == 4);
    CHECK([out index] == 30 && [out access] == MTLBindingAccessReadWrite);
    CHECK([part type] == MTLBindingTypeThreadgroupMemory && [part index] == 3);
}

static void run_reflection(void) {
    NSError *error = nil;
    MTLComputePipelineReflection *reflection = nil;
    id<MTLFunction> function = [[library_of(source) newFunctionWithName:@"mix"] autorelease];
    id<MTLComputePipelineState> pipeline = [device newComputePipelineStateWithFunction:function
                                                                               options:MTLPipelineOptionBufferTypeInfo
                                                                            reflection:&reflection
                                                                                 error:&error];
    CHECK(pipeline && !error && [pipeline staticThreadgroupMemoryLength] == 0);
    check_bindings(reflection);
    [pipeline release];
    [device newComputePipelineStateWithFunction:function
                                        options:MTLPipelineOptionBindingInfo
                              completionHandler:^(id<MTLComputePipelineState> made,
                                                  MTLComputePipelineReflection *reflected, NSError *e) {
                                CHECK(made && !e);
                                check_bindings(reflected);
                                arrive();
                              }];
    wait_for(1);
}

static void run_descriptor_completion(void) {
    MTLComputePipelineDescriptor *descriptor = [MTLComputePipelineDescriptor new];
    [descriptor setComputeFunction:[[library_of(source) newFunctionWithName:@"mix"] autorelease]];
    [descriptor setLabel:@"mixer"];
    [descriptor setThreadGroupSizeIsMultipleOfThreadExecutionWidth:YES];
    [descriptor setMaxTotalThreadsPerThreadgroup:64];
    MTLComputePipelineDescriptor *copy = [[descriptor copy] autorelease];
    CHECK([copy computeFunction] == [descriptor computeFunction] && [[copy label] isEqual:@"mixer"]);
    CHECK([copy threadGroupSizeIsMultipleOfThreadExecutionWidth] && [copy maxTotalThreadsPerThreadgroup] == 64);
    [device newComputePipelineStateWithDescriptor:descriptor
                                          options:MTLPipelineOptionNone
                                completionHandler:^(id<MTLComputePipelineState> made,
                                                    MTLComputePipelineReflection *reflected, NSError *error) {
                                  (void)reflected;
                                  CHECK(made && !error && [[made label] isEqual:@"mixer"]);
                                  CHECK([made maxTotalThreadsPerThreadgroup] == 64 && [made device] == device);
                                  arrive();
                                }];
    [descriptor reset];
    CHECK(![descriptor computeFunction] && ![descriptor label] && ![descriptor maxTotalThreadsPerThreadgroup]);
    [device newComputePipelineStateWithDescriptor:descriptor
                                          options:MTLPipelineOptionNone
                                completionHandler:^(id<MTLComputePipelineState> made,
                                                    MTLComputePipelineReflection *reflected, NSError *error) {
                                  CHECK(!made && !reflected && error);
                                  arrive();
                                }];
    [descriptor release];
    wait_for(2);
}

// ---- Buffers

static void run_managed(void) {
    id<MTLBuffer> a = [[device newBufferWithLength:64 options:MTLResourceStorageModeManaged] autorelease];
    CHECK([a storageMode] == MTLStorageModeManaged);
    *(unsigned *)[a contents] = 5;
    [a didModifyRange:NSMakeRange(0, 4)];
    id<MTLCommandBuffer> buffer = [queue commandBuffer];
    id<MTLBlitCommandEncoder> blit = [buffer blitCommandEncoder];
    [blit fillBuffer:a range:NSMakeRange(4, 60) value:1];
    [blit synchronizeResource:a];
    [blit endEncoding];
    finish(buffer);
    CHECK(*(unsigned *)[a contents] == 5 && ((unsigned *)[a contents])[1] == 0x01010101);
}

static void run_resource(void) {
    MTLResourceOptions options = MTLResourceStorageModeShared | MTLResourceCPUCacheModeWriteCombined |
                                 MTLResourceHazardTrackingModeUntracked;
    id<MTLBuffer> a = [[device newBufferWithBytes:"0123456789abcdef" length:16 options:options] autorelease];
    CHECK(!memcmp([a contents], "0123456789abcdef", 16));
    CHECK([a resourceOptions] == options && [a cpuCacheMode] == MTLCPUCacheModeWriteCombined);
    CHECK([a hazardTrackingMode] == MTLHazardTrackingModeUntracked && [a length] == 16);
    CHECK([a gpuAddress] != 0 && [a setPurgeableState:MTLPurgeableStateKeepCurrent] == MTLPurgeableStateNonVolatile);
    [a addDebugMarker:@"head" range:NSMakeRange(0, 4)];
    [a removeAllDebugMarkers];
    CHECK([buffer_of(4) hazardTrackingMode] == MTLHazardTrackingModeTracked);
}

// The deallocator runs once, however the buffer ends, and not where there was no buffer.
static void run_deallocator(void) {
    void *memory;
    CHECK(posix_memalign(&memory, 16384, 32768) == 0);
    __block int calls = 0;
    id<MTLBuffer> unused = [device newBufferWithBytesNoCopy:memory length:16384 options:0
                                                deallocator:^(void *p, NSUInteger n) { calls += p == memory && n == 16384; }];
    [unused retain];
    [unused release];
    CHECK(calls == 0);
    [unused release];
    CHECK(calls == 1);
    id<MTLBuffer> refused = [device newBufferWithBytesNoCopy:memory length:100 options:0
                                                 deallocator:^(void *p, NSUInteger n) { (void)p, (void)n, calls += 100; }];
    CHECK(!refused && calls == 1);
    free(memory);
}

// ---- Labels and debug groups

static void run_labels(void) {
    NSMutableString *text = [NSMutableString stringWithString:@"mine"];
    id<MTLLibrary> library = library_of(source);
    id<MTLFunction> function = [[library newFunctionWithName:@"mix"] autorelease];
    id<MTLCommandBuffer> buffer = [queue commandBuffer];
    id<MTLComputeCommandEncoder> encoder = [buffer computeCommandEncoder];
    id<MTLBuffer> a = buffer_of(4);
    NSArray *objects = @[ library, function, queue, buffer, encoder, a ];
    for (id<MTLResource> each in objects) {
        CHECK(![each label]);
        [each setLabel:text];
    }
    [text appendString:@" no longer"];
    for (id<MTLResource> each in objects) CHECK([[each label] isEqual:@"mine"]);
    for (id<MTLResource> each in objects) [each setLabel:nil];
    for (id<MTLResource> each in objects) CHECK(![each label]);
    CHECK([encoder device] == device && [queue device] == device && [function device] == device);
    [encoder endEncoding];
}

static void run_debug_groups(void) {
    id<MTLCommandBuffer> buffer = [queue commandBuffer];
    [buffer pushDebugGroup:@"outer"];
    id<MTLComputeCommandEncoder> encoder = [buffer computeCommandEncoder];
    [encoder pushDebugGroup:@"inner"];
    [encoder insertDebugSignpost:@"here"];
    [encoder popDebugGroup];
    [encoder endEncoding];
    id<MTLBlitCommandEncoder> blit = [buffer blitCommandEncoder];
    [blit pushDebugGroup:@"copies"];
    [blit insertDebugSignpost:@"there"];
    [blit popDebugGroup];
    [blit endEncoding];
    [buffer popDebugGroup];
    finish(buffer);
}

// ---- Command buffers and encoders

static void run_descriptor(void) {
    MTLCommandBufferDescriptor *descriptor = [[MTLCommandBufferDescriptor new] autorelease];
    CHECK([descriptor retainedReferences] && [descriptor errorOptions] == MTLCommandBufferErrorOptionNone);
    [descriptor setRetainedReferences:NO];
    [descriptor setErrorOptions:MTLCommandBufferErrorOptionEncoderExecutionStatus];
    MTLCommandBufferDescriptor *copy = [[descriptor copy] autorelease];
    id<MTLCommandBuffer> buffer = [queue commandBufferWithDescriptor:copy];
    CHECK(![buffer retainedReferences]);
    CHECK([buffer errorOptions] == MTLCommandBufferErrorOptionEncoderExecutionStatus);
    finish(buffer);
}

static void run_barriers(void) {
    id<MTLBuffer> a = buffer_of(16), b = buffer_of(16);
    const id<MTLResource> resources[] = {a, b};
    id<MTLCommandBuffer> buffer = [queue commandBuffer];
    id<MTLComputeCommandEncoder> encoder =
        [buffer computeCommandEncoderWithDispatchType:MTLDispatchTypeConcurrent];
    CHECK([encoder dispatchType] == MTLDispatchTypeConcurrent);
    [encoder setComputePipelineState:pipeline_of(source, @"fill")];
    [encoder setBuffer:a offset:0 atIndex:0];
    [encoder dispatchThreads:MTLSizeMake(4, 1, 1) threadsPerThreadgroup:MTLSizeMake(4, 1, 1)];
    [encoder memoryBarrierWithResources:resources count:2];
    [encoder memoryBarrierWithScope:MTLBarrierScopeBuffers | MTLBarrierScopeTextures];
    [encoder useResource:a usage:MTLResourceUsageRead];
    [encoder useResources:resources count:2 usage:MTLResourceUsageRead | MTLResourceUsageWrite];
    [encoder setBuffer:b offset:0 atIndex:0];
    [encoder dispatchThreads:MTLSizeMake(4, 1, 1) threadsPerThreadgroup:MTLSizeMake(4, 1, 1)];
    [encoder endEncoding];
    finish(buffer);
    CHECK(((unsigned *)[a contents])[3] == 2 && ((unsigned *)[b contents])[0] == 2);
}

// All places of the argument table, the last one included, and threadgroup memory at an index of its own.
static void run_arguments(void) {
    enum { COUNT = 64 };
    unsigned count = COUNT / 2;
    id<MTLBuffer> in = buffer_of(COUNT * 4), out = buffer_of(COUNT * 4);
    for (int i = 0; i < COUNT; i++) ((float *)[in contents])[i] = (float)i + 1;
    id<MTLCommandBuffer> buffer = [queue commandBuffer];
    id<MTLComputeCommandEncoder> encoder = [buffer computeCommandEncoder];
    const id<MTLBuffer> buffers[] = {in, nil, nil, out};
    const NSUInteger offsets[] = {0, 0, 0, 0};
    [encoder setComputePipelineState:pipeline_of(source, @"mix")];
    [encoder setBuffers:buffers offsets:offsets withRange:NSMakeRange(2, 4)];
    [encoder setBytes:&count length:sizeof count atIndex:5];
    [encoder setBuffer:out offset:0 atIndex:30];
    [encoder setThreadgroupMemoryLength:16 atIndex:3];
    [encoder dispatchThreads:MTLSizeMake(COUNT, 1, 1) threadsPerThreadgroup:MTLSizeMake(1, 1, 1)];
    [encoder endEncoding];
    finish(buffer);
    for (int i = 0; i < COUNT; i++) CHECK(((float *)[out contents])[i] == (i < COUNT / 2 ? (float)i + 1 : 0));
}

// What the families stand for on an M1: Apple 7, Mac 2, Metal 3, and nothing newer.
static void run_families(void) {
    const MTLGPUFamily yes[] = {MTLGPUFamilyApple1, MTLGPUFamilyApple7, MTLGPUFamilyMac1,  MTLGPUFamilyMac2,
                                MTLGPUFamilyCommon1, MTLGPUFamilyCommon3, MTLGPUFamilyMetal3};
    const MTLGPUFamily no[] = {MTLGPUFamilyApple8, MTLGPUFamilyApple9, (MTLGPUFamily)4242};
    for (size_t i = 0; i < sizeof yes / sizeof *yes; i++) CHECK([device supportsFamily:yes[i]]);
    for (size_t i = 0; i < sizeof no / sizeof *no; i++) CHECK(![device supportsFamily:no[i]]);
}

#define CASE(name) {#name, run_##name}
static const test_case cases[] = {
    CASE(function_completion), CASE(reflection), CASE(descriptor_completion), CASE(managed), CASE(resource),
    CASE(deallocator), CASE(labels), CASE(debug_groups), CASE(descriptor), CASE(barriers), CASE(arguments),
    CASE(families),
};
MAIN(cases)
