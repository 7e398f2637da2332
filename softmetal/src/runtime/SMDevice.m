#import "SMDevice.h"

#import "SMBuffer.h"
#import "SMCommandQueue.h"
#import "SMPipeline.h"
#import "background.h"
#import "report.h"
#include <pthread.h>
#include <stdio.h>
#include <string.h>

enum { DEFAULT_COMMAND_BUFFERS = 64 };

static NSInteger allocated;

void sm_count_allocated(NSInteger bytes) { __atomic_fetch_add(&allocated, bytes, __ATOMIC_RELAXED); }

@implementation SMDevice
- (instancetype)initWithDevice:(sm_device *)device copy:(unsigned)copy {
    if (!(self = [super init])) return nil;
    _device = device;
    _copy = copy;
    _name = copy ? [[NSString alloc] initWithFormat:@"%s #%u", device->name, copy + 1]
                 : [[NSString alloc] initWithUTF8String:device->name];
    return self;
}

// The list of devices keeps a reference as long as the process lives, so this is one release too many. Nothing is
// freed: with that reference back the object is whole again.
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wobjc-missing-super-calls"
- (void)dealloc {
    sm_violation(nil, @"-[MTLDevice release]: the device \"%@\" was released too often", _name);
}
#pragma clang diagnostic pop

- (NSString *)name { return _name; }
- (uint64_t)registryID { return _device->identifier + _copy; }
- (BOOL)hasUnifiedMemory { return _device->unified_memory; }
- (BOOL)isLowPower { return NO; }
- (BOOL)isHeadless { return YES; }
- (BOOL)isRemovable { return NO; }
- (MTLDeviceLocation)location { return MTLDeviceLocationBuiltIn; }
- (NSUInteger)locationNumber { return 0; }
- (uint64_t)maxTransferRate { return 0; }
- (uint64_t)recommendedMaxWorkingSetSize { return sm_limit(SM_LIMIT_WORKING_SET, _device->working_set); }
- (NSUInteger)maxBufferLength { return sm_limit(SM_LIMIT_BUFFER_LENGTH, _device->max_buffer_length); }
- (NSUInteger)maxThreadgroupMemoryLength { return _device->max_threadgroup_memory; }
- (NSUInteger)currentAllocatedSize { return (NSUInteger)__atomic_load_n(&allocated, __ATOMIC_RELAXED); }

- (MTLSize)maxThreadsPerThreadgroup {
    NSUInteger limit = _device->max_threads_per_threadgroup;
    return MTLSizeMake(limit, limit, limit);
}

// What an M1 has.
- (BOOL)supportsFamily:(MTLGPUFamily)family {
    return (family >= MTLGPUFamilyApple1 && family <= MTLGPUFamilyApple7) ||
           (family >= MTLGPUFamilyCommon1 && family <= MTLGPUFamilyCommon3) || family == MTLGPUFamilyMac1 ||
           family == MTLGPUFamilyMac2 || family == MTLGPUFamilyMetal3;
}

- (id<MTLCommandQueue>)newCommandQueue {
    return [self newCommandQueueWithMaxCommandBufferCount:DEFAULT_COMMAND_BUFFERS];
}

- (id<MTLCommandQueue>)newCommandQueueWithMaxCommandBufferCount:(NSUInteger)count {
    if (count) return [[SMCommandQueue alloc] initWithDevice:self limit:count];
    sm_violation(nil, @"newCommandQueueWithMaxCommandBufferCount: the count must be at least 1");
    return nil;
}

- (id<MTLBuffer>)newBufferWithLength:(NSUInteger)length options:(MTLResourceOptions)options {
    return [SMBuffer newBufferWithDevice:self length:length options:options];
}

- (id<MTLBuffer>)newBufferWithBytes:(const void *)pointer
                             length:(NSUInteger)length
                            options:(MTLResourceOptions)options {
    if (!pointer) {
        sm_violation(nil, @"newBufferWithBytes:length:options: pointer is NULL");
        return nil;
    }
    SMBuffer *buffer = [SMBuffer newBufferWithDevice:self length:length options:options];
    if (!buffer) return nil;
    if (buffer->_memory.host) {
        memcpy(buffer->_memory.host, pointer, length);
        return buffer;
    }
    sm_violation(nil, @"newBufferWithBytes:length:options: the CPU cannot fill a buffer of storage mode private");
    [buffer release];
    return nil;
}

- (id<MTLBuffer>)newBufferWithBytesNoCopy:(void *)pointer
                                   length:(NSUInteger)length
                                  options:(MTLResourceOptions)options
                              deallocator:(void (^)(void *, NSUInteger))deallocator {
    return [SMBuffer newBufferWithDevice:self adopts:pointer length:length options:options deallocator:deallocator];
}

- (id<MTLLibrary>)newLibraryWithSource:(NSString *)source
                               options:(MTLCompileOptions *)options
                                 error:(NSError **)error {
    if (error) *error = nil;
    if (!source) return sm_fail(error, MTLLibraryErrorDomain, MTLLibraryErrorCompileFailure, @"the source is nil");
    return [[SMLibrary alloc] initWithDevice:self source:source options:options error:error];
}

// A block of this runtime does not retain the objects that it captures, so the methods below do.
- (void)newLibraryWithSource:(NSString *)source
                     options:(MTLCompileOptions *)options
           completionHandler:(MTLNewLibraryCompletionHandler)handler {
    if (!sm_has_handler("newLibraryWithSource:options:completionHandler:", (const void *)handler)) return;
    NSString *keptSource = [source copy];
    MTLCompileOptions *keptOptions = [options copy];
    sm_in_background(^{
      NSError *error = nil;
      id<MTLLibrary> library = [self newLibraryWithSource:keptSource options:keptOptions error:&error];
      handler(library, error);
      [library release];
      [keptSource release];
      [keptOptions release];
    });
}

