// Breaks one rule a case and prints what the program is told: "error: TEXT" of the command buffer, or "nil".
#include "check.h"
#include <sys/mman.h>

static NSString *const source = @""
    "#include <metal_stdlib>\n"
    "using namespace metal;\n"
    "kernel void fill(device float *out [[buffer(0)]], uint i [[thread_position_in_grid]]) { out[i] = 1.0f; }\n"
    "kernel void params(device float *out [[buffer(0)]], constant float4 &p [[buffer(1)]],\n"
    "                   uint i [[thread_position_in_grid]]) { out[i] = p.x; }\n"
    "kernel void shared(device float *out [[buffer(0)]], threadgroup float *s [[threadgroup(0)]],\n"
    "                   uint i [[thread_position_in_grid]]) { s[0] = 1.0f; out[i] = s[0]; }\n"
    "kernel void both(device float *out [[buffer(0)]], threadgroup float *s [[threadgroup(0)]],\n"
    "                 uint i [[thread_index_in_threadgroup]]) {\n"
    "    threadgroup float own[4096];\n"
    "    own[i] = s[i];\n"
    "    threadgroup_barrier(mem_flags::mem_threadgroup);\n"
    "    out[i] = own[i ^ 1];\n"
    "}\n"
    "[[max_total_threads_per_threadgroup(64)]]\n"
    "kernel void narrow(device float *out [[buffer(0)]], uint i [[thread_position_in_grid]]) { out[i] = 1.0f; }\n";
enum { LENGTH = 65536, PAGE = 16384 };

static id nothing;  // nil, unknown to the compiler
static id<MTLBuffer> target;
static id<MTLCommandBuffer> buffer;
static id<MTLComputeCommandEncoder> encoder;

static void begin(NSString *kernel) {
    target = buffer_of(LENGTH);
    [target setLabel:@"target"];
    buffer = [queue commandBuffer];
    [buffer setLabel:@"frame"];
    encoder = [buffer computeCommandEncoder];
    [encoder setLabel:@"pass"];
    if (kernel) [encoder setComputePipelineState:pipeline_of(source, kernel)];
}

static void dispatch(size_t threads, size_t group) {
    [encoder dispatchThreads:MTLSizeMake(threads, 1, 1) threadsPerThreadgroup:MTLSizeMake(group, 1, 1)];
}

static void report(void) {
    if ([buffer status] < MTLCommandBufferStatusCommitted) [buffer commit];
    [buffer waitUntilCompleted];
    CHECK([buffer status] >= MTLCommandBufferStatusCompleted);
    CHECK(([buffer status] == MTLCommandBufferStatusError) == ([buffer error] != nil));
    printf("%s: %s\n", [buffer error] ? "error" : "completed", text_of([buffer error]));
    if (![buffer error]) return;
    CHECK([[[buffer error] domain] isEqual:MTLCommandBufferErrorDomain]);
    for (int i = 0; i < LENGTH / 4; i++) CHECK(((float *)[target contents])[i] == 0);  // nothing of it has run
}

static void end(void) {
    [encoder endEncoding];
    report();
}

static void good(void) {
    begin(@"fill");
    [encoder setBuffer:target offset:0 atIndex:0];
    dispatch(100, 10);
}

// ---- Dispatch

