// Reports what a device, its pipelines and its buffers say of themselves, and checks that it fits together.
#import <Foundation/Foundation.h>
#import <Metal/Metal.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define REQUIRE(condition) ((condition) ? (void)0 : (void)(printf("not so: %s (line %d)\n", #condition, __LINE__), failures++))

enum { COUNT = 150 };
static int failures;

static void reportDevice(id<MTLDevice> device) {
    printf("%s, registry %llx, %s%s%s%s\n", device.name.UTF8String, (unsigned long long)device.registryID,
           device.hasUnifiedMemory ? "unified memory" : "memory of its own", device.lowPower ? ", low power" : "",
           device.isHeadless ? ", headless" : "", device.removable ? ", removable" : "");
    printf("location %lu, number %lu, %llu bytes a second\n", (unsigned long)device.location,
           (unsigned long)device.locationNumber, (unsigned long long)device.maxTransferRate);
    MTLSize most = device.maxThreadsPerThreadgroup;
    REQUIRE(most.width >= 512 && most.height >= 512 && most.depth >= 64);
    REQUIRE(device.maxThreadgroupMemoryLength >= 16384);
    REQUIRE(device.maxBufferLength >= 256 << 20);
    REQUIRE(device.recommendedMaxWorkingSetSize >= device.maxBufferLength / 4);
    REQUIRE(device.location != MTLDeviceLocationExternal || device.removable);
    if ([device supportsFamily:MTLGPUFamilyApple7]) REQUIRE([device supportsFamily:MTLGPUFamilyApple1]);
}

static void reportPipeline(id<MTLComputePipelineState> pipeline, MTLComputePipelineReflection *reflection) {
    REQUIRE(pipeline.maxTotalThreadsPerThreadgroup >= pipeline.threadExecutionWidth);
    REQUIRE(pipeline.staticThreadgroupMemoryLength <= 64 * sizeof(float));  // a compiler may do without
    for (id<MTLBinding> binding in reflection.bindings) {
        if (binding.type != MTLBindingTypeBuffer) continue;
        REQUIRE(binding.isArgument);
        if (binding.index == 2) REQUIRE([binding.name isEqualToString:@"vectors"] && binding.access == MTLBindingAccessReadOnly);
        else REQUIRE(binding.index == 5 && binding.access == MTLBindingAccessReadWrite && binding.isUsed);
    }
}

static void reportFunction(id<MTLLibrary> library) {
    REQUIRE(library.type == MTLLibraryTypeExecutable);
    REQUIRE(library.installName == nil);
    id<MTLFunction> general = [[library newFunctionWithName:@"weigh"] autorelease];  // which constants does it ask for?
    REQUIRE(general.functionType == MTLFunctionTypeKernel && general.functionConstantsDictionary.count == 3);
}

static id<MTLFunction> specialise(id<MTLLibrary> library, NSConditionLock *lock) {
    struct { float weights[4]; } values = {{1.f, 2.f, 4.f, 0.f}};
    int numbers[] = {100, 1};
    MTLFunctionConstantValues *constants = [[[MTLFunctionConstantValues alloc] init] autorelease];
    [constants setConstantValues:numbers type:MTLDataTypeInt withRange:NSMakeRange(3, 2)];
    [constants setConstantValue:&values type:MTLDataTypeFloat3 atIndex:0];
    __block id<MTLFunction> made = nil;
    [lock lock];
    [lock unlockWithCondition:0];
    [library newFunctionWithName:@"weigh"
                  constantValues:constants
               completionHandler:^(id<MTLFunction> function, NSError *error) {
                   if (error) NSLog(@"%@", error);
                   [lock lock];
                   made = [function retain];
                   [lock unlockWithCondition:1];
               }];
    [lock lockWhenCondition:1];
    [lock unlockWithCondition:0];
    for (NSString *name in made.functionConstantsDictionary) {
        MTLFunctionConstant *constant = [made.functionConstantsDictionary objectForKey:name];
        printf("constant %s, index %lu%s\n", name.UTF8String, (unsigned long)constant.index, constant.required ? ", required" : "");
        if ([name isEqualToString:@"extra"]) REQUIRE(!constant.required && constant.type == MTLDataTypeInt);
    }
    return [made autorelease];
}