- (SMPipeline *)newPipeline:(id<MTLFunction>)function
                      label:(NSString *)label
                      limit:(NSUInteger)limit
                 reflection:(MTLComputePipelineReflection **)reflection
                      error:(NSError **)error {
    if (error) *error = nil;
    if (reflection) *reflection = nil;
    if (!function)
        return sm_fail(error, MTLLibraryErrorDomain, MTLLibraryErrorFunctionNotFound,
                       @"the function is nil: is its name in the library's functionNames?");
    NSString *refusal = sm_refusal(function, SM_LIVE_FUNCTION, self);
    if (refusal) return sm_fail(error, MTLLibraryErrorDomain, MTLLibraryErrorInternal, @"%@", refusal);
    SMFunction *object = (SMFunction *)function;
    SMPipeline *pipeline = [[SMPipeline alloc] initWithFunction:object label:label threadLimit:limit error:error];
    if (pipeline && reflection) *reflection = [pipeline reflection];
    return pipeline;
}

- (id<MTLComputePipelineState>)newComputePipelineStateWithFunction:(id<MTLFunction>)function error:(NSError **)error {
    return [self newPipeline:function label:[function label] limit:0 reflection:NULL error:error];
}

- (id<MTLComputePipelineState>)newComputePipelineStateWithFunction:(id<MTLFunction>)function
                                                           options:(MTLPipelineOption)options
                                                        reflection:(MTLComputePipelineReflection **)reflection
                                                             error:(NSError **)error {
    (void)options;
    return [self newPipeline:function label:[function label] limit:0 reflection:reflection error:error];
}

- (id<MTLComputePipelineState>)newComputePipelineStateWithDescriptor:(MTLComputePipelineDescriptor *)descriptor
                                                             options:(MTLPipelineOption)options
                                                          reflection:(MTLComputePipelineReflection **)reflection
                                                               error:(NSError **)error {
    (void)options;
    if (error) *error = nil;
    if (!descriptor)
        return sm_fail(error, MTLLibraryErrorDomain, MTLLibraryErrorInternal, @"the pipeline's descriptor is nil");
    SMPipeline *pipeline = [self newPipeline:[descriptor computeFunction]
                                       label:[descriptor label]
                                       limit:[descriptor maxTotalThreadsPerThreadgroup]
                                  reflection:reflection
                                       error:error];
    if (pipeline) pipeline->_takesWholeSimdGroups = [descriptor threadGroupSizeIsMultipleOfThreadExecutionWidth];
    return pipeline;
}

- (void)newComputePipelineStateWithFunction:(id<MTLFunction>)function
                          completionHandler:(MTLNewComputePipelineStateCompletionHandler)handler {
    if (!sm_has_handler("newComputePipelineStateWithFunction:completionHandler:", (const void *)handler)) return;
    [function retain];
    sm_in_background(^{
      NSError *error = nil;
      id<MTLComputePipelineState> pipeline = [self newComputePipelineStateWithFunction:function error:&error];
      handler(pipeline, error);
      [pipeline release];
      [function release];
    });
}

- (void)newComputePipelineStateWithFunction:(id<MTLFunction>)function
                                    options:(MTLPipelineOption)options
                          completionHandler:(MTLNewComputePipelineStateWithReflectionCompletionHandler)handler {
    MTLComputePipelineDescriptor *descriptor = [MTLComputePipelineDescriptor new];
    [descriptor setComputeFunction:function];
    [descriptor setLabel:[function label]];
    [self newComputePipelineStateWithDescriptor:descriptor options:options completionHandler:handler];
    [descriptor release];
}

- (void)newComputePipelineStateWithDescriptor:(MTLComputePipelineDescriptor *)descriptor
                                      options:(MTLPipelineOption)options
                            completionHandler:(MTLNewComputePipelineStateWithReflectionCompletionHandler)handler {
    if (!sm_has_handler("newComputePipelineStateWithDescriptor:options:completionHandler:", (const void *)handler))
        return;
    MTLComputePipelineDescriptor *kept = [descriptor copy];
    sm_in_background(^{
      NSError *error = nil;
      MTLComputePipelineReflection *reflection = nil;
      id<MTLComputePipelineState> pipeline =
          [self newComputePipelineStateWithDescriptor:kept options:options reflection:&reflection error:&error];
      handler(pipeline, reflection, error);
      [pipeline release];
      [kept release];
    });
}
@end

// ---- The devices of the machine, which live as long as the process

static NSArray *all_devices;

static void make_devices(void) {
    @autoreleasepool {
        sm_device *const *devices;
        const char *reason;
        size_t count = sm_devices(&devices, &reason);
        if (count == 0) fprintf(stderr, "softmetal: no device: %s\n", reason);
        NSMutableArray *array = [NSMutableArray new];
        for (size_t i = 0; i < count * sm_device_copies(); i++) {
            SMDevice *device = [[SMDevice alloc] initWithDevice:devices[i % count] copy:(unsigned)(i / count)];
            [array addObject:device];
            [device release];
        }
        all_devices = array;
    }
}

NSArray<id<MTLDevice>> *MTLCopyAllDevices(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, make_devices);
    return [all_devices retain];
}

id<MTLDevice> MTLCreateSystemDefaultDevice(void) {
    NSArray *devices = MTLCopyAllDevices();
    id<MTLDevice> device = [devices count] ? [[devices objectAtIndex:0] retain] : nil;
    [devices release];
    return device;
}