static void no_pipeline(void) { begin(nil); [encoder setBuffer:target offset:0 atIndex:0]; dispatch(10, 10); end(); }
static void nil_pipeline(void) { good(); [encoder setComputePipelineState:nothing]; end(); }
static void too_many_threads(void) { good(); dispatch(2048, 1025); end(); }
static void kernel_limit(void) { begin(@"narrow"); [encoder setBuffer:target offset:0 atIndex:0]; dispatch(128, 65); end(); }
static void not_whole(void) {
    good();
    MTLComputePipelineDescriptor *descriptor = [[MTLComputePipelineDescriptor new] autorelease];
    [descriptor setComputeFunction:[[library_of(source) newFunctionWithName:@"fill"] autorelease]];
    [descriptor setThreadGroupSizeIsMultipleOfThreadExecutionWidth:YES];
    id<MTLComputePipelineState> pipeline = [device newComputePipelineStateWithDescriptor:descriptor options:0
                                                                              reflection:NULL error:NULL];
    [encoder setComputePipelineState:pipeline];
    [pipeline release];
    [encoder dispatchThreads:MTLSizeMake(64, 1, 1) threadsPerThreadgroup:MTLSizeMake(16, 4, 1)];
    [encoder dispatchThreads:MTLSizeMake(64, 1, 1) threadsPerThreadgroup:MTLSizeMake(16, 3, 1)];
    end();
}
static void empty_group(void) { good(); dispatch(10, 0); end(); }
static void empty_grid(void) { good(); dispatch(0, 10); end(); }
static void grid_too_large(void) { good(); dispatch(1ul << 32, 10); end(); }
static void overflowing_grid(void) {
    good();
    [encoder dispatchThreadgroups:MTLSizeMake(1ul << 62, 1, 1) threadsPerThreadgroup:MTLSizeMake(8, 1, 1)];
    end();
}
static void overflowing_group(void) {
    good();
    [encoder dispatchThreads:MTLSizeMake(4, 4, 4) threadsPerThreadgroup:MTLSizeMake(1ul << 32, 1ul << 32, 1)];
    end();
}
static void missing_buffer(void) { begin(@"fill"); dispatch(10, 10); end(); }
static void cleared_buffer(void) { good(); [encoder setBuffer:nil offset:0 atIndex:0]; dispatch(10, 10); end(); }
static void missing_threadgroup(void) {
    begin(@"shared");
    [encoder setBuffer:target offset:0 atIndex:0];
    dispatch(10, 10);
    end();
}
static void too_much_threadgroup(void) {
    begin(@"shared");
    [encoder setBuffer:target offset:0 atIndex:0];
    [encoder setThreadgroupMemoryLength:32768 + 16 atIndex:0];
    dispatch(10, 10);
    end();
}
static void both_threadgroups(void) {  // each fits, both together do not
    begin(@"both");
    [encoder setBuffer:target offset:0 atIndex:0];
    [encoder setThreadgroupMemoryLength:16384 + 16 atIndex:0];
    dispatch(10, 10);
    end();
}
static void small_bytes(void) {
    begin(@"params");
    float color[2] = {1, 2};
    [encoder setBuffer:target offset:0 atIndex:0];
    [encoder setBytes:color length:sizeof color atIndex:1];
    dispatch(10, 10);
    end();
}
static void small_buffer(void) {
    begin(@"params");
    id<MTLBuffer> params = buffer_of(48);
    [params setLabel:@"uniforms"];
    [encoder setBuffer:target offset:0 atIndex:0];
    [encoder setBuffer:params offset:40 atIndex:1];
    dispatch(10, 10);
    end();
}
static void misaligned_offset(void) { good(); [encoder setBufferOffset:2 atIndex:0]; dispatch(10, 10); end(); }

// ---- Arguments