static void run(id<MTLDevice> device, id<MTLComputePipelineState> pipeline) {
    id<MTLBuffer> vectors = [[device newBufferWithLength:COUNT * 12
                                                 options:MTLResourceHazardTrackingModeTracked | MTLResourceStorageModeShared] autorelease];
    id<MTLBuffer> results = [[device newBufferWithLength:COUNT * 4 options:MTLResourceStorageModeShared] autorelease];
    REQUIRE(vectors.hazardTrackingMode == MTLHazardTrackingModeTracked || vectors.hazardTrackingMode == MTLHazardTrackingModeDefault);
    REQUIRE((vectors.resourceOptions & MTLResourceStorageModeMask) == MTLResourceStorageModeShared);
    REQUIRE([vectors setPurgeableState:MTLPurgeableStateKeepCurrent] == MTLPurgeableStateNonVolatile);
    REQUIRE(vectors.gpuAddress != results.gpuAddress);
    [vectors addDebugMarker:@"the first vector" range:NSMakeRange(0, 12)];
    float (*v)[3] = vectors.contents;
    for (int i = 0; i < COUNT; i++)
        for (int d = 0; d < 3; d++) v[i][d] = (float)((i * 7 + d * 3) % 11);

    MTLCommandBufferDescriptor *descriptor = [[MTLCommandBufferDescriptor new] autorelease];
    descriptor.retainedReferences = NO;
    descriptor.errorOptions = MTLCommandBufferErrorOptionEncoderExecutionStatus;
    id<MTLCommandQueue> queue = [[device newCommandQueue] autorelease];
    id<MTLCommandBuffer> commands = [queue commandBufferWithDescriptor:descriptor];
    REQUIRE(!commands.retainedReferences && commands.errorOptions == descriptor.errorOptions);
    REQUIRE(commands.commandQueue == queue && commands.device == device);
    id<MTLComputeCommandEncoder> encoder = [commands computeCommandEncoderWithDispatchType:MTLDispatchTypeConcurrent];
    REQUIRE(encoder.dispatchType == MTLDispatchTypeConcurrent);
    const id<MTLResource> resources[] = {vectors, results};
    [encoder setComputePipelineState:pipeline];
    [encoder insertDebugSignpost:@"about to weigh"];
    [encoder useResources:resources count:2 usage:MTLResourceUsageRead | MTLResourceUsageWrite];
    [encoder setBuffer:vectors offset:0 atIndex:2];
    [encoder setBuffer:results offset:0 atIndex:5];
    [encoder dispatchThreads:MTLSizeMake(COUNT, 1, 1) threadsPerThreadgroup:MTLSizeMake(64, 1, 1)];
    [encoder endEncoding];
    [commands commit];
    [commands waitUntilCompleted];
    REQUIRE(commands.status == MTLCommandBufferStatusCompleted);
    REQUIRE(commands.kernelStartTime <= commands.kernelEndTime && commands.GPUStartTime <= commands.GPUEndTime);
    [vectors removeAllDebugMarkers];
    const int *r = results.contents;
    for (int i = 0; i < COUNT; i++) REQUIRE(r[i] == (int)(v[i][0] + 2 * v[i][1] + 4 * v[i][2]) + 101);
}

int main(int argc, const char *argv[]) {
    if (argc != 2) return 2;
    @autoreleasepool {
        NSError *error = nil;
        id<MTLDevice> device = [MTLCreateSystemDefaultDevice() autorelease];
        reportDevice(device);
        NSString *source = [NSString stringWithContentsOfFile:@(argv[1]) encoding:NSUTF8StringEncoding error:&error];
        MTLCompileOptions *options = [[MTLCompileOptions new] autorelease];
        options.preserveInvariance = YES;
        if ([options respondsToSelector:@selector(setMathFloatingPointFunctions:)])
            options.mathFloatingPointFunctions = MTLMathFloatingPointFunctionsPrecise;
        id<MTLLibrary> library = [[device newLibraryWithSource:source options:options error:&error] autorelease];
        if (!library) {
            printf("%s\n", error.localizedDescription.UTF8String);
            return 1;
        }
        reportFunction(library);
        NSConditionLock *lock = [[[NSConditionLock alloc] initWithCondition:0] autorelease];
        id<MTLFunction> function = specialise(library, lock);
        __block id<MTLComputePipelineState> plain = nil, described = nil;
        __block MTLComputePipelineReflection *reflection = nil;
        [device newComputePipelineStateWithFunction:function
                                            options:MTLPipelineOptionArgumentInfo
                                  completionHandler:^(id<MTLComputePipelineState> state, MTLComputePipelineReflection *found,
                                                      NSError *problem) {
                                      if (problem) NSLog(@"%@", problem);
                                      [lock lock];
                                      plain = [state retain];
                                      reflection = [found retain];
                                      [lock unlockWithCondition:1];
                                  }];
        [lock lockWhenCondition:1];
        [lock unlockWithCondition:0];
        MTLComputePipelineDescriptor *descriptor = [[MTLComputePipelineDescriptor new] autorelease];
        descriptor.computeFunction = function;
        descriptor.maxTotalThreadsPerThreadgroup = 64;
        [device newComputePipelineStateWithDescriptor:descriptor
                                              options:MTLPipelineOptionNone
                                    completionHandler:^(id<MTLComputePipelineState> state, MTLComputePipelineReflection *found,
                                                        NSError *problem) {
                                        if (problem) NSLog(@"%@ %@", problem, found);
                                        [lock lock];
                                        described = [state retain];
                                        [lock unlockWithCondition:1];
                                    }];
        [lock lockWhenCondition:1];
        [lock unlockWithCondition:0];
        if (!plain || !described) return 1;
        reportPipeline(plain, reflection);
        REQUIRE(described.maxTotalThreadsPerThreadgroup == 64);
        run(device, plain);
        run(device, described);
        [plain release];
        [described release];
        [reflection release];
    }
    return failures != 0;
}