static void index_too_large(void) { good(); [encoder setBuffer:target offset:0 atIndex:31]; end(); }
static void bytes_index(void) { good(); [encoder setBytes:"x" length:1 atIndex:31]; end(); }
static void buffers_range(void) {
    good();
    const id<MTLBuffer> buffers[] = {target, target};
    const NSUInteger offsets[] = {0, 0};
    [encoder setBuffers:buffers offsets:offsets withRange:NSMakeRange(30, 2)];
    end();
}
static void null_buffers(void) {
    good();
    const NSUInteger offsets[] = {0};
    [encoder setBuffers:(const id<MTLBuffer> *)(void *)nothing offsets:offsets withRange:NSMakeRange(0, 1)];
    end();
}
static void null_resources(void) {
    good();
    [encoder useResources:(const id<MTLResource> *)(void *)nothing count:1 usage:MTLResourceUsageRead];
    end();
}
static void null_barrier(void) {
    good();
    [encoder memoryBarrierWithResources:(const id<MTLResource> *)(void *)nothing count:1];
    end();
}
static void null_offsets(void) {
    good();
    const id<MTLBuffer> buffers[] = {target};
    [encoder setBuffers:buffers offsets:(const NSUInteger *)(void *)nothing withRange:NSMakeRange(0, 1)];
    end();
}
static void nil_resource(void) { good(); [encoder useResource:nothing usage:MTLResourceUsageRead]; end(); }
static void nil_in_barrier(void) {
    good();
    const id<MTLResource> resources[] = {target, nothing};
    [encoder memoryBarrierWithResources:resources count:2];
    end();
}
static void nil_handler(void) {
    good();
    [buffer addCompletedHandler:nothing];
    end();
}
static void nil_scheduled(void) {
    good();
    [buffer addScheduledHandler:nothing];
    end();
}
static void threadgroup_index(void) { good(); [encoder setThreadgroupMemoryLength:16 atIndex:31]; end(); }
static void threadgroup_multiple(void) { good(); [encoder setThreadgroupMemoryLength:20 atIndex:0]; end(); }
static void bytes_too_long(void) {
    good();
    static char bytes[4097];
    [encoder setBytes:bytes length:sizeof bytes atIndex:1];
    end();
}
static void bytes_longest(void) {
    good();
    static char bytes[4096];
    [encoder setBytes:bytes length:sizeof bytes atIndex:1];
    end();
}
static void no_bytes(void) { good(); [encoder setBytes:"x" length:0 atIndex:1]; end(); }
static void offset_outside(void) { good(); [encoder setBuffer:target offset:LENGTH atIndex:0]; end(); }
static void offset_without_buffer(void) { good(); [encoder setBufferOffset:0 atIndex:7]; end(); }
// ---- Objects of another device (SOFTMETAL_DEVICES=2), of another class, or gone

static id<MTLDevice> other_device(void) {
    NSArray *devices = [MTLCopyAllDevices() autorelease];
    CHECK([devices count] == 2);
    id<MTLDevice> other = [devices objectAtIndex:1];
    CHECK(other != device && [other registryID] != [device registryID] && [[other name] hasSuffix:@" #2"]);
    return other;
}
static id<MTLBuffer> foreign_buffer(void) {
    id<MTLBuffer> foreign = [[other_device() newBufferWithLength:LENGTH options:0] autorelease];
    [foreign setLabel:@"foreign"];
    return foreign;
}
static void device_buffer(void) { good(); [encoder setBuffer:foreign_buffer() offset:0 atIndex:0]; end(); }
static void device_buffers(void) {
    good();
    const id<MTLBuffer> buffers[] = {target, foreign_buffer()};
    const NSUInteger offsets[] = {0, 0};
    [encoder setBuffers:buffers offsets:offsets withRange:NSMakeRange(0, 2)];
    end();
}
static void device_resource(void) { good(); [encoder useResource:foreign_buffer() usage:MTLResourceUsageRead]; end(); }
static id<MTLFunction> foreign_function(void) {
    id<MTLLibrary> library = [[other_device() newLibraryWithSource:source options:nil error:NULL] autorelease];
    return [[library newFunctionWithName:@"fill"] autorelease];
}
static void device_pipeline(void) {
    id<MTLFunction> function = foreign_function();
    good();
    [encoder setComputePipelineState:[[[function device] newComputePipelineStateWithFunction:function
                                                                                        error:NULL] autorelease]];
    end();
}
static void device_function(void) {
    NSError *error = nil;
    CHECK(![device newComputePipelineStateWithFunction:foreign_function() error:&error]);
    printf("error: %s\n", text_of(error));
}
static void device_queue(void) {  // all of one device: fine, whichever it is
    id<MTLDevice> first_device = device;
    id<MTLCommandQueue> first_queue = queue;
    device = other_device();
    queue = [[device newCommandQueue] autorelease];
    good();
    end();
    device = first_device;
    queue = first_queue;
}
static void class_buffer(void) { good(); [encoder setBuffer:(id)@"text" offset:0 atIndex:0]; end(); }
static void class_pipeline(void) { good(); [encoder setComputePipelineState:(id)target]; end(); }
static void class_barrier(void) {
    good();
    const id<MTLResource> resources[] = {target, (id)queue};
    [encoder memoryBarrierWithResources:resources count:2];
    end();
}
static id<MTLBuffer> gone(void) {
    id<MTLBuffer> released = [device newBufferWithLength:64 options:0];
    [released setLabel:@"early"];
    [released release];
    return released;
}
static void gone_unretained(void) {
    good();
    [encoder endEncoding];
    buffer = [queue commandBufferWithUnretainedReferences];
    [buffer setLabel:@"frame"];
    encoder = [buffer computeCommandEncoder];
    [encoder setComputePipelineState:pipeline_of(source, @"fill")];
    id<MTLBuffer> early = [device newBufferWithLength:64 options:0];
    [early setLabel:@"early"];
    [encoder setBuffer:early offset:0 atIndex:0];
    dispatch(16, 16);
    [encoder endEncoding];
    [early release];
    report();
}
static void gone_buffer(void) { good(); [encoder setBuffer:gone() offset:0 atIndex:0]; end(); }

static void bad_barrier(void) { good(); [encoder memoryBarrierWithScope:MTLBarrierScopeRenderTargets]; end(); }

// ---- States

static void use_after_end(void) { good(); [encoder endEncoding]; [encoder setBuffer:target offset:0 atIndex:1]; report(); }
static void dispatch_after_end(void) { good(); [encoder endEncoding]; dispatch(10, 10); report(); }
static void end_twice(void) { good(); [encoder endEncoding]; [encoder endEncoding]; report(); }
static void two_encoders(void) {
    good();
    CHECK(![buffer computeCommandEncoder]);
    end();
}
static void blit_while_computing(void) {
    good();
    CHECK(![buffer blitCommandEncoder]);
    end();
}
static void commit_open_encoder(void) { good(); report(); }
static void encoder_released(void) {
    target = buffer_of(LENGTH);
    buffer = [queue commandBuffer];
    @autoreleasepool {
        [buffer computeCommandEncoder];
    }
    report();
}
static void commit_twice(void) { good(); [encoder endEncoding]; [buffer commit]; [buffer commit]; [buffer waitUntilCompleted];
    printf("error: %s\n", text_of([buffer error])); CHECK([buffer status] == MTLCommandBufferStatusError); }
static void encoder_after_commit(void) {
    good();
    [encoder endEncoding];
    [buffer commit];
    CHECK(![buffer computeCommandEncoder]);
    [buffer waitUntilCompleted];
    printf("error: %s\n", text_of([buffer error]));
    CHECK([buffer status] == MTLCommandBufferStatusError);
}
static void handler_after_commit(void) {
    good();
    [encoder endEncoding];
    [buffer commit];
    [buffer waitUntilCompleted];
    CHECK([buffer status] == MTLCommandBufferStatusCompleted);
    [buffer addCompletedHandler:^(id<MTLCommandBuffer> done) { (void)done; abort(); }];
    printf("error: %s\n", text_of([buffer error]));
    CHECK([buffer status] == MTLCommandBufferStatusError);
}
static void scheduled_after_commit(void) {
    good();
    [encoder endEncoding];
    [buffer commit];
    [buffer waitUntilCompleted];
    [buffer addScheduledHandler:^(id<MTLCommandBuffer> done) { (void)done; abort(); }];
    printf("error: %s\n", text_of([buffer error]));
}
static void enqueue_after_commit(void) {
    good();
    [encoder endEncoding];
    [buffer commit];
    [buffer waitUntilCompleted];
    [buffer enqueue];
    printf("error: %s\n", text_of([buffer error]));
}
static void signpost_after_end(void) { good(); [encoder endEncoding]; [encoder insertDebugSignpost:@"here"]; report(); }
static void wait_before_commit(void) { good(); [encoder endEncoding]; [buffer waitUntilCompleted]; report(); }
static void scheduled_before_commit(void) { good(); [encoder endEncoding]; [buffer waitUntilScheduled]; report(); }
static void buffer_pop(void) { good(); [encoder endEncoding]; [buffer popDebugGroup]; report(); }
static void buffer_push(void) { good(); [encoder endEncoding]; [buffer pushDebugGroup:nothing]; report(); }
static void debug_push(void) { good(); [encoder pushDebugGroup:nothing]; [encoder popDebugGroup]; end(); }
static void debug_groups(void) { good(); [encoder pushDebugGroup:@"one"]; end(); }
static void debug_pop(void) { good(); [encoder popDebugGroup]; end(); }
static void all_in_use(void) {
    id<MTLCommandQueue> small = [[device newCommandQueueWithMaxCommandBufferCount:2] autorelease];
    CHECK([small commandBuffer] && [small commandBuffer]);
    printf("%s\n", [small commandBuffer] ? "buffer" : "nil");
}

// ---- Blit

static id<MTLBlitCommandEncoder> begin_blit(void) {
    target = buffer_of(LENGTH);
    [target setLabel:@"target"];
    buffer = [queue commandBuffer];
    return [buffer blitCommandEncoder];
}
static void copy_case(size_t from, size_t to, size_t size) {
    id<MTLBlitCommandEncoder> blit = begin_blit();
    [blit copyFromBuffer:target sourceOffset:from toBuffer:target destinationOffset:to size:size];
    [blit endEncoding];
    report();
}
static void copy_source(void) { copy_case(LENGTH - 4, 0, 8); }
static void copy_destination(void) { copy_case(0, LENGTH, 4); }
static void copy_wraps(void) { copy_case(8, 0, (size_t)-4); }
static void copy_overlap(void) { copy_case(0, 4, 8); }
static void copy_alignment(void) { copy_case(0, 101, 8); }
static void copy_nothing(void) { copy_case(0, 8, 0); }
static void copy_nil(void) {
    id<MTLBlitCommandEncoder> blit = begin_blit();
    [blit copyFromBuffer:target sourceOffset:0 toBuffer:nothing destinationOffset:0 size:4];
    [blit endEncoding];
    report();
}
static void blit_device(void) {
    id<MTLBlitCommandEncoder> blit = begin_blit();
    [blit copyFromBuffer:target sourceOffset:0 toBuffer:foreign_buffer() destinationOffset:0 size:4];
    [blit endEncoding];
    report();
}
static void blit_gone(void) {
    id<MTLBlitCommandEncoder> blit = begin_blit();
    [blit fillBuffer:gone() range:NSMakeRange(0, 4) value:1];
    [blit endEncoding];
    report();
}
static void fill_outside(void) {
    id<MTLBlitCommandEncoder> blit = begin_blit();
    [blit fillBuffer:target range:NSMakeRange(4, LENGTH) value:1];
    [blit endEncoding];
    report();
}

static void fill_case(NSUInteger offset, NSUInteger size) {
    id<MTLBlitCommandEncoder> blit = begin_blit();
    [blit fillBuffer:target range:NSMakeRange(offset, size) value:1];
    [blit endEncoding];
    report();
}
static void fill_nothing(void) { fill_case(4, 0); }
static void fill_alignment(void) { fill_case(4, 6); }
static void fill_after_end(void) {
    id<MTLBlitCommandEncoder> blit = begin_blit();
    [blit endEncoding];
    [blit fillBuffer:target range:NSMakeRange(0, 4) value:1];
    report();
}
static void synchronize_shared(void) {
    id<MTLBlitCommandEncoder> blit = begin_blit();
    [blit synchronizeResource:target];
    [blit endEncoding];
    report();
}

// ---- Buffers

static void print_buffer(id<MTLBuffer> made) {
    printf("%s\n", made ? "buffer" : "nil");
    [made release];
}
static char *pages(size_t count, int protection) {
    char *memory = mmap(NULL, (count + 1) * PAGE, protection, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    CHECK(memory != MAP_FAILED);
    return memory + (PAGE - (size_t)memory % PAGE) % PAGE;
}
static void adopt(void *pointer, size_t length) {
    print_buffer([device newBufferWithBytesNoCopy:pointer length:length options:0 deallocator:nil]);
}
static void empty_buffer(void) { print_buffer([device newBufferWithLength:0 options:0]); }
static void huge_buffer(void) { print_buffer([device newBufferWithLength:1ul << 50 options:0]); }
static void bad_options(void) { print_buffer([device newBufferWithLength:16 options:MTLResourceStorageModeMemoryless]); }
static void bytes_null(void) { print_buffer([device newBufferWithBytes:(void *)nothing length:16 options:0]); }
static void adopt_null(void) { adopt(NULL, PAGE); }
static void adopt_pointer(void) { adopt(pages(2, PROT_READ | PROT_WRITE) + 4096, PAGE); }
static void adopt_length(void) { adopt(pages(2, PROT_READ | PROT_WRITE), PAGE + 4096); }
static void adopt_private(void) {
    print_buffer([device newBufferWithBytesNoCopy:pages(1, PROT_READ | PROT_WRITE)
                                           length:PAGE
                                          options:MTLResourceStorageModePrivate
                                      deallocator:nil]);
}
static void adopt_gap(void) {
    char *memory = pages(4, PROT_READ | PROT_WRITE);
    CHECK(munmap(memory + 2 * PAGE, PAGE) == 0);
    adopt(memory, 4 * PAGE);
}
static void adopt_unreadable(void) {
    char *memory = pages(4, PROT_READ | PROT_WRITE);
    CHECK(mprotect(memory + PAGE, PAGE, PROT_NONE) == 0);
    adopt(memory, 4 * PAGE);
}
static void adopt_two_regions(void) {
    char *memory = pages(4, PROT_READ | PROT_WRITE);
    CHECK(mprotect(memory + 2 * PAGE, 2 * PAGE, PROT_READ) == 0);
    adopt(memory, 4 * PAGE);
}
// The highest addresses, where the end of the range wraps around to 0.
static void adopt_wraps(void) { adopt((void *)-(size_t)PAGE, PAGE); }
static void adopt_beyond_all(void) { adopt((void *)(1ul << 63), PAGE); }
// The kernel splits a mapping where a part is advised to use huge pages, as NumPy does: still one region.
static void adopt_advised(void) {
    size_t length = 8 << 20;
    char *memory = pages(length / PAGE, PROT_READ | PROT_WRITE);
    CHECK(madvise(memory + 3 * PAGE, 4 << 20, MADV_HUGEPAGE) == 0);
    adopt(memory, length);
}
static id<MTLBuffer> fixed_buffer(void) {
    id<MTLBuffer> fixed = [device newBufferWithBytesNoCopy:pages(1, PROT_READ) length:PAGE options:0 deallocator:nil];
    CHECK(fixed);
    [fixed setLabel:@"fixed"];
    return [fixed autorelease];
}
static void write_read_only(void) {
    begin(@"fill");
    [encoder setBuffer:fixed_buffer() offset:0 atIndex:0];
    dispatch(10, 10);
    end();
}
static void fill_read_only(void) {
    id<MTLBlitCommandEncoder> blit = begin_blit();
    [blit fillBuffer:fixed_buffer() range:NSMakeRange(0, 4) value:1];
    [blit endEncoding];
    report();
}
static void copy_to_read_only(void) {
    id<MTLBlitCommandEncoder> blit = begin_blit();
    [blit copyFromBuffer:target sourceOffset:0 toBuffer:fixed_buffer() destinationOffset:0 size:4];
    [blit endEncoding];
    report();
}
static void modify_shared(void) { [buffer_of(64) didModifyRange:NSMakeRange(0, 4)]; puts("nil"); }
static void modify_outside(void) {
    id<MTLBuffer> managed = [[device newBufferWithLength:64 options:MTLResourceStorageModeManaged] autorelease];
    [managed setLabel:@"managed"];
    [managed didModifyRange:NSMakeRange(60, 8)];
    puts("nil");
}
static void bytes_private(void) {
    print_buffer([device newBufferWithBytes:"text" length:4 options:MTLResourceStorageModePrivate]);
}
static void private_contents(void) {
    id<MTLBuffer> hidden = [[device newBufferWithLength:16 options:MTLResourceStorageModePrivate] autorelease];
    printf("%s\n", [hidden contents] ? "pointer" : "nil");
}

// ---- Constants and blocks

static MTLFunctionConstantValues *no_values(void) { return [[MTLFunctionConstantValues new] autorelease]; }
static void constant_name(void) {
    int value = 1;
    [no_values() setConstantValue:&value type:MTLDataTypeInt withName:nothing];
    puts("nil");
}
static void constant_range(void) {
    int value = 1;
    [no_values() setConstantValues:&value type:MTLDataTypeInt withRange:NSMakeRange(65535, 2)];
    puts("nil");
}
static void constant_null(void) {
    [no_values() setConstantValue:(void *)nothing type:MTLDataTypeInt atIndex:3];
    puts("nil");
}
static void constant_type(void) {
    int value = 1;
    [no_values() setConstantValue:&value type:MTLDataTypeStruct withName:@"size"];
    puts("nil");
}
static void empty_queue(void) { printf("%s\n", [device newCommandQueueWithMaxCommandBufferCount:0] ? "queue" : "nil"); }
static void no_handler(void) {
    [device newLibraryWithSource:source options:nil completionHandler:nothing];
    puts("nil");
}

#define CASE(name) {#name, name}
static const test_case cases[] = {
    CASE(no_pipeline), CASE(nil_pipeline), CASE(too_many_threads), CASE(kernel_limit), CASE(empty_group), CASE(not_whole),
    CASE(empty_grid), CASE(grid_too_large), CASE(overflowing_grid), CASE(overflowing_group), CASE(missing_buffer),
    CASE(cleared_buffer), CASE(missing_threadgroup), CASE(too_much_threadgroup), CASE(both_threadgroups), CASE(small_bytes),
    CASE(small_buffer), CASE(misaligned_offset), CASE(index_too_large), CASE(bytes_index), CASE(buffers_range),
    CASE(threadgroup_index), CASE(threadgroup_multiple), CASE(bytes_too_long), CASE(bytes_longest), CASE(no_bytes),
    CASE(offset_outside), CASE(offset_without_buffer), CASE(bad_barrier), CASE(use_after_end),
    CASE(dispatch_after_end), CASE(end_twice), CASE(two_encoders), CASE(blit_while_computing),
    CASE(commit_open_encoder), CASE(encoder_released), CASE(commit_twice), CASE(encoder_after_commit),
    CASE(handler_after_commit), CASE(wait_before_commit), CASE(debug_groups), CASE(debug_pop), CASE(all_in_use),
    CASE(copy_source), CASE(copy_destination), CASE(copy_wraps), CASE(copy_overlap), CASE(copy_alignment),
    CASE(copy_nothing), CASE(copy_nil), CASE(fill_outside), CASE(empty_buffer), CASE(huge_buffer), CASE(bad_options),
    CASE(bytes_null), CASE(adopt_null), CASE(adopt_pointer), CASE(adopt_length), CASE(adopt_private), CASE(adopt_gap),
    CASE(adopt_unreadable), CASE(adopt_two_regions), CASE(adopt_advised), CASE(write_read_only),
    CASE(private_contents), CASE(device_buffer), CASE(device_buffers), CASE(device_resource), CASE(device_pipeline),
    CASE(device_function), CASE(device_queue), CASE(class_buffer), CASE(class_pipeline), CASE(class_barrier),
    CASE(null_buffers), CASE(null_resources), CASE(null_barrier), CASE(nil_handler), CASE(nil_scheduled),
    CASE(constant_name), CASE(constant_range), CASE(no_handler),
    CASE(null_offsets), CASE(nil_resource), CASE(nil_in_barrier), CASE(scheduled_after_commit), CASE(enqueue_after_commit),
    CASE(signpost_after_end), CASE(scheduled_before_commit), CASE(buffer_pop), CASE(buffer_push), CASE(debug_push),
    CASE(fill_nothing), CASE(fill_alignment), CASE(fill_after_end), CASE(synchronize_shared), CASE(adopt_wraps),
    CASE(adopt_beyond_all), CASE(fill_read_only), CASE(copy_to_read_only), CASE(modify_shared), CASE(modify_outside),
    CASE(bytes_private), CASE(constant_null), CASE(constant_type), CASE(empty_queue),
    CASE(gone_buffer), CASE(gone_unretained), CASE(blit_device), CASE(blit_gone),
};
MAIN(cases)
